import Dispatch
import ExpectSupport
import Foundation
import StandardIO
import Support
import Testing

@Suite(.ownThreads) struct SocketListenerTests {
  /// A folder that is removed with the test.
  private final class Folder {
    let path = "/tmp/sockets-\(UUID().uuidString.prefix(8))"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
  }

  @Test func `only its owner may connect`() throws {
    let folder = try Folder()
    let listener = try SocketListener(path: folder.path + "/s")
    var status = stat()
    expectEqual(lstat(folder.path + "/s", &status), 0)
    expectEqual(status.st_mode & 0o777, 0o600)
    listener.close()
    #expect(!folder.exists("s"))
  }

  @Test func `refuses a path where another listens`() throws {
    let folder = try Folder()
    let listener = try SocketListener(path: folder.path + "/s")
    #expect(throws: SocketFailure.inUse) { try SocketListener(path: folder.path + "/s") }
    #expect(folder.exists("s"))
    listener.close()
    try SocketListener(path: folder.path + "/s").close()
  }

  @Test func `replaces a socket whose process has ended`() throws {
    let folder = try Folder()
    // A socket file without a lock at which no process answers, as a killed process leaves it.
    // NB: never listened at: a child process of another test may hold the descriptor for a moment.
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = folder.path + "/s"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    expectEqual(isBound, 0)
    close(number)
    var (old, new) = (stat(), stat())
    expectEqual(lstat(folder.path + "/s", &old), 0)
    expectEqual(link(folder.path + "/s", folder.path + "/kept"), 0)
    let listener = try SocketListener(path: folder.path + "/s")
    expectEqual(lstat(folder.path + "/s", &new), 0)
    #expect(old.st_ino != new.st_ino)
    listener.close()
  }

  @Test(arguments: [false, true]) func `stays alone when its lock's file is removed`(isFull: Bool) throws {
    let folder = try Folder()
    let path = folder.path + "/s"
    let listener = try SocketListener(path: path)
    // As many clients as may wait.
    var clients: [SocketClient] = []
    if isFull { for _ in 0..<64 { SocketClient(path).map { clients.append($0) } } }
    for _ in 1...2 {
      expectEqual(unlink(path + ".lock"), 0)
      #expect(throws: SocketFailure.inUse) { try SocketListener(path: path) }
    }
    #expect(folder.exists("s"))
    listener.close()
    try SocketListener(path: path).close()
  }

  @Test(.exitTest, arguments: [0o777, 0o700, 0o277, 0o022, 0] as [mode_t])
  func `has one mode, whatever the process's mask takes away`(mask: mode_t) async {
    await #expect(processExitsWith: .exitCode(9)) { [mask] in
      let folder = try Folder()
      umask(mask)
      let listener = try SocketListener(path: folder.path + "/s")
      let modes = ["/s", "/s.lock"].map { name in
        var status = stat()
        return lstat(folder.path + name, &status) == 0 ? status.st_mode & 0o777 : 0
      }
      listener.close()
      if modes == [0o600, 0o600] { exit(9) }
    }
  }

  @Test(.exitTest) func `says once why clients wait, and goes on`() async {
    await #expect(processExitsWith: .exitCode(9)) {
      let folder = try Folder()
      let listener = try SocketListener(path: folder.path + "/s")
      let refusals = Log<IOFailure>()
      let (refused, accepted) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let clients = [SocketClient(folder.path + "/s"), SocketClient(folder.path + "/s")]
      var spare: [Int32] = []
      while case let number = open("/", O_RDONLY), number >= 0 { spare.append(number) }
      // What Dispatch needs for its first source.
      for _ in 1...4 { if let number = spare.popLast() { close(number) } }
      let held = Log<SocketConnection>()
      let queue = DispatchQueue(label: "tests")
      listener.start(queue: queue) { failure in
        refusals.add(failure)
        refused.signal()
      } onConnection: { connection in
        held.add(connection)
        accepted.signal()
        // The system has none left for the next one.
        while open("/", O_RDONLY) >= 0 {}
      }
      accepted.wait()
      refused.wait()
      for number in spare { close(number) }
      accepted.wait()
      // No client waits any more, so the lack of descriptors is not reported.
      queue.sync {}
      if refusals.entries == [.refused(EMFILE)], held.entries.count == 2, clients.allSatisfy({ $0 != nil }) { exit(9) }
    }
  }

  @Test func `leaves a file that is not a socket`() throws {
    let folder = try Folder()
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder.path + "/s"))
    #expect(throws: SocketFailure.notASocket) { try SocketListener(path: folder.path + "/s") }
    try expectEqual(String(contentsOfFile: folder.path + "/s", encoding: .utf8), "text")
  }

  @Test func `leaves a file that has replaced its own`() throws {
    let folder = try Folder()
    let listener = try SocketListener(path: folder.path + "/s")
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder.path + "/other"))
    expectEqual(rename(folder.path + "/other", folder.path + "/s"), 0)
    listener.close()
    #expect(folder.exists("s"))
  }

  @Test func `refuses a path that is too long, and a missing folder`() throws {
    #expect(throws: SocketFailure.pathTooLong(limit: 107)) {
      try SocketListener(path: "/tmp/" + String(repeating: "x", count: 103))
    }
    #expect(throws: SocketFailure.refused(ENOENT)) { try SocketListener(path: "/tmp/missing-\(UUID())/s") }
  }

  @Test func `reads no more of a pipe than the window`() throws {
    let pipe = Pipe()
    let dones = Log<@Sendable () -> Void>()
    let (delivered, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Reader(Descriptor(pipe.fileHandleForReading.fileDescriptor), window: 1).start { _, done in
      dones.add(done)
      delivered.signal()
    } onEnd: { _ in
      ended.signal()
    }
    pipe.fileHandleForWriting.write(Data("x".utf8))
    delivered.wait()
    pipe.fileHandleForWriting.write(Data("y".utf8))
    expectEqual(dones.entries.count, 1)
    dones.entries[0]()
    delivered.wait()
    expectEqual(dones.entries.count, 2)
    dones.entries[1]()
    try pipe.fileHandleForWriting.close()
    ended.wait()
  }
}
