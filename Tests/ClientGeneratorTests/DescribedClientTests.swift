import Descriptions
import ExpectSupport
import JSON
import ScreenDescriptions
import Screens
import Testing

@testable import ClientGenerator

/// What the generators make of the descriptions of Swift types.
@MainActor @Suite struct DescribedClientTests {
  @Test func `a list has typed rows and events that are refused`() {
    let screens = [
      ScreenDescription(
        name: "shelf", about: "A shelf.", parameters: NoParameters.shape, state: ShelfState.shape,
        events: ShelfEvent.shape, result: nil),
      ScreenDescription(
        name: "book", about: "A book.", parameters: NoParameters.shape, state: ShelfBookState.shape,
        events: ShelfBookEvent.shape, result: Review.shape),
    ]
    let python = ClientLanguage.python.client(of: screens, name: "core", version: "1")
    #expect(python.contains("    rows: Sequence[ShelfRow]  # The books. Its elements are told apart by `id`.\n"))
    #expect(python.contains(" Refused for a row that is not in `rows`.\"\"\"\n"))
    #expect(python.contains(" Refused while the state has a reason in `save_disabled_reason`.\n"))
    #expect(python.contains("class BookScreen(_BookScreen[int], Screen[ShelfBookState, Review]): ...\n"))
    let typescript = ClientLanguage.typescript.client(of: screens, name: "core", version: "1")
    #expect(typescript.contains("  readonly rows: ReadonlyArray<ShelfRow>;\n"))
    #expect(typescript.contains("export class BookScreen extends Screen<ShelfBookState, Review> {\n"))
  }

  @Test func `Python writes the records that it sends`() {
    let walk = ScreenDescription(
      name: "walk", about: "Counts steps.", parameters: NoParameters.shape, state: FormState.shape,
      events: WalkEvent.shape, result: nil)
    let client = ClientLanguage.python.client(of: [walk], name: "core", version: "1")
    #expect(client.contains("def steps_were_counted(self, steps: Sequence[Step], *, if_rev: int | None = None, "))
    #expect(client.contains(#"self.send({"type": "stepsWereCounted", "steps": steps}, if_rev, timeout)"#))
    #expect(client.contains("class Step(Record):\n    is_back: bool\n    width: int\n"))
  }

  @Test func `a description of several lines keeps its empty ones`() {
    let form = ScreenDescription(
      name: "form", about: "A form.\n\nFor reviews.", parameters: FormParameters.shape,
      state: FormState.shape, events: FormEvent.shape, result: nil)
    let python = ClientLanguage.python.client(of: [form], name: "core", version: "1")
    #expect(python.contains("A form.\n\n"))
    let typescript = ClientLanguage.typescript.client(of: [form], name: "core", version: "1")
    #expect(typescript.contains("A form.\n *\n"))
  }

  @Test func `an event with several values and a required parameter are typed`() {
    let form = ScreenDescription(
      name: "form", about: "A form.", parameters: FormParameters.shape, state: FormState.shape,
      events: FormEvent.shape, result: nil)
    let python = ClientLanguage.python.client(of: [form], name: "core", version: "1")
    let options = "if_rev: int | None = None, timeout: float | None = None"
    #expect(python.contains("    def form_was_sent(self, *, mood: Mood, weight: float | Typed, \(options)) -> _Int:\n"))
    #expect(python.contains("{\"type\": \"formWasSent\", \"mood\": mood, \"weight\": weight}"))
    #expect(
      python.contains(
        "    def open_form(self, id: str, page: int | Typed | None = None, *, timeout: float | None = None)"))
    #expect(python.contains("\"form\", {**{\"id\": id}, **_present({\"page\": page})}, timeout)"))
    #expect(python.contains("MOOD_LABELS: Mapping[str, str] = {\n    \"good\": \"Good.\",\n    \"bad\": \"Bad.\",\n}"))
    let typescript = ClientLanguage.typescript.client(of: [form], name: "core", version: "1")
    #expect(
      typescript.contains(
        "export const MoodLabels: { readonly [word in Mood]: string } = {\n  good: \"Good.\",\n  bad: \"Bad.\",\n};"))
    #expect(
      typescript.contains("formWasSent(values: { readonly mood: Mood; readonly weight: number | Typed }, options"))
    #expect(typescript.contains("  readonly id: string;\n"))
    #expect(typescript.contains("  readonly page?: number | Typed;\n"))
    let swift = ClientLanguage.swift.client(of: [form], name: "core", version: "1")
    #expect(swift.contains("public func formWasSent(mood: Mood, weight: Double, ifRev"))
    #expect(swift.contains("public func formWasSent(mood: Mood, weight: Typed, ifRev"))
    #expect(typescript.contains("openForm(params: FormParameters, options: CallOptions = {}): Promise<FormScreen> {"))
  }
}

private enum Mood: String, Choice {
  case good, bad

  var label: String { self == .good ? "Good." : "Bad." }
}

private struct FormState: ScreenState {
  var mood = Mood.good
  var isBusy: Bool { false }

  static let fields: Fields<FormState> = [Field(\.mood, "The mood.")]
}

private struct FormParameters: ScreenParameters {
  var id = ""
  var page = 1

  static let fields: Fields<FormParameters> = [Field(required: \.id, "The form."), Field(\.page, "The page.")]
  static var defaults: FormParameters { FormParameters() }
}

private enum FormEvent: ScreenEvent {
  case formWasSent(mood: Mood, weight: Double)

  static let cases: [EventCase<FormEvent>] = [
    EventCase(formWasSent, members: ("mood", "weight"), "The form was sent.")
  ]
}

private struct ShelfRow: ListRow {
  let id: Int
  var title: String

  static let fields: Fields<ShelfRow> = [Field(\.id, "The number."), Field(\.title, "The title.")]
}

private struct ShelfState: ScreenState {
  var rows: [ShelfRow] = []
  var isBusy: Bool { false }

  static let fields: Fields<ShelfState> = [Field(\.rows, "The books.")]
}

private enum ShelfEvent: ScreenEvent {
  case bookWasTapped(Int)

  static let cases: [EventCase<ShelfEvent>] = [
    EventCase(bookWasTapped, member: "id", "Open the book.").row(of: \ShelfState.rows)
  ]
}

private struct Review: ScreenOutcome, JSONRecord {
  var stars: Int

  static let record = Codec(Review.init(stars:), \.stars)
}

private struct ShelfBookState: ScreenState {
  var saveDisabledReason: String?
  var isBusy: Bool { false }

  static let fields: Fields<ShelfBookState> = [Field(\.saveDisabledReason, "Why the review cannot be saved.")]
}

private enum ShelfBookEvent: ScreenEvent {
  case saveButtonWasTapped

  static let cases: [EventCase<ShelfBookEvent>] = [
    EventCase(.saveButtonWasTapped, "Save the review.").disabled(by: \ShelfBookState.saveDisabledReason)
  ]
}

private enum WalkEvent: ScreenEvent {
  case stepsWereCounted([Step])

  static let cases: [EventCase<WalkEvent>] = [EventCase(stepsWereCounted, member: "steps", "The user walked.")]
}

private struct Step: JSONRecord, Equatable {
  var isBack: Bool
  var width: Int

  static let record = Codec(Step.init(isBack:width:), \.isBack, \.width)
}
