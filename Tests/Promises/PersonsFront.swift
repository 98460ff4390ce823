import Dispatch
import JSONRPC
import MCP
import ScreenServer
import Screens
import StandardIO
import Streams
import StreamsExtras
import Support
import Testing
import TextUI

/// What a person does at a front, whichever it is. A driver knows no rule of an app.
@MainActor protocol PersonsFront: AnyObject {
  /// The front begins to show what is there.
  func arrive() async
  /// Opens a screen, which the front shows from now on.
  func open(_ screen: String) async
  /// Types a text into a field of the screen.
  func enter(_ text: String, into field: String) async
  /// Presses a button of the screen, by the name of its event.
  func press(_ button: String) async
  /// Leaves the screen.
  func leave() async
  /// Takes the action that a notice offers, by its name.
  func take(_ action: String) async
  /// Gives an answer, by its name, to the question that was asked last.
  func answer(_ choice: String) async
  /// What the front has shown since the last look.
  func look() -> String
}

extension PersonsFront {
  func arrive() async {}

  func take(_ action: String) async { await answer("action") }
}

/// The kinds of fronts that are tried.
enum Driver: String, CaseIterable, CustomTestStringConvertible {
  case inProcess = "in process"
  case prompt
  case wire
  case page = "page's wire"
  case assistant

  var testDescription: String { rawValue }

  @MainActor func attach(to app: AppCore) -> any PersonsFront {
    switch self {
    case .inProcess: HostFront(app)
    case .prompt: PromptFront(app)
    case .wire: WireFront(app, .client)
    case .page: WireFront(app, .page)
    case .assistant: AssistantFront(app)
    }
  }
}

/// Code in the process.
@MainActor final class HostFront: PersonsFront {
  private let front: AppFront
  private var screen: AnyScreenInstance?
  private var shown: [String] = []
  private var cancellable: AnyCancellable?

  init(_ app: AppCore) {
    front = app.attach(.page, isShared: true, answers: [AppFront.anyQuestion])
    cancellable = front.reports.sink { [unowned self] report in
      if case .waitsForChanged = report.event { shown += front.waitsFor.map(\.instance) }
      guard case .questionOpened(let question) = report.event, let input = question.input(for: front) else { return }
      shown.append(String(decoding: input.bytes, as: UTF8.self))
    }
  }

  /// The screen that takes what is typed.
  private var top: AnyScreenInstance? { front.waitsFor.last.flatMap { front.screen($0.instance) } ?? screen }

  func arrive() async { shown += front.waitsFor.map(\.instance) }

  func open(_ screen: String) async { self.screen = try? front.open(screen) }

  func enter(_ text: String, into field: String) async { try? top?.send(.event(entering: text, into: field)) }

  func press(_ button: String) async { try? top?.send(.event(button)) }

  func leave() async { _ = top?.leave() }

  func answer(_ choice: String) async {
    guard let question = front.openQuestions.last else { return }
    try? front.answer(question.id, .answer(JSONText(scanned: choice.json[...])))
  }

  func look() -> String {
    defer { shown = [] }
    return shown.joined(separator: "\n")
  }
}

/// A prompt, by its lines.
@MainActor final class PromptFront: PersonsFront {
  private struct App: TextApp {
    let core: AppCore
  }

  private let transcript = Transcript("")
  private let front: TextFront
  private var seen = 0

  init(_ app: AppCore) {
    front = TextFront(
      App(core: app), input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain),
      errors: Display(transcript, style: .plain), isShared: true)
  }

  /// Types a line.
  func type(_ line: String) async { await front.repeatCommand(line) }

  func arrive() async { while await front.showHeldBack() {} }

  func open(_ screen: String) async { await type("open \(screen)") }

  func press(_ button: String) async {
    await arrive()
    await type("tap \(button)")
  }

  func take(_ action: String) async { await type(action) }

  func enter(_ text: String, into field: String) async { await type("type \(field) \(text)") }

  func leave() async { await type("back") }

  func answer(_ choice: String) async { await type(choice) }

  func look() -> String {
    let output = transcript.output
    defer { seen = output.utf8.count }
    return String(decoding: output.utf8.dropFirst(seen), as: UTF8.self)
  }
}

/// The frames of a conversation.
private final class Frames: Output {
  private(set) var lines: [String] = []
  private var rest = ""
  private var seen = 0

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    let parts = (rest + String(decoding: bytes, as: UTF8.self)).split(separator: "\n", omittingEmptySubsequences: false)
    rest = String(parts.last ?? "")
    lines += parts.dropLast().map(String.init)
    return bytes.count
  }

  func look() -> String {
    defer { seen = lines.count }
    return lines[seen...].joined(separator: "\n")
  }

  /// A member of the newest frame that has it.
  func newest(_ path: String...) -> JSONText? {
    for line in lines.reversed() {
      var value = try? JSONText(scanning: line.utf8)
      for name in path { value = value?[name] }
      if let value { return value }
    }
    return nil
  }

  /// The id of the newest request of a method.
  func request(_ method: String) -> String? {
    lines.reversed().lazy.compactMap { try? JSONText(scanning: $0.utf8) }
      .first { $0["method"]?.string == method }?["id"]?.string
  }
}

