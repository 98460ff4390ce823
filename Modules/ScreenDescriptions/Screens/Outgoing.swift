package import JSON

/// Something that leaves an app for its fronts, in the two forms that there are of it: with what is private, and without.
///
/// All that a front is told of a screen is one of these, or the state of an `AnyScreenInstance`: a reason, a result, what is asked with
/// a question. Which form a front reads is decided in the moment in which it reads, so a frame is made when it is written.
public struct Outgoing<Value: Sendable>: Sendable {
  /// The value with what is private, for the app's own code. No front reads it.
  public let whole: Value
  /// What a front reads from which something is hidden. A recording has no more.
  package let rest: Value
  /// What the rest lacks, by the names of its members.
  package let privateNames: [String]

  /// - Parameters:
  ///   - whole: The value with what is private.
  ///   - rest: The value without; by default, nothing in it is private.
  ///   - privateNames: What the rest lacks, by the names of its members.
  package init(_ whole: Value, hiding rest: Value? = nil, privateNames: [String] = []) {
    self.whole = whole
    self.rest = rest ?? whole
    self.privateNames = privateNames
  }
}

extension Outgoing: Equatable where Value: Equatable {}

extension JSONWriter {
  /// Writes what of a state or a result is hidden from a front; nothing if nothing is.
  package mutating func members(hidden: [String]) {
    if !hidden.isEmpty { member("hidden", hidden) }
  }
}
