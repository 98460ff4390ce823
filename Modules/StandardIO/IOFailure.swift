/// Why nothing more can be read or written.
public enum IOFailure: Error, Sendable, Equatable {
  /// The reader has closed its end (EPIPE).
  case readerGone
  /// The file was to be created, and it holds something.
  case fileNotEmpty
  /// The file was to be created, and another session writes to it.
  case fileInUse
  /// The system refused, with this `errno`.
  case refused(Int32)
}

/// A source of bytes.
public protocol ByteSource: Sendable {
  /// Reads at least one byte into `buffer`, and waits for it if necessary.
  ///
  /// - Returns: how many bytes were read; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOFailure) -> Int
}

/// A destination of bytes.
public protocol ByteSink: Sendable {
  /// Writes at least one byte of `bytes`, and waits for room if necessary.
  ///
  /// - Returns: how many bytes were written.
  func write(_ bytes: UnsafeRawBufferPointer) throws(IOFailure) -> Int
}

extension ByteSink {
  /// Writes all bytes, and waits for room if necessary.
  public func writeAll(_ bytes: [UInt8]) throws(IOFailure) {
    var written = 0
    while written < bytes.count {
      // NB: `withUnsafeBytes` forgets which errors its body throws, so the outcome is returned as a value.
      let outcome = bytes.withUnsafeBytes { all in
        Result { () throws(IOFailure) in try write(UnsafeRawBufferPointer(rebasing: all[written...])) }
      }
      written += try outcome.get()
    }
  }
  /// Writes a text in UTF-8, and waits for room if necessary.
  public func writeAll(_ text: String) throws(IOFailure) {
    try writeAll(Array(text.utf8))
  }
}
