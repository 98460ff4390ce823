import AppTesting
import ExpectSupport
import Foundation
import JSON
import Testing

@testable import ViewModels

@MainActor @Suite struct DescribedTests {
  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_795_187_045.999, "2026-11-20T15:04:05Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (-2_208_988_801, "1899-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func `writes a date as RFC 3339`(seconds: Double, expected: String) {
    expectEqual(Date(timeIntervalSince1970: seconds).text, "\"\(expected)\"")
  }

  @Test(
    arguments: [
      ("0", 0), ("-7", -7), ("9007199254740991", 9_007_199_254_740_991), ("9007199254740992", nil), ("1.5", nil),
      ("\"9007199254740992\"", 9_007_199_254_740_992), ("\"9007199254740991\"", nil), ("\"+9007199254740992\"", nil),
      ("1e400", nil), ("true", nil), ("\"1\"", nil),
    ] as [(String, Int?)])
  func `reads an integer that JSON carries exactly`(text: String, number: Int?) throws {
    try expectEqual(Int(JSONText(scanning: Array(text.utf8))), number)
  }

  @Test func `describes a list by its elements`() {
    expectEqual([ProductID].schema, ["type": "array", "items": ProductID.schema])
    expectEqual([1, 2].text, "[1,2]")
  }
}
