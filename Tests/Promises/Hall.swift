import Outbox
import Screens
import Streams
import StreamsExtras

extension StorageKey<String> {
  fileprivate static let draft = StorageKey("draft")
}

extension AppDefinition {
  /// A hall, where a person does what an account can, and its door, where they sign in.
  static let hall = AppDefinition(
    screens: [AnyScreen(.hall), AnyScreen(.door), AnyScreen(.clerk)]
  ).outbox(.order)
}

enum HallEvent: ScreenEvent {
  case noteWasAdded(Int)
  case notesWereAsked
  case lettersWereFollowed
  case draftWasWritten(Int)
  case draftWasRead
  case orderWasAdded(Int)
  case slipWasScanned(Int)
  case statementWasAsked
  case doorWasOpened
  case clerkWasCalled
  case signedOut
  case signedOutForGood

  static let cases: [EventCase<HallEvent>] = [
    EventCase(noteWasAdded, member: "number", "Write a note."), EventCase(.notesWereAsked, "Read the notes."),
    EventCase(.lettersWereFollowed, "Follow the letters."),
    EventCase(draftWasWritten, member: "number", "Keep a draft."), EventCase(.draftWasRead, "Read the draft."),
    EventCase(orderWasAdded, member: "number", "Order something, sooner or later."),
    EventCase(slipWasScanned, member: "number", "Send a slip."), EventCase(.statementWasAsked, "Ask for a statement."),
    EventCase(.doorWasOpened, "Go to the door."), EventCase(.clerkWasCalled, "Open a careless screen."),
    EventCase(.signedOut, "Sign out."),
    EventCase(.signedOutForGood, "Sign out, and discard what was not sent."),
  ]
}

struct HallState: ScreenState {
  var lines: [String] = []
  var orders: [String] = []
  /// What was seen of another account.
  var faults: [String] = []
  var isBusy: Bool { false }

  static let fields: Fields<HallState> = [
    Field(\.lines, "What the account has seen."), Field(\.orders, "What it has ordered."),
    Field(\.faults, "What it should not have seen."),
  ]
  static var samples: [HallState] { [HallState()] }
}

final class HallViewModel: ViewModel {
  let eventSubject = EventSubject<HallEvent>()
  @Published private(set) var state = HallState()
  var statePublisher: Published<HallState>.Publisher { $state }
  /// The keys of all orders, by their account, and of those that are kept.
  private(set) var orderKeys: [String: Set<IdempotencyKey>] = [:]
  private(set) var keptKeys: [String: Set<IdempotencyKey>] = [:]
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment
  private let outbox: Outbox<BankOrder, String>

  init(_ environment: AppEnvironment) {
    self.environment = environment
    outbox = environment.outbox(.order)
    outbox.entries.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
    environment.accountChanges.sink { [weak self] _ in self?.state.lines = [] }.store(in: &cancellables)
    environment.stored(.marks, default: []).publisher.sink { [weak self] in self?.show("marks", of: $0.map(Self.owned))
    }
    .store(in: &cancellables)
    environment.renewSession(presenting: .door).store(in: &cancellables)
  }

