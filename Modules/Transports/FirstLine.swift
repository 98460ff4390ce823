import JSON
import JSONRPC

/// Finds out whether the first line of a connection chooses a protocol: `{"protocol":"mcp"}`.
struct FirstLine {
  /// The names of the protocols. Without any, nothing is looked for.
  let names: [String]
  /// What was read so far.
  private(set) var bytes: [UInt8] = []

  /// The most bytes that such a line has.
  private static let limit = 256

  init(names: [String]) { self.names = names }

  /// Reads the next piece of the input.
  ///
  /// - Returns: the protocol that is chosen, if there is one, and what the session is to read; `nil` while that is not known.
  mutating func read(_ piece: [UInt8]) -> (name: String?, rest: [UInt8])? {
    bytes += piece
    guard !names.isEmpty else { return (nil, bytes) }
    guard let end = bytes.firstIndex(of: 0x0A) else { return bytes.count > Self.limit ? (nil, bytes) : nil }
    guard end <= Self.limit, let line = try? JSONText(scanning: bytes[..<end]), line.kind == .object,
      line.members.prefix(2).map({ $0.name.string }) == ["protocol"], let name = line["protocol"]?.string,
      names.contains(name)
    else { return (nil, bytes) }
    return (name, Array(bytes[(end + 1)...]))
  }
}
