extension Publisher {
  /// Sends every event of this publisher to a subject.
  ///
  /// - Demand: What the subject requests: unlimited at once, or as soon as one of its subscribers requests values.
  /// - Completion, failure: Sent to the subject.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// button.taps.map { _ in Event.refreshButtonWasTapped }.subscribe(viewModel.eventSubject).store(in: &cancellables)
  /// ```
  ///
  /// - Parameter subject: The subject.
  /// - Returns: A cancellable that cancels the subscription when it is released.
  @inlinable public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where Failure == S.Failure, Output == S.Output {
    let subscriber = SubjectSubscriber(subject)
    receive(subscriber: subscriber.makeSubscriber(to: subject))
    return AnyCancellable(subscriber)
  }
}

/// The subscriber, and the subscription, between a publisher and a subject.
@usableFromInline package final class SubjectSubscriber: Subscription, CustomStringConvertible {
  @usableFromInline package let upstream = UpstreamSubscription()
  // Called once, by the first subscription, and released then, because the subject retains this object.
  @exclusivity(unchecked) private var attachToSubject: ((any Subscription) -> Void)?

  @usableFromInline package init(_ subject: any Subject) { attachToSubject = { subject.send(subscription: $0) } }

  @inlinable package func makeSubscriber<S: Subject>(to subject: S) -> ErasedSubscriber<S.Output, S.Failure> {
    ErasedSubscriber(
      subscription: { [self] in open($0) },
      value: { [self] in
        if upstream.isOpen { subject.send($0.input()) }
        return 0
      },
      completion: { [self] in if upstream.close() == .open { subject.send(completion: $0) } })
  }

  @usableFromInline package func open(_ subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    attachToSubject.take()?(self)
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) { upstream.request(demand) }
  @usableFromInline package func cancel() { upstream.cancel() }
  @usableFromInline package var description: String { "Subject" }
}