  private func handle(_ event: HallEvent) {
    let (environment, account) = (environment, environment.account)
    let backend = environment.backend
    switch event {
    case .noteWasAdded(let number):
      environment.request(.addNote, for: number) { key in
        backend.answer(.addNote, BankNote(account: account, number: number, key: key))
      }
      .result()
      .sink { [weak self] result in self?.show("note \(number)", of: (try? result.get().answer).map { [$0] } ?? []) }
      .store(in: &cancellables)
    case .notesWereAsked:
      backend.answer(.notes, account).result()
        .sink { [weak self] result in self?.show("notes", of: (try? result.get()) ?? []) }
        .store(in: &cancellables)
    case .lettersWereFollowed:
      backend.follow(.letters).elements().result()
        .sink { [weak self] in self?.show("letter", of: [(try? $0.get()) ?? ""]) }
        .store(in: &cancellables)
    case .draftWasWritten(let number):
      // NB: that it is written is not shown: a replay does not know which comes first, that or the news of the outbox's thread.
      environment.storage.set("\(account)-\(number)", for: .draft) { _ in }
    case .draftWasRead:
      let draft = (try? environment.storage.value(for: .draft)) ?? ""
      show("draft", of: [draft])
    case .orderWasAdded(let number):
      // Without an account nothing is sent.
      outbox.add { [unowned self] key in
        orderKeys[account, default: []].insert(key)
        return BankOrder(account: account, number: number, key: key, named: "order of \(account)")
      }
      .sink { [weak self] result in
        if case .success(let key) = result, !account.isEmpty { self?.keptKeys[account, default: []].insert(key) }
      }
      .store(in: &cancellables)
    case .slipWasScanned(let number):
      let order = BankOrder(account: account, number: number, key: .example, named: "slip of \(account)")
      follow(environment.backend.transfer(.scan, order), "scan") { $0 }
    case .statementWasAsked: follow(environment.backend.transfer(.statement, account), "statement", \.name)
    case .doorWasOpened: try? environment.navigator.present(.door)
    case .clerkWasCalled: try? environment.navigator.open(.clerk)
    case .signedOut: environment.signOut(unsent: .keep, closing: .allBut("hall"))
    case .signedOutForGood: environment.signOut(unsent: .discard, closing: .allBut("hall"))
    }
  }

  private func follow<Answer>(
    _ updates: AnyPublisher<TransferUpdate<Answer>, ServiceError>, _ what: String, _ text: @escaping (Answer) -> String
  ) {
    updates.sink { [weak self] completion in
      if case .failure(let error) = completion { self?.state.lines.append("\(what): \(error.message)") }
    } receiveValue: { [weak self] update in
      if let answer = update.answer { self?.show(what, of: [text(answer)]) } else { self?.state.lines.append(what) }
    }
    .store(in: &cancellables)
  }

  private func show(_ entries: [OutboxEntry<BankOrder, String>]) {
    state.orders = entries.map { "\($0.input.account)-\($0.input.number) \($0.state)" }
    for entry in entries where entry.input.account != environment.account {
      state.faults.append("\(environment.account): order of \(entry.input.account)")
    }
  }

  /// A mark as a text that begins with the name of its account.
  private static func owned(_ mark: String) -> String { "\(mark.split(separator: " ").last ?? "")-mark" }

  /// Shows texts that begin with the name of their account.
  private func show(_ what: String, of texts: [String]) {
    state.lines.append("\(what): \(texts.joined(separator: " "))")
    for text in texts {
      let owner = text.prefix { $0 != "-" }
      if !owner.isEmpty, owner != environment.account { state.faults.append("\(environment.account): \(what) \(text)") }
    }
  }
}

extension Screen<HallViewModel> {
  static var hall: Self { Screen("hall", about: "A hall.") { HallViewModel($1) } }
}

enum DoorEvent: ScreenEvent {
  case nameWasEntered(String)

  static let cases: [EventCase<DoorEvent>] = [EventCase(nameWasEntered, member: "name", "Sign in.")]
}

struct DoorState: ScreenState {
  var name = ""
  var isBusy: Bool { false }

  static let fields: Fields<DoorState> = [Field(\.name, "Who signs in.")]
  static var samples: [DoorState] { [DoorState()] }
}

struct DoorOutcome: ScreenOutcome, JSONRecord {
  var name: String

  static let record = Codec(DoorOutcome.init(name:), \.name)
}

final class DoorViewModel: ViewModel {
  typealias Outcome = DoorOutcome

  let eventSubject = EventSubject<DoorEvent>()
  @Published private(set) var state = DoorState()
  var statePublisher: Published<DoorState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject
      .sink { [weak self] event in
        guard let self, case .nameWasEntered(let name) = event else { return }
        state.name = name
        environment.backend.answer(.signIn, name).result()
          .sink { result in
            guard let name = try? result.get() else { return }
            environment.account = name
            environment.navigator.close(with: DoorOutcome(name: name))
          }
          .store(in: &cancellables)
      }
      .store(in: &cancellables)
  }
}

extension Screen<DoorViewModel> {
  static var door: Self { Screen("door", about: "Where a person signs in.") { DoorViewModel($1) } }
}
