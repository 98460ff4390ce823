import AppTesting
import ExpectSupport
import JSON
import Models
import Services
import Testing
import ViewModels

/// What the screens do not allow, and why.
@MainActor @Suite struct RefusedEventTests {
  private let world = TestWorld()

  private func app() -> AppCore { AppCore(world.environment) }

  /// The reason for which an event is refused; `nil` if it is applied.
  private func refusal<Model: ViewModel>(_ event: Model.Event, _ screen: ScreenInstance<Model>) -> String? {
    let revision = screen.snapshot.revision
    do throws(EventError) {
      try screen.send(event)
      return nil
    } catch {
      expectEqual(screen.snapshot.revision, revision)
      return error.refusal
    }
  }

  @Test func `says why the terms cannot be submitted`() throws {
    let terms = app().open(.terms)
    func check(_ reason: String?, _ json: String) {
      expectEqual(terms.state.submitDisabledReason, reason)
      #expect(terms.state.submitEnabled == (reason == nil))
      #expect(terms.state.text.contains(#""submitDisabledReason":\#(json)"#))
      expectEqual(refusal(.submitButtonWasTapped, terms), reason)
    }
    check("The terms are not accepted.", #""The terms are not accepted.""#)
    try terms.send(.acceptedTermsChanged(true))
    check("The privacy statement is not accepted.", #""The privacy statement is not accepted.""#)
    try terms.send(.acceptedPrivacyChanged(true))
    check("The name is empty.", #""The name is empty.""#)
    try terms.send(.nameChanged(" "))
    check("The name is empty.", #""The name is empty.""#)
    #expect(terms.state.acceptedBy == nil)
    try terms.send(.nameChanged("Ada"))
    check(nil, "null")
    expectEqual(terms.state.acceptedBy, "Ada")
  }

  @Test func `says why the product cannot be bought`() throws {
    let product = app().open(.product)
    expectEqual(refusal(.purchase, product), "The product is not loaded.")
    product.viewDidAppear()
    expectEqual(refusal(.purchase, product), "The product is being loaded.")
    expectEqual(refusal(.retryButtonWasTapped, product), "There is nothing to try again.")
    world.backend.last(.product).fail()
    world.scheduler.advance()
    expectEqual(refusal(.purchase, product), "The product is not loaded.")
    #expect(refusal(.retryButtonWasTapped, product) == nil)
    world.backend.last(.product).succeed(.wand)
    world.scheduler.advance()
    #expect(product.state.buttonDisabledReason == nil)
    expectEqual(refusal(.confirmButtonWasTapped, product), "There is nothing to confirm.")
    expectEqual(refusal(.declineButtonWasTapped, product), "There is nothing to decline.")
    #expect(refusal(.purchase, product) == nil)
    expectEqual(refusal(.purchase, product), "The product is being bought.")
    // A view of this process is not asked, and a second tap is harmless.
    product.model.eventSubject.send(.purchase)
    expectEqual(world.backend.calls(.purchase).count, 1)
    world.backend.last(.purchase).succeed(.wand)
    world.scheduler.advance()
    expectEqual(refusal(.purchase, product), "The product is bought.")
    product.model.eventSubject.send(.purchase)
    expectEqual(world.backend.calls(.purchase).count, 1)
    expectEqual(product.state.buttonDisabledReason, "The product is bought.")
  }

  @Test func `says why the account cannot be created`() throws {
    let registration = app().open(.registration)
    func check(_ reason: String?) {
      expectEqual(registration.state.createDisabledReason, reason)
      #expect(registration.state.createEnabled == (reason == nil))
      expectEqual(registration.model.refusal(of: .createButtonWasTapped), reason)
    }
    check("Enter a user name.")
    expectEqual(refusal(.createButtonWasTapped, registration), "Enter a user name.")
    expectEqual(refusal(.retryButtonWasTapped, registration), "There is nothing to try again.")
    try registration.send(.usernameChanged("ada"))
    check("Checking the user name...")
    world.scheduler.advance(by: 0.5)
    world.backend.last(.username).fail()
    world.scheduler.advance()
    check("Failed to check the user name.")
    #expect(refusal(.retryButtonWasTapped, registration) == nil)
    world.backend.last(.username).succeed(true)
    world.scheduler.advance()
    check("Enter a password, twice.")
    try registration.send(.passwordChanged(Password("open sesame")))
    try registration.send(.passwordAgainChanged(Password("open sesame")))
    check(nil)
    #expect(refusal(.createButtonWasTapped, registration) == nil)
    check("The account is being created.")
    world.backend.last(.account).succeed(Account(username: try Username("ada")))
    world.scheduler.advance()
    check("The account was created.")
  }

  @Test func `allows overlapping refreshes and publications`() throws {
    let app = app()
    let balance = app.open(.balance)
    balance.viewDidAppear()
    #expect(refusal(.refreshButtonWasTapped, balance) == nil)
    expectEqual(world.backend.calls(.balance).count, 2)
    let blog = app.open(.blog)
    #expect(refusal(.publishButtonWasTapped, blog) == nil)
    #expect(refusal(.publishButtonWasTapped, blog) == nil)
  }

  @Test func `has the reasons in the description of the events`() {
    let reasons: [String: String] = [
      "terms": "submitDisabledReason", "product": "buttonDisabledReason", "registration": "createDisabledReason",
    ]
    for screen in AppCore.screens {
      let found = screen.events.events.compactMap(\.disabledReason)
      #expect(found == (reasons[screen.name].map { [$0] } ?? []))
    }
  }

  @Test func `checks an event without applying it`() throws {
    let terms = app().open(.terms)
    let submit = try JSONText(scanning: #"{"type":"submitButtonWasTapped"}"#.utf8)
    #expect(throws: EventError.refused(reason: "The terms are not accepted.")) { try terms.check(submit) }
    terms.close()
    try terms.check(submit)
    try terms.send(submit)
    try terms.send(.submitButtonWasTapped)
    expectEqual(terms.snapshot.revision, 1)
  }
}
