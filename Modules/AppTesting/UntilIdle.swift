public import Screens
import Streams

extension AppCore {
  /// Does something, and waits until nothing is in flight: no request, and no other work that the user waits for.
  ///
  /// ```swift
  /// @MainActor func refresh(_ app: AppCore) async throws {
  ///   let balance = app.open(.balance)
  ///   try await app.untilIdle { balance.viewDidAppear() }
  /// }
  /// ```
  ///
  /// It needs a main scheduler that runs, such as the main queue; a test that advances a scheduler needs no wait. It returns
  /// at once if nothing is in flight after the work.
  ///
  /// - Throws: what the work throws.
  @preconcurrency public func untilIdle(after work: () throws -> Void) async throws {
    var cancellable: AnyCancellable?
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      var waiting: CheckedContinuation<Void, any Error>? = continuation
      func end(with result: Result<Void, any Error>) {
        waiting?.resume(with: result)
        waiting = nil
      }
      // NB: before the work, whose end would be missed otherwise.
      cancellable = idle.first().sink { end(with: .success(())) }
      do {
        try work()
        if !isBusy { end(with: .success(())) }
      } catch {
        end(with: .failure(error))
      }
    }
    cancellable?.cancel()
  }
}
