public import Streams

// What hooks onto an app does to it, such as a recording.

extension AppCore {
  /// Follows the reports for a feature; see ``AppFeature``. What the feature changes because of a report, such as a value that screens
  /// show, is a consequence of it: a recording has it, and a replay repeats it. What it changes in a subscription to ``reports`` itself is
  /// not.
  public func handleReports(_ receive: @escaping @MainActor (AppReport) -> Void) -> AnyCancellable {
    reports.sink { [reporter] report in
      reporter.begin()
      MainActor.assumeIsolated { receive(report) }
      reporter.end()
    }
  }

  /// Handles something that comes from outside and is not a command, such as an answer that a recording has.
  package func handle<Result>(_ body: () throws -> Result) rethrows -> Result {
    reporter.begin()
    defer { reporter.end() }
    return try body()
  }

  /// Receives each mistake of the app's code that is ignored, in a sentence for its developer.
  package var onFault: ((String) -> Void)? {
    get { reporter.queue.onFault }
    set { reporter.queue.setOnFault(newValue) }
  }

  /// Begins to handle something, until ``endHandling()``.
  package func beginHandling() { reporter.begin() }

  /// Ends what ``beginHandling()`` began.
  package func endHandling() { reporter.end() }
}
