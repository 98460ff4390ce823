import Foundation
import Recording
import Screens
import Testing

/// What was bought, as long as the account is there.
private final class PurchaseLog: AppFeature {
  @Published private(set) var names: [String] = []
  private var cancellable: AnyCancellable?

  func prepare(_ environment: inout AppEnvironment) { environment.purchaseLog = self }

  func launch(in app: AppCore) {
    cancellable = app.handleReports { [unowned self] report in
      if case .closed(_, let outcome) = report.event, let purchase = outcome?.whole as? Purchase {
        names.append(purchase.name)
      }
    }
  }

  func accountWillEnd(in app: AppCore) { names = [] }
}

extension AppEnvironment {
  fileprivate var purchaseLog: PurchaseLog? {
    get { self[PurchaseLogKey.self] }
    set { self[PurchaseLogKey.self] = newValue }
  }
}

private enum PurchaseLogKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> PurchaseLog? { nil }
}

private struct Purchase: JSONRecord, ScreenOutcome {
  var name: String

  static let record = Codec({ Purchase(name: $0) }, Field(\Purchase.name))
}

// MARK: - Screens

private struct PurchasesState: ScreenState {
  var names: [String] = []
  var isBusy: Bool { false }

  static let fields: Fields<PurchasesState> = [Field(\.names, "What was bought.")]
}

private enum PurchaseEvent: ScreenEvent {
  case wasBought(String)

  static let cases: [EventCase<PurchaseEvent>] = [EventCase(wasBought, member: "name", "Something was bought.")]
}

/// Shows what was bought, and closes when something is.
private final class PurchasesViewModel: ViewModel {
  typealias Outcome = Purchase

  let eventSubject = EventSubject<PurchaseEvent>()
  @Published private(set) var state = PurchasesState()
  var statePublisher: Published<PurchasesState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    environment.purchaseLog?.$names.sink { [unowned self] in state.names = $0 }.store(in: &cancellables)
    eventSubject
      .sink { event in
        if case .wasBought(let name) = event { environment.navigator.close(with: Purchase(name: name)) }
      }
      .store(in: &cancellables)
  }
}

extension Screen<PurchasesViewModel> {
  fileprivate static var purchases: Self {
    Screen("purchases", about: "What was bought.") { PurchasesViewModel($1) }
  }
}

extension AppDefinition {
  fileprivate static var till: AppDefinition {
    AppDefinition(screens: [AnyScreen(.purchases)], features: { [PurchaseLog()] })
  }
}

/// A feature of another package, which hooks onto the app as those of the runtime do.
@MainActor @Suite struct PurchaseLogTests {
  @Test func `a feature sees what happens, until the account ends`() throws {
    let app = AppCore(AppEnvironment(), .till)
    app.environment.account = "ada"
    let shown = app.open(.purchases)
    try app.open(.purchases).send(.wasBought("Tea"))
    #expect(shown.state.names == ["Tea"])
    app.environment.account = "eve"
    #expect(app.environment.purchaseLog?.names == [])
    #expect(AppCore(AppEnvironment(), .till).open(.purchases).state.names == [])
  }

  @Test func `what a feature changes is recorded and replayed`() async throws {
    var text = ""
    let recorder = Recorder(
      SessionConfiguration(front: "tests 1.0", seed: 7, timeZone: .gmt),
      write: { text += String(decoding: $0, as: UTF8.self) })
    let app = recorder.makeApp(.till)
    let shown = recorder.turn { app.open(.purchases) }
    for name in ["Tea", "Milk"] {
      let till = recorder.turn { app.open(.purchases) }
      till.model.eventSubject.send(.wasBought(name))
    }
    recorder.end()
    #expect(shown.state.names == ["Tea", "Milk"])
    #expect(text.contains("Milk") && !text.contains("notReplayable"))
    #expect(try await Replay(Recording(Array(text.utf8)), .till).run() == nil)
  }
}
