import ExpectSupport
import Foundation
import Requests
import ScreenServer
import StreamsTesting
import Support
import Testing

@testable import ServerSupport

/// The bytes of files over the wire, between the app and a client that is played as text.
@MainActor @Suite struct ClientFilesTests {
  private static let content = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
  private static let sum = content.reduce(0) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
  private static let questions = #"{"questions":["*"],"services":["deliver","collect"]}"#

  /// A client of an app with a courier.
  @MainActor private final class Client {
    let server: ScreenServer
    let output = LaggingOutput()
    private let scheduler = TestScheduler()
    private var count = 100

    init(_ file: FileReference? = nil, limit: Int = 1 << 20, _ capabilities: String = ClientFilesTests.questions) {
      let main = scheduler.mainQueue
      let services = ClientServices(
        [ServiceDescription(.deliver), ServiceDescription(.collect)], fileLimit: limit)
      server = ScreenServer(output: output, name: "core", version: "1.0", services: services) {
        var environment = AppEnvironment(main: main)
        environment.backend = Backend.client(services)
        return AppCore(environment, AppDefinition(screens: [AnyScreen(.courier(file))]))
      }
      say(request(1, "initialize", #"{"capabilities":\#(capabilities)}"#))
      say(open(2, "courier"))
    }

    /// Sends a line. Returns the frames that come of it.
    @discardableResult func say(_ line: String) -> [String] {
      let count = output.frames.count
      server.receive(Array((line + "\n").utf8))
      scheduler.advance()
      return output.frames.dropFirst(count).map(\.text)
    }

    @discardableResult func send(_ event: String) -> [String] {
      say(ServerSupport.send(9, "courier-1", event))
    }

    /// Calls a method. Returns the member of its result, or the reason of its error.
    func call(_ method: String, _ params: String, _ member: String = "file") throws -> String {
      count += 1
      let id = count
      let frame = try #require(say(request(id, method, params)).first { $0.contains("\"id\":\(id),") })
      let reply = try JSONText(scanning: frame.utf8)
      if let reason = reply["error"]?["data"]?["reason"]?.string { return reason }
      return reply["result"]?[member]?.string ?? ""
    }

    /// Gives a file in chunks. Returns its id.
    func give(_ bytes: [UInt8], for owner: String) throws -> String {
      let file = try call("file/begin", #"{\#(owner),"size":\#(bytes.count)}"#)
      for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
        let piece = Array(bytes[start...].prefix(1 << 16))
        try expectEqual(write(file, at: start, piece), "")
      }
      return file
    }

    func write(_ file: String, at offset: Int, _ bytes: [UInt8]) throws -> String {
      let data = Data(bytes).base64EncodedString()
      return try call("file/write", #"{"file":"\#(file)","offset":\#(offset),"data":"\#(data)"}"#)
    }

    /// Reads a file to its end.
    func read(_ file: String) throws -> [UInt8] {
      var bytes: [UInt8] = []
      while true {
        let data = try call("file/read", #"{"file":"\#(file)","offset":\#(bytes.count)}"#, "data")
        let piece = try #require(Data(base64Encoded: data), "\(data)")
        if piece.isEmpty { return bytes }
        bytes += piece
      }
    }

    /// Answers a request of the server's.
    @discardableResult func respond(_ number: Int, _ result: String) -> [String] {
      say(#"{"id":"core-\#(number)","jsonrpc":"2.0","result":\#(result)}"#)
    }

    var texts: [String] { list("texts") }
    var progress: [String] { list("progress") }

    private func list(_ name: String) -> [String] {
      let frame = say(request(50, "screen/get", #"{"instance":"courier-1"}"#)).last ?? ""
      let state = (try? JSONText(scanning: frame.utf8))?["result"]?["state"]
      return state?[name]?.elements.compactMap(\.string) ?? []
    }
  }

  /// The member of the first frame that asks for something.
  private func asked(_ frames: [String], _ member: String) throws -> String? {
    let frame = try #require(frames.first { $0.contains("core-") })
    return try JSONText(scanning: frame.utf8)["params"]?["input"]?[member]?.string
  }

  // MARK: - A picked file

  @Test func `a client gives a picked file in chunks`() throws {
    let client = Client()
    client.send("pickButtonWasTapped")
    let file = try client.give(Self.content, for: #""question":"question-1""#)
    client.respond(1, #"{"answer":{"attachment":"\#(file)","mediaType":"image/png","name":"../a b.png"}}"#)
    expectEqual(client.texts, ["picked a b.png image/png \(Self.content.count) \(Self.sum)"])
    try expectEqual(client.write(file, at: 0, [1]), "There is no such file.", "It ended with its question.")
  }

  @Test func `says how long a chunk is, and how many may be under way`() throws {
    let client = Client()
    client.send("pickButtonWasTapped")
    let frames = client.say(request(7, "file/begin", #"{"question":"question-1","size":3}"#))
    expectEqual(frames, [result(7, #"{"chunk":65536,"credit":8,"file":"0"}"#)])
  }

  @Test func `what does not fit ends the file, in words`() throws {
    let client = Client()
    client.send("pickButtonWasTapped")
    func failure(_ write: (String) throws -> String) throws -> String {
      let file = try client.call("file/begin", #"{"question":"question-1","size":4}"#)
      try expectEqual(client.write(file, at: 0, [1, 2]), "")
      let reason = try write(file)
      try expectEqual(client.write(file, at: 2, [3]), "There is no such file.")
      let refused = client.respond(1, #"{"answer":{"attachment":"\#(file)","name":"a"}}"#)
      #expect(refused.isEmpty || refused[0].contains("There is no such file."))
      return reason
    }
    try expectEqual(failure { try client.write($0, at: 3, [3]) }, "The pieces of the file are not in order.")
    try expectEqual(failure { try client.write($0, at: 0, [3]) }, "The pieces of the file are not in order.")
    try expectEqual(
      failure { try client.write($0, at: 2, [3, 4, 5]) }, "More bytes have come than the 4 that were announced.")
    let long = [UInt8](repeating: 0, count: 1 << 16 + 1)
    let tooLong = "A piece of a file is base 64 of at most 65536 bytes."
    try expectEqual(failure { try client.write($0, at: 2, long) }, tooLong)
    try expectEqual(failure { try client.call("file/write", #"{"file":"\#($0)","offset":2,"data":"%%"}"#) }, tooLong)
    try expectEqual(failure { try client.call("file/end", #"{"file":"\#($0)"}"#) }, "")
  }

  @Test func `an answer waits for all bytes, and the question stays open`() throws {
    let client = Client()
    client.send("pickButtonWasTapped")
    let file = try client.call("file/begin", #"{"question":"question-1","size":4}"#)
    try expectEqual(client.write(file, at: 0, [1, 2]), "")
    let answer = #"{"attachment":"\#(file)","name":"a"}"#
    #expect(
      client.respond(1, #"{"answer":\#(answer)}"#).first?.contains("Only 2 of 4 bytes of the file have come.") == true)
    try expectEqual(client.write(file, at: 2, [3, 4]), "")
    try expectEqual(client.call("question/answer", #"{"question":"question-1","answer":\#(answer)}"#), "")
    #expect(client.texts.count == 1 && client.texts[0].hasPrefix("picked a - 4 "))
  }

  @Test func `refuses a file that is not asked for, too large, or one too many`() throws {
    let client = Client()
    try expectEqual(client.call("file/begin", #"{"question":"question-1","size":1}"#), "No file is asked for.")
    client.send("pickButtonWasTapped")
    let tooLarge = try client.call("file/begin", #"{"question":"question-1","size":300001}"#)
    expectEqual(tooLarge, "The file is too large: it may have 293 kB.")
    try expectEqual(client.call("file/begin", #"{"request":"core-1","size":1}"#), "No file is asked for.")
    try expectEqual(client.call("file/begin", #"{"size":1}"#), "missingMember")
    try expectEqual(client.call("file/begin", #"{"question":"question-1","size":-1}"#), "badParams")
    for number in 0..<16 {
      try expectEqual(client.call("file/begin", #"{"question":"question-1","size":1}"#), "\(number)")
    }
    try expectEqual(client.call("file/begin", #"{"question":"question-1","size":1}"#), "tooManyFiles")
    try expectEqual(client.call("file/end", #"{"file":"3"}"#), "")
    try expectEqual(client.call("file/begin", #"{"question":"question-1","size":1}"#), "16")
  }

  @Test func `a client that goes away leaves no file`() throws {
    let folder = TemporaryFolder()
    let client = Client(try file([1, 2, 3, 4], folder))
    client.send("saveButtonWasTapped")
    client.send("pickButtonWasTapped")
    let given = try client.call("file/begin", #"{"question":"question-2","size":4}"#)
    client.server.detach()
    try expectEqual(client.write(given, at: 0, [1, 2]), "There is no such file.")
    try expectEqual(client.call("file/read", #"{"file":"0","offset":0}"#), "There is no such file.")
  }

  // MARK: - A file to save

  private func file(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> FileReference {
    try FileReference(name: "a.bin", mediaType: "image/png", bytes: bytes).copy(to: FileFolder(folder.path))
  }

  @Test func `a client reads a file that is to be saved`() throws {
    let folder = TemporaryFolder()
    let client = Client(try file(Self.content, folder))
    let frames = client.send("saveButtonWasTapped")
    #expect(
      frames.first?.contains(
        #""input":{"attachment":"0","mediaType":"image/png","name":"a.bin","size":\#(Self.content.count)}"#) == true)
    try expectEqual(client.read("0"), Self.content)
    client.respond(1, "{}")
    expectEqual(client.texts, ["saving: answered()"])
    let late = try client.call("file/read", #"{"file":"0","offset":0}"#)
    expectEqual(late, "There is no such file.")
  }

  @Test func `bytes follow all frames that wait`() throws {
    let folder = TemporaryFolder()
    let client = Client(try file(Self.content, folder))
    client.send("saveButtonWasTapped")
    let count = client.output.frames.count
    client.output.room = 0
    // Nothing waits before the first one.
    for id in 20..<29 {
      client.say(request(id, "file/read", #"{"file":"0","offset":\#((id - 20) * 10_000),"count":10000}"#))
    }
    client.say(request(31, "file/read", #"{"file":"0","offset":0}"#))
    client.say(request(29, "ping"))
    client.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":27}}"#)
    expectEqual(client.output.frames.count, count)
    client.output.room = nil
    client.server.session.outputHasRoom()
    let frames = client.output.frames.dropFirst(count).map(\.text)
    let ids = frames.compactMap { try? JSONText(scanning: $0.utf8)["id"]?.integer() as Int? }
    expectEqual(ids, [20, 31, 29, 27, 21, 22, 23, 24, 25, 26, 28])
    #expect(frames[1].contains("tooManyReads"))
  }

  @Test(arguments: [[1, 2], [1, 2, 3, 4, 5], [9, 9, 9, 9]])
  func `a file that is changed while it is read is an error`(changed: [UInt8]) throws {
    let folder = TemporaryFolder()
    let client = Client(try file([1, 2, 3, 4], folder))
    client.send("saveButtonWasTapped")
    let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/a.bin"))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(changed))
    try handle.close()
    // A coarse clock may give both the same time.
    try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: folder.path + "/a.bin")
    let reason = try client.call("file/read", #"{"file":"0","offset":0}"#, "data")
    #expect(reason.hasPrefix("The file "), "\(reason)")
  }

  @Test func `reads no other place, and no other file`() throws {
    let folder = TemporaryFolder()
    let client = Client(try file([1, 2, 3, 4], folder))
    client.send("saveButtonWasTapped")
    try expectEqual(client.call("file/read", #"{"file":"0","offset":5}"#), "The file has only 4 bytes.")
    try expectEqual(client.call("file/read", #"{"file":"1","offset":0}"#), "There is no such file.")
    for params in [#""offset":-1"#, #""offset":0,"count":0"#, #""offset":0,"count":65537"#] {
      try expectEqual(client.call("file/read", #"{"file":"0",\#(params)}"#), "badParams")
    }
    try expectEqual(client.call("file/read", #"{"file":"0","offset":4}"#, "data"), "")
    try expectEqual(client.call("file/end", #"{"file":"0"}"#), "")
    try expectEqual(client.call("file/read", #"{"file":"0","offset":0}"#), "There is no such file.")
  }

  // MARK: - Services of the client

  @Test func `a client reads the file of a request that it answers`() throws {
    let folder = TemporaryFolder()
    let client = Client(try file(Self.content, folder))
    let frames = client.send("sendButtonWasTapped")
    let attachment = try #require(try asked(frames, "attachment"))
    try expectEqual(client.read(attachment), Self.content)
    client.respond(1, #"{"answer":7}"#)
    expectEqual(client.texts, ["delivered as 7"])
    #expect(client.progress.first == "sent 0 of 150000" && client.progress.last == "sent 150000 of 150000")
    let late = try client.call("file/read", #"{"file":"\#(attachment)","offset":0}"#)
    expectEqual(late, "There is no such file.")
  }

  @Test func `a client gives the file of its answer`() throws {
    let client = Client()
    client.send("collectButtonWasTapped")
    let file = try client.give(Self.content, for: #""request":"core-1""#)
    client.respond(1, #"{"answer":{"attachment":"\#(file)","name":"b.bin","size":\#(Self.content.count)}}"#)
    expectEqual(client.texts, ["collected b.bin - \(Self.content.count) \(Self.sum)"])
    expectEqual(client.progress, [0, 65_536, 131_072, 150_000].map { "received \($0) of 150000" })
  }

  @Test func `an answer without all bytes of its file does not fit`() throws {
    let client = Client(limit: 10)
    client.send("collectButtonWasTapped")
    let tooLarge = try client.call("file/begin", #"{"request":"core-1","size":11}"#)
    expectEqual(tooLarge, "The file is too large: it may have 10 bytes.")
    let file = try client.call("file/begin", #"{"request":"core-1","size":10}"#)
    client.respond(1, #"{"answer":{"attachment":"\#(file)","name":"b.bin","size":10}}"#)
    client.send("collectButtonWasTapped")
    client.respond(2, #"{"answer":{"name":"b.bin","size":10}}"#)
    let sentence = "The backend's answer cannot be understood."
    expectEqual(client.texts, [sentence, sentence])
    try expectEqual(client.write(file, at: 0, [1]), "There is no such file.")
  }
}
