import Foundation
import JSON
import Testing

@testable import ViewModels

@MainActor @Suite struct JSONCodingTests {
  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONCoding.encode(value), as: UTF8.self)
  }

  @Test func keysAreSortedAndNothingIsEscapedThatNeedNotBe() throws {
    #expect(try text(["b": "/\"\\\n\u{1}", "a": "é\u{1F9D9}"]) == #"{"a":"é🧙","b":"/\"\\\n\u0001"}"#)
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_795_187_045.999, "2026-11-20T15:04:05Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (-2_208_988_801, "1899-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func aDateIsRFC3339(seconds: Double, expected: String) throws {
    #expect(try text([Date(timeIntervalSince1970: seconds)]) == "[\"\(expected)\"]")
  }

  @Test func whatIsNoNumberIsRefused() {
    #expect(throws: EncodingError.self) { try text([Double.nan]) }
    #expect(throws: EncodingError.self) { try text([Double.infinity]) }
  }
}

@MainActor @Suite struct StateWriterTests {
  /// A property that counts how often it is encoded, and can refuse it.
  private struct Probe: Encodable, Equatable, Described {
    let value: Int
    let log: Log

    func encode(to encoder: any Encoder) throws {
      log.encodings.append(value)
      if value < 0 { throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "Refused.")) }
      try value.encode(to: encoder)
    }

    static func == (a: Probe, b: Probe) -> Bool { a.value == b.value }
    static let schema: JSON = [:]
    static let expectation = "a probe"
  }

  // NB: unchecked because each is used by one test alone, on the main actor.
  private final class Log: @unchecked Sendable {
    var encodings: [Int] = []
  }

  private struct State: ScreenState {
    var name: String?
    var first: Probe
    var second: Probe
    var isBusy: Bool { false }

    static let fields: [Field<State>] = [
      Field("second", "", \.second), Field("name", "", \.name), Field("first", "", \.first),
    ]
  }

  private let log = Log()

  private func state(_ first: Int, _ second: Int, _ name: String? = nil) -> State {
    State(name: name, first: Probe(value: first, log: log), second: Probe(value: second, log: log))
  }

  private func line(_ writer: StateWriter<State>) throws -> String {
    String(decoding: try writer.json(), as: UTF8.self)
  }

  @Test func whatHasNotChangedIsNotEncodedAgain() throws {
    let writer = StateWriter(state(1, 2))
    #expect(try line(writer) == #"{"first":1,"name":null,"second":2}"#)
    writer.state = state(1, 3, "/")
    #expect(try line(writer) == #"{"first":1,"name":"/","second":3}"#)
    #expect(try line(writer) == #"{"first":1,"name":"/","second":3}"#)
    #expect(log.encodings == [1, 2, 3])
  }

  @Test func aPropertyThatCannotBeEncodedLeavesNothingOfItsStateBehind() throws {
    let writer = StateWriter(state(1, 2))
    _ = try writer.json()
    writer.state = state(5, -1)
    #expect(throws: EncodingError.self) { try writer.json() }
    writer.state = state(1, 2)
    #expect(try line(writer) == #"{"first":1,"name":null,"second":2}"#)
  }
}
