import AppTesting
import Foundation
import Screens
import Testing

@testable import Shop

@MainActor @Suite struct DescriptionTests {
  private let words = Words(language: Language("de")!, catalogs: AppDefinition.shop.catalogs)

  @Test func `is without mistakes`() { #expect(AppDefinition.shop.check(inAllLanguages: true).isEmpty) }

  @Test func `what the shop sells and refuses is said in German`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let world = try ["Products", "World", "Conversations"].map { name in
      try String(contentsOf: package.appending(path: "Sources/Shop/\(name).swift"), encoding: .utf8)
    }
    let refusals = world.joined().matches(of: /detail: "([^"]+)"/).map { String($0.1) }
    let texts = Products.all.flatMap { [$0.product.name, $0.product.about] } + refusals
    #expect(texts.count >= 29)
    #expect(texts.filter { words.string(LocalizedText(english: $0)) == $0 } == ["Toaster"])
  }

  @Test func `is found by the name that is shown`() {
    for product in Products.all { #expect(words.string(product.product.title) == product.german) }
  }
}
