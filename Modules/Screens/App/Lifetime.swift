import Streams

/// How long something lasts: a screen, or an app. It is used on the main actor.
final class Lifetime {
  /// Whether it has ended.
  private(set) var isOver = false
  private let subject = PassthroughSubject<Void, Never>()

  /// Completes when it ends.
  var end: some Publisher<Void, Never> { subject }

  /// Ends it. Has no effect the second time.
  func finish() {
    guard !isOver else { return }
    isOver = true
    subject.send(completion: .finished)
  }
}
