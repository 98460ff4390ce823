import JSON
import Services
import Streams
import StreamsExtras
public import ViewModels

/// A front whose commands and printed lines a replay repeats.
@MainActor public protocol ReplayableFront: AnyObject {
  /// Performs a command, and prints what it prints.
  ///
  /// - Parameter command: the line; `nil` for one that failed in the recorded session, of which nothing is printed.
  func perform(_ command: String?) async
  /// Prints what the front held back until the app was idle.
  func flush()
}

/// Runs a recorded session again, without waiting and without a network, and compares its states.
///
///     if let difference = await Replay(recording).run() { log(difference.message) }
@MainActor public final class Replay {
  /// The first line in which a replay differs.
  public struct Difference: Equatable, Sendable {
    /// The number of the line.
    public var line: Int
    /// The line of the recording; `nil` if it has none there.
    public var expected: String?
    /// The line that the replay would record; `nil` if there is none.
    public var actual: String?
    /// The screen that the line opens, if the app of the replay does not have it.
    public var unknownScreen: String?

    /// The message for the user.
    public var message: String {
      if let unknownScreen {
        return "Line \(line) of the recording opens the screen \"\(unknownScreen)\", which this app does not have."
      }
      return """
        Line \(line) of the recording differs.
        expected: \(expected ?? "nothing more")
        actual:   \(actual ?? "nothing")
        """
    }

