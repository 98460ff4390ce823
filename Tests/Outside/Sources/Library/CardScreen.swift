public import Screens

public struct CardState: ScreenState {
  public var name = ""
  public var fine: Int?
  public var message: String?
  public var isBusy = false

  public static let fields: Fields<CardState> = [
    Field(\.name, "The reader's name."), Field(\.fine, "What the reader owes, in cents.", .isPrivate(as: 0)),
    Field(\.message, "Why the reader was not let in."), Field(\.isBusy, "Whether the card is being asked for."),
  ]
}

public enum CardEvent: ScreenEvent {
  case nameChanged(String)
  case pinChanged(Pin)
  case signInButtonWasTapped

  public static let cases: [EventCase<CardEvent>] = [
    EventCase(nameChanged, member: "text", "The name's field holds this text."),
    EventCase(pinChanged, member: "text", "The number's field holds this secret."),
    EventCase(.signInButtonWasTapped, "The reader signs in."),
  ]
}

public final class CardViewModel: ViewModel {
  public let eventSubject = EventSubject<CardEvent>()
  @Published public private(set) var state = CardState()
  public var statePublisher: Published<CardState>.Publisher { $state }
  private var pin = Pin("")
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    let backend = environment.backend
    eventSubject.sink { [unowned self] event in
      switch event {
      case .nameChanged(let name): state = CardState(name: name)
      case .pinChanged(let pin): self.pin = pin
      case .signInButtonWasTapped: state.isBusy = true
      }
    }
    .store(in: &cancellables)
    eventSubject.filter { $0 == .signInButtonWasTapped }
      .map { [unowned self] _ in backend.answer(.signIn, SignIn(name: state.name, pin: pin)).result() }
      .switchToLatest()
      .sink { [unowned self] result in
        switch result {
        case .success(let card): state = CardState(name: card.name, fine: card.fine)
        case .failure(let error): state = CardState(name: state.name, message: error.message)
        }
      }
      .store(in: &cancellables)
  }
}

extension Screen<CardViewModel> {
  public static var card: Self { Screen("card", about: "The reader's card.") { CardViewModel($1) } }
}
