import Foundation
import JSON
import Locking
import Screens

/// What starts a turn of a session. One turn happens at a time, and everything else follows from it.
enum Turn {
  /// The front does something to the app.
  case input
  /// The next job of the main scheduler runs that was scheduled without a delay.
  case job
  /// The n-th job of the main scheduler runs that was scheduled with a delay.
  case timer(Int)
  /// A backend publishes that the answers of an operation have changed.
  case change(String)
  /// A service answers the n-th request, with a value or a failure as JSON.
  case answer(Int, operation: String, isFailure: Bool, [UInt8])
  /// A feed publishes an event, or ends.
  case feed(RecordedFeedEvent)
  /// Something changes that nothing in the recording has caused, in a sentence. A replay cannot repeat it.
  case unknown(String)
}

/// The clocks of a session, which stand still during a turn. Any thread may read them.
final class TurnClock: Sendable {
  private struct State {
    var uptime = 0
    var time = 0
    var turn = 0
  }

  private let state = LockedValue(State())

  /// Nanoseconds since the session began.
  var uptime: Int { state.withLock { $0.uptime } }
  /// Milliseconds since 1970.
  var time: Int { state.withLock { $0.time } }
  /// How many turns have begun.
  var turn: Int { state.withLock { $0.turn } }

  func begin(uptime: Int, time: Int) {
    state.withLock { state in
      state.uptime = uptime
      state.time = time
      state.turn += 1
    }
  }

  /// The date of the turn.
  var now: @Sendable () -> Date {
    { [self] in Date(timeIntervalSince1970: Double(time) / 1_000) }
  }
}

/// The texts of a recording's lines. Each is one JSON object.
///
/// The line of a turn precedes what belongs to the turn: what the front did, and what came of it.
enum RecordingLine {
  static let end = object(["end": "true".utf8])
  /// What stands for a secret that the app's own code has sent.
  static let secret = object(["secret": "true".utf8])

  static func turn(_ turn: Turn, uptime: Int, time: Int) -> [UInt8] {
    let (at, time) = (uptime.json, time.json)
    switch turn {
    case .input: return object(["at": at, "time": time, "turn": "input".json])
    case .job: return object(["at": at, "time": time, "turn": "job".json])
    case .timer(let number): return object(["at": at, "time": time, "timer": number.json, "turn": "timer".json])
    case .change(let operation):
      return object(["at": at, "operation": operation.json, "time": time, "turn": "change".json])
    case .answer(let number, let operation, let isFailure, let value):
      var writer = JSONWriter()
      writer.object {
        $0.member("at", uptime)
        $0.member("operation", operation)
        $0.member("request", number)
        $0.name("time")
        $0.raw(time)
        $0.member("turn", "answer")
        $0.name(isFailure ? "failure" : "value")
        $0.raw(value)
      }
      return writer.bytes
    case .feed(let event):
      var writer = JSONWriter()
      writer.object {
        $0.member("at", uptime)
        $0.member("feed", event.feed)
        $0.member("number", event.id.event)
        $0.member("request", event.id.request)
        $0.name("time")
        $0.raw(time)
        $0.member("turn", "feed")
        $0.name(event.kind.rawValue)
        $0.raw(event.value)
      }
      return writer.bytes
    case .unknown(let sentence):
      return object(["at": at, "notReplayable": sentence.json, "time": time, "turn": "unknown".json])
    }
  }

