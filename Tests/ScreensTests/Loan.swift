import Dispatch
import Screens

/// Where the loans of a test are asked for: a request is answered by a price.
@MainActor final class LoanDesk {
  let answers = PassthroughSubject<Int, Never>()
  private(set) var requestCount = 0

  func request() -> AnyPublisher<Int, Never> {
    requestCount += 1
    return answers.first().eraseToAnyPublisher()
  }
}

struct LoanState: ScreenState {
  var title = ""
  var price: Int?
  var isBusy = false

  static let fields: Fields<LoanState> = [
    Field(\.title, "The title."), Field(\.price, "The price.", .isPrivate(as: nil)),
    Field(\.isBusy, "Whether a request is in flight."),
  ]
  static let samples = [LoanState(price: 7)]
}

enum LoanEvent: ScreenEvent {
  case loanDidAppear
  case requestButtonWasTapped
  case titleChanged(String)

  static let cases: [EventCase<LoanEvent>] = [
    EventCase(.loanDidAppear, "The screen appeared."),
    EventCase(.requestButtonWasTapped, "Ask for the loan."),
    EventCase(titleChanged, member: "text", "The title's field holds this text."),
  ]
}

/// Asks a desk for a price when it appears and when it is told to.
final class LoanViewModel: ViewModel {
  let eventSubject = EventSubject<LoanEvent>()
  @Published private(set) var state = LoanState()
  var statePublisher: Published<LoanState>.Publisher { $state }

  private var cancellables: Set<AnyCancellable> = []

  init(_ desk: LoanDesk, _ environment: AppEnvironment) {
    eventSubject.sink { [weak self] event in
      guard let self else { return }
      switch event {
      case .titleChanged(let text): state.title = text
      case .loanDidAppear, .requestButtonWasTapped:
        state.isBusy = true
        desk.request().receive(on: environment.main).sink { [weak self] price in
          guard let title = self?.state.title else { return }
          self?.state = LoanState(title: title, price: price)
        }.store(in: &cancellables)
      }
    }.store(in: &cancellables)
  }
}

extension Screen<LoanViewModel> {
  static func loan(_ desk: LoanDesk, name: String = "loan") -> Self {
    Screen(name, about: "A loan.", appearance: .loanDidAppear) { LoanViewModel(desk, $1) }
  }
}
