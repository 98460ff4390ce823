import Dispatch
import JSONRPC

/// Lets the input of a session wait while its client, which reads, has much to read. So a client that reads all the time is
/// answered, whatever it asks, and gets no more than the session may keep.
///
/// A client that reads nothing for 2 s does not read: its input is served all the same, up to `Limits.unwritten`, so that a
/// client that writes everything before it reads comes to no deadlock.
@MainActor final class InputPace {
  /// How long the client may read nothing before its input goes on.
  nonisolated static let timeout = DispatchTimeInterval.seconds(2)

  /// How many bytes of the input are served in a turn: fewer after a turn that made the session write more than 1 MiB, because a
  /// short request may have a long answer.
  private(set) var pieceSize = InputTurns.pieceSize
  private static let writtenInTurn = 1 << 20

  /// The bytes that may wait for the client before its input waits.
  private let mark: Int
  /// Runs a body on the main queue when ``timeout`` has passed.
  private let later: @MainActor (_ body: @escaping @MainActor () -> Void) -> Void
  /// What goes on when the client has caught up.
  private var waiting: (() -> Void)?
  /// How many bytes were written when the client stopped reading.
  private var stalledCount: Int?
  /// The number of the wait, by which a late timer knows that its wait is over.
  private var waitNumber = 0

  /// - Parameter mark: far from `Limits.unwritten`, because the replies to one more piece of input are added to it.
  init(
    mark: Int = 16 << 20,
    later: @escaping @MainActor (_ body: @escaping @MainActor () -> Void) -> Void = { body in
      DispatchQueue.main.asyncAfter(deadline: .now() + InputPace.timeout) { onMain(body) }
    }
  ) {
    self.mark = mark
    self.later = later
  }

  /// A turn has made the session write so many bytes.
  func didServe(writing count: Int) {
    pieceSize = count > Self.writtenInTurn ? max(64, pieceSize / 2) : min(2 * pieceSize, InputTurns.pieceSize)
  }

  /// Whether the input has to wait for the client.
  func isBehind(_ session: Session) -> Bool {
    session.unwrittenCount > mark && session.writtenCount != stalledCount
  }

  /// Runs a body once the client has caught up: at once if it has.
  func whenCaughtUp(_ session: Session, _ body: @escaping () -> Void) {
    guard isBehind(session) else { return body() }
    waitNumber += 1
    waiting = body
    check(waitNumber, session)
  }

  /// The session has written what the client had room for.
  func outputHadRoom(_ session: Session) {
    guard let waiting, !isBehind(session) else { return }
    self.waiting = nil
    waiting()
  }

  /// Looks repeatedly whether the client still reads.
  private func check(_ number: Int, _ session: Session) {
    let writtenCount = session.writtenCount
    later { [weak self, weak session] in
      guard let self, let session, waiting != nil, waitNumber == number else { return }
      guard session.writtenCount == writtenCount else { return check(number, session) }
      stalledCount = writtenCount
      outputHadRoom(session)
    }
  }
}
