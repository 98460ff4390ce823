import Foundation
import Screens

/// A product in a basket or an order, and how many.
struct Line: JSONRecord, Identifiable, Hashable, Sendable {
  var product: Product
  var count: Int

  var id: Int { product.id }

  static let record = Codec(Line.init(product:count:), Member("product", \.product), Member("count", \.count))
}

extension [Line] {
  var total: Price { Price(amount: reduce(0) { $0 + $1.product.price.amount * Decimal($1.count) }) }
}

extension StorageKey<[Line]> {
  /// What will be bought. Who signs in takes it along.
  static let basket = StorageKey("basket").takenAlong
}

/// What will be bought: one basket for all screens. It outlives the process.
final class Basket {
  private static let putBack = "put-back"

  private let lines: Stored<[Line]>
  /// What was removed, and can be put back.
  private var removed: [Line] = []
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    lines = environment.stored(.basket, default: [])
    environment.accountChanges.sink { [unowned self] _ in removed = [] }.store(in: &cancellables)
    environment.noticeAnswers
      .filter { $0.action.name == Self.putBack && $0.answer == .answered(.action) }
      .compactMap { $0.action.value.flatMap { Int($0) } }
      .sink { [unowned self] in putBack($0) }
      .store(in: &cancellables)
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
  @MainActor func remove(_ id: Int, _ environment: AppEnvironment) {
    guard let line = lines.value.first(where: { $0.id == id }) else { return }
    lines.value.removeAll { $0.id == id }
    removed.append(line)
    let words = environment.words
    environment.front.tell(
      .notify(
        words.text("Removed: \(words.string(line.product.title))"),
        action: NoticeAction(Self.putBack, words.text("Put back"), value: "\(id)")))
  }

  func removeAll() { lines.value = [] }

  private func putBack(_ id: Int) {
    guard let line = removed.last(where: { $0.id == id }) else { return }
    removed.removeAll { $0.id == id }
    add(line.product, count: line.count)
  }
}

private enum BasketKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Basket { Basket(environment) }
}

extension AppEnvironment {
  /// What will be bought.
  var basket: Basket { self[BasketKey.self] }
}
