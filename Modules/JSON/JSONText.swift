/// A JSON value as it is written: bytes that have passed ``JSONScanner``.
///
/// Its parts are slices of the same bytes, found when they are asked for and copied only where a string has escapes.
///
/// ```swift
/// let text = try JSONText(scanning: Array(#"{"name":"Ginny","years":[11,12]}"#.utf8))
/// let name = text["name"]?.string                             // "Ginny"
/// let years = text["years"]?.elements.compactMap { $0.integer() } // [11, 12]
/// ```
public struct JSONText: Sendable {
  /// The kind of a JSON value.
  public enum Kind: Hashable, Sendable {
    case object, array, string, number, boolean, null
  }

  /// How the values in a text are written.
  public enum Notation: Hashable, Sendable {
    /// As their types describe it.
    case described
    /// As servers write it: a decimal number may be a JSON number, and a date may be `2026-11-21 15:04:05 +0100`.
    case loose
    /// The loose notation of old recordings, in which a date is a number: the seconds since 2001.
    case oldRecording
  }

  /// The text, without white space around it.
  public let bytes: ArraySlice<UInt8>
  /// How the values in it are written: the same for all parts of a text.
  public let notation: Notation

  /// A text that has passed the scanner, or a part of one.
  ///
  /// Nothing is checked again. The properties of a text that the scanner would refuse are meaningless, and reading them
  /// may stop the program.
  public init(scanned bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    while let first = bytes.first, Tokens.isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, Tokens.isSpace(last) { bytes.removeLast() }
    self.init(exactly: bytes)
  }

  /// Scans a text.
  ///
  /// - Throws: what is wrong with it.
  public init(scanning bytes: some Sequence<UInt8>, depthLimit: Int = 64) throws(JSONScanner.Defect) {
    var scanner = JSONScanner(depthLimit: depthLimit)
    self = try scanner.scan(ArraySlice(bytes))
  }

  init(exactly bytes: ArraySlice<UInt8>, _ notation: Notation = .described) {
    self.bytes = bytes
    self.notation = notation
  }

  /// The same text, whose values are read in a notation.
  public func with(_ notation: Notation) -> JSONText { JSONText(exactly: bytes, notation) }

  /// The kind of the value.
  public var kind: Kind {
    switch bytes.first {
    case 0x22: .string
    case 0x7B: .object
    case 0x5B: .array
    case 0x74, 0x66: .boolean
    case 0x6E: .null
    default: .number
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { bytes.first == 0x6E }

  /// The boolean; `nil` for another kind of value.
  public var bool: Bool? { kind == .boolean ? bytes.first == 0x74 : nil }

  /// The string with its escapes resolved; `nil` for another kind of value.
  public var string: String? { unescaped.map { String(decoding: $0, as: UTF8.self) } }

  /// The UTF-8 of the string with its escapes resolved; `nil` for another kind of value.
  ///
  /// Bytes tell apart strings that are canonically equivalent in Unicode, as RFC 8259 does.
  public var unescaped: ArraySlice<UInt8>? {
    guard bytes.first == 0x22 else { return nil }
    let content = bytes.dropFirst().dropLast()
    guard content.position(of: 0x5C) != nil else { return content }
    var text: [UInt8] = []
    content.withUnsafeBufferPointer { unescape($0.baseAddress!, 0, $0.count, into: &text) }
    return text[...]
  }

  /// Whether the value is this string, code unit by code unit.
  public func isString(_ text: String) -> Bool {
    bytes.withUnsafeBufferPointer { isWritten($0, as: text) }
  }

  /// Whether the value is a number without a fraction and an exponent.
  public var isInteger: Bool {
    let digits = bytes.first == 0x2D ? bytes.dropFirst() : bytes
    return !digits.isEmpty && digits.allSatisfy(Tokens.isDigit)
  }

  /// The number, if it is an integer and fits into the type; otherwise `nil`. `1.0` and `1e2` are integers, as JSON Schema
  /// defines them.
  public func integer<Number: FixedWidthInteger>(as _: Number.Type = Int.self) -> Number? {
    if isInteger { return Number(String(decoding: bytes, as: UTF8.self)) }
    return kind == .number ? ExactNumber(self)?.integerText.flatMap { Number($0) } : nil
  }

  /// The number nearest to the one that is written; `nil` for another kind of value.
  public var double: Double? { kind == .number ? Double(String(decoding: bytes, as: UTF8.self)) : nil }

  /// The decimal number in plain digits, such as `-1234.50`: a string of them or, in a loose notation, a number. `nil` for
  /// another value, and for a number that has hundreds of digits.
  public var decimalText: String? {
    if let text = string { return ExactNumber(plain: text) == nil ? nil : text }
    guard kind == .number, notation != .described else { return nil }
    return ExactNumber(self)?.plainText
  }

  /// The members of the object, in the order in which they are written. Another kind of value has none.
  public var members: JSONMembers { JSONMembers(self) }

  /// The elements of the array. Another kind of value has none.
  public var elements: JSONElements { JSONElements(self) }

  /// The value of a member of the object; `nil` if the object has no such member.
  ///
  /// Each call searches the object from its beginning.
  public subscript(name: String) -> JSONText? {
    for member in members where member.name.isString(name) { return member.value }
    return nil
  }
}

extension JSONText: JSONWritable {
  /// Writes the text as it is.
  public func write(to writer: inout JSONWriter) { writer.raw(bytes) }

  /// The same value without insignificant differences: members sorted by name, no white space, and only the escapes
  /// that JSON requires. Numbers stay as they are written.
  public var canonical: [UInt8] {
    var writer = JSONWriter()
    writeCanonical(to: &writer)
    return writer.bytes
  }

  private func writeCanonical(to writer: inout JSONWriter) {
    switch kind {
    case .object:
      let members = members.map { (name: $0.name.unescaped ?? [], value: $0.value) }
      writer.object { writer in
        for member in members.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
          writer.name(String(decoding: member.name, as: UTF8.self))
          member.value.writeCanonical(to: &writer)
        }
      }
    case .array: writer.array { for element in elements { element.writeCanonical(to: &$0) } }
    case .string: writer.write(string ?? "")
    case .number, .boolean, .null: writer.write(self)
    }
  }
}

/// Whether a value is this string, code unit by code unit.
///
/// - Parameter written: The value as it is written.
func isWritten(_ written: UnsafeBufferPointer<UInt8>, as text: String) -> Bool {
  guard written.first == 0x22 else { return false }
  let content = UnsafeBufferPointer(rebasing: written[1..<written.count - 1])
  // An escape has two to six bytes for each of those that it stands for.
  let length = text.utf8.count
  guard length...6 * length ~= content.count else { return false }
  guard content.count > length else {
    var text = text
    return text.withUTF8 { haveSameBytes(content, $0) } && !content.contains(0x5C)
  }
  guard content.contains(0x5C), let start = content.baseAddress else { return false }
  var unescaped: [UInt8] = []
  unescape(start, 0, content.count, into: &unescaped)
  return unescaped.elementsEqual(text.utf8)
}
