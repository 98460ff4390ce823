#if os(Linux)
  import CInterface
  import CTributary
  import ExpectSupport
  import Programs
  import ScreenServer
  import Support
  import Testing

  @testable import ServerSupport
  @testable import Stdio

  /// The frames of a session in this process. It wakes the one who waits for a reply.
  private final class FrameLog: Output {
    private(set) var frames: [String] = []
    private var awaited: (reply: String, continuation: UnsafeContinuation<Void, Never>)?

    /// Sends a request, and waits for its reply.
    @MainActor func awaitReply(_ id: Int, _ send: () -> Void) async {
      await withUnsafeContinuation { continuation in
        awaited = (#""id":\#(id),"jsonrpc""#, continuation)
        send()
      }
    }

    func append(_ frame: String) {
      frames.append(frame)
      guard let awaited, frame.contains(awaited.reply) else { return }
      self.awaited = nil
      awaited.continuation.resume()
    }

    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
      for line in bytes.split(separator: 0x0A) { append(String(decoding: line, as: UTF8.self)) }
      return bytes.count
    }
  }

  /// One session over each way to the core gives the same frames.
  @MainActor @Suite(.timeLimit(.minutes(30))) struct TransportTests {
    /// Every screen and event, errors, activity and closing. Each request is sent when the one before is answered.
    private let script: [String] = {
      var lines: [String] = []
      func add(_ method: String, _ params: String = "{}") { lines.append(request(lines.count + 1, method, params)) }
      add("initialize", #"{"protocolVersion":"1","capabilities":{"patches":true}}"#)
      add("screen/list")
      for (index, screen) in AppCore.screens.enumerated() {
        let instance = "\(screen.name)-\(index + 1)"
        add("screen/open", #"{"screen":"\#(screen.name)"}"#)
        add("sync")
        for event in eventSamples(screen.events, text: "Ginny") {
          add("screen/send", #"{"instance":"\#(instance)","event":\#(event)}"#)
          add("sync")
        }
        add("screen/send", #"{"instance":"\#(instance)","event":{"type":"unknown"}}"#)
      }
      add("app/send", #"{"event":{"type":"willResignActive"}}"#)
      add("screen/get", #"{"instance":"balance-1"}"#)
      add("app/send", #"{"event":{"type":"didBecomeActive"}}"#)
      add("screen/close", #"{"instance":"balance-1"}"#)
      add("screen/get", #"{"instance":"balance-1"}"#)
      add("rpc.discover")
      return lines
    }()

    private let options = ["seed": "7", "now": "2026-11-22T23:30:00Z", "time-zone": "Europe/Berlin", "latency": "1"]
    private var arguments: [String] { options.sorted { $0.key < $1.key }.flatMap { ["--" + $0.key, $0.value] } }

    /// What a program writes.
    private func frames(say: (String) -> Void, line: () -> String?) -> [String] {
      var frames: [String] = []
      for (index, request) in script.enumerated() {
        say(request)
        while let frame = line() {
          frames.append(frame)
          if frame.contains(#""id":\#(index + 1),"jsonrpc""#) { break }
        }
      }
      return frames
    }

    private func framesOverPipes() throws -> [String] {
      let child = try Child(executable: Child.program, arguments)
      let frames = frames(say: { child.say($0) }, line: child.line)
      child.closeInput()
      expectEqual(child.end(), Child.Ending(code: 0))
      return frames
    }

    private func framesOverSocket() throws -> [String] {
      let folder = TemporaryFolder()
      let core = try ListeningChild(folder.path + "/s", arguments)
      let client = try core.connect()
      let frames = frames(say: { client.say($0) }, line: client.line)
      expectEqual(core.terminate(), Child.Ending(code: 0))
      return frames
    }

    private func framesInProcess() async throws -> [String] {
      let log = FrameLog()
      let front = Program.server.front
      let frontSession = try FrontSession(front, front.read(arguments).session)
      let services = ClientServices(front.app.services, isAsked: frontSession.asksClient)
      let server = ScreenServer(output: log, name: front.name, version: front.version, services: services) {
        frontSession.app
      }
      for (index, request) in script.enumerated() {
        await log.awaitReply(index + 1) { server.receive(Array((request + "\n").utf8)) }
      }
      return log.frames
    }

    private func framesThroughC() async throws -> [String] {
      let log = FrameLog()
      let text = String(decoding: JSON.object(options.mapValues(JSON.string)).json, as: UTF8.self)
      let core = CCore.create(
        Program.server.front, text,
        { frame, count, context in
          guard let frame, let context else { return }
          let line = UnsafeRawBufferPointer(start: frame, count: count).dropLast()
          Unmanaged<FrameLog>.fromOpaque(context).takeUnretainedValue().append(String(decoding: line, as: UTF8.self))
        }, nil, Unmanaged.passUnretained(log).toOpaque())
      #expect(core != 0)
      for (index, request) in script.enumerated() {
        let line = request + "\n"
        await log.awaitReply(index + 1) {
          expectEqual(line.withCString { tributary_send(core, $0, line.utf8.count) }, Int32(TRIBUTARY_OK))
        }
      }
      expectEqual(tributary_destroy(core), Int32(TRIBUTARY_OK))
      return log.frames
    }

    @Test func `pipes, a socket, C and this process give the same frames`() async throws {
      let frames = try framesOverPipes()
      #expect(frames.count > script.count + 10)
      #expect(frames.contains { $0.contains(#""patch":"#) })
      try expectEqual(framesOverSocket(), frames)
      try await expectEqual(framesInProcess(), frames)
      try await expectEqual(framesThroughC(), frames)
    }
  }
#endif
