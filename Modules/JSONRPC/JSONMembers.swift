/// The members of a JSON object, found in one pass, as slices of the bytes they came in.
///
/// For a glance at an object that the strict scanner has passed, such as a handler's params: it is fast because it
/// checks nothing again. On other bytes its answers mean nothing, and a broken text stops the program.
public struct JSONMembers: RandomAccessCollection {
  /// A name and its value's text.
  public struct Element {
    /// The name, escapes resolved.
    public let name: ArraySlice<UInt8>
    /// The value as it is written.
    public let value: ArraySlice<UInt8>
  }

  /// Where the name with its quotes and the value begin and end, seen from the beginning of the object.
  // NB: a half of the words that four `Int` would be: an object is handed on as one value with all its places.
  private struct Place {
    var nameStart: UInt32
    var nameEnd: UInt32
    var valueStart: UInt32
    var valueEnd: UInt32

    static let nowhere = Place(nameStart: 0, nameEnd: 0, valueStart: 0, valueEnd: 0)
  }

  /// What was found, behind one reference: the members are handed on more often than they are found.
  private final class Found {
    let object: ArraySlice<UInt8>
    // NB: in place, so that an object of a few members costs no more memory of its own.
    let first: InlineArray<4, Place>
    let rest: [Place]
    let count: Int

    init(_ object: ArraySlice<UInt8>) {
      self.object = object
      var first: InlineArray<4, Place> = .init(repeating: .nowhere)
      var rest: [Place] = []
      var count = 0
      var at = object.first == 0x7B ? 1 : object.count
      while let place = JSONMembers.next(object.span, &at) {
        if count < first.count { first[count] = place } else { rest.append(place) }
        count += 1
      }
      self.first = first
      self.rest = rest
      self.count = count
    }
  }

  private let found: Found

  /// How many members there are.
  public var count: Int { found.count }
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// The members of `object`, which begins with `{`. Anything else has none.
  public init(_ object: ArraySlice<UInt8>) {
    found = Found(object)
  }

  /// The members of a text that nobody has scanned yet; nil unless it is one strict JSON object.
  public init?(scanning text: ArraySlice<UInt8>) {
    var scanner = Scanner(depthLimit: Limits().depth * 2, batchLimit: 0)
    guard text.first == 0x7B, text.withUnsafeBufferPointer({ scanner.scan($0) }) == nil else { return nil }
    self.init(text)
  }

  public subscript(index: Int) -> Element {
    let place = self[place: index]
    return Element(name: stringContent(slice(place.nameStart, place.nameEnd)), value: value(at: index))
  }

  /// The value of a member, as it is written.
  public func value(at index: Int) -> ArraySlice<UInt8> {
    let place = self[place: index]
    return slice(place.valueStart, place.valueEnd)
  }

  /// Whether a member has this name, byte by byte: Unicode's equal names are different members.
  public func isNamed(_ name: String, at index: Int) -> Bool {
    let place = self[place: index]
    let start = Int(place.nameStart) + 1
    let count = Int(place.nameEnd) - 1 - start
    // NB: a name with escapes is longer than what it says.
    guard name.utf8.count <= count else { return false }
    let object = found.object
    let bytes = object.span
    var at = start
    for byte in name.utf8 {
      if bytes[at] == 0x5C { break }
      if byte != bytes[at] { return false }
      at += 1
    }
    return at == start + count || bytes[at] == 0x5C && self[index].name.elementsEqual(name.utf8)
  }

  private subscript(place index: Int) -> Place {
    index < found.first.count ? found.first[index] : found.rest[index - found.first.count]
  }

  private func slice(_ start: UInt32, _ end: UInt32) -> ArraySlice<UInt8> {
    let object = found.object
    return object[object.startIndex + Int(start)..<object.startIndex + Int(end)]
  }

  /// The next member, or nil at the end of the object.
  private static func next(_ bytes: Span<UInt8>, _ at: inout Int) -> Place? {
    guard JSONCursor.advance(bytes, &at, to: 0x7D) else { return nil }
    let nameStart = at
    JSONCursor.skipString(bytes, &at)
    let nameEnd = at
    while at < bytes.count, Tokens.isSpace(bytes[at]) || bytes[at] == 0x3A { at += 1 }
    let valueStart = at
    JSONCursor.skipValue(bytes, &at)
    return Place(
      nameStart: UInt32(nameStart), nameEnd: UInt32(nameEnd), valueStart: UInt32(valueStart), valueEnd: UInt32(at))
  }
}

extension ArraySlice<UInt8> {
  /// The text of a JSON string that the strict scanner has passed; nil if the value is no string.
  public var jsonStringValue: String? {
    guard first == 0x22 else { return nil }
    return withUnsafeBufferPointer { bytes in
      let inside = UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
      return inside.contains(0x5C) ? nil : String(decoding: inside, as: UTF8.self)
    } ?? String(decoding: stringContent(self), as: UTF8.self)
  }
}
