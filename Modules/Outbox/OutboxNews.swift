import Descriptions
import JSON
import Requests

/// What has changed among the entries of an operation, as a feed tells it.
struct OutboxNews<Input: Sendable, Answer: Sendable>: Sendable {
  var entries: [OutboxEntry<Input, Answer>] = []
  /// The numbers of the entries that are not there any more.
  var removed: [Int] = []
}

extension OutboxNews {
  /// The news of entries by their numbers.
  init(_ changes: [Int: OutboxItem?], of operation: OutboxOperation<Input, Answer>) {
    for (number, item) in changes.sorted(by: { $0.key < $1.key }) {
      if let item, let input = operation.input(of: item.record.input, item.files) {
        entries.append(
          OutboxEntry(
            key: item.record.key, lane: item.record.lane, input: input, state: item.state,
            failure: item.record.failure, answer: item.answer as? Answer, needsDecision: item.needsDecision,
            heldBy: item.heldBy, number: number))
      } else {
        removed.append(number)
      }
    }
  }
}

/// A command of an app to its outbox. It is in no recording, and goes over no wire.
enum OutboxCommand<Input: Sendable>: Sendable {
  case add(Input, IdempotencyKey)
  case edit(IdempotencyKey, Input, newKey: IdempotencyKey)
  case retry(IdempotencyKey, newKey: IdempotencyKey)
  case drop(IdempotencyKey)
  case skip(IdempotencyKey)
}

/// What came of a command.
struct OutboxReply: Sendable {
  let result: Result<IdempotencyKey, OutboxError>
}

extension OutboxOperation {
  /// The commands, as an operation whose replies are recorded.
  var commands: ServiceOperation<OutboxCommand<Input>, OutboxReply> {
    let input = Codec<OutboxCommand<Input>>(
      shape: .nothing, read: { _ in nil }, write: { _, writer, _ in writer.null() })
    return ServiceOperation("outbox.\(operation.name)", input: input, answer: OutboxReply.codec).effect(.repeatable)
  }

  /// The entries, as a feed that is recorded.
  var news: ServiceFeed<Void, OutboxNews<Input, Answer>> {
    ServiceFeed("outbox.\(operation.name).entries", input: .nothing, element: newsCodec)
  }

  private var newsCodec: Codec<OutboxNews<Input, Answer>> {
    let (input, answer) = (operation.input, operation.answer)
    return Codec(
      shape: .record(
        nil,
        [
          .init("entries", .list(Self.shape(input.shape, answer.shape))), .init("removed", .list(.integer())),
        ]),
      read: { json in
        guard let entries = json["entries"], let removed = json["removed"] else { return nil }
        var news = OutboxNews<Input, Answer>(removed: removed.elements.compactMap { $0.integer() })
        for entry in entries.elements {
          guard let entry = OutboxEntry(entry, input, answer) else { return nil }
          news.entries.append(entry)
        }
        return news
      },
      write: { news, writer, includingSecrets in
        writer.object { writer in
          writer.member("entries") { writer in
            writer.array { writer in
              for entry in news.entries { entry.write(to: &writer, input, answer, includingSecrets) }
            }
          }
          writer.member("removed", news.removed)
        }
      })
  }

  private static func shape(_ input: Shape, _ answer: Shape) -> Shape {
    .record(
      nil,
      [
        .init("answer", answer, isRequired: false), .init("failure", ServiceError.shape, isRequired: false),
        .init("heldBy", .idempotencyKey, isRequired: false), .init("input", input), .init("key", .idempotencyKey),
        .init("lane", .text()), .init("needsDecision", .boolean), .init("number", .integer()),
        .init("state", .choice(nil, ["waiting", "sending", "perhapsSent", "refused", "sent"])),
      ])
  }
}

extension OutboxReply {
  fileprivate static var codec: Codec<OutboxReply> {
    Codec(
      shape: .record(
        nil,
        [
          .init("code", .text(), isRequired: false), .init("key", .idempotencyKey, isRequired: false),
          .init("reason", .text(), isRequired: false),
        ]),
      read: { json in
        if let key = json["key"].flatMap({ IdempotencyKey($0) }) { return OutboxReply(result: .success(key)) }
        guard let code = json["code"]?.string,
          let error = OutboxError(code: OutboxError.Code(rawValue: code), reason: json["reason"]?.string)
        else { return nil }
        return OutboxReply(result: .failure(error))
      },
      write: { reply, writer, _ in
        writer.object {
          switch reply.result {
          case .success(let key): $0.member("key", key)
          case .failure(let error):
            $0.member("code", error.code.rawValue)
            if let reason = error.reason { $0.member("reason", reason) }
          }
        }
      })
  }
}

extension OutboxEntry {
  fileprivate init?(_ json: JSONText, _ inputs: Codec<Input>, _ answers: Codec<Answer>) {
    guard let key = json["key"].flatMap({ IdempotencyKey($0) }), let lane = json["lane"]?.string,
      let input = json["input"].flatMap(inputs.read), let word = json["state"]?.string,
      let needsDecision = json["needsDecision"]?.bool, let number: Int = json["number"]?.integer()
    else { return nil }
    let failure = json["failure"].flatMap { ServiceError($0) }
    guard let state = OutboxState(word, failure) else { return nil }
    self.init(
      key: key, lane: lane, input: input, state: state, failure: failure, answer: json["answer"].flatMap(answers.read),
      needsDecision: needsDecision, heldBy: json["heldBy"].flatMap { IdempotencyKey($0) }, number: number)
  }

  fileprivate func write(
    to writer: inout JSONWriter, _ inputs: Codec<Input>, _ answers: Codec<Answer>, _ includingSecrets: Bool
  ) {
    writer.object { writer in
      if let answer {
        writer.name("answer")
        answers.write(answer, to: &writer, includingSecrets: includingSecrets)
      }
      if let failure { writer.member("failure", failure) }
      if let heldBy { writer.member("heldBy", heldBy) }
      writer.name("input")
      inputs.write(input, to: &writer, includingSecrets: includingSecrets)
      writer.member("key", key)
      writer.member("lane", lane)
      writer.member("needsDecision", needsDecision)
      writer.member("number", number)
      writer.member("state", state.word)
    }
  }
}

extension OutboxState {
  fileprivate init?(_ word: String, _ failure: ServiceError?) {
    switch word {
    case "waiting": self = .waiting
    case "sending": self = .sending
    case "perhapsSent": self = .perhapsSent
    case "sent": self = .sent
    case "refused":
      guard let failure else { return nil }
      self = .refused(failure)
    default: return nil
    }
  }

  fileprivate var word: String {
    switch self {
    case .waiting: "waiting"
    case .sending: "sending"
    case .perhapsSent: "perhapsSent"
    case .refused: "refused"
    case .sent: "sent"
    }
  }
}
