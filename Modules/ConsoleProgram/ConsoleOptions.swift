import Foundation
import Programs
import StandardIO
import TextUI
import Words

/// The options of a console besides those of every front.
struct ConsoleOptions {
  /// Plain lines, whatever the output is.
  var isPlain = false
  /// An object of JSON a line, for other programs.
  var printsJSON = false
  /// The members of states that are printed as JSON; `nil` for all.
  var selectedMembers: MemberSelection?
  /// The list that is printed at the end, and nothing else.
  var listOutput: ListOutput?
  /// The commands of the command line.
  var commands: [String] = []
  /// The file with commands.
  var script: String?
  /// Whether the first command that fails ends the program, with exit code 1.
  var isStrict = false

  /// How the app of the prompt is served to other fronts.
  var serving = ServingOptions()

  /// Whether the app is shown in browsers, too.
  var showsPage = false
  /// The folder with the user's own pages; empty if none was given.
  var pages = ""
  /// The folder with the files of the page.
  var webFiles: String?
  /// The folder of the socket, where the page alone needs one.
  private(set) var socketFolder: String?

  private var openedScript: Descriptor?

  /// Reads an option, or with an empty name the script.
  ///
  /// - Throws: an `OptionError` if there are two scripts, or an option does not take the value.
  mutating func read(_ option: String, _ value: String) throws(OptionError) -> String? {
    switch option {
    case "--plain": isPlain = true
    case "--json":
      printsJSON = true
      do throws(CommandError) { if !value.isEmpty { selectedMembers = try MemberSelection(value) } } catch {
        throw OptionError(Words.text("\(option): \(error.text)"))
      }
    case "--csv", "--spreadsheet":
      guard listOutput == nil else { throw OptionError(Words.text("--csv and --spreadsheet do not go together.")) }
      do throws(CommandError) {
        listOutput = option == "--csv" ? try ListOutput(value) : ListOutput(spreadsheet: value)
      } catch {
        throw OptionError(Words.text("\(option): \(error.text)"))
      }
    case "--strict": isStrict = true
    case "-c": commands.append(value)
    case "--web": (showsPage, pages) = (true, value)
    case "--web-files": webFiles = value
    case "":
      guard script == nil else {
        throw OptionError(Words.text("There can be one script, and \(value) is another one."))
      }
      script = value
    default: _ = try serving.read(option, value)
    }
    return nil
  }

  /// Checks that the options go together, and opens the script.
  mutating func check(_ session: SessionOptions) throws(OptionError) {
    if webFiles != nil, !showsPage { throw OptionError(Words.text("--web-files needs --web.")) }
    if showsPage { try share() }
    try serving.check(session, .besidePrompt)
    if let script, !commands.isEmpty {
      throw OptionError(Words.text("-c and the script \(script) do not go together."))
    }
    if printsJSON || listOutput != nil, session.recording != nil || session.replay != nil {
      let option = printsJSON ? "--json" : listOutput?.isForSpreadsheets == true ? "--spreadsheet" : "--csv"
      throw OptionError(
        Words.text("\(option) goes without --record and --replay: a recording has the lines for people."))
    }
    if printsJSON, listOutput != nil {
      throw OptionError(Words.text("--json goes without --csv and --spreadsheet."))
    }
    guard let script, session.replay == nil else { return }
    do throws(IOFailure) {
      let file = try Descriptor.openFile(script)
      // A folder can be opened.
      _ = try file.read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
      openedScript = file
    } catch {
      throw OptionError(Words.text("\(script) cannot be read: \(error.systemMessage ?? "it is not a file")."))
    }
  }

  /// The page is a front of the prompt's app, at a socket that is named for it if none is.
  private mutating func share() throws(OptionError) {
    guard serving.socketPath != ServingOptions.passedSocket else {
      throw OptionError(Words.text("--web goes with --listen PATH, and not with the socket of a service manager."))
    }
    serving.isShared = true
    guard serving.socketPath == nil else { return }
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tributary-\(name)").path
    socketFolder = folder
    serving.socketPath = folder + "/core"
  }

  /// The page's bridge, if there is to be one.
  ///
  /// - Parameter words: the texts in the language of the app.
  @MainActor func makeBridge(words: @escaping @MainActor () -> Words) throws(OptionError) -> WebBridge? {
    guard showsPage, let socket = serving.socketPath else { return nil }
    return try WebBridge(socket: socket, ownFolder: socketFolder, pages: pages, files: webFiles, words: words)
  }

  /// Where the commands come from; `nil` for the standard input.
  @MainActor var source: CommandSource? {
    guard commands.isEmpty else { return .commandLine(commands) }
    return openedScript.map { .script(LineReader($0), name: script ?? "") }
  }

  /// The options as a table declares them.
  static let declared: [CommandOption] =
    [
      CommandOption(
        "-c", .text("COMMAND", suggestions: Command.names), isRepeated: true,
        Words.text("run a command and end; may be repeated")),
      CommandOption("--plain", goesWithReplay: true, Words.text("plain lines: no prompt, no colour")),
      CommandOption(
        "--json", .optional("MEMBERS"), goesWithReplay: true,
        Words.text(
          "each state as an object of JSON in a line, for other programs; with MEMBERS such as title,rows[].amount these alone"
        )),
      CommandOption(
        "--csv", .text("LIST[:MEMBERS]"),
        Words.text(
          "print this list of the last screen as CSV for other programs, and nothing else; with MEMBERS such as title,price.amount these alone"
        )),
      CommandOption(
        "--spreadsheet", .text("LIST"),
        Words.text("print this list as CSV for a person's spreadsheet, as the language writes it, and nothing else")),
      CommandOption(
        "--web", .optional("PAGES"),
        Words.text(
          "show the app in browsers, too: prints the address of its page; with a folder PAGES, of your own pages")),
      CommandOption(
        "--web-files", .folder("DIR"),
        Words.text("where the files of the page are, if they are neither beside the program nor where it was built")),
      CommandOption("--strict", Words.text("end with the first command that fails, with exit code 1")),
    ] + ServingOptions.declared(.besidePrompt)

  /// What the help says below the options.
  static let sections: [OptionTable.Section] =
    [
      .init(
        Words.text("Terminal"),
        Words.text(
          """
          In a terminal, lines are edited as in a shell: Tab completes, Up and Control-R find earlier lines, and Control-C \
          drops the line. Secrets are asked for. If NO_COLOR is set, lines have no colour; if TERM is "dumb", neither \
          colour nor prompt. In a pipe, in a script and with --plain, each command waits until the app is idle. Errors of \
          commands go to the standard error.
          """)),
      .init(
        Words.text("Scripts"),
        Words.text(
          """
          A script and the commands of -c end with the first command that fails: one that is refused, or after which the \
          screen shows a failure that was not there before. "expect TEXT" fails if the screen does not show the text, so a \
          script is a test. A pipe without --strict and a prompt go on.
          """)),
      .init(
        Words.text("Exit status"),
        Words.text(
          """
          The exit code is 0 after "quit" or the end of the input; 1 if a command ended the program, or when the output \
          or the recording cannot be written; 2 for wrong options, a script that cannot be read, a recording that cannot be written or \
          read, or a folder of "--state" that cannot be used. Of a replay it is 0 if all is equal, 1 if a line differs, \
          and 4 if the recording is cut off. It is 70 if a description of the app is wrong. A signal ends the program: a shell \
          shows 130 after SIGINT, 143 after SIGTERM.
          """)),
    ]
}
