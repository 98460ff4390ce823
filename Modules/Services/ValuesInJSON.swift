public import Descriptions
public import Models
import Requests

// How the values of services are read, written and described: for HTTP, recordings and states alike.

extension Money: JSONRecord {
  public static let record = Codec(
    { (amount: Amount, currency: String) -> Money? in try? Money(amount.text, Currency(currency)) },
    Field(\.amountInJSON, name: "amount"),
    Field(\.currency.code, name: "currency").shaped(.text(pattern: "^[A-Z]{3}$")).example("USD")
  ).asMoney
  public static var expectation: String { "an amount of money" }

  fileprivate var amountInJSON: Amount { Amount(text: amountText) }
}

/// The amount of `Money` in plain digits.
private struct Amount: JSONReadable, JSONWritable {
  let text: String

  static var shape: Shape { .decimal(pattern: #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$"#) }
  static var expectation: String { "a decimal number as a text" }
  static var example: Amount { Amount(text: "0.00") }

  init(text: String) { self.text = text }

  init?(_ json: JSONText) {
    guard let text = json.decimalText else { return nil }
    self.text = text
  }

  func write(to writer: inout JSONWriter) { writer.write(text) }
}

extension Balance: JSONRecord {
  /// The value is private: a recording has it once a state has shown it.
  public static let record = Codec(
    Balance.init(value:date:),
    Field(\.value, "The amount.", .isPrivate(as: .zero)), Field(\.date))
  public static var expectation: String { "a balance" }
}

extension ProductID: JSONReadable, JSONWritable {
  public static var shape: Shape { .text(minLength: 1) }
  public static var expectation: String { "a non-empty string" }
  public static var example: ProductID { "wand" }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(rawValue: text)
  }

  public func write(to writer: inout JSONWriter) { writer.write(rawValue) }
}

extension Product: JSONRecord {
  public static let record = Codec(Product.init(id:title:description:price:), \.id, \.title, \.description, \.price)
  public static var expectation: String { "a product" }
}

extension Receipt: JSONRecord {
  public static let record = Codec(Receipt.init(id:productID:price:date:), \.id, \.productID, \.price, \.date)
  public static var expectation: String { "a receipt" }
}

extension Username: JSONReadable, JSONWritable {
  public static var shape: Shape { .text(minLength: 1) }
  public static var expectation: String { "a user name" }
  public static var example: Username {
    guard let name = try? Username("ada") else { preconditionFailure("The example is not a valid user name.") }
    return name
  }

  public init?(_ json: JSONText) {
    guard let text = json.string, let name = try? Username(text) else { return nil }
    self = name
  }

  public func write(to writer: inout JSONWriter) { writer.write(text) }
}

extension Account: JSONRecord {
  public static let record = Codec(Account.init(username:), \.username)
  public static var expectation: String { "an account" }
}

extension Password: Secret {
  /// A common password for a common one, because screens show that a password is common: one word in all mixes of small
  /// and capital letters.
  public func placeholder(_ number: Int) -> String? {
    guard PasswordRules.standard.problem(in: self, again: self) == .common else { return nil }
    var bits = number
    return String(
      "password1".map { letter in
        defer { bits >>= 1 }
        return bits & 1 == 1 ? Character(letter.uppercased()) : letter
      })
  }
}
