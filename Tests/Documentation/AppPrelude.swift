// The names that the examples of the app's modules use; `check` compiles them together.
import AppTesting
import Dispatch
import Formatting
import Foundation
import JSON
import Models
import Recording
import Services
import Streams
import StreamsExtras
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

extension Screen<CounterViewModel> {
  /// A screen of a user's package.
  static var afford: Self { Screen("afford", "A number.") { CounterViewModel($1) } }
}
