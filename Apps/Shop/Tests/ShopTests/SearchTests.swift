import AppTesting
import Screens
import Testing

@testable import Shop

@MainActor @Suite struct SearchTests {
  @Test func `searches when the person pauses`() throws {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: AppDefinition.shop.screens))
    let catalog = app.open(.catalog)
    catalog.viewDidAppear()
    world.backend.last(.products).succeed(Products.all.map(\.product))
    world.scheduler.advance()
    for text in ["t", "te", "tea"] {
      try catalog.send(.searchChanged(text))
      world.scheduler.advance(by: .milliseconds(299))
    }
    #expect(catalog.state.products.count == 12 && world.backend.calls(.products).count == 1)
    world.scheduler.advance(by: .milliseconds(1))
    #expect(world.backend.calls(.products).map(\.input.text) == ["", "tea"])
    world.backend.last(.products).succeed([])
    world.scheduler.advance()
    #expect(catalog.state.products.isEmpty)
  }
}
