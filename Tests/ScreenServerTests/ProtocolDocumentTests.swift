import ExpectSupport
import ScreenServer
import Testing
import ViewModels

@testable import ServerSupport

/// The tables of the protocol's reference document, run row by row against a server in process.
@MainActor @Suite struct ProtocolDocumentTests {
  private typealias Document = ProtocolDocument

  /// What a server answers to an input that comes in pieces, and to the `ping` behind it.
  private func answer(_ input: [UInt8], chunk: Int = .max) throws -> (outcome: String, isAlive: Bool) {
    let stage = ServerStage(latency: 100)
    let bytes = input + [0x0A] + Document.bytes(#"ping("after")"#) + [0x0A]
    var frames: [String] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      frames += stage.watch { stage.server.receive(Array(bytes[start...].prefix(chunk))) }
    }
    let isAlive = frames.last?.contains(#""id":"after""#) == true
    return (try Document.notation(frames.dropLast()), isAlive)
  }

  private func check(_ input: String, _ outcome: String) throws {
    let bytes = Document.bytes(input)
    for chunk in bytes.count < 4_096 ? [.max, 1, 7] : [.max] {
      let answer = try answer(bytes, chunk: chunk)
      expectEqual(answer.outcome, outcome, "\(input)")
      #expect(answer.isAlive, "\(input)")
    }
  }

  @Test func `answers the nasty inputs`() throws {
    let rows = try Document.rows(below: "Nasty inputs")
    for row in rows { for input in Document.codes(row[1]) { try check(input, Document.outcome(row[2])) } }
    expectEqual(rows.count, 51)
  }

  @Test func `answers the nasty inputs in headers`() throws {
    let rows = try Document.rows(below: "In headers")
    for row in rows {
      for input in Document.codes(row[1]) {
        let transcript = Transcript()
        let stage = ServerStage(framing: .headers, output: transcript)
        stage.server.receive(Document.bytes(input))
        stage.server.receive(Document.bytes(#"Content-Length: 46⏎⏎ping("after")"#))
        _ = transcript.take()
        var frames = Document.framesWithHeaders(transcript.everything)
        var exit = ""
        if let ending = stage.ending {
          exit = " exit \(ending.exitCode)"
        } else {
          expectEqual(frames.popLast(), #"{"id":"after","jsonrpc":"2.0","result":{}}"#, "\(input)")
        }
        try expectEqual(Document.notation(frames) + exit, Document.outcome(row[2]), "\(input)")
      }
    }
    expectEqual(rows.count, 5)
  }

  @Test func `has every row of the list of nasty inputs`() throws {
    let tables = try ["Nasty inputs", "In headers", "Ends of the process"].map { try Document.rows(below: $0) }
    let numbers = tables.joined().compactMap { Int($0[0]) }
    // Row 28, bytes in any pieces, is true of every row.
    expectEqual(Set(numbers), Set(1...45).subtracting([28]))
  }

  /// An input that is over each of the limits.
  private static let inputsOverLimits: [(input: String, outcome: String)] = [
    ("⟪ ×16777217⟫", "E(-32600, null, tooLarge)"),
    ("⟪[×65⟫⟪]×65⟫", "E(-32600, null, tooDeep)"),
    (#"ping("⟪i×257⟫")"#, "E(-32600, null, idTooLong)"),
    ("[⟪ping(1),×100⟫ping(1)]", "E(-32600, null, batchTooLarge)"),
    (#"screen/open(1, {"screen":"balance"})↵⟪sync(2)↵×256⟫sync(3)"#, "R(1) U E(1003, 3, overloaded)"),
    (
      #"⟪screen/open(1, {"screen":"counter"})↵×256⟫screen/open(2, {"screen":"counter"})"#,
      "R(1)×256 E(1003, 2, tooManyInstances)"
    ),
  ]

  @Test func `has the limits that it lists`() throws {
    let stage = ServerStage()
    let hello = try #require(stage.say(request(1, "initialize")).first)
    let limits = try #require(try JSONText(scanning: hello.utf8)["result"]?["limits"])
    let rows = try Document.rows(below: "Limits")
    expectEqual(rows.count, limits.members.reduce(0) { count, _ in count + 1 })
    for row in rows {
      expectEqual(limits[Document.outcome(row[0])]?.integer(), Int(row[1]), "\(row[0])")
      let reason = Document.outcome(row[3])
      // The limit of headers is among the nasty inputs.
      guard reason != "badHeader" else { continue }
      let (input, outcome) = try #require(Self.inputsOverLimits.first { $0.outcome.contains(", \(reason))") })
      try check(input, outcome)
    }
  }

  /// Inputs that are answered with each of the errors.
  private static let errors: [(input: String, outcome: String)] = [
    ("{", "E(-32700, null, badJSON)"),
    ("{}", "E(-32600, null, badVersion)"),
    ("exit(1)", "E(-32601, 1, unknownMethod)"),
    ("screen/get(1)", "E(-32602, 1, missingMember, /instance)"),
    (
      #"screen/open(1, {"screen":"balance"})↵sync(2)↵$/cancelRequest(_, {"id":2})"#, "R(1) U E(-32800, 2, cancelled)"
    ),
    (#"initialize(1, {"protocolVersion":"99"})"#, "E(1001, 1, unsupportedVersion)"),
    (
      #"screen/open(1, {"screen":"counter"})↵screen/send(2, {"instance":"counter-1","event":{"type":"nextButtonWasTapped"},"ifRev":9})"#,
      "R(1) E(1002, 2, staleRevision)"
    ),
    (#"screen/open(1, {"screen":"balance"})↵⟪sync(2)↵×256⟫sync(3)"#, "R(1) U E(1003, 3, overloaded)"),
    (
      #"screen/open(1, {"screen":"terms"})↵screen/send(2, {"instance":"terms-1","event":{"type":"submitButtonWasTapped"}})"#,
      "R(1) E(1004, 2, The terms are not accepted.)"
    ),
    (#"picture/get(1, {"address":"https://covers.example/emma.png"})"#, "E(1005, 1, notAllowed)"),
    (
      #"file/end(1, {"file":"0"})↵file/begin(2, {"question":"question-1","size":1})"#,
      "R(1) E(1006, 2, No file is asked for.)"
    ),
  ]

  @Test func `answers the errors that it lists`() throws {
    let rows = try Document.rows(below: "Errors")
    let codes: [RPCError.Code] = [
      .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .cancelled, .unsupportedVersion,
      .staleRevision, .overloaded, .eventRejected, .pictureUnavailable, .fileRefused,
    ]
    expectEqual(rows.map { [$0[0], $0[1]] }, codes.map { ["\($0.value)", $0.message] })
    for (input, outcome) in Self.errors { try check(input, outcome) }
    // No input makes the server fail.
    for code in codes where code != .internalError {
      #expect(Self.errors.contains { $0.outcome.contains("E(\(code.value), ") }, "\(code.message)")
    }
  }

  @Test func `answers no error that a method does not list`() throws {
    var listed: [String: [Int]] = [:]
    for method in ScreenServer.openRPC(screens: AppCore.screens)["methods"]?.elements ?? [] {
      listed[method["name"]?.text ?? ""] = method["errors"]?.elements?.compactMap { $0["code"]?.number }
    }
    var count = 0
    let rows = try Document.rows(below: "Nasty inputs").map { ($0[1], $0[2]) }
    for (inputs, outcome) in rows + Self.errors.map({ ("`\($0)`", "`\($1)`") }) {
      for input in Document.codes(inputs) {
        for error in Document.outcome(outcome).matches(of: /E\((-?\d+), ([^,]+),/) where error.output.2 != "null" {
          let calls = input.matches(of: /([A-Za-z$\/]+)\(([^(),]+)/).filter { $0.output.2 == error.output.2 }
          guard let call = calls.first, let codes = listed[String(call.output.1)] else { continue }
          #expect(codes.contains(Int(error.output.1) ?? 0), "\(input)")
          count += 1
        }
      }
    }
    #expect(count > 15)
  }

  /// A message of each method, in one session.
  private static let messages = [
    #"initialize(1, {"protocolVersion":"1"})"#, "initialized(_)", "rpc.discover(2)",
    "screen/list(3)", #"screen/open(4, {"screen":"counter"})"#,
    #"screen/send(5, {"instance":"counter-1","event":{"type":"nextButtonWasTapped"}})"#,
    #"screen/get(6, {"instance":"counter-1"})"#, #"screen/show(15, {"instance":"counter-1"})"#,
    #"screen/open(22, {"screen":"counter"})↵screen/leave(23, {"instance":"counter-2"})"#,
    #"screen/close(7, {"instance":"counter-1"})"#, #"app/send(8, {"event":{"type":"willResignActive"}})"#,
    #"app/localize(24, {"language":"en"})"#, "sync(9)",
    #"question/answer(16, {"question":"question-1","answer":"yes"})"#,
    #"picture/get(17, {"address":"https://covers.example/emma.png"})"#,
    #"file/begin(18, {"question":"question-1","size":2})"#, #"file/write(19, {"file":"0","offset":0,"data":"SGk="})"#,
    #"file/read(20, {"file":"1","offset":0})"#, #"file/end(21, {"file":"0"})"#, "ping(10)",
    #"$/cancelRequest(_, {"id":9})"#, #"service/event(_, {"id":"core-1","element":1})"#, "shutdown(11)", "exit(_)",
  ]

  /// Whether an object has the members that a cell lists, but for those with a question mark, and no others.
  private func expect(_ members: [String], in cell: String, _ name: String) {
    let listed = Document.codes(cell)
    let names = Set(listed.map { $0.replacing("?", with: "") })
    let required = listed.filter { !$0.hasSuffix("?") }
    #expect(names.isSuperset(of: members) && Set(members).isSuperset(of: required), "\(name)")
  }

  @Test func `has the methods that it lists`() throws {
    let stage = ServerStage()
    let methods = try #require(ScreenServer.openRPC(screens: AppCore.screens)["methods"]?.elements)
    let rows = try Document.rows(below: "Methods")
    expectEqual(rows.map { Document.outcome($0[0]) }, methods.compactMap { $0["name"]?.text })
    expectEqual(rows.count, Self.messages.count)
    for ((row, method), message) in zip(zip(rows, methods), Self.messages) {
      let parameters = (method["params"]?.elements ?? []).map { parameter in
        (parameter["name"]?.text ?? "") + (parameter["required"] == true ? "" : "?")
      }
      expectEqual(Document.codes(row[1]), parameters, "\(row[0])")
      let frames = stage.watch { stage.server.receive(Document.bytes(message) + [0x0A]) }
      guard method["result"] != nil else {
        expectEqual(frames, [], "\(row[0])")
        continue
      }
      let reply = try #require(frames.last)
      // No screen of this app asks anything, and none has a picture or a file.
      let codes = [
        "question/answer": 1004, "picture/get": 1005, "file/begin": 1006, "file/write": 1006, "file/read": 1006,
      ]
      let name = Document.outcome(row[0])
      if let code = codes[name] {
        #expect(reply.contains(#""code":\#(code)"#))
        continue
      }
      let result = try #require(try JSONText(scanning: reply.utf8)["result"])
      // The document says of itself only that it is an object.
      if name == "rpc.discover" { continue }
      expect(result.members.map { $0.name.string ?? "" }, in: row[2], name)
    }
    expectEqual(stage.ending, .exit(afterShutdown: true))
  }
}
