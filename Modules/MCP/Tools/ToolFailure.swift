import Descriptions
import Screens

/// A failure of a tool, as a text that tells an assistant what to do next.
struct ToolFailure: Error {
  let text: String

  init(_ text: String) { self.text = text }

  /// An argument that is missing, unknown or of the wrong type.
  init(_ error: InputError, tool: String) {
    let path = error.pointer.description.dropFirst()
    let argument = path.isEmpty ? "An argument" : "The argument \"\(path)\""
    switch error.reason {
    case .missingMember: self.init("\(argument) is missing. It is \(error.expected).")
    case .unknownMember: self.init("\(argument) is not known. \(tool) takes \(error.expected).")
    case .wrongType: self.init("\(argument) cannot be read: expected \(error.expected).")
    case .unknownScreen: self.init("There is no such screen: expected \(error.expected).")
    case .unknownLink: self.init("There is no such link: expected \(error.expected).")
    case .repeatedMember: self.init("\(argument) is given twice: expected \(error.expected).")
    case .unknownEvent: self.init("There is no such event: expected \(error.expected).")
    }
  }
}
