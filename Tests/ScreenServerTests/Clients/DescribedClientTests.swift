import Descriptions
import Testing

@testable import ScreenServer

/// What the generators make of the descriptions of Swift types.
@MainActor @Suite struct DescribedClientTests {
  @Test func `a list has typed rows and events that are refused`() {
    let screens = [AnyScreen(.shelf), AnyScreen(.shelfBook)]
    let python = ScreenServer.client(.python, screens: screens)
    #expect(
      python.contains("    rows: Sequence[ShelfRow]\n    \"\"\"The books. Its elements are told apart by `id`.\"\"\"\n")
    )
    #expect(python.contains("        Refused for a row that is not in `rows`.\n"))
    #expect(python.contains("        Refused while the state has a reason in `save_disabled_reason`.\n"))
    #expect(python.contains("    def result(self) -> Review | None:\n"))
    let typescript = ScreenServer.client(.typescript, screens: screens)
    #expect(typescript.contains("  readonly rows: ReadonlyArray<ShelfRow>;\n"))
    #expect(typescript.contains("export class BookScreen extends Screen<ShelfBookState, Review> {\n"))
  }

  @Test func `a description of several lines keeps its empty ones`() {
    let form = ScreenShapes(
      name: "form", about: "A form.\n\nFor reviews.", parameters: FormParameters.shape,
      state: FormState.shape, events: FormEvent.shape, result: nil)
    let python = ScreenServer.client(.python, name: "core", version: "1", shapes: [form])
    #expect(python.contains("A form.\n\n"))
    let typescript = ScreenServer.client(.typescript, name: "core", version: "1", shapes: [form])
    #expect(typescript.contains("A form.\n *\n"))
  }

  @Test func `an event with several values and a required parameter are typed`() {
    let form = ScreenShapes(
      name: "form", about: "A form.", parameters: FormParameters.shape, state: FormState.shape,
      events: FormEvent.shape, result: nil)
    let python = ScreenServer.client(.python, name: "core", version: "1", shapes: [form])
    let options = "if_rev: int | None = None, timeout: float | None = None"
    #expect(python.contains("    def form_was_sent(self, *, mood: Mood, weight: float, \(options)) -> int:\n"))
    #expect(python.contains("{\"type\": \"formWasSent\", \"mood\": mood, \"weight\": weight}"))
    #expect(
      python.contains("    def open_form(self, id: str, page: int | None = None, *, timeout: float | None = None)"))
    #expect(python.contains("\"form\", {**{\"id\": id}, **_present({\"page\": page})}, timeout)"))
    #expect(python.contains("MOOD_LABELS: Mapping[str, str] = {\n    \"good\": \"Good.\",\n    \"bad\": \"Bad.\",\n}"))
    let typescript = ScreenServer.client(.typescript, name: "core", version: "1", shapes: [form])
    #expect(
      typescript.contains(
        "export const MoodLabels: { readonly [word in Mood]: string } = {\n  good: \"Good.\",\n  bad: \"Bad.\",\n};"))
    #expect(typescript.contains("formWasSent(values: { readonly mood: Mood; readonly weight: number }, options"))
    #expect(typescript.contains("  readonly id: string;\n"))
    #expect(typescript.contains("  readonly page?: number;\n"))
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
    EventCase(formWasSent, ("mood", "weight"), "The form was sent.")
  ]
}
