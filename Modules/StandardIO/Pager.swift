import CStandardIO
import Dispatch
import LibC

/// A program that shows a long text page by page, such as `less`. It has the terminal while it runs, and the keys of signals.
///
/// ```swift
/// let isShown = await Pager(command: "less").show("1. Emma\n2. Persuasion\n")
/// ```
public struct Pager: Sendable {
  /// The command, as a shell takes it.
  public let command: String

  /// A pager with a command, such as the value of `PAGER`.
  public init(command: String) { self.command = command }

  /// Shows a text, and returns when the user has ended the program. Show one text at a time.
  ///
  /// - Returns: Whether the program could be started. It need not have read the whole text.
  public func show(_ text: String) async -> Bool {
    await withCheckedContinuation { continuation in
      // NB: a thread waits for the user, and it is not one of those that other tasks need.
      DispatchQueue(label: "tributary.pager", qos: .userInitiated).async {
        continuation.resume(returning: run(text))
      }
    }
  }

  private func run(_ text: String) -> Bool {
    var input: Int32 = -1
    let process = standard_io_start_command(command, &input)
    guard process > 0 else { return false }
    // A program that ends before it has read everything closes the pipe.
    try? Descriptor(input).writeAll(text)
    close(input)
    // 126 and 127 are the shell's codes for what it cannot start.
    return ![126, 127].contains(standard_io_wait_for_command(process))
  }
}
