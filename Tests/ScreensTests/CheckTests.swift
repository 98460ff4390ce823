import ExpectSupport
import Screens
import Testing

/// Each mistake in a description is named.
@Suite struct CheckTests {
  private func mistakes<State: ScreenState>(_ state: State.Type) -> [String] {
    let screen = Screen<StateModel<State>>("state", about: "A state.") { _, _ in StateModel(State.samples[0]) }
    return AnyScreen.check([AnyScreen(screen)]).map(\.description)
  }

  private func mistakes<Event: ScreenEvent>(_ event: Event.Type) -> [String] {
    let screen = Screen<EventModel<Event>>("event", about: "Events.") { _, _ in EventModel() }
    return AnyScreen.check([AnyScreen(screen)]).map(\.description)
  }

  @Test func `finds nothing in a described screen`() {
    expectEqual(AnyScreen.check([AnyScreen(.book)]), [])
  }

  @Test func `names a property that is in no field`() {
    struct Forgetful: ScreenState {
      var shown = 1
      var forgotten = 2
      var omitted = 3
      var isBusy = false
      static let fields: Fields<Forgetful> = [Field(\.shown, "Shown."), .leftOut(\.omitted)]
      static let samples = [Forgetful()]
    }
    expectEqual(
      mistakes(Forgetful.self),
      [
        "Forgetful: the property \"forgotten\" is in no field; leave it out by `.leftOut(\\.forgotten)`."
      ])
  }

