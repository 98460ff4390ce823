import JSON

/// A reply, or what it is made of when it is written.
enum Reply {
  case text([UInt8])
  case topic(Topic, id: [UInt8], opens: Bool, errorIfClosed: RPCError)
  case error(id: [UInt8], () -> RPCError)

  /// Whether it is made when it is written.
  var isMadeLater: Bool { if case .text = self { false } else { true } }

  /// The topic of a reply that is not made yet.
  var topic: Topic? { if case .topic(let topic, _, _, _) = self { topic } else { nil } }

  /// The bytes that it counts while it waits: about what it occupies. A reply that opens a topic may be the last one that
  /// keeps the reported state alive.
  var cost: Int {
    switch self {
    case .text(let text): text.count
    case .topic(_, let id, let opens, _): (opens ? Self.openingCost : 1 << 8) + id.count
    case .error(let id, _): (1 << 8) + id.count
    }
  }

  /// What a frame that opens a topic counts.
  static let openingCost = 1 << 13

  /// The reply that is sent: an error if its topic is closed.
  var checked: Reply {
    guard case .topic(let topic, let id, _, let error) = self, topic.isClosed else { return self }
    var text = JSONWriter()
    text.reply(JSONText(scanned: id[...]), error)
    return .text(text.bytes)
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.raw(text)
    case .topic(let topic, let id, _, _): writer.reply(JSONText(scanned: id[...])) { $0.object(topic.members) }
    case .error(let id, let makeError): writer.reply(JSONText(scanned: id[...]), makeError())
    }
  }
}
