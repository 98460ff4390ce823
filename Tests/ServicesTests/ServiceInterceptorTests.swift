import Foundation
import Locking
import Models
import Services
import Streams
import Support
import Testing

@Suite struct ServiceInterceptorTests {
  /// Writes each answer as a line of JSON, without the amount of a balance, and replays the lines in their order.
  private final class Tape: ServiceInterceptor {
    private let state = LockedValue((lines: [String](), next: 0))
    private let isReplay: Bool

    init(replaying lines: [String]? = nil) {
      isReplay = lines != nil
      state.withLock { $0.lines = lines ?? [] }
    }

    var lines: [String] { state.withLock { $0.lines } }

    func intercept<Answer: Codable & Sendable>(
      _ operation: ServiceOperation, _ call: AnyPublisher<Answer, ServiceError>
    ) -> AnyPublisher<Answer, ServiceError> {
      guard isReplay else {
        return call.handleEvents(
          receiveOutput: { self.write(operation, $0) },
          receiveCompletion: { if case .failure(let error) = $0 { self.write(operation, error) } }
        )
        .eraseToAnyPublisher()
      }
      return Deferred { Just(self.next()) }
        .tryMap { line in
          let json = Data(line.drop { $0 != " " }.utf8)
          if let error = try? JSONDecoder().decode(ServiceError.self, from: json) { throw error }
          return try JSONDecoder().decode(Answer.self, from: json)
        }
        .mapError { $0 as? ServiceError ?? .decoding }
        .eraseToAnyPublisher()
    }

    private func write(_ operation: ServiceOperation, _ answer: some Encodable) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let masked = (answer as? Balance).map { Balance(value: .zero, date: $0.date) as any Encodable } ?? answer
      let json = (try? encoder.encode(masked)) ?? Data()
      state.withLock { $0.lines.append("\(operation) \(String(decoding: json, as: UTF8.self))") }
    }

    private func next() -> String {
      state.withLock { state in
        defer { state.next += 1 }
        return state.lines[state.next]
      }
    }
  }

  private let date = Date(timeIntervalSinceReferenceDate: 5)

  private func world() -> MockWorld { MockWorld(now: { [date] in date }, random: CountingGenerator(step: 1 << 24)) }

  /// Calls every operation of a backend once, and a purchase that is refused.
  private func call(_ backend: Backend) throws -> [String] {
    func text<Answer: Sendable>(_ call: AnyPublisher<Answer, ServiceError>) -> String {
      let outcome = Recording(call).soFar.outcome
      return outcome.value.map { "\($0)" } ?? outcome.error?.message ?? "nothing"
    }
    let account = NewAccount(username: try Username("radagast"), password: Password("xyzzy-7319"))
    return [
      text(backend.balance.balance().map(\.date).eraseToAnyPublisher()),
      text(backend.products.product(id: "wand")),
      text(backend.products.purchaseProduct(id: "wand", idempotencyKey: try key("a"))),
      text(backend.accounts.usernameAvailable(account.username)),
      text(backend.accounts.createAccount(account, idempotencyKey: try key("b"))),
      text(backend.products.purchaseProduct(id: "broomstick", idempotencyKey: try key("c"))),
    ]
  }

  @Test func `sees every operation by its name`() throws {
    let tape = Tape()
    _ = try call(.mock(world: world()).intercepted(by: tape))
    let names = tape.lines.map { String($0.prefix { $0 != " " }) }
    #expect(
      names.dropLast() == ServiceOperation.all.map(\.name)[...],
      "`call` above has to call each operation once, in the order of `ServiceOperation.all`.")
    #expect(tape.lines.first == #"balance {"date":5,"value":{"amount":"0.00","currency":"USD"}}"#)
    #expect(
      tape.lines.last == #"purchase {"code":402,"detail":"There is not enough money on the account.","kind":"problem"}"#
    )
    #expect(!tape.lines.joined().contains("xyzzy"))
  }

  @Test func `answers without a call`() throws {
    let tape = Tape()
    let answers = try call(.mock(world: world()).intercepted(by: tape))
    let untouched = world()
    #expect(try call(.mock(world: untouched, failures: .all).intercepted(by: Tape(replaying: tape.lines))) == answers)
    #expect(untouched.balance().value == MockWorld.funds)
  }

  @Test func `starts nothing before a subscription`() throws {
    let tape = Tape()
    let balance = Backend.mock().intercepted(by: tape).balance.balance()
    #expect(tape.lines.isEmpty)
    _ = Recording(balance)
    #expect(tape.lines.count == 1)
  }

  @Test func `is seen first if it is added last`() {
    let (inner, outer) = (Tape(), Tape(replaying: [#"balance {"kind":"cancelled"}"#]))
    let backend = Backend.mock().intercepted(by: inner).intercepted(by: outer)
    #expect(Recording(backend.balance.balance()).soFar.outcome.error == .cancelled)
    #expect(inner.lines.isEmpty)
  }
}
