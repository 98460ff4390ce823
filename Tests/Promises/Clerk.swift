import Outbox
import Screens
import Streams
import StreamsExtras

extension StorageKey<[String]> {
  static let marks = StorageKey("marks")
}

extension StorageKey<String> {
  static let mark = StorageKey("mark")
}

enum ClerkEvent: ScreenEvent {
  case signedOut
  case doorWasOpened

  static let cases: [EventCase<ClerkEvent>] = [
    EventCase(.signedOut, "Sign out."), EventCase(.doorWasOpened, "Go to the door."),
  ]
}

struct ClerkState: ScreenState {
  var mark = ""
  var news = 0
  var isBusy: Bool { false }

  static let fields: Fields<ClerkState> = [
    Field(\.mark, "The mark of the account."), Field(\.news, "How much was heard."),
  ]
  static var samples: [ClerkState] { [ClerkState()] }
}

/// A careless screen: it keeps the mark of the account for which it was opened, and whatever it hears, it stores the mark, asks and orders
/// with it. It does not know that an account may end.
final class ClerkViewModel: ViewModel {
  let eventSubject = EventSubject<ClerkEvent>()
  @Published private(set) var state = ClerkState()
  var statePublisher: Published<ClerkState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []
  private var orderCount = 0
  private let environment: AppEnvironment
  private let account: String

  init(_ environment: AppEnvironment) {
    self.environment = environment
    account = environment.account
    state.mark = account.isEmpty ? "" : "mark of \(account)"
    environment.stored(.marks, default: []).publisher.sink { [weak self] _ in self?.receive() }.store(in: &cancellables)
    environment.outbox(.order).entries.sink { [weak self] _ in self?.receive() }.store(in: &cancellables)
    environment.backend.follow(.letters).elements().result().sink { [weak self] _ in self?.receive() }
      .store(in: &cancellables)
    environment.presentationChanges.sink { [weak self] in self?.receive() }.store(in: &cancellables)
    environment.sessionEnds.sink { [weak self] in self?.receive() }.store(in: &cancellables)
    environment.bell.sink { [weak self] in self?.receive() }.store(in: &cancellables)
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: ClerkEvent) {
    switch event {
    case .signedOut:
      environment.signOut(unsent: .keep, closing: .allBut("hall"))
      environment.bell.send()
      receive()
    case .doorWasOpened: try? environment.navigator.present(.door)
    }
  }

  private func receive() {
    guard !account.isEmpty else { return }
    state.news += 1
    let marks = environment.stored(.marks, default: [])
    if !marks.value.contains(state.mark) { marks.value.append(state.mark) }
    environment.storage.set(state.mark, for: .mark) { _ in }
    guard orderCount < 3 else { return }
    orderCount += 1
    environment.backend.answer(.notes, account).result().sink { _ in }.store(in: &cancellables)
    environment.outbox(.order)
      .add { [account, orderCount] in
        BankOrder(account: account, number: orderCount, key: $0, named: "order of \(account)")
      }
      .sink { _ in }
      .store(in: &cancellables)
  }
}

extension Screen<ClerkViewModel> {
  static var clerk: Self { Screen("clerk", about: "A careless screen.") { ClerkViewModel($1) } }
}

private enum BellKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> PassthroughSubject<Void, Never> { PassthroughSubject() }
}

extension AppEnvironment {
  /// What screens publish to each other.
  var bell: PassthroughSubject<Void, Never> { self[BellKey.self] }
}
