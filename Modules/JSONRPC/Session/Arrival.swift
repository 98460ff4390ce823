/// A frame of the input, as far as a session could read it.
public enum Arrival: Sendable, Equatable {
  /// A JSON text that has passed the strict scanner, as it came.
  case message(ArraySlice<UInt8>)
  /// A frame that cannot be understood, and how many bytes it had if that is known.
  case flawed(Flaw, count: Int? = nil)

  /// What is wrong with a frame.
  public enum Flaw: String, Sendable, CaseIterable {
    /// It is not UTF-8.
    case badUTF8
    /// It is no JSON.
    case badJSON
    /// It is no JSON, but the beginning of the other framing's header.
    case header
    /// It is nested too deep.
    case tooDeep
    /// An object in it has two members of one name.
    case duplicateKey
    /// It is longer than the limit.
    case tooLarge
    /// Its header block is none: the framing is lost.
    case badHeader
    /// It has no header block, and looks like the other framing: the framing is lost.
    case line
    /// The input ended in the middle of it.
    case truncated
    /// The input ended in the middle of one that was too large, and was answered already.
    case truncatedTooLarge
  }
}
