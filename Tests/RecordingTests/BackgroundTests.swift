import AppTesting
import Descriptions
import Dispatch
import ExpectSupport
import Foundation
import Locking
import Services
import Streams
import StreamsExtras
import Testing
import ViewModels

@testable import Recording

/// Squares numbers on a queue of its own, and dates the result there.
struct SquareState: ScreenState {
  var square = 0
  var date = ""
  var isBusy = false

  static let fields: Fields<SquareState> = [
    Field(\.square, "The last square."), Field(\.date, "When it was computed."),
    Field(\.isBusy, "Whether a number is being squared."),
  ]
}

enum SquareEvent: ScreenEvent {
  case numberChanged(Int)

  static let cases: [EventCase<SquareEvent>] = [EventCase(numberChanged, member: "number", "The user chose a number.")]
}

final class SquareViewModel: ViewModel {
  let eventSubject = EventSubject<SquareEvent>()
  @Published private(set) var state = SquareState()
  var statePublisher: Published<SquareState>.Publisher { $state }

  init(_ environment: AppEnvironment, queue: DispatchQueue) {
    let now = environment.now
    eventSubject
      .map { event in
        guard case .numberChanged(let number) = event else { return SquareState() }
        return SquareState(square: number, isBusy: true)
      }
      .flatMap { state in
        Just(state).receive(on: queue)
          .map { $0.square * $0.square }
          .receive(on: environment.main)
          .map { SquareState(square: $0, date: now().formatted(.iso8601)) }
          .prepend(state)
      }
      .assign(to: &$state)
  }
}

extension Screen<SquareViewModel> {
  static var square: Self {
    Screen("square", about: "Squares numbers.") { SquareViewModel($1, queue: DispatchQueue(label: "square")) }
  }
}

@MainActor @Suite struct BackgroundTests {
  private final class Lines {
    var text = ""
  }

  private let definition = AppDefinition(screens: [AnyScreen(.square)])
  private let lines = Lines()
  private let recorder: Recorder

  init() {
    recorder = Recorder(
      SessionConfiguration(front: "test 1.0", seed: 7, timeZone: .gmt),
      write: { [lines] in lines.text += String(decoding: $0, as: UTF8.self) })
  }

  private func replay() async throws -> Replay.Difference? {
    await Replay(try Recording(Array(lines.text.utf8)), definition, threadTimeout: .seconds(600)).run()
  }

  @Test func `records work that another thread schedules on the main scheduler`() async throws {
    let app = recorder.makeApp(definition)
    let square = recorder.turn { app.open(.square) }
    for number in 2...5 {
      try await app.untilIdle { recorder.turn { square.model.eventSubject.send(.numberChanged(number)) } }
    }
    recorder.end()
    expectEqual(square.model.state.square, 25)
    #expect(lines.text.contains(#""square":25"#))
    #expect(try await replay()?.message == nil, "\(lines.text)")
  }

  /// Asks for a product on a queue of its own, and answers there.
  private final class ShopViewModel: ViewModel {
    let eventSubject = EventSubject<SquareEvent>()
    @Published private(set) var state = SquareState()
    var statePublisher: Published<SquareState>.Publisher { $state }

    init(_ environment: AppEnvironment, queue: DispatchQueue) {
      let products = environment.backend.products
      eventSubject
        .flatMap { _ in
          Just(()).receive(on: queue)
            .flatMap { products.product(id: "wand") }
            .map { SquareState(date: $0.title) }
            .catch { Just(SquareState(date: $0.message)) }
            .receive(on: queue)
            .receive(on: environment.main)
            .prepend(SquareState(isBusy: true))
        }
        .assign(to: &$state)
    }
  }

