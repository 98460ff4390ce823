import ExpectSupport
import Testing
import TextUI
import ViewModels

@testable import Console

/// The console in the pseudo-language, in which each text from a catalogue stands in brackets.
@MainActor @Suite struct PseudolanguageTests {
  /// What stands without brackets: names of screens, fields, buttons and commands, which a script writes in each language; what
  /// the backend and the seeds say; what the user has typed.
  private static let names: Set<String> = [
    "BUTTON", "COMMAND", "Cloak", "Coming", "Eleven", "FIELD", "FIRST", "Hello", "Makes", "Merlin", "NAME",
    "OPTION", "ROW", "SCREEN", "Something", "TEXT", "VALUE", "Wand", "about", "acceptance", "acceptedPrivacy", "all",
    "acceptedTerms", "activity", "back", "background", "balance", "blog", "choose", "circle", "core", "counter",
    "create", "dark", "description", "error", "expect", "failure", "foreground", "hard", "help", "in", "inches",
    "info", "its", "merlin", "mostly", "name", "newest", "next", "nimue", "nobody", "number", "oak", "of", "off",
    "on", "open", "password", "passwordAgain", "passwordInfo", "price", "product", "publish", "purchase", "quit",
    "receipt", "refresh", "registration", "result", "retry", "rows", "screens", "see", "show", "soon", "submit",
    "switch", "talks", "tap", "terms", "that", "the", "title", "to", "type", "username", "usernameInfo", "value",
    "wearer", "went", "with", "wrong",
  ]

  /// The words that no text from a catalogue has.
  private func words(outsideOfTextsIn output: String) -> Set<String> {
    var rest = output
    // A text may stand in another one.
    while case let shorter = rest.replacing(#/\[[^\[\]]*~\]/#, with: ""), shorter != rest { rest = shorter }
    return Set(rest.matches(of: #/[A-Za-zÀ-ž]{2,}/#).map { String($0.output) })
  }

  /// The words of commands, of arguments (in capitals), and those that begin a line: `refresh` in `[refresh]`, `value` in `value: --`.
  private func names(in text: String) -> Set<String> {
    var names = Set(Command.names)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("> ") { names.formUnion(line.matches(of: #/[A-Za-zÀ-ž]{2,}/#).map { String($0.output) }) }
      names.formUnion(line.prefixMatch(of: #/\s*\[?([A-Za-z]{2,})[\]:]/#).map { [String($0.output.1)] } ?? [])
      names.formUnion(line.matches(of: #/\b[A-Z]{2,}\b/#).map { String($0.output) })
    }
    return names
  }

  @Test func `each sentence of six screens, their errors and the help is from a catalogue`() async throws {
    var found: Set<String> = []
    for name in TranscriptFile.names {
      let file = try TranscriptFile(name)
      let session = await Session(file.script, failures: file.failures, AppLocalization(.pseudo))
      found.formUnion(words(outsideOfTextsIn: session.output).subtracting(names(in: session.text)))
    }
    expectEqual(found.subtracting(Self.names).sorted(), [])
  }

  @Test func `a session in German ends as one in English does`() async throws {
    for name in TranscriptFile.names {
      let file = try TranscriptFile(name)
      let session = await Session(file.script, failures: file.failures, AppLocalization(Language("de") ?? .english))
      expectEqual(session.hasFailed, file.text.contains("\nerror: line "))
      #expect(!session.output.contains("The backend"))
    }
  }
}
