/// How messages are told apart in a stream of bytes.
public enum Framing: String, Sendable, CaseIterable {
  /// One JSON text per LF-terminated line.
  case lines
  /// The base protocol of LSP: `Content-Length: N`, an empty line, N bytes.
  case headers
  /// The first byte that is not blank decides; replies come in kind.
  case auto
}

extension [UInt8] {
  /// Appends one frame around a JSON text.
  mutating func appendFrame(_ text: [UInt8], _ framing: Framing) {
    if framing == .headers {
      self += "Content-Length: \(text.count)\r\n\r\n".utf8
      append(contentsOf: text)
    } else {
      append(contentsOf: text)
      append(0x0A)
    }
  }
}

/// What a decoder finds in the stream.
enum FrameEvent: Equatable {
  /// One message, as it came: not checked in any way but its size.
  case message(ArraySlice<UInt8>)
  /// A message crossed the size limit. What is left of it is skipped.
  case tooLarge
  /// The header block is none: nothing after it can be told apart.
  case lost(looksLikeLines: Bool)
  /// The stream ended inside a message whose length was announced.
  case cut
  /// The stream ended inside a message that was too large, and was answered already.
  case cutSkipping
}
