import ExpectSupport
import Streams
import Testing

extension DivergencesTests {
  /// Combine prefers its overload, which has no defaulted parameter.
  @Test func `a user's sink with a defaulted parameter is preferred`() {
    let result = PassthroughSubject<Int, Never>().sink(receiveValue: { (_: Int) in })
    expectEqual(result, "the user's")
  }
}

extension Publisher where Failure == Never {
  fileprivate func sink(receiveValue: @escaping (Output) -> Void, file: StaticString = #file) -> String { "the user's" }
}
