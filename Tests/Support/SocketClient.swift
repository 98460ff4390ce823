import Foundation
import Locking

/// A client of a Unix socket, which it blocks for.
public final class SocketClient: Sendable {
  private let number: Int32
  private let unread = LockedValue<[UInt8]>([])

  /// Connects; `nil` if nothing listens at the path.
  public init?(_ path: String) {
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
    if !isConnected { return nil }
  }

  deinit { Foundation.close(number) }

  /// Sends lines, and returns whether all of their bytes were taken.
  @discardableResult public func say(_ lines: String...) -> Bool {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    return send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// The next line; `nil` at the end.
  public func line() -> String? {
    unread.withLock { unread in
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      var searched = 0
      while true {
        if let end = unread[searched...].firstIndex(of: 0x0A) {
          defer { unread.removeFirst(end + 1) }
          return String(decoding: unread[..<end], as: UTF8.self)
        }
        searched = unread.count
        let count = read(number, &piece, piece.count)
        guard count > 0 else { return nil }
        unread += piece[..<count]
      }
    }
  }

  /// Reads up to the line that has a text, and returns that line; `nil` if there is none.
  public func line(with text: String) -> String? {
    while let line = line() { if line.contains(text) { return line } }
    return nil
  }
}
