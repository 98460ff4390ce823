import Allocations

/// What was found out about one side of a row.
public struct Measurement: Sendable {
  /// The fastest slice, divided by its events.
  public var nanoseconds: Double
  /// Allocations of the sending thread per event; nil where they cannot be counted.
  public var allocations: Double?
  /// What the check of a slice returns.
  public var checksum: Int
}

/// Runs the slices of all `lanes` in turns for about `seconds`, so that whatever disturbs the machine disturbs all of
/// them, and keeps the fastest of each. A lane without the scenario stays nil.
public func race(_ row: Row, lanes: [Scenarios], seconds: Double) -> [Measurement?] {
  let slices = lanes.map { $0[row]?(row.events) }
  var results = slices.map { $0.map { warmUp($0, for: row) } }
  let clock = ContinuousClock()
  let end = clock.now.advanced(by: .seconds(seconds))
  var rounds = 0
  repeat {
    for (lane, slice) in slices.enumerated() {
      guard let slice, let known = results[lane] else { continue }
      let elapsed = clock.measure(slice.send)
      precondition(slice.check() == known.checksum, "\(row.title): two slices of one pipeline differ")
      results[lane]?.nanoseconds = min(known.nanoseconds, elapsed.nanoseconds / Double(row.events))
    }
    rounds += 1
  } while clock.now < end || rounds < 3
  return results
}

/// One slice to fill caches and buffers, and one to count allocations.
private func warmUp(_ slice: Slice, for row: Row) -> Measurement {
  slice.send()
  let checksum = slice.check()
  let before = allocations_count()
  slice.send()
  let allocations = Double(allocations_count() - before) / Double(row.events)
  precondition(slice.check() == checksum, "\(row.title): two slices of one pipeline differ")
  return Measurement(
    nanoseconds: .infinity,
    allocations: row.isSynchronous && allocations_are_counted() ? allocations : nil,
    checksum: checksum)
}
