import AppTesting
import MCP
import StreamsTesting

/// An app of one screen with a long list and a long text.
@MainActor func makeLedger(_ scheduler: TestScheduler, entries: Int = 200) -> AppCore {
  AppCore(.test(scheduler: scheduler), AppDefinition(screens: [AnyScreen(.ledger(entries))]))
}

struct LedgerEntry: ListRow {
  var id: Int
  var text: String
  var amount = "12.50"

  init(id: Int, text: String, amount: String = "12.50") {
    self.id = id
    self.text = text
    self.amount = amount
  }

  static let fields: Fields<LedgerEntry> = [
    Field(\.id, "The number."), Field(\.text, "What it was for."), Field(\.amount, "How much it was."),
  ]
}

struct LedgerState: ScreenState {
  var title = "Ledger"
  var entries: [LedgerEntry] = []
  var terms = ""
  var draft = ""
  var saveDisabledReason: String?
  var isBusy: Bool { false }

  static let fields: Fields<LedgerState> = [
    Field(\.title, "What it is.", as: .title), Field(\.entries, "The entries."),
    Field(\.terms, "The terms of the bank."), Field(\.draft, "What is written down."),
    Field(\.saveDisabledReason, "Why nothing can be saved."),
  ]
}

enum LedgerEvent: ScreenEvent {
  case draftChanged(String)
  case saveButtonWasTapped
  case entryWasRemoved(Int)

  static let cases: [EventCase<LedgerEvent>] = [
    EventCase(draftChanged, member: "text", "The draft's field holds this text.").field(\LedgerState.draft),
    EventCase(.saveButtonWasTapped, "Save the draft.").disabled(by: \LedgerState.saveDisabledReason),
    EventCase(entryWasRemoved, member: "id", "Remove an entry.").row(of: \LedgerState.entries),
  ]
}

final class LedgerViewModel: ViewModel {
  let eventSubject = EventSubject<LedgerEvent>()
  @Published private(set) var state = LedgerState()
  var statePublisher: Published<LedgerState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ entries: Int) {
    state.entries = (0..<entries).map { LedgerEntry(id: $0, text: "The entry of the day \($0), with words") }
    state.terms = String(repeating: "The bank may do as it likes. ", count: 300)
    state.saveDisabledReason = "There is no draft."
    eventSubject
      .sink { [unowned self] event in
        switch event {
        case .draftChanged(let text):
          state.draft = text
          state.saveDisabledReason = text.isEmpty ? "There is no draft." : nil
        case .saveButtonWasTapped:
          state.entries.append(LedgerEntry(id: state.entries.count, text: state.draft))
          state.draft = ""
          state.saveDisabledReason = "There is no draft."
        case .entryWasRemoved(let id): state.entries.removeAll { $0.id == id }
        }
      }
      .store(in: &cancellables)
  }
}

extension Screen<LedgerViewModel> {
  static func ledger(_ entries: Int) -> Self {
    Screen("ledger", about: "What was spent.") { _, _ in LedgerViewModel(entries) }
  }
}

struct LogState: ScreenState {
  var entries: [LedgerEntry] = []
  var isLong = true
  var isBusy: Bool { false }

  static let fields: Fields<LogState> = [
    Field(\.entries, "What has happened, the newest last.").shownAsList(anchoredAt: .end),
    Field(\.isLong, "Whether it is long.").forPrograms(),
  ]
}

enum LogEvent: ScreenEvent {
  case clearButtonWasTapped

  static let cases: [EventCase<LogEvent>] = [EventCase(.clearButtonWasTapped, "Clear the log.")]
}

/// A screen with a long list whose newest row is the last one.
final class LogViewModel: ViewModel {
  let eventSubject = EventSubject<LogEvent>()
  @Published private(set) var state = LogState()
  var statePublisher: Published<LogState>.Publisher { $state }

  init() { state.entries = (0..<200).map { LedgerEntry(id: $0, text: "What happened at \($0)") } }
}

extension Screen<LogViewModel> {
  static var log: Self { Screen("log", about: "What has happened.") { _, _ in LogViewModel() } }
}
