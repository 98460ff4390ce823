import Foundation
import Models

/// The bodies of `openapi.yaml`. They are separate from the models because a backend may use looser notations.
enum Wire {
  struct Amount: Codable {
    let money: Money

    private enum CodingKeys: String, CodingKey {
      case amount, currency
    }

    init(_ money: Money) {
      self.money = money
    }

    /// Decodes an amount that is a decimal string or a JSON number. `Decimal` reads the digits of a number, without a
    /// binary fraction in between.
    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      let currency = try Currency(try fields.decode(String.self, forKey: .currency))
      if let text = try? fields.decode(String.self, forKey: .amount) {
        money = try Money(text, currency)
      } else {
        let text = try fields.decode(Decimal.self, forKey: .amount).description
        // NB: `Decimal` truncates a number of more digits than it holds.
        guard text.count(where: \.isNumber) < Money.maximumDigits else { throw MoneyError.tooManyDigits }
        money = try Money(text, currency)
      }
    }

    func encode(to encoder: any Encoder) throws {
      try money.encode(to: encoder)
    }
  }

  struct Balance: Codable {
    let value: Amount
    let date: WireDate

    var model: Models.Balance { .init(value: value.money, date: date.date) }

    init(_ balance: Models.Balance) {
      value = Amount(balance.value)
      date = WireDate(balance.date)
    }
  }

  struct Product: Codable {
    let id: ProductID
    let title: String
    let description: String
    let price: Amount

    var model: Models.Product {
      .init(
        id: id, title: BackendText(title).text, description: BackendText(description).text, price: price.money)
    }

    init(_ product: Models.Product) {
      id = product.id
      title = product.title
      description = product.description
      price = Amount(product.price)
    }
  }

  struct Receipt: Codable {
    let id: String
    let productID: ProductID
    let price: Amount
    let date: WireDate

    var model: Models.Receipt { .init(id: id, productID: productID, price: price.money, date: date.date) }

    init(_ receipt: Models.Receipt) {
      id = receipt.id
      productID = receipt.productID
      price = Amount(receipt.price)
      date = WireDate(receipt.date)
    }
  }

  struct Availability: Codable {
    /// The name that was checked, which a backend may omit.
    let username: Username?
    let available: Bool
  }

  /// The only body with a secret. It exists while it is encoded or decoded.
  struct Credentials: Codable {
    let username: String
    let password: String
  }

  /// A problem document (RFC 9457).
  struct Problem: Codable {
    var type: String?
    var title: String?
    var status: Int?
    var detail: String?
  }

  static func encode(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(value)
    } catch {
      // The types above consist of strings, booleans and integers, which do not fail to encode.
      preconditionFailure("A wire type does not encode: \(type(of: value))")
    }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}

extension Wire.Problem {
  /// Decodes a problem document. Members of unexpected types are ignored (RFC 9457, section 3.1).
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    type = try? members.decode(String.self, forKey: .type)
    title = try? members.decode(String.self, forKey: .title)
    status = try? members.decode(Int.self, forKey: .status)
    detail = try? members.decode(String.self, forKey: .detail)
  }
}
