import Foundation
import Screens

struct Password: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  func withRevealedText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(text)
  }
}

/// Everything that can be entered, in groups.
struct EntriesState: ScreenState {
  var query = ""
  var account = ""
  var address = ""
  var code = ""
  var passwordEntered = false
  var newPasswordEntered = false
  var accountText: String?
  var stars: Int?
  var price: Decimal?
  var part = 0.5
  var isPublic = false
  var standing = Standing.waiting
  var day = LocalDate("2026-11-27")!
  var time = TimeOfDay("09:00")!
  var site = Link("")
  var body = ""
  var saved: String?
  var saveReason: String? = "The account is missing."

  var isBusy: Bool { false }

  static let fields: Fields<EntriesState> = [
    Field(\.query, "What is looked for.", as: .search).prompting("A word"),
    Field(\.account, "Who signs in.", as: .userName).inSection("Sign in"),
    Field(\.accountText, "What is wrong with it.", as: .note).inSection("Sign in"),
    Field(\.address, "Where mail goes.", as: .emailAddress).inSection("Sign in"),
    Field(\.passwordEntered, "Whether there is a password.").forPrograms().inSection("Sign in"),
    Field(\.newPasswordEntered, "Whether there is a new one.").forPrograms().inSection("Sign in"),
    Field(\.code, "What a message has said.", as: .oneTimeCode).inSection("Sign in"),
    Field(\.stars, "How good it is.").inSection("Review"),
    Field(\.price, "What it costs.").bounded(from: 0, to: 99.5, step: 0.5).inSection("Review"),
    Field(\.part, "How much of it.").inSection("Review"),
    Field(\.isPublic, "Whether all see it.").labelled("All may see it").inSection("Review"),
    Field(\.standing, "How it stands.").inSection("Review"), Field(\.day, "When.").inSection("Review"),
    Field(\.time, "At which time.").inSection("Review"), Field(\.site, "Where.").inSection("Review"),
    Field(\.body, "What you say.", as: .longText).inSection("Review"),
    Field(\.saved, "What was saved.", as: .success), Field(\.saveReason, "Why it cannot be saved."),
  ]

  static let samples = [EntriesState()]
}

enum EntriesEvent: ScreenEvent {
  case queryChanged(String)
  case accountChanged(String)
  case addressChanged(String)
  case codeChanged(String)
  case passwordChanged(Password)
  case newPasswordChanged(Password)
  case starsChanged(Int?)
  case priceChanged(Decimal?)
  case partChanged(Double)
  case publicChanged(Bool)
  case standingChanged(Standing)
  case dayChanged(LocalDate)
  case timeChanged(TimeOfDay)
  case siteChanged(Link)
  case bodyChanged(String)
  case saveButtonWasTapped
  case discardButtonWasTapped

  static let cases: [EventCase<EntriesEvent>] = [
    EventCase(queryChanged, member: "text", "The query."), EventCase(accountChanged, member: "text", "The account."),
    EventCase(addressChanged, member: "text", "The address."), EventCase(codeChanged, member: "text", "The code."),
    EventCase(passwordChanged, member: "text", "The password."),
    EventCase(newPasswordChanged, member: "text", "The next password.", as: .newSecret),
    EventCase(starsChanged, member: "stars", "How good it is.").value(from: 1, to: 5),
    EventCase(priceChanged, member: "price", "The price.").value(from: 0, to: 99.5, step: 0.5),
    EventCase(partChanged, member: "part", "How much of it.").value(from: 0, to: 1, step: 0.25),
    EventCase(publicChanged, member: "isOn", "Whether all see it.").field(\EntriesState.isPublic),
    EventCase(standingChanged, member: "standing", "How it stands."), EventCase(dayChanged, member: "day", "When."),
    EventCase(timeChanged, member: "time", "At which time."), EventCase(siteChanged, member: "address", "Where."),
    EventCase(bodyChanged, member: "text", "What you say."),
    EventCase(.saveButtonWasTapped, "Save it.").purpose(.submit).disabled(by: \EntriesState.saveReason),
    EventCase(.discardButtonWasTapped, "Remove what was entered.").purpose(.cancel).destructive(),
  ]
}

final class EntriesViewModel: ViewModel {
  let eventSubject = EventSubject<EntriesEvent>()
  @Published private(set) var state = EntriesState()
  var statePublisher: Published<EntriesState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init() { cancellable = eventSubject.sink { [unowned self] in handle($0) } }

  private func handle(_ event: EntriesEvent) {
    switch event {
    case .queryChanged(let text): state.query = text
    case .accountChanged(let text): state.account = text
    case .addressChanged(let text): state.address = text
    case .codeChanged(let text): state.code = text
    case .passwordChanged(let password): state.passwordEntered = !password.withRevealedText(\.isEmpty)
    case .newPasswordChanged(let password): state.newPasswordEntered = !password.withRevealedText(\.isEmpty)
    case .starsChanged(let number): state.stars = number
    case .priceChanged(let number): state.price = number
    case .partChanged(let number): state.part = number
    case .publicChanged(let isOn): state.isPublic = isOn
    case .standingChanged(let standing): state.standing = standing
    case .dayChanged(let day): state.day = day
    case .timeChanged(let time): state.time = time
    case .siteChanged(let link): state.site = link
    case .bodyChanged(let text): state.body = text
    case .saveButtonWasTapped: state.saved = "\(state.account) has saved it."
    case .discardButtonWasTapped: state = EntriesState()
    }
    state.saveReason = state.account.isEmpty ? "The account is missing." : nil
    state.accountText = state.account.count > 8 ? "This is a long name." : nil
  }
}

extension Screen<EntriesViewModel> {
  static var entries: Self { Screen("entries", about: "What can be entered.") { _, _ in EntriesViewModel() } }
}
