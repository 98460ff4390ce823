import Streams
import StreamsTesting
import Testing

@Suite struct OutputTests {
  /// Ranges that begin or end before the first value.
  enum Negative: String, CaseIterable, Codable {
    case at, halfOpen, closed, from, upTo, through, initializer

    func attach() {
      let numbers = (1...3).publisher
      // NB: a variable, because the compiler refuses the ranges that it can see through.
      let bound = Int("-2") ?? 0
      switch self {
      case .at: numbers.output(at: bound).record().cancel()
      case .halfOpen: numbers.output(in: bound..<2).record().cancel()
      case .closed: numbers.output(in: bound...(-1)).record().cancel()
      case .from: numbers.output(in: bound...).record().cancel()
      case .upTo: numbers.output(in: ..<bound).record().cancel()
      case .through: numbers.output(in: ...bound).record().cancel()
      case .initializer: Publishers.Output(upstream: numbers, range: bound..<2).record().cancel()
      }
    }
  }

  @Test(arguments: Negative.allCases) func `stops at a negative bound`(_ negative: Negative) async {
    await #expect(processExitsWith: .failure) { [negative] in negative.attach() }
  }

  @Test func `sends what the range has`() {
    let numbers = (1...5).publisher
    #expect(numbers.output(in: ..<0).record().values == [])
    #expect(numbers.output(in: ...0).record().values == [1])
    #expect(numbers.output(in: ..<2).record().values == [1, 2])
    #expect(numbers.output(in: 3...).record().values == [4, 5])
    #expect(numbers.output(in: 1...2).record().values == [2, 3])
  }
}
