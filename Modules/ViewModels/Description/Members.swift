/// Where the members of a JSON object are found, whoever has read the object.
public protocol MemberSource {
  /// The names of all members, in any order.
  var names: [String] { get }
  /// Whether every member has one of these names.
  func hasOnly(_ known: [String]) -> Bool
  /// Whether there is a member of that name, if only null.
  func contains(_ name: String) -> Bool
  /// The value of a member that is there.
  ///
  /// - Throws: Any error, if the member is not what was asked for.
  func decode<Value: Decodable>(_: Value.Type, _ name: String) throws -> Value
}

/// The members of a JSON object that comes from outside, read one by one.
public struct Members {
  private let source: any MemberSource

  /// The members that somebody has found.
  public init(_ source: some MemberSource) { self.source = source }

  /// The members of the object that `decoder` holds.
  ///
  /// - Throws: `wrongType` if it is no object.
  init(_ decoder: any Decoder) throws(InputError) {
    do {
      self.init(DecodedMembers(container: try decoder.container(keyedBy: MemberName.self)))
    } catch {
      throw InputError(.wrongType, expected: "an object")
    }
  }

  /// Refuses a member that is not among the known ones. A name too long to be a slip of the keyboard is not repeated.
  func requireOnly(_ known: [String]) throws(InputError) {
    guard !source.hasOnly(known), let name = source.names.filter({ !known.contains($0) }).min() else { return }
    let path = name.utf8.count <= 64 ? [name] : []
    let expected = known.isEmpty ? "no members" : "no other members than " + known.joined(separator: ", ")
    throw InputError(.unknownMember, at: path, expected: expected)
  }

  /// The value of a member that must be there.
  func require<Value: Decodable & Described>(_ name: String, _: Value.Type) throws(InputError) -> Value {
    guard source.contains(name) else {
      throw InputError(.missingMember, at: [name], expected: Value.expectation)
    }
    do {
      return try source.decode(Value.self, name)
    } catch {
      throw InputError(.wrongType, at: [name], expected: Value.expectation)
    }
  }

  /// The value of a member that may be left out, or be null.
  func take<Value: Decodable & Described>(_ name: String, _: Value.Type) throws(InputError) -> Value? {
    guard source.contains(name) else { return nil }
    return try require(name, Value?.self)
  }
}

/// Members that a decoder has found.
private struct DecodedMembers: MemberSource {
  let container: KeyedDecodingContainer<MemberName>

  var names: [String] { container.allKeys.map(\.stringValue) }
  func hasOnly(_ known: [String]) -> Bool { names.allSatisfy(known.contains) }
  func contains(_ name: String) -> Bool { container.contains(MemberName(name)) }

  func decode<Value: Decodable>(_: Value.Type, _ name: String) throws -> Value {
    try container.decode(Value.self, forKey: MemberName(name))
  }
}
