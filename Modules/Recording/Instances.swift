import Screens

/// The instances of a session, by the names that a recording gives them.
@MainActor final class Instances {
  private struct Entry {
    let instance: AnyScreenInstance
    let name: String
    var revision = 0
  }

  /// A closed instance whose view model the front still holds.
  private struct Closed {
    let name: String
    weak var model: AnyObject?
  }

  private var entries: [Entry] = []
  private var closed: [Closed] = []
  private var count = 0

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
    return name
  }

  /// The closed instances whose view models were released since the last call.
  ///
  /// - Parameter all: whether the other closed instances count as released, too.
  func releases(all: Bool = false) -> [String] {
    let released = closed.filter { $0.model == nil || all }.map(\.name)
    if !released.isEmpty { closed.removeAll { $0.model == nil || all } }
    return released
  }

  func name(of instance: AnyScreenInstance) -> String? { entries.first { $0.instance === instance }?.name }

  subscript(name: String) -> AnyScreenInstance? { entries.first { $0.name == name }?.instance }

  /// The states that have changed since the last call, with the lines that a recording has for them.
  func changes() -> [(instance: String, line: [UInt8], hasPrivateFields: Bool)] {
    entries.indices.compactMap { index in
      let (instance, name) = (entries[index].instance, entries[index].name)
      guard instance.snapshot.revision != entries[index].revision else { return nil }
      entries[index].revision = instance.snapshot.revision
      let state = instance.snapshot.state
      let line = RecordingLine.state(state.json, revision: entries[index].revision, instance: name)
      return (name, line, state.hasPrivateFields)
    }
  }
}

extension ScreenState {
  fileprivate var hasPrivateFields: Bool { Self.fields.hasPrivateFields }
}
