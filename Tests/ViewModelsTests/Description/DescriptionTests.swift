import Foundation
import JSON
import Models
import Streams
import StreamsTesting
import Testing

@testable import ViewModels

/// A type and its description must say the same. Each test here fails when one of them changes alone.
@MainActor @Suite struct DescriptionTests {
  let world = World()
  let app: AppCore

  init() {
    app = AppCore(world.environment)
  }

  @Test func everyPropertyOfAStateIsDescribedAndInOrder() throws {
    func check(_ state: some ScreenState) {
      let properties = Mirror(reflecting: state).children.compactMap(\.label)
      #expect(type(of: state).fields.map(\.name) == properties)
      #expect(!properties.isEmpty)
    }
    for screen in AppCore.screens {
      let state = try app.open(screen.name).snapshot.state
      check(state)
    }
  }

  @Test func everyStateFitsItsSchema() throws {
    for screen in AppCore.screens {
      let open = try app.open(screen.name)
      #expect(faults(try parsed(open.snapshot.json()), screen.state) == [], "\(screen.name)")
    }
  }

  @Test func aStateWithEverythingInItFitsItsSchema() throws {
    let balance = try app.open("balance")
    balance.viewDidAppear()
    world.services.balances.last.succeed(world.balance(cents: -5))
    let product = try app.open("product")
    product.viewDidAppear()
    world.services.products.last.succeed(.wand)
    world.scheduler.advance()
    #expect(faults(try parsed(balance.snapshot.json()), BalanceState.schema) == [])

    let purchase = #"{"type":"purchase"}"#.utf8
    try product.send(purchase)
    #expect(faults(try parsed(product.snapshot.json()), ProductState.schema) == [])
    world.services.purchases.last.fail()
    world.scheduler.advance()
    #expect(faults(try parsed(product.snapshot.json()), ProductState.schema) == [])
    try product.send(purchase)
    world.services.purchases.last.succeed(.wand)
    world.scheduler.advance()
    #expect(faults(try parsed(product.snapshot.json()), ProductState.schema) == [])
  }

  @Test func everyEventIsReadFromWhatItsSchemaAllows() throws {
    func check<Event: ScreenEvent>(_ events: [Event], _ sample: (Event) -> String) throws {
      for event in events {
        let json = Array(sample(event).utf8)
        #expect(faults(try parsed(json), Event.schema) == [], "\(sample(event))")
        #expect(try JSONCoding.decode(Event.self, from: json) == event)
      }
      // NB: the samples are exhaustive switches, so an event without a description has no way past here.
      #expect(Event.cases.count == events.count)
    }
    try check(ApplicationEvent.allCases, \.sample)
    try check(BalanceViewEvent.allCases, \.sample)
    try check(ProductEvent.allCases, \.sample)
    try check(RegistrationEvent.samples, \.sample)
    try check(TermsEvent.samples, \.sample)
    try check(BlogEvent.samples, \.sample)
    try check(CounterEvent.allCases, \.sample)
  }

  @Test func parametersAreReadFromWhatTheirSchemaAllows() throws {
    for (json, id) in [(#"{"id":"wand"}"#, "wand" as ProductID?), (#"{"id":null}"#, nil), ("{}", nil)] {
      #expect(faults(try parsed(json.utf8), ProductParameters.schema) == [])
      #expect(try JSONCoding.decode(ProductParameters.self, from: json.utf8) == ProductParameters(id: id))
    }
    for json in [#"{"id":""}"#, #"{"id":7}"#, #"{"ID":"wand"}"#] {
      #expect(faults(try parsed(json.utf8), ProductParameters.schema) != [])
      #expect(throws: InputError.self) { try JSONCoding.decode(ProductParameters.self, from: json.utf8) }
    }
    let error = #expect(throws: InputError.self) {
      try JSONCoding.decode(ProductParameters.self, from: #"{"id":7}"#.utf8)
    }
    #expect(error?.description == #"wrongType at "/id": expected a non-empty string or null"#)
  }

  @Test func secretsAreMarked() {
    func secrets(_ schema: JSON) -> Int {
      switch schema {
      case .object(let members):
        (members["x-secret"] == true ? 1 : 0) + members.values.reduce(0) { $0 + secrets($1) }
      case .array(let elements): elements.reduce(0) { $0 + secrets($1) }
      default: 0
      }
    }
    #expect(secrets(RegistrationEvent.schema) == 2)
    for screen in AppCore.screens { #expect(secrets(screen.state) == 0) }
  }

  @Test func aDescriptionIsWrittenAsTheProtocolNamesIt() throws {
    let json = String(decoding: try JSONCoding.encode(AnyScreen(.counter)), as: UTF8.self)
    #expect(
      json
        == #"{"about":"A random number in a circle.","events":{"oneOf":[{"additionalProperties":false,"#
        + #""description":"The user asked for the next number.","properties":{"type":{"const":"nextButtonWasTapped"}},"#
        + #""required":["type"],"type":"object"}]},"params":{"additionalProperties":false,"properties":{},"#
        + #""required":[],"type":"object"},"screen":"counter","state":{"additionalProperties":false,"properties":{"#
        + #""character":{"description":"The number in a circle as one character.","type":"string"},"#
        + #""number":{"description":"The number, 0 to 50.","type":"integer"},"#
        + #""symbolName":{"description":"The name of the number's symbol.","type":"string"}},"#
        + #""required":["character","number","symbolName"],"type":"object"}}"#)
  }
}
