import AppTesting
import ExpectSupport
import MCP
import Testing

/// What a request of the newest revision has to have, and what is refused: each row over several methods.
@MainActor @Suite struct EraTests {
  private nonisolated static let version = #""io.modelcontextprotocol/protocolVersion":"2026-07-28""#
  private nonisolated static let capabilities = #""io.modelcontextprotocol/clientCapabilities":{}"#
  private nonisolated static let both = "\(version),\(capabilities)"
  /// Methods with what each needs beside `_meta`.
  private nonisolated static let methods = [
    ("server/discover", ""), ("tools/list", ""), ("tools/call", #""name":"open_screen","arguments":{"screen":"kiln"}"#),
    ("resources/read", #""uri":"tributary://schemas/kiln""#),
  ]

  private func make() -> Conversation { Conversation { makeKiln($0) } }

  private func request(_ method: String, _ params: String?, id: String = "1") -> String {
    #"{"id":\#(id),"jsonrpc":"2.0","method":"\#(method)"\#(params.map { #","params":{\#($0)}"# } ?? "")}"#
  }

  private static func params(_ more: String, _ meta: String) -> String {
    (more.isEmpty ? "" : more + ",") + #""_meta":{\#(meta)}"#
  }

  /// The answers to a request, without notifications.
  private func replies(_ conversation: Conversation, _ line: String) throws -> [JSONText] {
    try conversation.send(line).map { try JSONText(scanning: $0.utf8) }.filter {
      $0["id"] != nil && $0["method"] == nil
    }
  }

  private func code(_ reply: JSONText?) -> Int? { reply?["error"]?["code"]?.integer() }

  @Test(arguments: methods) func `a connection that began with initialize is served without meta`(
    method: String, more: String
  ) throws {
    let conversation = make()
    conversation.initialize()
    let reply = try replies(conversation, request(method, more)).first
    if method == "server/discover" { return expectEqual(code(reply), -32601) }
    #expect(reply?["result"] != nil)
  }

  @Test(arguments: methods) func `a request that begins in no way is told both`(method: String, more: String) throws {
    let separator = more.isEmpty ? "" : ","
    for params in [nil, more, more + separator + #""_meta":{}"#, more + separator + #""_meta":{"progressToken":1}"#] {
      let reply = try replies(make(), request(method, params)).first
      expectEqual(code(reply), -32602, "\(params ?? "no params")")
      let message = try #require(reply?["error"]?["message"]?.string)
      #expect(message.contains("initialize") && message.contains("io.modelcontextprotocol/protocolVersion"))
    }
  }

  @Test(arguments: methods) func `a request has its version and what its client can`(method: String, more: String)
    throws
  {
    let metas = [
      Self.version, #"\#(Self.version),"io.modelcontextprotocol/clientCapabilities":[]"#,
      #"\#(Self.version),"io.modelcontextprotocol/clientCapabilities":true"#,
      #""io.modelcontextprotocol/protocolVersion":20260728,\#(Self.capabilities)"#,
      #""io.modelcontextprotocol/protocolVersion":null,\#(Self.capabilities)"#,
    ]
    for meta in metas {
      try expectEqual(code(replies(make(), request(method, Self.params(more, meta))).first), -32602, "\(meta)")
    }
    for version in ["2031-01-01", "2025-11-25", ""] {
      let meta = #""io.modelcontextprotocol/protocolVersion":"\#(version)",\#(Self.capabilities)"#
      let reply = try replies(make(), request(method, Self.params(more, meta))).first
      expectEqual(code(reply), -32022)
      expectEqual(
        reply?["error"]?["data"]?["supported"]?.text,
        #"["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]"#)
    }
    let served = try replies(make(), request(method, Self.params(more, Self.both))).first
    expectEqual(served?["result"]?["resultType"]?.string, "complete", "It need not say who the client is.")
  }

  @Test(arguments: methods + [("ping", ""), ("initialize", #""protocolVersion":"2025-11-25""#)])
  func `the id of a request is not null`(method: String, more: String) throws {
    let conversation = make()
    let reply = try replies(conversation, request(method, Self.params(more, Self.both), id: "null")).first
    expectEqual(code(reply), -32600)
    #expect(reply?["result"] == nil && conversation.server.app.instances.isEmpty)
  }

  @Test(arguments: [false, true]) func `what the newest revision has no more is not served`(isInitialized: Bool) throws
  {
    let conversation = make()
    if isInitialized { conversation.initialize() }
    for (method, more) in [
      ("ping", ""), ("logging/setLevel", #""level":"info""#),
      ("resources/subscribe", #""uri":"tributary://schemas/kiln""#),
      ("resources/unsubscribe", #""uri":"tributary://schemas/kiln""#), ("notifications/initialized", ""),
    ] {
      try expectEqual(
        code(replies(conversation, request(method, Self.params(more, Self.both))).first), -32601, "\(method)")
    }
    let notification = #"{"jsonrpc":"2.0","method":"notifications/initialized","params":{"_meta":{\#(Self.both)}}}"#
    expectEqual(conversation.send(notification), [])
    let initialize = request("initialize", Self.params(#""protocolVersion":"2025-11-25""#, Self.both))
    try expectEqual(replies(conversation, initialize).first?["result"]?["protocolVersion"]?.string, "2025-11-25")
  }

  @Test(arguments: [
    ("tools/nothing", "", -32601), ("resources/read", #""uri":"tributary://screens/kiln-9""#, -32602),
    ("tools/call", #""name":"kiln_explode""#, -32602),
  ])
  func `what is not known is named by its code`(method: String, more: String, expected: Int) throws {
    try expectEqual(code(replies(make(), request(method, Self.params(more, Self.both))).first), expected)
  }

  // MARK: - Subscriptions

  private func listen(_ conversation: Conversation, _ id: String, _ notifications: String) -> [String] {
    let params = Self.params(#""notifications":{\#(notifications)}"#, Self.both)
    return conversation.send(request("subscriptions/listen", params, id: id))
  }

  private func open(_ conversation: Conversation) {
    conversation.send(request("tools/call", Self.params(Self.methods[2].1, Self.both), id: "90"))
  }

  @Test func `acknowledges what can be reported alone`() throws {
    let conversation = make()
    open(conversation)
    let lines = listen(
      conversation, "7",
      #""resourceSubscriptions":["tributary://screens/kiln-1","tributary://screens/kiln-9","x:y"],"toolsListChanged":true"#
    )
    expectEqual(
      lines,
      [
        #"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7},"notifications":{"resourceSubscriptions":["tributary://screens/kiln-1"]}}}"#
      ])
  }

  @Test func `a subscription that is cancelled reports nothing more`() {
    let conversation = make()
    open(conversation)
    _ = listen(
      conversation, "7", #""resourceSubscriptions":["tributary://screens/kiln-1"],"resourcesListChanged":true"#)
    let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#
    expectEqual(conversation.send(cancel), [])
    open(conversation)
    #expect(!conversation.newLines().contains { $0.contains("subscriptionId") })
    expectEqual(listen(conversation, "7", "").count, 1, "Its id may be used again.")
  }

  @Test func `two open subscriptions have two ids`() throws {
    let conversation = make()
    _ = listen(conversation, "7", #""resourcesListChanged":true"#)
    let second = try JSONText(scanning: (listen(conversation, "7", "").first ?? "").utf8)
    expectEqual(code(second), -32600)
    let other = listen(conversation, #""7""#, "")
    #expect(other.first?.contains("acknowledged") == true, "A text is another id than a number.")
  }

  @Test func `each subscription has its result before the end`() throws {
    let conversation = make()
    open(conversation)
    _ = listen(conversation, "7", #""resourcesListChanged":true"#)
    _ = listen(conversation, #""s""#, #""resourceSubscriptions":["tributary://screens/kiln-1"]"#)
    conversation.server.session.endOfInput()
    let server = #""io.modelcontextprotocol/serverInfo":{"name":"workshop","version":"1.0"}"#
    expectEqual(
      conversation.newLines(),
      ["7", #""s""#].map {
        #"{"id":\#($0),"jsonrpc":"2.0","result":{"_meta":{\#(server),"io.modelcontextprotocol/subscriptionId":\#($0)},"resultType":"complete"}}"#
      })
    expectEqual(conversation.server.session.inFlightCount, 0)
  }
}
