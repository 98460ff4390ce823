import Streams
import Terminal

// What a text front consists of, beside its input, its output and its screens.

/// The command that is performed.
struct CurrentCommand {
  var lineNumber = 0
  var isPerforming = false
  /// Whether the card is hidden until the next command, to leave room for a long text.
  var isCardHidden = false
  /// How many rows of the terminal were printed above the card since the command began.
  var printedRows = 0

  mutating func begin() { self = CurrentCommand(lineNumber: lineNumber, isPerforming: true) }
}

/// What ends the run of a front.
struct Ending {
  var stopsAtFailure: Bool
  /// Whether a command failed.
  var hasFailed = false
  var hasQuit = false
  /// Whether the last command was one to end, and the person was told what that ends.
  var hasWarned = false
  /// Whether a question was open at the end of a script.
  var hasOpenQuestion = false

  init(stopsAtFailure: Bool) { self.stopsAtFailure = stopsAtFailure }

  var isByFailure: Bool { hasFailed && stopsAtFailure }
  var isReached: Bool { hasQuit || isByFailure }

  /// Something fails that ends any run.
  mutating func fail() {
    hasFailed = true
    stopsAtFailure = true
  }
}

/// What is kept of the changes of open screens, by the titles of the screens.
@MainActor final class FollowedScreens {
  /// The changes of screens below the top one, which wait until the app is idle.
  var delayedLines: [String: [Line]] = [:]
  /// The subscriptions to states that are printed as JSON.
  var states: [String: AnyCancellable] = [:]
  /// What is known of each selected member.
  var presences: [[String]: MemberSelection.Presence] = [:]

  func forget(_ title: String) {
    delayedLines[title] = nil
    states[title] = nil
  }
}

/// Whose lines the history of a prompt has.
struct HistoryOwner {
  /// The account that the user has signed in to.
  var account = ""
  /// How many times the history was forgotten.
  var forgottenCount = 0
}

/// Waits for what the app does.
@MainActor final class ProgressWait {
  /// Runs something when a command has waited for long; `nil` reports nothing.
  let afterLongTime: ((@escaping () -> Void) -> AnyCancellable)?
  /// Whether the person wants to wait no longer.
  var wasInterrupted = false
  private let progress = PassthroughSubject<Void, Never>()

  init(afterLongTime: ((@escaping () -> Void) -> AnyCancellable)?) { self.afterLongTime = afterLongTime }

  /// Something has happened.
  func advance() { progress.send() }

  /// Waits until a condition holds, which is asked each time that something has happened.
  func until(_ isDone: () -> Bool) async {
    var waiter: AnyCancellable?
    while !isDone() {
      await withCheckedContinuation { continuation in
        waiter = progress.first().sink { continuation.resume() }
      }
    }
    waiter?.cancel()
  }
}
