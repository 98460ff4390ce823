import JSONRPC
import ViewModels

/// One parameter of a method: how it is read, and how it is described.
struct Parameter: Sendable {
  /// The member's name in the params.
  let name: String
  /// The parameter in a sentence.
  let about: String
  /// Whether it must be there.
  let isRequired: Bool
  /// The JSON Schema (2020-12) of its values.
  let schema: @MainActor @Sendable () -> JSON

  /// A parameter that may be left out unless told otherwise.
  init(
    _ name: String, _ about: String, isRequired: Bool = false, schema: @escaping @MainActor @Sendable () -> JSON
  ) {
    self.name = name
    self.about = about
    self.isRequired = isRequired
    self.schema = schema
  }
}

/// What a method was called with, as slices of the params: read without a copy, in the order of its parameters.
struct Arguments {
  private let parameters: [Parameter]
  private let members: JSONMembers
  /// Which member stands for a parameter, and -1 where none does.
  private var places: InlineArray<4, Int> = .init(repeating: -1)

  /// The arguments in a JSON object that the strict scanner has passed.
  ///
  /// - Throws: -32602 for an unknown member, or one that is not there.
  init(_ params: ArraySlice<UInt8>, _ parameters: [Parameter]) throws(RPCError) {
    self.parameters = parameters
    members = JSONMembers(params)
    for place in 0..<members.count {
      guard let index = Self.index(of: members, place, parameters) else { throw .unknownMember(members[place].name) }
      // NB: null stands for a member that is not there, but where one is required it is a value of the wrong type.
      if parameters[index].isRequired || members.value(at: place).first != UInt8(ascii: "n") { places[index] = place }
    }
    for index in parameters.indices where parameters[index].isRequired && places[index] < 0 {
      throw RPCError(.invalidParams, reason: "missingMember", pointer: JSONPointer(parameters[index].name))
    }
  }

  /// Which parameter a member stands for.
  private static func index(of members: JSONMembers, _ place: Int, _ parameters: [Parameter]) -> Int? {
    for index in parameters.indices where members.isNamed(parameters[index].name, at: place) { return index }
    return nil
  }

  /// The text of an argument's value; `nil` if it was left out.
  subscript(index: Int) -> ArraySlice<UInt8>? { places[index] < 0 ? nil : members.value(at: places[index]) }

  /// A string.
  func string(_ index: Int) throws(RPCError) -> String? {
    guard let value = self[index] else { return nil }
    guard let text = value.jsonStringValue else { throw wrongType(index, "a string") }
    return text
  }

  /// An integer that JSON can carry exactly.
  func integer(_ index: Int) throws(RPCError) -> Int? {
    guard let value = self[index] else { return nil }
    guard value.isJSONInteger, let number = Int(String(decoding: value, as: UTF8.self)),
      number.magnitude < 1 << 53
    else { throw wrongType(index, "an integer") }
    return number
  }

  private func wrongType(_ index: Int, _ expected: String) -> RPCError {
    .invalidParams(JSONPointer(parameters[index].name), expected: expected, reason: "wrongType")
  }
}
