import JSON
import JSONRPC
import Screens

/// An open screen that the client sees.
@MainActor final class ServedInstance {
  /// The instance's name on the wire: its id.
  var name: String { screen.id }
  /// The open screen.
  let screen: AnyScreenInstance
  /// The instance that opened it, if the client sees that.
  let openerID: String?
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
    var outcome: Outgoing<any ScreenOutcome>?
  }

  /// An instance.
  ///
  /// - Parameters:
  ///   - screen: the open screen.
  ///   - client: what the client accepts.
  init(_ screen: AnyScreenInstance, for client: ClientCapabilities) {
    self.screen = screen
    openerID = screen.opener?.id
    // The topic retains the screen, so that waiting frames can be made when the instance is closed.
    let report = StateReport(screen, opener: openerID, for: client)
    self.report = report
    guard client.patches || client.causes else {
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

  /// What the next reply has beside the state.
  var addition: StateReport.Addition? {
    get { report.addition }
    set { report.addition = newValue }
  }

  /// The revision of the current state.
  var revision: Int { screen.revision }

  /// Announces the instance to the client, by a notification.
  func announce(in session: Session) {
    session.notify("screen/opened", opening: topic) { [report] in report.writeOpening(to: &$0) }
  }

  /// The app has closed the instance.
  func wasClosed(_ closing: Closing) { self.closing = closing }
}
