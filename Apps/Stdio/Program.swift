import ServerProgram
import ViewModels

enum Program {
  /// The program.
  static let server = ServerProgram(
    "tributary-stdio", version: "0.1.0",
    about: Words.text("Speaks JSON-RPC 2.0 with a front over the standard input and output, until the input ends."),
    app: .tributary)
}
