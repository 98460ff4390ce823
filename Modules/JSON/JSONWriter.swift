/// Writes JSON: compact, in UTF-8, without escaped slashes. Commas are set where they belong.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object {
///   $0.member("name", "Ginny")
///   $0.member("years") { $0.array { for year in 11...13 { $0.write(year) } } }
/// }
/// String(decoding: writer.bytes, as: UTF8.self)  // {"name":"Ginny","years":[11,12,13]}
/// ```
///
/// Names are written in the order in which they come.
public struct JSONWriter: Sendable {
  /// The text so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether the next value or name follows another one in the same container.
  private var needsComma = false

  /// Whether a number was written as `null`, because JSON does not have it.
  package private(set) var hasLoss = false

  /// Whether values are written to their last digit, such as a date with fractions of a second. A state is not.
  public let isExact: Bool

  /// Whether integers are numbers with all their digits, as servers read them. JSON carries those beyond ±(2^53 - 1) inexactly to
  /// others, so they are strings.
  package private(set) var hasWholeNumbers = false

  /// A writer of an empty text.
  public init(isExact: Bool = false) { self.isExact = isExact }

  /// A writer of an empty text for a server: to the last digit, and without strings in the place of numbers.
  package static var forServer: JSONWriter {
    var writer = JSONWriter(isExact: true)
    writer.hasWholeNumbers = true
    return writer
  }

  /// Writes an object, whose members `members` writes.
  @inlinable
  public mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    open(0x7B)
    try members(&self)
    close(0x7D)
  }

  /// Writes an array, whose elements `elements` writes.
  @inlinable
  public mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    open(0x5B)
    try elements(&self)
    close(0x5D)
  }

  /// Writes a member of an object.
  @inlinable
  public mutating func member(_ name: String, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes a member of an object, whose value `value` writes.
  @inlinable
  public mutating func member(_ name: String, _ value: (inout JSONWriter) throws -> Void) rethrows {
    self.name(name)
    try value(&self)
  }

  /// Writes the name of a member, whose value is written next.
  public mutating func name(_ name: String) {
    write(name)
    bytes.append(0x3A)
    needsComma = false
  }

  /// Writes the name of a member as it is written elsewhere: a string.
  mutating func name(written name: JSONText) {
    raw(name.bytes)
    bytes.append(0x3A)
    needsComma = false
  }

  /// Writes a value.
  @inlinable
  public mutating func write(_ value: some JSONWritable) { value.write(to: &self) }

  /// Writes a string: quoted, with `"`, `\` and control characters escaped, and all else as UTF-8.
  public mutating func write(_ text: String) {
    beginValue()
    bytes.append(0x22)
    var text = text
    text.withUTF8 { utf8 in
      guard let start = utf8.baseAddress else { return }
      var (plain, at) = (0, 0)
      while true {
        at = Tokens.plainRun(start, at, utf8.count)
        guard at < utf8.count else { break }
        let byte = start[at]
        at += 1
        if byte >= 0x80 {
          while at < utf8.count, start[at] >= 0x80 { at += 1 }
        } else {
          bytes.append(contentsOf: UnsafeBufferPointer(start: start + plain, count: at - 1 - plain))
          append(escapeOf: byte)
          plain = at
        }
      }
      bytes.append(contentsOf: UnsafeBufferPointer(start: start + plain, count: utf8.count - plain))
    }
    bytes.append(0x22)
  }

  /// Writes an integer in decimal.
  public mutating func write(_ number: Int) {
    raw(String(number).utf8)
  }

  /// Writes `true` or `false`.
  public mutating func write(_ value: Bool) { raw((value ? "true" : "false").utf8) }

  /// Writes `null`.
  public mutating func null() { raw("null".utf8) }

  /// Writes `null` in place of a number that JSON does not have, such as one that is not finite. A check of the description
  /// names the field.
  public mutating func notANumber() {
    null()
    hasLoss = true
  }

  /// Writes the text of a JSON value as it is.
  public mutating func raw(_ text: some Sequence<UInt8>) {
    beginValue()
    bytes.append(contentsOf: text)
  }

  private mutating func beginValue() {
    if needsComma { bytes.append(0x2C) }
    needsComma = true
  }

  @usableFromInline
  mutating func open(_ bracket: UInt8) {
    beginValue()
    bytes.append(bracket)
    needsComma = false
  }

  @usableFromInline
  mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func append(escapeOf byte: UInt8) {
    bytes.append(0x5C)
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes += "u00".utf8
      let hexadecimal: StaticString = "0123456789abcdef"
      bytes.append(hexadecimal.utf8Start[Int(byte >> 4)])
      bytes.append(hexadecimal.utf8Start[Int(byte & 15)])
    }
  }

  fileprivate mutating func swapBytes(with other: inout [UInt8]) { swap(&bytes, &other) }
}

extension [UInt8] {
  /// Appends JSON that `body` writes, without a copy of what is there.
  public mutating func appendJSON(_ body: (inout JSONWriter) throws -> Void) rethrows {
    var writer = JSONWriter()
    writer.swapBytes(with: &self)
    defer { writer.swapBytes(with: &self) }
    try body(&writer)
  }
}

/// A value that can be written as JSON.
public protocol JSONWritable {
  /// Writes the value.
  func write(to writer: inout JSONWriter)

  /// Writes the operations of a patch that turn the JSON of another value into that of this one, byte for byte. By default,
  /// one that replaces the value, if its JSON differs.
  func writeChanges(from old: Self, to patch: inout JSONPatchWriter)

  /// Writes the operations of a patch that turn the JSON of another array into that of this one, byte for byte. By default,
  /// one that replaces the array, if the JSON of an element differs.
  static func writeChanges(of elements: [Self], from old: [Self], to patch: inout JSONPatchWriter)
}

extension JSONWritable {
  /// The value's JSON on one line.
  public var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

extension String: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Int: JSONWritable {
  /// Writes the number, or a string of its digits beyond ±(2^53 - 1).
  public func write(to writer: inout JSONWriter) {
    if magnitude < 1 << 53 || writer.hasWholeNumbers { writer.write(self) } else { writer.write(String(self)) }
  }
}

extension Int64: JSONWritable {
  /// Writes the number, or a string of its digits beyond ±(2^53 - 1).
  public func write(to writer: inout JSONWriter) {
    if magnitude < 1 << 53 || writer.hasWholeNumbers {
      writer.raw(String(self).utf8)
    } else {
      writer.write(String(self))
    }
  }
}

extension Bool: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension JSONPointer: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.write(description) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  /// Writes the value, or `null`.
  public func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.null() }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.array { for element in self { element.write(to: &$0) } }
  }
}
