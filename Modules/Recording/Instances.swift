import ViewModels

/// The instances of a session, by the names that a recording gives them.
@MainActor final class Instances {
  private struct Entry {
    let instance: AnyScreenInstance
    let name: String
    var revision = 0
  }

  private var entries: [Entry] = []
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
    return entries.remove(at: index).name
  }

  func name(of instance: AnyScreenInstance) -> String? { entries.first { $0.instance === instance }?.name }

  subscript(name: String) -> AnyScreenInstance? { entries.first { $0.name == name }?.instance }

  /// The states that have changed since the last call, with the lines that a recording has for them.
  func changes() -> [(instance: String, line: [UInt8])] {
    entries.indices.compactMap { index in
      let (instance, name) = (entries[index].instance, entries[index].name)
      guard instance.snapshot.revision != entries[index].revision else { return nil }
      entries[index].revision = instance.snapshot.revision
      // Every state of the app can be encoded; a test encodes each.
      let state = (try? instance.json()) ?? Array("null".utf8)
      return (name, RecordingLine.state(state, revision: entries[index].revision, instance: name))
    }
  }
}
