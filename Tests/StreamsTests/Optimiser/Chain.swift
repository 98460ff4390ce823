import Streams

// The chains beside this file were drawn at random once. They are written out because the tests check what the optimiser
// makes of each: a subject of every kind behind operators that are structs.

/// A chain of operators on a subject, and the same computation on an array.
struct Chain<Source: Publisher<Int, Never>>: Sendable {
  let attach: @Sendable (Source, @escaping (Int) -> Void) -> AnyCancellable
  let expected: @Sendable ([Int]) -> [Int]
}

extension [Int] {
  var withoutRepeats: [Int] { reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
  var sums: [Int] { reduce(into: []) { $0.append(($0.last ?? 0) + $1) } }
}
