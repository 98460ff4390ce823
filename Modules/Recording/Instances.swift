import JSON
import Screens

/// The instances of a session, by the names that a recording gives them.
@MainActor final class Instances {
  private struct Entry {
    let instance: AnyScreenInstance
    let name: String
    var revision = 0
    /// The last state that has a line.
    var state: (any ScreenState)?
    /// The length of the last state that was written as a whole.
    var wholeLength = 0
  }

  /// A closed instance whose view model the front still holds.
  private struct Closed {
    let name: String
    weak var model: AnyObject?
  }

  /// What a state became, and its line in a recording.
  struct Change {
    let instance: String
    let line: [UInt8]
    let state: any ScreenState
  }

  private let writesPatches: Bool
  private var entries: [Entry] = []
  private var closed: [Closed] = []
  /// The names of the instances that were closed in this turn.
  private var closedNow: [ObjectIdentifier: String] = [:]
  private var count = 0

  /// - Parameter writesPatches: Whether a changed state has a line with a patch where that is shorter.
  nonisolated init(writesPatches: Bool = true) { self.writesPatches = writesPatches }

  /// Adds an instance, and returns its name: the screen's and a number.
  func add(_ instance: AnyScreenInstance) -> String {
    count += 1
    let name = "\(instance.name)-\(count)"
    entries.append(Entry(instance: instance, name: name))
    return name
  }

  /// Removes an instance, and returns its name; `nil` if it is unknown.
  func remove(_ instance: AnyScreenInstance) -> String? {
    guard let index = entries.firstIndex(where: { $0.instance === instance }) else { return nil }
    let name = entries.remove(at: index).name
    closed.append(Closed(name: name, model: instance.anyModel))
    closedNow[ObjectIdentifier(instance)] = name
    return name
  }

  /// Forgets which instances were closed in this turn.
  func endTurn() { closedNow = [:] }

  /// The closed instances whose view models were released since the last call.
  ///
  /// - Parameter all: whether the other closed instances count as released, too.
  func releases(all: Bool = false) -> [String] {
    let released = closed.filter { $0.model == nil || all }.map(\.name)
    if !released.isEmpty { closed.removeAll { $0.model == nil || all } }
    return released
  }

  /// The name of an instance that is open, or was closed in this turn.
  func name(of instance: AnyScreenInstance) -> String? {
    entries.first { $0.instance === instance }?.name ?? closedNow[ObjectIdentifier(instance)]
  }

  subscript(name: String) -> AnyScreenInstance? { entries.first { $0.name == name }?.instance }

  /// The states that have changed since the last call, with the lines that a recording has for them.
  func changes() -> [Change] {
    entries.indices.compactMap { index in
      let snapshot = entries[index].instance.snapshot
      guard snapshot.revision != entries[index].revision else { return nil }
      entries[index].revision = snapshot.revision
      return Change(instance: entries[index].name, line: line(&entries[index], snapshot.state), state: snapshot.state)
    }
  }

  private func line(_ entry: inout Entry, _ state: any ScreenState) -> [UInt8] {
    defer { entry.state = state }
    if writesPatches, let old = entry.state, let patch = state.patch(from: old, limit: entry.wholeLength) {
      return RecordingLine.patch(patch, revision: entry.revision, instance: entry.name)
    }
    let json = state.json
    entry.wholeLength = json.count
    return RecordingLine.state(json, revision: entry.revision, instance: entry.name)
  }
}
