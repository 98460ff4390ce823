import Dispatch

/// An output to a pipe, a socket, a terminal or a file, which never waits for a reader.
///
/// A frame that reports a state is not cut in two on a pipe, unless it is bigger than what the system writes as a whole:
/// so what a reader finds in the pipe was written before anything else happened, to its last byte.
///
/// It belongs to its session's isolation.
public final class DescriptorOutput: Output {
  private let descriptor: NonblockingDescriptor
  private let onRoom: @Sendable () -> Void
  private let queue = DispatchQueue(label: "jsonrpc.output", qos: .userInitiated)

  /// An output to a descriptor.
  /// - Parameter onRoom: runs on any thread after ``write(_:ends:)`` has taken fewer bytes than it was given, once there
  ///   is room: the moment for ``Session/outputHasRoom()``.
  public init(_ descriptor: NonblockingDescriptor, onRoom: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.onRoom = onRoom
  }

  public func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) throws(WriteFailure) -> Int {
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
        queue.async { [descriptor, onRoom] in
          descriptor.waitForRoom()
          onRoom()
        }
        break
      }
      size = NonblockingDescriptor.atomicSize
    }
    return written
  }
}
