import Locking
import Services
import Streams
import Support

/// The questions that a service was asked, each to be answered by the test, in any order.
final class Questions<Asked: Sendable, Answer: Sendable>: Sendable {
  /// One question: from its subscription on.
  struct Question: Sendable {
    let asked: Asked
    fileprivate let subject = PassthroughSubject<Answer, ServiceError>()
    fileprivate let isAwaited: @Sendable () -> Bool

    /// Answers and finishes.
    func succeed(_ answer: Answer) {
      subject.send(answer)
      subject.send(completion: .finished)
    }

    /// Finishes without an answer, which no service should.
    func finish() {
      subject.send(completion: .finished)
    }

    /// Fails.
    func fail(_ error: ServiceError = .problem(status: 503, detail: "Something went wrong!")) {
      subject.send(completion: .failure(error))
    }
  }

  private final class Token: Sendable {}

  private let list = LockedValue<[Question]>([])

  /// What a service method returns.
  func ask(_ asked: Asked) -> AnyPublisher<Answer, ServiceError> {
    Deferred { () -> AnyPublisher<Answer, ServiceError> in
      let token = Token()
      let question = Question(asked: asked, isAwaited: { [weak token] in token != nil })
      self.list.withLock { $0.append(question) }
      // NB: the subscription holds the token, and nothing else does: so it says whether somebody waits.
      return question.subject.map { [token] answer in withExtendedLifetime(token) { answer } }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  /// Every question, in the order in which they were asked.
  var all: [Question] { list.withLock { $0 } }
  /// The newest question.
  var last: Question { all[all.count - 1] }
  /// How many of them somebody waits for.
  var awaited: Int { all.count(where: { $0.isAwaited() }) }
}
