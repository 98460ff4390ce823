import Foundation
import JSONRPC
import StdioTransport
import Testing
import ThreadsSupport

/// Each test runs in a process of its own, which its transport ends.
@Suite(.ownThreads, .timeLimit(.minutes(10))) struct SocketTransportTests {
  @Test func `each connection is a session, whose end leaves the others`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let path = await greeter()
      let (first, second) = (SocketClient(path), SocketClient(path))
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

  @Test func `frees a session when its client goes`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let path = await greeter(prepare: { owner in owner.onDeinit = { kill(getpid(), SIGTERM) } })
      let client = SocketClient(path)
      client.send(#"{"id":1,"jsonrpc":"2.0","method":"count"}"#)
      client.expect(#"{"id":1,"jsonrpc":"2.0","result":{"count":1}}"#)
      client.close()
      await forever()
    }
  }

  @Test func `a client that does not read delays no other`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let path = await greeter()
      let slow = SocketClient(path)
      for id in 1...8 { slow.send(#"{"id":\#(id),"jsonrpc":"2.0","method":"much"}"#) }
      let others = (0..<64).map { _ in SocketClient(path) }
      for client in others { client.send(#"{"id":1,"jsonrpc":"2.0","method":"count"}"#) }
      for client in others { client.expect(#"{"id":1,"jsonrpc":"2.0","result":{"count":1}}"#) }
      for id in 1...8 {
        let line = slow.line() ?? ""
        slow.require(line.hasPrefix(#"{"id":\#(id),"#) && line.utf8.count > 1 << 20, "a lost reply")
      }
      kill(getpid(), SIGTERM)
      await forever()
    }
  }

  @Test func `a signal cancels what is in flight, and removes the file`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let path = await greeter(onExit: { path in if access(path, F_OK) == 0 { _exit(98) } })
      let client = SocketClient(path)
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
  }
  transport.start { output in
    let (session, owner) = (Session(output: output), Owner())
    prepare(owner)
    let text = String(repeating: "x", count: 1 << 20)
    session.register("count", .immediate) { [unowned owner] _, call in
      owner.count += 1
      call.succeed { $0.member("count", owner.count) }
    }
    session.register("much", .immediate) { $1.succeed { $0.member("text", text) } }
    session.register("never") { [unowned owner] in owner.calls.append($1) }
    session.register("exit", .notification) { [unowned session] _, _ in session.exit() }
    return SocketTransport.Client(session, keeping: owner)
  }
  return path
}

/// Waits for the end of the process.
private func forever() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }

/// A client with a blocking socket.
private final class SocketClient {
  private let number: Int32
  /// What was read behind the last line.
  private var rest: ArraySlice<UInt8> = []

  init(_ path: String) {
    #if canImport(Glibc)
      number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      number = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let isConnected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    require(isConnected, "no connection")
  }

  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    require(write(number, bytes, bytes.count) == bytes.count, "not sent")
  }

  func close() { _ = Foundation.close(number) }

  /// The next line; `nil` at the end.
  func line() -> String? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var searched = 0
    while true {
      if let end = rest.dropFirst(searched).firstIndex(of: 0x0A) {
        defer { rest = rest[(end + 1)...] }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      searched = rest.count
      let count = read(number, &block, block.count)
      guard count > 0 else { return nil }
      rest += block[..<count]
    }
  }

  /// Ends the process with a code of its own if the next line is another one.
  func expect(_ expected: String?) {
    let line = line()
    require(line == expected, "\(line ?? "the end") instead of \(expected ?? "the end")")
  }

  /// Ends the process with a code of its own if a condition does not hold.
  func require(_ condition: Bool, _ message: String) {
    guard !condition else { return }
    FileHandle.standardError.write(Data("Client: \(message)\n".utf8))
    _exit(99)
  }
}
