import ExpectSupport
import Foundation
import Recording
import Services
import Storage
import Streams
import Support
import Testing
import ViewModels

extension StorageKey<String> {
  fileprivate static let note = StorageKey("note")
}

extension StorageKey<Password> {
  fileprivate static let secret = StorageKey("secret") { json in
    json.string.map { Password($0) }
  } write: { password, writer in
    password.withRevealedText { writer.write($0) }
  }
}

private struct NoteState: ScreenState {
  var text = ""
  var isBusy = false

  static let fields: Fields<NoteState> = [Field(\.text, "The note."), Field(\.isBusy, "Whether it is being stored.")]
}

private enum NoteEvent: ScreenEvent {
  case textChanged(String)

  static let cases: [EventCase<NoteEvent>] = [EventCase(textChanged, member: "text", "The user has written a note.")]
}

/// A note that outlives the process: a screen of a user's package.
private final class NoteViewModel: ViewModel {
  let eventSubject = EventSubject<NoteEvent>()
  @Published private(set) var state = NoteState()
  var statePublisher: Published<NoteState>.Publisher { $state }

  init(_ environment: AppEnvironment) {
    let (storage, main) = (environment.storage, environment.main)
    _ = try? storage.value(for: .secret)
    state.text = (try? storage.value(for: .note)) ?? "(none)"
    eventSubject
      .map { event in
        guard case .textChanged(let text) = event else { return "" }
        return text
      }
      .flatMap { text in
        AnyPublisher<String, Never>.create { subscriber in
          storage.set(text, for: .note) { _ in
            subscriber.send((try? storage.value(for: .note)) ?? "(none)")
            subscriber.send(completion: .finished)
          }
          return AnyCancellable {}
        }
        .receive(on: main)
        .map { NoteState(text: $0) }
        .prepend(NoteState(text: "", isBusy: true))
      }
      .assign(to: &$state)
  }
}

extension Screen<NoteViewModel> {
  fileprivate static var note: Self { Screen("note", about: "A note.") { NoteViewModel($1) } }
}

/// Sessions with values that outlive them. A replay has what they have read, and touches no folder.
@MainActor @Suite struct RecordedStorageTests {
  private let folder = TemporaryFolder()

  /// Buys the wand with an answer that is lost.
  private func losePurchase() throws {
    let storage = try Storage(folder: folder.path)
    let session = RecordedSession(.init(failures: ["purchase:1:lost"]), storage: storage)
    let product = session.open(.product)
    session.scheduler.advance()
    session.sendAndFlush(.purchase, to: product)
    #expect(product.state.errorText?.hasPrefix("The answer was lost. It may have been carried out.") == true)
    storage.close()
  }

  /// The name of the phase of a purchase.
  private func type(of product: ScreenInstance<ProductViewModel>) -> String {
    switch product.state.phase {
    case .purchased(_?): "purchased"
    case .purchasedEarlier(_?, _): "purchasedEarlier"
    default: "\(product.state.phase)"
    }
  }

  @Test func `replays a purchase with a key of an earlier session, without the key`() async throws {
    try losePurchase()
    let file = try #require(folder.text("idempotency-keys.json"))
    let key = try #require(file.firstMatch(of: /"key":"([^"]+)"/)).1
    let storage = try Storage(folder: folder.path)
    let session = RecordedSession(storage: storage)
    let product = session.open(.product)
    session.scheduler.advance()
    session.sendAndFlush(.purchase, to: product)
    #expect(type(of: product) == "purchasedEarlier")
    session.sendAndFlush(.confirmButtonWasTapped, to: product)
    #expect(type(of: product) == "purchased")
    session.recorder.end()
    #expect(session.recording.hasPrefix(#"{"backend":"mock","fail":"","front":"test 1.0","#))
    #expect(session.recording.contains(#""storage":true"#))
    #expect(session.recording.contains(#""operation":"idempotency-key","#))
    #expect(session.recording.contains(#""value":{"decision":"send","firstTry":"#))
    #expect(session.recording.contains(#","isEarlier":true}"#))
    #expect(session.recording.contains(#""operation":"idempotency-key-answered","#))
    #expect(!session.recording.contains(key))
    storage.flush()
    let before = folder.contents
    #expect(try await session.replay() == nil)
    storage.flush()
    expectEqual(folder.contents, before)
  }

  @Test func `replays one receipt that two screens get`() async throws {
    let session = RecordedSession(storage: try Storage(folder: folder.path))
    let products = [session.open(.product), session.open(.product)]
    session.scheduler.advance()
    for product in products { session.send(.purchase, to: product) }
    for product in products { session.sendAndFlush(.viewDidAppear, to: product) }
    expectEqual(products.map(type).sorted(), ["purchased", "purchasedEarlier"])
    session.recorder.end()
    #expect(try await session.replay() == nil)
  }

  @Test func `replays the question after damage`() async throws {
    folder.write("idempotency-keys.json", "damage")
    let session = RecordedSession(storage: try Storage(folder: folder.path))
    let product = session.open(.product)
    session.scheduler.advance()
    session.sendAndFlush(.purchase, to: product)
    expectEqual(product.state.phase, .confirming)
    session.sendAndFlush(.declineButtonWasTapped, to: product)
    session.sendAndFlush(.purchase, to: product)
    session.sendAndFlush(.confirmButtonWasTapped, to: product)
    #expect(product.state.receiptText != nil)
    session.recorder.end()
    #expect(try await session.replay() == nil)
  }

  @Test func `replays a refusal for want of a place`() async throws {
    let session = RecordedSession(storage: try Storage(folder: folder.path))
    let product = session.open(.product)
    session.scheduler.advance()
    folder.remove()
    session.sendAndFlush(.purchase, to: product)
    #expect(product.state.errorText?.hasPrefix("Nothing was sent.") == true)
    session.recorder.end()
    #expect(try await session.replay() == nil)
  }

  @Test func `replays what a screen has read of its own values, apart from secrets`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("Buy a wand", for: .note)
    try await storage.set(Password("xyzzy"), for: .secret)
    let screens = [AnyScreen(Screen<NoteViewModel>.note)]
    let session = RecordedSession(screens: screens, storage: storage)
    let note = session.open(.note)
    expectEqual(note.state.text, "Buy a wand")
    session.sendAndFlush(.textChanged("Sell the cloak"), to: note)
    expectEqual(note.state.text, "Sell the cloak")
    session.recorder.end()
    expectEqual(session.lines("stored"), [#"{"stored":"note","value":"Buy a wand","version":1}"#])
    #expect(!session.recording.contains("xyzzy"))
    let before = folder.contents
    let recording = try Recording(Array(session.recording.utf8))
    #expect(await Replay(recording, AppDefinition(screens: screens), threadTimeout: .seconds(600)).run() == nil)
    expectEqual(folder.contents, before)
  }
}
