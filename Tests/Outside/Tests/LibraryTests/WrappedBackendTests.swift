import AppTesting
import Foundation
import HTTP
import Outbox
import Requests
import Screens
import Streams
import Testing

@testable import Library

/// What a wrapper of ten lines around a backend sees, and keeps.
@MainActor @Suite struct WrappedBackendTests {
  private final class Log: @unchecked Sendable {
    // Sendable because of the lock.
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
  }

  private let log = Log()

  /// The wrapper.
  private func logged(_ base: Backend) -> Backend {
    base.wrapped { [log] request, next in
      next(request).handleEvents(
        receiveSubscription: { _ in log.add("\(request.kind) \(request.name)") },
        receiveOutput: { update in
          if let value = update.value { log.add(String(decoding: request.outputCodec.json(value), as: UTF8.self)) }
        }
      )
      .eraseToAnyPublisher()
    }
  }

  private static let url = URL(string: "https://library.example/v1")!

  private func backends() -> (ServerCredentials, mock: Backend, http: Backend) {
    let credentials = ServerCredentials(for: Self.url)
    let mock = Backend.handlers(
      [
        ServiceHandler(.pages) { $0 + 1 },
        ServiceHandler(transferring: .copies) { count in
          [.progress(TransferProgress(.sent, 1, of: 2)), .answer(count)].publisher
            .setFailureType(to: ServiceError.self).eraseToAnyPublisher()
        },
        ServiceHandler(publishing: .arrivals) {
          ["Emma"].publisher.setFailureType(to: ServiceError.self).eraseToAnyPublisher()
        },
      ], session: credentials)
    let http = Backend.http(
      ServerConnection(Self.url, credentials: credentials),
      routes: [
        HTTPRoute(.pages, "/pages/{id}"), HTTPRoute(.copies, "/copies/{id}"), HTTPRoute(.arrivals, "/arrivals"),
      ])
    return (credentials, mock, http)
  }

  @Test func `sees operations, transfers and feeds`() {
    let backend = logged(backends().mock)
    var values: [String] = []
    var cancellables: Set<AnyCancellable> = []
    backend.answer(.pages, 7).sink { _ in
    } receiveValue: {
      values.append("\($0)")
    }.store(in: &cancellables)
    backend.transfer(.copies, 2).sink { _ in
    } receiveValue: {
      values.append("\($0.answer ?? 0)")
    }
    .store(in: &cancellables)
    backend.follow(.arrivals).elements().sink { _ in
    } receiveValue: {
      values.append($0)
    }.store(in: &cancellables)
    #expect(values == ["8", "0", "2", "Emma"])
    #expect(log.all == ["answer pages", "8", "transfer copies", "2", "feed arrivals", "\"Emma\""])
  }

  @Test func `sees what a server is asked`() {
    let backend = logged(backends().http)
    backend.answer(.pages, 7).subscribe(PassthroughSubject<Int, ServiceError>()).cancel()
    backend.transfer(.copies, 2).subscribe(PassthroughSubject<TransferUpdate<Int>, ServiceError>()).cancel()
    backend.follow(.arrivals).subscribe(PassthroughSubject<FeedEvent<String>, ServiceError>()).cancel()
    #expect(log.all == ["answer pages", "transfer copies", "feed arrivals"])
  }

  @Test func `keeps the sessions, the address, the changes and what is offered`() {
    let (credentials, mock, http) = backends()
    for base in [mock, http] {
      let backend = logged(base)
      #expect(backend.credentials.contains { $0 === credentials })
      #expect(backend.address == base.address)
      #expect(backend.offers(.arrivals) && !backend.offers(.departures))
      #expect(backend.services.map(\.name) == base.services.map(\.name))
      var changes = 0
      let cancellable = backend.changes.publisher(for: .pages).sink { changes += 1 }
      base.changes.publish(.pages)
      #expect(changes == 1)
      cancellable.cancel()
    }
    #expect(logged(http).address == "https://library.example:443/v1")
  }

  @Test func `a sign-out ends the session of a wrapped backend`() {
    let (credentials, mock, http) = backends()
    for base in [mock, http] {
      credentials.setSession(ServerSession(account: "Ada", token: BearerToken("token"))) { _ in }
      var environment = AppEnvironment.live(backend: logged(base))
      environment.account = "Ada"
      let app = AppCore(environment, AppDefinition(screens: []))
      app.environment.signOut(unsent: .discard)
      #expect(credentials.account == nil)
    }
  }
}

extension WrappedBackendTests {
  /// A backend at an address that answers as the test says.
  private func addressed(_ scripted: ScriptedBackend) -> Backend {
    let base = scripted.backend
    return Backend(
      address: "library", credentials: base.credentials, changes: base.changes, services: base.services,
      offers: { _ in false }, perform: base.perform)
  }

  @Test func `keeps the outbox`() {
    let world = TestWorld()
    let storage = Storage()
    let environments = [logged(addressed(world.backend)), addressed(world.backend)].map { backend in
      var environment = world.environment
      environment.storage = storage
      environment.backend = backend
      return environment
    }
    // The two have one outbox, because they have one storage and one address.
    var wishes: [[String]] = [[], []]
    let entries = environments.indices.map { index in
      environments[index].outbox(.wish).entries.sink { wishes[index] = $0.map(\.input.title) }
    }
    let added = environments[0].outbox(.wish).add { Wish(title: "Emma", key: $0) }.sink { _ in }
    world.scheduler.advance()
    #expect(wishes == [["Emma"], ["Emma"]])
    #expect(log.all.first == "answer wish")
    added.cancel()
    for entry in entries { entry.cancel() }
  }

  @Test func `keeps the keys of what the user wants`() {
    let world = TestWorld()
    var keys: [IdempotencyKey] = []
    let kept = IdempotencyKeys()
    for isWrapped in [true, false] {
      var environment = world.environment
      environment.idempotencyKeys = kept
      environment.backend = isWrapped ? logged(addressed(world.backend)) : addressed(world.backend)
      let request = environment.request(.wish, for: "Emma") { Wish(title: "Emma", key: $0) }.sink { _ in
      } receiveValue: { _ in
      }
      world.scheduler.advance()
      keys.append(world.backend.last(.wish).input.key)
      world.backend.last(.wish).fail(.timeout)
      world.scheduler.advance()
      request.cancel()
    }
    #expect(keys.count == 2 && keys.first == keys.last)
    #expect(log.all == ["answer wish"])
  }
}

extension ServiceOperation<Int, Int> {
  fileprivate static var pages: Self { Self("pages", input: .described, answer: .described) }
  fileprivate static var copies: Self { Self("copies") }
}

extension ServiceFeed<Void, String> {
  fileprivate static var arrivals: Self { Self("arrivals") }
  fileprivate static var departures: Self { Self("departures") }
}
