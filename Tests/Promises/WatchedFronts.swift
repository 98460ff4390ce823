import JSONRPC
import MCP
import ScreenServer
import Screens
import StandardIO
import Terminal
import TextUI

/// The fronts of an app as a program has them: a prompt, the wire, a page and an assistant. What leaves towards each is read in the moment
/// in which it leaves, for the marks of an account that is not there.
@MainActor final class WatchedFronts {
  private let watch: Watch
  private let app: AppCore
  private let prompt: TextFront
  private let clients: [ScreenServer]
  private let assistant: MCPServer
  private var number = 0

  private struct Prompt: TextApp {
    let core: AppCore
  }

  init(_ app: AppCore, _ watch: Watch) {
    self.app = app
    self.watch = watch
    prompt = TextFront(
      Prompt(core: app), input: .pipe(LineReader(text: "")),
      display: Display(Watched(watch, "prompt"), style: .plain), isShared: true)
    clients = [FrontKind.client, .page].map { kind in
      ScreenServer(output: Watched(watch, "\(kind)"), kind: kind) { app }
    }
    assistant = MCPServer(
      output: Watched(watch, "assistant"), name: "watched", version: "1.0",
      rights: AssistantRights(showsPrivateFields: true)
    ) { app }
    for client in clients { say(to: client.receive, "initialize", #"{"capabilities":{"shared":true}}"#) }
    say(to: assistant.receive, "initialize", #"{"protocolVersion":"2025-11-25"}"#)
  }

  /// Each front looks at what is open.
  func look() async {
    for screen in app.instances {
      for client in clients { say(to: client.receive, "screen/get", #"{"instance":"\#(screen.id)"}"#) }
      say(
        to: assistant.receive, "tools/call", #"{"arguments":{"instance":"\#(screen.id)"},"name":"read_screen"}"#)
    }
    for command in ["back", "open clerk", "show", "screens"] { await prompt.repeatCommand(command) }
  }

  private func say(to receive: ([UInt8]) -> Void, _ method: String, _ params: String) {
    number += 1
    receive(Array((#"{"id":\#(number),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"# + "\n").utf8))
  }
}

/// Reads what leaves a core.
@MainActor final class Watch {
  /// What was seen of an account that was not there.
  private(set) var faults: [String] = []
  /// How often the marks of the account that was there were seen, by front.
  private(set) var counts: [String: Int] = [:]
  weak var app: AppCore?

  /// Reads some bytes.
  ///
  /// - Parameters:
  ///   - name: the front that they leave for.
  ///   - accounts: the accounts that may stand in them; by default the one that is there.
  func read(_ bytes: [UInt8], _ name: String, of accounts: [String]? = nil) {
    let text = String(decoding: bytes, as: UTF8.self)
    let accounts = accounts ?? [app?.environment.account ?? ""]
    for account in ["ada", "eve"] where text.contains("of \(account)") || text.contains("\(account)-") {
      if accounts.contains(account) {
        counts[name, default: 0] += 1
      } else {
        faults.append("\(accounts): \(name): \(text)")
      }
    }
  }
}

/// An output that is watched.
private final class Watched: Output, ByteSink {
  private let watch: Watch
  private let name: String

  init(_ watch: Watch, _ name: String) {
    self.watch = watch
    self.name = name
  }

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int { write(bytes) }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let copy = Array(bytes)
    MainActor.assumeIsolated { watch.read(copy, name) }
    return copy.count
  }
}
