import ExpectSupport
import Foundation
import JSON
import Recording
import StreamsExtras
import Testing
import ViewModels

/// Random sessions: events that a front sends, and that view models receive by their subjects, mixed, from inside deliveries,
/// while screens open and close each other.
@MainActor @Suite struct RandomSessionTests {
  @Test(arguments: 0..<24) func `records every event, and replays equal`(seed: Int) async throws {
    let session = RecordedSession(screens: AppDefinition.nest.screens)
    var generator = SeededGenerator(seed: UInt64(seed))
    var sentCount = 0
    // How often the front may answer a report in this turn.
    var answers = 0
    let front = session.app.reports.sink { report in
      guard let instance = report.instance as? ScreenInstance<NestViewModel> else { return }
      switch report.event {
      case .sent: sentCount += 1
      case .opened where !report.cause.isFront: instance.viewDidAppear()
      case .changed where answers > 0:
        answers -= 1
        // As a view does, or as a program does that drives the app.
        let number = Int.random(in: 0..<1_000, using: &generator)
        if number.isMultiple(of: 2) {
          try? instance.send(.acted(number))
        } else {
          instance.model.eventSubject.send(.acted(number))
        }
      default: break
      }
    }
    // Sends in the middle of what the app does.
    var root: ScreenInstance<NestViewModel>?
    var updates: AnyCancellable?
    for _ in 0..<60 {
      answers = Int.random(in: 0...2, using: &generator)
      let open = session.app.instances.compactMap { $0 as? ScreenInstance<NestViewModel> }
      guard let instance = open.randomElement(using: &generator) else {
        let instance = session.open(.nest)
        root = instance
        updates = instance.updates.sink { [weak app = session.app] _ in
          let other = app?.instances.last as? ScreenInstance<NestViewModel>
          if answers > 0, other !== root {
            answers -= 1
            try? other?.send(.acted(8))
          }
        }
        continue
      }
      let number = Int.random(in: 0..<1_000, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0...2: session.send(.acted(number), to: instance)
      case 3, 4: session.recorder.turn { try? instance.send(.acted(number)) }
      case 5: session.wait(number % 3)
      case 6: session.recorder.turn { if instance !== root { instance.close() } }
      default: session.recorder.turn { _ = session.app.open(.nest) }
      }
    }
    session.wait(10)
    updates?.cancel()
    front.cancel()
    session.recorder.end()
    let lines = session.recording.split(separator: "\n")
    expectEqual(lines.count { $0.hasPrefix(#"{"event""#) || $0.contains(#","sent":"#) }, sentCount)
    let recording = try Recording(Array(session.recording.utf8))
    let difference = await Replay(recording, .nest).run()
    #expect(difference?.message == nil, "\(session.recording)")
  }
}

extension AppDefinition {
  fileprivate static var nest: AppDefinition {
    var definition = AppDefinition.tributary
    definition.screens = [AnyScreen(.nest)]
    return definition
  }
}

private enum NestEvent: ScreenEvent {
  case nestDidAppear
  case acted(Int)

  static let cases: [EventCase<NestEvent>] = [
    EventCase(.nestDidAppear, "It appeared."), EventCase(acted, member: "number", "Do what the number says."),
  ]
}

private struct NestState: ScreenState {
  var numbers: [Int] = []
  var isBusy: Bool { false }

  static let fields: Fields<NestState> = [Field(\.numbers, "What has happened.")]
  static var samples: [NestState] { [NestState()] }
}

private struct NestOutcome: ScreenOutcome, JSONRecord {
  var number: Int

  static let record = Codec(NestOutcome.init(number:), \.number)
}

/// Does what numbers say: opens, closes, replaces, and sends events to itself, at once or later.
private final class NestViewModel: ViewModel {
  typealias Outcome = NestOutcome

  let eventSubject = EventSubject<NestEvent>()
  @Published private(set) var state = NestState()
  var statePublisher: Published<NestState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment

  init(_ environment: AppEnvironment) {
    self.environment = environment
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
  }

  func refusal(of event: NestEvent) -> String? {
    if case .acted(let number) = event, number % 11 == 10 { "Not this number." } else { nil }
  }

  private func handle(_ event: NestEvent) {
    guard case .acted(let number) = event else { return state.numbers.append(-1) }
    let (navigator, rest) = (environment.navigator, number / 8)
    switch number % 8 {
    case 0, 1: state.numbers.append(rest)
    case 2: try? navigator.open(.nest) { [weak self] in self?.state.numbers.append($0?.number ?? -2) }
    case 3: navigator.close(with: NestOutcome(number: rest))
    case 4: try? navigator.replace(with: .nest, NoParameters())
    case 5:
      eventSubject.send(.acted(rest))
      state.numbers.append(-3)
    case 6:
      Just(rest).delay(for: .milliseconds(rest % 3), scheduler: environment.main)
        .sink { [weak self] in self?.eventSubject.send(.acted($0)) }
        .store(in: &cancellables)
    default: navigator.closeOpened()
    }
  }
}

extension Screen<NestViewModel> {
  fileprivate static var nest: Self {
    Screen("nest", about: "A nest.", appearance: .nestDidAppear) { NestViewModel($1) }
  }
}
