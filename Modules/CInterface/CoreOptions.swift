import FrontOptions
import JSON

/// The options of a core as JSON: those of a command line, without their dashes.
enum CoreOptions {
  /// The arguments of a command line that say the same.
  static func arguments(_ text: String) throws(OptionError) -> [String] {
    guard let json = try? JSONText(scanning: text.utf8), json.kind == .object else {
      throw OptionError("The options are no JSON object.")
    }
    var arguments: [String] = []
    for member in json.members {
      let name = member.name.string ?? ""
      for value in member.value.kind == .array ? Array(member.value.elements) : [member.value] {
        switch value.kind {
        case .string: arguments.append("--\(name)=\(value.string ?? "")")
        case .number: arguments.append("--\(name)=\(String(decoding: value.bytes, as: UTF8.self))")
        default: throw OptionError("The option \(name) takes a text, a number, or an array of these.")
        }
      }
    }
    return arguments
  }

  /// The options of these arguments.
  @discardableResult
  static func check(_ arguments: [String], of front: Front) throws(OptionError) -> SessionOptions {
    var options = SessionOptions(operations: front.app.operations, hasClient: true)
    var rest = CommandLineArguments(arguments)
    while let option = try rest.next() {
      guard option != "--replay" else { throw OptionError("A core in C does not replay.") }
      guard try options.read(option, &rest) else {
        throw OptionError.unknown(option, known: options.declared.map(\.name))
      }
    }
    try options.check(isAlone: true)
    return options
  }
}
