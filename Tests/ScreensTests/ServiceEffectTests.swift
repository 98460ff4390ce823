import Dispatch
import ExpectSupport
import Screens
import StreamsTesting
import Testing

extension ServiceOperation<Void, Int> {
  fileprivate static var count: Self { Self("count").effect(.reads) }
  fileprivate static var visit: Self { Self("visit").effect(.changes) }
  fileprivate static var markAsRead: Self { Self("mark").effect(.repeatable) }
  fileprivate static var unmarked: Self { Self("unmarked") }
}

extension ServiceOperation<Void, Void> {
  fileprivate static var empty: Self { Self("empty") }
}

extension ServiceFeed<Void, Int> {
  fileprivate static var counts: Self { Self("counts").windowed(elements: 4) }
}

private enum HallEvent: ScreenEvent {
  case hallDidAppear
  case doorWasOpened
  case visitButtonWasTapped

  static let cases: [EventCase<HallEvent>] = [
    EventCase(.hallDidAppear, "The screen appeared."), EventCase(.doorWasOpened, "Somebody came."),
    EventCase(.visitButtonWasTapped, "Count a visit."),
  ]
}

private struct HallState: ScreenState {
  var isBusy: Bool { false }
  static let fields: Fields<HallState> = []
}

/// How the appearance of a hall comes to ask for a visit.
private enum Way: CaseIterable, Sendable {
  case atOnce, byAnotherEvent, afterAnAnswer, afterAWhile, afterAnElement, withAKey
}

private final class HallViewModel: ViewModel {
  let eventSubject = EventSubject<HallEvent>()
  @Published private(set) var state = HallState()
  var statePublisher: Published<HallState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment, _ ask: @escaping (AppEnvironment, HallViewModel) -> AnyPublisher<Void, Never>) {
    let backend = environment.backend
    eventSubject.filter { $0 == .hallDidAppear }
      .flatMap { [unowned self] _ in ask(environment, self) }
      .sink {}
      .store(in: &cancellables)
    eventSubject.filter { $0 != .hallDidAppear }
      .flatMap { _ in backend.answer(.visit).result() }
      .sink { _ in }
      .store(in: &cancellables)
  }
}

/// A debug build reports an appearance that asks for what changes something.
@MainActor @Suite struct ServiceEffectTests {
  private let scheduler = TestScheduler()

  /// What is reported when a hall appears, and is used.
  private func faults(
    then use: (ScreenInstance<HallViewModel>) -> Void = { _ in },
    asking ask: @escaping (AppEnvironment, HallViewModel) -> AnyPublisher<Void, Never>
  ) -> [String] {
    var environment = AppEnvironment(main: AnyScheduler(scheduler, startingAt: .init(.now())))
    environment.backend = Backend.handlers([
      ServiceHandler(.count) { 1 }, ServiceHandler(.visit) { 2 }, ServiceHandler(.markAsRead) { 3 },
      ServiceHandler(.unmarked) { 4 }, ServiceHandler(.empty) {},
      ServiceHandler(publishing: .counts) { Just(1).setFailureType(to: ServiceError.self).eraseToAnyPublisher() },
    ])
    let app = AppCore(environment, AppDefinition(screens: []))
    var faults: [String] = []
    let reports = app.reports.sink { if case .fault(let sentence) = $0.event { faults.append(sentence) } }
    let hall = app.open(
      Screen("hall", about: "A hall.", appearance: .hallDidAppear) { _, environment in HallViewModel(environment, ask) }
    )
    scheduler.advance(by: .seconds(9))
    hall.viewDidAppear()
    scheduler.advance(by: .seconds(9))
    use(hall)
    scheduler.advance(by: .seconds(9))
    withExtendedLifetime(reports) {}
    return faults
  }

  private static func sentence(_ name: String) -> String {
    "The appearance of a screen asks for \"\(name)\", which changes something. What an appearance starts only reads: mark the "
      + "operation with effect(.reads) or effect(.repeatable) if that is what it does."
  }

  @Test(arguments: Way.allCases) fileprivate func `reports a change that an appearance has started`(way: Way) {
    let faults = faults { environment, model in
      let backend = environment.backend
      func visit() -> AnyPublisher<Void, Never> {
        backend.answer(.visit).result().map { _ in }.eraseToAnyPublisher()
      }
      switch way {
      case .atOnce: return visit()
      case .byAnotherEvent:
        model.eventSubject.send(.doorWasOpened)
        return Empty().eraseToAnyPublisher()
      case .afterAnAnswer: return backend.answer(.count).result().flatMap { _ in visit() }.eraseToAnyPublisher()
      case .afterAWhile:
        return Just(()).delay(for: .seconds(1), scheduler: environment.main).flatMap { visit() }.eraseToAnyPublisher()
      case .afterAnElement: return backend.follow(.counts).result().flatMap { _ in visit() }.eraseToAnyPublisher()
      case .withAKey:
        return environment.request(.visit, for: "me") { _ in backend.answer(.count) }.result().map { _ in }
          .eraseToAnyPublisher()
      }
    }
    expectEqual(faults, [Self.sentence("visit")])
  }

  @Test func `an operation that does not say what it does changes something if it answers nothing`() {
    expectEqual(
      faults { environment, _ in environment.backend.answer(.empty).result().map { _ in }.eraseToAnyPublisher() },
      [Self.sentence("empty")])
    expectEqual(
      faults { environment, _ in environment.backend.answer(.unmarked).result().map { _ in }.eraseToAnyPublisher() }, []
    )
  }

  @Test func `reports neither what reads nor what may be repeated`() {
    let faults = faults { environment, _ in
      environment.backend.answer(.count).result()
        .flatMap { _ in environment.backend.answer(.markAsRead).result() }
        .map { _ in }.eraseToAnyPublisher()
    }
    expectEqual(faults, [])
  }

  @Test func `reports nothing that a person does after an appearance`() {
    let faults = faults { hall in
      try? hall.send(.visitButtonWasTapped)
      hall.model.eventSubject.send(.visitButtonWasTapped)
    } asking: { environment, _ in
      environment.backend.answer(.count).result().map { _ in }.eraseToAnyPublisher()
    }
    expectEqual(faults, [])
  }

  @Test func `an event of a front that waits for the end of an appearance is the front's`() throws {
    var environment = AppEnvironment(main: AnyScheduler(scheduler, startingAt: .init(.now())))
    environment.backend = Backend.handlers([ServiceHandler(.visit) { 2 }])
    let app = AppCore(environment, AppDefinition(screens: []))
    let front = app.attach(.page)
    var faults: [String] = []
    var shown: ScreenInstance<HallViewModel>?
    let reports = app.reports.sink { report in
      switch report.event {
      case .fault(let sentence): faults.append(sentence)
      case .sent(let event) where event as? HallEvent == .hallDidAppear: try? shown?.send(.visitButtonWasTapped)
      default: break
      }
    }
    shown = try front.open(
      Screen("hall", about: "A hall.", appearance: .hallDidAppear) { _, environment in
        HallViewModel(environment) { _, _ in
          try? shown?.send(.visitButtonWasTapped)
          return Empty().eraseToAnyPublisher()
        }
      })
    shown?.viewDidAppear()
    scheduler.advance()
    expectEqual(faults, [])
    withExtendedLifetime(reports) {}
  }
}
