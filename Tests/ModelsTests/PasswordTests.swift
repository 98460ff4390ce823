import ExpectSupport
import Foundation
import Models
import Testing

@Suite struct PasswordTests {
  private let secret = "xyzzy-7319"

  @Test func `is hidden, also inside other values`() throws {
    let password = Password(secret)
    let account = NewAccount(username: try Username("gandalf"), password: password)
    let holders: [Any] = [password, account, [password], Optional(password) as Any, ["key": account], (1, password)]
    for holder in holders {
      var dumped = ""
      dump(holder, to: &dumped)
      for shown in ["\(holder)", String(reflecting: holder), dumped] {
        #expect(!shown.contains(secret))
        #expect(shown.contains("<secret>"))
      }
    }
    #expect(Mirror(reflecting: password).children.isEmpty)
    #expect(password.playgroundDescription as? String == "<secret>")
  }

  @Test func `does not reveal its length`() {
    expectEqual("\(Password(""))", "\(Password("a very long one"))")
  }

  @Test func `can be compared and revealed, and has no form for an encoder`() {
    let password = Password(secret)
    expectEqual(password, Password(secret))
    #expect(password != Password("other"))
    expectEqual(password.withRevealedText { $0 }, secret)
    #expect(!((password as Any) is any Encodable))
    #expect(!((NewAccount.self as Any.Type) is any Encodable.Type))
  }
}
