import Descriptions
import JSON
import Screens

/// A state that an answer tells of.
@MainActor struct ShownState {
  let screen: AnyScreenInstance
  let told: ToldStates.Told
  private let hidden: [String]
  private let title: String?
  private let body: Body
  private let shape: Shape
  private let can: [String]?

  private enum Body {
    case state(JSONText, more: [String: Int])
    case change(StateChange)
  }

  /// - Parameter findBaseline: The state since which the changes are told; `nil` if all of it is.
  init(_ screen: AnyScreenInstance, _ tools: Toolbox, since findBaseline: () -> ToldStates.Told?) {
    let snapshot = screen.snapshot
    let state = JSONText(scanned: snapshot.state.json[...])
    self.screen = screen
    hidden = snapshot.hidden
    told = ToldStates.Told(revision: snapshot.revision, state: state, can: tools.possible(on: screen, in: state))
    shape = tools.shape(of: screen)
    if let baseline = findBaseline() {
      body = .change(StateChange(from: baseline.state, to: state, shape, hidden: snapshot.hidden))
      can = baseline.can == told.can ? nil : told.can
      title = tools.titles.texts(of: screen.name, in: state).min { $0.key.count < $1.key.count }.map {
        String(decoding: $0.value, as: UTF8.self)
      }
    } else {
      let (short, more) = StateWindow.shortened(state, shape)
      body = .state(short, more: more)
      can = told.can
      title = nil
    }
  }

  /// The members that an answer has of it, in JSON, with as much as fits into a window.
  ///
  /// - Parameter isTight: Whether to leave out what a model can find out by another call.
  func members(in window: StateWindow, isTight: Bool) -> [String: [UInt8]] {
    var window = window
    var writer = JSONWriter()
    var members = ["instance": screen.id.json, "rev": told.revision.json]
    switch body {
    case .state(let state, let more):
      window = window.knowing(more)
      window.write(state, shape, at: "", to: &writer)
      members["state"] = writer.bytes
    case .change(let change):
      change.write(in: &window, to: &writer)
      if !change.isEmpty { members["changed"] = writer.bytes }
      if !change.removed.isEmpty {
        members["removed"] = change.removed.mapValues { Array($0.prefix(window.rows)).json }.object
      }
    }
    if let can, !isTight { members["can"] = can.json }
    if let title { members["title"] = title.prefix(bytes: window.text).json }
    if !hidden.isEmpty { members["hidden"] = hidden.json }
    if !window.cut.isEmpty { members["cut"] = window.cut.json }
    if !window.more.isEmpty { members["more"] = window.more.mapValues(\.json).object }
    return members
  }
}
