import Dispatch
import Screens
import StreamsExtras

/// The calls of tools that are not answered yet.
@MainActor final class ToolCalls {
  /// Those that wait for work, or for a person who is asked while the call is open.
  private(set) var pending: [ToolAnswer] = []
  /// Those that wait for a person by a second call.
  let inputs = PendingInputs()
  /// The call that opens a screen, until the screen is open.
  private var opening: ToolAnswer?

  func add(_ answer: ToolAnswer) { if !pending.contains(where: { $0 === answer }) { pending.append(answer) } }

  func remove(_ answer: ToolAnswer) { pending.removeAll { $0 === answer } }

  /// Runs what opens the screen of a call. If it throws, the call has ended.
  func open<Failure: Error>(for answer: ToolAnswer, _ open: () throws(Failure) -> Void) throws(Failure) {
    opening = answer
    add(answer)
    defer { opening = nil }
    do throws(Failure) { try open() } catch {
      remove(answer)
      throw error
    }
  }

  /// A screen was opened.
  ///
  /// - Parameter isOwn: Whether by the assistant's front.
  func didOpen(_ screen: AnyScreenInstance, isOwn: Bool) {
    if isOwn, let opening, opening.screen == nil { opening.screen = screen }
    for answer in pending { answer.didOpen(screen) }
  }
}

/// How long a call waits.
struct CallTimes {
  /// For the work that its event has started.
  let work: Duration
  /// For a person who is asked by the assistant's host.
  let question: Duration
  /// Measures the time.
  let scheduler: AnySchedulerOf<DispatchQueue>
}