  /// The line about a report; `nil` if it has none. What a front has done is a command of the replay, and what the app's
  /// own code has done is compared.
  ///
  /// - Parameter placeholder: the placeholder of a secret in the event of this name, which a front has sent to an instance.
  @MainActor static func line(
    for report: AppReport,
    placeholder: (any Secret, _ event: String, _ instance: String) -> [UInt8] = { _, _, _ in secret }
  ) -> [UInt8]? {
    let isCommand = report.cause.isFront
    let front = report.cause.front
    switch report.event {
    case .application(let event): return event.json { _, _ in [] }.map { application($0, by: front) }
    case .localized(let localization): return isCommand ? localized(localization, by: front) : nil
    case .front(let change): return self.change(change, of: front, report.instance)
    case .questionOpened(let question): return asked(question)
    case .questionDeclined(let question, let reason): return answer(question.id, "cannot", reason.json, by: front)
    case .questionEnded(let question, let end): return ended(question, end)
    case .tabSelected(let tab, let front): return tabSelected(tab, for: front)
    default: break
    }
    guard let instance = report.instance else { return nil }
    let id = instance.id
    switch report.event {
    case .opened(let parameters):
      return isCommand
        ? open(id, screen: instance.name, parameters: parameters.json, by: front)
        : opened(id, opener: instance.openerID, screen: instance.name, parameters: parameters.compared)
    case .sent(let event):
      // An event that is not described cannot be repeated; a debug build has stopped.
      return isCommand
        ? event.json { placeholder($0, $1, id) }.map { self.event($0, instance: id, by: front) }
        : event.json { _, _ in secret }.map {
          sent(PrivateMembers(of: type(of: event)).remove(from: $0).rest, instance: id)
        }
    case .held(let event, let question):
      return event.json { placeholder($0, $1, id) }.map { held($0, instance: id, question: question, by: front) }
    case .stayed: return leave(id, by: front)
    case .released: return close(id, by: front)
    case .closed(let reason, let outcome):
      return reason.map { closed(id, reason: $0, result: outcome?.rest.json) } ?? close(id, by: front)
    case .refused, .changed, .busy, .application, .localized, .front, .tabSelected, .waitsForChanged, .accountChanged,
      .idle, .fault,
      .questionOpened,
      .questionDeclined, .questionEnded:
      return nil
    }
  }

  static func open(
    _ instance: String, screen: String, parameters: [UInt8], by front: FrontID? = nil
  ) -> [UInt8] {
    command(["open": instance.json, "params": parameters, "screen": screen.json], by: front)
  }

  /// The app has selected a tab, for one front or for each.
  static func tabSelected(_ tab: String, for front: FrontID?) -> [UInt8] {
    object(["for": front?.description.json ?? Array("null".utf8), "tab": tab.json])
  }

  /// A screen opened another one.
  static func opened(_ instance: String, opener: String?, screen: String, parameters: [UInt8]) -> [UInt8] {
    object([
      "opened": instance.json, "opener": opener?.json ?? Array("null".utf8), "params": parameters,
      "screen": screen.json,
    ])
  }

  /// An instance was closed, and not by the front.
  ///
  /// - Parameter result: What it closed itself with.
  static func closed(_ instance: String, reason: CloseReason, result: [UInt8]?) -> [UInt8] {
    guard let result else { return object(["closed": instance.json, "reason": reason.rawValue.json]) }
    return object(["closed": instance.json, "reason": reason.rawValue.json, "result": result])
  }

  /// The front wanted to leave an instance that was not to be left.
  static func leave(_ instance: String, by front: FrontID? = nil) -> [UInt8] {
    command(["leave": instance.json], by: front)
  }

  static func event(_ event: [UInt8], instance: String, by front: FrontID? = nil) -> [UInt8] {
    command(["event": event, "instance": instance.json], by: front)
  }

  /// An event of a front that is held until a question has an answer.
  private static func held(_ event: [UInt8], instance: String, question: String, by front: FrontID?) -> [UInt8] {
    command(["event": event, "held": question.json, "instance": instance.json], by: front)
  }

  /// A question is asked of fronts. A private input is left out.
  private static func asked(_ question: OpenQuestion) -> [UInt8] {
    var fronts = JSONWriter()
    fronts.write(question.fronts.map(\.description))
    return object([
      "asked": question.id.json, "input": question.recordedInput ?? Array("null".utf8),
      "instance": question.instance?.json ?? Array("null".utf8), "of": fronts.bytes, "question": question.name.json,
    ])
  }

  /// A question has ended: by a front, which is a command of the replay, or as a consequence.
  private static func ended(_ question: OpenQuestion, _ end: QuestionEnd) -> [UInt8] {
    guard let front = end.front else {
      guard case .cannot(let reason) = end.outcome else { return object(["ended": question.id.json]) }
      return object(["cannot": reason.json, "ended": question.id.json])
    }
    switch end.outcome {
    case .answered: return answer(question.id, "value", end.answer ?? Array("null".utf8), by: front)
    case .cancelled: return answer(question.id, "cancelled", true.json, by: front)
    case .cannot(let reason): return answer(question.id, "cannot", reason.json, by: front)
    }
  }

  private static func answer(_ question: String, _ name: String, _ value: [UInt8], by front: FrontID?) -> [UInt8] {
    command(["answer": question.json, name: value], by: front)
  }

  /// The app's own code has sent an event to an instance.
  static func sent(_ event: [UInt8], instance: String) -> [UInt8] {
    object(["instance": instance.json, "sent": event])
  }

  /// A front has closed an instance, or has let go of it.
  static func close(_ instance: String, by front: FrontID? = nil) -> [UInt8] {
    command(["close": instance.json], by: front)
  }

