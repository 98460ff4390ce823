// What a recording and its replay do to an app.

extension AppCore {
  /// Handles something that comes from outside and is not a command, such as an answer that a recording has.
  package func handle<Result>(_ body: () throws -> Result) rethrows -> Result {
    reporter.begin()
    defer { reporter.end() }
    return try body()
  }

  /// Receives each mistake of the app's code that is ignored, in a sentence for its developer.
  package var onFault: ((String) -> Void)? {
    get { reporter.onFault }
    set { reporter.setOnFault(newValue) }
  }

  /// Reports a mistake of the app's code.
  package func report(fault: String) { Reporter.report(fault: fault, to: reporter) }

  /// Begins to handle something, until ``endHandling()``.
  package func beginHandling() { reporter.begin() }

  /// Ends what ``beginHandling()`` began.
  package func endHandling() { reporter.end() }
}
