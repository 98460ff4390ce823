import AppTesting
import ExpectSupport
import MCP
import StreamsTesting
import Testing

private struct Photo: Identifiable, JSONRecord {
  var id: Int

  static let record = Codec(Photo.init(id:), \.id)
}

extension ServiceOperation<Int, Void> {
  fileprivate static var deletePhoto: Self { Self("delete-photo").effect(.repeatable) }
}

private enum DeletionsKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> UndoableRequests<Photo> {
    UndoableRequests(.deletePhoto, in: environment) {
      $0.id
    } notice: { photos, _ in
      "\(photos.count) photos were deleted."
    }
  }
}

private struct AlbumState: ScreenState {
  var photos = "1 2 3"
  var isBusy: Bool { false }

  static let fields: Fields<AlbumState> = [Field(\.photos, "The photos.")]
  static let samples = [AlbumState()]
}

private enum AlbumEvent: ScreenEvent {
  case deleteButtonWasTapped

  static let cases: [EventCase<AlbumEvent>] = [EventCase(.deleteButtonWasTapped, "Delete the second photo.")]
}

private final class AlbumViewModel: ViewModel {
  let eventSubject = EventSubject<AlbumEvent>()
  @Published private(set) var state = AlbumState()
  var statePublisher: Published<AlbumState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    let deletions = environment[DeletionsKey.self]
    eventSubject.sink { _ in deletions.begin([Photo(id: 2)]) }.store(in: &cancellables)
    deletions.$hidden.sink { [unowned self] hidden in
      state.photos = [1, 2, 3].filter { !hidden.contains($0) }.map(String.init).joined(separator: " ")
    }
    .store(in: &cancellables)
  }
}

/// What the app says after a deletion, and what an assistant does about it.
@MainActor @Suite struct NoticeTests {
  private let backend: ScriptedBackend
  private let conversation: Conversation

  init() {
    let backend = ScriptedBackend()
    self.backend = backend
    conversation = Conversation {
      var environment = AppEnvironment(main: $0.mainQueue)
      environment.backend = backend.backend
      let album = Screen<AlbumViewModel>("album", about: "Photos.") { AlbumViewModel($1) }
      return AppCore(environment, AppDefinition(screens: [AnyScreen(album)]))
    }
    conversation.initialize()
    _ = call("open_screen", #"{"screen":"album"}"#)
  }

  private func call(_ tool: String, _ arguments: String = #"{"instance":"album-1"}"#) -> String {
    conversation.send(
      #"{"id":"\#(tool)","jsonrpc":"2.0","method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    ).last ?? ""
  }

  private let notice =
    #""notices":[{"action":"Undo","question":"question-1","text":"1 photos were deleted."}]"#
  private var asked: [Int] { backend.calls(.deletePhoto).map(\.input) }

  @Test func `an assistant undoes what it has done, as long as it may think about it`() {
    let deleted = call("album_deleteButtonWasTapped")
    #expect(deleted.contains(#""changed":{"photos":"1 3"}"#) && deleted.contains(notice))
    conversation.scheduler.advance(by: .seconds(59))
    #expect(asked.isEmpty)
    let undone = call("answer_question", #"{"question":"question-1","answer":"action"}"#)
    #expect(undone.contains(#""changed":{"photos":"1 2 3"},"did":"Undo","instance":"album-1""#))
    #expect(call("read_screen").contains(#""photos":"1 2 3""#))
    conversation.scheduler.advance(by: .seconds(60))
    #expect(asked.isEmpty)
  }

  @Test func `what is not undone is done, and cannot be undone then`() {
    _ = call("album_deleteButtonWasTapped")
    conversation.scheduler.advance(by: .seconds(60))
    expectEqual(asked, [2])
    #expect(
      call("answer_question", #"{"question":"question-1","answer":"action"}"#).contains("This question has ended"))
  }

  @Test func `a person is asked, too, and the undo of a person is theirs`() {
    let app = conversation.server.app
    let page = app.attach(.page, isShared: true, answers: [AppFront.anyQuestion])
    #expect(call("album_deleteButtonWasTapped").contains(notice))
    expectEqual(app.openQuestions.map(\.fronts.count), [2])
    try? page.answer("question-1", .answer(JSONText(scanned: Array(#""action""#.utf8)[...])))
    #expect(call("read_screen").contains(#""photos":"1 2 3""#))
    try? page.screen("album-1")?.send(JSONText(scanned: Array(#"{"type":"deleteButtonWasTapped"}"#.utf8)[...]))
    #expect(call("read_screen").contains(#""notices":[{"text":"1 photos were deleted."}]"#))
    #expect(call("answer_question", #"{"question":"question-2","answer":"action"}"#).contains("This is asked of page"))
  }
}
