/// The error that publishers and closures fail with in these tests.
public struct Oops: Error, Equatable {
  public init() {}
}

/// Returns a number that is not negative, and throws for any other.
public func positive(_ value: Int) throws -> Int {
  if value < 0 { throw Oops() }
  return value
}

/// Returns a value of a marble diagram, and throws for "x".
public func checked(_ value: String) throws -> String {
  if value == "x" { throw Oops() }
  return value
}
