import ExpectSupport
import Foundation
import HTTP
import HTTPSupport
import Requests
import RequestsSupport
import Services
import Support
import Testing

@testable import ServerSupport
@testable import Stdio

/// Recordings of the built program.
@Suite(.ownThreads) final class RecordingProcessTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var file: String { folder.appendingPathComponent("session.jsonl").path }

  /// Records a session with a balance, a purchase and a registration.
  private func record() throws -> String {
    let child = try Child("--latency", "1", "--record", file)
    child.say(open(1, "balance"), open(2, "product"), open(3, "registration"), request(4, "sync"))
    while let line = child.line(), line != result(4) {}
    child.say(send(5, "product-2", "purchase"))
    for (id, type) in ["usernameChanged", "passwordChanged", "passwordAgainChanged"].enumerated() {
      let event = #"{"type":"\#(type)","text":"sesame-7"}"#
      child.say(request(id + 6, "screen/send", #"{"instance":"registration-3","event":\#(event)}"#))
    }
    child.say(request(9, "sync"))
    while let line = child.line(), line != result(9) {}
    child.closeInput()
    expectEqual(child.end(), Child.Ending(code: 0))
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  private func replay(_ text: String? = nil) throws -> Child.Ending {
    if let text { try text.write(toFile: file, atomically: false, encoding: .utf8) }
    return try Child("--replay", file).end()
  }

  @Test func `a recorded session replays equal`() throws {
    let recording = try record()
    #expect(recording.hasSuffix(#"{"end":true}"# + "\n"))
    let states = recording.split(separator: "\n").count { $0.hasPrefix(#"{"instance":"#) }
    try expectEqual(replay(), Child.Ending(code: 0, output: "All \(states) states are equal.\n"))
    // NB: the name may be told, the two passwords may not.
    #expect(recording.split(separator: "\n").filter { $0.contains("sesame-7") }.allSatisfy { $0.contains("sername") })
    let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    expectEqual(rights, 0o600)
  }

  @Test func `a secret that the client is asked with is not recorded`() throws {
    let child = try Child("--backend", "client", "--record", file)
    func call() -> String? {
      while let line = child.line() {
        if line.contains("service/call") { return line }
      }
      return nil
    }
    child.say(
      request(1, "initialize", #"{"capabilities":{"services":["account","username"]}}"#), open(2, "registration"))
    for (id, type) in ["usernameChanged", "passwordChanged", "passwordAgainChanged"].enumerated() {
      let text = id == 0 ? "ann" : "sesame-7"
      child.say(
        request(
          id + 3, "screen/send", #"{"instance":"registration-1","event":{"type":"\#(type)","text":"\#(text)"}}"#))
    }
    #expect(call()?.contains("ann") == true)
    child.say(#"{"jsonrpc":"2.0","id":"core-1","result":{"answer":true}}"#, request(6, "sync"))
    while let line = child.line(), line != result(6) {}
    child.say(send(7, "registration-1", "createButtonWasTapped"))
    #expect(call()?.contains("sesame-7") == true)
    // The answer repeats the secret, which no state may show.
    let error = #"{"kind":"problem","code":422,"detail":"sesame-7 is too short."}"#
    child.say(
      #"{"jsonrpc":"2.0","id":"core-2","error":{"code":-32000,"message":"sesame-7","data":\#(error)}}"#,
      request(8, "sync"))
    while let line = child.line(), line != result(8) { #expect(!line.contains("sesame")) }
    child.closeInput()
    expectEqual(child.end(), Child.Ending(code: 0))
    let recording = try String(contentsOfFile: file, encoding: .utf8)
    #expect(recording.contains("ann"))
    #expect(!recording.contains("sesame"))
    try expectEqual(replay().code, 0)
  }

  @Test(arguments: [false, true]) func `a session with a server replays without one`(hasFeed: Bool) throws {
    let endpoints = HTTPEndpoints(Backend.mock(offersFeeds: hasFeed), routes: HTTPRoute.services)
    let server = try LoopbackServer { Answer(of: endpoints, to: $0) }
    let child = try Child("--backend", server.url, "--record", file)
    child.say(request(1, "app/send", #"{"event":{"type":"willResignActive"}}"#), open(2, "balance"))
    child.say(open(3, "product"), request(4, "sync"))
    while let line = child.line(), line != result(4) {}
    child.say(send(5, "product-2", "purchase"), request(6, "sync"))
    while let line = child.line(), line != result(6) {}
    child.say(request(7, "app/send", #"{"event":{"type":"didBecomeActive"}}"#))
    while let line = child.line(), line != result(7) {}
    child.closeInput()
    expectEqual(child.end().code, 0)
    server.close()
    let recording = try String(contentsOfFile: file, encoding: .utf8)
    let whileHidden = recording.split(separator: "\n").prefix { !$0.contains("didBecomeActive") }
    #expect(whileHidden.contains { $0.contains("••••••") })
    // Not a few of the digits, which a reading of the clock may hold as well.
    #expect(!whileHidden.contains { $0.contains("1234.56") || $0.contains("1,234.56") })
    expectEqual(recording.split(separator: "\n").count { $0.contains(#""turn":"answer""#) }, 4)
    #expect(recording.contains(#"{"member":"value","#))
    expectEqual(recording.contains(#","element":{"#), hasFeed)
    #expect(!recording.contains(server.url))
    try expectEqual(replay().code, 0)
  }

  @Test func `equal seeds, dates and zones give equal bytes`() throws {
    func session(_ seed: String) throws -> String {
      let child = try Child("--seed=\(seed)", "--now", "2026-11-22T15:04:05Z", "--time-zone", "Asia/Tokyo")
      child.say(open(1, "counter"), open(2, "balance"), request(3, "sync"))
      for id in 4...9 { child.say(send(id, "counter-1", "nextButtonWasTapped")) }
      child.closeInput()
      return child.end().output
    }
    let first = try session("7")
    #expect(first.contains("Today at 12:04:05 AM"))
    try expectEqual(session("7"), first)
    #expect(try session("8") != first)
  }

  @Test func `a difference is one message`() throws {
    let recording = try record()
    let lines = recording.split(separator: "\n")
    let changed = try #require(lines.firstIndex { $0.contains("$1,234.56") })
    let tampered = lines[changed].replacingOccurrences(of: "$1,234.56", with: "$9,999.99")
    let turn = lines[...changed].count { $0.contains(#""turn":"#) }
    let begin = try #require(lines[...changed].last { $0.contains(#""turn":"#) })
    let ending = try replay(recording.replacingOccurrences(of: lines[changed], with: tampered))
    expectEqual(
      ending,
      Child.Ending(
        code: 1,
        errors: """
          tributary-stdio: Line \(changed + 1) of the recording differs.
          turn:     \(turn)
          after:    \(begin)
          expected: \(tampered)
          actual:   \(lines[changed])

          """))
  }

  @Test func `reports a recording that is cut off`() throws {
    let recording = try record().split(separator: "\n").prefix(6).joined(separator: "\n") + "\n{\"inst"
    let states = recording.split(separator: "\n").count { $0.hasPrefix(#"{"instance":"#) }
    try expectEqual(
      replay(recording),
      Child.Ending(
        code: 4,
        output: "All \(states) states are equal.\n",
        errors: "tributary-stdio: The recording is cut off after line 6.\n"))
  }

  @Test func `does not overwrite a file`() throws {
    try "precious".write(toFile: file, atomically: false, encoding: .utf8)
    try expectEqual(
      Child("--record", file).end(),
      Child.Ending(
        code: 2, errors: "tributary-stdio: --record: The recording cannot be written: the file is not empty.\n"))
    try expectEqual(String(contentsOfFile: file, encoding: .utf8), "precious")
  }

  @Test func `makes an empty file readable by its owner only`() throws {
    try #require(FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o644]))
    let child = try Child("--record", file)
    child.closeInput()
    expectEqual(child.end(), Child.Ending(code: 0))
    let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    expectEqual(rights, 0o600)
  }

  @Test func `a file that cannot be opened is a wrong option`() throws {
    let nowhere = folder.appendingPathComponent("nowhere/session").path
    let reason = "No such file or directory.\n"
    try expectEqual(
      Child("--record", nowhere).end(),
      Child.Ending(code: 2, errors: "tributary-stdio: --record: The recording cannot be written: \(reason)"))
    try expectEqual(
      Child("--replay", nowhere).end(),
      Child.Ending(code: 2, errors: "tributary-stdio: --replay: The recording cannot be read: \(reason)"))
    try expectEqual(
      Child("--replay", folder.path).end(),
      Child.Ending(code: 2, errors: "tributary-stdio: --replay: The recording cannot be read: Is a directory.\n"))
  }

  @Test func `refuses a wrong file in one line`() throws {
    try expectEqual(
      replay("{\"recording\":8}\n"),
      Child.Ending(
        code: 2,
        errors:
          "tributary-stdio: --replay: The recording is of another version than 7, which this program reads.\n"
      ))
    try expectEqual(
      replay("hello\n"), Child.Ending(code: 2, errors: "tributary-stdio: --replay: The file is not a recording.\n"))
  }

  #if os(Linux)
    @Test func `a full disk ends the recording and not the session`() throws {
      let child = try Child("--record", "/dev/full")
      for id in 1...100 {
        child.say(request(id, "ping"))
        expectEqual(child.line(), result(id))
      }
      child.closeInput()
      expectEqual(
        child.end(),
        Child.Ending(
          code: 1, errors: "tributary-stdio: The recording ends here: No space left on device.\n"))
    }
  #endif

  @Test func `a recording that nothing reads ends, and the session goes on`() throws {
    expectEqual(mkfifo(file, 0o600), 0)
    let reader = Foundation.open(file, O_RDONLY | O_NONBLOCK)
    let child = try Child("--record", file)
    // Many times what a pipe holds.
    for number in 1...500 {
      child.say(open(0, "product"), request(1, "screen/close", #"{"instance":"product-\#(number)"}"#))
      while let line = child.line(), line != result(1) {}
    }
    close(reader)
    child.closeInput()
    expectEqual(
      child.end(),
      Child.Ending(code: 1, errors: "tributary-stdio: The recording ends here: what reads it is too slow.\n"))
  }
}
