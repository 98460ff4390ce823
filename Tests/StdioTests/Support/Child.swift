import Dispatch
import Foundation
import Locking
import Support

/// The built program as a child process. What it says is read as it comes; nothing here waits for a time.
final class Child: Sendable {
  /// How it ended, and all that it said and was not read before.
  struct Ending: Equatable {
    var code: Int32
    var bySignal = false
    var output = ""
    var errors = ""
  }

  private let process: ChildProcess
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private let unread = LockedValue<[UInt8]>([])
  private let unreadErrors = LockedValue<[UInt8]>([])

  /// Starts the program.
  convenience init(_ arguments: String...) throws {
    try self.init(executable: Self.program, arguments)
  }

  /// Where the built program is: beside the tests.
  static var program: URL { Bundle.main.bundleURL.appendingPathComponent("tributary-stdio") }

  /// Starts another program.
  init(executable: URL, _ arguments: [String]) throws {
    _ = Foundation.signal(SIGPIPE, SIG_IGN)
    process = try ChildProcess(
      executable.path, arguments, .pipes(input: input, output: output, errors: errors))
  }

  /// Writes lines, and returns whether the program could read them.
  @discardableResult
  func say(_ lines: String...) -> Bool { write(lines.map { $0 + "\n" }.joined()) }

  /// Writes a text as it is.
  @discardableResult
  func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.write(input.fileHandleForWriting.fileDescriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next line of the output, or what is left behind the last line feed; `nil` at the end.
  func line() -> String? { nextLine(of: output, unread) }

  /// Reads up to the line that has a text, and returns that line; `nil` if there is none.
  func line(with text: String) -> String? {
    while let line = line() { if line.contains(text) { return line } }
    return nil
  }

  /// The next line of the standard error, or what is left behind the last line feed; `nil` at the end.
  func errorLine() -> String? { nextLine(of: errors, unreadErrors) }

  /// How many bytes of the output are in the pipe.
  var outputCount: Int {
    var count: Int32 = 0
    _ = ioctl(output.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count)
    return Int(count)
  }

  private func nextLine(of pipe: Pipe, _ unread: borrowing LockedValue<[UInt8]>) -> String? {
    unread.withLock { unread in
      while true {
        if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          defer { unread.removeFirst(end + 1) }
          return String(decoding: unread[..<end], as: UTF8.self)
        }
        let piece = pipe.nextBytes()
        if piece.isEmpty {
          defer { unread = [] }
          return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
        }
        unread += piece
      }
    }
  }

  /// Closes the program's input.
  func closeInput() { try? input.fileHandleForWriting.close() }

  /// Stops reading the program's output, for good.
  func closeOutput() { try? output.fileHandleForReading.close() }

  /// Sends a signal.
  func send(signal number: Int32) { process.send(signal: number) }

  /// Reads all that is left, and waits for the end.
  func end() -> Ending {
    var rest = ""
    while let line = line() { rest += line + "\n" }
    return endUnread(rest)
  }

  /// Waits for the end without reading the output.
  func endUnread(_ output: String = "") -> Ending {
    var errors = ""
    while let line = errorLine() { errors += line + "\n" }
    switch process.end() {
    case .exitCode(let code): return Ending(code: code, output: output, errors: errors)
    case .signal(let number): return Ending(code: number, bySignal: true, output: output, errors: errors)
    }
  }
}