  @Test func `names a computed field without a name`() {
    struct Computing: ScreenState {
      var number = 1
      var double: Int { number * 2 }
      var half: Int { number / 2 }
      var isBusy: Bool { false }
      static let fields: Fields<Computing> = [
        Field(\.number, "The number."), Field(\.double, "Twice the number."),
        Field(\.half, name: "half", "Half the number."),
      ]
      static let samples = [Computing()]
    }
    expectEqual(
      mistakes(Computing.self),
      [
        "Computing: the field \"Twice the number.\" needs a name, because its property is computed or has no size; give it one by `name:`."
      ])
    expectEqual(Computing().text, #"{"half":0,"number":1}"#)
  }

  @Test func `names a field without a size`() {
    enum Only: String, CaseIterable, Sendable, Described, JSONWritable { case value }
    struct Sizeless: ScreenState {
      var number = 1
      var only = Only.value
      var isBusy: Bool { false }
      static let fields: Fields<Sizeless> = [
        Field(\.number, "The number."), Field(\.only, name: "only", "Named."), Field(\.only, "Without a name."),
      ]
      static let samples = [Sizeless()]
    }
    expectEqual(
      mistakes(Sizeless.self),
      [
        "Sizeless: the field \"Without a name.\" needs a name, because its property is computed or has no size; "
          + "give it one by `name:`."
      ])
  }

  @Test func `names a field that is no plain identifier, and one that occurs twice`() {
    struct Misnamed: ScreenState {
      var one = 1
      var two = 2
      var three = 3
      var isBusy: Bool { false }
      static let fields: Fields<Misnamed> = [
        Field(\.one, name: "quote-me", "One."), Field(\.two, name: "same", "Two."),
        Field(\.three, name: "same", "Three."),
      ]
      static let samples = [Misnamed()]
    }
    expectEqual(
      mistakes(Misnamed.self),
      [
        "Misnamed: the name \"quote-me\" is not a plain identifier.", "Misnamed: two fields have the name \"same\".",
      ])
  }

  @Test func `names two types of one title`() {
    enum Shop {
      enum Tone: String, CaseIterable, Sendable, Described, JSONWritable { case loud, shrill }
    }
    enum Bank {
      enum Tone: String, CaseIterable, Sendable, Described, JSONWritable { case quiet, silent }
    }
    struct Tones: ScreenState {
      var shop = Shop.Tone.loud
      var bank = Bank.Tone.quiet
      var isBusy: Bool { false }
      static let fields: Fields<Tones> = [Field(\.shop, "The shop's."), Field(\.bank, "The bank's.")]
      static let samples = [Tones()]
    }
    expectEqual(mistakes(Tones.self), ["Tone: two types have this title."])
  }

  @Test func `names a value that is lost on the way`() {
    struct Rounded: JSONReadable, JSONWritable, Equatable {
      var number = 1
      static var shape: Shape { .integer() }
      static var example: Rounded { Rounded() }
      init(number: Int = 1) { self.number = number }
      init?(_ json: JSONText) { self.init(number: (json.integer() ?? 0) / 10) }
      func write(to writer: inout JSONWriter) { writer.write(number) }
    }
    struct Rounding: ScreenState {
      var number = Rounded(number: 7)
      var isBusy: Bool { false }
      static let fields: Fields<Rounding> = [Field(\.number, "The number.")]
      static let samples = [Rounding()]
    }
    enum RoundingEvent: ScreenEvent {
      case numberChanged(Rounded)
      static let cases: [EventCase<RoundingEvent>] = [EventCase(numberChanged, member: "number", "A number.")]
    }
    expectEqual(
      mistakes(Rounding.self), ["Rounding: the value of \"number\" is not the same after it was written and read."])
    expectEqual(
      mistakes(RoundingEvent.self),
      [
        "RoundingEvent: the event \"numberChanged\" is not the same after it was written and read."
      ])
  }

  @Test func `names an event of a type that describes itself`() {
    enum Speaking: ScreenEvent, CustomStringConvertible {
      case anonymous
      case unread(Int)
      case tapped
      case typed(String)

      var description: String { "an event" }

      static let cases: [EventCase<Speaking>] = [
        EventCase(.anonymous, "Without a name."),
        EventCase(unread, member: "number", name: "unread", "Without a closure."),
        EventCase(.tapped, name: "tapped", "With a name."),
        EventCase(typed, member: "text", name: "typed", "With both.") {
          if case .typed(let text) = $0 { text } else { nil }
        },
      ]
    }
    expectEqual(
      mistakes(Speaking.self),
      [
        "Speaking: the event \"Without a name.\" has no name, and its type describes itself; give it one by `name:`.",
        "Speaking: the event \"unread\" does not recognise its own value; give it a closure by `extract:`.",
      ])
    expectEqual(Speaking.typed("A").json { _, _ in [] }, Array(#"{"text":"A","type":"typed"}"#.utf8))
  }

  @Test func `names an event that occurs twice`() {
    enum Doubled: ScreenEvent {
      case tapped
      static let cases: [EventCase<Doubled>] = [EventCase(.tapped, "Once."), EventCase(.tapped, "Twice.")]
    }
    expectEqual(
      mistakes(Doubled.self),
      [
        "Doubled: two cases have the name \"tapped\".", "Doubled: another case describes the event \"tapped\", too.",
      ])
  }

  @Test func `names a parameter that cannot be read`() {
    struct Fixed: OptionalParameters {
      let id = 7
      static let fields: Fields<Fixed> = [Field(\.id, "The ID.")]
    }
    let screen = Screen<FixedModel<Fixed>>("fixed", about: "Fixed.") { _, _ in FixedModel() }
    expectEqual(
      AnyScreen.check([AnyScreen(screen)]).map(\.description),
      [
        "Fixed: the parameter \"id\" cannot be read: it needs a variable of a type that is JSONReadable."
      ])
  }

  @Test func `names the properties of a state that an event needs and that are in no field`() {
    struct Row: ListRow {
      let id: Int
      static let fields: Fields<Row> = [Field(\.id, "The ID.")]
    }
    struct Shelf: ScreenState {
      var books: [Row] = []
      var reason = ""
      var hiddenBooks: [Row] = []
      var hiddenReason: String?
      var isBusy: Bool { false }
      static let fields: Fields<Shelf> = [
        Field(\.books, "The books."), Field(\.reason, "A text."), .leftOut(\.hiddenBooks), .leftOut(\.hiddenReason),
      ]
      static let samples = [Shelf()]
    }
    enum ShelfEvent: ScreenEvent {
      case one
      case two(Int)
      case three(String)
      case four
      case five(String)
      case six
      case seven(Int?)
      case eight(Int)
      static let cases: [EventCase<ShelfEvent>] = [
        EventCase(.one, "1.").disabled(by: \Shelf.hiddenReason),
        EventCase(two, member: "id", "2.").row(of: \Shelf.hiddenBooks),
        EventCase(three, member: "id", "3.").row(of: \Shelf.books),
        EventCase(.four, "4.").row(of: \Shelf.books), EventCase(five, member: "text", "5.").field(\Shelf.hiddenReason),
        EventCase(.six, "6.").field(\Shelf.reason), EventCase(seven, member: "id", "7.").row(of: \Shelf.books),
        EventCase(eight, member: "id", "8.").chosen(from: \Shelf.books),
      ]
    }
    let screen = Screen<DescribedModel<Shelf, ShelfEvent>>("shelf", about: "A shelf.") { _, _ in DescribedModel(Shelf())
    }
    expectEqual(
      AnyScreen.check([AnyScreen(screen)]).map(\.description),
      [
        "ShelfEvent: the event \"one\" is disabled by a text that is in no field of the state.",
        "ShelfEvent: the event \"two\" is about a row of a list that is in no field of the state.",
        "ShelfEvent: the event \"three\" is about a row of \"books\", and its first value is not of the type Int.",
        "ShelfEvent: the event \"four\" is about a row of \"books\", and has no value.",
        "ShelfEvent: the event \"five\" is about a property that is in no field of the state.",
        "ShelfEvent: the event \"six\" is about the field \"reason\", and has no value.",
        "ShelfEvent: the event \"eight\" is a choice, and needs one value and a field that shows it; name it by `field(_:)`.",
      ])
  }

  @MainActor @Test(.exitTest) func `stops a debug build at its start`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let screen = Screen<StateModel<Unnamed>>("unnamed", about: "A state.") { _, _ in StateModel(Unnamed()) }
        _ = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(screen)]))
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Unnamed: the field \"The number.\" needs a name"))
  }

  @MainActor @Test(.exitTest) func `stops a debug build when a screen opens with a forgotten property`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let screen = Screen<StateModel<Forgetful>>("forgetful", about: "A state.") { _, _ in StateModel(Forgetful()) }
        _ = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(screen)])).open(screen)
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Forgetful: the property \"forgotten\""))
  }

  @MainActor @Test(.exitTest) func `stops a debug build when an event is sent that no case describes`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let screen = Screen<EventModel<Partial>>("partial", about: "Events.") { _, _ in EventModel() }
        let instance = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(screen)])).open(screen)
        instance.model.eventSubject.send(.described)
        instance.model.eventSubject.send(.forgotten(7))
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Partial: no case describes the event forgotten."))
  }
}

