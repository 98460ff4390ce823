import Descriptions
import ExpectSupport
import JSON
import Requests
import Testing

@Suite struct FeedConditionTests {
  @Test(
    arguments: [
      (.connecting, #"{"kind":"connecting"}"#), (.open, #"{"kind":"open"}"#),
      (
        .interrupted(.timeout, nextTry: .milliseconds(1500)),
        #"{"kind":"interrupted","nextTry":1500,"reason":{"kind":"timeout"}}"#
      ),
    ] as [(FeedCondition, String)])
  func `has a stable JSON form`(_ condition: FeedCondition, _ json: String) throws {
    expectEqual(String(decoding: condition.json, as: UTF8.self), json)
    expectEqual(FeedCondition(try JSONText(scanning: json.utf8)), condition)
    #expect(condition.isOpen == (condition == .open))
  }

  @Test(arguments: [
    #"{"kind":"shut"}"#, #"{"kind":"interrupted"}"#, #"{"kind":"interrupted","nextTry":1}"#, "{}", "[]",
  ])
  func `is not read from another JSON form`(_ json: String) throws {
    #expect(FeedCondition(try JSONText(scanning: json.utf8)) == nil)
  }
}
