// The names that the examples of files of the app's modules use beside those of AppPrelude.swift.

struct ExchangeRate: Codable, Equatable, Sendable {
  var price: Money
  var bank: String
}

protocol ExchangeRateService: Sendable {
  func rate(of currency: Currency) -> AnyPublisher<ExchangeRate, ServiceError>
}

extension ServiceOperation {
  static let exchangeRate = ServiceOperation("exchangeRate")
}
