import JSON

/// The bytes of a value in memory that make its JSON.
///
/// Two values whose bytes are the same here have the same JSON, because they are copies of each other. Values with
/// different bytes, such as two long texts at different addresses, are compared in another way.
///
/// Swift's `==` decides neither: canonically equivalent texts are equal, and their JSON differs.
struct MemoryRanges: Sendable {
  private let ranges: [Range<Int>]

  /// The ranges of stored properties. Bytes between them are padding, whose content is arbitrary.
  init(_ properties: [Range<Int>]) {
    var ranges: [Range<Int>] = []
    for range in properties.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    self.ranges = ranges
  }

  /// Whether two values have the same bytes.
  func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    for range in ranges {
      let length = range.upperBound - range.lowerBound
      guard haveSameBytes(one + range.lowerBound, other + range.lowerBound, length) else { return false }
    }
    return true
  }

  /// The index of the first of `count` pairs of values with different bytes; `count` if there is none.
  ///
  /// - Parameter stride: the distance to the next value, which is negative for a search from the end.
  func countOfEqualValues(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, stride: Int, count: Int) -> Int {
    for index in 0..<count where !areEqual(one + index * stride, other + index * stride) { return index }
    return count
  }

  /// The index of the first value that has the bytes of another one in a range.
  static func firstIndex(
    of other: UnsafeRawPointer, _ range: Range<Int>, in values: UnsafeRawBufferPointer, stride: Int
  ) -> Int? {
    guard let base = values.baseAddress else { return nil }
    let length = range.upperBound - range.lowerBound
    for offset in Swift.stride(from: range.lowerBound, to: values.count, by: stride)
    where haveSameBytes(base + offset, other, length) {
      return offset / stride
    }
    return nil
  }
}
