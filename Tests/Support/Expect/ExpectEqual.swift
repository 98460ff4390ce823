import Testing

/// Records an issue unless two values are equal.
///
/// It is `#expect(actual == expected)` as a function: the compiler needs 2 ms for a call, and 10 to 30 ms for the macro, which
/// is a quarter of the time in which all tests are built. What is not a comparison of two values stays `#expect`.
public func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  let difference = "\(String(reflecting: actual)) is not \(String(reflecting: expected))"
  Issue.record(
    Comment(rawValue: comment().map { "\(difference): \($0)" } ?? difference), sourceLocation: sourceLocation)
}
