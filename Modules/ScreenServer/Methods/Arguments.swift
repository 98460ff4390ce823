import Descriptions
import JSONRPC
import Screens

/// A parameter of a method: how it is read, and how it is described.
// NB: behind one reference. It has many parts, each of which is retained when a loop copies it.
final class Parameter: Sendable {
  /// The member's name in the params.
  let name: String
  /// The parameter in a sentence.
  let about: String
  /// Whether it must be present.
  let isRequired: Bool
  /// Whether an app has a use for it.
  let isOffered: @MainActor @Sendable (AppDefinition) -> Bool
  /// What its values are.
  let shape: @MainActor @Sendable (ProtocolShapes) -> Shape

  init(
    _ name: String, _ about: String, isRequired: Bool = false,
    isOffered: @escaping @MainActor @Sendable (AppDefinition) -> Bool = { _ in true },
    shape: @escaping @MainActor @Sendable (ProtocolShapes) -> Shape
  ) {
    self.name = name
    self.about = about
    self.isRequired = isRequired
    self.isOffered = isOffered
    self.shape = shape
  }
}

/// The arguments of a call, in the order of the method's parameters.
struct Arguments {
  private let parameters: [Parameter]
  private var values = Values()

  /// The values of six parameters at most. An array would be allocated for each call.
  private struct Values {
    private var first: JSONText?
    private var second: JSONText?
    private var third: JSONText?
    private var fourth: JSONText?
    private var fifth: JSONText?
    private var sixth: JSONText?

    subscript(index: Int) -> JSONText? {
      get {
        switch index {
        case 0: first
        case 1: second
        case 2: third
        case 3: fourth
        case 4: fifth
        case 5: sixth
        default: preconditionFailure("A method has six parameters at most.")
        }
      }
      set {
        switch index {
        case 0: first = newValue
        case 1: second = newValue
        case 2: third = newValue
        case 3: fourth = newValue
        case 4: fifth = newValue
        case 5: sixth = newValue
        default: preconditionFailure("A method has six parameters at most.")
        }
      }
    }
  }

  /// Reads the arguments from params.
  ///
  /// - Throws: -32602 for an unknown member, unless the method ignores them, or for a required one that is absent.
  @MainActor init(_ params: JSONText, of method: Method, in app: () -> AppDefinition) throws(RPCError) {
    let parameters = method.hasOptionalParameters ? method.parameters(in: app()) : method.parameters
    try self.init(params, parameters, ignoresUnknownMembers: method.ignoresUnknownMembers)
  }

  // NB: on no actor. A closure of the main actor that is passed to such a function looks for its actor at each call, which takes longer
  // than to compare the names.
  private init(_ params: JSONText, _ parameters: [Parameter], ignoresUnknownMembers: Bool) throws(RPCError) {
    self.parameters = parameters
    var unknown: JSONText?
    params.forEachMember { member in
      guard let index = parameters.firstIndex(where: { params.hasName($0.name, at: member) }) else {
        if unknown == nil { unknown = params.name(at: member) }
        return
      }
      let value = params.value(at: member)
      // NB: null counts as an absent member, but where one is required it is a value of the wrong type.
      if parameters[index].isRequired || !value.isNull { values[index] = value }
    }
    if let unknown, !ignoresUnknownMembers {
      let names = parameters.map(\.name).joined(separator: ", ")
      let expected = names.isEmpty ? "no members" : "no other members than " + names
      throw .unknownMember(unknown, expected: expected)
    }
    for index in parameters.indices where parameters[index].isRequired && values[index] == nil {
      throw RPCError(.invalidParams, reason: "missingMember", pointer: JSONPointer(parameters[index].name))
    }
  }

  /// An argument; `nil` if it is absent.
  subscript(index: Int) -> JSONText? { values[index] }

  /// A required argument.
  func required(_ index: Int) -> JSONText {
    guard let value = values[index] else { preconditionFailure("\(parameters[index].name) is not required.") }
    return value
  }

  /// The name of a parameter.
  func name(_ index: Int) -> String { parameters[index].name }

  /// A string; `nil` if it is absent.
  func string(_ index: Int) throws(RPCError) -> String? {
    guard let value = values[index] else { return nil }
    guard let text = value.string else { throw wrongType(index, "a string") }
    return text
  }

  /// An integer that JSON can carry exactly; `nil` if it is absent.
  func integer(_ index: Int) throws(RPCError) -> Int? {
    guard let value = values[index] else { return nil }
    guard let number = value.integer(), number.magnitude < 1 << 53 else { throw wrongType(index, "an integer") }
    return number
  }

  /// A Boolean; `nil` if it is absent.
  func boolean(_ index: Int) throws(RPCError) -> Bool? {
    guard let value = values[index] else { return nil }
    guard let isTrue = value.bool else { throw wrongType(index, "a boolean") }
    return isTrue
  }

  private func wrongType(_ index: Int, _ expected: String) -> RPCError {
    .invalidParams(JSONPointer(parameters[index].name), expected: expected, reason: "wrongType")
  }
}
