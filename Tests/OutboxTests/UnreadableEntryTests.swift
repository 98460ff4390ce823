import Descriptions
import Dispatch
import ExpectSupport
import Foundation
import JSON
import Locking
import Requests
import Storage
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@testable import Outbox

private struct Card: JSONRecord, Hashable {
  var text: String
  var picture: FileReference
  var key: IdempotencyKey

  static let record = Codec(Card.init(text:picture:key:), \.text, \.picture, \.key)
}

extension OutboxOperation<Card, Int> {
  /// The lane of a card is the first letter of its text.
  fileprivate static var card: Self { Self(ServiceOperation("card"), key: \.key) { String($0.text.prefix(1)) } }
}

/// An entry of an outbox that this version cannot read: of a newer version, or with a member of another type.
@Suite struct UnreadableEntryTests {
  private let folder = TemporaryFolder()

  /// A process with an outbox of cards, and what it has sent.
  private final class Process {
    let storage: Storage
    let connection: OutboxConnection
    private let scheduler = TestScheduler()
    private let box = Box()
    private var cancellables: Set<AnyCancellable> = []

    private final class Box: Sendable {
      let sent = LockedValue<[String]>([])
    }

    var sent: [String] { box.sent.withLock { $0 } }
    var worker: OutboxWorker { connection.worker }

    init(_ folder: TemporaryFolder, answers: Bool) throws {
      storage = try Storage(folder: folder.path)
      let backend = Backend.handlers([
        ServiceHandler(publishing: OutboxOperation.card.operation) { [box] card in
          box.sent.withLock { $0.append(card.text) }
          return answers
            ? Just(1).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
            : Empty(completeImmediately: false).eraseToAnyPublisher()
        }
      ])
      connection = OutboxConnection(
        storage, backend: backend, account: CurrentValueSubject("ada"),
        scheduler: AnyScheduler(scheduler, startingAt: .init(DispatchTime(uptimeNanoseconds: 1_000_000_000))),
        now: { Date(timeIntervalSince1970: 1_000) })
      worker.add([AnyOutboxOperation(.card)])
      run()
    }

    func run() {
      for _ in 1...4 {
        storage.flush()
        scheduler.advance()
      }
    }

    func add(_ text: String) {
      let operation = OutboxOperation.card
      let card = Card(text: text, picture: FileReference(name: "p", bytes: Array(text.utf8)), key: .example)
      connection.backend(operation).answer(operation.commands, .add(card, IdempotencyKey(rawValue: "key-\(text)")!))
        .result().sink { _ in }.store(in: &cancellables)
      run()
    }
  }

  private var part: String { folder.files.first { $0.hasPrefix("outbox-") } ?? "" }
  private var copies: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + part + "/files")) ?? []).sorted()
  }
  private var entries: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + part)) ?? [])
      .filter { $0.hasPrefix("entry-") }.sorted()
  }

  /// Writes an entry as another version of the app would.
  private func rewrite(_ number: Int, version: Int = 1, _ change: (String) -> String) throws {
    let path = folder.path + "/" + part + "/entry-\(number).json"
    let file = try JSONText(scanning: Data(contentsOf: URL(filePath: path)))
    let text = change(String(decoding: try #require(file["value"]).bytes, as: UTF8.self))
    try FileManager.default.removeItem(atPath: path)
    let storage = try Storage(folder: folder.path)
    let key = StorageKey<String>("entry-\(number)", version: version) {
      String(decoding: $0.bytes, as: UTF8.self)
    } write: {
      $1.raw(Array($0.utf8))
    }
    try storage.part(named: part, maximumSize: 1 << 20).set(text, for: key) { #expect((try? $0.get()) != nil) }
    storage.close()
  }

  /// An outbox with three cards that are perhaps sent or wait: two of lane "a", one of lane "b".
  private func fill() throws {
    let process = try Process(folder, answers: false)
    for text in ["a1", "a2", "b3"] { process.add(text) }
    process.storage.close()
    #expect(entries.count == 3 && copies.count == 3)
  }

  @Test(arguments: [
    (2, "", ""), (1, "\"openTries\":1", "\"openTries\":\"x\""), (1, "\"size\":2", "\"size\":\"x\""),
  ])
  func `stays with its file, is reported, and stops its lane until it is skipped`(
    version: Int, old: String, new: String
  ) throws {
    try fill()
    try rewrite(1, version: version) { old.isEmpty ? $0 : $0.replacing(old, with: new) }
    let kept = (folder.text(part + "/entry-1.json"), copies)
    let second = try Process(folder, answers: true)
    second.add("a4")
    second.add("b5")
    expectEqual(second.sent, ["b3", "b5"])
    expectEqual(
      second.worker.problems,
      [
        "The outbox keeps entry-1, which this version cannot read. Its lane waits until it is skipped or discarded."
      ])
    expectEqual(entries, ["entry-1.json", "entry-2.json", "entry-4.json"])
    expectEqual(folder.text(part + "/entry-1.json"), kept.0)
    #expect(copies.count == 3 && Set(copies).intersection(kept.1).count == 2)
    second.worker.decide(.skip, aboutUnreadable: 1)
    second.run()
    expectEqual(second.sent, ["b3", "b5", "a2", "a4"])
    expectEqual(second.worker.unreadable, [])
    second.storage.close()
    let third = try Process(folder, answers: true)
    third.add("a6")
    expectEqual(third.sent, ["a6"])
    expectEqual(third.worker.problems, ["The outbox keeps entry-1, which this version cannot read. It is skipped."])
    #expect(folder.text(part + "/entry-1.json") == kept.0 && copies.count == 1)
    third.worker.decide(.drop, aboutUnreadable: 1)
    third.run()
    #expect(entries == [] && copies == [] && third.worker.problems == [])
    third.storage.close()
    try expectEqual(Process(folder, answers: true).worker.problems, [])
  }

  @Test func `stops all that was added later if its lane cannot be read`() throws {
    try fill()
    try rewrite(2) { $0.replacing("\"lane\":\"a\"", with: "\"lane\":5") }
    let second = try Process(folder, answers: true)
    second.add("c4")
    expectEqual(second.sent, ["a1"])
    expectEqual(
      second.worker.problems,
      [
        "The outbox keeps entry-2, which this version cannot read. "
          + "What was added later waits until it is skipped or discarded."
      ])
    second.worker.decide(.drop, aboutUnreadable: 2)
    second.run()
    #expect(second.sent == ["a1", "b3", "c4"] && entries == [] && copies == [])
  }

  @Test func `its number is not given to a new entry, and neither is that of a damaged one`() throws {
    try fill()
    try rewrite(3, version: 2) { $0 }
    let second = try Process(folder, answers: false)
    second.add("c4")
    expectEqual(entries, (1...4).map { "entry-\($0).json" })
    second.storage.close()
    folder.write(part + "/entry-4.json", "{}")
    let third = try Process(folder, answers: false)
    third.add("d5")
    expectEqual(entries, ["entry-1.json", "entry-2.json", "entry-3.json", "entry-4.json.damaged-1", "entry-5.json"])
    expectEqual(copies.count, 5)
  }
}
