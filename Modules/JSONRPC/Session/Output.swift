/// Where a session's frames go.
///
/// An output never waits: it takes what it can at once, and the session keeps the rest. A test may simply
/// collect:
///
///     final class Transcript: Output {
///       var text = ""
///       func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
///         text += String(decoding: bytes, as: UTF8.self)
///         return bytes.count
///       }
///     }
public protocol Output: AnyObject {
  /// Takes bytes of frames, or as many of them as it can without waiting.
  ///
  /// After it has taken fewer bytes than it was given, it is not asked again until the session's
  /// ``Session/outputHasRoom()`` is called.
  /// - Parameters:
  ///   - bytes: one frame or more.
  ///   - ends: where frames end that should not be cut in two, in order; the last one is the number of bytes. Empty if
  ///     it does not matter where the bytes are cut.
  /// - Returns: how many bytes it has taken.
  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) throws(WriteFailure) -> Int
}

/// Why nothing more can be written.
public enum WriteFailure: Error, Sendable, Equatable {
  /// The reader has closed its end (EPIPE).
  case readerGone
  /// More waits to be written than may wait.
  case overflow
  /// The system refused, with this `errno`.
  case refused(Int32)
}
