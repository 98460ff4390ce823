import AppTesting
import Descriptions
import ExpectSupport
import Foundation
import Models
import Streams
import StreamsTesting
import Testing

@testable import ViewModels

/// A type and its description have to agree. Each test fails when only one of them changes.
@MainActor @Suite struct AnyScreenTests {
  let world = TestWorld()
  let app: AppCore

  init() {
    app = AppCore(world.environment)
  }

  @Test func `has a field for every property of a state`() throws {
    func check(_ state: some ScreenState) {
      let properties = Mirror(reflecting: state).children.compactMap(\.label)
      #expect(type(of: state).fields.sorted.map(\.name) == properties.sorted())
      #expect(!properties.isEmpty)
    }
    for screen in AppCore.screens {
      let state = try app.open(screen.name).snapshot.state
      check(state)
    }
  }

  @Test func `has words for every value of an event`() {
    expectEqual(AnyScreen.check(AppCore.screens, forAssistants: true), [])
  }

  @Test func `has a schema that every first state fits`() throws {
    for screen in AppCore.screens {
      let open = try app.open(screen.name)
      expectEqual(faults(try parsed(open.snapshot.state.json), screen.state.schema), [], "\(screen.name)")
    }
  }

  @Test func `has a schema that a full state fits`() throws {
    let balance = try app.open("balance")
    balance.viewDidAppear()
    world.backend.last(.balance).succeed(.cents(-5))
    let product = try app.open("product")
    product.viewDidAppear()
    world.backend.last(.product).succeed(.wand)
    world.scheduler.advance()
    expectEqual(faults(try parsed(balance.snapshot.state.json), BalanceState.schema), [])

    let purchase = #"{"type":"purchase"}"#
    try product.send(json: purchase)
    expectEqual(faults(try parsed(product.snapshot.state.json), ProductState.schema), [])
    world.backend.last(.purchase).fail()
    world.scheduler.advance()
    expectEqual(faults(try parsed(product.snapshot.state.json), ProductState.schema), [])
    try product.send(json: purchase)
    world.backend.last(.purchase).succeed(.wand)
    world.scheduler.advance()
    expectEqual(faults(try parsed(product.snapshot.state.json), ProductState.schema), [])
  }

  @Test func `a list's schema describes its elements`() {
    let schema = [Money].schema
    expectEqual(faults(.array([]), schema), [])
    expectEqual(faults(.array([.object(["amount": "1.50", "currency": "USD"])]), schema), [])
    expectEqual(faults(.array([.object(["amount": "1.50"])]), schema), ["/0: breaks required"])
    expectEqual(faults("1.50", schema), [": breaks type"])
  }

  @Test func `reads every event that a schema allows`() throws {
    func check<Event: ScreenEvent>(_ events: [Event], _ sample: (Event) -> String) throws {
      for event in events {
        let json = sample(event)
        expectEqual(faults(try parsed(json.utf8), Event.schema), [], "\(json)")
        try expectEqual(Event(JSONText(scanning: json.utf8)), event)
      }
      // The samples are exhaustive switches, so an event without a description fails here.
      expectEqual(Event.cases.count, events.count)
    }
    try check(ApplicationEvent.allCases, \.sample)
    try check(BalanceViewEvent.allCases, \.sample)
    try check(ProductEvent.allCases, \.sample)
    try check(RegistrationEvent.samples, \.sample)
    try check(TermsEvent.samples, \.sample)
    try check(BlogEvent.samples, \.sample)
    try check(CounterEvent.allCases, \.sample)
  }

  @Test func `reads the parameters that a schema allows`() throws {
    for (json, id) in [(#"{"id":"wand"}"#, "wand" as ProductID?), (#"{"id":null}"#, nil), ("{}", nil)] {
      expectEqual(faults(try parsed(json.utf8), ProductParameters.schema), [])
      try expectEqual(parameters(json), ProductParameters(id: id))
    }
    for json in [#"{"id":""}"#, #"{"id":7}"#, #"{"ID":"wand"}"#] {
      #expect(faults(try parsed(json.utf8), ProductParameters.schema) != [])
      #expect(throws: InputError.self) { try parameters(json) }
    }
    let error = #expect(throws: InputError.self) { try parameters(#"{"id":7}"#) }
    expectEqual(error?.description, #"wrongType at "/id": expected a non-empty string or null"#)
  }

  private func parameters(_ json: String) throws -> ProductParameters {
    try ProductParameters(Members(JSONText(scanning: json.utf8)))
  }

  @Test func `marks secrets`() {
    func secrets(_ schema: JSON) -> Int {
      switch schema {
      case .object(let members):
        (members["x-secret"] == true ? 1 : 0) + members.values.reduce(0) { $0 + secrets($1) }
      case .array(let elements): elements.reduce(0) { $0 + secrets($1) }
      default: 0
      }
    }
    expectEqual(secrets(RegistrationEvent.schema), 2)
    for screen in AppCore.screens { expectEqual(secrets(screen.state.schema), 0) }
  }

  @Test func `describes a screen`() throws {
    let screen = AnyScreen(.counter)
    expectEqual(screen.name, "counter")
    expectEqual(screen.about, "A random number in a circle.")
    expectEqual(screen.parameters, .record("NoParameters", [], isClosed: true))
    expectEqual(
      screen.events.schema.text,
      #"{"oneOf":[{"additionalProperties":false,"description":"Show the next number.","#
        + #""properties":{"type":{"const":"nextButtonWasTapped","type":"string"}},"required":["type"],"#
        + #""title":"CounterEventNextButtonWasTapped","type":"object","x-purpose":"primary"}],"title":"CounterEvent"}"#)
    expectEqual(
      screen.state.schema.text,
      #"{"properties":{"#
        + #""character":{"description":"The number in a circle as one character.","type":"string","x-for-people":false},"#
        + #""number":{"description":"The number, 0 to 50.","type":"integer","x-for-people":false},"#
        + #""numberText":{"description":"The character and the symbol's name.","type":"string","x-role":"title"},"#
        + #""symbolName":{"description":"The name of the number's symbol.","type":"string","x-for-people":false}},"#
        + #""required":["character","number","numberText","symbolName"],"title":"CounterState","type":"object","#
        + #""x-order":["number","symbolName","character","numberText"]}"#)
  }
}