private struct Unnamed: ScreenState {
  var number: Int { 7 }
  var isBusy: Bool { false }
  static let fields: Fields<Unnamed> = [Field(\.number, "The number.")]
}

/// Declares no sample, so `AnyScreen.check(_:)` sees no value of it.
private struct Forgetful: ScreenState {
  var number = 7
  var forgotten = 8
  var isBusy: Bool { false }
  static let fields: Fields<Forgetful> = [Field(\.number, "The number.")]
}

private enum Partial: ScreenEvent {
  case described
  case forgotten(Int)
  static let cases: [EventCase<Partial>] = [EventCase(.described, "In the list.")]
}

enum NoEvent: ScreenEvent {
  case none
  static let cases: [EventCase<NoEvent>] = [EventCase(.none, "Nothing.")]
}

struct NoState: ScreenState {
  var isBusy: Bool { false }
  static let fields: Fields<NoState> = []
}

/// A view model with a state and no events.
final class StateModel<State: ScreenState>: ViewModel {
  let eventSubject = EventSubject<NoEvent>()
  @Published private(set) var state: State
  var statePublisher: Published<State>.Publisher { $state }

  init(_ state: State) { self.state = state }
}

/// A view model with a state and events of any types.
final class DescribedModel<State: ScreenState, Event: ScreenEvent>: ViewModel {
  let eventSubject = EventSubject<Event>()
  @Published private(set) var state: State
  var statePublisher: Published<State>.Publisher { $state }

  init(_ state: State) { self.state = state }
}

/// A view model with events and no state.
final class EventModel<Event: ScreenEvent>: ViewModel {
  let eventSubject = EventSubject<Event>()
  @Published private(set) var state = NoState()
  var statePublisher: Published<NoState>.Publisher { $state }
}

/// A view model with parameters alone.
final class FixedModel<Parameters: ScreenParameters>: ViewModel {
  let eventSubject = EventSubject<NoEvent>()
  @Published private(set) var state = NoState()
  var statePublisher: Published<NoState>.Publisher { $state }
}
