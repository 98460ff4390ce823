/// What a session must answer, by the protocol, for the methods that need no screen.
struct Reference {
  /// One reply.
  struct Reply: Equatable {
    /// The id's text.
    var id: [UInt8]
    /// The error's code; nil if the request succeeds.
    var code: Int?
  }

  /// What goes out for one message.
  enum Frame: Equatable {
    case single(Reply)
    case batch([Reply])
  }

  private enum Stage {
    case fresh, serving, shutDown, exited
  }

  private var stage = Stage.fresh

  private static let batchLimit = 100
  private static let idLimit = 256

  /// The replies to a message; nil if there are none.
  mutating func replies(to message: ArraySlice<UInt8>) -> Frame? {
    if stage == .exited { return nil }
    switch ReferenceJSON.read(message) {
    case .illegal: return .single(Self.refusal(-32700))
    case .tooDeep, .duplicateKey: return .single(Self.refusal(-32600))
    case .value(let value):
      guard case .array(let elements) = value.content else { return reply(to: value).map(Frame.single) }
      if elements.isEmpty || elements.count > Self.batchLimit { return .single(Self.refusal(-32600)) }
      var replies: [Reply] = []
      for element in elements where stage != .exited {
        if let reply = reply(to: element) { replies.append(reply) }
      }
      return replies.isEmpty ? nil : .batch(replies)
    }
  }

  private static func refusal(_ code: Int, id: ReferenceJSON.Value? = nil) -> Reply {
    Reply(id: id.map { Array($0.text) } ?? Array("null".utf8), code: code)
  }

  private mutating func reply(to value: ReferenceJSON.Value) -> Reply? {
    guard case .object = value.content else { return Self.refusal(-32600) }
    let method = value.member("method")
    if method == nil, value.member("result") != nil || value.member("error") != nil { return nil }
    let id = value.member("id")
    switch id?.content {
    case .bool, .array, .object: return Self.refusal(-32600)
    case .string where id!.text.count - 2 > Self.idLimit: return Self.refusal(-32600)
    case .number where id!.text.count > Self.idLimit: return Self.refusal(-32600)
    default: break
    }
    guard case .string(let version) = value.member("jsonrpc")?.content, version == Array("2.0".utf8),
      case .string(let name) = method?.content
    else { return Self.refusal(-32600, id: id) }

    let params: Params
    switch value.member("params")?.content {
    case nil, .null: params = .members([])
    case .array(let elements): params = elements.isEmpty ? .members([]) : .wrong
    case .object(let members): params = .members(members)
    default: return Self.refusal(-32600, id: id)
    }
    let code = run(String(decoding: name, as: UTF8.self), isRequest: id != nil, params)
    return id.map { Reply(id: Array($0.text), code: code) }
  }

  private enum Params {
    case members([(name: [UInt8], value: ReferenceJSON.Value)])
    case wrong

    var isEmpty: Bool {
      if case .members(let members) = self { members.isEmpty } else { false }
    }
  }

  /// The error's code, nil for success; what the message does to the life cycle is done.
  private mutating func run(_ name: String, isRequest: Bool, _ params: Params) -> Int? {
    let isNotificationOnly = Self.notifications.contains(name)
    switch stage {
    case .fresh where name == "initialize":
      let code = Self.initialize(params)
      if code == nil { stage = .serving }
      return code
    case .fresh: stage = .serving
    case .serving where name == "initialize": return -32600
    case .shutDown where isRequest || !isNotificationOnly: return -32600
    default: break
    }
    if isNotificationOnly, isRequest { return -32601 }
    guard isNotificationOnly || Self.requests.contains(name) else { return -32601 }
    guard case .members = params else { return -32602 }
    switch name {
    case "exit": stage = .exited
    case "ping": return params.isEmpty ? nil : -32602
    case "shutdown":
      guard params.isEmpty else { return -32602 }
      // A notification of it has no effect, because clients wait for its reply.
      if isRequest { stage = .shutDown }
    default: break
    }
    return nil
  }

  private static func initialize(_ params: Params) -> Int? {
    guard case .members(let members) = params else { return -32602 }
    var isSpoken = true
    for (name, value) in members {
      switch (String(decoding: name, as: UTF8.self), value.content) {
      case ("protocolVersion", .string(let version)): isSpoken = version == Array("1".utf8)
      case ("protocolVersion", .null): break
      case ("protocolVersion", _): return -32602
      default: break
      }
    }
    return isSpoken ? nil : 1001
  }

  private static let notifications: Set = ["initialized", "$/cancelRequest", "exit"]
  private static let requests: Set = ["echo", "ping", "shutdown"]
}

extension Reference.Frame {
  /// Reads a frame of the session. Stops the program if the frame does not have the form of a reply.
  init(_ text: ArraySlice<UInt8>) {
    guard case .value(let value) = ReferenceJSON.read(text) else { fatalError("A reply is strict JSON") }
    if case .array(let elements) = value.content {
      self = .batch(elements.map(Reference.Reply.init))
    } else {
      self = .single(Reference.Reply(value))
    }
  }
}

extension Reference.Reply {
  fileprivate init(_ value: ReferenceJSON.Value) {
    guard case .object(let members) = value.content, members.count == 3,
      members.map({ String(decoding: $0.name, as: UTF8.self) })
        == members.map({ String(decoding: $0.name, as: UTF8.self) }).sorted(),
      let id = value.member("id"), case .string(Array("2.0".utf8)) = value.member("jsonrpc")?.content
    else { fatalError("A reply has an id, a version and an outcome, in order") }
    self.id = Array(id.text)
    if let error = value.member("error") {
      guard let code = error.member("code").flatMap({ Int(String(decoding: $0.text, as: UTF8.self)) }) else {
        fatalError("An error has a code")
      }
      self.code = code
    } else {
      guard case .object = value.member("result")?.content else { fatalError("A result is an object") }
      code = nil
    }
  }
}
