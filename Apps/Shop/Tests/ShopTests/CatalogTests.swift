import AppTesting
import Foundation
import Screens
import Testing

@testable import Shop

@MainActor @Suite struct CatalogTests {
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

  @Test func `offers to try again what has failed`() throws {
    let session = Session(failures: ["products:1"])
    let catalog = session.open(.catalog)
    #expect(catalog.state.message != nil && !catalog.state.retryHidden)
    try session.send(.retryButtonWasTapped, to: catalog)
    #expect(catalog.state.message == nil && catalog.state.retryHidden && catalog.state.products.count == 12)
  }

  @Test func `has a picture of each product`() {
    for (product, _) in Products.all {
      #expect(Drawing.picture(at: Link(product.picture)).flatMap(PictureType.init) == .gif)
    }
    #expect(Drawing.picture(at: Link("shop:products/99")) == nil)
  }

  @Test func `a product that is not sold any more is said to be so`() {
    #expect(Session().openProduct(99).state.message == "We do not sell this any more.")
  }
}
