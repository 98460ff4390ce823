import ConsoleProgram
import ViewModels

enum Program {
  /// The program.
  @MainActor static let console = ConsoleProgram(
    "tributary-console", version: "0.1.0",
    about: Words.text(
      """
      Drives the app by commands, one a line, from the standard input or a script. "help" lists them; a line that begins \
      with "#" is a comment.
      """), app: .tributary
  ) { ConsoleApp(core: $0) }
}
