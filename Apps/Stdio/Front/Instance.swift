import JSONRPC
import Streams
import ViewModels

/// A screen that the front has open, and what was said of it.
@MainActor final class Instance {
  /// What the front calls it: the screen's name and a number that is never used again.
  let name: String
  /// The screen.
  let screen: OpenScreen

  /// What the front has been told of an instance.
  enum Knowledge {
    /// Nothing: the reply to `screen/open` is not written, and nothing names the instance before.
    case none
    /// It is open.
    case open
    /// It is closed: nothing names it any more.
    case closed
  }

  /// What the front has been told of this one.
  var knowledge = Knowledge.none
  /// Whether the app has closed the screen.
  private(set) var hasEnded = false
  private var cancellable: AnyCancellable?
  private var written: (revision: Int, text: [UInt8]) = (0, [])

  /// An instance, which tells nobody of its changes yet.
  init(_ screen: OpenScreen, name: String) {
    self.screen = screen
    self.name = name
  }

  /// The screen of the instance of a name; `nil` if no instance can have it.
  static func screenName(of name: String) -> String? {
    guard let dash = name.lastIndex(of: "-"), Int(name[dash...].dropFirst()) != nil else { return nil }
    return String(name[..<dash])
  }

  /// The revision of the state of the moment.
  var revision: Int { screen.snapshot.revision }

  /// The state of the moment, `{"instance":…,"rev":…,"state":{…}}`: written once, however often it is asked for.
  var text: [UInt8] {
    let snapshot = screen.snapshot
    if written.revision != snapshot.revision {
      var text: [UInt8] = []
      text.reserveCapacity(written.text.count + 64)
      text.append(#"{"instance":"#)
      text.append(jsonString: name)
      text.append(#","rev":"#)
      text.append(decimal: snapshot.revision)
      text.append(#","state":"#)
      // NB: no state of the app can fail to be written; a test writes each.
      text.append(contentsOf: (try? screen.json()) ?? Array("null".utf8))
      text.append(UInt8(ascii: "}"))
      written = (snapshot.revision, text)
    }
    return written.text
  }

  /// Follows the screen from this moment on.
  /// - Parameters:
  ///   - onChange: runs at each change that the front may hear of.
  ///   - onEnd: runs if the app closes the screen.
  func follow(onChange: @escaping (Instance) -> Void, onEnd: @escaping (Instance) -> Void) {
    // NB: the instance keeps the subscription, so it outlives it; a weak reference would make each count of the
    // instance's references a slow one.
    cancellable = screen.updates.sink(
      receiveCompletion: { [unowned self] _ in
        hasEnded = true
        onEnd(self)
      },
      receiveValue: { [unowned self] _ in
        if knowledge == .open { onChange(self) }
      })
  }

  /// Closes the screen; nothing is told of it any more.
  func close() {
    cancellable = nil
    screen.close()
  }
}
