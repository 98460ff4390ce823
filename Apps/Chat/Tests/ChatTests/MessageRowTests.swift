import AppTesting
import Testing

@testable import Chat

@Suite struct MessageRowTests {
  private let environment = TestWorld().environment

  @Test func `a row is made again when its message or what may be done with it has changed`() {
    let rows = MessageRows()
    func show(_ messages: [Message], account: String = "Ada", mayDeleteAny: Bool = true) -> [MessageRow] {
      rows.rows(of: messages, account: account, mayDeleteAny: mayDeleteAny, environment)
    }
    #expect(show([.sample(1), .sample(2)]).map(\.text) == ["Hello", "Hello"])
    #expect(show([.sample(2, "Changed"), .sample(3)]).map(\.text) == ["Changed", "Hello"])
    #expect(show([.sample(1), .sample(2), .sample(3)]).map(\.text) == ["Hello", "Hello", "Hello"])
    #expect(show([.sample(1), .sample(3), .sample(4)]).map(\.id) == ["1", "3", "4"])
    #expect(show([.sample(5)]).map(\.id) == ["5"])
    #expect(show([]).isEmpty)
    #expect(show([.sample(5)], mayDeleteAny: false).map(\.deleteHidden) == [true])
    #expect(show([.sample(5)], account: "Bob", mayDeleteAny: false).map(\.deleteHidden) == [false])
  }
}
