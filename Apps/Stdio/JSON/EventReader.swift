import JSONRPC
import ViewModels

/// Reads an event out of the bytes of a message, which the strict scanner has passed: without Foundation, and without
/// a look at what nobody asks for.
enum EventReader {
  /// The event.
  ///
  /// - Throws: an `InputError`, which names a place and what was expected there, and repeats nothing of the text.
  static func read<Event: ScreenEvent>(_: Event.Type, from text: ArraySlice<UInt8>) throws(InputError) -> Event {
    do {
      return try Event(from: Reading(text: text))
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(.wrongType, expected: "an object")
    }
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

/// What a value reads itself from. Whoever calls says in its own words what is wrong, so all faults are one.
private struct Reading: Decoder {
  let text: ArraySlice<UInt8>

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static let fault = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "Not what was asked for."))

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard text.first == UInt8(ascii: "{") else { throw Self.fault }
    return KeyedDecodingContainer(Members<Key>(text))
  }

  // NB: no event carries a list; one that did would be refused, and the test that sends every event of every screen
  // would fail.
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.fault }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(text: text) }

  var isNull: Bool { text.first == UInt8(ascii: "n") }

  func string() throws -> String {
    guard let string = text.jsonStringValue else { throw Self.fault }
    return string
  }

  func bool() throws -> Bool {
    switch text.first {
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    default: throw Self.fault
    }
  }

  func integer<Value: FixedWidthInteger>() throws -> Value {
    guard text.isJSONInteger, let value = Value(String(decoding: text, as: UTF8.self)) else { throw Self.fault }
    return value
  }

  func number<Value: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Value {
    guard let first = text.first, first == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first,
      let value = Value(String(decoding: text, as: UTF8.self)), value.isFinite
    else { throw Self.fault }
    return value
  }

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == String.self, let value = try string() as? Value { return value }
    return try Value(from: self)
  }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let members: [(name: String, value: ArraySlice<UInt8>)]
  var codingPath: [any CodingKey] { [] }

  init(_ text: ArraySlice<UInt8>) {
    members = JSONMembers(text).map { (String(decoding: $0.name, as: UTF8.self), $0.value) }
  }

  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

  // NB: names are compared as bytes: Unicode's equal names are different members.
  func contains(_ key: Key) -> Bool {
    members.contains { $0.name.utf8.elementsEqual(key.stringValue.utf8) }
  }

  private func reading(_ key: Key) throws -> Reading {
    guard let member = members.first(where: { $0.name.utf8.elementsEqual(key.stringValue.utf8) }) else {
      throw Reading.fault
    }
    return Reading(text: member.value)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try reading(key).isNull }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try reading(key).value(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try reading(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try reading(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw Reading.fault }
  func superDecoder(forKey key: Key) throws -> any Decoder { try reading(key) }
}

private struct Single: SingleValueDecodingContainer {
  private let reading: Reading
  var codingPath: [any CodingKey] { [] }

  init(text: ArraySlice<UInt8>) { reading = Reading(text: text) }

  func decodeNil() -> Bool { reading.isNull }
  func decode(_: Bool.Type) throws -> Bool { try reading.bool() }
  func decode(_: String.Type) throws -> String { try reading.string() }
  func decode(_: Double.Type) throws -> Double { try reading.number() }
  func decode(_: Float.Type) throws -> Float { try reading.number() }
  func decode(_: Int.Type) throws -> Int { try reading.integer() }
  func decode(_: Int8.Type) throws -> Int8 { try reading.integer() }
  func decode(_: Int16.Type) throws -> Int16 { try reading.integer() }
  func decode(_: Int32.Type) throws -> Int32 { try reading.integer() }
  func decode(_: Int64.Type) throws -> Int64 { try reading.integer() }
  func decode(_: UInt.Type) throws -> UInt { try reading.integer() }
  func decode(_: UInt8.Type) throws -> UInt8 { try reading.integer() }
  func decode(_: UInt16.Type) throws -> UInt16 { try reading.integer() }
  func decode(_: UInt32.Type) throws -> UInt32 { try reading.integer() }
  func decode(_: UInt64.Type) throws -> UInt64 { try reading.integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reading.value(type) }
}