  /// A view model of a closed instance was released after the turn in which the instance was closed.
  static func release(_ instance: String) -> [UInt8] { object(["release": instance.json]) }

  static func application(_ event: [UInt8], by front: FrontID? = nil) -> [UInt8] {
    command(["application": event], by: front)
  }

  /// The app has got another language or locale.
  static func localized(_ localization: AppLocalization, by front: FrontID? = nil) -> [UInt8] {
    command(
      ["language": localization.language.description.json, "locale": localization.locale.identifier.json], by: front)
  }

  /// What happened to a front.
  @MainActor static func change(
    _ change: FrontChange, of front: FrontID?, _ instance: AnyScreenInstance?
  ) -> [UInt8]? {
    switch change {
    case .attached(let isShared, let mayEnterSecrets, let mayReadPrivateFields, let answers):
      attached(isShared, front?.kind.isPerson != false ? nil : (mayReadPrivateFields, mayEnterSecrets), answers, front)
    case .away: command(["change": "away".json], by: front)
    case .returned(let isShared): command(["change": "returned".json, "shared": isShared.json], by: front)
    case .left: command(["change": "left".json], by: front)
    case .followed: command(["change": "followed".json], by: front)
    case .shown: instance.map { command(["show": $0.id.json], by: front) }
    }
  }

  private static func attached(
    _ isShared: Bool, _ rights: (mayReadPrivateFields: Bool, mayEnterSecrets: Bool)?, _ answers: Set<String>,
    _ front: FrontID?
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      if !answers.isEmpty { writer.member("answers", answers.sorted()) }
      writer.member("change", "attached")
      if let rights {
        writer.member("private", rights.mayReadPrivateFields)
        writer.member("secrets", rights.mayEnterSecrets)
      }
      writer.member("shared", isShared)
      if let front, front != .host { writer.member("front", front.description) }
    }
    return writer.bytes
  }

  /// What the fronts from which private fields are hidden are shown of an instance, while others see them.
  static func hidden(_ state: [UInt8], from fronts: [FrontID], instance: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { for front in fronts { $0.write(front.description) } }
    return object(["fronts": writer.bytes, "hidden": state, "instance": instance.json])
  }

  /// A line about what a front has done. The host of the app has no name in it.
  private static func command(
    _ members: KeyValuePairs<String, [UInt8]>, by front: FrontID?
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, value) in members {
        writer.name(name)
        writer.raw(value)
      }
      if let front, front != .host { writer.member("front", front.description) }
    }
    return writer.bytes
  }

  static func state(_ state: [UInt8], revision: Int, instance: String) -> [UInt8] {
    object(["instance": instance.json, "rev": revision.json, "state": state])
  }

  /// What has changed in a state since the last line about it, as a JSON Patch.
  static func patch(_ patch: [UInt8], revision: Int, instance: String) -> [UInt8] {
    object(["instance": instance.json, "patch": patch, "rev": revision.json])
  }

  /// A command line of the front, in parts: texts and placeholders of secrets; `nil` if it failed.
  static func command(_ parts: [[UInt8]]?) -> [UInt8] {
    var writer = JSONWriter()
    if let parts { writer.array { for part in parts { $0.raw(part) } } } else { writer.null() }
    return object(["command": writer.bytes])
  }

  static func output(_ line: String) -> [UInt8] { object(["print": line.json]) }

  /// What a stored value was when the session used it first.
  static func stored(_ value: Storage.InitialValue) -> [UInt8] {
    let json = Array(value.value.bytes)
    guard value.account > 0 else {
      return object(["stored": value.name.json, "value": json, "version": value.version.json])
    }
    return object([
      "account": value.account.json, "stored": value.name.json, "value": json, "version": value.version.json,
    ])
  }

  /// The backend offers a feed to an app that has asked.
  static func offered(_ feed: String) -> [UInt8] { object(["offers": feed.json]) }

  /// A part of an answer that was hidden until a state shows it.
  static func shown(_ answer: AnswerID, _ member: String, _ value: [UInt8]) -> [UInt8] {
    guard answer.event > 0 else {
      return object(["member": member.json, "shown": answer.request.json, "value": value])
    }
    return object([
      "member": member.json, "number": answer.event.json, "shown": answer.request.json, "value": value,
    ])
  }

  static func object(_ members: KeyValuePairs<String, some Sequence<UInt8>>) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, value) in members {
        writer.name(name)
        writer.raw(value)
      }
    }
    return writer.bytes
  }
}
