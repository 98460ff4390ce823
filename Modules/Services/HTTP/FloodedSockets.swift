import Foundation

#if canImport(FoundationNetworking) && canImport(Glibc)
  import Glibc
#endif

/// The sockets of the process in which one server has left more than any answer has.
///
/// A cancelled transfer goes on until libcurl has read what the kernel holds, and half a megabyte of gzip takes seconds
/// to inflate. Meanwhile Foundation on Linux serves no other session, so the kernel's part is dropped. Elsewhere there
/// are none.
struct FloodedSockets: Sendable {
  // NB: the addresses and not the port alone: the program may have connections of its own to other servers.
  /// The numeric addresses of the server, with its port.
  private let addresses: Set<String>

  #if canImport(FoundationNetworking) && canImport(Glibc)
    /// Far more than what waits of an answer at any time.
    private static let flood: Int32 = 64 << 10

    /// Resolves a server. Waits for the network.
    init(host: String, port: Int) {
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var list: UnsafeMutablePointer<addrinfo>?
      defer { if let list { freeaddrinfo(list) } }
      var addresses: Set<String> = []
      if getaddrinfo(host, String(port), &hints, &list) == 0 {
        var next = list
        while let info = next?.pointee {
          if let address = Self.text(info.ai_addr, info.ai_addrlen) { addresses.insert(address) }
          next = info.ai_next
        }
      }
      self.addresses = addresses
    }

    /// Disconnects the flooded sockets.
    func disconnect() {
      for descriptor in all where Self.unread(descriptor) > Self.flood {
        // NB: connecting to no address resets a connection at once, and drops what was received (connect(2)).
        var nowhere = sockaddr()
        nowhere.sa_family = sa_family_t(AF_UNSPEC)
        connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
      }
    }

    /// How many bytes each socket that is connected to the server has received so far.
    func received() -> [Int32: UInt64] {
      Dictionary(uniqueKeysWithValues: all.map { ($0, Self.received($0)) })
    }

    private var all: [Int32] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return names.compactMap { Int32($0) }.filter { Self.peer($0).map(addresses.contains) == true }
    }

    /// The address and the port that a socket is connected to; `nil` for other descriptors.
    private static func peer(_ descriptor: Int32) -> String? {
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutablePointer(to: &peer) { peer in
        peer.withMemoryRebound(to: sockaddr.self, capacity: 1) { peer in
          getpeername(descriptor, peer, &length) == 0 ? text(peer, length) : nil
        }
      }
    }

    private static func text(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> String? {
      var (host, port) = ([CChar](repeating: 0, count: Int(NI_MAXHOST)), [CChar](repeating: 0, count: Int(NI_MAXSERV)))
      let status = getnameinfo(
        address, length, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV)
      guard status == 0 else { return nil }
      return [host, port].map { String(decoding: $0.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) }
        .joined(separator: " ")
    }

    /// How many bytes have arrived and were not read.
    private static func unread(_ descriptor: Int32) -> Int32 {
      var count: Int32 = 0
      return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : 0
    }

    // NB: the C library's `tcp_info` ends before the count, which Linux has had there since 4.1 (linux/tcp.h).
    private static func received(_ descriptor: Int32) -> UInt64 {
      let offset = 128
      var information = [UInt8](repeating: 0, count: 256)
      var length = socklen_t(information.count)
      guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &length) == 0,
        Int(length) >= offset + MemoryLayout<UInt64>.size
      else { return 0 }
      return information.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
  #else
    init(host: String, port: Int) { addresses = [] }
    func disconnect() {}
    func received() -> [Int32: UInt64] { [:] }
  #endif
}
