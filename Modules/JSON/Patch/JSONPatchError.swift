/// Why a JSON Patch cannot be read or applied. It repeats pointers and no values.
public struct JSONPatchError: Error, Hashable, Sendable {
  /// The kind of fault.
  public enum Reason: Error, Hashable, Sendable {
    /// The operation is none of RFC 6902. The sentence says what is wrong.
    case invalidOperation(String)
    /// A pointer leads to nothing.
    case noSuchValue(JSONPointer)
    /// A pointer's last part is not an index of the array, or the index is beyond the array's end.
    case noSuchIndex(JSONPointer)
    /// A value would be moved into itself.
    case movedIntoItself(JSONPointer)
    /// The whole text cannot be removed.
    case wholeRemoved
    /// A value is not equal to the one of a test.
    case testFailed(JSONPointer)
    /// The result would be nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The result would be longer than the limit, in bytes.
    case tooLong(limit: Int)
  }

  /// The kind of fault.
  public let reason: Reason
  /// The index of the operation.
  public let operation: Int

  init(_ reason: Reason, at operation: Int) {
    self.reason = reason
    self.operation = operation
  }
}

extension JSONPatchError: CustomStringConvertible {
  public var description: String { "operation \(operation): \(reason)" }
}

extension JSONPatchError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidOperation(let sentence): sentence
    case .noSuchValue(let path): "There is no value at \"\(path)\"."
    case .noSuchIndex(let path): "There is no such index of the array: \"\(path)\"."
    case .movedIntoItself(let path): "The value at \"\(path)\" cannot be moved into itself."
    case .wholeRemoved: "The whole text cannot be removed."
    case .testFailed(let path): "The value at \"\(path)\" is not the one that is expected."
    case .tooDeep(let limit): "The result would be nested deeper than \(limit)."
    case .tooLong(let limit): "The result would be longer than \(limit) bytes."
    }
  }
}
