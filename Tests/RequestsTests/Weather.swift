import Descriptions
import Foundation
import Requests
import Streams

// The service of these tests: a station that is asked for the weather, and that takes reports of members with a password.

struct City: JSONRecord, Hashable {
  var name: String
  var country: String?

  static let record = Codec(
    City.init(name:country:), Field(\.name, "The name."), Field(\.country))
}

struct Weather: JSONRecord, Equatable {
  var degrees: Int
  var date: Date

  static let record = Codec(Weather.init(degrees:date:), \.degrees, \.date)
}

struct Pass: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(text) }
}

struct Report: JSONRecord, Equatable {
  var city: City
  var pass: Pass
  var key: IdempotencyKey

  static let record = Codec(
    Report.init(city:pass:key:), Field(\.city), Field(\.pass), Field(\.key))
}

extension ServiceOperation<City, Weather> {
  static var weather: Self { Self("weather") }
}

extension ServiceOperation<Report, String> {
  static var report: Self { Self("report") }
}

extension ServiceOperation<Void, [City]> {
  static var cities: Self { Self("cities") }
}

extension ServiceOperation<City, Void> {
  static var forget: Self { Self("forget") }
}

let oslo = City(name: "Oslo", country: "NO")
let rain = Weather(degrees: 7, date: Date(timeIntervalSinceReferenceDate: 786_297_845.25))

/// A station where it rains.
let station = Backend.handlers([
  ServiceHandler(.weather) { city in
    guard city == oslo else { throw ServiceError.problem(status: 404, detail: "Nobody looks there.") }
    return rain
  },
  ServiceHandler(.report) { "thanks for \($0.city.name)" },
  ServiceHandler(.cities) { [oslo] },
  ServiceHandler(.forget) { _ in },
])

// The feeds of these tests.

struct Line: JSONRecord, Hashable {
  var number: Int
  var position: String? = nil

  static let record = Codec(Line.init(number:position:), \.number, \.position)
}

struct Chat: JSONRecord {
  var room: String
  var position: String? = nil

  static let record = Codec(Chat.init(room:position:), \.room, \.position)
}

extension ServiceFeed<Chat, Line> {
  static var lines: Self { Self("lines") }
}

extension ServiceFeed<Void, String> {
  static var texts: Self { Self("texts") }
}

extension ServiceFeed<Int, Line> {
  static var rows: Self { Self("rows") }
}

extension Publisher where Output: Sendable, Failure == ServiceError {
  /// What a publisher that answers at once has published.
  var answerText: String {
    var text = ""
    let cancellable = sink { completion in
      if case .failure(let error) = completion { text += error.message }
    } receiveValue: {
      text += "\($0)"
    }
    cancellable.cancel()
    return text
  }
}
