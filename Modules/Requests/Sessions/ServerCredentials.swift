import Descriptions
public import Foundation
import Locking
public import Storage
public import Streams

/// The session on a server, for all backends of it: its token is sent with each request and kept in a storage, and it is the one
/// place that hears when the server refuses it.
///
/// ```swift
/// let credentials = ServerCredentials(for: url, in: Storage())
/// let backend = Backend.http(ServerConnection(url, credentials: credentials), routes: [HTTPRoute(.forecast, "/forecasts")])
/// // after the user has signed in
/// try await credentials.setSession(ServerSession(account: "ada", token: BearerToken("…")))
/// ```
///
/// The token is sent as `Authorization: Bearer …`, to the origin of the URL only: scheme, host and port. No recording, no
/// error and no description has it.
///
/// A request that the server answers with 401 waits while the session is renewed, and is sent again if it is of the same account:
/// see the page about signing in and out.
public final class ServerCredentials: Sendable {
  /// What a request is sent with.
  package struct Attempt: Sendable {
    package let session: ServerSession?
    /// The account that the app was signed in to, empty for none; `nil` if credentials are used without an app.
    let signedInAs: String?
    /// How many times the session was set or removed before.
    let number: Int
    /// How many renewals had ended before.
    let endedRenewals: Int

    package var token: BearerToken? { session?.token }
    package var hasToken: Bool { session != nil }
    package var account: String? { session?.account }
  }

  private static let key = StorageKey<[String: ServerSession]>(
    "access-tokens", version: 2, read: { sessions(in: $0) },
    write: { sessions, writer in
      writer.object { writer in
        for (origin, session) in sessions.sorted(by: { $0.key < $1.key }) {
          writer.member(origin) { session.write(to: &$0) }
        }
      }
    },
    // Version 1 has the token alone.
    migrate: { old, _ in sessions(in: old) }
  ).device

  private static func sessions(in json: JSONText) -> [String: ServerSession]? {
    guard json.kind == .object else { return nil }
    var sessions: [String: ServerSession] = [:]
    for member in json.members {
      guard let origin = member.name.string, let session = ServerSession(stored: member.value) else { return nil }
      sessions[origin] = session
    }
    return sessions
  }

  package let origin: String
  private let storage: Storage
  private let state: LockedValue<SessionState>
  private let refusal = PassthroughSubject<Void, Never>()
  private let ending = PassthroughSubject<Void, Never>()

  /// The session on a server that a storage has, if it has one.
  ///
  /// - Parameters:
  ///   - server: a URL of the server.
  ///   - storage: keeps the session, as a secret in a file that its owner alone can read; by default, the memory.
  public init(for server: URL, in storage: Storage = Storage()) {
    origin = server.origin
    self.storage = storage
    // A token that cannot be read is asked for again.
    let sessions = try? storage.value(for: Self.key)
    state = LockedValue(SessionState(session: sessions?[server.origin]))
  }

  /// Whether there is a token.
  public var hasToken: Bool { state.withLock { $0.session != nil } }

  /// The account of the session; `nil` without a session, and in an app without accounts.
  public var account: String? { state.withLock { $0.session?.account } }

  // MARK: Signing in and out

