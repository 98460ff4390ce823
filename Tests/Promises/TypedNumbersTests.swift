import ExpectSupport
import Foundation
import JSONRPC
import MCP
import ScreenServer
import Screens
import StandardIO
import Support
import Testing

@testable import TextUI

/// What a person types is read once, by the core: the same on each front, and never by a locale where a program writes JSON.
@MainActor @Suite struct TypedNumbersTests {
  private struct Prompt: TextApp {
    let core: AppCore
  }

  private final class Frames: Output {
    var text = ""

    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
      text += String(decoding: bytes, as: UTF8.self)
      return bytes.count
    }
  }

  /// A text typed into a field, and the field's value in JSON; for a refusal, words of its reason.
  typealias Row = (locale: String, field: String, text: String, value: String?)

  nonisolated static let rows: [Row] = [
    ("de", "price", "1.500", #""1500""#), ("de", "price", "1.234,5", #""1234.5""#),
    ("de", "price", "12.345", #""12345""#),
    ("de", "count", "1.500", "1500"), ("de", "weight", "-0,5", "-0.5"), ("de", "share", "12,5 %", "0.125"),
    ("de", "took", "1 Std. 5 Min.", "3900"), ("de", "total", "1.500 €", #"{"amount":"1500","currency":"EUR"}"#),
    ("en_US", "price", "1,500", #""1500""#), ("en_US", "count", "1 500", "1500"), ("en_US", "share", "25%", "0.25"),
    ("en_US", "total", "$12.50", #"{"amount":"12.5","currency":"USD"}"#), ("en_GB", "price", "1,234.5", #""1234.5""#),
    ("fr", "price", "1\u{202F}500,5", #""1500.5""#), ("fr", "count", "1\u{A0}500", "1500"),
    ("de_CH", "price", "1’500.5", #""1500.5""#), ("de_CH", "count", "1'500", "1500"),
    ("pt_BR", "price", "1.234,5", #""1234.5""#), ("hi", "count", "1,23,456", "123456"),
    ("hi", "price", "१२.५", #""12.5""#),
    ("ar_EG", "price", "١٢٫٥", #""12.5""#), ("ar_EG", "count", "١٬٥٠٠", "1500"), ("ar_EG", "share", "٢٥٪", "0.25"),
    ("ja", "price", "１，５００．５", #""1500.5""#), ("ja", "total", "￥500", #"{"amount":"500","currency":"JPY"}"#),
    ("sv", "weight", "\u{2212}5,5", "-5.5"), ("de", "price", "", "null"),
    ("de", "count", "9.007.199.254.740.993", #""9007199254740993""#),
  ]

  nonisolated static let refused: [(locale: String, field: String, text: String, reason: String)] = [
    ("de", "price", "1.50", "perhaps 1,50 is meant"), ("de", "price", "1,234.5", "perhaps 1.234,5 is meant"),
    ("en_US", "price", "1,50", "perhaps 1.50 is meant"), ("en_US", "count", "1.500", "perhaps 1,500 is meant"),
    ("fr", "price", "1.500", "perhaps 1,500 or 1 500 is meant"), ("de_CH", "price", "1,5", "perhaps 1.5 is meant"),
    ("de", "share", "25", "perhaps 25 % or 2.500 % is meant"), ("de", "total", "5", "such as 12,50 €"),
    ("ar_EG", "price", "1.234,5", "١٬٢٣٤٫٥"), ("ja", "count", "1.5", "a whole number"),
    ("de", "took", "1.5 h", "perhaps 1,5 is meant"), ("hi", "weight", "x", "a number, such as 12.5"),
  ]

  /// An app in English sentences, with the numbers of a locale.
  private func app(_ locale: String) throws -> AppCore {
    let app = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.till)]))
    try app.perform(.localize(AppLocalization(.english, locale: Locale(identifier: locale))))
    return app
  }

  private func value(_ field: String, of app: AppCore) throws -> String {
    let state = try JSONText(scanning: #require(app.instances.last).snapshot.state.json)
    return String(decoding: try #require(state[field]).bytes, as: UTF8.self)
  }

  private func typed(_ text: String) -> String { String(decoding: text.json, as: UTF8.self) }

  private func event(_ field: String, _ value: String) -> String {
    #"{"\#(field)":\#(value),"type":"\#(field)Changed"}"#
  }

  /// Types into a field on a front; the reason if it is refused.
  private func type(
    _ text: String, into field: String, of app: AppCore, on front: String
  ) async throws -> String? {
    let event = event(field, #"{"typed":\#(typed(text))}"#)
    switch front {
    case "in process", "page":
      let screen = try (front == "page" ? app.attach(.page) : app.host).open("till")
      do throws(EventError) { try screen.send(JSONText(scanned: Array(event.utf8)[...])) } catch {
        return try #require(error.inputError).expected
      }
      return nil
    case "prompt":
      let (output, errors) = (Transcript("open till\ntype \(field) \(text)\n"), Transcript(""))
      let prompt = TextFront(
        Prompt(core: app), input: .pipe(LineReader(output)), display: Display(output, style: .plain),
        errors: Display(errors, style: .plain))
      await prompt.run()
      return errors.output.isEmpty ? nil : errors.output
    default:
      let frames = Frames()
      let server = ScreenServer(output: frames) { app }
      func send(_ method: String, _ params: String) {
        server.receive(Array(#"{"id":1,"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#.utf8 + [0x0A]))
      }
      send("screen/open", #"{"screen":"till"}"#)
      let instance = try #require(app.instances.last).id
      frames.text = ""
      send("screen/send", #"{"event":\#(event),"instance":"\#(instance)"}"#)
      return frames.text.contains(#""error""#) ? frames.text : nil
    }
  }

  nonisolated static let fronts = ["in process", "page", "prompt", "wire"]

  @Test(arguments: fronts, rows) func `is read by the locale of the app`(front: String, row: Row) async throws {
    let app = try app(row.locale)
    try #expect(await type(row.text, into: row.field, of: app, on: front) == nil)
    try expectEqual(value(row.field, of: app), row.value)
  }

  @Test(arguments: fronts, refused) func `is refused with what it is elsewhere`(
    front: String, row: (locale: String, field: String, text: String, reason: String)
  ) async throws {
    let app = try app(row.locale)
    let reason = try #require(try await type(row.text, into: row.field, of: app, on: front))
    #expect(reason.contains(row.reason), "\(reason)")
    try expectEqual(value(row.field, of: app), "null")
  }

  @Test(arguments: rows) func `what a field of the prompt shows is read again`(row: Row) async throws {
    let app = try app(row.locale)
    let screen = try app.attach(.prompt).open("till")
    let view = DescribedView(screen, app.definition.screens.first)
    view.canvas.words = app.environment.words
    _ = try await type(row.text, into: row.field, of: app, on: "in process")
    let expected = try value(row.field, of: app)
    let field = try #require(view.canvas.elements.first { $0.name == row.field } as? any TypedField)
    try field.type(row.text)
    try field.type(field.enteredText)
    let state = try JSONText(scanning: screen.snapshot.state.json)
    expectEqual(state[row.field].map { String(decoding: $0.bytes, as: UTF8.self) }, expected)
  }

  @Test(arguments: [
    ("stars", "7", "eine ganze Zahl von 1 bis 5"), ("weight", "-1.000,5", "eine Zahl ab -1.000"),
    ("price", "1.000.001", "eine Zahl bis 1.000.000"), ("share", "10.001 %", "eine Zahl von 0 % bis 10.000 %"),
  ])
  func `what is out of bounds is refused in the language of the app`(field: String, text: String, reason: String)
    async throws
  {
    let app = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.till)]))
    try app.perform(.localize(AppLocalization(Language("de") ?? .english)))
    for front in ["in process", "wire"] {
      let refusal = try #require(try await type(text, into: field, of: app, on: front))
      #expect(refusal.contains(reason), "\(refusal)")
    }
  }

  @Test func `is read wherever a value has a place`() throws {
    let app = try app("de")
    let parameters = try JSONText(scanning: #"{"price":{"typed":"1.500"}}"#.utf8)
    let screen = try app.host.open("till", parameters: parameters)
    try expectEqual(value("price", of: app), #""1500""#)
    for event in [
      #"{"type":"wasPaid","amount":{"typed":"1.500"},"note":"tea"}"#,
      #"{"type":"wasSplit","amounts":["0.5",{"typed":"2,5"}]}"#,
      #"{"type":"totalChanged","total":{"amount":{"typed":"1.500"},"currency":"EUR"}}"#,
    ] { try screen.send(JSONText(scanning: event.utf8)) }
    try expectEqual(value("paid", of: app), #"["1500 tea","0.5","2.5"]"#)
    try expectEqual(value("total", of: app), #"{"amount":"1500","currency":"EUR"}"#)
    let wrong = try JSONText(scanning: #"{"type":"wasSplit","amounts":["1",{"typed":"1.5"}]}"#.utf8)
    let error = #expect(throws: EventError.self) { try screen.send(wrong) }
    expectEqual(error?.inputError?.pointer.description, "/amounts/1")
  }

  @Test(arguments: [
    #"{"type":"priceChanged","price":{"typed":5}}"#, #"{"type":"priceChanged","price":{"typed":"5","x":1}}"#,
    #"{"type":"wasPaid","amount":"1","note":{"typed":"tea"}}"#, #"{"type":"priceChanged","price":"1.500,5"}"#,
  ]) func `a text is no such value, and JSON is not read by a locale`(event: String) throws {
    let app = try app("de")
    let screen = try app.host.open("till")
    let event = try JSONText(scanning: event.utf8)
    #expect(throws: EventError.self) { try screen.send(event) }
  }

  @Test func `JSON means the same in each language`() throws {
    let app = try app("de")
    let screen = try app.host.open("till")
    try screen.send(JSONText(scanning: event("price", #""1.500""#).utf8))
    try expectEqual(value("price", of: app), #""1.5""#)
  }

  @Test func `an assistant types nothing`() throws {
    let app = try app("de")
    let screen = try app.attach(.assistant).open("till")
    let event = try JSONText(scanning: event("price", #"{"typed":"1.500"}"#).utf8)
    let error = #expect(throws: EventError.self) { try screen.send(event) }
    expectEqual(error?.inputError?.reason, .wrongType)
  }

  @Test func `a value by its name in a script is that of JSON, and one that is typed is not`() async throws {
    let app = try app("de")
    let output = Transcript(
      "open till price=1.500\ntap wasPaid amount=2.5 note=tea\ntype count 1.500\ntap wasPaid amount=2,5 note=tea\n")
    let errors = Transcript("")
    await TextFront(
      Prompt(core: app), input: .pipe(LineReader(output)), display: Display(output, style: .plain),
      errors: Display(errors, style: .plain)
    ).run()
    try expectEqual(value("price", of: app), #""1.5""#)
    try expectEqual(value("paid", of: app), #"["2.5 tea"]"#)
    try expectEqual(value("count", of: app), "1500")
    #expect(errors.output.contains("such as 12.50"), "\(errors.output)")
  }

  @Test func `a value by its name at a prompt is what a person types`() async throws {
    let app = try app("de")
    let output = Transcript("open till price=1.500\ntap wasPaid amount=2,5 note=tea\n")
    await TextFront(
      Prompt(core: app), input: .typedLines(LineReader(output), waitsUntilIdle: true, setMode: { _ in }),
      display: Display(output, style: .plain), errors: Display(Transcript(""), style: .plain)
    ).run()
    try expectEqual(value("price", of: app), #""1500""#)
    try expectEqual(value("paid", of: app), #"["2.5 tea"]"#)
  }
}
