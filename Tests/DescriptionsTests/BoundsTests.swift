import Descriptions
import ExpectSupport
import Foundation
import JSON
import Testing

@Suite struct BoundsTests {
  private struct Order: DescribedObject {
    var copies = 1
    var price = 0.5
    var weight = 2
    var note = ""

    static let fields: Fields<Order> = [
      Field(\.copies, "How many.").bounded(from: 1, to: 10),
      Field(\.price, "The price.").bounded(from: 0.5, step: 0.5),
      Field(\.weight, "In kilograms.").bounded(to: 30), Field(\.note, "A note."),
    ]
  }

  @Test func `stand in the schema`() {
    let properties = Order.schema["properties"]
    expectEqual(properties?["copies"]?["minimum"], 1)
    expectEqual(properties?["copies"]?["maximum"], 10)
    #expect(properties?["copies"]?["x-step"] == nil)
    // What a `JSON` cannot hold as a number is a text in a word of our own.
    #expect(properties?["price"]?["minimum"] == nil)
    expectEqual(properties?["price"]?["x-minimum"], "0.5")
    expectEqual(properties?["price"]?["x-step"], "0.5")
    #expect(properties?["weight"]?["minimum"] == nil)
    expectEqual(properties?["weight"]?["maximum"], 30)
    expectEqual(Order.fields.mistakes, [])
  }

  @Test(
    arguments: [
      (#"{"copies":10}"#, nil), (#"{"copies":0}"#, "/copies: a number from 1 to 10"),
      (#"{"copies":11}"#, "/copies: a number from 1 to 10"),
      (#"{"price":0.5}"#, nil), (#"{"price":0.25}"#, "/price: a number from 0.5"), (#"{"price":1e9}"#, nil),
      (#"{"weight":31}"#, "/weight: a number to 30"), (#"{"weight":-1}"#, nil), (#"{"note":"11"}"#, nil),
    ] as [(String, String?)])
  func `refuse what a reader finds outside of them`(json: String, problem: String?) throws {
    var order = Order()
    do throws(InputError) {
      try Order.fields.read(Members(JSONText(scanned: Array(json.utf8)[...])), into: &order)
      #expect(problem == nil)
    } catch {
      expectEqual("\(error.pointer): \(error.expected)", problem)
    }
  }

  private struct Wrong: DescribedObject {
    var name = ""
    var count = 0

    static let fields: Fields<Wrong> = [
      Field(\.name, "A text.").bounded(from: 1), Field(\.count, "A number.").bounded(from: 2, to: 1),
    ]
  }

  @Test func `are checked`() {
    expectEqual(
      Wrong.fields.mistakes,
      [
        #"the field "name" has bounds, and is not a number."#,
        #"the field "count" has bounds without a number between them."#,
      ])
  }
}
