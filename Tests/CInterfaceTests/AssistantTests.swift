import ExpectSupport
import MCP
import Programs
import Screens
import ScreensSupport
import Support
import Testing

@testable import CInterface

/// An assistant over the interface of C, with the options that a program has for it.
@MainActor @Suite struct AssistantTests {
  /// The frames that a host receives.
  private final class Host {
    var text = ""

    var callbacks: Callbacks {
      Callbacks(
        onFrame: { bytes, count, context in
          Unmanaged<Host>.fromOpaque(context!).takeUnretainedValue().text += String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        }, onEnd: nil, context: Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private let hosted: HostedFront = {
    let front = Front("desk", version: "1.0", app: AppDefinition(screens: [AnyScreen(.desk)]))
    let assistant = HostedProtocol(options: AssistantOptions.declared) { values in
      let options = AssistantOptions(values)
      return { output, session, makeApp in
        let server = options.serve(front, session, output, makeApp)
        return HostedSession(server.session, keeping: server) { server.detach() }
      }
    }
    return HostedFront(front: front, protocols: ["mcp": assistant])
  }()

  /// What a tool answers, once the desk is open, to an assistant with some options.
  private func answers(_ options: String, _ calls: [String]) async throws -> String {
    let host = Host()
    let arguments = try CoreOptions.arguments(#"{"protocol":"mcp"\#(options)}"#.utf8, of: hosted)
    let core = try HostedCore(1_000_020, hosted, arguments, host.callbacks)
    defer { core.close() }
    let initialize = #""initialize","params":{"protocolVersion":"2025-11-25"}"#
    let tools = ([#""open_screen","arguments":{"screen":"desk"}"#] + calls).map {
      #""tools/call","params":{"name":\#($0)}"#
    }
    for (id, call) in ([initialize, #""tools/list""#] + tools).enumerated() {
      core.receive(Array((#"{"id":\#(id),"jsonrpc":"2.0","method":\#(call)}"# + "\n").utf8))
      while !host.text.contains(#""id":\#(id),"#) { await Task.yield() }
    }
    return host.text
  }

  @Test func `deletes by the consent of its host alone, where the options say so`() async throws {
    let clear = #""desk_clearButtonWasTapped","arguments":{"instance":"desk-1"}"#
    let refused = try await answers("", [clear])
    #expect(refused.contains("A person is asked before this") && !refused.contains(#""rows":[]"#))
    let done = try await answers(#","mcp-consent":true"#, [clear])
    #expect(!done.contains("A person is asked before this") && done.contains(#""rows":[]"#), "\(done)")
  }

  @Test func `gives the app a file of the folder that the options name`() async throws {
    let folder = TemporaryFolder()
    folder.write("a.txt", "Hi")
    let calls = [
      #""desk_fileButtonWasTapped","arguments":{"instance":"desk-1"}"#,
      #""answer_question","arguments":{"question":"question-1","answer":"a.txt"}"#,
    ]
    let given = try await answers(#","mcp-files":"\#(folder.path)""#, calls)
    #expect(given.contains("pickFile: a.txt, 2 bytes"), "\(given)")
    let refused = try await answers("", Array(calls.prefix(1)))
    #expect(!refused.contains("question-1"), "\(refused)")
  }
}
