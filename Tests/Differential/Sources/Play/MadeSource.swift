import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// A source that has been made: what subscribes to it, and what drives it.
struct MadeSource {
  let publisher: Values
  var send: (Int) -> Void = { _ in }
  var end: (Subscribers.Completion<Failed>) -> Void = { _ in }
}

extension MadeSource {
  init(_ source: Source) {
    switch source {
    case .probe:
      let probe = Probe()
      self.init(publisher: probe.eraseToAnyPublisher(), send: probe.send, end: probe.end)
    case .passthrough: self.init(subject: PassthroughSubject<Int, Failed>())
    case .currentValue(let value): self.init(subject: CurrentValueSubject<Int, Failed>(value))
    case .just(let value): self.init(Just(value).setFailureType(to: Failed.self))
    case .sequence(let values): self.init(values.publisher.setFailureType(to: Failed.self))
    case .fail: self.init(Fail(error: Failed(1)))
    case .empty: self.init(Empty())
    case .never: self.init(Empty(completeImmediately: false))
    case .record(let values, let fails):
      self.init(Record(output: values, completion: fails ? .failure(Failed(2)) : .finished))
    case .future: self.init(future: ())
    case .optional(let value): self.init(value.publisher.setFailureType(to: Failed.self))
    case .result(let value):
      self.init((value.map(Result.success) ?? .failure(Failed(3))).publisher)
    case .deferred:
      var count = 0
      self.init(
        Deferred {
          count += 1
          return Record(output: Array(0..<count), completion: .failure(Failed(4)))
        })
    }
  }

  private init(_ publisher: some Publisher<Int, Failed>) { self.init(publisher: publisher.eraseToAnyPublisher()) }

  private init(subject: some Subject<Int, Failed>) {
    self.init(
      publisher: subject.eraseToAnyPublisher(), send: { subject.send($0) }, end: { subject.send(completion: $0) })
  }

  private init(future: Void) {
    var promise: ((Result<Int, Failed>) -> Void)?
    self.init(Future<Int, Failed> { promise = $0 })
    send = { promise?(.success($0)) }
    end = { if case .failure(let error) = $0 { promise?(.failure(error)) } }
  }
}
