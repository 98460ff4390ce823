import ExpectSupport
import Foundation
import JSONRPC
import Support
import Testing
import Transports

/// Each test runs in a process of its own, which its transport ends.
@Suite(.ownThreads, .timeLimit(.minutes(30))) struct SocketTransportTests {
  @Test(.exitTest) func `each connection is a session, whose end leaves the others`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let path = await greeter()
      let (first, second) = (connect(path), connect(path))
      first.send(#"{"id":1,"jsonrpc":"2.0","method":"count"}"#)
      first.expect(#"{"id":1,"jsonrpc":"2.0","result":{"count":1}}"#)
      second.send(#"{"id":1,"jsonrpc":"2.0","method":"count"}"#)
      second.expect(#"{"id":1,"jsonrpc":"2.0","result":{"count":1}}"#)
      first.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
      first.expect(nil)
      second.send(#"{"id":2,"jsonrpc":"2.0","method":"count"}"#)
      second.expect(#"{"id":2,"jsonrpc":"2.0","result":{"count":2}}"#)
      kill(getpid(), SIGTERM)
      await forever()
    }
  }

  @Test(.exitTest) func `frees a session when its client goes`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let path = await greeter(prepare: { owner in owner.onDeinit = { kill(getpid(), SIGTERM) } })
      do {
        let client = connect(path)
        client.send(#"{"id":1,"jsonrpc":"2.0","method":"count"}"#)
        client.expect(#"{"id":1,"jsonrpc":"2.0","result":{"count":1}}"#)
      }
      await forever()
    }
  }

  @Test(.exitTest) func `a client that does not read delays no other`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let path = await greeter()
      let slow = connect(path)
      for id in 1...4 { slow.send(#"{"id":\#(id),"jsonrpc":"2.0","method":"much"}"#) }
      let others = (0..<64).map { _ in connect(path) }
      for client in others { client.send(#"{"id":1,"jsonrpc":"2.0","method":"count"}"#) }
      for client in others { client.expect(#"{"id":1,"jsonrpc":"2.0","result":{"count":1}}"#) }
      for id in 1...4 {
        let line = slow.line() ?? ""
        if !line.hasPrefix(#"{"id":\#(id),"#) || line.utf8.count <= 1 << 20 { fail("a lost reply") }
      }
      kill(getpid(), SIGTERM)
      await forever()
    }
  }

  @Test(.exitTest) func `a signal cancels what is in flight, and removes the file`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let path = await greeter(onExit: { path in if access(path, F_OK) == 0 { _exit(98) } })
      let client = connect(path)
      client.send(#"{"id":1,"jsonrpc":"2.0","method":"never"}"#)
      client.send(#"{"id":2,"jsonrpc":"2.0","method":"count"}"#)
      client.expect(#"{"id":2,"jsonrpc":"2.0","result":{"count":1}}"#)
      kill(getpid(), SIGTERM)
      client.expect(
        #"{"error":{"code":-32800,"data":{"reason":"cancelled"},"message":"Request cancelled"},"id":1,"jsonrpc":"2.0"}"#
      )
      client.expect(nil)
      await forever()
    }
  }
}

/// What a session needs in these tests.
@MainActor private final class Owner {
  var count = 0
  var calls: [Call] = []
  var onDeinit: (@Sendable () -> Void)?

  deinit { onDeinit?() }
}

/// Starts a transport, and returns its path.
@MainActor private func greeter(
  onExit: @escaping @MainActor (_ path: String) -> Void = { _ in },
  prepare: @escaping @MainActor (Owner) -> Void = { _ in }
) -> String {
  let path = "/tmp/greeter-\(getpid())"
  guard let transport = try? SocketTransport(name: "tests", path: path) else { _exit(97) }
  transport.onExit = {
    onExit(path)
    unlink(path + ".lock")
    return true
  }
  transport.start { output, _ in
    let (session, owner) = (Session(output: output), Owner())
    prepare(owner)
    session.register("count", .immediate) { [unowned owner] _, call in
      owner.count += 1
      call.succeed { $0.member("count", owner.count) }
    }
    session.register("much", .immediate) {
      let text = String(decoding: [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20), as: UTF8.self)
      $1.succeed { $0.member("text", text) }
    }
    session.register("never") { [unowned owner] in owner.calls.append($1) }
    session.register("exit", .notification) { [unowned session] _, _ in session.exit() }
    return SocketTransport.Client(session, keeping: owner)
  }
  return path
}

/// Waits for the end of the process.
private func forever() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }

/// A client of a transport in this process.
private func connect(_ path: String) -> SocketClient {
  guard let client = SocketClient(path) else { fail("no connection") }
  return client
}

extension SocketClient {
  /// Ends the process with a code of its own if a line cannot be sent.
  fileprivate func send(_ line: String) { if !say(line) { fail("not sent") } }

  /// Ends the process with a code of its own if the next line is another one.
  fileprivate func expect(_ expected: String?) {
    let line = line()
    if line != expected { fail("\(line ?? "the end") instead of \(expected ?? "the end")") }
  }
}

/// Ends the process with a code of its own.
private func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("Client: \(message)\n".utf8))
  _exit(99)
}