    init(_ line: RecordedLine, expected: JSONText?, actual: [UInt8]?) {
      self.line = line.number
      self.expected = expected.map { String(decoding: $0.bytes, as: UTF8.self) }
      self.actual = actual.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private let recording: Recording
  private let screens: [AnyScreen]
  private let clock = TurnClock()
  private let scheduler: JobScheduler
  private let services: ReplayInterceptor
  private let instances = Instances()
  private var secrets = StandInSecrets()
  private var printed: [String] = []
  private var app: AppCore?
  /// The view models of closed instances that the recorded front held.
  private var held: [String: AnyObject] = [:]
  private var heldNames: Set<String> = []

  /// A replay of a recording.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - screens: the screens of the app that was recorded, those that ``Recorder/makeApp(server:screens:)`` took.
  public init(_ recording: Recording, screens: [AnyScreen] = AppCore.screens) {
    self.recording = recording
    self.screens = screens
    scheduler = JobScheduler(clock)
    services = ReplayInterceptor(shown: recording.shown)
  }

  /// Replays the session once.
  ///
  /// - Parameter makeFront: makes the front that the session was recorded with, so that its commands are performed and
  ///   the lines that it prints are compared. Without it, or without commands in the recording, the front's actions are
  ///   applied to the app.
  /// - Returns: the first difference; `nil` if there is none.
  public func run(
    _ makeFront: ((AppCore, _ print: @escaping @MainActor (String) -> Void) -> any ReplayableFront)? = nil
  ) async -> Difference? {
    let makeFront = recording.hasCommands ? makeFront : nil
    if let difference = unknownScreen { return difference }
    learn()
    let app = AppCore(
      recording.configuration.environment(
        server: Backend.mock().intercepted(by: services), main: scheduler.eraseToAnyScheduler(), now: clock.now),
      screens: screens
    ) { [unowned self] action in
      switch action {
      case .open(let instance, _): _ = instances.add(instance)
      case .close(let instance):
        guard let name = instances.remove(instance) else { break }
        if makeFront == nil, heldNames.contains(name) { held[name] = instance.anyModel }
      case .event: break
      }
    }
    self.app = app
    let front = makeFront?(app) { [unowned self] in printed.append($0) }
    var comparison = Comparison(comparesPrinted: front != nil)
    /// The first difference in what the front has printed by now.
    func finish(isCutOff: Bool) -> Difference? {
      front?.flush()
      defer { printed = [] }
      return comparison.finish(printed, isCutOff: isCutOff)
    }
    for turn in recording.turns {
      // A front prints all that it held back before its next command.
      if case .input = turn.turn, let difference = finish(isCutOff: false) { return difference }
      clock.begin(uptime: turn.uptime, time: turn.time)
      guard let group = await play(turn, front) else {
        return finish(isCutOff: false) ?? Difference(turn.line, expected: turn.line.text, actual: nil)
      }
      let lines = printed
      printed = []
      if let difference = comparison.add(turn, instances.changes(), lines, group: group) { return difference }
    }
    return finish(isCutOff: recording.isCutOff)
  }

  /// The first line that opens a screen that the app does not have.
  private var unknownScreen: Difference? {
    for (line, action) in recording.turns.lazy.flatMap(\.actions) {
      guard case .open(let screen, _) = action, !screens.contains(where: { $0.name == screen }) else { continue }
      var difference = Difference(line, expected: line.text, actual: nil)
      difference.unknownScreen = screen
      return difference
    }
    return nil
  }

  /// Plays a turn.
  ///
  /// - Returns: its group: jobs that were scheduled in one turn are one group; `nil` if the turn cannot be played.
  private func play(_ turn: RecordedTurn, _ front: (any ReplayableFront)?) async -> Int? {
    var group = -clock.turn
    switch turn.turn {
    case .input:
      if let front, let command = turn.command {
        await front.perform(command.isEmpty ? nil : command.map { secrets.text(for: $0) ?? $0.string ?? "" }.joined())
      }
    case .job(let number):
      guard let turn = scheduler.run(number) else { return nil }
      group = turn
    case .answer(let number, let operation, let isFailure, let value):
      guard services.answer(number, operation: operation, isFailure: isFailure, value) else { return nil }
    }
    if front == nil || turn.command?.isEmpty == true {
      for (_, action) in turn.actions where !apply(action) { return nil }
    }
    return group
  }

  private func apply(_ action: RecordedTurn.Action) -> Bool {
    do {
      switch action {
      case .open(let screen, let parameters): _ = try app?.open(screen, parameters: parameters)
      case .event(let event, let instance): try instances[instance]?.send(secrets.unmask(event))
      case .close(let instance): instances[instance]?.close()
      case .release(let instance): held[instance] = nil
      case .application(let event): try app?.send(event)
      }
      return true
    } catch {
      return false
    }
  }

  /// Learns what must be known before the first turn.
  private func learn() {
    for (_, action) in recording.turns.lazy.flatMap(\.actions) {
      switch action {
      case .event(let event, _):
        for member in event.members where member.value.kind == .object { secrets.learn(member.value) }
      case .release(let instance): heldNames.insert(instance)
      default: break
      }
    }
  }
}

// MARK: - For programs

extension Replay {
  /// The outcome of a replay, for a program that does nothing else.
  public struct Report: Sendable {
    /// The line for the standard output, if all is equal.
    public let summary: String?
    /// The message for the standard error, if there is one.
    public let problem: String?
    /// 0 if all is equal, 1 if a line differs, 4 if the recording is cut off.
    public let exitCode: Int32
  }

  /// Replays a session, and reports the outcome.
  public func report(
    _ makeFront: ((AppCore, _ print: @escaping @MainActor (String) -> Void) -> any ReplayableFront)? = nil
  ) async -> Report {
    if let difference = await run(makeFront) {
      return Report(summary: nil, problem: difference.message, exitCode: 1)
    }
    let comparesPrinted = makeFront != nil && recording.hasCommands
    let printed = comparesPrinted ? " and \(recording.printedCount) printed lines" : ""
    let states = recording.stateCount == 1 ? "The only state" : "All \(recording.stateCount) states"
    let summary = "\(states)\(printed) \(states.hasSuffix("s") || comparesPrinted ? "are" : "is") equal."
    guard recording.isCutOff else { return Report(summary: summary, problem: nil, exitCode: 0) }
    return Report(
      summary: summary, problem: "The recording is cut off after line \(recording.lastLine).", exitCode: 4)
  }
}
