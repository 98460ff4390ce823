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
@Suite(.timeLimit(.minutes(10))) struct DataTaskCancelTests {
  @Test func `tasks that are cancelled at once do not stop the program`() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer(keepsRequests: false) { _ in .response(.json("{}")) }
      let url = try #require(URL(string: server.url))
      for _ in 1...400 {
        URLSession.shared.dataTaskPublisher(for: url).sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
      }
      await waitForTasks(of: .shared)
    }
  }

  @Test func `keystrokes that replace each other's task do not stop the program`() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer(keepsRequests: false) { _ in .response(.json("{}")) }
      let url = try #require(URL(string: server.url))
      let session = URLSession(configuration: .default)
      for _ in 1...10 {
        let keys = PassthroughSubject<Int, Never>()
        let searching =
          keys
          .map { _ in session.dataTaskPublisher(for: url).map { $0.data.count }.replaceError(with: 0) }
          .switchToLatest()
          .sink { _ in }
        for key in 1...20 { keys.send(key) }
        searching.cancel()
      }
      await waitForTasks(of: session)
    }
  }

  @Test func `a cancel that comes at once ends the request`() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.close() }
    let session = URLSession(configuration: .default)
    let url = try #require(URL(string: server.url))
    let answers = RecordingSubscriber<URLSession.DataTaskPublisher.Output, URLError>()
    session.dataTaskPublisher(for: url).subscribe(answers)
    answers.cancel()
    await waitForTasks(of: session)
    #expect(answers.history == ["subscription: DataTaskPublisher"])
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
    #expect(alive == [])
    #expect(kept != nil)
  }

  private final class Captured {}
}

/// Waits until a session has no task.
private func waitForTasks(of session: URLSession) async {
  var isIdle = false
  while !isIdle {
    isIdle = await withCheckedContinuation { continuation in
      session.getAllTasks { continuation.resume(returning: $0.isEmpty) }
    }
  }
}
