import ExpectSupport
import Foundation
import Locking
import RequestsSupport
import Storage
import Streams
import StreamsTesting
import Testing

@testable import Requests

/// What a request with a 401 waits for, and how it goes on: the session of `ServerCredentials`, with a server that the test is.
@Suite struct SessionStateTests {
  /// A server, and the requests that it has not answered.
  private final class Server: Sendable {
    struct Call: Sendable {
      let token: String?
      let subject = PassthroughSubject<Int, ServiceError>()
    }

    let credentials = ServerCredentials(for: URL(string: "http://example.org")!)
    private let state = LockedValue<[Call]>([])

    var calls: [Call] { state.withLock { $0 } }
    var tokens: [String?] { calls.map(\.token) }

    func request(waits: Bool = true, isKeyed: Bool = false) -> RecordingSubscriber<Int, ServiceError> {
      credentials.holding(waits, isKeyed: isKeyed) { [self] attempt in
        let call = Call(token: attempt.token?.withRevealedText(\.self))
        state.withLock { $0.append(call) }
        return call.subject.map { .answer($0) }.eraseToAnyPublisher()
      }
      .compactMap { $0.value as? Int }.eraseToAnyPublisher().record()
    }

    /// Refuses a request, the newest by default.
    func refuse(_ index: Int? = nil) {
      calls[index ?? calls.count - 1].subject.send(completion: .failure(.status(401)))
    }

    func answer(_ index: Int? = nil) {
      let call = calls[index ?? calls.count - 1]
      call.subject.send(7)
      call.subject.send(completion: .finished)
    }

    func signIn(_ account: String?, _ token: String) {
      credentials.setSession(ServerSession(account: account, token: BearerToken(token))) { _ in }
    }

    /// Renews as the test says.
    func renewals() -> Renewals {
      let renewals = Renewals()
      credentials.renew { _ in renewals.add() }
      return renewals
    }
  }

  /// The renewals that were asked for.
  private final class Renewals: Sendable {
    private let state = LockedValue<[PassthroughSubject<ServerSession, ServiceError>]>([])

    var count: Int { state.withLock(\.count) }

    subscript(_ index: Int) -> PassthroughSubject<ServerSession, ServiceError> { state.withLock { $0[index] } }

    func add() -> AnyPublisher<ServerSession, ServiceError> {
      let renewal = PassthroughSubject<ServerSession, ServiceError>()
      state.withLock { $0.append(renewal) }
      return renewal.eraseToAnyPublisher()
    }
  }

  private func session(_ account: String, _ token: String) -> ServerSession {
    ServerSession(account: account, token: BearerToken(token))
  }

