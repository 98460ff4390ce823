import JSONRPC
import ViewModels

/// Reads an event out of the bytes of a message, which the strict scanner has passed: without Foundation, and without
/// a look at what nobody asks for.
enum EventReader {
  /// The event.
  ///
  /// - Throws: an `InputError`, which names a place and what was expected there, and repeats nothing of the text.
  static func read<Event: ScreenEvent>(_: Event.Type, from text: ArraySlice<UInt8>) throws(InputError) -> Event {
    guard text.first == UInt8(ascii: "{") else { throw InputError(.wrongType, expected: "an object") }
    return try Event(Members(TextMembers(members: JSONMembers(text))))
  }
}

extension ViewModel {
  /// What applies an event, `{"type":…}`, each time it is called.
  ///
  /// - Throws: an `InputError`.
  func event(_ text: ArraySlice<UInt8>) throws(InputError) -> () -> Void {
    let event = try EventReader.read(Event.self, from: text)
    return { [eventSubject] in eventSubject.send(event) }
  }
}

/// The members of an object in its own text.
private struct TextMembers: MemberSource {
  let members: JSONMembers

  var names: [String] { members.map { String(decoding: $0.name, as: UTF8.self) } }

  func hasOnly(_ known: [String]) -> Bool {
    var count = 0
    for name in known where contains(name) { count += 1 }
    return count == members.count
  }

  func contains(_ name: String) -> Bool { members.index(of: name) != nil }

  func decode<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    guard let index = members.index(of: name) else { throw Reading.fault }
    return try Reading(text: members.value(at: index)).value(type)
  }
}

/// What a value reads itself from. Whoever calls says in its own words what is wrong, so all faults are one.
private struct Reading: Decoder, SingleValueDecodingContainer {
  let text: ArraySlice<UInt8>

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static let fault = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "Not what was asked for."))

  // NB: no event carries a list or an object; one that did would be refused, and the test that sends every event of
  // every screen would fail.
  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> { throw Self.fault }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.fault }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // NB: the types are compared, so the value is what it is taken for; a cast would ask the runtime.
    if type == String.self { return unsafeBitCast(try string(), to: type) }
    if type == Bool.self { return unsafeBitCast(try bool(), to: type) }
    return try Value(from: self)
  }

  private func string() throws -> String {
    guard let string = text.jsonStringValue else { throw Self.fault }
    return string
  }

  private func bool() throws -> Bool {
    switch text.first {
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    default: throw Self.fault
    }
  }

  private func integer<Value: FixedWidthInteger>() throws -> Value {
    guard text.isJSONInteger, let value = Value(String(decoding: text, as: UTF8.self)) else { throw Self.fault }
    return value
  }

  private func number<Value: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Value {
    guard let first = text.first, first == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first,
      let value = Value(String(decoding: text, as: UTF8.self)), value.isFinite
    else { throw Self.fault }
    return value
  }

  func decodeNil() -> Bool { text.first == UInt8(ascii: "n") }
  func decode(_: Bool.Type) throws -> Bool { try bool() }
  func decode(_: String.Type) throws -> String { try string() }
  func decode(_: Double.Type) throws -> Double { try number() }
  func decode(_: Float.Type) throws -> Float { try number() }
  func decode(_: Int.Type) throws -> Int { try integer() }
  func decode(_: Int8.Type) throws -> Int8 { try integer() }
  func decode(_: Int16.Type) throws -> Int16 { try integer() }
  func decode(_: Int32.Type) throws -> Int32 { try integer() }
  func decode(_: Int64.Type) throws -> Int64 { try integer() }
  func decode(_: UInt.Type) throws -> UInt { try integer() }
  func decode(_: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_: UInt64.Type) throws -> UInt64 { try integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
}
