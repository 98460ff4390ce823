import JSON
import Screens

// What a front prints for other programs: an object of JSON a line.

extension TextFront {
  var printsJSON: Bool { if case .json = format { true } else { false } }

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

  /// Says which members that were asked for no state had: they are misspelt.
  func reportMissingMembers() {
    let missing = followed.presences.filter { $0.value == .absent || $0.value == .lacking }.keys
    guard !missing.isEmpty else { return }
    ending.fail()
    let names = missing.map { $0.joined(separator: ".") }.sorted().joined(separator: ", ")
    report(words.text("No state has had these members: \(names)."))
  }

  /// The state of a screen as it is shown; `nil` for a screen of no app core.
  func stateLine(of entry: ScreenStack.Entry) -> Line? {
    guard let shown = entry.instance.shown else { return nil }
    return line { writer in
      writer.member("instance", entry.title)
      writer.member("screen", shown.name)
      writer.member("state") { writer in
        let state = shown.snapshot.state
        guard case .json(let selection?) = format else { return state.write(to: &writer) }
        let json = JSONText(scanned: state.json[...])
        for path in selection.paths {
          let presence = MemberSelection.presence(of: path, in: json)
          if presence.rawValue >= followed.presences[path, default: .absent].rawValue {
            followed.presences[path] = presence
          }
        }
        selection.write(json, to: &writer)
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
