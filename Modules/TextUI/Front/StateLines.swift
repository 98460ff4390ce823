import JSON
import Screens

// What a front prints for other programs: an object of JSON a line.

extension TextFront {
  /// Prints the state of a screen.
  func showState(_ entry: ScreenStack.Entry) {
    if let line = stateLine(of: entry) { output([line]) }
  }

  /// Reports that a screen has closed.
  func showClosed(_ entry: ScreenStack.Entry) {
    guard printsJSON else { return show([Line(words.text("\(entry.title) closed"), .secondary)]) }
    let line = line { writer in
      writer.member("closed", true)
      writer.member("instance", entry.title)
      writer.member("screen", entry.instance.shown?.name ?? entry.title)
    }
    output([line])
  }

  /// The state of a screen as it is shown; `nil` for a screen of no app core.
  func stateLine(of entry: ScreenStack.Entry) -> Line? {
    guard let shown = entry.instance.shown else { return nil }
    return line { writer in
      writer.member("instance", entry.title)
      writer.member("screen", shown.name)
      writer.member("state") { writer in
        let state = shown.snapshot.state
        guard let selection = selectedMembers else { return state.write(to: &writer) }
        selection.write(JSONText(scanned: state.json[...]), to: &writer)
      }
    }
  }

  /// A text for people, such as a line of help.
  func textLine(_ line: Line) -> Line {
    self.line { $0.member("text", Style.plain.text(line)) }
  }

  private func line(_ write: (inout JSONWriter) -> Void) -> Line {
    var writer = JSONWriter()
    writer.object(write)
    return Line(String(decoding: writer.bytes, as: UTF8.self))
  }
}
