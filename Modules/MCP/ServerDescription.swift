import JSON
import Screens

/// What a client is told of the server and its app.
struct ServerDescription {
  let name: String
  let version: String
  /// What an assistant should know of the app, in a few sentences.
  let guidance: String?

  /// The result of `initialize` and its kin.
  @MainActor func json(of app: AppCore) -> JSON {
    [
      "capabilities": [
        "logging": [:], "resources": ["listChanged": true, "subscribe": true], "tools": ["listChanged": false],
      ],
      "instructions": .string(instructions(for: app)),
      "serverInfo": ["name": .string(name), "version": .string(version)],
    ]
  }

  @MainActor private func instructions(for app: AppCore) -> String {
    let text = """
      This is an app of screens. Open one with open_screen; the answer has its instance and its state, which is what a user would see.
      Each event of a screen is a tool, such as one for a button or a text field, and takes the instance. "can" names those that the \
      state allows now, but for entries into fields.
      The answer to an event has what has "changed" in the state since the last answer; of a list, the rows that are new or have \
      changed, and the ids of those that are "removed". "failures" says why what was done has failed.
      An answer has the first rows of a list (of one that grows at its end, the last) and the beginning of a long text: "more" says of which lists how many rows are left out, \
      and "cut" names the texts. read_screen answers the rest: with a field, with words to find, from a row on.
      An answer comes when the work that the event started is done. "working": true says that some still goes on; read the \
      screen again later.
      "hidden" beside a state or a result names what is private and hidden from you. Its value there is left out or a placeholder, \
      also after you have entered it: do not take it for empty, and do not enter it again.
      A refused event changes nothing. The answer says why, and what has to come first.
      A person may be asked before an event is applied: "questions" in the answer says who, and what came of it. Do not send \
      the event again.
      "notices" is what the app says of what was done. One with an "action", such as to undo it, does that after answer_question with its \
      "question" and the answer "action".
      Screens may be opened and closed because of an event: "opened" and "closed" in the answer name them.
      What only a person may do is not a tool: ask the person to do it in a prompt or page of the same app, and read the screen again.
      Close screens that are not needed any more with close_screen.
      """
      + Self.sentences(about: app).map { "\n" + $0 }.joined()
    return guidance.map { $0 + "\n" + text } ?? text
  }

  /// What the app has beside its screens, in sentences.
  @MainActor private static func sentences(about app: AppCore) -> [String] {
    var lines: [String] = []
    if let screen = app.appScreen {
      lines.append("The instance \"app\" is the app as a whole, always open: \(screen.about) Read it with read_screen.")
    }
    let layout = app.layout
    if let start = layout.start { lines.append("People begin with the screen \(start).") }
    if !layout.tabs.isEmpty {
      let words = app.environment.words
      let tabs = layout.tabs.map { "\($0.label(in: words)) (screen \($0.screen))" }.joined(separator: ", ")
      lines.append("People see these tabs, each with the screens that were opened in it: \(tabs).")
    }
    for detail in layout.details { lines.append("The screen \(detail.detail) shows a row of \(detail.list).") }
    if !app.links.routes.isEmpty {
      let paths = app.links.routes.map { "\($0.path) (screen \($0.screen))" }.joined(separator: ", ")
      lines.append(
        "Links lead to screens, and open_screen takes one: \(paths). Other parameters follow a question mark.")
    }
    return lines
  }
}
