import AppTesting
import ExpectSupport
import Foundation
import Testing

private struct Photo: Identifiable, JSONRecord, Equatable {
  var id: Int

  static let record = Codec(Photo.init(id:), \.id)
}

extension ServiceOperation<Int, Void> {
  fileprivate static var deletePhoto: Self { Self("delete-photo").effect(.repeatable) }
}

extension StorageKey<[Photo]> {
  fileprivate static let photos = StorageKey("photos")
}

@MainActor @Suite struct UndoableRequestsTests {
  private let world = TestWorld()
  private let requests: UndoableRequests<Photo>

  init() { requests = Self.make(world.environment) }

  private static func make(_ environment: AppEnvironment) -> UndoableRequests<Photo> {
    UndoableRequests(.deletePhoto, in: environment) {
      $0.id
    } notice: { photos, _ in
      "\(photos.count) photos"
    }
  }

  private static func makeStored(_ environment: AppEnvironment) -> UndoableRequests<Photo> {
    UndoableRequests(.deletePhoto, in: environment, storedAs: .photos, name: "undo-photo") {
      $0.id
    } notice: { photos, _ in
      "\(photos.count) photos"
    }
  }

  private func photos(_ ids: Int...) -> [Photo] { ids.map(Photo.init) }
  private var asked: [Int] { world.backend.calls(.deletePhoto).map(\.input) }
  private func wait(_ seconds: Int = 5) { world.scheduler.advance(by: .seconds(seconds)) }

  @Test func `hides at once, offers one notice, and asks when it can no longer be undone`() {
    var done: [Int] = []
    let cancellable = requests.done.sink { done.append($0.id) }
    requests.begin(photos(1, 2))
    requests.begin(photos(2))
    let notice = world.front.last(.notify).input
    #expect(notice.text == "2 photos" && notice.action == NoticeAction("undo", "Undo", value: "1,2"))
    expectEqual(world.front.questions(.notify).count, 1)
    #expect(requests.hidden == [1, 2] && requests.items.map(\.id) == [1, 2])
    wait(4)
    #expect(asked.isEmpty)
    wait(1)
    expectEqual(asked, [1, 2])
    for call in world.backend.calls(.deletePhoto) { call.succeed() }
    wait(0)
    #expect(done == [1, 2] && requests.items.isEmpty && requests.hidden == [1, 2])
    cancellable.cancel()
  }

  @Test func `does nothing of what is undone, and cannot undo what is asked for`() {
    requests.begin(photos(1))
    let first = world.front.last(.notify)
    requests.begin(photos(2))
    world.front.last(.notify).answer(.action)
    expectEqual(requests.hidden, [1])
    wait()
    first.answer(.action)
    #expect(asked == [1] && requests.hidden == [1])
    requests.begin(photos(2))
    expectEqual(requests.hidden, [1, 2])
  }

  @Test func `shows again what was refused, and says why; what is not there was done before`() {
    var failures: [Int: ServiceError] = [:]
    let cancellable = requests.failures.sink { failures[$0.item.id] = $0.error }
    requests.begin(photos(1, 2))
    wait()
    world.backend.calls(.deletePhoto)[0].fail(.status(403))
    world.backend.calls(.deletePhoto)[1].fail(.status(404))
    wait(0)
    expectEqual(failures, [1: .status(403)])
    #expect(requests.hidden == [2] && requests.items.isEmpty)
    cancellable.cancel()
  }

  @Test func `shows again what the service has restored, and not what an older list has`() {
    requests.begin(photos(1, 2))
    wait()
    requests.didReceive([1, 2])
    expectEqual(requests.hidden, [1, 2])
    world.backend.calls(.deletePhoto)[0].succeed()
    wait(0)
    let count = requests.doneCount
    world.backend.calls(.deletePhoto)[1].succeed()
    wait(0)
    requests.didReceive([1, 2, 3], askedAt: count)
    expectEqual(requests.hidden, [2])
    requests.didReceive([2])
    #expect(requests.hidden.isEmpty)
    requests.begin(photos(1))
    expectEqual(requests.hidden, [1])
  }

  @Test func `forgets what the next account must not see`() {
    world.environment.account = "ada"
    requests.begin(photos(1))
    world.environment.account = "eve"
    #expect(requests.hidden.isEmpty && requests.items.isEmpty)
    wait()
    #expect(asked.isEmpty)
  }

  @Test func `what is stored is offered to be undone again, and then done`() {
    world.environment.account = "ada"
    var stored = Self.makeStored(world.environment)
    stored.begin(photos(1, 2))
    world.environment.storage.flush()
    var next = TestWorld()
    next.environment.storage = world.environment.storage
    next.environment.account = "ada"
    stored = Self.makeStored(next.environment)
    expectEqual(stored.hidden, [1, 2])
    let notices = next.front.questions(.notify)
    expectEqual(notices.map(\.input.action?.value), ["1", "2"])
    notices[0].answer(.action)
    next.scheduler.advance(by: .seconds(5))
    expectEqual(next.backend.calls(.deletePhoto).map(\.input), [2])
    next.backend.last(.deletePhoto).succeed()
    next.scheduler.advance()
    #expect(next.environment.stored(.photos, default: []).value.isEmpty)
  }

  @Test func `what is stored waits for a sign-in, and for its account`() {
    world.environment.account = "ada"
    let stored = Self.makeStored(world.environment)
    stored.begin(photos(1))
    wait()
    world.backend.last(.deletePhoto).fail(.sessionEnded)
    wait(0)
    expectEqual(stored.items.map(\.id), [1])
    stored.resume()
    wait()
    expectEqual(asked, [1, 1])
    world.environment.storage.flush()
    // The request ends with the account, and the item is that of Ada.
    world.environment.account = "eve"
    #expect(stored.hidden.isEmpty)
    world.environment.account = "ada"
    expectEqual(stored.hidden, [1])
    wait()
    expectEqual(asked, [1, 1, 1])
  }
}
