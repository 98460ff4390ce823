import JSON
import Screens

/// What a recording has of the instances of an app: the state of each that has a line, and the view models of closed ones.
@MainActor final class RecordedInstances {
  /// The last state that has a line.
  private struct State {
    var revision = 0
    var state: (any ScreenState)?
    /// The length of the last state that was written as a whole.
    var wholeLength = 0
  }

  /// A closed instance whose view model the front still holds.
  private struct Closed {
    let id: String
    weak var model: AnyObject?
    /// Whether the turn in which it was closed goes on.
    var isNew = true
  }

  /// What a state became, and its line in a recording.
  struct Change {
    let instance: String
    let line: [UInt8]
    let state: any ScreenState
  }

  /// What the fronts are shown from which private fields are hidden, while others see them.
  private struct Hidden {
    var fronts: [FrontID] = []
    var state: (any ScreenState)?
  }

  private var states: [String: State] = [:]
  private var hidden: [String: Hidden] = [:]
  private var closed: [Closed] = []

  nonisolated init() {}

  /// The states that have changed since the last call, with the lines that a recording has for them.
  func changes(in app: AppCore) -> [Change] {
    app.instances.compactMap { instance in
      let snapshot = instance.snapshot
      var last = states[instance.id] ?? State()
      guard snapshot.revision != last.revision else { return nil }
      let line: [UInt8]
      if let old = last.state, let patch = snapshot.state.patch(from: old, limit: last.wholeLength) {
        line = RecordingLine.patch(patch, revision: snapshot.revision, instance: instance.id)
      } else {
        let json = snapshot.state.json
        last.wholeLength = json.count
        line = RecordingLine.state(json, revision: snapshot.revision, instance: instance.id)
      }
      last.revision = snapshot.revision
      last.state = snapshot.state
      states[instance.id] = last
      return Change(instance: instance.id, line: line, state: snapshot.state)
    }
  }

  /// What has changed since the last call for the fronts from which private fields are hidden, with the lines about it.
  func hiddenChanges(in app: AppCore) -> [(instance: String, line: [UInt8])] {
    guard !app.fronts.isEmpty else { return [] }
    return app.instances.compactMap { instance in
      let fronts = app.isActive ? instance.frontsWithoutPrivateFields : []
      guard !fronts.isEmpty else {
        guard let last = hidden.removeValue(forKey: instance.id), !last.fronts.isEmpty else { return nil }
        return (instance.id, RecordingLine.hidden("null".utf8.map { $0 }, from: [], instance: instance.id))
      }
      let last = hidden[instance.id] ?? Hidden()
      if fronts == last.fronts, let state = last.state, instance.isHiddenState(state) { return nil }
      let state = instance.hiddenState
      hidden[instance.id] = Hidden(fronts: fronts, state: state)
      return (instance.id, RecordingLine.hidden(state.json, from: fronts, instance: instance.id))
    }
  }

  /// An instance was closed.
  func didClose(_ instance: AnyScreenInstance) {
    states[instance.id] = nil
    hidden[instance.id] = nil
    closed.append(Closed(id: instance.id, model: instance.anyModel))
  }

  /// The turn ends: an instance whose view model was released in the turn in which it was closed has no line about that.
  ///
  /// - Returns: the closed instances whose view models were released since the last call.
  func endTurn() -> [String] {
    let released = releases()
    closed = closed.map { Closed(id: $0.id, model: $0.model, isNew: false) }
    return released
  }

  /// The instances, closed in an earlier turn, whose view models were released since the last call.
  ///
  /// - Parameter all: whether the other closed instances count as released, too.
  func releases(all: Bool = false) -> [String] {
    let released = closed.filter { $0.model == nil || all }
    if !released.isEmpty { closed.removeAll { $0.model == nil || all } }
    return released.filter { !$0.isNew }.map(\.id)
  }
}
