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
  /// Whether the app has closed the instance.
  private(set) var wasClosedByApp = false
  private var subscription: AnyCancellable?

  init(_ screen: AnyScreenInstance, name: String) {
    self.screen = screen
    self.name = name
    // The topic retains the screen, so that waiting frames can be made when the instance is closed.
    topic = Topic("screen/update", isOpen: false) {
      $0.member("instance", name)
      $0.member("rev", screen.snapshot.revision)
      $0.member("state") { $0.write(screen.snapshot.state) }
    }
  }

  /// The revision of the current state.
  var revision: Int { screen.snapshot.revision }

  /// Follows the screen from here on.
  ///
  /// - Parameters:
  ///   - onChange: runs at each change.
  ///   - onClose: runs if the app closes the instance.
  func follow(onChange: @escaping () -> Void, onClose: @escaping () -> Void) {
    subscription = screen.updates.sink(
      receiveCompletion: { [unowned self] _ in
        wasClosedByApp = true
        onClose()
      },
      receiveValue: { _ in onChange() })
  }

  /// Closes the instance, without a report.
  func close() {
    subscription = nil
    screen.close()
  }
}
