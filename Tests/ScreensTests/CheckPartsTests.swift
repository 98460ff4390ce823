import ExpectSupport
import Foundation
import Screens
import Testing

/// Each mistake in what is inside of states, events and parameters is named.
@Suite struct CheckPartsTests {
  private func mistakes<State: ScreenState>(_ state: State.Type) -> [String] {
    let screen = Screen<StateModel<State>>("state", about: "A state.") { _, _ in StateModel(State.samples[0]) }
    return AnyScreen.check([AnyScreen(screen)]).map(\.description)
  }

  @Test func `names a property of a row, or of a value inside of it, that is in no field`() {
    struct Author: DescribedObject {
      var name = ""
      var age = 7
      static let fields: Fields<Author> = [Field(\.name, "The name.")]
    }
    struct Row: ListRow {
      let id: Int
      var author: Author? = Author()
      var half: Int { id / 2 }
      var pages = 1
      static let fields: Fields<Row> = [
        Field(\.id, "The ID."), Field(\.author, "The author."), Field(\.half, "A half."),
      ]
    }
    struct Shelf: ScreenState {
      var rows = [Row(id: 1), Row(id: 2)]
      var isBusy: Bool { false }
      static let fields: Fields<Shelf> = [Field(\.rows, "The rows.")]
      static let samples = [Shelf()]
    }
    expectEqual(
      mistakes(Shelf.self),
      [
        "Row: the field \"A half.\" needs a name, because its property is computed or has no size; give it one by `name:`.",
        "Row: the property \"pages\" is in no field; leave it out by `.leftOut(\\.pages)`.",
        "Author: the property \"age\" is in no field; leave it out by `.leftOut(\\.age)`.",
      ])
  }

  @Test func `names a file in a state or inside of it, in parameters and in an event`() {
    struct Row: ListRow {
      let id: Int
      var attachment: FileReference?
      static let fields: Fields<Row> = [Field(\.id, "The ID."), Field(\.attachment, "A file.")]
    }
    struct Mail: ScreenState {
      var rows = [Row(id: 1)]
      var isBusy: Bool { false }
      static let fields: Fields<Mail> = [Field(\.rows, "The rows.")]
      static let samples = [Mail()]
    }
    let sentence = "it has a FileReference; keep the file in the view model, and show its name or its size."
    expectEqual(mistakes(Mail.self), ["Mail: \(sentence)"])
    struct Draft: OptionalParameters {
      var file = FileReference(name: "a", bytes: [])
      static let fields: Fields<Draft> = [Field(\.file, "A file.")]
    }
    enum Sending: ScreenEvent {
      case wasSent(FileReference)
      static let cases: [EventCase<Sending>] = [EventCase(wasSent, member: "file", "It was sent.")]
    }
    let screens = [
      AnyScreen(Screen<FixedModel<Draft>>("draft", about: "A draft.") { _, _ in FixedModel() }),
      AnyScreen(Screen<EventModel<Sending>>("sending", about: "It sends.") { _, _ in EventModel() }),
    ]
    let found = AnyScreen.check(screens).map(\.description)
    #expect(found.contains("Draft: \(sentence)") && found.contains("Sending: \(sentence)"), "\(found)")
  }

  @Test func `names a row whose identity is not its field`() {
    struct Anonymous: ListRow {
      let id: Int
      static let fields: Fields<Anonymous> = [.leftOut(\.id)]
    }
    struct Disguised: ListRow {
      let id: Int
      var number = 7
      static let fields: Fields<Disguised> = [Field(\.number, name: "id", "A number."), .leftOut(\.id)]
    }
    struct Shelf: ScreenState {
      var anonymous: [Anonymous] = []
      var disguised: [Disguised]? = [Disguised(id: 1)]
      var isBusy: Bool { false }
      static let fields: Fields<Shelf> = [Field(\.anonymous, "Rows."), Field(\.disguised, "Rows.")]
      static let samples = [Shelf()]
    }
    expectEqual(
      mistakes(Shelf.self),
      [
        "Anonymous: it has no field \"id\", by which a list knows its rows.",
        "Disguised: the field \"id\" is not the identity.",
      ])
  }

