import JSON
import Requests
import Screens

/// The members of an answer, or of a failure, that a recording leaves out until a state has shown them.
struct PrivateMembers {
  /// The names, with the JSON that stands in for each in a replay.
  let standIns: [String: JSON]

  /// The private members of the result with which a screen closes itself.
  init(of outcome: any ScreenOutcome) { standIns = type(of: outcome).privateMembers }

  /// The private members of an operation's answers or failures. What a backend says of a failure may repeat what is
  /// private in the answer.
  init<Input, Answer>(of operation: ServiceOperation<Input, Answer>, isFailure: Bool) {
    let names = operation.answer.privateMembers
    standIns = !isFailure || names.isEmpty ? names : ["detail": "(hidden)"]
  }

  /// Takes the private members out of an answer.
  func remove(from answer: [UInt8]) -> (rest: [UInt8], hidden: [(name: String, value: [UInt8])]) {
    let answer = JSONText(scanned: answer[...])
    guard !standIns.isEmpty, answer.kind == .object else { return (Array(answer.bytes), []) }
    var hidden: [(name: String, value: [UInt8])] = []
    var writer = JSONWriter()
    writer.object { writer in
      for member in answer.members {
        let name = member.name.string ?? ""
        if standIns[name] == nil {
          writer.name(name)
          writer.write(member.value)
        } else {
          // As a state writes it.
          hidden.append((name, member.value.string?.json ?? Array(member.value.bytes)))
        }
      }
    }
    return (writer.bytes, hidden)
  }

  /// Puts the private members, or what stands in for them, into an answer that does not have them.
  ///
  /// - Parameter shown: the members that a state has shown; that of version 3 has no name.
  func insert(_ shown: [String: [UInt8]], into answer: [UInt8]) -> [UInt8] {
    let answer = JSONText(scanned: answer[...])
    let missing = standIns.filter { answer[$0.key] == nil }.sorted { $0.key < $1.key }
    guard !missing.isEmpty, answer.kind == .object else { return Array(answer.bytes) }
    var writer = JSONWriter()
    writer.object { writer in
      for member in answer.members {
        writer.name(member.name.string ?? "")
        writer.write(member.value)
      }
      for (name, standIn) in missing {
        writer.name(name)
        writer.raw(shown[name] ?? shown[""] ?? standIn.json)
      }
    }
    return writer.bytes
  }
}

extension ScreenOutcome {
  /// The result as a recording has it: without what is secret or private.
  var recorded: [UInt8] { PrivateMembers(of: self).remove(from: json).rest }
}
