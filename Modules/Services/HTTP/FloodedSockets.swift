#if canImport(FoundationNetworking) && canImport(Glibc)
  import Foundation
  import Glibc
#endif

/// The sockets of the process in which a server has left more than any answer has.
///
/// A cancelled transfer goes on until libcurl has read what the kernel holds, and half a megabyte of gzip takes seconds
/// to inflate. Meanwhile Foundation on Linux serves no other session, so the kernel's part is dropped. Elsewhere there
/// are none.
enum FloodedSockets {
  #if canImport(FoundationNetworking) && canImport(Glibc)
    /// Far more than what waits of an answer at any time.
    private static let flood: Int32 = 64 << 10

    /// Disconnects the flooded sockets that are connected to a port.
    static func disconnect(port: Int) {
      for descriptor in all(port: port) where unread(descriptor) > flood {
        // NB: connecting to no address resets a connection at once, and drops what was received (connect(2)).
        var nowhere = sockaddr()
        nowhere.sa_family = sa_family_t(AF_UNSPEC)
        connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
      }
    }

    /// How many bytes each socket that is connected to a port has received so far.
    static func received(port: Int) -> [Int32: UInt64] {
      Dictionary(uniqueKeysWithValues: all(port: port).map { ($0, received($0)) })
    }

    private static func all(port: Int) -> [Int32] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return names.compactMap { Int32($0) }.filter { peerPort($0) == port }
    }

    /// The port that a socket is connected to; `nil` for other descriptors.
    private static func peerPort(_ descriptor: Int32) -> Int? {
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutablePointer(to: &peer) { peer in
        let isConnected = peer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getpeername(descriptor, $0, &length) == 0
        }
        guard isConnected else { return nil }
        switch Int32(peer.pointee.ss_family) {
        case AF_INET:
          return peer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            Int(UInt16(bigEndian: $0.pointee.sin_port))
          }
        case AF_INET6:
          return peer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
            Int(UInt16(bigEndian: $0.pointee.sin6_port))
          }
        default: return nil
        }
      }
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
    static func disconnect(port: Int) {}
    static func received(port: Int) -> [Int32: UInt64] { [:] }
  #endif
}
