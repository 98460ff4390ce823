// The names that the examples of the app's modules use; `check` compiles them together.
import AppTesting
import Descriptions
import Dispatch
import Files
import Formatting
import Foundation
import HTTP
import Models
import Observation
import Outbox
import Recording
import Requests
import Services
import Storage
import Streams
import StreamsExtras
import StreamsNetworking
import Testing
import ViewModels

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The type whose methods are the examples.
@MainActor final class Page {
  var key: IdempotencyKey?
}

let url = URL(filePath: "/")
let result = Result<Receipt, ServiceError>.failure(.timeout)
let locale = Locale.current
let timeZone = TimeZone.gmt
let clock = (now: Date(), zone: timeZone)
let balance = Balance(value: .zero, date: clock.now)
let format = RelativeDateFormat()

// MARK: The services of a user's package

struct City: JSONRecord {
  var name: String
  static let record = Codec(City.init(name:), \.name)
}

struct Weather: JSONRecord {
  var degrees: Int
  static let record = Codec(Weather.init(degrees:), \.degrees)
}

extension ServiceOperation<City, Weather> {
  static var forecast: Self { Self("forecast") }
}

extension ServiceOperation<Weather, Weather> {
  static var report: Self { Self("report") }
}

struct Room: JSONRecord {
  var name: String
  static let record = Codec(Room.init(name:), \.name)
}

struct Message: JSONRecord {
  var id: Int
  static let record = Codec(Message.init(id:), \.id)
}

struct Price: JSONRecord {
  var number: Int
  static let record = Codec(Price.init(number:), \.number)
}

struct PriceQuery: JSONRecord {
  var after: Int
  static let record = Codec(PriceQuery.init(after:), \.after)
}

extension ServiceFeed<City, String> {
  static var warnings: Self { Self("warnings") }
}

extension ServiceFeed<PriceQuery, Price> {
  static var prices: Self { Self("prices") }
}

let letters = PassthroughSubject<Message, Never>()

struct Station: Sendable {
  func warnings(for city: City) -> AnyPublisher<String, ServiceError> { Empty().eraseToAnyPublisher() }
  func weather(in city: City) throws -> Weather { Weather(degrees: 7) }
  func forecast(for city: City) async throws -> Weather { Weather(degrees: 7) }
}

let world = Station()
let station = Station()
let base: Backend = .mock()
let backend = base
let service = base.products
let keys = IdempotencyKeys()
let id: ProductID = "wand"
let purchases = PassthroughSubject<Void, Never>()
let main = DispatchQueue.main.eraseToAnyScheduler()

extension AppDefinition {
  /// The app of a user's package.
  static let library = tributary
}

extension Screen<CounterViewModel> {
  /// A screen of a user's package.
  static var afford: Self { Screen("afford", about: "A number.") { CounterViewModel($1) } }
}
