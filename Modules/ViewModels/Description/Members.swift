/// The members of a JSON object that comes from outside, read one by one.
struct Members {
  private let container: KeyedDecodingContainer<MemberName>

  /// The members of the object that `decoder` holds.
  ///
  /// - Throws: `wrongType` if it is no object.
  init(_ decoder: any Decoder) throws(InputError) {
    do {
      container = try decoder.container(keyedBy: MemberName.self)
    } catch {
      throw InputError(.wrongType, expected: "an object")
    }
  }

  /// Refuses a member that is not among the known ones. A name too long to be a slip of the keyboard is not repeated.
  func requireOnly(_ known: [String]) throws(InputError) {
    let unknown = container.allKeys.lazy.map(\.stringValue).filter { !known.contains($0) }
    guard let name = unknown.min() else { return }
    let path = name.utf8.count <= 64 ? [name] : []
    let expected = known.isEmpty ? "no members" : "no other members than " + known.joined(separator: ", ")
    throw InputError(.unknownMember, at: path, expected: expected)
  }

  /// The value of a member that must be there.
  func require<Value: Decodable & Described>(_ name: String, _: Value.Type) throws(InputError) -> Value {
    guard container.contains(MemberName(name)) else {
      throw InputError(.missingMember, at: [name], expected: Value.expectation)
    }
    do {
      return try container.decode(Value.self, forKey: MemberName(name))
    } catch {
      throw InputError(.wrongType, at: [name], expected: Value.expectation)
    }
  }

  /// The value of a member that may be left out, or be null.
  func take<Value: Decodable & Described>(_ name: String, _: Value.Type) throws(InputError) -> Value? {
    guard container.contains(MemberName(name)) else { return nil }
    return try require(name, Value?.self)
  }
}
