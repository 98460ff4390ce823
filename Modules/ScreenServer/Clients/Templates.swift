/// The parts of the clients that are the same for every app: the files in `Templates`.
enum Templates {
  /// What the files call the program that serves the screens.
  static let program = "tributary-stdio"
  /// The name of that program as a text of the source.
  static let quotedProgram = "\"tributary-stdio\""
  /// What the files have for the version of that program.
  static let version = "{version}"
  static var python: String { text(PackageResources.client_py) }
  static var typescript: String { text(PackageResources.client_ts) }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }
}
