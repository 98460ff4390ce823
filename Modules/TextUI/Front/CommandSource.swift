import Foundation
public import StandardIO

/// Where a front's commands come from, and what follows from it: whether there is a prompt, whether each command waits
/// until the app is idle, and what happens to a secret that is part of a command.
@MainActor public struct CommandSource {
  /// What happens to a secret that is part of a command.
  enum SecretPolicy {
    /// It is refused, because it is on the screen. The user is asked for it without echo.
    case asked
    /// It is taken.
    case allowed
    /// It is taken, with a warning: a command line can be read by other users, and stays in the shell's history.
    case warned
  }

  private enum Lines {
    case prompt(TerminalPrompt)
    case reader(LineReader)
  }

  private let lines: Lines
  private let setMode: (StandardTerminal.Mode) -> Void
  let secretPolicy: SecretPolicy
  /// Whether each command waits until the app is idle.
  let waits: Bool
  /// Whether a command that fails is the last one: what follows was written for a screen that is not there.
  let stopsAtFailure: Bool
  /// The name of the script.
  let name: String?

  private init(
    _ lines: Lines, secretPolicy: SecretPolicy = .allowed, waits: Bool = true, stopsAtFailure: Bool = false,
    name: String? = nil,
    setMode: @escaping (StandardTerminal.Mode) -> Void = { _ in }
  ) {
    self.lines = lines
    self.setMode = setMode
    self.secretPolicy = secretPolicy
    self.waits = waits
    self.stopsAtFailure = stopsAtFailure
    self.name = name
  }

  /// A terminal at which the user edits lines.
  public static func prompt(_ prompt: TerminalPrompt) -> CommandSource {
    CommandSource(.prompt(prompt), secretPolicy: .asked, waits: false)
  }

  /// A terminal without a prompt and a line editor: the user types, and the terminal sends whole lines.
  ///
  /// - Parameters:
  ///   - reader: the lines of the terminal.
  ///   - waitsUntilIdle: whether each command waits until the app is idle.
  ///   - setMode: sets the mode of the terminal while a secret is typed.
  public static func typedLines(
    _ reader: LineReader, waitsUntilIdle: Bool = false,
    setMode: @escaping (StandardTerminal.Mode) -> Void = StandardTerminal.set
  ) -> CommandSource {
    CommandSource(.reader(reader), secretPolicy: .asked, waits: waitsUntilIdle, setMode: setMode)
  }

  /// A pipe. A script needs no pauses, and the same input gives the same output.
  public static func pipe(_ reader: LineReader) -> CommandSource { CommandSource(.reader(reader)) }

  /// A script, which ends with the first command that fails. Errors name it, and the line.
  public static func script(_ reader: LineReader, name: String) -> CommandSource {
    CommandSource(.reader(reader), stopsAtFailure: true, name: name)
  }

  /// Commands of the program's command line, up to the first that fails.
  public static func commandLine(_ commands: [String]) -> CommandSource {
    CommandSource(
      .reader(LineReader(text: commands.joined(separator: "\n"))), secretPolicy: .warned, stopsAtFailure: true)
  }

  /// The standard input of the process.
  ///
  /// - Parameter isPlain: whether a terminal gets the lines of a pipe. It asks for secrets all the same.
  public static func standardInput(isPlain: Bool = false) -> CommandSource {
    let kind = Kind(
      inputIsTerminal: Descriptor.standardInput.isTerminal, outputIsTerminal: Descriptor.standardOutput.isTerminal,
      environment: ProcessInfo.processInfo.environment, isPlain: isPlain)
    if kind != .pipe { StandardTerminal.restoreOnSignals() }
    switch kind {
    case .prompt: return .prompt(TerminalPrompt())
    case .typedLines: return .typedLines(LineReader(Descriptor.standardInput), waitsUntilIdle: isPlain)
    case .pipe: return .pipe(LineReader(Descriptor.standardInput))
    }
  }

  /// The kinds of a standard input.
  public enum Kind: Sendable {
    case prompt, typedLines, pipe

    /// The kind of an input: a prompt if the input and the output are terminals that know how to move the cursor,
    /// unless plain lines are asked for.
    public init(inputIsTerminal: Bool, outputIsTerminal: Bool, environment: [String: String], isPlain: Bool) {
      self =
        if !inputIsTerminal { .pipe } else {
          outputIsTerminal && !isPlain && environment["TERM"] != "dumb" ? .prompt : .typedLines
        }
    }
  }

  /// The terminal at which the user edits lines; `nil` if there is none.
  public var prompt: TerminalPrompt? {
    if case .prompt(let prompt) = lines { prompt } else { nil }
  }

  /// Whether a person types the commands.
  var isInteractive: Bool { secretPolicy == .asked }

  /// Whether the command that was read last waits until the app is idle.
  var waitsUntilIdle: Bool { prompt?.lineWasPasted ?? waits }

  func next(_ text: String) async -> InputLine? {
    switch lines {
    case .prompt(let prompt): await prompt.nextLine(text)
    case .reader(let reader): await reader.next()
    }
  }

  /// Reads the answer to a question; a secret without echo.
  ///
  /// - Parameters:
  ///   - answer: what stands in the line at first.
  ///   - show: shows the text before the line.
  func nextAnswer(
    _ text: String, isSecret: Bool, changing answer: String = "", show: (String) -> Void
  ) async -> InputLine? {
    switch lines {
    case .prompt(let prompt): return await prompt.nextLine(text, as: isSecret ? .secret : .answer, text: answer)
    case .reader(let reader) where !isSecret:
      show(text)
      return await reader.next()
    case .reader(let reader):
      setMode(.hidden)
      defer { setMode(.original) }
      show(text)
      let line = await reader.next()
      // The terminal has not shown the line end either.
      show("\n")
      return line
    }
  }
}
