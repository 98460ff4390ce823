import ExpectSupport
import Foundation
import Streams
import StreamsNetworking
import StreamsTesting
import Support
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cancels at moments that Foundation on Linux is not ready for. `Tests/DataTasks/run` tries more of them, in release.
@Suite(.timeLimit(.minutes(30))) struct DataTaskCancelTests {
  @Test func `tasks that are cancelled at once do not stop the program`() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer(keepsRequests: false) { _ in .response(.json("{}")) }
      let url = try #require(URL(string: server.url))
      let running = RunningTasks()
      for _ in 1...400 {
        URLSession.shared.dataTaskPublisher(for: url)
          .handleEvents(receiveSubscription: { running.watch($0) })
          .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
          .cancel()
      }
      await running.waitUntilEnded()
    }
  }

  @Test func `keystrokes that replace each other's task do not stop the program`() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer(keepsRequests: false) { _ in .response(.json("{}")) }
      let url = try #require(URL(string: server.url))
      let session = URLSession(configuration: .default)
      let running = RunningTasks()
      for _ in 1...10 {
        let keys = PassthroughSubject<Int, Never>()
        let searching =
          keys
          .map { _ in
            session.dataTaskPublisher(for: url)
              .handleEvents(receiveSubscription: { running.watch($0) })
              .map { $0.data.count }
              .replaceError(with: 0)
          }
          .switchToLatest()
          .sink { _ in }
        for key in 1...20 { keys.send(key) }
        searching.cancel()
      }
      await running.waitUntilEnded()
    }
  }

  @Test func `a cancel that comes at once ends the request`() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.close() }
    let session = URLSession(configuration: .default)
    let url = try #require(URL(string: server.url))
    let answers = RecordingSubscriber<URLSession.DataTaskPublisher.Output, URLError>()
    let running = RunningTasks()
    session.dataTaskPublisher(for: url).subscribe(
      AnySubscriber(
        receiveSubscription: { subscription in
          running.watch(subscription)
          answers.receive(subscription: subscription)
        }, receiveValue: { answers.receive($0) }, receiveCompletion: { answers.receive(completion: $0) }))
    answers.cancel()
    await running.waitUntilEnded()
    expectEqual(answers.history, ["subscription: DataTaskPublisher"])
  }

  @Test func `a cancel releases the subscriber before the task has ended`() {
    let (session, url) = StandInProtocol.session("released.test", .silence)
    var kept: (any Subscription)?
    let alive = leaks { detector in
      let object = detector.watch(Captured())
      session.dataTaskPublisher(for: url).subscribe(
        AnySubscriber(
          receiveSubscription: { subscription in
            withExtendedLifetime(object) { kept = subscription }
            subscription.request(.unlimited)
          }, receiveValue: { _ in .none }, receiveCompletion: { _ in }))
      kept?.cancel()
    }
    expectEqual(alive, [])
    #expect(kept != nil)
  }

  private final class Captured {}
}

extension RunningTasks {
  fileprivate func waitUntilEnded() async { while !haveEnded { await Task.yield() } }
}
