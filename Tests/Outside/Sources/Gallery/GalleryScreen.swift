import Foundation
public import Screens

/// How an upload stands, in the app's own words.
enum Standing: String, Choice {
  case waiting, sent, broken

  var label: String { self == .broken ? "stopped" : rawValue }
}

/// An amount of money, as an app of its own writes it.
struct Price: JSONRecord, Hashable, Sendable {
  var amount: Decimal
  var currency: String

  static let record = Codec(Price.init(amount:currency:), \.amount, \.currency)
    .asMoney
}

struct Sender: DescribedObject {
  var name = "Ada"
  var unread = 2
  var token = "t-1"

  static let fields: Fields<Sender> = [
    Field(\.name, "Who sends.").labelled("Called"), Field(\.unread, "What was not read.", as: .badge),
    Field(\.token, "What a program needs.").forPrograms(),
  ]
}

/// Every role and every type that has a meaning of its own.
struct GalleryState: ScreenState {
  var heading = "Uploads"
  var subheading = "of this week"
  var problem: String?
  var result: String?
  var explanation = "What is sent stays on the server."
  var state = "Delayed"
  var tone = Tone.caution
  var outcome = "Still on its way"
  var standing = Standing.waiting
  var messages = 3
  var people = 1_200
  var share = 0.256
  var sent: Double? = 0.4
  var left: Double?
  var took = 3_905
  var cost = Price(amount: Decimal(string: "1234.5")!, currency: "EUR")
  var weight = Decimal(string: "2.50")!
  var seen = Date(timeIntervalSince1970: 978_307_200)
  var changed: Date
  var quiet: String?
  var silence: String?
  var names = ["Ada", "Eve"]
  var sender = Sender()
  var secretNumber = "1815"
  var token = "t-1"
  var birthday = LocalDate("1815-12-10")!
  var opens = TimeOfDay("09:00")!
  var meeting = LocalDateTime("2026-11-27T09:00")!
  var call = ZonedDateTime(LocalDateTime("2026-11-27T09:00")!, zone: "Europe/Berlin")
  var site = Link("https://example.com/books?a=1")
  var trap = Link("javascript:alert(1)")
  var telephone = Link("tel:+49301234")
  var cover = Picture(Link("https://pictures.example/red.png"), words: "A red square")
  var lost = Picture(Link("https://elsewhere.example/red.png"), words: "What is not there")
  var text = RichText(
    "Buy **milk** and *two* `eggs`, see [the shop](https://example.com) or [here](javascript:alert(1)).\n- one\n- <b>two</b>"
  )
  var program = "let x = 1\nprint(x)"
  var story = "Once\nupon a time."
  var messagesADay = Series(
    unit: "messages",
    lines: [
      .init("Ada", [.init(day: LocalDate("2026-11-26")!, 4), .init(day: LocalDate("2026-11-27")!, 2)]),
      .init("Eve", [.init(day: LocalDate("2026-11-26")!, -1)]),
    ])
  var heights = Series(unitOfX: "km", unit: "m", lines: [.init("", [.init(0, 120), .init(2.5, 640)])])
  var isSending = false
  var sendingReason: String?
  var isRetryHidden = true

  var isBusy: Bool { false }

  static let fields: Fields<GalleryState> = [
    Field(\.heading, "The heading.", as: .title), Field(\.subheading, "Below it.", as: .subtitle),
    Field(\.problem, "Why it failed.", as: .failure), Field(\.result, "What was done.", as: .success),
    Field(\.explanation, "What it means.", as: .note),
    Field(\.state, "How it stands.").shownAsStatus(tone: \.tone), Field(\.tone, "How good that is."),
    Field(\.outcome, "How it ended.").shownAsStatus(by: \.standing, [.sent: .positive, .broken: .negative]),
    Field(\.standing, "How it ended, for programs."),
    Field(\.messages, "How many wait.", as: .badge), Field(\.people, "How many there are.", as: .count),
    Field(\.share, "Its share.", as: .percent), Field(\.sent, "How much is sent.", as: .progress),
    Field(\.left, "How much is left, if that is known.", as: .progress),
    Field(\.took, "How long it took.", as: .duration), Field(\.cost, "What it costs."),
    Field(\.weight, "What it weighs.").labelled("Weight in kg"),
    Field(\.seen, "When it was seen.", as: .relativeTime),
    Field(\.changed, "When it was changed."), Field(\.quiet, "Nothing to say."),
    Field(\.silence, "Whose absence says something.").shownWhenEmpty(), Field(\.names, "Who sends."),
    Field(\.sender, "Who sends most."), Field(\.secretNumber, "A secret.", .isPrivate(as: "•••")),
    Field(\.token, "What a program needs.").forPrograms(),
    Field(\.birthday, "A day.").inSection("Dates"), Field(\.opens, "A time.").inSection("Dates"),
    Field(\.meeting, "A time of a day.").inSection("Dates"), Field(\.call, "A time somewhere.").inSection("Dates"),
    Field(\.site, "A link.").inSection("Addresses"),
    Field(\.trap, "An address that leads nowhere.").inSection("Addresses"),
    Field(\.telephone, "A scheme that the app allows.").inSection("Addresses"),
    Field(\.cover, "A picture.").inSection("Addresses"),
    Field(\.lost, "A picture that is not there.").inSection("Addresses"),
    Field(\.text, "A text with emphasis."), Field(\.program, "A program.", as: .code),
    Field(\.story, "A long text.", as: .longText),
    Field(\.messagesADay, "A chart over days.").labelled("Messages a day"),
    Field(\.heights, "A chart over numbers."), Field(\.isSending, "Whether work goes on.", as: .activity),
    Field(\.sendingReason, "Why nothing can be sent."), Field(\.isRetryHidden, "Whether nothing can be tried again."),
  ]

