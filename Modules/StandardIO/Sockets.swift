public import Dispatch
import LibC
import Locking

/// Why a program cannot listen at a path, or connect to it.
public enum SocketFailure: Error, Sendable, Equatable {
  /// The path in UTF-8 has more bytes than the system's limit.
  case pathTooLong(limit: Int)
  /// Something other than a socket has this path. It is left as it is.
  case notASocket
  /// Another process listens at the path.
  case inUse
  /// No process listens at the path.
  case noListener
  /// The process was started without a socket that listens, or with several: see ``SocketListener/init(passedIn:process:)``.
  case notPassed
  /// The system refused, with this `errno`.
  case refused(Int32)

  /// The failure in words for people.
  public var message: String {
    switch self {
    case .pathTooLong(let limit): "The path of a socket has at most \(limit) bytes."
    case .notASocket: "The file is not a socket, and is left as it is."
    case .inUse: "Another process listens there."
    case .noListener: "No process listens there."
    case .notPassed: "The process was not started with one Unix socket that listens (LISTEN_PID and LISTEN_FDS)."
    case .refused(let number): (IOFailure.refused(number).systemMessage ?? "The system refuses it") + "."
    }
  }
}

/// A connection of a Unix socket. It closes when its last reference goes.
public final class SocketConnection: Sendable {
  /// What is read and written. It stays valid as long as the connection is referenced.
  public let descriptor: Descriptor

  init(_ number: Int32) { descriptor = Descriptor(number) }

  /// Connects to a process that listens at a path, and waits until that is done.
  public convenience init(connectingTo path: String) throws(SocketFailure) {
    let address = try sockaddr_un(path)
    let number = try SocketListener.makeSocket(blocks: true)
    guard !withSystemAddress(address, { connect(number, $0, $1) == 0 }) else {
      self.init(number)
      return
    }
    let error = errno
    systemClose(number)
    throw error == ENOENT || error == ECONNREFUSED || error == ENOTSOCK ? .noListener : .refused(error)
  }

  deinit { descriptor.close() }

  /// Ends the direction that is written: its reader finds the end of the input, and may go on writing.
  public func endOutput() {
    _ = shutdown(descriptor.number, Int32(SHUT_WR))
  }

  /// Ends both directions: its reader finds the end of the input, and its writer no reader.
  public func shutDown() {
    _ = shutdown(descriptor.number, Int32(SHUT_RDWR))
  }
}

/// Listens for connections at a path of the file system, as a Unix socket.
///
/// Only processes of the same user can connect: the socket has the mode 0600 from the beginning.
///
/// A lock on the file `PATH.lock` marks the path as in use, as long as the process lives. A socket file without that lock, at
/// which no process answers, was left behind by a process that ended, and is replaced. A file of another kind is never
/// replaced. The lock's file stays where it is.
///
/// ```swift
/// let listener = try SocketListener(path: "/run/user/1000/greeter.sock")
/// listener.start(queue: .main) { connection in
///   // Read and write `connection.descriptor`, and keep the connection as long.
/// }
/// ```
public final class SocketListener: Sendable {
  private struct State {
    var source: ReadSource?
    var isClosed = false
  }

  private let path: String
  private let socketNumber: Int32
  /// `nil` for a socket that another process has made.
  private let lockNumber: Int32?
  /// The file that this listener has created.
  private let file: FileIdentity?
  private let state = LockedValue(State())

  /// How long no connection is accepted after the system has no descriptor left for one.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  /// Listens at a path. Connections wait until `start(queue:onConnection:)`.
  public init(path: String) throws(SocketFailure) {
    let address = try sockaddr_un(path)
    let lock = try Self.lock(path + ".lock")
    do throws(SocketFailure) {
      try Self.removeStaleSocket(path, address)
      socketNumber = try Self.bind(address)
    } catch {
      systemClose(lock)
      throw error
    }
    self.path = path
    lockNumber = lock
    file = FileIdentity(path)
  }

  /// Listens at the socket with which a service manager has started the process, as systemd's socket units do it: `LISTEN_PID` is this
  /// process, `LISTEN_FDS` is 1, and the descriptor 3 is a Unix socket that listens. Who may connect is the affair of the manager, which
  /// also keeps the socket's file.
  ///
  /// - Parameters:
  ///   - environment: The environment of the process.
  ///   - process: The number of the process.
  /// - Throws: `SocketFailure.notPassed` if there is none, or several.
  public init(passedIn environment: [String: String], process: Int32 = getpid()) throws(SocketFailure) {
    let number: Int32 = 3
    guard environment["LISTEN_PID"] == String(process), environment["LISTEN_FDS"] == "1",
      Self.listens(number)
    else { throw .notPassed }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    path = ""
    socketNumber = number
    lockNumber = nil
    file = nil
  }

  deinit { close() }

