import JSON
import Screens
import Words

// What a front prints for other programs: an object of JSON a line, or a list as comma-separated values.

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

  /// Writes the list of the top screen that was asked for.
  ///
  /// - Throws: a ``CommandError`` if there is none.
  func write(_ output: ListOutput) throws(CommandError) {
    let lists = stack.top?.view.canvas.elements.filter(\.isVisible).compactMap { $0 as? any AnyList } ?? []
    guard !lists.isEmpty else { throw CommandError(Words.text("The session ends on a screen without a list.")) }
    let name = try NameMatcher(kind: Words.text("list"), names: lists.map(\.name)).match(output.list)
    guard let list = lists.first(where: { $0.name == name }) else { return }
    display.write(try output.text(of: list, words))
    if list.hasMore {
      let text = Words.text(
        "The list \(name) has more rows than the \(count: list.count) that are loaded: \"\(list.moreCommand)\" loads some more."
      )
      if stopsAtFailure { throw CommandError(text) }
      report(words.string(text))
    }
  }

  private func line(_ write: (inout JSONWriter) -> Void) -> Line {
    var writer = JSONWriter()
    writer.object(write)
    return Line(String(decoding: writer.bytes, as: UTF8.self))
  }
}
