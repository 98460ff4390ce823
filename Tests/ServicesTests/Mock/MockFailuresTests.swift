import Services
import Testing

@Suite("Mock failures")
struct MockFailuresTests {
  @Test(
    "are a list of names",
    arguments: [
      ("balance", .balance), ("balance,purchase", [.balance, .purchase]), ("all", .all), ("product,all", .all),
      ("username,account,product", [.username, .account, .product]), ("balance,balance", .balance),
    ] as [(String, MockFailures)])
  func parsing(list: String, failures: MockFailures) throws {
    #expect(try MockFailures(parsing: list) == failures)
  }

  @Test(
    "refuse a name they do not know, and list those they do",
    arguments: [
      ("balnce", "balnce"), ("", ""), ("balance,", ""), ("balance, purchase", " purchase"), ("Balance", "Balance"),
    ])
  func unknown(list: String, name: String) throws {
    let thrown = try #require(throws: UnknownFailure.self) { try MockFailures(parsing: list) }
    #expect(thrown.name == name)
    #expect(
      thrown.description
        == "Nothing called \"\(name)\" can fail. Known: balance, product, purchase, username, account, all.")
  }

  @Test("have a name each")
  func names() throws {
    let all = try MockFailures.names.map { try MockFailures(parsing: $0) }
    #expect(all == [.balance, .product, .purchase, .username, .account, .all])
  }
}
