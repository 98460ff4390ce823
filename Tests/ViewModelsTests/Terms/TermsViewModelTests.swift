import AppTesting
import ExpectSupport
import Foundation
import Models
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct TermsViewModelTests {
  let world = TestWorld()
  let model: TermsViewModel

  init() {
    model = TermsViewModel(world.environment)
  }

  private func fill(terms: Bool, privacy: Bool, name: String) {
    model.eventSubject.send(.acceptedTermsChanged(terms))
    model.eventSubject.send(.acceptedPrivacyChanged(privacy))
    model.eventSubject.send(.nameChanged(name))
  }

  @Test func `starts without an acceptance`() {
    expectEqual(model.state, TermsState(TermsForm(), nil, world.environment))
    #expect(!model.state.submitEnabled)
    #expect(model.state.acceptanceText == nil)
  }

  @Test(arguments: [false, true], [false, true])
  func `enables submit with both switches on and a name`(_ terms: Bool, _ privacy: Bool) {
    for name in ["", " ", "Ada"] {
      fill(terms: terms, privacy: privacy, name: name)
      expectEqual(model.state.acceptedTerms, terms)
      expectEqual(model.state.acceptedPrivacy, privacy)
      expectEqual(model.state.name, name)
      #expect(model.state.submitEnabled == (terms && privacy && name == "Ada"))
    }
  }

  @Test func `shows what was accepted, by whom and when`() {
    fill(terms: true, privacy: true, name: " Ada ")
    model.eventSubject.send(.submitButtonWasTapped)
    expectEqual(model.state.acceptedBy, "Ada")
    expectEqual(model.state.acceptedAt, Date.fixed)
    expectEqual(model.state.acceptanceText, "Ada accepted the terms and the privacy statement. Today at 3:04:05 PM.")
    #expect(!model.state.isBusy)
  }

  @Test func `does not submit an incomplete form`() {
    fill(terms: true, privacy: false, name: "Ada")
    model.eventSubject.send(.submitButtonWasTapped)
    #expect(model.state.acceptedBy == nil)
  }

  @Test func `keeps the acceptance when the form changes`() {
    fill(terms: true, privacy: true, name: "Ada")
    model.eventSubject.send(.submitButtonWasTapped)
    fill(terms: false, privacy: true, name: "Grace")
    expectEqual(model.state.acceptedBy, "Ada")
    #expect(!model.state.submitEnabled)
  }

  @Test func `publishes each change once`() {
    var heard: [TermsState] = []
    let cancellable = model.$state.sink { heard.append($0) }
    fill(terms: true, privacy: true, name: "Ada")
    fill(terms: true, privacy: true, name: "Ada")
    cancellable.cancel()
    expectEqual(heard.map(\.submitEnabled), [false, false, false, true])
  }

  @Test func `releases everything`() {
    let alive = leaks { detector in
      let model = detector.watch(TermsViewModel(world.environment))
      model.eventSubject.send(.nameChanged("Ada"))
    }
    expectEqual(alive, [])
  }
}
