import ExpectSupport
import Foundation
import Testing

@testable import HTTP

@Suite struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  private func delay(_ text: String?, date: String? = nil) -> Duration? {
    let headers = [("Retry-After", text), ("Date", date)].compactMap { name, value in
      value.map { HTTPHeader(name: name, value: $0) }
    }
    return TransferReply(status: 503, headers: headers, body: []).retryDelay(now: now)
  }

  @Test(arguments: [
    ("0", 0), ("7", 7), (" 120", 120), ("86400", 86_400), ("86401", 86_400),
    ("99999999999999999999999999999999", 86_400), (String(repeating: "9", count: 400), 86_400),
  ])
  func `reads seconds, up to a day`(text: String, seconds: Int) { expectEqual(delay(text), .seconds(seconds)) }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:50:37 GMT", "Sunday, 06-Nov-94 08:50:37 GMT", "Sun Nov  6 08:50:37 1994",
  ])
  func `reads a date in each form of the standard`(text: String) {
    expectEqual(delay(text), .seconds(60))
    expectEqual(delay(text, date: "Sun, 06 Nov 1994 08:50:07 GMT"), .seconds(30))
    expectEqual(delay(text, date: "yesterday"), .seconds(60))
    expectEqual(delay(text, date: "Mon, 07 Nov 1994 08:50:07 GMT"), .zero)
  }

  @Test func `reads a year of two digits in this century or the last`() {
    expectEqual(Date(http: "Friday, 27-Nov-26 16:00:00 GMT"), Date(http: "Fri, 27 Nov 2026 16:00:00 GMT"))
    expectEqual(Date(http: "Friday, 27-Nov-70 16:00:00 GMT"), Date(http: "Fri, 27 Nov 1970 16:00:00 GMT"))
  }

  @Test(arguments: [
    nil, "", "soon", "-1", "1.5", "1e3", "+5", "１２", "Sun, 06 Nov 1994 08:50:37 CET", "Sun, 31 Feb 1994 08:50:37 GMT",
    "Sun, 06 Nov 1994 24:50:37 GMT", "Sun, 06 Nov 1994 8:50:37 GMT", "Sun, 06 Nov 1994 08:50 GMT",
    "Sun, 06 Now 1994 08:50:37 GMT", "06 Nov 1994 GMT", "1994-11-06T08:50:37Z",
  ])
  func `ignores what is neither`(text: String?) { #expect(delay(text) == nil) }

  @Test func `is a part of the error`() {
    let reply = TransferReply(status: 503, headers: [HTTPHeader(name: "Retry-After", value: "8")], body: [])
    expectEqual(reply.failure(hiding: []).retryAfter, .seconds(8))
  }
}
