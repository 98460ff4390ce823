public import JSON

/// The members of a JSON object from outside, read one at a time.
public struct Members: Sendable {
  private static let noMembers = JSONText(scanned: ArraySlice("{}".utf8))

  private let object: JSONText
  // NB: the first one apart, because most events have the member `type` alone, which then needs no array.
  private var first: JSONMemberPlace?
  private var others: [JSONMemberPlace] = []

  /// The members of an object.
  ///
  /// - Throws: `wrongType` for another kind of value.
  public init(_ json: JSONText) throws(InputError) {
    guard json.kind == .object else { throw InputError(.wrongType, expected: "an object") }
    object = json
    var first: JSONMemberPlace?
    var others: [JSONMemberPlace] = []
    json.forEachMember { if first == nil { first = $0 } else { others.append($0) } }
    self.first = first
    self.others = others
  }

  /// No members.
  public init() { object = Self.noMembers }

  /// The members of an object that may be left out: no value, `null` and an empty array have none. Some languages write an
  /// empty object as `[]`.
  ///
  /// - Throws: `wrongType` for another kind of value.
  public init(orNone json: JSONText?) throws(InputError) {
    guard let json, !json.isNull, json.kind != .array || Array(json.elements.prefix(1)).count > 0 else {
      self.init()
      return
    }
    try self.init(json)
  }

  /// Refuses members with other names. A name of more than 64 bytes is not repeated in the error.
  public func requireOnly(_ known: [String]) throws(InputError) {
    var unknown: String?
    forEachPlace { place in
      guard !known.contains(where: { object.hasName($0, at: place) }), let name = object.name(at: place).string else {
        return
      }
      unknown = min(name, unknown ?? name)
    }
    guard let name = unknown else { return }
    let expected = known.isEmpty ? "no members" : "no other members than " + known.joined(separator: ", ")
    throw InputError(
      .unknownMember, at: name.utf8.count <= 64 ? JSONPointer(name) : JSONPointer(), expected: expected)
  }

  /// The value of a member.
  ///
  /// - Throws: `missingMember` or `wrongType`.
  public func require<Value: JSONReadable>(_ name: String, _: Value.Type) throws(InputError) -> Value {
    guard let json = self[name] else {
      throw InputError(.missingMember, at: JSONPointer(name), expected: Value.expectation)
    }
    guard let value = Value(json) else {
      throw InputError(.wrongType, at: JSONPointer(name), expected: Value.expectation)
    }
    return value
  }

  /// The value of a member; `nil` if the member is absent or `null`.
  ///
  /// - Throws: `wrongType`.
  public func optional<Value: JSONReadable>(_ name: String, _: Value.Type) throws(InputError) -> Value? {
    guard let json = self[name], !json.isNull else { return nil }
    guard let value = Value(json) else {
      throw InputError(.wrongType, at: JSONPointer(name), expected: Value?.expectation)
    }
    return value
  }

  /// The value of a member; `nil` if the member is absent.
  public subscript(name: String) -> JSONText? {
    guard let first else { return nil }
    if object.hasName(name, at: first) { return object.value(at: first) }
    return others.first { object.hasName(name, at: $0) }.map { object.value(at: $0) }
  }

  private func forEachPlace(_ body: (JSONMemberPlace) -> Void) {
    if let first { body(first) }
    for place in others { body(place) }
  }
}