  /// Sets the session of all later requests, at once, and returns when it is stored; `nil` removes it.
  ///
  /// - Throws: why it could not be stored. It is used until the process ends.
  public func setSession(_ session: ServerSession?) async throws(StorageError) {
    try await withCheckedContinuation { continuation in
      setSession(session) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Sets the session of all later requests, at once, and stores it; `nil` removes it. It does not wait.
  ///
  /// A renewal that is on its way is overtaken: what it brings is thrown away. What waits for it is sent with this session if it is
  /// of the same account, and fails otherwise. What was asked before anybody had signed in is sent when the app says that it is signed in
  /// to the account of the session.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - completion: is called on the storage's queue when the session is stored, or could not be. It is used until the process
  ///     ends in both cases.
  public func setSession(
    _ session: ServerSession?, completion: @escaping @Sendable (Result<Void, StorageError>) -> Void
  ) {
    let end = state.withLock { $0.set(session) }
    store(completion: completion)
    tell(end, isRenewed: true)
  }

  /// Sets the token of an app without accounts, at once, and returns when it is stored; `nil` removes it.
  ///
  /// - Throws: why it could not be stored. It is used until the process ends.
  public func setToken(_ token: BearerToken?) async throws(StorageError) {
    try await setSession(token.map { ServerSession(token: $0) })
  }

  /// Sets the token of an app without accounts, at once, and stores it; `nil` removes it. It does not wait.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - completion: is called on the storage's queue when the token is stored, or could not be. It is used until the process
  ///     ends in both cases.
  public func setToken(
    _ token: BearerToken?, completion: @escaping @Sendable (Result<Void, StorageError>) -> Void
  ) {
    setSession(token.map { ServerSession(token: $0) }, completion: completion)
  }

  /// Says which account the app is signed in to, when it starts and when that changes. An environment of an app does so; a test of a
  /// backend without an environment does it itself.
  ///
  /// A session of another account is forgotten: its token would go with no request, and nothing would ask for a sign-in. What a guest has
  /// asked, and waits for the sign-in, is sent when the session is that of the account.
  ///
  /// - Parameter account: the name of the account; empty if the user has not signed in.
  public func use(account: String) {
    guard let end = state.withLock({ $0.use(account) }) else { return setSession(nil) { _ in } }
    tell(end, isRenewed: true)
  }

  /// Stores the session that there is by then, so that what was set last is on the disk, whichever thread has set it.
  private func store(completion: @escaping @Sendable (Result<Void, StorageError>) -> Void) {
    storage.update(
      Self.key,
      { [self] sessions in
        var changed = sessions ?? [:]
        changed[origin] = state.withLock { $0.session }
        sessions = changed.isEmpty ? nil : changed
      }, completion: completion)
  }

  /// Publishes each time the server has refused the token, or its absence, with status 401: once for each token. It never
  /// finishes. The token is kept until it is set again.
  public var refusals: AnyPublisher<Void, Never> { refusal.eraseToAnyPublisher() }

  // MARK: Renewing

  /// Sets how a session is renewed that the server has ended, for example by its refresh token. It is asked once, however many
  /// requests wait.
  ///
  /// The new session counts if it is of the same account. An error that ``ServiceError/isDefinite``, or the end without a session,
  /// is a refusal: a person is asked if an app can (``endings``), and what waits fails with ``ServiceError/sessionEnded`` otherwise.
  /// After any other error, such as one of the network, the session stays, and what waits fails with this error.
  ///
  /// - Parameter renew: publishes the new session, on any thread. An operation that it asks for is one
  ///   ``ServiceOperation/withoutRenewal()``.
  public func renew(by renew: @escaping @Sendable (ServerSession) -> AnyPublisher<ServerSession, ServiceError>) {
    state.withLock { $0.renew = renew }
  }

  /// Publishes each time that a person has to sign in, because the server has ended the session and nothing has renewed it. As long as
  /// it is followed, requests wait for the sign-in, which calls ``setSession(_:)``, or for ``refuseRenewal()``.
  public var endings: AnyPublisher<Void, Never> {
    Deferred { [self] () -> AnyPublisher<Void, Never> in
      let isAsking = state.withLock { state in
        state.askers += 1
        return state.renewal?.asksPerson == true
      }
      let didCancel = { [self] in
        let end = state.withLock { state -> SessionState.End? in
          state.askers -= 1
          guard state.askers == 0, let renewal = state.renewal, renewal.asksPerson else { return nil }
          return state.fail(renewal.number, .sessionEnded, asksPerson: false)
        }
        if let end { fail(end, .sessionEnded) }
      }
      let first: [Void] = isAsking ? [()] : []
      return ending.prepend(first).handleEvents(receiveCancel: didCancel).eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  /// Says that the person has not signed in: what waits for it fails with ``ServiceError/sessionEnded``. It has no effect if no
  /// person is asked.
  public func refuseRenewal() {
    let end = state.withLock { state -> SessionState.End? in
      guard let renewal = state.renewal, renewal.asksPerson else { return nil }
      return state.fail(renewal.number, .sessionEnded, asksPerson: false)
    }
    if let end { fail(end, .sessionEnded) }
  }

  /// Renews the session, in the closure of the app.
  private func begin(_ renewal: SessionState.Renewal) {
    guard !renewal.asksPerson else { return ending.send() }
    let (session, renew) = state.withLock { ($0.session, $0.renew) }
    // Another session, or none, may have been set meanwhile.
    guard let session, let renew else { return }
    let number = renewal.number
    let cancellable = renew(session).first()
      .map { Result<ServerSession?, ServiceError>.success($0) }
      .replaceEmpty(with: .success(nil))
      .catch { Just(.failure($0)) }
      .sink { [self] in finish(number, $0, of: session.account) }
    let work = RenewalWork(cancellable)
    if !state.withLock({ $0.keep(work, of: number) }) { work.cancel() }
  }

  private func finish(_ number: Int, _ result: Result<ServerSession?, ServiceError>, of account: String?) {
    switch result {
    case .success(let session?) where session.account == account:
      let end = state.withLock { state in state.renewal?.number == number ? state.set(session) : nil }
      guard let end else { return }
      store { _ in }
      tell(end, isRenewed: true)
    case .success(.some): refuse(number, .otherAccount, asksPerson: false)
    case .success(nil): refuse(number, .sessionEnded, asksPerson: true)
    case .failure(let error):
      let isRefusal = error.isDefinite || error == .sessionEnded
      refuse(number, isRefusal ? .sessionEnded : error, asksPerson: isRefusal)
    }
  }

  private func refuse(_ number: Int, _ reason: ServiceError, asksPerson: Bool) {
    let (end, asks) = state.withLock { state in
      let end = state.fail(number, reason, asksPerson: asksPerson)
      return (end, end == nil && state.renewal?.number == number)
    }
    if let end { fail(end, reason) }
    if asks { ending.send() }
  }

  private func tell(_ end: SessionState.End, isRenewed: Bool) {
    end.work?.cancel()
    for waiter in end.waiters {
      waiter.receive(
        state.withLock { state in
          let verdict = state.verdict(for: waiter.attempt, isRenewed: isRenewed)
          // A sign-out fails all that waits for one reason.
          if case .answer = verdict { return .fail(.signedOut) }
          return verdict
        })
    }
  }

  private func fail(_ end: SessionState.End, _ reason: ServiceError) {
    end.work?.cancel()
    for waiter in end.waiters { waiter.receive(.fail(reason)) }
  }

  // MARK: - The backend's side

  package var attempt: Attempt { state.withLock { $0.attempt } }

  /// What a connection is made with again that was made for an account: that of the same one.
  package func attempt(following old: Attempt?) -> Result<Attempt, ServiceError> {
    let (attempt, account) = state.withLock { ($0.attempt, $0.session?.account) }
    guard let old, old.hasToken else { return .success(attempt) }
    guard hasToken else { return .failure(.signedOut) }
    return attempt.hasToken && account == old.account ? .success(attempt) : .failure(.otherAccount)
  }

  /// What no text for people may repeat.
  package var secrets: [String] { state.withLock { $0.session?.secrets ?? [] } }

  /// Publishes the refusal of a request's token, unless a newer one was set, or it was published.
  package func refuse(_ attempt: Attempt) {
    if state.withLock({ $0.refuse(attempt) }) { refusal.send() }
  }

  /// Decides what becomes of a request with a 401, after a renewal of the session if it needs one.
  ///
  /// - Parameters:
  ///   - attempt: what it was sent with.
  ///   - isKeyed: whether it has an idempotency key.
  ///   - receive: receives the verdict once, on any thread.
  /// - Returns: what stops the wait.
  package func settle(
    _ attempt: Attempt, isKeyed: Bool, receive: @escaping @Sendable (RenewalVerdict) -> Void
  ) -> AnyCancellable {
    refuse(attempt)
    return wait(attempt, isKeyed: isKeyed, receive: receive)
  }

  /// Waits for a sign-in, if nobody has signed in and a person can be asked; publishes once whether to go on.
  package func signIn() -> AnyPublisher<Bool, Never> {
    AnyPublisher.create { [self] subscriber in
      guard !hasToken else {
        subscriber.send(true)
        subscriber.send(completion: .finished)
        return AnyCancellable {}
      }
      return wait(attempt, isKeyed: false) { verdict in
        let goesOn = if case .fail = verdict { false } else { true }
        subscriber.send(goesOn)
        subscriber.send(completion: .finished)
      }
    }
  }

  private func wait(
    _ attempt: Attempt, isKeyed: Bool, receive: @escaping @Sendable (RenewalVerdict) -> Void
  ) -> AnyCancellable {
    let number: Int
    switch state.withLock({ $0.settle(attempt, isKeyed: isKeyed, receive) }) {
    case .decided(let verdict):
      receive(verdict)
      return AnyCancellable {}
    case .waits(let waiter): number = waiter
    case .begins(let waiter, let renewal):
      number = waiter
      begin(renewal)
    }
    return AnyCancellable { [self] in state.withLock { $0.removeWaiter(number) } }
  }

  /// A request that is sent with the present token. After a 401 it waits for the renewal of the session, and is sent again.
  ///
  /// - Parameters:
  ///   - waits: whether it does. What a renewal itself asks for does not.
  ///   - isKeyed: whether it has an idempotency key.
  ///   - send: sends the request, the same one each time.
  package func holding(
    _ waits: Bool, isKeyed: Bool, _ send: @escaping (Attempt) -> ServiceUpdates
  ) -> ServiceUpdates {
    Deferred { [self] in holding(attempt, resends: waits ? Self.maximumResends : 0, isKeyed: isKeyed, send) }
      .eraseToAnyPublisher()
  }

  /// A request that is made again when the session that it lacks is there; see ``holding(_:isKeyed:_:)``.
  package func holding(_ request: ServiceRequest, _ send: @escaping () -> ServiceUpdates) -> ServiceUpdates {
    holding(request.waitsForRenewal, isKeyed: request.isKeyed) { _ in send() }
  }

  /// How many times a request is sent again because another session was set meanwhile.
  package static let maximumResends = 3

  private func holding(
    _ attempt: Attempt, resends: Int, isKeyed: Bool, _ send: @escaping (Attempt) -> ServiceUpdates
  ) -> ServiceUpdates {
    send(attempt).catch { [self] error -> ServiceUpdates in
      guard error.httpStatus == 401 else { return Fail(error: error).eraseToAnyPublisher() }
      guard resends > 0 else {
        refuse(attempt)
        return Fail(error: error).eraseToAnyPublisher()
      }
      let verdict = AnyPublisher<RenewalVerdict, ServiceError>.create { [self] subscriber in
        settle(attempt, isKeyed: isKeyed) { verdict in
          subscriber.send(verdict)
          subscriber.send(completion: .finished)
        }
      }
      return verdict.flatMap { [self] verdict -> ServiceUpdates in
        switch verdict {
        case .answer: Fail(error: error).eraseToAnyPublisher()
        case .fail(let reason): Fail(error: reason).eraseToAnyPublisher()
        case .send(let next, let isRenewed):
          holding(next, resends: isRenewed ? 0 : resends - 1, isKeyed: isKeyed, send)
        }
      }
      .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}

extension ServerCredentials: CustomStringConvertible, CustomReflectable {
  /// The origin, without the session.
  public var description: String { "ServerCredentials for \(origin)" }

  /// No children, so that no dump shows the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