/// A client of the wire, or the page, which is one.
@MainActor final class WireFront: PersonsFront {
  private let frames = Frames()
  private let server: ScreenServer
  private var instance = ""
  private var number = 0

  init(_ app: AppCore, _ kind: FrontKind, questions: String = #"["*"]"#, shared: Bool = true, mayLocalize: Bool = true)
  {
    server = ScreenServer(output: frames, kind: kind, mayLocalize: mayLocalize) { app }
    ask("initialize", #"{"capabilities":{"app":true,"causes":true,"questions":\#(questions),"shared":\#(shared)}}"#)
  }

  func ask(_ method: String, _ params: String) {
    number += 1
    server.receive(Array((#"{"id":\#(number),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"# + "\n").utf8))
  }

  func open(_ screen: String) async {
    ask("screen/open", #"{"screen":"\#(screen)"}"#)
    instance = frames.newest("result", "instance")?.string ?? ""
  }

  /// The instance that takes what is typed.
  private var top: String {
    let waits = frames.newest("params", "waitsFor").map { Array($0.elements) } ?? []
    return waits.last?["instance"]?.string ?? instance
  }

  private func send(_ event: JSONText) {
    ask("screen/send", #"{"event":\#(String(decoding: event.bytes, as: UTF8.self)),"instance":"\#(top)"}"#)
  }

  func enter(_ text: String, into field: String) async { send(.event(entering: text, into: field)) }

  func press(_ button: String) async { send(.event(button)) }

  func leave() async { ask("screen/leave", #"{"instance":"\#(top)"}"#) }

  func answer(_ choice: String) async {
    let id = frames.request("question/ask") ?? ""
    server.receive(Array((#"{"id":"\#(id)","jsonrpc":"2.0","result":{"answer":"\#(choice)"}}"# + "\n").utf8))
  }

  func look() -> String { frames.look() }
}

/// An assistant, whose host asks the person.
@MainActor final class AssistantFront: PersonsFront {
  private let frames = Frames()
  private let server: MCPServer
  private var screen = ""
  private var instance = ""
  private var number = 0

  init(_ app: AppCore, asksPersons: Bool = true, scheduler: AnySchedulerOf<DispatchQueue> = .main) {
    server = MCPServer(output: frames, name: "promises", version: "1.0", scheduler: scheduler) { app }
    let capabilities = asksPersons ? #"{"elicitation":{}}"# : "{}"
    ask("initialize", #"{"capabilities":\#(capabilities),"protocolVersion":"2025-11-25"}"#)
  }

  private func ask(_ method: String, _ params: String) {
    number += 1
    server.receive(Array((#"{"id":\#(number),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"# + "\n").utf8))
  }

  /// Calls a tool.
  func call(_ tool: String, _ arguments: String) {
    ask("tools/call", #"{"arguments":\#(arguments),"name":"\#(tool)"}"#)
  }

  func open(_ screen: String) async {
    self.screen = screen
    call("open_screen", #"{"screen":"\#(screen)"}"#)
    instance = frames.newest("result", "structuredContent", "instance")?.string ?? ""
  }

  func enter(_ text: String, into field: String) async {
    call("\(screen)_\(field)Changed", #"{"instance":"\#(instance)","\#(field)":"\#(text)"}"#)
  }

  func press(_ button: String) async { call("\(screen)_\(button)", #"{"instance":"\#(instance)"}"#) }

  func leave() async { call("close_screen", #"{"instance":"\#(instance)"}"#) }

  func answer(_ choice: String) async {
    let id = frames.request("elicitation/create") ?? ""
    let result = #"{"action":"accept","content":{"answer":"\#(choice)"}}"#
    server.receive(Array((#"{"id":"\#(id)","jsonrpc":"2.0","result":\#(result)}"# + "\n").utf8))
  }

  func look() -> String { frames.look() }
}

extension JSONText {
  /// The event of a button.
  fileprivate static func event(_ button: String) -> JSONText {
    JSONText(scanned: Array(#"{"type":"\#(button)"}"#.utf8)[...])
  }

  /// The event by which a person enters a text into a field.
  fileprivate static func event(entering text: String, into field: String) -> JSONText {
    let event = #"{"\#(field)":\#(String(decoding: text.json, as: UTF8.self)),"type":"\#(field)Changed"}"#
    return JSONText(scanned: Array(event.utf8)[...])
  }
}
