public import Descriptions

/// How far a transfer of files is.
///
/// It never goes backwards, unless the transfer starts again: then ``attempt`` is greater. What is received begins after all was
/// sent.
public struct TransferProgress: JSONRecord, Hashable, Sendable {
  /// Which way the bytes go.
  public enum Direction: String, Choice {
    case sent
    case received
  }

  /// Which way the bytes go.
  public let direction: Direction
  /// How many bytes of files were sent or received.
  public let count: Int
  /// How many there are; `nil` if that is not known.
  public let total: Int?
  /// Which attempt it is, from 1: a server may want the bytes once more.
  public let attempt: Int

  /// A progress.
  public init(_ direction: Direction, _ count: Int, of total: Int?, attempt: Int = 1) {
    self.direction = direction
    self.count = count
    self.total = total
    self.attempt = attempt
  }

  /// The part that is done, from 0 to 1; `nil` if it is not known how many bytes there are.
  public var fraction: Double? { total.map { $0 > 0 ? min(1, Double(count) / Double($0)) : 1 } }

  public static let record = Codec(
    { TransferProgress($0, $1, of: $2, attempt: $3) },
    Field(\TransferProgress.direction, "Which way the bytes go."),
    Field(\.count, "How many bytes were sent or received."),
    Field(\.total, "How many there are."), Field(\.attempt, "Which attempt it is, from 1."))

  /// Whether it may follow another one: it is not behind it, and is another one.
  func follows(_ other: TransferProgress) -> Bool {
    (attempt, direction == .received ? 1 : 0, count) > (
      other.attempt, other.direction == .received ? 1 : 0, other.count
    )
  }
}

/// What a transfer publishes: how far it is, and at last its answer.
public enum TransferUpdate<Answer: Sendable>: Sendable {
  case progress(TransferProgress)
  case answer(Answer)

  /// The progress; `nil` for an answer.
  public var progress: TransferProgress? { if case .progress(let progress) = self { progress } else { nil } }

  /// The answer; `nil` for a progress.
  public var answer: Answer? { if case .answer(let answer) = self { answer } else { nil } }
}

extension TransferUpdate: Equatable where Answer: Equatable {}

extension ServiceOperation {
  /// The updates of transfers as the elements of a feed, for a recording: an answer is as it is, with what is private in it, and
  /// progress is an object with a member that no answer has.
  package var updates: ServiceFeed<Input, TransferUpdate<Answer>> {
    let answer = answer
    return ServiceFeed(
      name, input: input,
      element: Codec(
        shape: answer.shape,
        read: { json in
          let progress = json.kind == .object ? json[progressName] : nil
          if let progress { return TransferProgress(progress).map { .progress($0) } }
          return answer.read(json).map { .answer($0) }
        },
        write: { update, writer, includingSecrets in
          switch update {
          case .progress(let progress): writer.object { $0.member(progressName, progress) }
          case .answer(let value): answer.write(value, to: &writer, includingSecrets: includingSecrets)
          }
        }))
  }
}

private let progressName = "$progress"
