import AppTesting
import MCP
import StreamsTesting

/// A conversation of a test with a server.
@MainActor final class Conversation {
  /// Collects the frames. It takes none while `isFull`.
  private final class Transcript: Output {
    var text = ""
    var isFull = false

    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
      guard !isFull else { return 0 }
      text += String(decoding: bytes, as: UTF8.self)
      return bytes.count
    }
  }

  let scheduler = TestScheduler()
  let server: MCPServer
  private let transcript = Transcript()
  private var readCount = 0

  init(
    offersSecrets: Bool = false, showsPrivateFields: Bool = true, trustsHostConsent: Bool = false,
    files: FileFolder? = nil, isClosedWorld: Bool = false, linksScreens: Bool = false, instanceLimit: Int = 256,
    _ makeApp: (@MainActor (TestScheduler) -> AppCore)? = nil
  ) {
    let scheduler = scheduler
    server = MCPServer(
      output: transcript, name: "workshop", version: "1.0",
      rights: AssistantRights(
        offersSecrets: offersSecrets, showsPrivateFields: showsPrivateFields, trustsHostConsent: trustsHostConsent,
        files: files),
      isClosedWorld: isClosedWorld, linksScreens: linksScreens, scheduler: scheduler.mainQueue
    ) { makeApp?(scheduler) ?? makeWorkshop(scheduler, instanceLimit: instanceLimit) }
  }

  /// Everything that was written.
  var text: String { transcript.text }

  /// Whether the client reads what is written.
  var reads: Bool {
    get { !transcript.isFull }
    set {
      transcript.isFull = !newValue
      if newValue { server.session.outputHasRoom() }
    }
  }

  /// Sends a request, and returns the lines that were written since the last call.
  @discardableResult func send(_ line: String) -> [String] {
    server.receive(Array((line + "\n").utf8))
    return newLines()
  }

  /// The lines that were written since the last call.
  func newLines() -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
    defer { readCount = lines.count }
    return Array(lines[readCount...])
  }

  /// Begins a conversation of the older era.
  func initialize() {
    send(#"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#)
  }

  /// Calls a tool, and returns the lines that were written.
  @discardableResult func call(_ tool: String, _ arguments: String = "{}", id: Int = 1) -> [String] {
    send(
      #"{"id":\#(id),"jsonrpc":"2.0","method":"tools/call","params":{"arguments":\#(arguments),"name":"\#(tool)"}}"#)
  }

  /// Calls a tool, and returns the result.
  func result(_ tool: String, _ arguments: String = "{}") -> JSONText? {
    let texts = call(tool, arguments).compactMap { try? JSONText(scanning: $0.utf8) }
    return texts.first { $0["id"] != nil }?["result"]
  }
}

extension JSONText {
  /// The text as it is written.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
