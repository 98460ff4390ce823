import ExpectSupport
import Foundation
import Locking
import Requests
import RequestsSupport
import Streams
import StreamsTesting
import Testing

@Suite(.timeLimit(.minutes(30))) struct ServiceHandlersTests {
  @Test func `answers at once`() {
    expectEqual(Recording(station.answer(.weather, oslo)).soFar.outcome, Outcome(values: [rain]))
    expectEqual(Recording(station.answer(.cities)).soFar.outcome, Outcome(values: [[oslo]]))
    let unknown = Recording(station.answer(.weather, City(name: "Bergen")))
    expectEqual(unknown.soFar.outcome, Outcome(error: .problem(status: 404, detail: "Nobody looks there.")))
  }

  @Test func `a request and a transfer wait for the session that a person begins`() throws {
    let credentials = ServerCredentials(for: try #require(URL(string: "https://cities.example")))
    let backend = Backend.handlers(
      [
        ServiceHandler(.cities) {
          if !credentials.hasToken { throw ServiceError.problem(status: 401, detail: "Sign in.") }
          return [oslo]
        }
      ], session: credentials)
    var ends = 0
    let endings = credentials.endings.sink { ends += 1 }
    let answer = Recording(backend.answer(.cities))
    let transfer = Recording(backend.transfer(.cities, ()).compactMap(\.answer).eraseToAnyPublisher())
    #expect(answer.soFar.outcome == Outcome() && transfer.soFar.outcome == Outcome())
    expectEqual(ends, 1)
    credentials.setToken(BearerToken("token")) { _ in }
    expectEqual(answer.soFar.outcome, Outcome(values: [[oslo]]))
    expectEqual(transfer.soFar.outcome, Outcome(values: [[oslo]]))
    endings.cancel()
  }

  @Test func `asks once for each subscriber, and not before`() {
    let count = LockedValue(0)
    let backend = Backend.handlers([
      ServiceHandler(.cities) {
        count.withLock { $0 += 1 }
        return []
      }
    ])
    let publisher = backend.answer(.cities)
    expectEqual(count.withLock { $0 }, 0)
    _ = (publisher.answerText, publisher.answerText)
    expectEqual(count.withLock { $0 }, 2)
  }

  @Test func `answers from a task`() async {
    let backend = Backend.handlers([
      ServiceHandler(.weather) { _ in
        await Task.yield()
        return rain
      },
      ServiceHandler(.cities) {
        await Task.yield()
        throw ServiceError.timeout
      },
    ])
    await expectEqual(outcome(of: backend.answer(.weather, oslo)), Outcome(values: [rain]))
    await expectEqual(outcome(of: backend.answer(.cities)), Outcome(error: .timeout))
  }

  @Test func `cancels the task of a request`() async {
    let (cancelled, report) = AsyncStream.makeStream(of: Bool.self)
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let backend = Backend.handlers([
      ServiceHandler(.cities) {
        await withTaskCancellationHandler {
          start.finish()
          for await _ in AsyncStream<Never>(unfolding: {
            await Task.yield()
            return nil
          }) {}
          while !Task.isCancelled { await Task.yield() }
          return []
        } onCancel: {
          report.yield(true)
        }
      }
    ])
    let recording = Recording(backend.answer(.cities))
    for await _ in started {}
    recording.cancel()
    var reports = cancelled.makeAsyncIterator()
    #expect(await reports.next() == true)
    expectEqual(recording.soFar.outcome, Outcome())
  }

  @Test func `answers with a publisher`() {
    let subject = PassthroughSubject<[City], ServiceError>()
    let backend = Backend.handlers([ServiceHandler(publishing: .cities) { subject.eraseToAnyPublisher() }])
    let recording = Recording(backend.answer(.cities))
    subject.send([oslo])
    expectEqual(recording.soFar.outcome, Outcome(values: [[oslo]]))
  }

  @Test func `fails for an operation that it does not have`() {
    let outcome = Recording(Backend.handlers([]).answer(.cities)).soFar.outcome
    expectEqual(outcome, Outcome(error: .noSuchOperation("cities")))
    expectEqual(outcome.error?.message, "The backend has no operation \"cities\".")
  }

  @Test func `passes other requests on`() {
    let table = Backend.handlers([ServiceHandler(.cities) { [] }], otherwise: station)
    expectEqual(table.services.map(\.name), ["cities"])
    expectEqual(Recording(table.answer(.cities)).soFar.outcome, Outcome(values: [[]]))
    expectEqual(Recording(table.answer(.weather, oslo)).soFar.outcome, Outcome(values: [rain]))
  }

  @Test func `has no words for an error of another kind`() {
    struct Oops: Error {}
    let backend = Backend.handlers([ServiceHandler(.cities) { throw Oops() }])
    expectEqual(Recording(backend.answer(.cities)).soFar.outcome, Outcome(error: .failed))
  }

  @Test(.exitTest) func `stops the program for two operations of one name`() async {
    let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Backend.handlers([ServiceHandler(.cities) { [] }, ServiceHandler(.cities) { [] }])
    }
    #expect(text(twice).contains("Two handlers answer operations with the name \"cities\"."))
    let mixed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Recording(station.answer(ServiceOperation<City, String>("weather"), oslo))
    }
    #expect(text(mixed).contains("Two operations of different types have the name \"weather\"."))
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `publishes what has changed, through interceptors too`() {
    let base = Backend.handlers([])
    let backend = Backend.handlers([], otherwise: base).wrapped { $1($0) }
    var count = 0
    let cancellable = backend.changes.publisher(for: .weather).sink { count += 1 }
    base.changes.publish(.weather)
    base.changes.publish(.cities)
    expectEqual(count, 1)
    cancellable.cancel()
    base.changes.publish(.weather)
    expectEqual(count, 1)
  }

  // MARK: - Feeds

  @Test func `tells in a feed what a publisher emits`() {
    let backend = Backend.handlers([
      ServiceHandler(publishing: .texts) {
        ["a", "b"].publisher.setFailureType(to: ServiceError.self).eraseToAnyPublisher()
      }
    ])
    let recording = Recording(backend.follow(.texts))
    expectEqual(recording.soFar.outcome, Outcome(values: [.condition(.open), .element("a"), .element("b")]))
    #expect(recording.soFar.isComplete)
    expectEqual(backend.services.map(\.name), ["texts"])
    #expect(backend.services[0].isFeed && backend.services[0].answer == String.shape)
  }

  @Test func `fails a feed whose subject overruns the window`() {
    let subject = PassthroughSubject<String, ServiceError>()
    let backend = Backend.handlers([
      ServiceHandler(publishing: ServiceFeed.texts.windowed(elements: 3)) { subject.eraseToAnyPublisher() }
    ])
    let scheduler = TestScheduler()
    let recorder = backend.follow(.texts).paced(on: scheduler).record()
    for text in ["a", "b", "c"] { subject.send(text) }
    scheduler.advance()
    expectEqual(recorder.values.compactMap(\.element), ["a", "b", "c"])
    for text in ["d", "e", "f", "g"] { subject.send(text) }
    scheduler.advance()
    expectEqual(recorder.values.compactMap(\.element), ["a", "b", "c", "d", "e", "f"])
    expectEqual(recorder.completion, .failure(.overrun("texts")))
  }

  @Test func `takes a sequence as fast as its elements are handled`() async {
    let taken = LockedValue(0)
    let backend = Backend.handlers([
      ServiceHandler(ServiceFeed.texts.windowed(elements: 2)) {
        AsyncStream<String> {
          taken.withLock { $0 += 1 }
          return taken.withLock { $0 <= 100 ? "\($0)" : nil }
        }
      }
    ])
    var texts: [String] = []
    do {
      for try await event in backend.follow(.texts).values {
        if let text = event.element { texts.append(text) }
        // Two wait, one was taken, and the next one is on its way.
        #expect(taken.withLock { $0 } <= texts.count + 4)
      }
    } catch {
      Issue.record(error)
    }
    expectEqual(texts, (1...100).map(String.init))
  }

  @Test func `fails a feed as its sequence throws`() async {
    let backend = Backend.handlers([
      ServiceHandler(.texts) { AsyncThrowingStream<String, any Error> { throw ServiceError.timeout } }
    ])
    await expectEqual(outcome(of: backend.follow(.texts)), Outcome(values: [.condition(.open)], error: .timeout))
  }

  @Test func `asks the backend behind for a feed without a handler`() {
    let base = Backend.handlers([
      ServiceHandler(publishing: .texts) { Empty().eraseToAnyPublisher() }
    ])
    #expect(Recording(Backend.handlers([], otherwise: base).follow(.texts)).soFar.outcome.error == nil)
    expectEqual(Recording(station.follow(.texts)).soFar.outcome.error, .noSuchFeed("texts"))
  }

  @Test func `offers the feeds that have handlers, also behind others`() {
    let base = Backend.handlers([ServiceHandler(publishing: .texts) { Empty().eraseToAnyPublisher() }])
    #expect(base.offers(.texts) && !base.offers(.lines))
    #expect(Backend.handlers([], otherwise: base).wrapped(TimeLimit(.seconds(1)).intercept).offers(.texts))
    #expect(!station.offers(.texts))
  }

  @Test func `counts the bytes of the JSON of what a mock tells`() async {
    let subject = PassthroughSubject<String, ServiceError>()
    let feed = ServiceFeed.texts.windowed(elements: 100, bytes: 20)
    let backend = Backend.handlers([ServiceHandler(publishing: feed) { subject.eraseToAnyPublisher() }])
    let scheduler = TestScheduler()
    let recorder = backend.follow(.texts).paced(on: scheduler).record()
    // With its quotation marks, "12345678" has ten bytes.
    for _ in 1...2 { subject.send("12345678") }
    scheduler.advance()
    #expect(recorder.completion == nil)
    for _ in 1...3 { subject.send("12345678") }
    scheduler.advance()
    expectEqual(recorder.values.compactMap(\.element).count, 4)
    expectEqual(recorder.completion, .failure(.overrun("texts")))
  }
}
