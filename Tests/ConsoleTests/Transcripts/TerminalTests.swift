import Services
import Testing

@testable import Console

@MainActor @Suite struct TerminalTests {
  @Test func `a redacted value is a bar, and the prompt tells the screen and where the app is`() async {
    let conversation = await Conversation([
      ("> ", "open balance\n"),
      ("value: $1,234.56", "background\n"),
      ("balance (background)> ", "foreground\n"),
      ("balance> ", "quit\n"),
    ])
    #expect(
      conversation.output.visible == """
        Tributary. "help" says what can be done.
        > <bold>balance<>
        <faint>  <>value: --
        <faint>  <>[refresh]
        <faint>  <>info: Loading...
        <faint>  <>activity: <faint>running<>
        <faint>  <>[refresh]<faint> (hidden)<>
        balance> <erase><faint>  <>value: $1,234.56
        <faint>  <>info: Last update: Today at 3:04:05 PM.
        <faint>  <>activity: <faint>stopped<>
        <faint>  <>[refresh]
        balance> <faint>  <>value: ████████
        balance (background)> <faint>  <>value: $1,234.56
        balance> 
        """)
  }

  @Test func `a failure is red`() async {
    let conversation = await Conversation([("> ", "open balance\n"), ("Failed", "quit\n")], failures: [.balance])
    #expect(conversation.output.visible.contains("<faint>  <>info: <red>Failed to update.<>\n"))
  }

  @Test func `an error is red, and has no line number`() async {
    let conversation = await Conversation([("> ", "opn\n"), ("mean", "quit\n")])
    #expect(conversation.output.visible.contains("> <red>There is no such command. Did you mean \"open\"?<>\n> "))
  }

  @Test func `a secret is asked for with the echo off, and never shown`() async {
    let conversation = await Conversation([
      ("> ", "open registration\n"), ("registration> ", "type password\n"), ("password: ", "type hunter2\n"),
      ("(secret)", "type again type hunter2\n"), ("(none)", ""),
    ])
    #expect(conversation.echoes == [false, true])
    #expect(
      conversation.output.visible.hasSuffix(
        """
        registration> password: 
        <faint>  <>password: <faint>(secret)<>
        <faint>  <>passwordInfo: The passwords are not the same.
        registration> <faint>  <>passwordAgain: <faint>(secret)<>
        <faint>  <>passwordInfo: <faint>(none)<>
        registration> 

        """))
    #expect(!conversation.output.contains("hunter2"))
  }

  @Test func `the input's end in the middle of a line leaves the cursor on a line of its own`() async {
    let conversation = await Conversation([("> ", "screens\n")])
    #expect(conversation.output.hasSuffix("\n> \n"))
  }
}

extension String {
  /// The text with names for what a terminal obeys.
  fileprivate var visible: String {
    [
      ("\r\u{1B}[K", "<erase>"), ("\u{1B}[0m", "<>"), ("\u{1B}[1m", "<bold>"), ("\u{1B}[2m", "<faint>"),
      ("\u{1B}[31m", "<red>"),
    ].reduce(self) { text, name in
      text.split(separator: name.0, omittingEmptySubsequences: false).joined(separator: name.1)
    }
  }
}
