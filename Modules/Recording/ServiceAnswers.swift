import Foundation
import JSON
import Models
import Services
import Streams
import StreamsExtras
import ViewModels

/// A member of an operation's answers that may be hidden from the user. A recording contains it only once a state shows
/// it.
struct HiddenMember {
  let name: String
  /// The JSON that stands in for it in a replay.
  let standIn: String

  /// The hidden members of all operations.
  static let all: [ServiceOperation: HiddenMember] = [
    .balance: HiddenMember(name: "value", standIn: #"{"amount":"0.00","currency":"USD"}"#)
  ]
  /// What a server says of a failure of such an operation, because it may repeat what is hidden.
  private static let detail = HiddenMember(name: "detail", standIn: #""(hidden)""#)

  /// The hidden member of an operation's answers or failures.
  static func of(_ operation: ServiceOperation, isFailure: Bool) -> HiddenMember? {
    all[operation].map { isFailure ? detail : $0 }
  }

  /// Takes the member out of an answer.
  func remove(from answer: JSONText) -> (rest: [UInt8], hidden: [UInt8]?) {
    var hidden: [UInt8]?
    var writer = JSONWriter()
    writer.object { writer in
      for member in answer.members {
        guard !member.name.isString(name) else {
          // As a state writes it.
          hidden = member.value.string?.json ?? Array(member.value.bytes)
          continue
        }
        writer.name(member.name.string ?? "")
        writer.write(member.value)
      }
    }
    return (writer.bytes, hidden)
  }

  /// Puts the member, or its stand-in, into an answer that does not have it.
  func insert(_ hidden: [UInt8]?, into answer: JSONText) -> [UInt8] {
    guard answer[name] == nil else { return Array(answer.bytes) }
    var writer = JSONWriter()
    writer.object { writer in
      for member in answer.members {
        writer.name(member.name.string ?? "")
        writer.write(member.value)
      }
      writer.name(name)
      writer.raw(hidden ?? Array(standIn.utf8))
    }
    return writer.bytes
  }
}

/// Delivers each answer of a server in a turn of its own on the main scheduler.
struct RecordingInterceptor: ServiceInterceptor {
  let main: AnySchedulerOf<DispatchQueue>
  let recorder: Recorder

  func intercept<Answer: Codable & Sendable>(
    _ operation: ServiceOperation, _ call: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError> {
    // NB: the app subscribes on the main actor.
    Deferred { [main, recorder] in
      let number = MainActor.assumeIsolated { recorder.nextRequest() }
      return call.first().map(Result.success).catch { Just(.failure($0)) }.replaceEmpty(with: .failure(.cancelled))
        .receive(on: main)
        .handleEvents(
          receiveOutput: { result in MainActor.assumeIsolated { recorder.beginAnswer(number, operation, result) } },
          receiveCompletion: { _ in MainActor.assumeIsolated { recorder.endTurn() } }
        )
        .setFailureType(to: ServiceError.self)
        .flatMap(\.publisher)
    }
    .eraseToAnyPublisher()
  }
}

/// Answers requests as a recording does. The services behind it are not called.
final class ReplayInterceptor: ServiceInterceptor {
  private let requests = Requests()
  private let shown: [Int: [UInt8]]

  /// - Parameter shown: hidden members of answers, by request, as far as a state shows them.
  init(shown: [Int: [UInt8]]) { self.shown = shown }

  /// Answers the n-th request.
  ///
  /// - Returns: false if no such request waits, or it cannot read the answer.
  @MainActor func answer(_ number: Int, operation: String, isFailure: Bool, _ value: [UInt8]) -> Bool {
    requests.waiting.removeValue(forKey: number)?(operation, isFailure, value) ?? false
  }

  func intercept<Answer: Codable & Sendable>(
    _ operation: ServiceOperation, _ call: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError> {
    Deferred { [requests, shown] in
      let subject = PassthroughSubject<Answer, ServiceError>()
      MainActor.assumeIsolated {
        requests.count += 1
        let number = requests.count
        requests.waiting[number] = { name, isFailure, value in
          guard name == operation.name else { return false }
          var value = value
          if let member = HiddenMember.of(operation, isFailure: isFailure) {
            value = member.insert(shown[number], into: JSONText(scanned: value[...]))
          }
          let decoder = JSONDecoder()
          if isFailure {
            guard let error = try? decoder.decode(ServiceError.self, from: Data(value)) else { return false }
            subject.send(completion: .failure(error))
          } else {
            guard let answer = try? decoder.decode(Answer.self, from: Data(value)) else { return false }
            subject.send(answer)
            subject.send(completion: .finished)
          }
          return true
        }
      }
      return subject
    }
    .eraseToAnyPublisher()
  }

  @MainActor private final class Requests {
    var waiting: [Int: (_ operation: String, _ isFailure: Bool, _ value: [UInt8]) -> Bool] = [:]
    var count = 0

    nonisolated init() {}
  }
}
