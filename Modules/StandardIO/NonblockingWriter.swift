import Dispatch
import Locking

/// Writes to a pipe, a socket, a terminal or a file, and never waits for its reader.
///
/// On a pipe, a frame that the system can write as a whole is never cut in two: everything that a reader finds in the
/// pipe is complete.
public final class NonblockingWriter: Sendable {
  private let descriptor: NonblockingDescriptor
  private let onRoom: @Sendable () -> Void
  private let queue = DispatchQueue(label: "tributary.nonblocking-writer", qos: .userInitiated)
  /// Whether room is waited for: a further write without room adds no second wait.
  private let isWaiting = LockedValue(false)

  /// A writer to a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: a pipe, a socket or a file.
  ///   - onRoom: runs on any thread when there is room again, after ``write(_:ends:)`` has written fewer bytes than it
  ///     was given: once for all such writes since the last time.
  public init(_ descriptor: Descriptor, onRoom: @escaping @Sendable () -> Void) {
    self.descriptor = NonblockingDescriptor(descriptor)
    self.onRoom = onRoom
  }

  /// How many bytes are written and not read; `nil` if the system does not know.
  public var unreadCount: Int? { descriptor.unreadCount }

  /// Writes as many bytes as fit. After it has written fewer than it was given, `onRoom` says when the next call is worth
  /// while; an earlier one writes what fits by then.
  ///
  /// - Parameters:
  ///   - bytes: one frame or more.
  ///   - ends: where the frames end that are not to be cut in two, in ascending order; the last one is the number of
  ///     bytes. Empty if the bytes may be cut anywhere.
  /// - Returns: how many bytes were written.
  public func write(_ bytes: UnsafeRawBufferPointer, ends: [Int] = []) throws(IOFailure) -> Int {
    var written = 0
    var next = 0
    var size = NonblockingDescriptor.atomicSize
    if bytes.count > size {
      if ends.isEmpty { size = bytes.count } else if let capacity = descriptor.capacityIfEmpty { size = capacity }
    }
    while written < bytes.count {
      // The frames that fit into the size together, or one that does not.
      var end = bytes.count
      if end - written > size {
        end = written
        while next < ends.count, end == written || ends[next] <= written + size {
          end = ends[next]
          next += 1
        }
      }
      written += try descriptor.write(UnsafeRawBufferPointer(rebasing: bytes[written..<end]))
      if written < end {
        notifyOfRoom()
        break
      }
      size = NonblockingDescriptor.atomicSize
    }
    return written
  }

  private func notifyOfRoom() {
    let isFirst = isWaiting.withLock { isWaiting in
      defer { isWaiting = true }
      return !isWaiting
    }
    guard isFirst else { return }
    descriptor.notifyOfRoom(queue) { [self] in
      // NB: before `onRoom`, whose next write may find no room again.
      isWaiting.withLock { $0 = false }
      onRoom()
    }
  }
}
