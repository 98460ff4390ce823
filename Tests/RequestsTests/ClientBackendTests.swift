import ExpectSupport
import JSON
import Locking
import Requests
import RequestsSupport
import Streams
import StreamsTesting
import Testing

@Suite(.timeLimit(.minutes(30))) struct ClientBackendTests {
  private let client = Client(["weather", "report", "cities", "forget"])

  @Test func `an answer of the client is the operation's`() {
    let weather = Recording(Backend.client(client).answer(.weather, oslo))
    expectEqual(client.calls, ["weather \(text(oslo))"])
    #expect(!weather.soFar.isComplete)
    client.reply(0, String(decoding: ServiceOperation.weather.answer.json(rain), as: UTF8.self))
    expectEqual(weather.soFar.outcome, Outcome(values: [rain]))
    #expect(weather.soFar.isComplete)
  }

  @Test func `the limit is the client's, and not that of the backend behind`() {
    let scheduler = TestScheduler()
    let slow = Backend.handlers([
      ServiceHandler(publishing: .cities) {
        Just([oslo]).setFailureType(to: ServiceError.self).delay(for: .seconds(60), scheduler: scheduler)
          .eraseToAnyPublisher()
      }
    ])
    let limit = TimeLimit(.seconds(5), scheduler: .test(scheduler))
    let backend = Backend.client(Client(["weather"]), limit: limit, otherwise: slow)
    let (weather, cities) = (Recording(backend.answer(.weather, oslo)), Recording(backend.answer(.cities)))
    scheduler.advance(by: .seconds(60))
    expectEqual(weather.soFar.outcome, Outcome(error: .timeout))
    expectEqual(cities.soFar.outcome, Outcome(values: [[oslo]]))
  }

  @Test func `an operation without an input is asked without one`() {
    let cities = Recording(Backend.client(client).answer(.cities))
    expectEqual(client.calls, ["cities"])
    client.reply(0, "[\(text(oslo))]")
    expectEqual(cities.soFar.outcome, Outcome(values: [[oslo]]))
  }

  @Test func `a success without an answer is enough for an operation without one`() {
    let forget = Recording(Backend.client(client).answer(.forget, oslo))
    client.reply(0, nil)
    expectEqual(forget.soFar.outcome.values.count, 1)
    #expect(forget.soFar.isComplete)
  }

  @Test(arguments: [nil, "", "{", "null", "7", #"{"degrees":"warm","date":"today"}"#, "{}{}"])
  func `an answer that does not fit is the service's failure`(_ answer: String?) {
    let weather = Recording(Backend.client(client).answer(.weather, oslo))
    client.reply(0, answer)
    expectEqual(weather.soFar.outcome, Outcome(error: .decoding))
  }

  @Test func `an error of the client is the service's`() {
    let weather = Recording(Backend.client(client).answer(.weather, oslo))
    client.fail(0, .problem(status: 404, detail: "Nobody looks there."))
    expectEqual(weather.soFar.outcome, Outcome(error: .problem(status: 404, detail: "Nobody looks there.")))
  }

  @Test func `a feed is offered if the client names it, or the backend behind offers it`() {
    let base = Backend.handlers([ServiceHandler(publishing: .lines) { _ in Empty().eraseToAnyPublisher() }])
    let backend = Backend.client(Client(["texts"]), otherwise: base)
    #expect(backend.offers(.texts) && backend.offers(.lines) && !backend.offers(.rows))
    #expect(!Backend.client(client).offers(.texts))
  }

  @Test(arguments: [
    ServiceFeed.texts.keepingNewest(), .texts.identified(by: \.self), ServiceFeed.texts.skippingUnreadable(),
  ])
  func `an element that is dropped gives its credit back`(_ feed: ServiceFeed<Void, String>) {
    let client = FeedClient()
    let recording = RecordingSubscriber<FeedEvent<String>, ServiceError>(
      demand: feed.skipsUnreadable ? .unlimited : .max(1))
    Backend.client(client).follow(feed).subscribe(recording)
    expectEqual(client.credit.withLock { $0 }, 256)
    for _ in 1...1_000 {
      // One that keeps to its credit is not stopped by what the app has not asked for.
      guard client.credit.withLock({ $0 }) > 0 else { break }
      client.send(feed.skipsUnreadable ? "7" : "\"a\"")
    }
    expectEqual(client.sent.withLock { $0 }, 1_000)
    #expect(client.credit.withLock { $0 } <= 256)
    #expect(recording.completion == nil)
    recording.cancel()
  }

  @Test func `a second reply is ignored`() {
    let cities = Recording(Backend.client(client).answer(.cities))
    client.reply(0, "[]")
    client.reply(0, "[\(text(oslo))]")
    client.fail(0, .timeout)
    expectEqual(cities.soFar.outcome, Outcome(values: [[]]))
  }

  @Test func `a cancelled request cancels the client's work, and its late reply is ignored`() {
    let cities = Recording(Backend.client(client).answer(.cities))
    expectEqual(client.cancelled, [])
    cities.cancel()
    expectEqual(client.cancelled, [0])
    client.reply(0, "[]")
    expectEqual(cities.soFar.outcome, Outcome())
    #expect(!cities.soFar.isComplete)
  }

  @Test func `replies come in any order`() {
    let backend = Backend.client(client)
    let first = Recording(backend.answer(.cities))
    let second = Recording(backend.answer(.cities))
    client.reply(1, "[\(text(oslo))]")
    #expect(!first.soFar.isComplete)
    client.reply(0, "[]")
    expectEqual(first.soFar.outcome, Outcome(values: [[]]))
    expectEqual(second.soFar.outcome, Outcome(values: [[oslo]]))
  }

  @Test func `a client that never replies is cut off by a time limit`() {
    let scheduler = TestScheduler()
    let backend = Backend.client(client).wrapped(TimeLimit(.seconds(1), scheduler: .test(scheduler)).intercept)
    let cities = Recording(backend.answer(.cities))
    scheduler.advance(by: .milliseconds(999))
    #expect(!cities.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(cities.soFar.outcome, Outcome(error: .timeout))
    expectEqual(client.cancelled, [0])
  }

  @Test func `other operations go to the backend behind, and without one there is none`() {
    let client = Client(["weather"])
    expectEqual(Backend.client(client, otherwise: station).answer(.cities).answerText, "\([oslo])")
    expectEqual(
      Recording(Backend.client(client).answer(.cities)).soFar.outcome, Outcome(error: .noSuchOperation("cities")))
    expectEqual(client.calls, [])
  }

  @Test func `the client is asked once for each subscriber, and not before`() {
    let cities = Backend.client(client).answer(.cities)
    expectEqual(client.calls, [])
    _ = (Recording(cities), Recording(cities))
    expectEqual(client.calls, ["cities", "cities"])
  }

  @Test func `a secret and the key go to the client, and into no text for people`() throws {
    let key = try #require(IdempotencyKey(rawValue: "key-1"))
    let report = Report(city: oslo, pass: Pass("swordfish"), key: key)
    _ = Recording(Backend.client(client).answer(.report, report))
    #expect(client.calls.first?.contains(#""pass":"swordfish""#) == true)
    #expect(client.calls.first?.contains(#""key":"key-1""#) == true)
    let call = ServiceCall(ServiceRequest(.report, report))
    var dumped = "\(call)" + String(reflecting: call)
    dump(call, to: &dumped)
    #expect(!dumped.contains("swordfish"))
    #expect(!dumped.contains("\(Array("swordfish".utf8))".dropFirst().dropLast()))
  }

  @Test(arguments: [
    (ServiceError.problem(status: 503, detail: "Sword\u{1B}Fish is wrong."), ServiceError.status(503)),
    (.problem(status: 503, detail: "\u{7}"), .status(503)),
    (.problem(status: 503, detail: "Too\u{1B}[2J many."), .problem(status: 503, detail: "Too[2J many.")),
    (.noSuchOperation("swordfish"), .noSuchOperation("report")),
  ])
  func `an error repeats no secret, and does nothing to a terminal`(_ sent: ServiceError, _ received: ServiceError)
    throws
  {
    let key = try #require(IdempotencyKey(rawValue: "key-1"))
    let report = Recording(
      Backend.client(client).answer(.report, Report(city: oslo, pass: Pass("swordfish"), key: key)))
    client.fail(0, sent)
    expectEqual(report.soFar.outcome, Outcome(error: received))
  }

  private func text(_ city: City) -> String { String(decoding: city.json, as: UTF8.self) }
}

/// A client that replies when a test says so.
private final class Client: ServiceChannel {
  private struct State {
    var calls: [(call: ServiceCall, reply: @Sendable (Result<ServiceReply, ServiceError>) -> Void)] = []
    var answered: Set<Int> = []
    var cancelled: [Int] = []
  }

  private let names: Set<String>
  private let state = LockedValue(State())

  init(_ names: Set<String>) { self.names = names }

  var calls: [String] {
    state.withLock { state in
      state.calls.map { entry in
        ([entry.call.operation] + (entry.call.input.map { [String(decoding: $0, as: UTF8.self)] } ?? []))
          .joined(separator: " ")
      }
    }
  }

  /// The calls that were cancelled before they had a reply.
  var cancelled: [Int] { state.withLock { $0.cancelled } }

  func answers(_ operation: String) -> Bool { names.contains(operation) }

  func send(
    _ call: ServiceCall, reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable {
    let index = state.withLock { state in
      state.calls.append((call, reply))
      return state.calls.count - 1
    }
    return AnyCancellable { [self] in
      state.withLock { if !$0.answered.contains(index) { $0.cancelled.append(index) } }
    }
  }

  func reply(_ index: Int, _ json: String?) { finish(index, .success(ServiceReply(json: json.map { Array($0.utf8) }))) }

  func fail(_ index: Int, _ error: ServiceError) { finish(index, .failure(error)) }

  private func finish(_ index: Int, _ result: Result<ServiceReply, ServiceError>) {
    let reply = state.withLock { state in
      state.answered.insert(index)
      return state.calls[index].reply
    }
    reply(result)
  }
}

/// A client with one feed, which sends as many elements as it has credit for.
private final class FeedClient: ServiceChannel {
  private struct Following: ServiceFollowing {
    let client: FeedClient

    func grant(_ count: Int) { client.credit.withLock { $0 += count } }
    func cancel() {}
  }

  let credit = LockedValue(0)
  let sent = LockedValue(0)
  private let receive = LockedValue<(@Sendable (ServiceEvent) -> Void)?>(nil)

  func answers(_ operation: String) -> Bool { true }

  func send(
    _ call: ServiceCall, reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable { AnyCancellable {} }

  func follow(
    _ call: ServiceCall, credit: Int, receive: @escaping @Sendable (ServiceEvent) -> Void
  ) -> any ServiceFollowing {
    self.credit.withLock { $0 = credit }
    self.receive.withLock { $0 = receive }
    return Following(client: self)
  }

  func send(_ json: String) {
    credit.withLock { $0 -= 1 }
    sent.withLock { $0 += 1 }
    receive.withLock { $0 }?(.element(Array(json.utf8)))
  }
}
