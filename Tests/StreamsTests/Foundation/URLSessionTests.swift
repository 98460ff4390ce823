import Foundation
import Streams
import StreamsTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct URLSessionTests {
  private typealias Answers = RecordingSubscriber<URLSession.DataTaskPublisher.Output, URLError>

  @Test func `publishes an answer and finishes`() async throws {
    let (session, url) = StandInProtocol.session("answer.test", .answer(status: 404, Data("gone".utf8)))
    var answers: [(String, Int?)] = []
    for try await (data, response) in session.dataTaskPublisher(for: url).values {
      answers.append((String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode))
    }
    #expect(answers.map(\.0) == ["gone"])
    #expect(answers.map(\.1) == [404])
  }

  @Test func `fails with the URL error`() async {
    let (session, url) = StandInProtocol.session("error.test", .failure(.notConnectedToInternet))
    let error = await #expect(throws: URLError.self) {
      for try await _ in session.dataTaskPublisher(for: URLRequest(url: url)).values {}
    }
    #expect(error?.code == .notConnectedToInternet)
  }

  @Test func `starts one task per subscriber at the first demand`() async {
    let (session, url) = StandInProtocol.session("demand.test", .answer(status: 200, Data()))
    let publisher = session.dataTaskPublisher(for: url)
    let idle = Answers(demand: .none)
    publisher.subscribe(idle)
    #expect(idle.history == ["subscription: DataTaskPublisher"])
    for _ in 1...2 {
      let ends = AsyncStream<Void> { end in
        publisher.subscribe(
          AnySubscriber(
            receiveSubscription: { $0.request(.max(1)) }, receiveValue: { _ in .none },
            receiveCompletion: { _ in end.finish() }))
      }
      for await _ in ends {}
    }
    #expect(StandInProtocol.events("demand.test").filter { $0 == "start" }.count == 2)
    #expect(idle.history.count == 1)
    idle.cancel()
  }

  @Test func `cancels its task and sends nothing more`() async {
    let (events, event) = AsyncStream.makeStream(of: String.self)
    let (session, url) = StandInProtocol.session("cancel.test", .silence) { event.yield($0) }
    let answers = Answers()
    session.dataTaskPublisher(for: url).subscribe(answers)
    var heard = events.makeAsyncIterator()
    #expect(await heard.next() == "start")
    answers.cancel()
    answers.cancel()
    #expect(await heard.next() == "stop")
    #expect(answers.history == ["subscription: DataTaskPublisher"])
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
    #expect(await heard.next() == "start")
    session.invalidateAndCancel()
    var codes: [URLError.Code?] = []
    for await error in ends { codes.append(error?.code) }
    #expect(codes == [.cancelled])
  }
}
