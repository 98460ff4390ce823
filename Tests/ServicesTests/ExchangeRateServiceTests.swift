import Foundation
import Models
import Services
import Streams
import StreamsTesting
import Support
import Testing

/// A service of another module, written with what is public.
private protocol ExchangeRateService: Sendable {
  func rate(of currency: Currency) -> AnyPublisher<Decimal, ServiceError>
}

extension ServiceOperation {
  fileprivate static let exchangeRate = ServiceOperation("exchangeRate")
}

extension MockServices: ExchangeRateService {
  fileprivate func rate(of currency: Currency) -> AnyPublisher<Decimal, ServiceError> {
    answer(.exchangeRate) { _ in 2 }
  }
}

extension HTTPServices: ExchangeRateService {
  fileprivate func rate(of currency: Currency) -> AnyPublisher<Decimal, ServiceError> {
    send(HTTPCall(path: ["rates", currency.code]) { try JSONDecoder().decode(Decimal.self, from: $0) })
  }
}

@Suite(.timeLimit(.minutes(10))) struct ExchangeRateServiceTests {
  @Test func `has the latency and the failures of the mock`() {
    let scheduler = TestScheduler()
    let services = MockServices(latency: 300, failures: [.exchangeRate], scheduler: .test(scheduler))
    let recording = Recording(services.rate(of: .usd))
    scheduler.advance(by: .milliseconds(299))
    #expect(!recording.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    #expect(recording.soFar.outcome.error == .problem(status: 503, detail: "Something went wrong!"))
    #expect(Recording(MockServices().rate(of: .usd)).soFar.outcome.value == 2)
  }

  @Test func `has the transport of the HTTP services`() async throws {
    let server = try LoopbackServer { request in
      request.target == "/rates/USD" ? .response(.json("1.5")) : .response(HTTPResponse(status: 404))
    }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    #expect(await outcome(of: services.rate(of: .usd)) == Outcome(values: [Decimal(3) / 2]))
    #expect(await outcome(of: services.rate(of: try Currency("JPY"))) == Outcome(error: .status(404)))
  }
}
