import JSON
import Recording
import Requests
import Screens
import ScreensSupport
import StandardIO
import Testing
import TextUI

@testable import ConsoleProgram

/// Sessions of a console in a pipe, recorded, and replayed by the console and without it.
@MainActor @Suite struct ConsoleReplayTests {
  private struct Console: TextApp {
    let core: AppCore

    var commands: [Command] {
      [
        Command("mishap", "show an order, and fail") { front, _ throws(CommandError) in
          let event = JSONText(scanned: Array(#"{"type":"payButtonWasTapped","way":"now"}"#.utf8)[...])
          try? front.coreFront.screens.first?.send(event)
          throw CommandError("That is all.")
        }
      ]
    }
  }

  /// Records a script, and replays it both ways.
  ///
  /// - Returns: what was recorded.
  @discardableResult private func play(
    _ script: String, _ definition: AppDefinition, opening firstScreen: String? = nil
  ) async throws -> [String] {
    var bytes: [UInt8] = []
    let recorder = Recorder(SessionConfiguration(front: "test 1.0", mock: .init(), seed: 7, timeZone: .gmt)) {
      bytes += $0
    }
    let app = recorder.makeApp(definition)
    let front = TextFront(
      Console(core: app), input: .pipe(LineReader(text: script)), display: Display(NullDevice(), style: .plain),
      opening: firstScreen)
    front.record(to: recorder)
    await front.run()
    recorder.end()
    let recording = try Recording(bytes)
    #expect(recording.printedCount > 0)
    try await expectReplay(bytes, definition)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func expectReplay(_ bytes: some Sequence<UInt8>, _ definition: AppDefinition) async throws {
    let recording = try Recording(Array(bytes))
    let difference = await Replay(recording, definition, threadTimeout: .seconds(600)).run()
    #expect(difference?.message == nil)
    let own = await Replay(recording, definition, threadTimeout: .seconds(600)).run {
      ConsoleReplay(Console(core: $0), print: $1)
    }
    #expect(own?.message == nil)
  }

  private struct NullDevice: ByteSink {
    func write(_ bytes: UnsafeRawBufferPointer) -> Int { bytes.count }
  }

  @Test(arguments: ["open", "openAndCount", "replace", "openTwo", "present"])
  func `what an answer opens appears in its own turn`(way: String) async throws {
    let lines = try await play("tap pay \(way)\nshow\nback\nshow\n", .kiosk, opening: "kiosk")
    #expect(lines.contains { $0.contains(#""type":"orderDidAppear""#) })
    #expect(lines.contains(#"{"print":"  text: Tea"}"#))
  }

  @Test func `what an answer opens is printed in the turn in which it appears`() async throws {
    let lines = try await play("tap pay open\n", .kiosk, opening: "kiosk")
    let opened = try #require(lines.firstIndex { $0.hasPrefix(#"{"opened":"order-2""#) })
    let printed = try #require(lines.firstIndex(of: #"{"print":"order"}"#))
    let appeared = try #require(lines.firstIndex { $0.contains(#""type":"orderDidAppear""#) })
    #expect(lines[opened..<printed].last { $0.hasPrefix(#"{"at""#) }?.contains(#""turn":"input""#) == true)
    #expect(!lines[printed..<appeared].contains { $0.hasPrefix(#"{"at""#) })
  }

  @Test func `a session that was killed replays, wherever it ends`() async throws {
    let lines = try await play("tap pay openTwo\nshow\nback\nmishap\nshow\n", .kiosk, opening: "kiosk")
    for count in 1..<lines.count {
      try await expectReplay(lines.prefix(count).joined(separator: "\n").utf8, .kiosk)
    }
  }

  @Test func `what a failed command has opened appears after it`() async throws {
    let lines = try await play("mishap\nshow\n", .kiosk, opening: "kiosk")
    let failed = try #require(lines.firstIndex(of: #"{"command":null}"#))
    #expect(lines[failed...].contains(#"{"print":"order"}"#))
    #expect(!lines.contains(#"{"print":"kiosk: count: 1"}"#))
  }

  @Test func `what the app opens before the console is there appears in its own turn`() async throws {
    let lines = try await play("tap clock\nback\n", .club(firstRoom: 9))
    #expect(lines.contains { $0.contains(#""type":"roomDidAppear""#) })
  }
}

// MARK: - An app

extension ServiceOperation {
  fileprivate static var pay: ServiceOperation<Int, Int> { ServiceOperation<Int, Int>("pay") }
  fileprivate static var order: ServiceOperation<Int, String> { ServiceOperation<Int, String>("order").effect(.reads) }
}

private struct KioskState: ScreenState {
  var count = 0
  var isBusy = false

  static let fields: Fields<KioskState> = [
    Field(\.count, "How many orders were paid."), Field(\.isBusy, "Whether it works."),
  ]
}

private enum KioskEvent: ScreenEvent {
  case payButtonWasTapped(String)

  static let cases: [EventCase<KioskEvent>] = [
    EventCase(payButtonWasTapped, member: "way", "Pay, and show the order in one of several ways.")
  ]
}

/// Pays, and then shows the order.
private final class KioskModel: ViewModel {
  let eventSubject = EventSubject<KioskEvent>()
  @Published private(set) var state = KioskState()
  var statePublisher: Published<KioskState>.Publisher { $state }

  private let environment: AppEnvironment
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    eventSubject.sink { [unowned self] event in
      if case .payButtonWasTapped(let way) = event { pay(way) }
    }
    .store(in: &cancellables)
  }

  private func pay(_ way: String) {
    guard way != "now" else { return show(way) }
    state.isBusy = true
    environment.backend.answer(.pay, 1).result().sink { [unowned self] _ in
      state.isBusy = false
      show(way)
    }
    .store(in: &cancellables)
  }

  private func show(_ way: String) {
    let navigator = environment.navigator
    switch way {
    case "replace": try? navigator.replace(with: .order, .defaults)
    case "present": try? navigator.present(.order)
    case "openTwo":
      try? navigator.open(.order)
      try? navigator.open(.order)
    default: try? navigator.open(.order)
    }
    // The console shows it when it is idle, because it is below.
    if way != "replace", way != "open" { state.count += 1 }
  }
}

private struct OrderState: ScreenState {
  var text: String?
  var isBusy = false

