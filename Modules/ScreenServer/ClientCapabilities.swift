import Descriptions
import JSON
import JSONRPC

/// What a client has said in `initialize` that it can do, and accepts.
struct ClientCapabilities {
  /// Updates that are patches.
  var patches = false
  /// Which front has caused an update.
  var causes = false
  /// Whether it follows the app's own view model.
  var app = false
  /// Whether it sees all that is open.
  var isShared = false
  /// The questions of the app that it answers; `nil` if it names none.
  var questions: [String]?
  /// The operations and feeds that it answers.
  var services: [String] = []
  /// What it says of itself as a front; `nil` if it says nothing.
  var front: Front?

  /// What a client says of itself as a front.
  struct Front {
    let kind: String?
    /// Whether it may come back.
    let returns: Bool
    /// The name by which it comes back.
    let returnName: String?
  }

  /// Nothing beyond what each client can do.
  init() {}

  /// Reads the argument of `initialize`. Members that are not known here are ignored: those of LSP, and of newer clients.
  ///
  /// - Throws: `wrongType` for a member with another type. An empty object may be written as `[]` and an empty array as `{}`,
  ///   because some languages cannot tell them apart.
  init(_ json: JSONText?) throws(RPCError) {
    do throws(InputError) {
      let members = try Members(orNone: json)
      patches = try members.optional("patches", Bool.self) ?? false
      causes = try members.optional("causes", Bool.self) ?? false
      app = try members.optional("app", Bool.self) ?? false
      isShared = try members.optional("shared", Bool.self) ?? false
      questions = try members.names("questions")
      services = try members.names("services") ?? []
      if let front = members["front"], !front.isNull { self.front = try Front(front) }
    } catch {
      throw RPCError(error, in: "capabilities")
    }
  }
}

extension ClientCapabilities.Front {
  fileprivate init(_ json: JSONText) throws(InputError) {
    do throws(InputError) {
      let members = try Members(orNone: json)
      kind = try members.optional("kind", String.self)
      returns = try members.optional("returns", Bool.self) ?? false
      returnName = try members.optional("return", String.self)
    } catch {
      throw error.inside("front")
    }
  }
}

extension Members {
  /// The names in a list; `nil` if the member is absent or `null`.
  fileprivate func names(_ name: String) throws(InputError) -> [String]? {
    guard let json = self[name], !json.isNull else { return nil }
    var isEmptyObject = json.kind == .object
    json.forEachMember { _ in isEmptyObject = false }
    if isEmptyObject { return [] }
    let place = JSONPointer(name)
    guard json.kind == .array else { throw InputError(.wrongType, at: place, expected: "an array of names") }
    var names: [String] = []
    for element in json.elements {
      guard let text = element.string else {
        throw InputError(.wrongType, at: place.appending(names.count), expected: "a string")
      }
      names.append(text)
    }
    return names
  }
}
