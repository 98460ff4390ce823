import Services
import Testing

@Suite struct MockFailuresTests {
  @Test(
    arguments: [
      ("balance", [.balance]), ("balance,purchase", [.balance, .purchase]), ("all", .all), ("product,all", .all),
      ("username,account,product", [.username, .account, .product]), ("balance,balance", [.balance]),
    ] as [(String, MockFailures)])
  func `are parsed from a list of names`(list: String, failures: MockFailures) throws {
    #expect(try MockFailures(parsing: list) == failures)
  }

  @Test(arguments: [
    ("balance:0", "balance:0"), ("balance:", "balance:"), ("balance:+1", "balance:+1"), (":1", ":1"),
    ("lost", "lost"),
    ("balance:1:lots", "balance:1:lots"), ("balance:1:2", "balance:1:2"), ("balance:lost:1", "balance:lost:1"),
    ("balance:99999999999999999999", "balance:99999999999999999999"), ("balnce", "balnce"), ("", ""),
    ("balance,", ""), ("balance, purchase", " purchase"), ("Balance", "Balance"),
  ])
  func `refuse an unknown name, and list the known ones`(list: String, name: String) throws {
    let thrown = try #require(throws: UnknownFailure.self) { try MockFailures(parsing: list) }
    #expect(thrown.name == name)
    #expect(
      thrown.description
        == "Nothing called \"\(name)\" can fail. Known: \(MockFailures.names.joined(separator: ", ")).")
  }

  @Test(arguments: [
    "balance:2", "balance:2,purchase", "purchase:1:lost", "balance:1,balance:3,purchase:lost", "all", "",
    "balance,balance:2:lost",
  ])
  func `are described as they are parsed`(list: String) throws {
    let failures = list.isEmpty ? [] : try MockFailures(parsing: list)
    #expect(failures.description == list)
    #expect(failures.isEmpty == list.isEmpty)
  }

  @Test func `of the second call do not affect others`() throws {
    let services = MockServices(world: MockWorld(), failures: try MockFailures(parsing: "balance:2"))
    let errors = (0..<4).map { _ in Recording(services.balance()).soFar.outcome.error }
    #expect(errors == [nil, .problem(status: 503, detail: "Something went wrong!"), nil, nil])
    #expect(Recording(services.product(id: "wand")).soFar.outcome.error == nil)
  }

  @Test func `of all operations count the calls of each`() throws {
    let services = MockServices(world: MockWorld(), failures: try MockFailures(parsing: "all:2"))
    let calls = [
      services.balance().map { _ in 0 }.eraseToAnyPublisher(),
      services.product(id: "wand").map { _ in 0 }.eraseToAnyPublisher(),
    ]
    for call in calls { #expect(Recording(call).soFar.outcome.error == nil) }
    for call in calls { #expect(Recording(call).soFar.outcome.error != nil) }
    for call in calls { #expect(Recording(call).soFar.outcome.error == nil) }
  }

  @Test func `have a name for each operation`() throws {
    let all = try MockFailures.names.map { try MockFailures(parsing: $0) }
    #expect(
      all == [[.balance], [.product], [.purchase], [.username], [.account], .all],
      "Add an operation to this list, in the order of `ServiceOperation.all`.")
  }
}
