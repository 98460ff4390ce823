import Screens
import Streams
import TextUI

/// An app with a form, a note that an argument fills, and work that ends when the test's main queue gets to it.
@MainActor final class FormApp: TextApp {
  let core = AppCore(AppEnvironment(), AppDefinition(screens: []))
  let form = FormView()
  private(set) var openCount = 0
  private(set) var appearances = 0
  private(set) var isBusy = false
  private(set) var isAway = false
  private let idleSubject = PassthroughSubject<Void, Never>()

  var screens: [TextScreen] {
    [
      TextScreen("form", about: "All kinds of elements.") { [self] _ in instance(form) },
      TextScreen("note", about: "A text.", argument: "TEXT") { [self] argument throws(CommandError) in
        guard argument != "bad" else { throw CommandError("This is not a note.") }
        return instance(NoteView(argument ?? "blank", form))
      },
    ]
  }

  var commands: [Command] {
    [
      Command("away", "leave for a while") { [self] _, _ in isAway = true },
      Command("hang", "be busy without end") { [self] _, _ in isBusy = true },
      Command("work", "change the form when nothing else happens") { [self] _, _ in
        isBusy = true
        Task {
          form.label.text = "done"
          form.canvas.display()
          isBusy = false
          idleSubject.send()
        }
      },
    ]
  }

  /// Ends what "hang" has begun.
  func rest() {
    isBusy = false
    idleSubject.send()
  }

  var greeting: String? { "Welcome." }
  var status: String? { isAway ? "away" : nil }
  var idle: AnyPublisher<Void, Never> { idleSubject.eraseToAnyPublisher() }

  private func instance(_ view: any ScreenView) -> TextScreenInstance {
    openCount += 1
    return TextScreenInstance(view, appear: { [self] in appearances += 1 }, close: { [self] in openCount -= 1 })
  }
}

/// Shows what is typed as the label of the form.
@MainActor final class FormView: ScreenView {
  let label = Label("label")
  let name = TextField("name")
  let password = TextField("password", isSecure: true)
  let terms = Switch("acceptedTerms")
  let privacy = Switch("acceptedPrivacy")
  let submit = Button("submit")
  let canvas: Canvas
  private var cancellables: Set<AnyCancellable> = []

  init() {
    canvas = Canvas([label, name, password, terms, privacy, submit])
    submit.isEnabled = false
    terms.isOnPublisher.assign(to: \.isEnabled, on: submit).store(in: &cancellables)
    submit.addAction { [label, name] in label.text = name.text }
  }
}

/// A text; each note changes the form below it when it opens.
@MainActor final class NoteView: ScreenView {
  let canvas: Canvas

  init(_ text: String, _ form: FormView) {
    let label = Label("text")
    label.text = text
    canvas = Canvas([label])
    form.label.text = text
    form.canvas.display()
  }
}
