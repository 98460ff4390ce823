/// Where the frames of a session go.
///
/// An output never waits: it takes as many bytes as it can at once, and the session keeps the rest.
///
/// ```swift
/// final class Transcript: Output {
///   var text = ""
///
///   func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
///     text += String(decoding: bytes, as: UTF8.self)
///     return bytes.count
///   }
/// }
/// ```
public protocol Output: AnyObject {
  /// Takes bytes of frames, or as many of them as it can without waiting.
  ///
  /// After it has taken fewer bytes than it was given, it is not called again until ``Session/outputHasRoom()`` is.
  ///
  /// - Parameters:
  ///   - bytes: one frame or more.
  ///   - ends: positions in `bytes`, in ascending order, at which a write may be split without splitting a frame. The last
  ///     one is the number of bytes. Empty for the rest of a frame that is already split.
  /// - Returns: the number of bytes that it has taken.
  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) throws(WriteFailure) -> Int
}

/// Why the output takes no more frames.
public enum WriteFailure: Error, Sendable, Equatable {
  /// The reader has closed its end (EPIPE).
  case readerGone
  /// More bytes wait than ``Limits/unwritten`` allows.
  case overflow
  /// The system refused the write, with this `errno`.
  case refused(Int32)
}
