import Descriptions
import ExpectSupport
import JSON
import Testing

@testable import Requests

@Suite struct AnswerFaultTests {
  private static let money = Shape.record("Money", [.init("amount", .decimal()), .init("currency", .text())])
  private static let phase = Shape.variants("Phase", [.init("ready"), .init("failed", [.init("message", .text())])])

  @Test(
    arguments: [
      (.text(), "7", ""), (.text(), #""7""#, nil), (.secret, "null", ""),
      (.integer(), "1.5", ""), (.integer(), "1.0", nil), (.number, #""1""#, ""), (.number, "1.5", nil),
      (.decimal(), #""a""#, ""), (.decimal(), #""1.5""#, nil), (.boolean, "0", ""), (.boolean, "false", nil),
      (.date, #""2026""#, ""), (.date, #""2026-11-22T15:04:05Z""#, nil),
      (.choice("Side", ["left", "right"]), #""up""#, ""), (.choice("Side", ["left", "right"]), #""left""#, nil),
      (.optional(.boolean), "null", nil), (.optional(.boolean), "1", ""),
      (.list(.integer()), "{}", ""), (.list(.integer()), #"[1,"2"]"#, "/1"), (.list(.integer()), "[]", nil),
      (.rows(money, identity: "currency"), #"[{"amount":"1","currency":2}]"#, "/0/currency"),
      (money, #"{"amount":"1","currency":"USD","more":1}"#, nil), (money, #"{"currency":"USD"}"#, "/amount"),
      (.record("A", [.init("a/b", .optional(.boolean))]), "{}", nil),
      (.record("A", [.init("a/b", .optional(.boolean))]), #"{"a/b":1}"#, "/a~1b"),
      (.record("A", [.init("a", .boolean, isRequired: false)]), "{}", nil),
      (phase, #"{"type":"ready"}"#, nil), (phase, #"{"type":"other"}"#, "/type"), (phase, "{}", "/type"),
      (phase, #"{"type":"failed"}"#, "/message"), (phase, "1", ""),
      (.anyOf("Any", [.boolean, money]), "true", nil), (.anyOf("Any", [.boolean, money]), "1", ""),
      (.nothing, "7", nil), (.json(), "7", nil),
    ] as [(Shape, String, String?)])
  func `names the first place of an answer that does not fit`(shape: Shape, json: String, pointer: String?) throws {
    try expectEqual(shape.firstMisfit(in: JSONText(scanning: json.utf8))?.description, pointer)
  }

  @Test func `an operation finds the fault of an answer that its codec does not read`() {
    let operation = ServiceOperation<Void, Bool>("isOpen")
    let description = ServiceDescription(operation)
    #expect(description.fault(of: ServiceReply(json: Array("true".utf8))) == nil)
    expectEqual(description.fault(of: ServiceReply(json: Array("7".utf8))), AnswerFault(pointer: JSONPointer()))
    expectEqual(description.fault(of: ServiceReply()), AnswerFault(pointer: JSONPointer()))
    expectEqual(description.fault(of: ServiceReply(json: Array("{".utf8))), AnswerFault(pointer: nil))
  }
}
