import Streams

/// An event in a marble diagram.
enum MarbleSymbol: Hashable, Sendable {
  case value(String)
  case finish
  case failure
  case subscribe
  case cancel
  case demand(Subscribers.Demand)
  case additional(Subscribers.Demand)

  /// The event as text.
  var text: String {
    switch self {
    case .value(let text): text.count == 1 && !Self.reserved.contains(text) ? text : "[\(text)]"
    case .finish: "|"
    case .failure: "#"
    case .subscribe: "^"
    case .cancel: "!"
    case .demand(let demand): Self.text(demand)
    case .additional(let demand): "+" + Self.text(demand)
    }
  }

  var isEnd: Bool { self == .finish || self == .failure }

  private static let reserved = "-|#()[]^!*+ "

  private static func text(_ demand: Subscribers.Demand) -> String {
    guard let count = demand.max else { return "*" }
    return count < 10 ? "\(count)" : "[\(count)]"
  }
}

/// The content of a row of a marble diagram.
enum MarbleRowKind: Hashable, Sendable {
  /// What a publisher sends.
  case input
  /// What the subscriber receives.
  case result
  /// What the subscriber requests.
  case demand
  /// When the subscriber cancels.
  case cancel
  /// What the publisher of this name receives.
  case upstream(of: String)

  init(_ name: String) {
    switch name {
    case "result": self = .result
    case "demand": self = .demand
    case "cancel": self = .cancel
    default: self = name.hasSuffix(".upstream") ? .upstream(of: String(name.dropLast(9))) : .input
    }
  }
}

/// A row: the events of each frame.
struct MarbleRow: Hashable, Sendable {
  let name: String
  let kind: MarbleRowKind
  /// The events of each frame; the last frame is not empty.
  private(set) var frames: [[MarbleSymbol]] = []

  init(_ name: String, frames: [[MarbleSymbol]] = []) {
    self.name = name
    kind = MarbleRowKind(name)
    self.frames = frames
    while self.frames.last?.isEmpty == true { self.frames.removeLast() }
  }

  /// Adds an event to a frame.
  mutating func add(_ symbol: MarbleSymbol, at frame: Int) {
    while frames.count <= frame { frames.append([]) }
    frames[frame].append(symbol)
  }

  /// A frame as text.
  func text(of frame: Int) -> String {
    guard frame < frames.count, !frames[frame].isEmpty else { return "-" }
    let text = frames[frame].map(\.text).joined()
    return frames[frame].count == 1 ? text : "(\(text))"
  }
}
