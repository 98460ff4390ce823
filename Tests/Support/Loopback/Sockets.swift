#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failed system call: its name and `errno`.
public struct SocketError: Error, Equatable {
  public var call: String
  public var number: Int32

  fileprivate init(_ call: String) {
    self.call = call
    number = errno
  }

  /// The system's text for the number, such as "Permission denied".
  public var message: String { String(cString: strerror(number)) }
}

/// A file descriptor with the calls that the server needs, on any platform with BSD sockets.
struct Socket: Hashable, Sendable {
  let descriptor: Int32

  /// Which of two descriptors is readable.
  enum Readiness {
    case first, second
  }

  /// Creates a socket that listens on 127.0.0.1, or on [::1].
  static func listening(
    port: UInt16, isIPv6: Bool = false, backlog: Int32 = 128
  ) throws(SocketError) -> (Socket, port: UInt16) {
    let (socket, port) = isIPv6 ? try boundToIPv6() : try bound(to: port)
    guard listen(socket.descriptor, backlog) == 0 else {
      let error = SocketError("listen")
      socket.close()
      throw error
    }
    return (socket, port)
  }

  /// Creates a socket that owns a port of 127.0.0.1 and refuses connections. Port 0 is any free port.
  static func bound(to port: UInt16) throws(SocketError) -> (Socket, port: UInt16) {
    let socket = Socket(descriptor: makeStream())
    guard socket.descriptor >= 0 else { throw SocketError("socket") }
    do {
      return (socket, try socket.assign(port))
    } catch {
      socket.close()
      throw error
    }
  }

  private static func boundToIPv6() throws(SocketError) -> (Socket, port: UInt16) {
    let socket = Socket(descriptor: makeStream(AF_INET6))
    guard socket.descriptor >= 0 else { throw SocketError("socket") }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let bound = bind(socket.descriptor, address, length)
        return bound == 0 ? getsockname(socket.descriptor, address, &length) : bound
      }
    }
    guard result == 0 else {
      let error = SocketError("bind")
      socket.close()
      throw error
    }
    return (socket, UInt16(bigEndian: address.sin6_port))
  }

  private func assign(_ port: UInt16) throws(SocketError) -> UInt16 {
    // Not for a free port, which another socket could then get as well.
    var reuse: Int32 = port == 0 ? 0 : 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard bound == 0 else { throw SocketError("bind") }
    let named = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard named == 0 else { throw SocketError("getsockname") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Creates a socket that is connected to a port of 127.0.0.1.
  static func connected(to port: UInt16) throws(SocketError) -> Socket {
    let socket = Socket(descriptor: makeStream())
    guard socket.descriptor >= 0 else { throw SocketError("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let error = SocketError("connect")
      socket.close()
      throw error
    }
    refuseSignals(socket.descriptor)
    return socket
  }

  /// Waits for a connection; `nil` after the socket was shut down.
  func accepted() -> Socket? {
    while true {
      let connection = accept(descriptor, nil, nil)
      if connection >= 0 {
        Self.refuseSignals(connection)
        return Socket(descriptor: connection)
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Waits for up to 64 KiB; `nil` at the end or after an error.
  func received() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { return Array(buffer.prefix(count)) }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }

  /// Sends all bytes.
  ///
  /// - Returns: `false` if the other side has disconnected.
  func sent(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.quiet) }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Waits until one of two descriptors is readable or closed by the other side. The first has precedence.
  ///
  /// - Returns: `nil` if the time has passed; -1 is without end.
  static func wait(_ first: Socket, _ second: Socket, milliseconds: Int32 = -1) -> Readiness? {
    var watched = [
      pollfd(fd: first.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: second.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    var count: Int32 = -1
    repeat { count = poll(&watched, 2, milliseconds) } while count < 0 && errno == EINTR
    guard count != 0 else { return nil }
    return watched[0].revents != 0 ? .first : .second
  }

  /// Makes `close()` reset the connection, so that the other side gets an error in place of the end.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Sends each piece at once instead of collecting small ones.
  func sendWithoutDelay() {
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Ends both directions and wakes waiting threads. The descriptor stays in use until `close()`.
  func shutDown() {
    _ = shutdown(descriptor, Int32(Self.bothDirections))
  }

  /// Closes the descriptor.
  func close() {
    closeDescriptor(descriptor)
  }

  /// Creates a pipe.
  static func pipe() throws(SocketError) -> (reading: Socket, writing: Socket) {
    var ends: [Int32] = [0, 0]
    guard makePipe(&ends) == 0 else { throw SocketError("pipe") }
    return (Socket(descriptor: ends[0]), Socket(descriptor: ends[1]))
  }
}

// MARK: - Platforms

#if canImport(Darwin)
  extension Socket {
    private static let quiet: Int32 = 0
    private static let bothDirections = SHUT_RDWR
    private static func refuseSignals(_ descriptor: Int32) {
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
  }
  private func makeStream(_ family: Int32 = AF_INET) -> Int32 { socket(family, SOCK_STREAM, 0) }
#else
  extension Socket {
    private static let quiet = Int32(MSG_NOSIGNAL)
    private static let bothDirections = SHUT_RDWR
    private static func refuseSignals(_ descriptor: Int32) {}
  }
  #if canImport(Glibc)
    private func makeStream(_ family: Int32 = AF_INET) -> Int32 { socket(family, Int32(SOCK_STREAM.rawValue), 0) }
  #else
    private func makeStream(_ family: Int32 = AF_INET) -> Int32 { socket(family, Int32(SOCK_STREAM), 0) }
  #endif
#endif

// Inside `Socket` these names are its own methods.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
private func makePipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
