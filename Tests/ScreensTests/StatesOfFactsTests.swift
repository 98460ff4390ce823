import ExpectSupport
import Foundation
import Screens
import StreamsTesting
import Testing

/// States that follow from facts.
@MainActor @Suite struct StatesOfFactsTests {
  private let scheduler = TestScheduler()
  private let days = PassthroughSubject<Void, Never>()
  private let environment: AppEnvironment

  init() {
    var environment = AppEnvironment(main: scheduler.main)
    environment.dayChanges = days.eraseToAnyPublisher()
    self.environment = environment
  }

  @Test func `the state is current in the next line`() {
    let model = SumViewModel(environment)
    expectEqual(model.state, SumState(SumFacts(numbers: []), environment))
    model.eventSubject.send(.added(2))
    expectEqual(model.state.text, "2")
    model.eventSubject.send(.added(3))
    expectEqual(model.state.text, "5")
  }

  @Test func `a change to an equal state is none`() {
    let sum = AppCore(environment, AppDefinition(screens: [])).open(.sum)
    var states: [String] = []
    let cancellable = sum.model.statePublisher.dropFirst().sink { states.append($0.text) }
    sum.model.eventSubject.send(.added(2))
    sum.model.eventSubject.send(.added(0))
    sum.model.eventSubject.send(.added(1))
    expectEqual(states, ["2", "3"])
    expectEqual(sum.snapshot.revision, 3)
    cancellable.cancel()
  }

  @Test func `each assignment is a state that a front gets, and a copy that is assigned once is one`() throws {
    let app = AppCore(environment, AppDefinition(screens: []))
    let sum = try app.attach(.page).open(.sum)
    var texts: [String] = []
    let cancellable = sum.updates.sink { _ in texts.append(sum.state.text) }
    try sum.send(.addedTwice(2))
    expectEqual(texts, ["2", "4"])
    try sum.send(.addedTwiceInACopy(1))
    expectEqual(texts, ["2", "4", "6"])
    cancellable.cancel()
  }

  @Test func `is made anew when the environment shows other things`() {
    let app = AppCore(environment, AppDefinition(screens: []))
    let sum = app.open(.sum)
    let model = sum.model
    model.eventSubject.send(.added(2))
    environment.application.send(.willResignActive)
    expectEqual(sum.state.text, "•••")
    expectEqual(model.state.text, "2")
    #expect(!model.state.isActive)
    expectEqual(sum.snapshot.revision, 3)
    environment.application.send(.didBecomeActive)
    expectEqual(sum.state.text, "2")
    var count = 0
    let cancellable = model.statePublisher.dropFirst().sink { _ in count += 1 }
    days.send()
    expectEqual(count, 0)
    cancellable.cancel()
  }

  @Test func `releases the view model`() {
    weak var model: SumViewModel?
    do {
      let sum = SumViewModel(environment)
      sum.eventSubject.send(.added(1))
      model = sum
    }
    #expect(model == nil)
  }
}

private struct SumFacts {
  var numbers: [Int]
}

private struct SumState: ScreenState {
  var text: String
  var isActive: Bool
  var isBusy: Bool { false }

  init(_ facts: SumFacts, _ environment: AppEnvironment) {
    text = "\(facts.numbers.reduce(0, +))"
    isActive = environment.isActive
  }

  static let fields: Fields<SumState> = [
    Field(\.text, "The sum.", .isPrivate(as: "•••")), Field(\.isActive, "Whether it is shown."),
  ]
  static var samples: [SumState] { [SumState(SumFacts(numbers: []), AppEnvironment())] }
}

private enum SumEvent: ScreenEvent {
  case added(Int)
  case addedTwice(Int)
  case addedTwiceInACopy(Int)

  static let cases: [EventCase<SumEvent>] = [
    EventCase(added, member: "number", "A number was added."),
    EventCase(addedTwice, member: "number", "A number was added twice."),
    EventCase(addedTwiceInACopy, member: "number", "A number was added twice, in one step."),
  ]
}

private final class SumViewModel: ViewModel {
  let eventSubject = EventSubject<SumEvent>()
  @Published private(set) var state: SumState
  var statePublisher: Published<SumState>.Publisher { $state }
  @Published private var facts = SumFacts(numbers: [])
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    state = SumState(SumFacts(numbers: []), environment)
    environment.states(of: $facts, SumState.init).assign(to: &$state)
    eventSubject
      .sink { [weak self] event in
        switch event {
        case .added(let number): self?.facts.numbers.append(number)
        case .addedTwice(let number):
          self?.facts.numbers.append(number)
          self?.facts.numbers.append(number)
        case .addedTwiceInACopy(let number):
          guard var facts = self?.facts else { return }
          facts.numbers.append(number)
          facts.numbers.append(number)
          self?.facts = facts
        }
      }
      .store(in: &cancellables)
  }
}

extension Screen<SumViewModel> {
  fileprivate static var sum: Self { Screen("sum", about: "A sum.") { SumViewModel($1) } }
}
