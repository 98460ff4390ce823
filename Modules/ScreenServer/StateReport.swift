import JSON
import JSONRPC
import Screens

/// Writes the states of an instance into frames: as a whole or, for a client that accepts patches, as a patch of the state
/// that was written last.
///
/// A frame is made when it is written, and the last one that was made is the last one that was written if the output began
/// to take it. So a patch leads from what the client has, with the placeholders that it was sent.
@MainActor final class StateReport {
  private let screen: AnyScreenInstance
  private let opener: String?
  private let client: ClientCapabilities
  /// What the client has.
  private var written: WrittenState?
  /// The state of the last frame that was made.
  private var made: WrittenState?
  /// What the next reply has beside the state.
  var addition: Addition?

  /// What the reply that opens an instance has beside the state.
  enum Addition {
    /// The name of the screen, which the client does not know if it has followed a link.
    case screen
    /// The other members of the answer to `initialize`, of which the state is one.
    case initialized([String: JSON])
  }

  private struct WrittenState {
    let snapshot: AnyScreenInstance.Snapshot
    /// The length of the state that was written as a whole last.
    let wholeLength: Int
  }

  /// A report.
  ///
  /// - Parameters:
  ///   - screen: the open screen.
  ///   - opener: the instance that opened it, if the client sees that.
  ///   - client: what the client accepts.
  init(_ screen: AnyScreenInstance, opener: String?, for client: ClientCapabilities) {
    self.screen = screen
    self.opener = opener
    self.client = client
  }

  /// Writes the members of a reply: the whole state.
  func write(to writer: inout JSONWriter) {
    let addition = addition
    self.addition = nil
    guard case .initialized(let members) = addition else {
      return writeWhole(screen.snapshot, to: &writer, isNamed: addition != nil)
    }
    writer.member(AppCore.appID) { $0.object { writeWhole(screen.snapshot, to: &$0) } }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
  }

  private func writeWhole(
    _ snapshot: AnyScreenInstance.Snapshot, to writer: inout JSONWriter, isNamed: Bool = false
  ) {
    writer.members(hidden: snapshot.hidden)
    writer.member("instance", screen.id)
    writer.member("rev", snapshot.revision)
    if isNamed { writer.member("screen", screen.name) }
    writeState(of: snapshot, to: &writer)
  }

  /// Writes the members of the notification that announces the instance: the whole state.
  func writeOpening(to writer: inout JSONWriter) {
    let snapshot = screen.snapshot
    writeCause(screen.openingFront, to: &writer)
    writer.members(hidden: snapshot.hidden)
    writer.member("instance", screen.id)
    if let link = screen.link { writer.member("link", link) }
    writer.member("opener", opener)
    writer.member("rev", snapshot.revision)
    writer.member("screen", screen.name)
    writeState(of: snapshot, to: &writer)
  }

  /// Writes the members of an update: a patch if it makes a shorter frame than the whole state that was written last.
  func writeUpdate(to writer: inout JSONWriter) {
    let snapshot = screen.snapshot
    writeCause(screen.changer, to: &writer)
    guard client.patches, let written else { return writeWhole(snapshot, to: &writer) }
    // The frames differ in `"from":N,`.
    let limit = written.wholeLength - 9 - String(written.snapshot.revision).utf8.count
    guard let patch = snapshot.state.patch(from: written.snapshot.state, limit: limit) else {
      return writeWhole(snapshot, to: &writer)
    }
    writer.member("from", written.snapshot.revision)
    writer.members(hidden: snapshot.hidden)
    writer.member("instance", screen.id)
    writer.member("patch") { $0.raw(patch) }
    writer.member("rev", snapshot.revision)
    made = WrittenState(snapshot: snapshot, wholeLength: written.wholeLength)
  }

  /// The output has begun to take the frame that was made last.
  func didBegin() {
    if let made { written = made }
    made = nil
  }

  private func writeCause(_ front: FrontID?, to writer: inout JSONWriter) {
    if client.causes { writer.member("by", front?.description) }
  }

  private func writeState(of snapshot: AnyScreenInstance.Snapshot, to writer: inout JSONWriter) {
    writer.name("state")
    let start = writer.bytes.count
    writer.write(snapshot.state)
    if client.patches { made = WrittenState(snapshot: snapshot, wholeLength: writer.bytes.count - start) }
  }
}
