import Streams
import Testing

/// Chains of operators behind each kind of subject, above all for `swift test -c release`.
@Suite struct ChainTests {
  private static let numbers = [1, 2, 2, 3, 5, 8, 8, 8, 13, 21, 34, 4, 4, 9]

  private final class Model {
    @Published var number = 7
  }

  /// What a chain sends, twice: a second subscriber must not disturb the first.
  private func trial<P: Publisher>(
    _ chain: Chain<P>, _ source: P, feed: () -> Void
  ) -> [[Int]] {
    var first: [Int] = []
    var second: [Int] = []
    let cancellables = [chain.attach(source) { first.append($0) }, chain.attach(source) { second.append($0) }]
    feed()
    for cancellable in cancellables { cancellable.cancel() }
    feed()
    return [first, second]
  }

  @Test func `chains behind a PassthroughSubject`() {
    for (number, chain) in Chain<PassthroughSubject<Int, Never>>.all.enumerated() {
      let subject = PassthroughSubject<Int, Never>()
      let seen = trial(chain, subject) {
        for value in Self.numbers { subject.send(value) }
        subject.send(completion: .finished)
      }
      let expected = chain.expected(Self.numbers)
      #expect(seen == [expected, expected], "chain \(number)")
    }
  }

  @Test func `chains behind a CurrentValueSubject`() {
    for (number, chain) in Chain<CurrentValueSubject<Int, Never>>.all.enumerated() {
      let subject = CurrentValueSubject<Int, Never>(7)
      let seen = trial(chain, subject) {
        for value in Self.numbers { subject.value = value }
        subject.send(completion: .finished)
      }
      let expected = chain.expected([7] + Self.numbers)
      #expect(seen == [expected, expected], "chain \(number)")
    }
  }

  @Test func `chains behind a published property`() {
    for (number, chain) in Chain<Published<Int>.Publisher>.all.enumerated() {
      let model = Model()
      let seen = trial(chain, model.$number) { for value in Self.numbers { model.number = value } }
      let expected = chain.expected([7] + Self.numbers)
      #expect(seen == [expected, expected], "chain \(number)")
    }
  }
}
