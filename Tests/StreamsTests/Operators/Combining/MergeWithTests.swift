import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct MergeWithTests {
  private let one = Just(1)

  private func name<P: Publisher>(_ publisher: P) -> String { String("\(P.self)".prefix { $0 != "<" }) }

  @Test func `adds to the publishers that are already merged`() {
    let merged = one.merge(with: [2].publisher)
    let merged3 = merged.merge(with: Just(3))
    let merged4 = merged3.merge(with: Just(4))
    let merged5 = merged4.merge(with: Just(5))
    let merged6 = merged5.merge(with: Just(6))
    let merged7 = merged6.merge(with: Just(7))
    let merged8 = merged7.merge(with: Just(8))
    let names = [
      name(merged), name(merged3), name(merged4), name(merged5), name(merged6), name(merged7), name(merged8),
    ]
    expectEqual(names, ["Merge", "Merge3", "Merge4", "Merge5", "Merge6", "Merge7", "Merge8"])
    expectEqual(merged8.record().values, Array(1...8))
    expectEqual(name(merged8.merge(with: Just(9))), "Merge")
  }

  @Test func `adds several publishers at once`() {
    let merged = one.merge(with: [2].publisher)
    expectEqual(name(merged.merge(with: one, one)), "Merge4")
    expectEqual(name(merged.merge(with: one, one, one)), "Merge5")
    expectEqual(name(merged.merge(with: one, one, one, one)), "Merge6")
    expectEqual(name(merged.merge(with: one, one, one, one, one)), "Merge7")
    expectEqual(name(merged.merge(with: one, one, one, one, one, one)), "Merge8")
    let merged3 = merged.merge(with: one)
    expectEqual(name(merged3.merge(with: one, one)), "Merge5")
    expectEqual(name(merged3.merge(with: one, one, one)), "Merge6")
    expectEqual(name(merged3.merge(with: one, one, one, one)), "Merge7")
    expectEqual(name(merged3.merge(with: one, one, one, one, one)), "Merge8")
    let merged4 = merged3.merge(with: one)
    expectEqual(name(merged4.merge(with: one, one)), "Merge6")
    expectEqual(name(merged4.merge(with: one, one, one)), "Merge7")
    expectEqual(name(merged4.merge(with: one, one, one, one)), "Merge8")
    let merged5 = merged4.merge(with: one)
    expectEqual(name(merged5.merge(with: one, one)), "Merge7")
    expectEqual(name(merged5.merge(with: one, one, one)), "Merge8")
    expectEqual(name(merged5.merge(with: one).merge(with: one, one)), "Merge8")
  }

  @Test func `flattens a chain of merges`() {
    let a = PassthroughSubject<Int, Never>()
    let b = Just(2).merge(with: (3...4).publisher)
    let chain = a.map { $0 + 1 }.merge(with: b).merge(with: a).filter { $0 > 0 }.merge(with: Just(9))
    expectEqual(name(a.map { $0 + 1 }.merge(with: b).merge(with: a)), "Merge3")
    expectEqual(chain.record().values, [2, 3, 4, 9])
  }
}
