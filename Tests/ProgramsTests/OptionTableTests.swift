import ExpectSupport
import Foundation
import Programs
import Support
import Testing

@Suite struct OptionTableTests {
  private let table = OptionTable(
    "shop-front", version: "1.0", about: "Shows a shop 2.0. It's small.",
    arguments: "[OPTIONS] [FILE]", takesFiles: true,
    own: [
      CommandOption("--sort", .choice("ORDER", ["price", "name"]), "how products are sorted; by name if not set"),
      CommandOption("-c", .text("COMMAND"), isRepeated: true, "run a command: [now]"),
      CommandOption("--into", .folder("DIR"), "the folder of 'receipts'"),
      CommandOption("--a-very-long-option", .file("FILE"), "a file"),
    ], session: nil,
    sections: [.init("Exit status", ".5 is not a code. " + String(repeating: "Zero is. ", count: 12))])

  @Test func `prints help in 80 columns`() {
    expectEqual(
      table.help,
      """
      Usage: shop-front [OPTIONS] [FILE]

      Shows a shop 2.0. It's small.

      Options, as --name value or --name=value:
        --sort ORDER         how products are sorted; by name if not set
        -c COMMAND           run a command: [now]
        --into DIR           the folder of 'receipts'
        --a-very-long-option FILE
                             a file
        --completions SHELL  print completions for bash, zsh or fish
        --man                print a manual page, for man
        --help               print this text
        --version            print the version

      .5 is not a code. Zero is. Zero is. Zero is. Zero is. Zero is. Zero is. Zero is.
      Zero is. Zero is. Zero is. Zero is. Zero is.
      """)
  }

  @Test(arguments: [
    ("--sotr", "Unknown option --sotr. Did you mean --sort?"),
    ("--halp", "Unknown option --halp. Did you mean --help?"),
    ("-d", "Unknown option -d. --help lists the options."),
    ("--cc", "Unknown option --cc. --help lists the options."),
  ])
  func `suggests a declared option`(option: String, message: String) {
    expectEqual(table.unknown(option), OptionError(message))
  }

  @Test func `gives the text of the options that print one`() throws {
    var arguments = CommandLineArguments(["zsh"])
    try expectEqual(table.text(for: "--completions", &arguments), table.completions(.zsh))
    try expectEqual(table.text(for: "-h", &arguments), table.help)
    try expectEqual(table.text(for: "--man", &arguments), table.manualPage)
    try expectEqual(table.text(for: "--version", &arguments), "shop-front 1.0")
    #expect(try table.text(for: "--sort", &arguments) == nil)
    var wrong = CommandLineArguments(["csh"])
    #expect(throws: OptionError("--completions takes bash, zsh or fish.")) {
      try table.text(for: "--completions", &wrong)
    }
  }

  @Test func `writes a manual page`() {
    #expect(
      table.manualPage.hasPrefix(
        #"""
        .TH "SHOP\-FRONT" 1 "" "shop\-front 1.0"
        .SH NAME
        shop\-front \- shows a shop 2.0
        .SH SYNOPSIS
        \fBshop\-front\fR [OPTIONS] [FILE]
        .SH DESCRIPTION
        Shows a shop 2.0. It's small.
        .SH OPTIONS
        A value follows its option behind a blank or an equals sign.
        .TP
        \fB\-\-sort\fR \fIORDER\fR
        How products are sorted; by name if not set.
        .TP
        \fB\-c\fR \fICOMMAND\fR
        Run a command: [now].
        """#))
    #expect(table.manualPage.contains(".SH \"EXIT STATUS\"\n\\&.5 is not a code."))
  }

  @Test func `writes completions for zsh and fish`() {
    #expect(table.completions(.zsh).contains(#"'--sort=[how products are sorted]:ORDER:(price name)'"#))
    #expect(table.completions(.zsh).contains(#"'*-c[run a command\: \[now\]]:COMMAND:'"#))
    #expect(table.completions(.zsh).contains(#"'--into=[the folder of '\''receipts'\'']:DIR:_files -/'"#))
    #expect(table.completions(.fish).contains("complete -c shop-front -s c -x -d 'run a command: [now]'"))
    #expect(table.completions(.fish).contains("complete -c shop-front -l help -s h -d 'print this text'"))
    #expect(table.completions(.fish).contains(#"-d 'the folder of \'receipts\''"#))
  }

  @Test(arguments: [
    (["--so"], "--sort"), (["--sort", ""], "price name"), (["--sort", "=", "pr"], "price"),
    (["--sort", "="], "price name"),
    (["--completions", "b"], "bash"), (["-c", "x"], ""), (["--sort", "\"pr"], "price"), (["--sort", "'n"], "name"),
    (["--into", "sub"], "sub folder"), (["a b"], "a b.txt"),
  ])
  func `completes in bash`(words: [String], candidates: String) throws {
    let folder = TemporaryFolder()
    folder.write("a b.txt", "text")
    try FileManager.default.createDirectory(atPath: folder.path + "/sub folder", withIntermediateDirectories: false)
    let script = """
      COMP_WORDS=(shop-front "$@"); COMP_CWORD=$#; _shop_front; printf '%s' "${COMPREPLY[*]}"
      """
    let output = Pipe()
    let process = try ChildProcess(
      "bash", ["-c", table.completions(.bash) + "\n" + script, "bash"] + words, in: folder.path,
      .pipes(input: Pipe(), output: output, errors: nil))
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    expectEqual(process.end(), .exitCode(0))
    expectEqual(String(decoding: bytes, as: UTF8.self), candidates)
  }
}
