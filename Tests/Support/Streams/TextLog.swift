/// A text stream that keeps what is written to it.
public final class TextLog: TextOutputStream {
  public private(set) var text = ""

  public init() {}

  /// The lines, without empty ones.
  public var lines: [String] { text.split(separator: "\n").map(String.init) }

  public func write(_ string: String) { text += string }
}