  @Test func `names two rows of one identity`() {
    struct Row: ListRow {
      let id: String
      var parts: [Row2] = []
      static let fields: Fields<Row> = [Field(\.id, "The ID."), Field(\.parts, "Parts.")]
    }
    struct Row2: ListRow {
      let id: Int
      static let fields: Fields<Row2> = [Field(\.id, "The ID.")]
    }
    struct Shelf: ScreenState {
      var rows = [Row(id: "a"), Row(id: "b", parts: [Row2(id: 7), Row2(id: 7)]), Row(id: "a")]
      var isBusy: Bool { false }
      static let fields: Fields<Shelf> = [Field(\.rows, "The rows.")]
      static let samples = [Shelf()]
    }
    expectEqual(
      mistakes(Shelf.self),
      [
        "Shelf: two rows of \"rows\" have the identity \"a\".", "Row: two rows of \"parts\" have the identity 7.",
      ])
  }

  @Test func `names two types of one title that have the same words`() {
    enum Shop { enum Tone: String, Choice { case loud, quiet } }
    enum Bank { enum Tone: String, Choice { case loud, quiet } }
    struct Tones: ScreenState {
      var shop: [Shop.Tone] = []
      var isBusy: Bool { false }
      static let fields: Fields<Tones> = [Field(\.shop, "The shop's.")]
      static let samples = [Tones()]
    }
    enum ToneEvent: ScreenEvent {
      case changed(Bank.Tone?)
      static let cases: [EventCase<ToneEvent>] = [EventCase(changed, member: "tone", "The bank's.")]
    }
    let screen = Screen<DescribedModel<Tones, ToneEvent>>("tones", about: "Tones.") { _, _ in DescribedModel(Tones()) }
    expectEqual(AnyScreen.check([AnyScreen(screen)]).map(\.description), ["Tone: two types have this title."])
  }

  @Test func `names two states of one title, and no state that two screens have`() {
    enum Shop {
      struct Tone: ScreenState {
        var volume = 1
        var isBusy: Bool { false }
        static let fields: Fields<Tone> = [Field(\.volume, "How loud.")]
        static let samples = [Tone()]
      }
    }
    enum Bank {
      struct Tone: ScreenState {
        var pitch = 1
        var isBusy: Bool { false }
        static let fields: Fields<Tone> = [Field(\.pitch, "How high.")]
        static let samples = [Tone()]
      }
    }
    func screen<State: ScreenState>(_ name: String, _ state: State) -> AnyScreen {
      AnyScreen(Screen<StateModel<State>>(name, about: "A tone.") { _, _ in StateModel(state) })
    }
    expectEqual(AnyScreen.check([screen("a", Shop.Tone()), screen("b", Shop.Tone())]), [])
    let mistakes = AnyScreen.check([screen("a", Shop.Tone()), screen("b", Bank.Tone())])
    expectEqual(mistakes.map(\.description), ["Tone: two types have this title."])
  }

  @Test func `names a private value that cannot be hidden`() {
    struct Account: DescribedObject {
      var balance: Int? = 7
      static let fields: Fields<Account> = [Field(\.balance, "The balance.", .isPrivate(as: nil))]
    }
    struct Bank: ScreenState {
      let main = Account()
      var other = Account()
      var isBusy: Bool { false }
      static let fields: Fields<Bank> = [Field(\.main, "An account."), Field(\.other, "An account.")]
      static let samples = [Bank()]
    }
    expectEqual(
      mistakes(Bank.self),
      [
        "Bank: the value of \"main\" has private fields, and cannot be hidden: it needs a variable."
      ])
  }

