import ExpectSupport
import JSONRPC
import MCP
import Programs
import ScreenServer
import Screens
import StandardIO
import Support
import Testing

@testable import CInterface
@testable import TextUI

/// A choice among what the state has at the moment, and rows in sections, on each front.
@MainActor @Suite struct ChoiceTests {
  private struct Prompt: TextApp {
    let core: AppCore
  }

  private final class Frames: Output {
    var text = ""

    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
      text += String(decoding: bytes, as: UTF8.self)
      return bytes.count
    }
  }

  /// What a host in C receives.
  private final class Host {
    var text = ""

    var callbacks: Callbacks {
      Callbacks(
        onFrame: { bytes, count, context in
          Unmanaged<Host>.fromOpaque(context!).takeUnretainedValue().text += String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        }, onEnd: { _, _ in }, context: Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private static let definition = AppDefinition(screens: [AnyScreen(.delivery)])
  private let app = AppCore(AppEnvironment(), definition)

  /// A conversation over a server: the description of the screen, and what an event is answered.
  private func frames(_ receive: ([UInt8]) -> Void, event: String) {
    for (method, params) in [
      ("screen/list", "{}"), ("screen/open", #"{"screen":"delivery"}"#),
      ("screen/send", #"{"event":\#(event),"instance":"delivery-1"}"#),
    ] { receive(Array((#"{"id":1,"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"# + "\n").utf8)) }
  }

  private func call(_ tool: String, _ arguments: String) -> String {
    let frames = Frames()
    let server = MCPServer(output: frames, name: "choices", version: "1.0") { app }
    for (method, params) in [
      ("initialize", #"{"protocolVersion":"2025-11-25"}"#), ("tools/list", "{}"),
      ("tools/call", #"{"arguments":{"screen":"delivery"},"name":"open_screen"}"#),
      ("tools/call", #"{"arguments":\#(arguments),"name":"\#(tool)"}"#),
    ] { server.receive(Array((#"{"id":1,"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"# + "\n").utf8)) }
    return frames.text
  }

  private func run(_ script: String) async -> String {
    let transcript = Transcript(script)
    await TextFront(
      Prompt(core: app), input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain)
    ).run()
    return transcript.text
  }

  private let refusal = "This is not one of the choices."

  @Test func `is described without a mistake`() {
    expectEqual(Self.definition.check().map(\.description), [])
  }

  @Test(
    arguments: [
      (DeliveryEvent.slotWasChosen(7), nil), (.slotWasChosen(nil), nil), (.placeChanged("The porter"), nil),
      (.slotWasChosen(8), "It is full."), (.slotWasChosen(10), "This is not one of the choices."),
      (.slotWasChosen(11), "This is not one of the choices."),
      (.placeChanged("the door"), "This is not one of the choices."),
    ] as [(DeliveryEvent, String?)])
  private func `in process, what is not there is refused`(event: DeliveryEvent, reason: String?) throws {
    let screen = app.open(.delivery)
    guard let reason else { return try screen.send(event) }
    let error = #expect(throws: EventError.self) { try screen.send(event) }
    expectEqual(error?.description, "refused(\(reason))")
  }

  @Test func `what has gone since is refused`() throws {
    let screen = app.open(.delivery)
    try screen.send(.slotsWereLoaded)
    let error = #expect(throws: EventError.self) { try screen.send(.slotWasChosen(7)) }
    expectEqual(error?.description, "refused(\(refusal))")
  }

  @Test func `a prompt has names to choose from, and sections`() async throws {
    let text = await run(
      """
      open delivery
      choose slot "9 to 12 (9)"
      choose slot 12
      choose slot 15
      choose place "The porter"
      choose slot none
      """ + "\n")
    for line in [
      "slot: any time",
      "past: 3 rows\n    2026-11-30\n    1. 9 to 12, €4\n    2. 12 to 15, €4\n    2026-11-27\n    3. 9 to 12, €2\n",
      "slot: 9 to 12, Dec 1, 2026, €2\n", "line 3: It is full.", "line 4: ", "place: The porter",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
    #expect(!text.contains("slots:") && !text.contains("places:"), "\(text)")
  }

  @Test func `a prompt completes the names, with what else is known of them`() async throws {
    let screen = try app.attach(.prompt).open("delivery")
    let view = DescribedView(screen, app.definition.screens.first)
    let choice = try #require(view.canvas.elements.first { $0.name == "slot" } as? any AnyChoiceField)
    expectEqual(choice.typedOptions, ["\"9 to 12 (7)\"", "\"12 to 15\"", "\"9 to 12 (9)\"", "none"])
    expectEqual(choice.optionLabels[1], "12 to 15, Nov 30, 2026, €4 (It is full.)")
    expectEqual(choice.optionLabels[3], "any time")
  }

  @Test func `a table at a prompt has the headings, and room for them`() throws {
    let screen = try app.attach(.prompt).open("delivery")
    let view = DescribedView(screen, app.definition.screens.first)
    func rows(_ height: Int) -> [String] {
      view.canvas.card(columns: 60, rows: height).map(Style.plain.text).filter { $0.hasPrefix("  ") }
        .map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
    }
    expectEqual(
      Array(rows(20).dropFirst()),
      ["Nov 30, 2026", "1. 9 to 12      €4", "2. 12 to 15     €4", "Nov 27, 2026", "3. 9 to 12      €2"])
    // A list has three lines at least.
    expectEqual(Array(rows(5).dropFirst()), ["Nov 30, 2026", "1. 9 to 12     €4"])
  }

  @Test(arguments: ["wire", "C"]) func `the wire has the list that one chooses from`(front: String) throws {
    func answers(_ event: String) throws -> String {
      guard front == "C" else {
        let output = Frames()
        let server = ScreenServer(output: output) { app }
        frames(server.receive, event: event)
        return output.text
      }
      let host = Host()
      let hosted = HostedFront(front: Front("delivery", version: "1", app: Self.definition))
      let core = try HostedCore(1_000_100, hosted, [], host.callbacks)
      frames(core.receive, event: event)
      core.close()
      return host.text
    }
    let text = try answers(#"{"slot":11,"type":"slotWasChosen"}"#)
    #expect(text.contains(#""x-choice":true,"x-field":"slot","x-row-disabled-reason":"fullReason""#), "\(text)")
    #expect(text.contains(#""x-sectioned-by":"day""#) && text.contains(refusal), "\(text)")
  }

  @Test func `the wire takes what is in the list`() throws {
    let output = Frames()
    let server = ScreenServer(output: output) { app }
    frames(server.receive, event: #"{"slot":9,"type":"slotWasChosen"}"#)
    #expect(!output.text.contains(#""error""#), "\(output.text)")
    expectEqual((app.instances.last?.snapshot.state as? DeliveryState)?.slot, 9)
  }

  @Test func `an assistant is told which list has the values`() throws {
    let text = call("delivery_slotWasChosen", #"{"instance":"delivery-1","slot":11}"#)
    for part in [
      "When it comes. The id of a row of slots. The slots that are free.",
      "Where it is left. One of places. Where it can be left.", refusal,
    ] { #expect(text.contains(part), "\(part) in \(text)") }
  }
}
