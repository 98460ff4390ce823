import JSON
import Screens

/// A recording that was read.
///
///     let recording = try Recording(bytes)
///     if let difference = await Replay(recording, .library).run() { log(difference.message) }
public struct Recording: Sendable {
  /// What the session started with.
  public let configuration: SessionConfiguration
  /// Whether the end of the session is missing: the program was killed, or the file was cut.
  public private(set) var isCutOff = true
  /// The number of the last line.
  public private(set) var lastLine = 1

  private(set) var turns: [RecordedTurn] = []
  /// The private members of answers and elements that a state shows, by name.
  private(set) var shown: [AnswerID: [String: [UInt8]]] = [:]
  /// What stored values were when the session used them first.
  private(set) var stored: [Storage.InitialValue] = []
  /// The feeds that the backend offered to an app that had asked.
  private(set) var offered: Set<String> = []

  /// How many states were recorded.
  public var stateCount: Int { turns.reduce(0) { $0 + $1.results.count(where: \.isState) } }
  /// How many printed lines were recorded.
  public var printedCount: Int { turns.reduce(0) { $0 + $1.printed.count } }
  /// What a line belongs to: the number of its turn, and the last line before it that says what the front did in the turn
  /// or, without one, that begins the turn.
  func context(of line: Int) -> (turn: Int, action: JSONText)? {
    guard let index = turns.lastIndex(where: { $0.line.number <= line }) else { return nil }
    let action = turns[index].actions.last { $0.line.number <= line }
    return (index + 1, (action?.line ?? turns[index].line).text)
  }

  /// Whether the front recorded its commands. At a terminal it does not.
  var hasCommands: Bool { turns.contains { $0.command != nil } }

  init(_ configuration: SessionConfiguration) { self.configuration = configuration }

  /// Reads a recording.
  ///
  /// - Throws: a `RecordingError`.
  public init(_ bytes: [UInt8]) throws(RecordingError) {
    var reader = RecordingReader()
    try reader.read(bytes)
    self = try reader.finish()
  }

  /// Reads the next line.
  ///
  /// - Returns: false if it cannot be one.
  mutating func read(_ bytes: ArraySlice<UInt8>, number: Int) -> Bool {
    // Nothing follows the end.
    guard isCutOff, let text = try? JSONText(scanning: bytes, depthLimit: 128), text.kind == .object else {
      return false
    }
    lastLine = number
    let line = RecordedLine(number: number, text: text)
    if text["turn"] != nil {
      guard let turn = RecordedTurn(line) else { return false }
      turns.append(turn)
      return true
    }
    if text["end"]?.bool == true {
      isCutOff = false
      return true
    }
    if let name = text["stored"]?.string, let version = text["version"]?.ordinal, let value = text["value"] {
      guard let account = text["account"].map(\.ordinal) ?? 0 else { return false }
      stored.append(Storage.InitialValue(name: name, account: account, version: version, value: value))
      return true
    }
    if let feed = text["offers"]?.string {
      offered.insert(feed)
      return true
    }
    guard !turns.isEmpty else { return false }
    if let request = text["shown"]?.ordinal, let value = text["value"] {
      guard let event = text["number"].map(\.ordinal) ?? 0 else { return false }
      let answer = AnswerID(request: request, event: event)
      shown[answer, default: [:]][text["member"]?.string ?? ""] = Array(value.bytes)
      return true
    }
    return turns[turns.count - 1].read(line)
  }
}

/// A line of a recording.
struct RecordedLine {
  let number: Int
  let text: JSONText
}

/// A turn, and what came of it.
struct RecordedTurn {
  /// What the front does to the app.
  enum Action {
    case open(screen: String, parameters: JSONText)
    case event(JSONText, instance: String)
    /// An event that is held until a question has an answer.
    case heldEvent(JSONText, instance: String)
    /// The answer to a question.
    case answer(question: String, FrontReply)
    case close(instance: String)
    case application(JSONText)
    case localize(AppLocalization)
    case release(instance: String)
    case leave(instance: String)
    case show(instance: String)
    case front(FrontChange)
  }

  /// What came of the turn for an instance: a state, an event that the app's own code sent, or that it was opened or closed.
  struct Result {
    let line: RecordedLine
    let instance: String
    let isState: Bool
  }

  let line: RecordedLine
  let turn: Turn
  let uptime: Int
  let time: Int

  /// Whether the turn runs a job.
  var runsJob: Bool {
    switch turn {
    case .job, .timer: true
    case .input, .change, .answer, .feed, .unknown: false
    }
  }

  /// The fronts that were attached in the turn.
  var attached: Set<FrontID> {
    Set(actions.compactMap { line, action in if case .front(.attached) = action { line.front } else { nil } })
  }

  private(set) var actions: [(line: RecordedLine, action: Action)] = []
  /// The parts of the command line; empty if it failed, `nil` if there is none.
  private(set) var command: [JSONText]?
  private(set) var results: [Result] = []
  private(set) var printed: [(line: RecordedLine, text: String)] = []