  @Test func `records requests and answers of another thread`() async throws {
    let lines = Lines()
    let queue = DispatchQueue(label: "shop")
    let screens = [
      AnyScreen(Screen<ShopViewModel>("shop", about: "Asks elsewhere.") { ShopViewModel($1, queue: queue) })
    ]
    let server = Backend.mock(world: MockWorld(), latency: .milliseconds(1), scheduler: queue.eraseToAnyScheduler())
    let recorder = Recorder(
      SessionConfiguration(front: "test 1.0", mock: nil, seed: 7, timeZone: .gmt),
      write: { [lines] in lines.text += String(decoding: $0, as: UTF8.self) })
    let app = recorder.makeApp(AppDefinition(screens: screens), server: server)
    let shop = try recorder.turn { try app.open("shop") }
    for number in 1...3 {
      let event = try JSONText(scanning: #"{"type":"numberChanged","number":\#(number)}"#.utf8)
      try await app.untilIdle { try recorder.turn { try shop.send(event) } }
    }
    recorder.end()
    #expect(lines.text.contains(#""date":"Wand""#))
    let recording = try Recording(Array(lines.text.utf8))
    #expect(
      await Replay(recording, AppDefinition(screens: screens), threadTimeout: .seconds(600)).run()?.message == nil,
      "\(lines.text)")
  }

  /// Reads the clock on another thread, which begins when the main queue is free.
  private final class DateViewModel: ViewModel {
    let eventSubject = EventSubject<SquareEvent>()
    @Published private(set) var state = SquareState()
    var statePublisher: Published<SquareState>.Publisher { $state }

    init(_ environment: AppEnvironment, queue: DispatchQueue) {
      let now = environment.now
      eventSubject
        .handleEvents(receiveOutput: { _ in
          queue.suspend()
          DispatchQueue.main.async { queue.resume() }
        })
        .receive(on: queue)
        .map { _ in SquareState(date: now().formatted(.iso8601)) }
        .receive(on: environment.main)
        .assign(to: &$state)
    }
  }

  @Test func `replays the time that another thread read before its turn`() async throws {
    let lines = Lines()
    let seconds = LockedValue(0.0)
    let queue = DispatchQueue(label: "date")
    let definition = AppDefinition(screens: [
      AnyScreen(Screen<DateViewModel>("date", about: "Reads a clock elsewhere.") { DateViewModel($1, queue: queue) })
    ])
    let recorder = Recorder(
      SessionConfiguration(front: "test 1.0", seed: 7, timeZone: .gmt),
      clock: {
        Date(
          timeIntervalSince1970: seconds.withLock {
            $0 += 60
            return $0
          })
      },
      write: { [lines] in lines.text += String(decoding: $0, as: UTF8.self) })
    let app = recorder.makeApp(definition)
    let date = try recorder.turn { try app.open("date") }
    try recorder.turn { try date.send(JSONText(scanning: #"{"type":"numberChanged","number":1}"#.utf8)) }
    while !lines.text.contains(#""rev":2"#) { await Task.yield() }
    recorder.end()
    #expect(lines.text.contains(#""date":"1970-01-01T00:03:00Z""#), "\(lines.text)")
    let recording = try Recording(Array(lines.text.utf8))
    #expect(await Replay(recording, definition, threadTimeout: .seconds(600)).run()?.message == nil, "\(lines.text)")
  }

  @Test func `names a state that another thread computes otherwise`() async throws {
    let app = recorder.makeApp(definition)
    let square = recorder.turn { app.open(.square) }
    try await app.untilIdle { recorder.turn { square.model.eventSubject.send(.numberChanged(3)) } }
    let text = lines.text.replacingOccurrences(of: #""square":9"#, with: #""square":10"#)
    let difference = await Replay(try Recording(Array(text.utf8)), definition, threadTimeout: .seconds(600)).run()
    #expect(difference?.actual?.contains(#""square":9"#) == true)
  }

  @Test func `cancels a timer that another thread has set`() async throws {
    let scheduler = JobScheduler(TurnClock(), base: DispatchQueue.main.eraseToAnyScheduler())
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let timer = scheduler.schedule(after: scheduler.now, interval: .seconds(3_600), tolerance: 0, options: nil) {
          Issue.record("The timer was not cancelled.")
        }
        timer.cancel()
        DispatchQueue.main.async { continuation.resume() }
      }
    }
    #expect(!scheduler.hasTimer(1))
  }
}
