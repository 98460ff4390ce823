import Descriptions

/// Which rows of a list stay in a later one, by their identities.
struct RowMatches<ID: Hashable & JSONWritable & Sendable> {
  /// The old index of each new row; `nil` for one that was added.
  private(set) var sources: [Int?] = []
  /// The old indices of the rows that were removed, in their order.
  private(set) var removed: [Int] = []

  init(_ old: [ID], _ new: [ID]) {
    sources.reserveCapacity(new.count)
    // NB: most changes leave the beginning as it is, and a table of 10,000 identities takes longer than all the rest.
    var start = 0
    while start < min(old.count, new.count), ExactIdentity(old[start]) == ExactIdentity(new[start]) {
      sources.append(start)
      start += 1
    }
    guard start < max(old.count, new.count) else { return }
    var indices: [ExactIdentity<ID>: Int] = [:]
    indices.reserveCapacity(old.count - start)
    for index in start..<old.count { indices[ExactIdentity(old[index])] = index }
    var kept: Set<Int> = []
    for id in new[start...] {
      let source = indices.removeValue(forKey: ExactIdentity(id))
      sources.append(source)
      if let source { kept.insert(source) }
    }
    removed = (start..<old.count).filter { !kept.contains($0) }
  }
}
