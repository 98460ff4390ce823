import AppTesting
import ExpectSupport
import Foundation
import Outbox
import Recording
import Support
import Testing

private struct Slip: JSONRecord, Hashable {
  var text: String
  var key: IdempotencyKey

  static let record = Codec(Slip.init(text:key:), \.text, \.key)
}

extension ServiceOperation<Slip, Int> {
  fileprivate static var slip: Self { Self("slip") }
}

extension OutboxOperation<Slip, Int> {
  fileprivate static var slip: Self { Self(.slip, key: \.key) }
}

private struct SlipsState: ScreenState {
  var rows: [String] = []
  var message = ""
  var isBusy: Bool { false }

  static let fields: Fields<SlipsState> = [Field(\.rows, "The slips."), Field(\.message, "What came of a tap.")]
  static let samples = [SlipsState()]
}

private enum SlipsEvent: ScreenEvent {
  case addButtonWasTapped(String)
  case retryButtonWasTapped
  case dropButtonWasTapped
  case wasSeen

  static let cases: [EventCase<SlipsEvent>] = [
    EventCase(addButtonWasTapped, member: "text", "Add a slip."), EventCase(.retryButtonWasTapped, "Try again."),
    EventCase(.dropButtonWasTapped, "Drop the first slip."), EventCase(.wasSeen, "The server shows the last slip."),
  ]
}

private final class SlipsViewModel: ViewModel {
  let eventSubject = EventSubject<SlipsEvent>()
  @Published private(set) var state = SlipsState()
  var statePublisher: Published<SlipsState>.Publisher { $state }
  private var entries: [OutboxEntry<Slip, Int>] = []
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    let outbox = environment.outbox(.slip)
    outbox.entries.sink { [unowned self] entries in
      self.entries = entries
      state.rows = entries.map { "\($0.input.text) \($0.key) \($0.state) \($0.answer.map(String.init) ?? "")" }
    }
    .store(in: &cancellables)
    eventSubject.flatMap { [unowned self] event -> AnyPublisher<Result<IdempotencyKey, OutboxError>, Never> in
      switch event {
      case .addButtonWasTapped(let text): outbox.add { Slip(text: text, key: $0) }
      case .retryButtonWasTapped: outbox.retry(entries[0].key)
      case .dropButtonWasTapped: outbox.drop(entries[0].key)
      case .wasSeen:
        Just(entries[entries.count - 1].key).handleEvents(receiveOutput: { outbox.didSee($0) }).map { .success($0) }
          .eraseToAnyPublisher()
      }
    }
    .sink { [unowned self] in state.message = "\($0)" }
    .store(in: &cancellables)
  }
}

extension Screen<SlipsViewModel> {
  fileprivate static var slips: Self { Screen("slips", about: "Slips.") { SlipsViewModel($1) } }
}

/// An outbox in a recording: what the app is told is recorded, and a replay sends and writes nothing.
@MainActor @Suite struct OutboxRecordingTests {
  private let folder = TemporaryFolder()
  private let backend = ScriptedBackend()
  private let scheduler = TestScheduler()
  private let definition = AppDefinition(screens: [AnyScreen(.slips)]).outbox(.slip)

  @MainActor private final class Lines {
    var text = ""
  }

  private func record(_ storage: Storage?) -> String {
    let lines = Lines()
    let recorder = Recorder(
      SessionConfiguration(front: "test 1.0", mock: nil, seed: 7, timeZone: .gmt, hasStorage: storage != nil),
      main: scheduler.mainQueue, clock: { .fixed }, write: { lines.text += String(decoding: $0, as: UTF8.self) })
    let app = recorder.makeApp(definition, server: backend.backend, storage: storage)
    let slips = recorder.turn { app.open(.slips) }
    func send(_ event: SlipsEvent) {
      recorder.turn { slips.model.eventSubject.send(event) }
      run()
    }
    func run() {
      for _ in 1...6 {
        storage?.flush()
        scheduler.advance()
      }
    }
    send(.addButtonWasTapped("one"))
    send(.addButtonWasTapped("two"))
    backend.last(.slip).fail(.timeout)
    run()
    send(.dropButtonWasTapped)
    send(.retryButtonWasTapped)
    backend.last(.slip).fail(.timeout)
    run()
    scheduler.advance(by: .seconds(2))
    run()
    backend.last(.slip).succeed(5)
    run()
    backend.last(.slip).fail(.status(403))
    run()
    send(.addButtonWasTapped("three"))
    send(.wasSeen)
    expectEqual(backend.calls(.slip).map(\.input.text), ["one", "one", "one", "two"])
    expectEqual(slips.state.rows.map { $0.split(separator: " ")[0] }, ["one", "two", "three"])
    #expect(slips.state.rows[0].hasSuffix("sent 5"))
    #expect(slips.state.rows[2].hasSuffix("sent "))
    recorder.end()
    return lines.text
  }

  @Test(arguments: [false, true]) func `replays entries and decisions`(_ isInFolder: Bool) async throws {
    let storage = isInFolder ? try Storage(folder: folder.path) : nil
    let text = record(storage)
    storage?.close()
    let (calls, files) = (backend.calls.count, folder.contents)
    let recording = try Recording(Array(text.utf8))
    #expect(recording.stateCount > 10)
    for _ in 1...3 {
      let difference = await Replay(recording, definition, threadTimeout: .seconds(600)).run()
      #expect(difference?.message == nil, "\(text)")
    }
    expectEqual(backend.calls.count, calls)
    expectEqual(folder.contents, files)
  }
}
