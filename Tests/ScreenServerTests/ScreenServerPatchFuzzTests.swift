import ExpectSupport
import Testing
import ViewModels

@testable import ScreenServer
@testable import ServerSupport

/// Random changes of lists, and a reader that takes any number of bytes: what the client patches is what the app shows.
@MainActor @Suite struct ScreenServerPatchFuzzTests {
  private static let screens = [AnyScreen(.shelf), AnyScreen(.shelfBook)]

  /// A server, its client, and what they have in common.
  @MainActor private final class Session {
    let output = LaggingOutput()
    let stage: ServerStage
    let client = PatchingClient()
    var generator: SeededGenerator
    private var id = 1
    private var readCount = 0

    init(seed: UInt64, acceptsPatches: Bool) {
      generator = SeededGenerator(seed: seed)
      stage = ServerStage(output: output, screens: ScreenServerPatchFuzzTests.screens)
      say("initialize", #"{"capabilities":{"patches":\#(acceptsPatches)}}"#)
    }

    @discardableResult func say(_ method: String, _ params: String) -> Int {
      id += 1
      stage.server.receive(Array((request(id, method, params) + "\n").utf8))
      return id
    }

    func open(_ screen: String, _ params: String = "{}") {
      client.openings.insert(id + 1)
      say("screen/open", #"{"screen":"\#(screen)","params":\#(params)}"#)
    }

    func close(_ instance: String) {
      client.closings[id + 1] = instance
      say("screen/close", #"{"instance":"\#(instance)"}"#)
    }

    func send(_ instance: String, _ event: String) {
      say("screen/send", #"{"instance":"\#(instance)","event":\#(event)}"#)
    }

    /// Lets the client read so many bytes.
    func read(_ room: Int?) throws {
      output.room = room
      stage.server.session.outputHasRoom()
      for frame in output.frames[readCount...] {
        try client.read(frame.text)
        #expect(!frame.isHidden || !frame.text.contains("private-"), "\(frame.text)")
      }
      readCount = output.frames.count
    }

    /// The client has read everything: it has the states that the app shows, byte for byte.
    func check() throws {
      try read(nil)
      let instances = stage.server.instances
      expectEqual(Set(client.states.keys), Set(instances.keys))
      for (name, instance) in instances {
        let snapshot = instance.screen.snapshot
        expectEqual(client.states[name]?.revision, snapshot.revision)
        expectEqual(client.text(name), String(decoding: snapshot.state.json, as: UTF8.self))
      }
    }

    /// One random thing that a user, an application or a client does.
    func step() {
      let names = stage.server.instances.keys.sorted()
      guard let name = names.randomElement(using: &generator) else { return open("shelf") }
      let isShelf = name.hasPrefix("shelf")
      switch Int.random(in: 0..<20, using: &generator) {
      case 0: open("shelf", #"{"count":\#(Int.random(in: 0...40, using: &generator))}"#)
      case 1: close(name)
      case 2:
        output.isHidden = true
        say("app/send", #"{"event":{"type":"willResignActive"}}"#)
      case 3:
        // A private value may be written again as soon as the event was applied.
        output.isHidden = false
        say("app/send", #"{"event":{"type":"didBecomeActive"}}"#)
      case 4: say("screen/get", #"{"instance":"\#(name)"}"#)
      case 5 where isShelf: send(name, #"{"type":"booksWereSorted"}"#)
      case 6 where isShelf, 7 where isShelf:
        send(name, #"{"type":"bookWasTapped","id":\#(Int.random(in: 1...20, using: &generator))}"#)
      case 8 where isShelf: send(name, #"{"type":"closeButtonWasTapped"}"#)
      case _ where isShelf:
        send(name, #"{"type":"booksWereMoved","seed":\#(Int.random(in: 0..<1 << 40, using: &generator))}"#)
      case 5, 6: send(name, #"{"type":"bookWasRecommended","title":"Persuasion"}"#)
      case 7: send(name, #"{"type":"nextButtonWasTapped","title":"Sanditon"}"#)
      case 8: send(name, #"{"type":"closeButtonWasTapped"}"#)
      case 9: send(name, #"{"type":"backToFirstButtonWasTapped"}"#)
      case 10, 11: send(name, #"{"type":"saveButtonWasTapped"}"#)
      default: send(name, #"{"type":"starsChanged","stars":\#(Int.random(in: 0...5, using: &generator))}"#)
      }
    }
  }

  @Test(arguments: 0..<12) func `patches every state to the whole one`(seed: UInt64) throws {
    let session = Session(seed: seed, acceptsPatches: true)
    session.open("shelf", #"{"count":12}"#)
    try session.check()
    for step in 0..<400 {
      session.step()
      switch Int.random(in: 0..<6, using: &session.generator) {
      case 0: try session.read(Int.random(in: 0...40, using: &session.generator))
      case 1: try session.read(Int.random(in: 0...3_000, using: &session.generator))
      case 2: try session.read(nil)
      default: session.output.room = 0
      }
      if step % 50 == 49 { try session.check() }
    }
    try session.check()
    #expect(session.client.patchCount > 20)
    #expect(session.client.openedCount > 0)
  }

  @Test(arguments: 100..<104) func `writes no patch without the capability`(seed: UInt64) throws {
    let session = Session(seed: seed, acceptsPatches: false)
    session.open("shelf", #"{"count":12}"#)
    for _ in 0..<200 {
      session.step()
      try session.read(Bool.random(using: &session.generator) ? nil : 100)
    }
    try session.check()
    expectEqual(session.client.patchCount, 0)
    #expect(session.client.wholeCount > 20)
  }
}
