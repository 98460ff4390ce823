public import Screens
public import Words

// For programs that replay.
extension Replay {
  /// The outcome of a replay, for a program that does nothing else.
  public struct Report: Sendable {
    /// The line for the standard output, if all is equal.
    public let summary: String?
    /// The message for the standard error, if there is one.
    public let problem: String?
    /// 0 if all is equal, 1 if a line differs, 4 if the recording is cut off.
    public let exitCode: Int32
  }

  /// Replays a session, and reports the outcome in a language.
  public func report(
    in words: Words = .english,
    _ makeFront: ((AppCore, _ print: @escaping @MainActor (String) -> Void) -> any ReplayableFront)? = nil
  ) async -> Report {
    if let difference = await run(makeFront) {
      return Report(summary: nil, problem: difference.message(in: words), exitCode: 1)
    }
    let comparesPrinted = makeFront != nil && recording.hasCommands
    let isOne = recording.stateCount == 1
    let (states, lines) = (recording.stateCount, recording.printedCount)
    let summary =
      if comparesPrinted {
        isOne
          ? words.text("The only state and \(count: lines, isGrouped: false) printed lines are equal.")
          : words.text(
            "All \(count: states, isGrouped: false) states and \(count: lines, isGrouped: false) printed lines are equal."
          )
      } else {
        isOne
          ? words.text("The only state is equal.")
          : words.text("All \(count: states, isGrouped: false) states are equal.")
      }
    guard recording.isCutOff else { return Report(summary: summary, problem: nil, exitCode: 0) }
    return Report(
      summary: summary,
      problem: words.text("The recording is cut off after line \(count: recording.lastLine, isGrouped: false)."),
      exitCode: 4)
  }
}
