import AppTesting
import ExpectSupport
import Foundation
import Recording
import Requests
import Screens
import StreamsTesting
import Support
import Testing

/// Transfers of files in a recording: progress and answer, without bytes, and with a name that a state has shown.
@MainActor @Suite struct RecordedTransferTests {
  private let backend = ScriptedBackend()
  private let scheduler = TestScheduler()
  private let definition = AppDefinition(screens: [AnyScreen(.postroom)])
  private let lines = Lines()
  private let recorder: Recorder
  private let app: AppCore
  private let instance: ScreenInstance<PostroomViewModel>

  @MainActor private final class Lines {
    var text = ""
  }

  init() {
    recorder = Recorder(
      SessionConfiguration(front: "test 1.0", mock: nil, seed: 7, timeZone: .gmt), main: scheduler.mainQueue,
      clock: { .fixed }, write: { [lines] in lines.text += String(decoding: $0, as: UTF8.self) })
    let app = recorder.makeApp(definition, server: backend.backend)
    self.app = app
    instance = recorder.turn { app.open(.postroom) }
  }

  private func send(_ event: PostroomEvent) { recorder.turn { instance.model.eventSubject.send(event) } }

  private func difference() async throws -> String? {
    recorder.end()
    return await Replay(try Recording(Array(lines.text.utf8)), definition, threadTimeout: .seconds(600)).run()?.message
  }

  @Test func `replays progress, answer and failure, and has no bytes`() async throws {
    send(.sendButtonWasTapped)
    let call = backend.last(.post)
    expectEqual(call.input.content.bytes, Array(PostroomViewModel.content.utf8))
    for count in [0, 10] {
      call.report(TransferProgress(.sent, count, of: 20))
      scheduler.advance()
    }
    expectEqual(instance.state.progress, 0.5)
    call.succeed(7)
    scheduler.advance()
    send(.sendButtonWasTapped)
    backend.last(.post).report(TransferProgress(.sent, 1, of: nil))
    scheduler.advance()
    #expect(instance.state.progress == nil)
    backend.last(.post).fail(.file("There is no room left on the disk."))
    scheduler.advance()
    expectEqual(instance.state.texts, ["parcel 7", "There is no room left on the disk."])
    #expect(try await difference() == nil, "\(lines.text)")
    for text in ["letter", Data(PostroomViewModel.content.utf8).base64EncodedString()] {
      #expect(!lines.text.contains(text))
    }
  }

  @Test(arguments: [false, true])
  func `a name is in it once a state has shown it, and a replay opens no file`(isShown: Bool) async throws {
    let folder = TemporaryFolder()
    let source = FileReference(name: "salary.pdf", bytes: Array(PostroomViewModel.content.utf8))
    var file: FileReference? = try source.copy(to: FileFolder(folder.path))
    send(.collectButtonWasTapped)
    backend.last(.collect).report(TransferProgress(.received, 1, of: 21))
    scheduler.advance()
    backend.last(.collect).succeed(try #require(file))
    scheduler.advance()
    if isShown { send(.nameButtonWasTapped) }
    file = nil
    folder.remove()
    expectEqual(instance.state.texts, ["21 bytes"] + (isShown ? ["salary.pdf is here."] : []))
    #expect(try await difference() == nil, "\(lines.text)")
    expectEqual(lines.text.contains("salary"), isShown)
    #expect(!lines.text.contains("letter") && !lines.text.contains(folder.path))
  }

  @Test func `a file that is saved is asked about, answered and not in it`() async throws {
    let folder = TemporaryFolder()
    let source = FileReference(name: "salary.pdf", bytes: Array(PostroomViewModel.content.utf8))
    var file: FileReference? = try source.copy(to: FileFolder(folder.path))
    let front = recorder.turn { app.attach(.page, isShared: true, answers: ["saveFile"]) }
    send(.collectButtonWasTapped)
    backend.last(.collect).succeed(try #require(file))
    scheduler.advance()
    send(.saveButtonWasTapped)
    try recorder.turn { try front.answer("question-1", of: .saveFile, with: ()) }
    file = nil
    folder.remove()
    expectEqual(instance.state.texts, ["21 bytes", "saving: answered()"])
    #expect(try await difference() == nil, "\(lines.text)")
    #expect(lines.text.contains(#"{"asked":"question-1","input":null,"#))
    #expect(!lines.text.contains("salary") && !lines.text.contains("letter") && !lines.text.contains(folder.path))
  }

  @Test func `a name that is a part of a word in a state is not in it`() async throws {
    send(.collectButtonWasTapped)
    backend.last(.collect).succeed(FileReference(name: "byte", bytes: [1, 2]))
    scheduler.advance()
    expectEqual(instance.state.texts, ["2 bytes"])
    #expect(try await difference() == nil, "\(lines.text)")
    #expect(!lines.text.contains("\"byte\""))
  }

  @Test(arguments: 0..<100) func `a replay of anything has equal states`(seed: UInt64) async throws {
    var generator = Screens.SeededGenerator(seed: seed)
    for _ in 0..<30 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<3: send(PostroomEvent.allCases.randomElement(using: &generator) ?? .nameButtonWasTapped)
      case 3: scheduler.advance()
      case 4..<7:
        for call in backend.calls(.post) where call.isPending {
          call.report(TransferProgress(.sent, .random(in: 0...20, using: &generator), of: 20))
        }
        for call in backend.calls(.collect) where call.isPending {
          call.report(TransferProgress(.received, .random(in: 0...20, using: &generator), of: nil))
        }
      default:
        backend.calls(.post).last { $0.isPending }?.succeed(.random(in: 0...9, using: &generator))
        backend.calls(.collect).last { $0.isPending }?.succeed(FileReference(name: "salary-\(seed).pdf", bytes: [1]))
      }
    }
    scheduler.advance()
    #expect(try await difference() == nil, "\(lines.text)")
  }
}
