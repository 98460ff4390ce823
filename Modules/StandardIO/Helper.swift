import CStandardIO
import Dispatch
import LibC

/// A program that this process has started, and that reads and writes pipes of it. Signals of the terminal do not reach it.
///
/// A program that ends with its standard input ends with this process, however that ends.
public struct Helper: Sendable {
  /// What the program reads. Close it to let the program end.
  public let input: Descriptor
  /// What the program writes, errors included.
  public let output: Descriptor
  private let process: Int32

  /// Starts a program; `nil` if it cannot be started.
  ///
  /// - Parameter command: the name of the program, which is looked up as a shell does, and its arguments.
  public init?(_ command: [String]) {
    let words = command.map { strdup($0) }
    defer { for word in words { free(word) } }
    var (input, output): (Int32, Int32) = (-1, -1)
    process = standard_io_start_program(words + [nil], &input, &output)
    guard process > 0 else { return nil }
    self.input = Descriptor(input)
    self.output = Descriptor(output)
  }

  /// Waits for the end of the program. Call it once.
  ///
  /// - Returns: its exit code; `nil` if a signal has ended it.
  public func end() async -> Int32? {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "tributary.helper", qos: .userInitiated).async {
        let code = standard_io_wait_for_program(process)
        continuation.resume(returning: code < 0 ? nil : code)
      }
    }
  }
}
