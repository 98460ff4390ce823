extension Publisher {
  /// Sends everything this publisher has to say to a subject.
  ///
  /// - Demand: What the subject asks for: all, or all once somebody has asked the subject.
  /// - Completion: The subject ends with this publisher.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// button.taps.map { _ in Event.refreshButtonWasTapped }.subscribe(viewModel.eventSubject).store(in: &cancellables)
  /// ```
  ///
  /// - Parameter subject: The subject.
  /// - Returns: What keeps the subscription alive.
  @inlinable public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where Failure == S.Failure, Output == S.Output {
    let inlet = SubjectSubscriber(subject)
    receive(subscriber: inlet.makeSubscriber(to: subject))
    return AnyCancellable(inlet)
  }
}

/// Where a publisher's values go into a subject.
@usableFromInline package final class SubjectSubscriber: Subscription, CustomStringConvertible {
  @usableFromInline package let upstream = UpstreamSubscription()
  // NB: touched once, by the first subscription; kept no longer, for the subject keeps this inlet.
  @exclusivity(unchecked) private var sendToSubject: ((any Subscription) -> Void)?

  @usableFromInline package init(_ subject: any Subject) { sendToSubject = { subject.send(subscription: $0) } }

  @inlinable package func makeSubscriber<S: Subject>(to subject: S) -> ErasedSubscriber<S.Output, S.Failure> {
    ErasedSubscriber(
      subscription: { [self] in open($0) },
      value: { [self] in
        if upstream.isOpen { subject.send($0.input()) }
        return 0
      },
      completion: { [self] in if upstream.close() { subject.send(completion: $0) } })
  }

  @usableFromInline package func open(_ subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    sendToSubject.take()?(self)
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) { upstream.request(demand) }
  @usableFromInline package func cancel() { upstream.cancel() }
  @usableFromInline package var description: String { "Subject" }
}
