import JSON
import JSONRPC
import Screens

/// An instance of a screen that the client has open.
@MainActor final class ServedInstance {
  /// The instance's name on the wire: its id.
  var name: String { screen.id }
  /// The open screen.
  let screen: AnyScreenInstance
  /// The state, as frames report it.
  let topic: Topic
  /// What the screen opened before a frame named this instance. It is announced after that frame.
  var unannounced: [ServedInstance] = []
  /// How the app has closed the instance; `nil` if it has not.
  private(set) var closing: Closing?

  private let report: StateReport

  /// How an instance was closed without a request.
  struct Closing {
    let reason: CloseReason
    var outcome: (any ScreenOutcome)?
  }

  /// An instance.
  ///
  /// - Parameters:
  ///   - screen: the open screen.
  ///   - sendsPatches: whether the client accepts patches.
  init(_ screen: AnyScreenInstance, sendsPatches: Bool) {
    self.screen = screen
    // The topic retains the screen, so that waiting frames can be made when the instance is closed.
    let report = StateReport(screen, sendsPatches: sendsPatches)
    self.report = report
    guard sendsPatches else {
      topic = Topic("screen/update", isOpen: false) { report.write(to: &$0) }
      return
    }
    topic = Topic("screen/update", isOpen: false) {
      report.write(to: &$0)
    } changes: {
      report.writeUpdate(to: &$0)
    } didBegin: {
      report.didBegin()
    }
  }

  /// The revision of the current state.
  var revision: Int { screen.snapshot.revision }

  /// Announces the instance to the client, by a notification.
  func announce(in session: Session) {
    session.notify("screen/opened", opening: topic) { [report] in report.writeOpening(to: &$0) }
  }

  /// The app has closed the instance.
  func wasClosed(_ closing: Closing) { self.closing = closing }
}
