import Testing
import ViewModels

@testable import Console

/// The console in the pseudo-language, in which each text from a catalogue stands in brackets.
@MainActor @Suite struct PseudolanguageTests {
  /// What stands without brackets: names of screens, fields, buttons and commands, which a script writes in each language; what
  /// the backend and the seeds say; what the user has typed.
  private static let names: Set<String> = []

  /// The words that no text from a catalogue has.
  private func words(outsideOfTextsIn output: String) -> Set<String> {
    var rest = output
    // A text may stand in another one.
    while case let shorter = rest.replacing(#/\[[^\[\]]*~\]/#, with: ""), shorter != rest { rest = shorter }
    return Set(rest.matches(of: #/[A-Za-zÀ-ž]{2,}/#).map { String($0.output) })
  }

  @Test func `each sentence of six screens, their errors and the help is from a catalogue`() async throws {
    var found: Set<String> = []
    for name in TranscriptFile.names {
      let file = try TranscriptFile(name)
      let session = await Session(file.script, failures: file.failures, AppLocalization(.pseudo))
      found.formUnion(words(outsideOfTextsIn: session.output))
    }
    #expect(found.subtracting(Self.names).sorted() == [])
    #expect(Self.names.subtracting(found).sorted() == [])
  }

  @Test func `a session in German ends as one in English does`() async throws {
    for name in TranscriptFile.names {
      let file = try TranscriptFile(name)
      let session = await Session(file.script, failures: file.failures, AppLocalization(Language("de") ?? .english))
      #expect(session.hasFailed == file.text.contains("\nerror: line "))
      #expect(!session.output.contains("The backend"))
    }
  }
}
