// The library's list, book, form, parts and questions by the generated client: front PROGRAM.
import Foundation

func check(_ condition: Bool, _ what: String) {
  guard !condition else { return }
  print("failed: \(what)")
  exit(1)
}

@MainActor func refusal(_ action: () async throws -> Int) async throws -> String {
  do {
    _ = try await action()
    return "nothing was refused"
  } catch CoreError.refused(let reason) { return reason }
}

@MainActor func play(_ program: String) async throws {
  let core = try await Core.start(program)
  let catalogue = try await core.openCatalogue()
  try await core.sync()
  check(catalogue.state.books.count > 7, "a list is there")
  let gone = try await refusal { try await catalogue.openButtonWasTapped(70_000) }
  check(gone == "This row is no longer in the list.", "a row that is gone is refused")

  var opened: [AnyScreen] = []
  catalogue.onOpened { opened.append($0) }
  try await catalogue.openButtonWasTapped(7)
  guard let book = opened.last as? BookScreen else { return check(false, "a screen that the app opens has its type") }
  check(book.opener === catalogue, "it knows its opener")
  try await core.sync()
  try await book.bookWasReviewed(rating: 4.5, text: "Fine.")
  try await book.editButtonWasTapped()
  guard let form = core.screens.values.lazy.compactMap({ $0 as? EditScreen }).first else {
    return check(false, "the book opens its form")
  }
  let unchanged = try await refusal { try await form.saveButtonWasTapped() }
  check(unchanged == "Nothing was changed.", "a form that was not changed is not saved")
  try await form.titleChanged("Persuasion")
  try await form.genreChanged(.novel)
  var reasons: [String] = []
  form.onClosed { reason, _ in reasons.append(reason) }
  try await form.saveButtonWasTapped()
  try await core.sync()
  check(reasons == ["completed"] && form.result?.title == "Persuasion", "a form closes with its result")
  let reason = await form.waitClosed()
  check(reason == "completed", "the reason stays")

  let pile = try await core.openPile()
  let absent = try await refusal { try await pile.noteDoneButtonWasTapped() }
  check(absent == "This is not there at the moment.", "a part that is not there refuses")
  try await pile.writeButtonWasTapped()
  try await pile.noteTextChanged("Ring twice.")
  try await pile.noteDoneButtonWasTapped()
  check(pile.state.note == nil && pile.state.noted == "Ring twice.", "a part that may be missing")
  try await pile.finderTextChanged("Mid")
  check(pile.state.finder.text == "Mid" && pile.state.found == "Middlemarch", "a part")
  try await pile.bookMoreButtonWasTapped(2)
  try await core.sync()
  check(pile.state.books.map(\.pages) == [0, 10, 0], "a part in a list")
  let code = await core.close()
  check(code == 0, "the core ends in order")
}

@MainActor func answer(_ program: String) async throws {
  var answers: [String] = []
  let core = try await Core.start(
    program,
    questions: [
      "confirm": { question in
        check(question.event == "clearButtonWasTapped", "the question names the event that it holds")
        answers.append(answers.isEmpty ? "no" : "yes")
        return .value(.string(answers.last ?? ""))
      },
      "openLink": { question in .cannot("There is no browser for \(question.input["host"]?.string ?? "").") },
      "*": { _ in .none },
    ])
  let notes = try await core.openNotes()
  try await notes.noteWasWritten("Milk")
  try await notes.helpButtonWasTapped()
  for await state in notes.states where state.message == "There is no browser for example.com." { break }
  try await notes.clearButtonWasTapped()
  while answers != ["no"] { _ = try await core.request("ping") }
  check(notes.state.notes == ["Milk"], "a no keeps the notes")
  try await notes.clearButtonWasTapped()
  for await state in notes.states where state.notes.isEmpty { break }
  check(answers == ["no", "yes"], "a yes applies the event")
  await core.close()
}

/// In another language.
@MainActor func speakGerman(_ program: String) async throws {
  let core = try await Core.start(program, language: "de")
  let catalogue = try await core.openCatalogue()
  do {
    try await catalogue.openButtonWasTapped(70_000)
    check(false, "there is no such row")
  } catch {
    check("\(error)".contains("Diese Zeile ist nicht mehr in der Liste."), "a refusal is in the language: \(error)")
  }
  await core.close()
}

try await play(CommandLine.arguments[1])
try await speakGerman(CommandLine.arguments[1])
try await answer(CommandLine.arguments[1])
print("swift: list, book, form, parts and questions")
