import AppTesting
import ExpectSupport
import Foundation
import HTTP
import HTTPSupport
import JSON
import Models
import Screens
import Support
import Testing
import ViewModels

/// Which backend there is makes no difference to a screen: what it asks for answers on the main scheduler.
@MainActor @Suite struct EveryBackendTests {
  enum Kind: CaseIterable {
    case mock, http, test
  }

  /// What a front does with each screen.
  nonisolated static let screens: [(name: String, parameters: String, events: [String])] = [
    ("balance", "{}", [#"{"type":"refreshButtonWasTapped"}"#]),
    ("blog", "{}", [#"{"text":"Broomsticks","type":"titleChanged"}"#, #"{"type":"publishButtonWasTapped"}"#]),
    ("counter", "{}", [#"{"type":"nextButtonWasTapped"}"#]),
    ("product", #"{"id":"wand"}"#, [#"{"type":"purchase"}"#]),
    (
      "registration", "{}",
      [
        #"{"text":"ada","type":"usernameChanged"}"#, #"{"text":"correct horse","type":"passwordChanged"}"#,
        #"{"text":"correct horse","type":"passwordAgainChanged"}"#, #"{"type":"createButtonWasTapped"}"#,
      ]
    ),
    ("terms", "{}", [#"{"isOn":true,"type":"acceptedTermsChanged"}"#, #"{"text":"Ada","type":"nameChanged"}"#]),
  ]

  private static func world() -> MockWorld { MockWorld(now: { .fixed }, random: Screens.SeededGenerator(seed: 1)) }

  /// A backend that the test has told every answer before.
  private static func scripted() throws -> ScriptedBackend {
    let world = world()
    let backend = ScriptedBackend()
    let key = try #require(IdempotencyKey(rawValue: "key"))
    backend.prepare(.balance, .success(world.balance()), .success(world.balance()))
    backend.prepare(.product, .success(try world.product(id: "wand")))
    backend.prepare(.purchase, .success(try world.purchase(id: "wand", idempotencyKey: key)))
    backend.prepare(.username, .success(true))
    backend.prepare(.account, .success(Account(username: try Username("ada"))))
    return backend
  }

  /// The states of a screen with a backend, one after the other.
  private func history(
    _ screen: (name: String, parameters: String, events: [String]), _ kind: Kind
  ) async throws -> [String] {
    var server: LoopbackServer?
    defer { server?.close() }
    let backend: Backend
    switch kind {
    case .mock: backend = Backend.mock(world: Self.world())
    case .http:
      let endpoints = HTTPEndpoints(Backend.mock(world: Self.world()), routes: HTTPRoute.services)
      let loopback = try LoopbackServer { Answer(of: endpoints, to: $0) }
      server = loopback
      backend = Backend.http(try #require(URL(string: loopback.url)), timeout: .seconds(3_600))
    case .test: backend = try Self.scripted().backend
    }
    var environment = AppEnvironment(now: { .fixed }, random: RandomSource(Screens.SeededGenerator(seed: 1)))
    environment.backend = backend
    environment.timeZone = .gmt
    let app = AppCore(environment, AppDefinition(screens: AppCore.screens))
    let instance = try app.open(screen.name, parameters: JSONText(scanning: screen.parameters.utf8))
    var states = [String(decoding: instance.snapshot.state.json, as: UTF8.self)]
    let updates = instance.updates.sink { states.append(String(decoding: $0.state.json, as: UTF8.self)) }
    try await app.untilIdle { instance.viewDidAppear() }
    for event in screen.events {
      try await app.untilIdle { try instance.send(JSONText(scanning: event.utf8)) }
    }
    updates.cancel()
    return states
  }

  @Test func `plays every screen`() { expectEqual(Set(Self.screens.map(\.name)), Set(AppCore.screens.map(\.name))) }

  @Test(arguments: screens) func `every screen has one history with every backend`(
    screen: (name: String, parameters: String, events: [String])
  ) async throws {
    let mock = try await history(screen, .mock)
    #expect(mock.count > 1)
    try await expectEqual(history(screen, .http), mock)
    try await expectEqual(history(screen, .test), mock)
  }
}
