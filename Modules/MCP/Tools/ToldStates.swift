import JSON

/// The states that an assistant was told of, so that an answer has what has changed since then.
@MainActor final class ToldStates {
  /// A state that was in an answer.
  struct Told {
    let revision: Int
    let state: JSONText
    /// The tools that could be called.
    let can: [String]
  }

  private var states: [(instance: String, told: Told)] = []
  private var size = 0

  /// How many bytes of states are kept, and how many states of an instance.
  private static let limits = (bytes: 4 << 20, states: 4)

  /// The last one of an instance.
  func last(of instance: String) -> Told? { states.last { $0.instance == instance }?.told }

  /// The last one of an instance up to a revision.
  func state(of instance: String, upTo revision: Int) -> Told? {
    states.last { $0.instance == instance && $0.told.revision <= revision }?.told
  }

  /// An answer has had a state.
  func note(_ told: Told, of instance: String) {
    if let last = last(of: instance), last.revision == told.revision, last.state.bytes == told.state.bytes {
      states.removeAll { $0.instance == instance && $0.told.revision == told.revision }
      size -= last.state.bytes.count
    }
    states.append((instance, told))
    size += told.state.bytes.count
    if states.count(where: { $0.instance == instance }) > Self.limits.states { forgetOldest(of: instance) }
    while size > Self.limits.bytes, states.count > 1 { forgetOldest(of: states[0].instance) }
  }

  /// A screen was closed.
  func forget(_ instance: String) {
    while states.contains(where: { $0.instance == instance }) { forgetOldest(of: instance) }
  }

  /// Another account may not be told of what this one had.
  func forgetAll() {
    states = []
    size = 0
  }

  private func forgetOldest(of instance: String) {
    guard let index = states.firstIndex(where: { $0.instance == instance }) else { return }
    size -= states.remove(at: index).told.state.bytes.count
  }
}
