import ExpectSupport
import Foundation
import Streams
import StreamsNetworking
import StreamsSupport
import StreamsTesting
import Support
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(30))) struct URLSessionTests {
  private typealias Answers = RecordingSubscriber<URLSession.DataTaskPublisher.Output, URLError>

  @Test func `publishes an answer and finishes`() async throws {
    let (session, url) = StandInProtocol.session("answer.test", .answer(status: 404, Data("gone".utf8)))
    var answers: [(String, Int?)] = []
    for try await (data, response) in session.dataTaskPublisher(for: url).values {
      answers.append((String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode))
    }
    expectEqual(answers.map(\.0), ["gone"])
    expectEqual(answers.map(\.1), [404])
  }

  @Test func `fails with the URL error`() async {
    let (session, url) = StandInProtocol.session("error.test", .failure(URLError(.notConnectedToInternet)))
    let error = await #expect(throws: URLError.self) {
      for try await _ in session.dataTaskPublisher(for: URLRequest(url: url)).values {}
    }
    expectEqual(error?.code, .notConnectedToInternet)
  }

  @Test func `fails with the code and user info of an error in the domain of URL errors`() async {
    let offline = NSError(
      domain: NSURLErrorDomain, code: URLError.Code.notConnectedToInternet.rawValue, userInfo: ["reason": "a tunnel"])
    let (session, url) = StandInProtocol.session("domain.test", .failure(offline))
    let error = await #expect(throws: URLError.self) {
      for try await _ in session.dataTaskPublisher(for: url).values {}
    }
    expectEqual(error?.code, .notConnectedToInternet)
    #expect(error?.userInfo["reason"] as? String == "a tunnel")
  }

  @Test func `keeps an error of another domain as the underlying error`() async {
    let (session, url) = StandInProtocol.session("other.test", .failure(NSError(domain: "Tunnel", code: 7)))
    let error = await #expect(throws: URLError.self) {
      for try await _ in session.dataTaskPublisher(for: url).values {}
    }
    expectEqual(error?.code, .unknown)
    let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    expectEqual(underlying?.domain, "Tunnel")
    expectEqual(underlying?.code, 7)
  }

  @Test func `starts one task per subscriber at the first demand`() async {
    let (session, url) = StandInProtocol.session("demand.test", .answer(status: 200, Data()))
    let publisher = session.dataTaskPublisher(for: url)
    let idle = Answers(demand: .none)
    publisher.subscribe(idle)
    expectEqual(idle.history, ["subscription: DataTaskPublisher"])
    for _ in 1...2 {
      let ends = AsyncStream<Void> { end in
        publisher.subscribe(
          AnySubscriber(
            receiveSubscription: { $0.request(.max(1)) }, receiveValue: { _ in .none },
            receiveCompletion: { _ in end.finish() }))
      }
      for await _ in ends {}
    }
    expectEqual(StandInProtocol.events("demand.test").filter { $0 == "start" }.count, 2)
    expectEqual(idle.history.count, 1)
    idle.cancel()
  }

  @Test func `stops the program at a request for no values`() async {
    await #expect(processExitsWith: .failure) {
      let (session, url) = StandInProtocol.session("none.test", .silence)
      let subscriber = SubscriptionKeeper()
      subscriber.attach(to: session.dataTaskPublisher(for: url))
      subscriber.subscription?.request(.none)
    }
  }

  @Test func `sends no completion after a subscriber cancels at the response`() async {
    let (session, url) = StandInProtocol.session("enough.test", .answer(status: 200, Data()))
    var history: [String] = []
    // The stream ends when the subscriber is released.
    let events = AsyncStream { session.dataTaskPublisher(for: url).subscribe(OneResponse($0)) }
    for await event in events { history.append(event) }
    expectEqual(history, ["response"])
  }

  /// Cancels when it receives a response.
  private final class OneResponse: Subscriber {
    private let events: AsyncStream<String>.Continuation
    private var subscription: (any Subscription)?

    init(_ events: AsyncStream<String>.Continuation) { self.events = events }

    deinit { events.finish() }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.unlimited)
    }

    func receive(_ input: URLSession.DataTaskPublisher.Output) -> Subscribers.Demand {
      events.yield("response")
      subscription?.cancel()
      subscription = nil
      return .none
    }

    func receive(completion: Subscribers.Completion<URLError>) { events.yield("completion") }
  }

  @Test func `keeps no subscriber after the end`() async {
    let (session, url) = StandInProtocol.session("kept.test", .answer(status: 200, Data()))
    let alive = await leaks { detector in
      await withCheckedContinuation { continuation in
        let object = detector.watch(Captured())
        session.dataTaskPublisher(for: url).subscribe(
          AnySubscriber(
            receiveSubscription: { $0.request(.unlimited) }, receiveValue: { _ in .none },
            receiveCompletion: { _ in withExtendedLifetime(object) { continuation.resume() } }))
      }
    }
    expectEqual(alive, [])
  }

  private final class Captured: Sendable {}

  @Test func `cancels its task and sends nothing more`() async {
    let (events, event) = AsyncStream.makeStream(of: String.self)
    let (session, url) = StandInProtocol.session("cancel.test", .silence) { event.yield($0) }
    let answers = Answers()
    session.dataTaskPublisher(for: url).subscribe(answers)
    var heard = events.makeAsyncIterator()
    await expectEqual(heard.next(), "start")
    answers.cancel()
    answers.cancel()
    await expectEqual(heard.next(), "stop")
    expectEqual(answers.history, ["subscription: DataTaskPublisher"])
  }

  @Test func `fails when the session cancels its task`() async {
    let (events, event) = AsyncStream.makeStream(of: String.self)
    let (session, url) = StandInProtocol.session("invalidate.test", .silence) { event.yield($0) }
    let ends = AsyncStream<URLError?> { end in
      session.dataTaskPublisher(for: url).subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.unlimited) }, receiveValue: { _ in .none },
          receiveCompletion: { completion in
            if case .failure(let error) = completion { end.yield(error) }
            end.finish()
          }))
    }
    var heard = events.makeAsyncIterator()
    await expectEqual(heard.next(), "start")
    session.invalidateAndCancel()
    var codes: [URLError.Code?] = []
    for await error in ends { codes.append(error?.code) }
    expectEqual(codes, [.cancelled])
  }
}