  @Test func `names a number that JSON does not have`() {
    struct Point: DescribedObject {
      var x = Double.nan
      static let fields: Fields<Point> = [Field(\.x, "A coordinate.")]
    }
    struct Numbers: ScreenState {
      var ratio = Double.infinity
      var ratios: [Double?] = [1, nil, .nan]
      var amount: Decimal? = .nan
      var fine: Decimal = 1 / 3
      var point = Point()
      var isBusy: Bool { false }
      static let fields: Fields<Numbers> = [
        Field(\.ratio, "A number."), Field(\.ratios, "Numbers."), Field(\.amount, "An amount."),
        Field(\.fine, "An amount."), Field(\.point, "A point."),
      ]
      static let samples = [Numbers()]
    }
    expectEqual(
      mistakes(Numbers.self),
      [
        "Numbers: the value of \"amount\" is not the same after it was written and read.",
        "Numbers: the value of \"ratio\" is not the same after it was written and read.",
        "Numbers: the value of \"ratios\" is not the same after it was written and read.",
        "Point: the value of \"x\" is not the same after it was written and read.",
      ])
  }

  @Test func `names a required parameter of a screen that opens without`() {
    struct Order: OptionalParameters {
      var id = 0
      static let fields: Fields<Order> = [Field(required: \.id, "The ID.")]
    }
    let screen = Screen<FixedModel<Order>>("order", about: "An order.") { _, _ in FixedModel() }
    expectEqual(
      AnyScreen.check([AnyScreen(screen)]).map(\.description),
      [
        "Order: the parameter \"id\" is required; conform to ScreenParameters in place of OptionalParameters."
      ])
  }

  @Test func `names an event whose values cannot be written or found`() {
    struct Mute: JSONReadable, Equatable {
      static var shape: Shape { .nothing }
      static var example: Mute { Mute() }
      init() {}
      init?(_ json: JSONText) {}
    }
    enum Speaking: ScreenEvent, CustomReflectable {
      case muted(Mute, Int)
      case written(id: Int, text: String)
      var customMirror: Mirror { Mirror(self, children: []) }
      static let cases: [EventCase<Speaking>] = [
        EventCase(muted, members: ("mute", "number"), name: "muted", "Mute."),
        EventCase(written, members: ("id", "text"), name: "written", "Without a closure."),
      ]
    }
    let screen = Screen<EventModel<Speaking>>("speaking", about: "Events.") { _, _ in EventModel() }
    expectEqual(
      AnyScreen.check([AnyScreen(screen)]).map(\.description),
      [
        "Speaking: of the event \"muted\", the value of \"mute\" cannot be written: it needs JSONWritable.",
        "Speaking: the event \"written\" does not recognise its own value; give it a closure by `extract:`.",
      ])
  }

  @Test func `names the member of an event that is not a plain identifier, or that is there twice`() {
    enum Odd: ScreenEvent {
      case one(Int, Int)
      case two(Int, Int)
      case three(Int, Int)
      static let cases: [EventCase<Odd>] = [
        EventCase(one, members: ("a-b", "c"), "1."), EventCase(two, members: ("a", "type"), "2."),
        EventCase(three, members: ("a", "a"), "3."),
      ]
    }
    let screen = Screen<EventModel<Odd>>("odd", about: "Events.") { _, _ in EventModel() }
    expectEqual(
      AnyScreen.check([AnyScreen(screen)]).map(\.description),
      [
        "Odd: the name \"a-b\" is not a plain identifier, or is taken.",
        "Odd: the name \"type\" is not a plain identifier, or is taken.",
        "Odd: the name \"a\" is not a plain identifier, or is taken.",
      ])
  }

  @Test func `names an outcome that is lost on the way`() {
    struct Result: ScreenOutcome {
      var number = 7
      static var shape: Shape { .integer() }
      static var example: Result { Result() }
      init() {}
      init?(_ json: JSONText) { number = 8 }
      func write(to writer: inout JSONWriter) { writer.write(number) }
    }
    final class Model: ViewModel {
      typealias Outcome = Result
      let eventSubject = EventSubject<NoEvent>()
      @Published private(set) var state = NoState()
      var statePublisher: Published<NoState>.Publisher { $state }
    }
    let screen = Screen<Model>("result", about: "A result.") { _, _ in Model() }
    expectEqual(
      AnyScreen.check([AnyScreen(screen)]).map(\.description),
      [
        "Result: its example is not the same after it was written and read."
      ])
  }
}
