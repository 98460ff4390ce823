import Foundation
import Screens

/// A product in a basket or an order, and how many.
struct Line: JSONRecord, Identifiable, Hashable, Sendable {
  var product: Product
  var count: Int

  var id: Int { product.id }

  static let record = Codec(Line.init(product:count:), \.product, \.count)
}

extension [Line] {
  var total: Price { Price(amount: reduce(0) { $0 + $1.product.price.amount * Decimal($1.count) }) }
}

extension StorageKey<[Line]> {
  /// What will be bought. Who signs in takes it along.
  static let basket = StorageKey("basket").takenAlong
}

/// What will be bought: one basket for all screens. It outlives the process.
@MainActor final class Basket {
  private let lines: Stored<[Line]>
  private let environment: AppEnvironment

  init(_ environment: AppEnvironment) {
    self.environment = environment
    lines = environment.stored(.basket, default: [])
  }

  var publisher: AnyPublisher<[Line], Never> { lines.publisher }

  func add(_ product: Product, count: Int = 1) {
    if lines.value.contains(where: { $0.id == product.id }) {
      change(product.id, by: count)
    } else {
      lines.value.append(Line(product: product, count: count))
    }
  }

  /// Changes how many of a product there are, of which one stays.
  func change(_ id: Int, by difference: Int) {
    lines.value = lines.value.map { line in
      line.id == id ? Line(product: line.product, count: max(1, line.count + difference)) : line
    }
  }

  /// Removes a product, and offers to put it back.
  func remove(_ id: Int) {
    guard let line = lines.value.first(where: { $0.id == id }) else { return }
    lines.value.removeAll { $0.id == id }
    let words = environment.words
    environment.offerUndo(words.text("Removed: \(words.string(line.product.title))")) { [unowned self] in
      add(line.product, count: line.count)
    }
  }

  func removeAll() { lines.value = [] }
}

extension AppEnvironment {
  /// What will be bought.
  @MainActor var basket: Basket { shared(Basket.init) }
}
