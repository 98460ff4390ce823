import JSON
import JSONRPC
import Screens

/// An instance of a screen that the client has open.
@MainActor final class ServedInstance {
  /// The instance's name: the screen's name and a number that is never used again.
  let name: String
  /// The open screen.
  let screen: AnyScreenInstance
  /// The state, as frames report it.
  let topic: Topic
  /// What the screen opened before a frame named this instance. It is announced after that frame.
  var unannounced: [ServedInstance] = []
  /// How the app has closed the instance; `nil` if it has not.
  private(set) var closing: Closing?

  private let report: StateReport
  private var subscription: AnyCancellable?

  /// How an instance was closed without a request.
  struct Closing {
    let reason: CloseReason
    var outcome: (any ScreenOutcome)?
  }

  /// An instance.
  ///
  /// - Parameters:
  ///   - screen: the open screen.
  ///   - name: the instance's name.
  ///   - opener: the name of the instance that opened it, if the client did not.
  ///   - sendsPatches: whether the client accepts patches.
  init(_ screen: AnyScreenInstance, name: String, opener: String?, sendsPatches: Bool) {
    self.screen = screen
    self.name = name
    // The topic retains the screen, so that waiting frames can be made when the instance is closed.
    let report = StateReport(screen, name: name, opener: opener, sendsPatches: sendsPatches)
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

  /// Follows the screen from here on.
  ///
  /// - Parameters:
  ///   - onChange: runs at each change.
  ///   - onClose: runs if the host of the server closes the instance. A navigation that closes it is reported by the app.
  func follow(onChange: @escaping () -> Void, onClose: @escaping () -> Void) {
    subscription = screen.updates.sink(
      receiveCompletion: { [unowned self] _ in if !screen.wasClosedByApp { onClose() } },
      receiveValue: { _ in onChange() })
  }

  /// Announces the instance to the client, by a notification.
  func announce(in session: Session) {
    session.notify("screen/opened", opening: topic) { [report] in report.writeOpening(to: &$0) }
  }

  /// Closes the instance, without a report.
  func close() {
    subscription = nil
    screen.close()
  }

  /// The app has closed the instance.
  func wasClosed(_ closing: Closing) {
    subscription = nil
    self.closing = closing
  }
}