  static let fields: Fields<OrderState> = [Field(\.text, "The order."), Field(\.isBusy, "Whether it is loaded.")]
}

private enum OrderEvent: ScreenEvent {
  case orderDidAppear

  static let cases: [EventCase<OrderEvent>] = [EventCase(.orderDidAppear, "The order appeared.")]
}

/// Loads the order when it appears.
private final class OrderModel: ViewModel {
  let eventSubject = EventSubject<OrderEvent>()
  @Published private(set) var state = OrderState()
  var statePublisher: Published<OrderState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject.sink { [unowned self] _ in
      state.isBusy = true
      environment.backend.answer(.order, 1).result()
        .sink { [unowned self] in state = OrderState(text: try? $0.get()) }
        .store(in: &cancellables)
    }
    .store(in: &cancellables)
  }
}

extension Screen<KioskModel> {
  fileprivate static var kiosk: Self { Screen("kiosk", about: "Takes money.") { KioskModel($1) } }
}

extension Screen<OrderModel> {
  fileprivate static var order: Self {
    Screen("order", about: "An order.", appearance: .orderDidAppear) { OrderModel($1) }
  }
}

extension AppDefinition {
  fileprivate static var kiosk: AppDefinition {
    AppDefinition(
      screens: [AnyScreen(.kiosk), AnyScreen(.order)],
      mock: { _ in Backend.handlers([ServiceHandler(.pay) { $0 }, ServiceHandler(.order) { _ in "Tea" }]) })
  }
}