  /// The turn of a line; `nil` if the line is damaged.
  init?(_ line: RecordedLine) {
    let text = line.text
    guard let uptime = text["at"]?.uptime, let time = text["time"]?.time else { return nil }
    self.line = line
    self.uptime = uptime
    self.time = time
    switch text["turn"]?.string {
    case "input": turn = .input
    case "job": turn = .job
    case "timer":
      guard let number = text["timer"]?.ordinal else { return nil }
      turn = .timer(number)
    case "change":
      guard let operation = text["operation"]?.string else { return nil }
      turn = .change(operation)
    case "answer":
      guard let request = text["request"]?.ordinal, let operation = text["operation"]?.string,
        let value = text["value"] ?? text["failure"]
      else { return nil }
      let isFailure = text["value"] == nil
      turn = .answer(request, operation: operation, isFailure: isFailure, Array(value.bytes))
    case "feed":
      guard let event = RecordedFeedEvent(text) else { return nil }
      turn = .feed(event)
    case "unknown": turn = .unknown(text["notReplayable"]?.string ?? "")
    default: return nil
    }
  }

  /// Reads a line that belongs to the turn.
  mutating func read(_ line: RecordedLine) -> Bool {
    let text = line.text
    if text["front"] != nil, line.front == nil { return false }
    if let revision = text["rev"], revision.ordinal == nil { return false }
    if let question = text["answer"]?.string {
      guard let reply = FrontReply(recorded: text) else { return false }
      actions.append((line, .answer(question: question, reply)))
    } else if let question = text["asked"]?.string ?? text["ended"]?.string {
      results.append(Result(line: line, instance: question, isState: false))
    } else if let instance = text["instance"]?.string {
      if let event = text["event"], event.kind == .object {
        let isHeld = text["held"] != nil
        actions.append(
          (line, isHeld ? .heldEvent(event, instance: instance) : .event(event, instance: instance)))
      } else if text["state"] != nil || text["patch"]?.kind == .array {
        results.append(Result(line: line, instance: instance, isState: true))
      } else if text["sent"]?.kind == .object || text["hidden"] != nil {
        results.append(Result(line: line, instance: instance, isState: false))
      } else {
        return false
      }
    } else if let instance = text["opened"]?.string ?? text["closed"]?.string {
      results.append(Result(line: line, instance: instance, isState: false))
    } else if text["tab"]?.string != nil {
      results.append(Result(line: line, instance: AppCore.appID, isState: false))
    } else if let change = text["change"]?.string {
      guard let change = FrontChange(change, text) else { return false }
      actions.append((line, .front(change)))
    } else if let instance = text["show"]?.string {
      actions.append((line, .show(instance: instance)))
    } else if let instance = text["leave"]?.string {
      actions.append((line, .leave(instance: instance)))
    } else if let screen = text["screen"]?.string, let parameters = text["params"], text["open"] != nil {
      actions.append((line, .open(screen: screen, parameters: parameters)))
    } else if let instance = text["close"]?.string {
      actions.append((line, .close(instance: instance)))
    } else if let instance = text["release"]?.string {
      actions.append((line, .release(instance: instance)))
    } else if let event = text["application"] {
      actions.append((line, .application(event)))
    } else if let language = text["language"]?.string, let locale = text["locale"]?.string {
      guard let localization = AppLocalization(language: language, locale: locale) else { return false }
      actions.append((line, .localize(localization)))
    } else if let command = text["command"] {
      self.command = Array(command.elements)
    } else if let printed = text["print"]?.string {
      self.printed.append((line, printed))
    } else {
      return false
    }
    return true
  }
}

extension FrontReply {
  /// Reads the line about an answer.
  fileprivate init?(recorded line: JSONText) {
    if let answer = line["value"] {
      self = .answer(answer)
    } else if let reason = line["cannot"]?.string {
      self = .cannot(reason)
    } else if line["cancelled"]?.bool == true {
      self = .cancelled
    } else {
      return nil
    }
  }
}

extension RecordedLine {
  /// The front whose command it is; `nil` for the host of the app.
  var front: FrontID? { text["front"]?.string.flatMap { FrontID(parsing: $0) } }
}

extension JSONText {
  /// The texts of an array.
  fileprivate var strings: [String] { kind == .array ? elements.compactMap(\.string) : [] }
}

extension FrontChange {
  /// Reads the line about a change.
  fileprivate init?(_ name: String, _ line: JSONText) {
    let isShared = line["shared"]?.bool == true
    switch name {
    case "attached":
      self = .attached(
        isShared: isShared, mayEnterSecrets: line["secrets"]?.bool == true,
        mayReadPrivateFields: line["private"]?.bool == true,
        answers: Set(line["answers"]?.strings ?? []))
    case "away": self = .away
    case "returned": self = .returned(isShared: isShared)
    case "left": self = .left
    case "followed": self = .followed
    default: return nil
    }
  }
}