  @Test func `a request waits for the renewal, and is sent again`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let request = server.request()
    server.refuse()
    #expect(request.completion == nil)
    renewals[0].send(session("ada", "2"))
    expectEqual(server.tokens, ["1", "2"])
    server.answer()
    expectEqual(request.values, [7])
    expectEqual(request.completion, .finished)
  }

  @Test func `a hundred requests wait for one renewal`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let requests = (0..<100).map { _ in server.request() }
    for index in 0..<90 { server.refuse(index) }
    expectEqual(renewals.count, 1)
    renewals[0].send(session("ada", "2"))
    expectEqual(server.calls.count, 190)
    // Late ones were sent with the older token, and need no renewal.
    for index in 90..<100 { server.refuse(index) }
    expectEqual(server.calls.count, 200)
    for index in 100..<200 { server.answer(index) }
    #expect(requests.allSatisfy { $0.values == [7] })
    expectEqual(renewals.count, 1)
  }

  @Test func `a second 401 is the answer`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let request = server.request()
    server.refuse()
    renewals[0].send(session("ada", "2"))
    server.refuse()
    expectEqual(request.completion, .failure(.status(401)))
    expectEqual(renewals.count, 1)
  }

  @Test func `without a way to renew, a 401 is the answer`() {
    let server = Server()
    server.signIn("ada", "1")
    let request = server.request()
    server.refuse()
    expectEqual(request.completion, .failure(.status(401)))
  }

  @Test func `what a renewal asks for is never held`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let request = server.request(waits: false)
    server.refuse()
    expectEqual(request.completion, .failure(.status(401)))
    expectEqual(renewals.count, 0)
  }

  @Test func `a renewed session of another account is thrown away`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let requests = [server.request(), server.request()]
    server.refuse(0)
    server.refuse(1)
    renewals[0].send(session("eve", "2"))
    #expect(requests.allSatisfy { $0.completion == .failure(.otherAccount) })
    expectEqual(server.credentials.account, "ada")
    expectEqual(server.calls.count, 2)
  }

  @Test func `a sign-in to another account fails what waits`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let request = server.request()
    let late = server.request()
    server.refuse(0)
    server.signIn("eve", "2")
    expectEqual(request.completion, .failure(.otherAccount))
    server.refuse(1)
    expectEqual(late.completion, .failure(.otherAccount))
    renewals[0].send(session("ada", "3"))
    expectEqual(server.credentials.account, "eve")
    expectEqual(server.tokens, ["1", "1"])
  }

  @Test func `a sign-in to the same account overtakes the renewal`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let request = server.request()
    server.refuse()
    server.signIn("ada", "2")
    renewals[0].send(session("ada", "3"))
    server.answer()
    expectEqual(server.tokens, ["1", "2"])
    expectEqual(request.values, [7])
    expectEqual(server.credentials.secrets, ["2"])
  }

  @Test func `a sign-out during a renewal wins, also on the disk`() throws {
    let storage = Storage()
    let url = try #require(URL(string: "http://example.org"))
    let credentials = ServerCredentials(for: url, in: storage)
    credentials.setSession(session("ada", "1")) { _ in }
    let renewal = PassthroughSubject<ServerSession, ServiceError>()
    credentials.renew { _ in renewal.eraseToAnyPublisher() }
    let request = credentials.holding(true, isKeyed: false) { _ in
      Fail<ServiceUpdate, ServiceError>(error: .status(401)).eraseToAnyPublisher()
    }
    .map { _ in 0 }.record()
    credentials.setSession(nil) { _ in }
    renewal.send(session("ada", "2"))
    expectEqual(request.completion, .failure(.signedOut))
    #expect(!credentials.hasToken)
    storage.flush()
    #expect(!ServerCredentials(for: url, in: storage).hasToken)
  }

  @Test(arguments: [ServiceError.timeout, .connectionRefused, .status(503)])
  func `a renewal that fails for the network leaves the session`(error: ServiceError) {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let (request, late) = (server.request(), server.request())
    server.refuse(0)
    renewals[0].send(completion: .failure(error))
    server.refuse(1)
    expectEqual(request.completion, .failure(error))
    expectEqual(late.completion, .failure(error))
    expectEqual(server.credentials.account, "ada")
    expectEqual(renewals.count, 1)
    // What is asked later is a new try.
    let next = server.request()
    server.refuse()
    renewals[1].send(session("ada", "2"))
    server.answer()
    expectEqual(next.values, [7])
  }

  @Test func `a refusal fails what waits for one reason`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let requests = (0..<3).map { _ in server.request() }
    server.refuse(0)
    server.refuse(1)
    renewals[0].send(completion: .failure(.status(400)))
    server.refuse(2)
    #expect(requests.allSatisfy { $0.completion == .failure(.sessionEnded) })
    #expect(!ServiceError.sessionEnded.mayHaveBeenCarriedOut)
  }

  @Test func `a person is asked when the refresh token is refused`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let endings = server.credentials.endings.record()
    let (request, other) = (server.request(), server.request())
    server.refuse(0)
    #expect(endings.values.isEmpty)
    renewals[0].send(completion: .failure(.status(400)))
    expectEqual(endings.values.count, 1)
    server.refuse(1)
    server.signIn("ada", "2")
    server.answer(2)
    server.answer(3)
    expectEqual(request.values, [7])
    expectEqual(other.values, [7])
    expectEqual(endings.values.count, 1)
  }

  @Test func `a person who does not sign in ends the wait`() {
    let server = Server()
    server.signIn("ada", "1")
    let endings = server.credentials.endings.record()
    let request = server.request()
    server.refuse()
    #expect(request.completion == nil)
    server.credentials.refuseRenewal()
    expectEqual(request.completion, .failure(.sessionEnded))
    let second = server.request()
    server.refuse()
    #expect(second.completion == nil)
    endings.cancel()
    expectEqual(second.completion, .failure(.sessionEnded))
  }

  @Test func `what led to the sign-in goes on, but no wish without an account`() {
    let server = Server()
    let endings = server.credentials.endings.record()
    let (request, keyed) = (server.request(), server.request(isKeyed: true))
    server.refuse(1)
    expectEqual(keyed.completion, .failure(.status(401)))
    server.refuse(0)
    expectEqual(endings.values.count, 1)
    server.signIn("ada", "1")
    server.answer()
    expectEqual(request.values, [7])
    expectEqual(server.tokens, [nil, nil, "1"])
  }

  @Test func `the token of another account goes with no request`() {
    let server = Server()
    server.credentials.use(account: "ada")
    server.signIn("ada", "1")
    _ = server.request()
    // The answer to the sign-in is still on its way to the app.
    server.signIn("eve", "2")
    let request = server.request()
    expectEqual(server.tokens, ["1", nil])
    server.refuse()
    expectEqual(request.completion, .failure(.status(401)))
    server.credentials.use(account: "eve")
    _ = server.request()
    expectEqual(server.tokens, ["1", nil, "2"])
  }

  @Test(arguments: [false, true]) func `what a guest has asked is sent when the app is signed in`(
    isRefusedLate: Bool
  ) {
    let server = Server()
    server.credentials.use(account: "")
    let endings = server.credentials.endings.record()
    let request = server.request()
    if !isRefusedLate { server.refuse() }
    // Two sign-ins at once: the later one is that of which the app hears.
    server.signIn("ada", "1")
    server.signIn("eve", "2")
    if isRefusedLate { server.refuse() }
    expectEqual(server.tokens, [nil])
    server.credentials.use(account: "eve")
    expectEqual(server.tokens, [nil, "2"])
    server.answer()
    expectEqual(request.values, [7])
    expectEqual(endings.values.count, isRefusedLate ? 0 : 1)
  }

  @Test func `what a guest has asked fails if the app is signed in to another account`() {
    let server = Server()
    server.credentials.use(account: "")
    let endings = server.credentials.endings.record()
    let request = server.request()
    server.refuse()
    server.signIn("eve", "2")
    server.credentials.use(account: "ada")
    expectEqual(server.tokens, [nil])
    expectEqual(request.completion, .failure(.signedOut))
    // The session of another account would serve no request: a person is asked.
    #expect(!server.credentials.hasToken)
    _ = server.request()
    server.refuse()
    expectEqual(endings.values.count, 2)
  }

  @Test func `what a guest has asked fails if the person closes the sign-in`() {
    let server = Server()
    server.credentials.use(account: "")
    let endings = server.credentials.endings.record()
    let request = server.request()
    server.refuse()
    server.signIn("eve", "2")
    server.credentials.refuseRenewal()
    expectEqual(request.completion, .failure(.sessionEnded))
    expectEqual(endings.values.count, 1)
  }

  @Test func `what an account without a session has asked is not sent for another one`() {
    let server = Server()
    server.credentials.use(account: "ada")
    let endings = server.credentials.endings.record()
    let requests = [server.request(), server.request()]
    server.refuse(0)
    server.signIn("eve", "2")
    server.refuse(1)
    expectEqual(server.tokens, [nil, nil])
    expectEqual(requests.map(\.completion), Array(repeating: .failure(.otherAccount), count: 2))
    expectEqual(endings.values.count, 1)
  }

  @Test func `a request that is cancelled waits no longer`() {
    let server = Server()
    server.signIn("ada", "1")
    let renewals = server.renewals()
    let request = server.request()
    server.refuse()
    request.cancel()
    renewals[0].send(session("ada", "2"))
    expectEqual(server.calls.count, 1)
  }

  @Test func `a session is read again, and the token of an earlier version`() async throws {
    let url = try #require(URL(string: "http://example.org"))
    let storage = Storage()
    let credentials = ServerCredentials(for: url, in: storage)
    try await credentials.setSession(
      ServerSession(account: "ada", token: BearerToken("1"), refreshToken: BearerToken("2")))
    let later = ServerCredentials(for: url, in: storage)
    expectEqual(later.account, "ada")
    expectEqual(later.secrets, ["1", "2"])
  }

  @Test func `the token that an earlier version has stored is carried over`() async throws {
    let url = try #require(URL(string: "http://example.org"))
    let storage = Storage()
    let early = StorageKey<String>(
      "access-tokens", read: { $0[url.origin]?.string },
      write: { token, writer in writer.object { $0.member(url.origin, token) } }
    ).device
    try await storage.set("1", for: early)
    let credentials = ServerCredentials(for: url, in: storage)
    expectEqual(credentials.secrets, ["1"])
    #expect(credentials.account == nil)
  }
}
