import ExpectSupport
import Foundation
import JSONRPC
import Testing

@testable import Transports

/// Each test runs in a process of its own, whose standard streams are pipes of the test.
@Suite(.ownThreads, .timeLimit(.minutes(30))) struct StdioTransportTests {
  @Test(.exitTest) func `answers, and ends when the input does`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let client = Client()
      await greeter()
      client.send(#"{"id":1,"jsonrpc":"2.0","method":"greet"}"#)
      client.expect(#"{"id":1,"jsonrpc":"2.0","result":{"text":"Hello!"}}"#)
      client.closeInput()
      await client.end()
    }
  }

  @Test(.exitTest) func `answers a request in flight after the end of the input`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let client = Client()
      let isChecked = DispatchSemaphore(value: 0)
      await MainActor.run {
        let transport = StdioTransport(name: "tests")
        let session = Session(output: transport.output)
        var call: Call?
        session.register("later") { call = $1 }
        // The process must not end before the client has read the answer.
        transport.onExit = { _ in
          isChecked.wait()
          return true
        }
        transport.start(session)
        let onEnd = session.onEnd
        session.onEnd = { ending in
          onEnd?(ending)
          DispatchQueue.main.async { call?.succeed() }
        }
      }
      client.send(#"{"id":1,"jsonrpc":"2.0","method":"later"}"#)
      client.closeInput()
      client.expect(#"{"id":1,"jsonrpc":"2.0","result":{}}"#)
      isChecked.signal()
      await client.end()
    }
  }

  @Test(.exitTest) func `ends with a line when descriptors are missing`() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      while open("/dev/null", O_RDONLY) >= 0 {}
      _ = await StdioTransport(name: "greeter")
    }
    expectEqual(
      String(decoding: try #require(result).standardErrorContent, as: UTF8.self),
      "greeter: Too few files can be opened (ulimit -n).\n")
  }

  @Test(.exitTest) func `what the program prints goes to the standard error`() async throws {
    let result = await #expect(processExitsWith: .exitCode(0), observing: [\.standardErrorContent]) {
      let client = Client()
      await greeter()
      print("stray")
      fflush(nil)
      client.send(#"{"id":1,"jsonrpc":"2.0","method":"greet"}"#)
      client.expect(#"{"id":1,"jsonrpc":"2.0","result":{"text":"Hello!"}}"#)
      client.closeInput()
      await client.end()
    }
    #expect(String(decoding: try #require(result).standardErrorContent, as: UTF8.self).contains("stray\n"))
  }

  @Test(.exitTest) func `a slow reader gets the newest state, and few older ones`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let client = Client()
      await MainActor.run {
        let transport = StdioTransport(name: "tests")
        let session = Session(output: transport.output)
        var count = 0
        let topic = Topic("counted") { $0.member("count", count) }
        transport.start(session)
        for _ in 0..<5_000 {
          count += 1
          session.update(topic)
        }
      }
      var updates = 1
      while let line = client.line(), !line.contains(#""count":5000}"#) { updates += 1 }
      client.require(updates < 2_000, "\(updates) updates")
      client.closeInput()
      await client.end()
    }
  }

  @Test(.exitTest) func `ends when the reader has closed the output`() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      let client = Client()
      await greeter { transport in
        transport.onExit = { ending in
          transport.report("ending: \(String(describing: ending))")
          return true
        }
      }
      client.closeOutput()
      client.send(#"{"id":1,"jsonrpc":"2.0","method":"greet"}"#)
      await client.end()
    }
    let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(errors.contains("tests: Nobody reads the output any more.\ntests: ending: nil\n"))
  }

  @Test(.exitTest) func `ends when more replies wait than the limit`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      let client = Client()
      await MainActor.run {
        let transport = StdioTransport(name: "tests")
        var limits = Limits()
        limits.unwritten = 1_000
        let session = Session(output: transport.output, limits: limits)
        let text = String(repeating: "x", count: 1 << 20)
        session.register("much", .immediate) { $1.succeed { $0.member("text", text) } }
        transport.start(session)
      }
      client.send(#"{"id":1,"jsonrpc":"2.0","method":"much"}"#)
      client.send(#"{"id":2,"jsonrpc":"2.0","method":"much"}"#)
      await client.end()
    }
  }

  @Test(.exitTest, arguments: [17_000, 300_000])
  func `a client that reads all the time is answered, whatever it asks`(size: Int) async {
    await #expect(processExitsWith: .exitCode(0)) { [size] in
      let client = Client()
      let isRead = DispatchSemaphore(value: 0)
      await MainActor.run {
        let transport = StdioTransport(name: "tests", pace: InputPace(mark: 3 << 19))
        var limits = Limits()
        limits.unwritten = 2 << 20
        let session = Session(output: transport.output, limits: limits)
        let text = Array("\"\(String(repeating: "x", count: size))\"".utf8)
        session.register("much", .immediate) { _, call in
          call.succeed {
            $0.name("text")
            $0.raw(text)
          }
        }
        transport.onExit = { ending in
          // The process must not end before the client has read the answers.
          if ending != nil { isRead.wait() }
          return true
        }
        transport.start(session)
      }
      // More than may wait.
      let count = (3 << 20) / size
      Thread.detachNewThread {
        let requests = (1...count).map { #"{"id":\#($0),"jsonrpc":"2.0","method":"much"}"# }
        client.send(requests.joined(separator: "\n"))
        client.closeInput()
      }
      Thread.detachNewThread {
        client.require(client.lineCount(count) == count, "replies are lost")
        isRead.signal()
      }
      await client.end()
    }
  }

  @Test(.exitTest, arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal ends the session`(number: Int32) async throws {
    let result = await #expect(processExitsWith: .exitCode(0), observing: [\.standardErrorContent]) { [number] in
      let client = Client()
      await greeter { transport in
        transport.onExit = { ending in
          transport.report("ended by \(ending == .endOfInput)")
          return true
        }
      }
      kill(getpid(), number)
      await client.end()
    }
    #expect(
      String(decoding: try #require(result).standardErrorContent, as: UTF8.self).contains("tests: ended by true\n"))
  }

  @Test(.exitTest) func `an exit without a shutdown is a failure`() async {
    await #expect(processExitsWith: .exitCode(1)) {
      let client = Client()
      await greeter()
      client.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
      await client.end()
    }
  }

  @Test(.exitTest) func `runs the input in turns`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let client = Client()
      await MainActor.run {
        let transport = StdioTransport(name: "tests")
        let session = Session(output: transport.output)
        var isInTurn = false
        session.register("isInTurn", .immediate) { $1.succeed { $0.member("answer", isInTurn) } }
        transport.start(session) { input in
          isInTurn = true
          input()
          isInTurn = false
        }
      }
      client.send(#"{"id":1,"jsonrpc":"2.0","method":"isInTurn"}"#)
      client.expect(#"{"id":1,"jsonrpc":"2.0","result":{"answer":true}}"#)
      client.closeInput()
      await client.end()
    }
  }

  @Test(.exitTest) func `prints a text in place of a session`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let client = Client()
      let code = await StdioTransport(name: "tests").print("Usage: …")
      client.expect("Usage: …")
      exit(code)
    }
  }
}

/// Starts to carry a session that greets, and ends as the client asks.
@MainActor private func greeter(_ prepare: @MainActor (StdioTransport) -> Void = { _ in }) {
  let transport = StdioTransport(name: "tests")
  prepare(transport)
  let session = Session(output: transport.output)
  session.register("greet", .immediate) { _, call in call.succeed { $0.member("text", "Hello!") } }
  session.register("exit", .notification) { _, _ in session.exit() }
  transport.start(session)
}

/// The other ends of the standard input and output of this process.
private struct Client {
  private let input = Pipe()
  private let output = Pipe()

  init() {
    dup2(input.fileHandleForReading.fileDescriptor, 0)
    dup2(output.fileHandleForWriting.fileDescriptor, 1)
    for end in [input.fileHandleForReading, output.fileHandleForWriting] { try? end.close() }
  }

  func send(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }
  func closeInput() { try? input.fileHandleForWriting.close() }
  func closeOutput() { try? output.fileHandleForReading.close() }

  /// The next line of the output; `nil` at its end.
  func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1 {
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  /// Reads up to a number of lines, and returns how many there were.
  func lineCount(_ limit: Int) -> Int {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var lines = 0
    while lines < limit {
      let count = read(output.fileHandleForReading.fileDescriptor, &piece, piece.count)
      guard count > 0 else { break }
      // NB: `memchr`, because a loop over all bytes takes a minute in a debug build.
      piece.withUnsafeBytes { bytes in
        var rest = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        while let base = rest.baseAddress, let end = memchr(base, 0x0A, rest.count) {
          lines += 1
          rest = UnsafeRawBufferPointer(rebasing: rest[(base.distance(to: UnsafeRawPointer(end)) + 1)...])
        }
      }
    }
    return lines
  }

  /// Ends the process with a code of its own if the next line of the output is another one.
  func expect(_ expected: String) {
    let line = line()
    require(line == expected, "\(line ?? "the end") instead of \(expected)")
  }

  /// Ends the process with a code of its own if a condition does not hold.
  func require(_ condition: Bool, _ message: String) {
    guard !condition else { return }
    FileHandle.standardError.write(Data("Client: \(message)\n".utf8))
    _exit(99)
  }

  /// Waits for the end of the process.
  func end() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
}