  static let samples = [GalleryState(changed: Date(timeIntervalSince1970: 0))]
}

/// Every kind of event without a row.
enum GalleryEvent: ScreenEvent {
  case sendButtonWasTapped
  case failButtonWasTapped
  case workButtonWasTapped
  case refreshButtonWasTapped
  case retryButtonWasTapped
  case stopButtonWasTapped
  case clearButtonWasTapped
  case eraseButtonWasTapped
  case entriesButtonWasTapped

  static let cases: [EventCase<GalleryEvent>] = [
    EventCase(.sendButtonWasTapped, "Send it.").labelled("Send it now").purpose(.primary)
      .disabled(by: \GalleryState.sendingReason),
    EventCase(.failButtonWasTapped, "Let it fail.").idempotent(),
    EventCase(.workButtonWasTapped, "Begin work that goes on."),
    EventCase(.refreshButtonWasTapped, "Ask for the present state.").purpose(.refresh).idempotent(),
    EventCase(.retryButtonWasTapped, "Try again.").hidden(by: \GalleryState.isRetryHidden),
    EventCase(.stopButtonWasTapped, "Stop what goes on.").purpose(.cancel),
    EventCase(.clearButtonWasTapped, "Remove what is shown.").destructive(),
    EventCase(.eraseButtonWasTapped, "Remove everything.")
      .destructive(asking: EventQuestion("Remove everything?", confirm: "Remove")).notForAssistants(),
    EventCase(.entriesButtonWasTapped, "Show what can be entered.").purpose(.navigate),
  ]
}

final class GalleryViewModel: ViewModel {
  let eventSubject = EventSubject<GalleryEvent>()
  @Published private(set) var state: GalleryState
  var statePublisher: Published<GalleryState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    state = GalleryState(changed: environment.now())
    cancellable = eventSubject.sink { [unowned self] event in
      switch event {
      case .sendButtonWasTapped: finish(.sent, "All is sent.")
      case .failButtonWasTapped: fail()
      case .workButtonWasTapped:
        state.isSending = true
        state.sendingReason = "It is being sent."
      case .refreshButtonWasTapped: state.messages += 1
      case .retryButtonWasTapped, .stopButtonWasTapped: state = GalleryState(changed: environment.now())
      case .clearButtonWasTapped: state.messages = 0
      case .eraseButtonWasTapped: state.heading = "Nothing is left"
      case .entriesButtonWasTapped: try? environment.navigator.open(.entries, NoParameters())
      }
    }
  }

  private func finish(_ standing: Standing, _ text: String) {
    state.standing = standing
    state.outcome = standing.label
    state.sent = 1
    state.result = text
    state.problem = nil
  }

  private func fail() {
    finish(.broken, "")
    state.result = nil
    state.problem = "The server is away."
    state.sent = nil
    state.tone = .negative
    state.isRetryHidden = false
  }
}

extension Screen<GalleryViewModel> {
  static var gallery: Self {
    Screen("gallery", about: "What a description can say of a value.") { GalleryViewModel($1) }
  }
}

extension AppDefinition {
  /// An app that shows what each description looks like.
  public static let gallery = AppDefinition(
    screens: [AnyScreen(.gallery), AnyScreen(.entries), AnyScreen(.messages)],
    prepare: { environment in
      environment.linkSchemes.insert("tel")
      environment.pictures = PictureSource { link in
        link.description == "https://pictures.example/red.png" ? redSquare : nil
      }
    })

  /// A picture of one red pixel.
  private static let redSquare = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")!)
}
