import Screens
import ScreensSupport
import StandardIO
import Support
import Testing
import TextUI

@MainActor private final class ChatApp: TextApp {
  let core = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.chat)]))
}

/// The parts of a screen in a view that is made from its description.
@MainActor @Suite struct DescribedPartsTests {
  private func play(_ script: String) async -> String {
    let app = ChatApp()
    let transcript = Transcript(script)
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    return transcript.text
  }

  @Test func `has the fields and controls of its parts among its own`() async {
    let text = await play(
      """
      open chat
      type filterNote a note
      type days 30
      tap messageReactionWasAdded 3 sign=+1
      tap messageRetry 2
      tap editorSave
      tap write Dear Emma
      tap editorSave

      """)
    for line in [
      "  filterNote: (empty)", "  filterRangeDays: 7", "  [messageRetry ROW]", "  filterNote: a note",
      "  filterRangeDays: 30",
      "error: line 5: It was sent.", "editorText: Dear Emma",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(!text.contains("filterDidAppear"))
  }
}
