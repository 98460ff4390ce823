/// A frame of the input.
enum Arrival {
  /// A message as it came.
  case message(ArraySlice<UInt8>)
  /// A frame that cannot be read, and its size in bytes if that is known.
  case unreadable(FrameDefect, count: Int? = nil)
}

/// What is wrong with a frame that cannot be read.
public enum FrameDefect: String, Sendable, CaseIterable {
  /// The frame is not UTF-8.
  case badUTF8
  /// The frame is not JSON.
  case badJSON
  /// The frame is not JSON, but the beginning of the other framing's header.
  case header
  /// The frame is nested too deep.
  case tooDeep
  /// An object has two members of one name.
  case duplicateKey
  /// The frame exceeds the size limit.
  case tooLarge
  /// The header block is invalid: the framing is lost.
  case badHeader
  /// The header block is missing, and the input looks like the other framing: the framing is lost.
  case line
  /// The input ended inside the frame.
  case truncated
  /// The input ended inside a frame that was too large and is answered already.
  case truncatedTooLarge
}
