import Foundation
import Support

/// A finished run of a built program.
struct ConsoleProcess {
  let exitCode: Int32
  let output: String
  let errors: String

  /// Runs a program that was built beside the tests, with a pipe as its input.
  ///
  /// - Parameter file: the file that is the standard output; by default, a pipe.
  init(
    _ arguments: [String], of program: String = "tributary-console", input: String = "",
    outputFile file: String? = nil
  ) async throws {
    let (input, output, errors) = (Self.pipe(input), Pipe(), Pipe())
    let file = file.flatMap { FileHandle(forWritingAtPath: $0) }
    let place = (file ?? output.fileHandleForWriting).fileDescriptor
    let process = try ChildProcess(
      Self.executable(program).path, arguments,
      .copies(
        input: input.fileHandleForReading.fileDescriptor, output: place,
        errors: errors.fileHandleForWriting.fileDescriptor))
    for pipe in [output, errors] { try pipe.fileHandleForWriting.close() }
    // The number of a signal, as the exit code of a program that was killed.
    switch await process.waitForEnd() {
    case .exitCode(let code), .signal(let code): exitCode = code
    }
    self.output = file == nil ? Self.text(output) : ""
    self.errors = Self.text(errors)
  }

  // The scripts and outputs of tests fit into a pipe, so no write blocks.
  private static func pipe(_ text: String) -> Pipe {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data(text.utf8))
    pipe.fileHandleForWriting.closeFile()
    return pipe
  }

  private static func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.allBytes(), as: UTF8.self)
  }

  private static func executable(_ program: String) -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    // On Apple's platforms the tests are in a bundle next to the program.
    while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(program)
  }
}
