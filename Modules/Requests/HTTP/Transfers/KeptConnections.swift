#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The connections that libcurl keeps for later transfers, used by the transfers' thread alone.
  final class KeptConnections {
    /// The sockets, by their ports on this machine.
    private var sockets: [Int: Set<Int32>] = [:]
    private var ports: [Int32: Int] = [:]
    /// How many transfers use each port. Connections to different servers may have one port.
    private var uses: [Int: Int] = [:]

    /// Adds the connection of a transfer that has ended.
    func insert(_ socket: Int32) {
      guard ports[socket] == nil, let port = localPort(of: socket) else { return }
      ports[socket] = port
      sockets[port, default: []].insert(socket)
    }

    /// Closes a socket of libcurl's.
    func close(_ socket: Int32) {
      if let port = ports.removeValue(forKey: socket) {
        sockets[port]?.remove(socket)
        if sockets[port]?.isEmpty == true { sockets[port] = nil }
      }
      closeDescriptor(socket)
    }

    /// Whether bytes have arrived on a kept connection since its last answer. They belong to no later one.
    func hasInput(port: Int) -> Bool { sockets[port]?.contains(where: hasUnreadBytes) == true }

    /// Whether a transfer whose outcome is not known uses the port.
    func isInUse(port: Int) -> Bool { uses[port] != nil }

    func use(port: Int) { uses[port, default: 0] += 1 }

    func release(port: Int) { uses[port] = uses[port].flatMap { $0 > 1 ? $0 - 1 : nil } }

    private func localPort(of socket: Int32) -> Int? {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let result = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
      }
      guard result == 0 else { return nil }
      // The port follows the family in both kinds of address.
      return withUnsafeBytes(of: &address) { bytes in
        Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
      }
    }
  }

  /// Whether bytes have arrived on a socket and are unread.
  func hasUnreadBytes(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  private func closeDescriptor(_ number: Int32) { _ = close(number) }
#endif
