import Descriptions
import Dispatch
import ExpectSupport
import Foundation
import Locking
import Requests
import Storage
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@testable import Outbox

private struct Postcard: JSONRecord, Hashable {
  var text: String
  var key: IdempotencyKey

  static let record = Codec(Postcard.init(text:key:), \.text, \.key)
}

extension OutboxOperation<Postcard, Int> {
  fileprivate static var postcard: Self { Self(ServiceOperation("postcard"), key: \.key) }
}

/// An outbox that sends postcards to a backend, in a time of its own.
private final class Traveller {
  let scheduler = TestScheduler()
  let storage: Storage
  let connection: OutboxConnection
  private let latest = LockedValue<OutboxState?>(nil)
  private var cancellables: Set<AnyCancellable> = []

  init(_ backend: Backend, _ folder: TemporaryFolder? = nil) throws {
    storage = try folder.map { try Storage(folder: $0.path) } ?? Storage()
    connection = OutboxConnection(
      storage, backend: backend, account: CurrentValueSubject(""), scheduler: .test(scheduler),
      now: { Date(timeIntervalSince1970: 1_795_187_045) })
    connection.backend(.postcard).follow(OutboxOperation.postcard.news, ()).elements()
      .sink { _ in
      } receiveValue: { [unowned self] news in
        for entry in news.entries { latest.withLock { $0 = entry.state } }
      }
      .store(in: &cancellables)
  }

  func run(_ milliseconds: Int = 0) {
    scheduler.advance(by: .milliseconds(milliseconds))
    for _ in 1...4 {
      storage.flush()
      scheduler.advance()
    }
  }

  func add(_ text: String) {
    let input = Postcard(text: text, key: IdempotencyKey(rawValue: "key-\(text)")!)
    connection.backend(.postcard).answer(OutboxOperation.postcard.commands, .add(input, input.key)).result()
      .sink { _ in }
      .store(in: &cancellables)
    run()
  }

  func retry(_ text: String) {
    let key = IdempotencyKey(rawValue: "key-\(text)")!
    connection.backend(.postcard).answer(OutboxOperation.postcard.commands, .retry(key, newKey: key)).result()
      .sink { _ in }
      .store(in: &cancellables)
    run()
  }

  /// Ends the process.
  func end() {
    storage.close()
    cancellables = []
  }

  /// The present state of the entry.
  var state: OutboxState? { latest.withLock { $0 } }
}

/// An outbox and a server that names the time before which it wants no other try.
@Suite struct OutboxRetryAfterTests {
  @Test func `a process that follows waits, too`() throws {
    let folder = TemporaryFolder()
    let error = ServiceError.status(503).retrying(after: .seconds(8))
    let count = LockedValue(0)
    let backend = Backend.handlers([
      ServiceHandler(publishing: OutboxOperation.postcard.operation) { _ in
        count.withLock { $0 += 1 }
        return Fail<Int, ServiceError>(error: error).eraseToAnyPublisher()
      }
    ])
    let first = try Traveller(backend, folder)
    first.add("one")
    first.run()
    expectEqual(count.withLock { $0 }, 1)
    first.end()
    let second = try Traveller(backend, folder)
    second.connection.worker.becomeActive()
    second.run(7_900)
    expectEqual(count.withLock { $0 }, 1)
    second.run(2_000)
    expectEqual(count.withLock { $0 }, 2)
    second.end()
  }

  @Test func `a person's retry waits as well, and lanes that are not refused do not`() throws {
    let count = LockedValue(0)
    let error = ServiceError.status(429).retrying(after: .seconds(100))
    let backend = Backend.handlers([
      ServiceHandler(publishing: OutboxOperation.postcard.operation) { _ in
        count.withLock { $0 += 1 }
        return Fail<Int, ServiceError>(error: error).eraseToAnyPublisher()
      }
    ])
    let traveller = try Traveller(backend)
    traveller.add("one")
    traveller.retry("one")
    traveller.run(99_000)
    expectEqual(count.withLock { $0 }, 1)
    // A tenth of the time is added at most, at random by the key.
    traveller.run(11_000)
    expectEqual(count.withLock { $0 }, 2)
  }

  @Test(arguments: [429, 503]) func `no try is earlier than a server allows`(status: Int) throws {
    let count = LockedValue(0)
    let error = ServiceError.status(status).retrying(after: .seconds(8))
    let backend = Backend.handlers([
      ServiceHandler(OutboxOperation.postcard.operation) { _ in
        guard
          count.withLock({
            $0 += 1
            return $0
          }) > 1
        else { throw error }
        return 7
      }
    ])
    let traveller = try Traveller(backend)
    traveller.add("one")
    let isUncertain = status == 503
    traveller.run(7_999)
    expectEqual(traveller.state, isUncertain ? .perhapsSent : .waiting)
    // Other signs that there is a network do not hurry it.
    traveller.connection.worker.requestHasSucceeded()
    traveller.connection.worker.becomeActive()
    traveller.connection.worker.isPaused = true
    traveller.connection.worker.isPaused = false
    traveller.run()
    expectEqual(traveller.state, isUncertain ? .perhapsSent : .waiting)
    traveller.run(1_001)
    expectEqual(count.withLock { $0 }, 2)
  }
}
