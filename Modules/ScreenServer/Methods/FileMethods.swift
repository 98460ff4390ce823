import Descriptions
import JSONRPC
import Screens

/// The methods that carry the bytes of files.
extension Method {
  static let fileBegin = Method(
    name: "file/begin",
    about: "Begins a file that answers a request of the server's, and whose bytes come by `file/write`.",
    kind: .immediate,
    parameters: [
      Parameter("size", "How many bytes come.", isRequired: true) { _ in byteCount },
      Parameter("question", "The open question that asks for a file.") { _ in
        .json(schema: ["title": "QuestionID", "type": "string"])
      },
      Parameter("request", "The id of the request `service/call` whose answer has a file.") { _ in
        .json(schema: ["title": "ServiceRequestID", "type": "string"])
      },
    ],
    result: { _ in
      .record(
        "BegunFile",
        [
          .init("chunk", .integer(minimum: 1), "How many bytes one `file/write` may have."),
          .init("credit", .integer(minimum: 1), "How many of them may be under way without an answer."),
          .init("file", .text(), "The id of the file: the `attachment` of the answer."),
        ])
    },
    errors: [.fileRefused, .overloaded],
    run: { server, arguments, call throws(RPCError) in
      let size = try arguments.size(0)
      let (question, request) = (try arguments.string(1), try arguments.string(2))
      guard let owner = question ?? request else {
        throw RPCError(.invalidParams, reason: "missingMember", pointer: JSONPointer("question"))
      }
      let limit =
        question == nil
        ? server.services?.fileLimit(of: owner) : server.questions?.fileLimit(of: owner, for: server.front)
      guard let limit else { throw RPCError(.fileRefused, reason: "No file is asked for.") }
      let id = try server.files.begin(for: owner, size: size, limit: limit, server.app.environment.words)
      call.succeed { writer in
        writer.member("chunk", ClientFiles.chunk)
        writer.member("credit", ClientFiles.credit)
        writer.member("file", id)
      }
    })

  static let fileWrite = Method(
    name: "file/write", about: "The next bytes of a file. Those that do not fit end it.", kind: .immediate,
    parameters: [
      fileParameter, offsetParameter,
      Parameter("data", "The bytes in base 64.", isRequired: true) { _ in
        .json(schema: ["title": "FileData", "type": "string"])
      },
    ],
    errors: [.fileRefused],
    run: { server, arguments, call throws(RPCError) in
      try server.files.write(
        try arguments.string(0) ?? "", base64: try arguments.string(2) ?? "", at: try arguments.size(1))
      call.succeed()
    })

  static let fileRead = Method(
    name: "file/read",
    about:
      "Some bytes of a file that the server offers, as the `attachment` of an input. They follow all frames that wait.",
    kind: .request,
    parameters: [
      fileParameter, offsetParameter,
      Parameter("count", "How many bytes at most, up to \(ClientFiles.chunk), which is the default.") { _ in
        .json(schema: ["title": "ChunkSize", "type": "integer", "minimum": 1])
      },
    ],
    result: { _ in
      .record("FileChunk", [.init("data", .text(), "The bytes in base 64; none at the end of the file.")])
    },
    errors: [.fileRefused],
    run: { server, arguments, call throws(RPCError) in
      let count = try arguments.integer(2) ?? ClientFiles.chunk
      guard 1...ClientFiles.chunk ~= count else {
        throw .invalidParams(JSONPointer("count"), expected: "1 to \(ClientFiles.chunk)")
      }
      try server.files.read(try arguments.string(0) ?? "", at: try arguments.size(1), count: count, call)
    })

  static let fileEnd = Method(
    name: "file/end",
    about: "The client gives up a file that it has begun, or needs no more of one that it reads.", kind: .immediate,
    parameters: [fileParameter],
    run: { server, arguments, call throws(RPCError) in
      server.files.forget(try arguments.string(0) ?? "")
      call.succeed()
    })

  private static let fileParameter = Parameter("file", "The id of the file.", isRequired: true) { _ in
    .json(schema: ["title": "FileID", "type": "string"])
  }

  private static let offsetParameter = Parameter("offset", "How many bytes precede these.", isRequired: true) { _ in
    byteCount
  }

  private static let byteCount = Shape.json(schema: ["title": "ByteCount", "type": "integer", "minimum": 0])
}

extension Arguments {
  /// A number of bytes.
  fileprivate func size(_ index: Int) throws(RPCError) -> Int {
    let size = try integer(index) ?? 0
    guard size >= 0 else { throw .invalidParams(JSONPointer(name(index)), expected: "at least 0") }
    return size
  }
}
