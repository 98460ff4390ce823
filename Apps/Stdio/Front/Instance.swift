import JSON
import JSONRPC
import Streams
import ViewModels

/// A screen that the client has open.
@MainActor final class Instance {
  /// What the client calls it: the screen's name and a number that is never used again.
  let name: String
  /// The screen.
  let screen: AnyScreenInstance
  /// The screen's state, as frames report it.
  let topic: Topic
  /// Whether the app has closed the screen.
  private(set) var hasEnded = false
  private var cancellable: AnyCancellable?

  /// An instance, whose changes are not reported yet.
  init(_ screen: AnyScreenInstance, name: String) {
    self.screen = screen
    self.name = name
    // NB: the topic keeps the screen, so that frames which wait can be made when the instance is closed.
    let snapshot = SnapshotText(screen, name: name)
    topic = Topic("screen/update", isOpen: false) { $0 += snapshot.text }
  }

  /// The screen of the instance of a name; `nil` if no instance can have it.
  static func screenName(of name: String) -> String? {
    guard let dash = name.lastIndex(of: "-"), Int(name[dash...].dropFirst()) != nil else { return nil }
    return String(name[..<dash])
  }

  /// The revision of the current state.
  var revision: Int { screen.snapshot.revision }

  /// Follows the screen from this moment on.
  /// - Parameters:
  ///   - onChange: runs at each change.
  ///   - onEnd: runs if the app closes the screen.
  func follow(onChange: @escaping (Instance) -> Void, onEnd: @escaping (Instance) -> Void) {
    // NB: the instance keeps the subscription, so it outlives it; a weak reference would make each count of the
    // instance's references a slow one.
    cancellable = screen.updates.sink(
      receiveCompletion: { [unowned self] _ in
        hasEnded = true
        onEnd(self)
      },
      receiveValue: { [unowned self] _ in onChange(self) })
  }

  /// Closes the screen; nothing is told of it any more.
  func close() {
    cancellable = nil
    screen.close()
  }
}

/// The state of a screen as text, `{"instance":…,"rev":…,"state":{…}}`: written once, however often it is asked for.
@MainActor private final class SnapshotText {
  private let screen: AnyScreenInstance
  private let name: String
  private var written: (revision: Int, text: [UInt8]) = (0, [])

  init(_ screen: AnyScreenInstance, name: String) {
    self.screen = screen
    self.name = name
  }

  /// The text of the current state.
  var text: [UInt8] {
    let revision = screen.snapshot.revision
    if written.revision != revision {
      var text = JSONWriter()
      text.object {
        $0.member("instance", name)
        $0.member("rev", revision)
        $0.member("state") { $0.write(screen.snapshot.state) }
      }
      written = (revision, text.bytes)
    }
    return written.text
  }
}
