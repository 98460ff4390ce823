import AppTesting
import Screens
import ScreensSupport

/// An app with a chat, and what it reports.
@MainActor final class ChatWorld {
  let world = TestWorld()
  let app: AppCore
  let chat: ScreenInstance<ChatViewModel>
  private(set) var lines: [String] = []
  private var cancellable: AnyCancellable?

  init() {
    app = AppCore(world.environment, AppDefinition(screens: [AnyScreen(.chat), AnyScreen(.filter), AnyScreen(.vault)]))
    chat = app.open(.chat)
    cancellable = app.reports.sink { [weak self] in self?.receive($0) }
  }

  var model: ChatViewModel { chat.model }
  var state: ChatState { chat.state }

  /// Sends an event in JSON.
  func send(_ event: String) throws { try chat.send(JSONText(scanning: event.utf8)) }

  /// What was reported since the last look, apart from changes.
  func next() -> [String] {
    defer { lines = [] }
    return lines
  }

  private func receive(_ report: AppReport) {
    let id = report.instance?.id ?? "app"
    let cause = report.cause.isFront ? "" : " (consequence)"
    switch report.event {
    case .sent(let event): lines.append("sent \(Self.text(event))\(cause)")
    case .refused(let event, let reason): lines.append("refused \(Self.text(event)): \(reason)")
    case .opened: lines.append("opened \(id)")
    case .closed: lines.append("closed \(id)")
    case .busy(let isBusy): lines.append("\(id) is \(isBusy ? "busy" : "not busy")")
    default: break
    }
  }

  private static func text(_ event: any ScreenEvent) -> String {
    event.json { _, name in "secret of \(name)".json }.map { String(decoding: $0, as: UTF8.self) } ?? "?"
  }
}

/// The reason of the refusal; `nil` if it does not throw one.
@MainActor func refusal(_ body: () throws -> Void) -> String? {
  do { try body() } catch { return (error as? EventError)?.refusal ?? "\(error)" }
  return nil
}