  /// Whether a descriptor is a Unix socket that listens.
  private static func listens(_ number: Int32) -> Bool {
    var address = sockaddr_un()
    var addressLength = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &addressLength) == 0 }
    }
    var listens: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return isKnown && address.sun_family == sa_family_t(AF_UNIX)
      && getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens != 0
  }

  /// Accepts connections from here on. Call it once.
  ///
  /// - Parameters:
  ///   - queue: where `onConnection` and `onRefusal` run.
  ///   - onRefusal: runs when the system refuses a connection that waits, with the system's reason: once, until a connection
  ///     is accepted again.
  ///   - onConnection: receives each connection.
  public func start(
    queue: DispatchQueue, onRefusal: @escaping @Sendable (IOFailure) -> Void = { _ in },
    onConnection: @escaping @Sendable (SocketConnection) -> Void
  ) {
    let isRefusing = LockedValue(false)
    let source = ReadSource(socketNumber, queue)
    // The cycle of the source and its handler ends with `cancel()`.
    source.base.setEventHandler { [socketNumber] in
      while true {
        let number = accept(socketNumber, nil, nil)
        if number >= 0 {
          _ = fcntl(number, F_SETFD, FD_CLOEXEC)
          isRefusing.withLock { $0 = false }
          onConnection(SocketConnection(number))
          continue
        }
        switch errno {
        case EINTR, ECONNABORTED: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
          let failure = IOFailure.refused(errno)
          // NB: the system looks for a descriptor before it looks for a client that waits.
          var waiting = pollfd(fd: socketNumber, events: Int16(POLLIN), revents: 0)
          guard poll(&waiting, 1, 0) == 1 else { return }
          let isFirst = isRefusing.withLock { isRefusing in
            defer { isRefusing = true }
            return !isRefusing
          }
          if isFirst { onRefusal(failure) }
          // NB: the connection stays ready, so without a pause the source would fire in a loop.
          source.base.suspend()
          queue.asyncAfter(deadline: .now() + Self.pause) { source.base.resume() }
          return
        default: return
        }
      }
    }
    source.base.setCancelHandler { [socketNumber] in systemClose(socketNumber) }
    state.withLock { $0.source = source }
    source.base.resume()
  }

  /// Accepts no more connections, and removes the socket's file. Connections go on. Any thread may call it.
  public func close() {
    let source: ReadSource?? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      return .some(state.source)
    }
    guard let source else { return }
    // Another program may have replaced the file.
    if let file, FileIdentity(path) == file { unlink(path) }
    if let source { source.base.cancel() } else { systemClose(socketNumber) }
    if let lockNumber { systemClose(lockNumber) }
  }

  private static func lock(_ path: String) throws(SocketFailure) -> Int32 {
    let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard number >= 0 else { throw .refused(errno) }
    // The mode of a new file lacks what the process's mask takes away.
    fchmod(number, 0o600)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      systemClose(number)
      throw error == EWOULDBLOCK ? .inUse : .refused(error)
    }
    return number
  }

  /// Removes the socket that an earlier process has left. Only while the lock is held.
  private static func removeStaleSocket(_ path: String, _ address: sockaddr_un) throws(SocketFailure) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .refused(errno)
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
    // NB: a user may have removed the lock's file of a process that listens.
    guard !isAnswered(address) else { throw .inUse }
    guard unlink(path) == 0 || errno == ENOENT else { throw .refused(errno) }
  }

  /// Whether a process listens at an address.
  private static func isAnswered(_ address: sockaddr_un) -> Bool {
    guard let number = try? makeSocket() else { return false }
    defer { systemClose(number) }
    let isConnected = withSystemAddress(address) { connect(number, $0, $1) == 0 }
    // Its queue may be full.
    return isConnected || errno == EAGAIN || errno == EINPROGRESS
  }

  fileprivate static func makeSocket(blocks: Bool = false) throws(SocketFailure) -> Int32 {
    let number = socket(AF_UNIX, streamSocket, 0)
    guard number >= 0 else { throw .refused(errno) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    if !blocks { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
    return number
  }

  private static func bind(_ address: sockaddr_un) throws(SocketFailure) -> Int32 {
    let number = try makeSocket()
    let isBound = Descriptor(number).creatingFileForOwner {
      withSystemAddress(address) { systemBind(number, $0, $1) == 0 }
    }
    // NB: the process's mask may have taken permissions of the owner away. No other user has had any.
    if isBound {
      withUnsafePointer(to: address.sun_path) {
        _ = chmod(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self), 0o600)
      }
    }
    guard isBound, listen(number, Int32(SOMAXCONN)) == 0 else {
      let error = errno
      systemClose(number)
      throw .refused(error)
    }
    return number
  }
}

extension sockaddr_un {
  /// The address of a path.
  fileprivate init(_ path: String) throws(SocketFailure) {
    self.init()
    let limit = MemoryLayout.size(ofValue: sun_path) - 1
    let bytes = Array(path.utf8)
    guard bytes.count <= limit else { throw .pathTooLong(limit: limit) }
    guard !bytes.isEmpty, !bytes.contains(0) else { throw .refused(ENOENT) }
    sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }
}

private func withSystemAddress(
  _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
) -> Bool {
  withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

/// Which file a path names.
private struct FileIdentity: Equatable {
  let device: UInt64
  let number: UInt64

  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

private let systemBind = bind
private func systemClose(_ number: Int32) { _ = close(number) }
