/// How messages are delimited in a stream of bytes.
public enum Framing: String, Sendable, CaseIterable {
  /// One JSON text per LF-terminated line.
  case lines
  /// The base protocol of LSP: `Content-Length: N`, an empty line, N bytes.
  case headers
  /// The first byte that is not white space decides, for the replies as well.
  case auto
}
