import AppTesting
import ExpectSupport
import Foundation
import JSON
import Locking
import Models
import Services
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@testable import ViewModels

/// The screens over the mock backend, as a front uses them that exchanges JSON only.
@MainActor @Suite struct AnyScreenInstanceTests {
  let scheduler = TestScheduler()

  private func app(failures: RequestFailures = []) -> AppCore {
    AppCore(
      .test(
        backend: .mock(
          world: MockWorld(now: { .fixed }), latency: .milliseconds(300), failures: failures,
          scheduler: scheduler.mainQueue),
        scheduler: scheduler))
  }

  /// A member of the state, once nothing is in flight.
  private func shown(_ member: String, _ screen: AnyScreenInstance) throws -> JSON? {
    scheduler.run()
    #expect(!screen.isBusy)
    return try parsed(screen.snapshot.state.json)[member]
  }

  @Test func `lowers the balance at a purchase`() throws {
    let app = app()
    let balance = try app.open("balance")
    balance.viewDidAppear()
    try expectEqual(shown("valueText", balance), "$1,234.56")

    let product = try app.open("product", parameters: JSONText(scanning: #"{"id":"wand"}"#.utf8))
    product.viewDidAppear()
    try expectEqual(shown("priceText", product), "$199.00")
    try product.send(json: #"{"type":"purchase"}"#)
    try expectEqual(shown("phase", product)?["type"], "purchased")

    try balance.send(json: #"{"type":"refreshButtonWasTapped"}"#)
    try expectEqual(shown("valueText", balance), "$1,035.56")
    try expectEqual(shown("value", balance), ["amount": "1035.56", "currency": "USD"])
  }

  @Test func `buys once after a lost answer, even from another screen`() throws {
    let app = app(failures: try RequestFailures(parsing: "purchase:1:lost"))
    for receipt in [.null, "Purchased for $199.00. Today at 3:04:05 PM."] as [JSON] {
      let product = try app.open("product")
      product.viewDidAppear()
      #expect(try shown("buttonEnabled", product) == true)
      try product.send(json: #"{"type":"purchase"}"#)
      try expectEqual(shown("receiptText", product), receipt)
      product.close()
    }
    let balance = try app.open("balance")
    balance.viewDidAppear()
    try expectEqual(shown("valueText", balance), "$1,035.56")
  }

  @Test func `creates an account whose answer was lost`() throws {
    let registration = try app(failures: RequestFailures(parsing: "account:1:lost")).open("registration")
    for event in [
      #"{"type":"usernameChanged","text":"Ada"}"#, #"{"type":"passwordChanged","text":"xyzzy"}"#,
      #"{"type":"passwordAgainChanged","text":"xyzzy"}"#,
    ] { try registration.send(json: event) }
    let lost = "The answer was lost. It may have been carried out. Asking again carries it out once only."
    for text in [lost, "The account Ada was created."] {
      #expect(try shown("createEnabled", registration) == true)
      try registration.send(json: #"{"type":"createButtonWasTapped"}"#)
      try expectEqual(shown("resultText", registration), .string(text))
    }
  }

  @Test func `shows the backend's words about a price that is too high`() throws {
    let product = try app().open("product", parameters: JSONText(scanning: #"{"id":"broomstick"}"#.utf8))
    product.viewDidAppear()
    scheduler.run()
    try product.send(json: #"{"type":"purchase"}"#)
    try expectEqual(shown("errorText", product), "There is not enough money on the account.")
    #expect(try shown("buttonEnabled", product) == true)
  }

  @Test func `asks for nothing that changes something when it appears`() throws {
    let app = app()
    var faults: [String] = []
    let reports = app.reports.sink { if case .fault(let sentence) = $0.event { faults.append(sentence) } }
    for screen in app.offeredScreens {
      let instance = try app.open(screen.name)
      instance.viewDidAppear()
      scheduler.run()
      #expect(instance.hasAppeared)
    }
    expectEqual(faults, [])
    withExtendedLifetime(reports) {}
  }

  @Test func `shows the failure of every request`() throws {
    let app = app(failures: .all)
    for (name, member, text) in [
      ("balance", "infoText", "Failed to update."), ("balance", "failureText", "Something went wrong!"),
      ("product", "errorText", "Something went wrong!"),
    ] {
      let screen = try app.open(name)
      screen.viewDidAppear()
      #expect(screen.isBusy)
      try expectEqual(shown(member, screen), .string(text))
    }
    let registration = try app.open("registration")
    try registration.send(json: #"{"type":"usernameChanged","text":"Ada"}"#)
    #expect(registration.isBusy)
    try expectEqual(shown("usernameText", registration), "Failed to check the user name.")
    try expectEqual(shown("failureText", registration), "Something went wrong!")
  }

  @Test func `creates one account for a name`() throws {
    let app = app()
    let screens = [try app.open("registration"), try app.open("registration")]
    for (screen, password) in zip(screens, ["xyzzy", "plugh"]) {
      for event in [
        #"{"type":"usernameChanged","text":"Ada"}"#, #"{"type":"passwordChanged","text":"\#(password)"}"#,
        #"{"type":"passwordAgainChanged","text":"\#(password)"}"#,
      ] { try screen.send(json: event) }
      #expect(try shown("createEnabled", screen) == true)
    }
    for screen in screens { try screen.send(json: #"{"type":"createButtonWasTapped"}"#) }
    try expectEqual(shown("resultText", screens[0]), "The account Ada was created.")
    try expectEqual(shown("resultText", screens[1]), "This user name is taken.")
    try expectEqual(shown("usernameStatus", screens[1]), "taken")
    #expect(try shown("createEnabled", screens[1]) == false)
  }

  @Test(arguments: [
    (#"{"type":"acceptedTermsChanged","isOn":1}"#, "/isOn", "a boolean"),
    (#"{"type":"acceptedTermsChanged","isOn":"true"}"#, "/isOn", "a boolean"),
    (#"{"type":"acceptedTermsChanged","isOn":null}"#, "/isOn", "a boolean"),
    (#"{"type":"acceptedTermsChanged"}"#, "/isOn", "a boolean"),
    (#"{"type":"nameChanged","text":7}"#, "/text", "a string"),
    (#"{"type":"nameChanged","text":{}}"#, "/text", "a string"),
    (#"{"type":"nameChanged","isOn":true,"text":"Ada"}"#, "/isOn", "no other members than type, text"),
  ])
  func `refuses a value of another type`(_ json: String, _ pointer: String, _ expected: String) throws {
    let terms = try app().open("terms")
    let error = #expect(throws: EventError.self) { try terms.send(json: json) }?.inputError
    expectEqual(error?.pointer.description, pointer)
    expectEqual(error?.expected, expected)
    expectEqual(terms.snapshot.revision, 1)
  }
}
