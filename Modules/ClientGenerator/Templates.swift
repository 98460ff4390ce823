import CClientTemplates

/// The parts of the clients that are the same for every app: the files in `Templates`.
enum Templates {
  /// What the files call the program that serves the screens.
  static let program = "tributary-stdio"
  /// The name of that program as a text of the source.
  static let quotedProgram = "\"tributary-stdio\""
  /// What the files have for the version of that program.
  static let version = "{version}"
  /// What the examples in the files have for the name of the file without its extension.
  static let module = "{module}"
  /// What the examples in the files have for the call that opens a screen.
  static let open = "{open}"
  static var python: String { text(client_template_python()) }
  static var typescript: String { text(client_template_typescript()) }
  static var swift: String { text(client_template_swift()) }

  /// The name of a client's file without its extension: that of the program without what it is spoken over.
  static func module(of program: String) -> String {
    let name = program.hasSuffix("-stdio") ? program.dropLast("-stdio".count) : program[...]
    let word = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return word.first.map { $0.isNumber ? "_" + word : word } ?? "client"
  }

  private static func text(_ file: UnsafePointer<CChar>) -> String {
    let text = String(cString: file)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
