import AppTesting
import Foundation
import Screens
import Testing

@testable import Shop

@MainActor @Suite struct CatalogTests {
  @Test func `offers to try again what has failed`() throws {
    let session = Session(failures: ["products:1"])
    let catalog = session.open(.catalog)
    #expect(catalog.state.message != nil && !catalog.state.retryHidden)
    try session.send(.retryButtonWasTapped, to: catalog)
    #expect(catalog.state.message == nil && catalog.state.retryHidden && catalog.state.products.count == 12)
  }

  @Test func `has a picture of each product`() {
    for (product, _) in Products.all {
      #expect(ProductPictures.picture(at: Link(product.picture)).flatMap(PictureType.init) == .webP)
    }
    #expect(ProductPictures.picture(at: Link("shop:products/99")) == nil)
  }

  @Test func `a product that is not sold any more is said to be so`() {
    #expect(Session().openProduct(99).state.message == "We do not sell this any more.")
  }
}
