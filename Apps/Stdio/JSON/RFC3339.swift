import Foundation
import JSONRPC

extension [UInt8] {
  /// Appends a date as a JSON string, RFC 3339 in UTC to the second: "2026-11-20T15:04:05Z".
  mutating func append(date: Date) { append(jsonString: date.formatted(.iso8601)) }
}
