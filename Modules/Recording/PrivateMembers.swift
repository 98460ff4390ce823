import JSON
import Requests
import Screens

/// The members of an answer, or of a failure, that a recording leaves out until a state has shown them.
struct PrivateMembers {
  private let part: Part

  /// The private members of a value that the app's own code has made.
  init(of type: any Described.Type) { part = Part(type.privateMembers) }

  /// The private members of answers or of elements.
  init<Value>(of values: Codec<Value>) { part = Part(values.privateMembers) }

  /// The private members of a failure in place of an answer or an element: the text of a backend may repeat what is private
  /// there. Another detail is a name.
  ///
  /// - Parameters:
  ///   - failure: the failure as JSON.
  ///   - values: the answers or elements.
  ///   - path: where the failure is in what is recorded.
  init<Value>(of failure: JSONText?, inPlaceOf values: Codec<Value>, at path: String = "") {
    let isText = failure?["kind"]?.string == "problem"
    part = Part(!isText || values.privateMembers.isEmpty ? [:] : [path + "detail": "(hidden)".json])
  }

  /// The private members of an answer, or of a failure in its place, as JSON.
  init<Value>(of values: Codec<Value>, isFailure: Bool, _ json: [UInt8]) {
    self = isFailure ? Self(of: JSONText(scanned: json[...]), inPlaceOf: values) : Self(of: values)
  }

  /// Takes the private members out of an answer.
  ///
  /// - Returns: what is left, and each member of the answer that is private or has something private inside, whole. A
  ///   list has no name.
  func remove(from answer: [UInt8]) -> (rest: [UInt8], hidden: [(name: String, value: [UInt8])]) {
    let answer = JSONText(scanned: answer[...])
    guard !part.members.isEmpty else { return (Array(answer.bytes), []) }
    var hidden: [(name: String, value: [UInt8])] = []
    var writer = JSONWriter()
    guard answer.kind == .object else {
      if part.writeRest(of: answer, to: &writer) { hidden.append(("", Array(answer.bytes))) }
      return (writer.bytes, hidden)
    }
    part.writeRest(of: answer, to: &writer) { name, value in
      // As a state writes it.
      hidden.append((name, value.string?.json ?? Array(value.bytes)))
    }
    return (writer.bytes, hidden)
  }

  /// Puts the private members, or their placeholders, into an answer that does not have them.
  ///
  /// - Parameter shown: the members that a state has shown; that of a list has no name.
  func insert(_ shown: [String: [UInt8]], into answer: [UInt8]) -> [UInt8] {
    let answer = JSONText(scanned: answer[...])
    guard !part.members.isEmpty else { return Array(answer.bytes) }
    if answer.kind == .array, let list = shown[""] { return list }
    var writer = JSONWriter()
    part.write(answer, with: shown, to: &writer)
    return writer.bytes
  }
}

/// What is private in a part of an answer: in each element, if the part is a list.
private struct Part {
  /// The placeholder of the part in a replay, if it is private as a whole.
  private var placeholder: [UInt8]?
  /// What is private inside of it.
  private(set) var members: [String: Part] = [:]

  /// - Parameter placeholders: private members by their paths, with the placeholder of each.
  init(_ placeholders: [String: [UInt8]]) {
    for (path, placeholder) in placeholders {
      add(placeholder, at: (JSONPointer(parsing: "/" + path)?.names ?? [path])[...])
    }
  }

  private mutating func add(_ placeholder: [UInt8], at names: ArraySlice<String>) {
    if let name = names.first {
      members[name, default: Part([:])].add(placeholder, at: names.dropFirst())
    } else {
      self.placeholder = placeholder
    }
  }

  /// Writes a value without what is private in it.
  ///
  /// - Parameter hide: receives each member of an object that is private, or that has something private inside.
  /// - Returns: whether something was left out.
  @discardableResult func writeRest(
    of value: JSONText, to writer: inout JSONWriter, hide: (String, JSONText) -> Void = { _, _ in }
  ) -> Bool {
    var isPrivate = false
    switch value.kind {
    case .object where !members.isEmpty:
      writer.object { writer in
        for member in value.members {
          let name = member.name.string ?? ""
          var isHidden = false
          if let part = members[name] {
            isHidden = part.placeholder != nil
            if !isHidden {
              writer.name(name)
              isHidden = part.writeRest(of: member.value, to: &writer)
            }
          } else {
            writer.name(name)
            writer.write(member.value)
          }
          if isHidden {
            isPrivate = true
            hide(name, member.value)
          }
        }
      }
    case .array where !members.isEmpty:
      writer.array { writer in
        for element in value.elements {
          if writeRest(of: element, to: &writer) { isPrivate = true }
        }
      }
    default: writer.write(value)
    }
    return isPrivate
  }

  /// Writes a value from which what is private was left out.
  ///
  /// - Parameter shown: members of the value that are known, whole.
  func write(_ value: JSONText, with shown: [String: [UInt8]] = [:], to writer: inout JSONWriter) {
    switch value.kind {
    case .object:
      writer.object { writer in
        for member in value.members {
          let name = member.name.string ?? ""
          writer.name(name)
          if let part = members[name], part.placeholder == nil {
            if let text = shown[name] { writer.raw(text) } else { part.write(member.value, to: &writer) }
          } else {
            writer.write(member.value)
          }
        }
        for (name, part) in members.sorted(by: { $0.key < $1.key }) where value[name] == nil {
          guard let placeholder = part.placeholder else { continue }
          writer.name(name)
          writer.raw(shown[name] ?? placeholder)
        }
      }
    case .array: writer.array { writer in for element in value.elements { write(element, to: &writer) } }
    default: writer.write(value)
    }
  }
}

extension Described where Self: JSONWritable {
  /// The value as a recording has it that compares it: without what is secret or private.
  var compared: [UInt8] { PrivateMembers(of: Self.self).remove(from: json).rest }
}
