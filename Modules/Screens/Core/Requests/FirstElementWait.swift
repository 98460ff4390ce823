import Dispatch
import Streams
import StreamsExtras

/// The work of a screen that follows a feed, until the feed has its first element, fails or is interrupted, and for a second at most.
///
/// Sendable because its variables are used on the main actor alone: a subscriber that cancels elsewhere ends it there.
final class FirstElementWait: @unchecked Sendable {
  private static let limit = Duration.seconds(1)
  private let main: AnySchedulerOf<DispatchQueue>
  private var work: AnyCancellable?
  private var timer: AnyCancellable?

  @MainActor init(_ pendingWork: PendingWork, _ main: AnySchedulerOf<DispatchQueue>) {
    self.main = main
    work = pendingWork.begin()
    timer = main.timer(after: Self.limit) { [weak self] in self?.end() }
  }

  /// Ends it when the screen has received what is delivered at the moment.
  func endLater() {
    guard timer != nil else { return }
    timer = nil
    main.schedule { [self] in end() }
  }

  func end() {
    onMain { [self] in
      timer = nil
      work = nil
    }
  }
}
