import ExpectSupport
import Requests
import Testing

@Suite struct RequestFailuresTests {
  private let names = ["balance", "purchase"]

  @Test(
    arguments: [
      ("balance", ["balance"]), ("balance,purchase", ["purchase", "balance"]), ("all", .all), ("", []),
      ("balance,balance", ["balance"]), ("balance:007", ["balance:7"]),
    ] as [(String, RequestFailures)])
  func `are parsed from a list`(list: String, failures: RequestFailures) throws {
    try expectEqual(RequestFailures(parsing: list), failures)
    try expectEqual(RequestFailures(parsing: list, names: names), failures)
  }

  @Test(arguments: [
    ("balance:0", "balance:0"), ("balance:", "balance:"), ("balance:+1", "balance:+1"), (":1", ":1"),
    ("balance:1:lots", "balance:1:lots"), ("balance:1:2", "balance:1:2"), ("balance:lost:1", "balance:lost:1"),
    ("balance:99999999999999999999", "balance:99999999999999999999"), ("balance,", ""),
    ("balance, purchase", " purchase"), ("balnce", "balnce"), ("lost", "lost"), ("Balance", "Balance"),
    ("balance:1:refused", "balance:1:refused"), ("balance:cut:1", "balance:cut:1"),
  ])
  func `refuse an unknown item, and list the known names`(list: String, item: String) throws {
    let thrown = try #require(throws: UnknownFailure.self) { try RequestFailures(parsing: list, names: names) }
    expectEqual(thrown.item, item)
    expectEqual(thrown.description, "Nothing called \"\(item)\" can fail. Known: balance, purchase, all.")
  }

  @Test func `take any name where no names are known`() throws {
    try expectEqual(RequestFailures(parsing: "weather.now:2:lost").failure(of: "weather.now", number: 2), .lost)
    let thrown = try #require(throws: UnknownFailure.self) { try RequestFailures(parsing: "a b") }
    expectEqual(thrown.description, "Nothing called \"a b\" can fail.")
  }

  @Test(arguments: [
    "balance:2", "balance:2,purchase", "purchase:1:lost", "balance:1,balance:3,purchase:lost", "all", "",
    "balance,balance:2:lost", "messages:3:cut", "messages:late,messages:twice",
  ])
  func `are described as they are parsed`(list: String) throws {
    let failures = try RequestFailures(parsing: list)
    expectEqual(failures.description, list)
    expectEqual(failures.isEmpty, list.isEmpty)
  }

  @Test func `prefer a refusal to a lost answer`() {
    let failures: RequestFailures = ["balance", "balance:2:lost", "purchase:lost"]
    expectEqual(failures.failure(of: "balance", number: 2), .refused)
    expectEqual(failures.failure(of: "purchase", number: 9), .lost)
    #expect(failures.failure(of: "product", number: 1) == nil)
  }

  @Test func `tell elements of a feed from its openings`() {
    let failures: RequestFailures = ["messages:2:cut", "messages:2:twice", "messages:3:lost", "all:4:late"]
    expectEqual((1...4).map { failures.failure(of: "messages", number: $0) }, [nil, nil, .lost, nil])
    expectEqual((1...4).map { failures.elementFailure(of: "messages", number: $0) }, [nil, .cut, nil, .late])
    expectEqual(RequestFailure(ServiceFeed<Void, String>("messages"), number: 2, .cut).description, "messages:2:cut")
  }

  @Test func `are values with members, whose text is read back`() {
    let failure = RequestFailure(ServiceOperation<Void, Int>("degrees"), number: 2, .lost)
    expectEqual(failure.description, "degrees:2:lost")
    expectEqual(RequestFailure(parsing: "degrees:2:lost"), failure)
    #expect((failure.operation, failure.number, failure.kind) == ("degrees", 2, .lost))
    #expect(RequestFailure.all(.lost).operation == nil)
    expectEqual(RequestFailures.all, [RequestFailure.all()])
    #expect([failure, .all(number: 3)] as RequestFailures == ["all:3", "degrees:2:lost"])
  }
}
