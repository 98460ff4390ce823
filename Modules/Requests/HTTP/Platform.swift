import Foundation
import Locking

// What differs between Foundation on Linux and elsewhere.

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(FoundationNetworking) && canImport(Glibc)
  import Glibc
#endif

extension URLSession {
  /// The queue on which Foundation on Linux runs libcurl; `nil` elsewhere, or if Foundation has changed.
  ///
  /// While libcurl finds data in a socket it runs repeatedly on this queue, and `cancel()` and all other sessions wait:
  /// for seconds, if the server is fast. While the queue is suspended they proceed.
  var transferQueue: DispatchQueue? {
    #if canImport(FoundationNetworking)
      // Both are constant once the session has a task, so reading them here is not a race.
      Mirror(reflecting: self).descendant("multiHandle").flatMap { handle in
        Mirror(reflecting: handle).descendant("queue") as? DispatchQueue
      }
    #else
      nil
    #endif
  }
}

extension URLAuthenticationChallenge {
  /// Whether the challenge ends the request: on Linux the default handling never ends it without a credential.
  var endsRequest: Bool {
    #if canImport(FoundationNetworking)
      proposedCredential == nil
    #else
      false
    #endif
  }
}

extension OperationQueue {
  /// The queue for delegates of sessions: on Linux it runs operations synchronously; elsewhere the session has its own.
  static var delegates: OperationQueue? {
    #if canImport(FoundationNetworking)
      SynchronousQueue()
    #else
      nil
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// Runs each block where it is added, so that a transfer waits for its delegate.
  ///
  /// Sendable because it adds no state to `OperationQueue`, which is thread-safe.
  private final class SynchronousQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif

/// The sockets of the process that are connected to one server, and that hold more than an answer can have.
///
/// On Linux, a cancelled transfer continues until libcurl has read what the kernel has buffered, and half a megabyte of
/// gzip takes seconds to inflate. Foundation serves no other session meanwhile, so the kernel's buffer is dropped.
/// Elsewhere this type does nothing.
struct FloodedSockets: Sendable {
  #if canImport(FoundationNetworking) && canImport(Glibc)
    /// The bytes of a `sockaddr`.
    private typealias Address = [UInt8]

    /// More than the unread part of an answer ever is, in bytes.
    private static let flood: Int32 = 64 << 10
    /// What all sockets have received, and when that was read.
    private static let newest = LockedValue((time: ContinuousClock.Instant?.none, received: [Address: Received]()))

    /// How many bytes each socket has received so far, by its descriptor.
    private typealias Received = [Int32: UInt64]

    /// The addresses of the server, with its port: the process may have connections to other servers.
    private let addresses: Set<Address>

    /// Resolves the server's name, which blocks the thread.
    init(host: String, port: Int) {
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var list: UnsafeMutablePointer<addrinfo>?
      defer { if let list { freeaddrinfo(list) } }
      var addresses: Set<Address> = []
      if getaddrinfo(host, String(port), &hints, &list) == 0 {
        var next = list
        while let info = next?.pointee {
          addresses.insert(Address(UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))))
          next = info.ai_next
        }
      }
      self.addresses = addresses
    }

    /// Disconnects the flooded sockets.
    func disconnect() {
      for (descriptor, peer) in Self.all where addresses.contains(peer) && Self.unread(descriptor) > Self.flood {
        // Connecting to AF_UNSPEC resets a connection at once, and drops what was received (connect(2)).
        var none = sockaddr()
        none.sa_family = sa_family_t(AF_UNSPEC)
        connect(descriptor, &none, socklen_t(MemoryLayout<sockaddr>.size))
      }
    }

    /// How many bytes each socket to the server has received so far.
    ///
    /// - Parameter age: how old the answer may be, in milliseconds. Hundreds of requests that wait share one answer.
    func received(age: Int) -> [Int32: UInt64] {
      Self.newest.withLock { newest in
        let now = ContinuousClock.now
        if newest.time.map({ now - $0 >= .milliseconds(age) }) ?? true {
          newest = (now, [:])
          for (descriptor, peer) in Self.all {
            newest.received[peer, default: [:]][descriptor] = Self.received(descriptor)
          }
        }
        return addresses.reduce(into: [:]) { sum, address in
          sum.merge(newest.received[address] ?? [:]) { _, last in last }
        }
      }
    }

    /// The connected sockets of the process, with the address of the other end.
    private static var all: [(descriptor: Int32, peer: Address)] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return names.compactMap { name in
        guard let descriptor = Int32(name), let peer = peer(descriptor) else { return nil }
        return (descriptor, peer)
      }
    }

    /// The address and port that a socket is connected to; `nil` for other descriptors.
    private static func peer(_ descriptor: Int32) -> Address? {
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutableBytes(of: &peer) { peer in
        guard let address = peer.baseAddress?.assumingMemoryBound(to: sockaddr.self),
          getpeername(descriptor, address, &length) == 0
        else { return nil }
        return Address(peer.prefix(Int(length)))
      }
    }

    /// How many bytes have arrived and are unread.
    private static func unread(_ descriptor: Int32) -> Int32 {
      var count: Int32 = 0
      return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : 0
    }

    // NB: glibc's `tcp_info` ends before this count, which Linux has at offset 128 since 4.1 (linux/tcp.h).
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
    init(host: String, port: Int) {}
    func disconnect() {}
    func received(age: Int) -> [Int32: UInt64] { [:] }
  #endif
}
