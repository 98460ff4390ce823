import ExpectSupport
import Foundation
import Locking
import StandardIO
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@testable import Requests

@Suite struct TransferPublisherTests {
  private let scheduler = TestScheduler()
  private let source = PassthroughSubject<TransferUpdate<FileReference>, ServiceError>()
  private let folder = TemporaryFolder()

  private var publisher: AnyPublisher<TransferUpdate<FileReference>, ServiceError> {
    Backend.publishing { [scheduler, source] in
      TransferPublisher(on: { scheduler.schedule($0) }, source.map(ServiceUpdate.init).eraseToAnyPublisher())
        .eraseToAnyPublisher()
    }
    .transfer(.fetched, 1)
  }

  private func sent(_ count: Int, attempt: Int = 1) -> TransferUpdate<FileReference> {
    .progress(TransferProgress(.sent, count, of: 9, attempt: attempt))
  }

  private func received(_ count: Int) -> TransferUpdate<FileReference> {
    .progress(TransferProgress(.received, count, of: nil))
  }

  /// A file in a folder that nothing has kept yet.
  private func download() throws -> FileReference {
    let file = try FileFolder(folder.path).begin()
    try file.write([1])
    return FileReference(name: "a", mediaType: nil, content: try file.finish(as: "a", isKept: false))
  }

  @Test func `a progress that waits is replaced, and the answer comes after it`() throws {
    let file = FileReference(name: "a", bytes: [])
    var updates: [TransferUpdate<FileReference>] = []
    var isFinished = false
    let transfer = publisher.sink(receiveCompletion: { _ in isFinished = true }, receiveValue: { updates.append($0) })
    for count in 0...5 { source.send(sent(count)) }
    scheduler.advance()
    for count in 6...9 { source.send(sent(count)) }
    source.send(.answer(file))
    source.send(completion: .finished)
    scheduler.advance()
    expectEqual(updates, [sent(5), sent(9), .answer(file)])
    #expect(isFinished)
    transfer.cancel()
  }

  @Test func `a progress goes back only where it starts again`() {
    var updates: [TransferUpdate<FileReference>] = []
    let transfer = publisher.sink(receiveCompletion: { _ in }, receiveValue: { updates.append($0) })
    for update in [
      sent(4), sent(3), sent(4), sent(0, attempt: 2), sent(9), received(1), sent(9, attempt: 2), received(2),
    ] {
      source.send(update)
      scheduler.advance()
    }
    expectEqual(updates, [sent(4), sent(0, attempt: 2), sent(9, attempt: 2)])
    transfer.cancel()
  }

  @Test func `what waits is published as it is requested`() {
    let file = FileReference(name: "a", bytes: [])
    let subscriber = RecordingSubscriber<TransferUpdate<FileReference>, ServiceError>(demand: .none)
    publisher.subscribe(subscriber)
    source.send(sent(1))
    source.send(sent(2))
    source.send(.answer(file))
    source.send(completion: .finished)
    scheduler.advance()
    #expect(subscriber.values.isEmpty)
    subscriber.request(.max(1))
    scheduler.advance()
    expectEqual(subscriber.values, [sent(2)])
    subscriber.request(.max(1))
    scheduler.advance()
    expectEqual(subscriber.values, [sent(2), .answer(file)])
  }

  @Test(arguments: [false, true])
  func `a file whose answer was not published is removed`(isCancelledBefore: Bool) throws {
    var updates = 0
    let transfer = publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in updates += 1 })
    if isCancelledBefore { transfer.cancel() }
    source.send(.answer(try download()))
    transfer.cancel()
    scheduler.advance()
    #expect(updates == 0 && folder.files.isEmpty)
  }

  @Test func `a file that is no download stays`() throws {
    let file = try FileReference(name: "a", bytes: [1]).copy(to: FileFolder(folder.path))
    let transfer = publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    source.send(.answer(file))
    transfer.cancel()
    scheduler.advance()
    expectEqual(folder.files, ["a"])
  }

  @Test func `a file whose answer was published stays`() throws {
    var isPublished = false
    let transfer = publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in isPublished = true })
    source.send(.answer(try download()))
    scheduler.advance()
    transfer.cancel()
    #expect(isPublished && folder.files == ["a"])
  }
}

extension ServiceOperation<Int, FileReference> {
  fileprivate static var fetched: Self { Self("fetched") }
}
