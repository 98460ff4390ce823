import JSON

/// How rows came from others.
struct RowChanges<Row: ListRow> {
  private let new: UnsafeBufferPointer<Row>
  private let old: UnsafeBufferPointer<Row>
  private let fields: Fields<Row>
  /// The rows at the beginning, and at the end, that have the same identities in both lists.
  private var prefix = 0
  private var suffix = 0
  /// The indices of those rows among the new ones whose bytes differ, in the order in which they were found.
  private var changedInPrefix: [Int] = []
  private var changedInSuffix: [Int] = []

  /// What happened to the rows between the prefix and the suffix.
  private enum Middle {
    /// Rows were added and removed; the others are in the same order. Each new row has the index of the old one.
    case edited(sources: [Int?], kept: Int)
    /// One row moved; the others are in the same order.
    case moved(from: Int, to: Int)
    /// Anything else, or identities that occur twice.
    case shuffled
  }

  init(_ new: UnsafeBufferPointer<Row>, _ old: UnsafeBufferPointer<Row>, _ fields: Fields<Row>) {
    self.new = new
    self.old = old
    self.fields = fields
    guard new.baseAddress != old.baseAddress || new.count != old.count else {
      prefix = new.count
      return
    }
    matchPrefix()
    matchSuffix()
  }

  private mutating func matchPrefix() {
    let count = min(new.count, old.count)
    guard let one = new.baseAddress, let other = old.baseAddress else { return }
    while true {
      prefix += fields.countOfEqualOwners(one + prefix, other + prefix, count: count - prefix)
      guard prefix < count, haveSameIdentity(one[prefix].id, other[prefix].id) else { return }
      changedInPrefix.append(prefix)
      prefix += 1
    }
  }

  private mutating func matchSuffix() {
    let count = min(new.count, old.count) - prefix
    guard let one = new.baseAddress, let other = old.baseAddress else { return }
    while suffix < count {
      let last = (new: new.count - 1 - suffix, old: old.count - 1 - suffix)
      suffix += fields.countOfEqualOwners(one + last.new, other + last.old, count: count - suffix, isBackwards: true)
      guard suffix < count else { return }
      let next = (new: new.count - 1 - suffix, old: old.count - 1 - suffix)
      guard haveSameIdentity(one[next.new].id, other[next.old].id) else { return }
      changedInSuffix.append(next.new)
      suffix += 1
    }
  }

  // MARK: - Writing

  func write(to patch: inout JSONPatchWriter) {
    let middle = middle()
    if case .shuffled = middle { return patch.replace(withElements: Array(new)) }
    if case .edited(let sources, let kept) = middle, isReplacementShorter(sources.count - kept, kept) {
      return patch.replace(withElements: Array(new))
    }
    for index in changedInPrefix {
      write(index, from: index, to: &patch)
      if patch.isOverLimit { return }
    }
    switch middle {
    case .edited(let sources, _): write(sources, to: &patch)
    case .moved(let source, let destination): write(source, destination, to: &patch)
    case .shuffled: break
    }
    for index in changedInSuffix.reversed() {
      write(index, from: index + old.count - new.count, to: &patch)
      if patch.isOverLimit { return }
    }
  }

  private func write(_ index: Int, from source: Int, to patch: inout JSONPatchWriter) {
    let one = new.baseAddress! + index
    let other = old.baseAddress! + source
    guard fields.countOfEqualOwners(one, other, count: 1) == 0 else { return }
    patch.element(index) { fields.writeChanges(of: one, from: other, to: &$0) }
  }

  /// Writes what was added, removed and changed in place. Before the row at an index is treated, the list is made of the new
  /// rows before it, and the old ones that have not been reached.
  private func write(_ sources: [Int?], to patch: inout JSONPatchWriter) {
    var next = prefix
    for (index, source) in zip(prefix..., sources) {
      if let source {
        while next < source {
          patch.remove(at: index)
          next += 1
        }
        write(index, from: source, to: &patch)
        next += 1
      } else {
        patch.insert(new[index], at: index)
      }
      if patch.isOverLimit { return }
    }
    while next < old.count - suffix, !patch.isOverLimit {
      patch.remove(at: prefix + sources.count)
      next += 1
    }
  }

  private func write(_ source: Int, _ destination: Int, to patch: inout JSONPatchWriter) {
    patch.move(from: source, to: destination)
    for index in prefix..<new.count - suffix where !patch.isOverLimit {
      let origin =
        if index == destination { source } else if source < destination { index + 1 } else { index - 1 }
      write(index, from: origin, to: &patch)
    }
  }

  // MARK: - What happened

  private func middle() -> Middle {
    let newEnd = new.count - suffix
    let oldEnd = old.count - suffix
    guard prefix < newEnd, prefix < oldEnd else {
      return .edited(sources: Array(repeating: nil, count: newEnd - prefix), kept: 0)
    }
    if let found = move() ?? slide() { return found }
    var indices: [Row.ID: Int] = [:]
    indices.reserveCapacity(oldEnd - prefix)
    for index in prefix..<oldEnd where indices.updateValue(index, forKey: old[index].id) != nil { return .shuffled }
    var sources: [Int?] = []
    sources.reserveCapacity(newEnd - prefix)
    var kept = 0
    var last = -1
    var isSorted = true
    for index in prefix..<newEnd {
      // NB: taken out, so that a second row of this identity is an added one.
      var source = indices.removeValue(forKey: new[index].id)
      if let found = source, !isCopy(index, of: found), !haveSameIdentity(new[index].id, old[found].id) { source = nil }
      sources.append(source)
      guard let source else { continue }
      kept += 1
      if source < last { isSorted = false }
      last = source
    }
    return isSorted ? .edited(sources: sources, kept: kept) : .shuffled
  }

  /// One row that moved past all others is the first here and the last there.
  private func move() -> Middle? {
    let count = new.count - suffix - prefix
    guard count == old.count - suffix - prefix, count > 1 else { return nil }
    let last = prefix + count - 1
    if haveSameIdentity(new[prefix].id, old[last].id), haveSameIdentities(prefix + 1, prefix, count - 1) {
      return .moved(from: last, to: prefix)
    }
    if haveSameIdentity(new[last].id, old[prefix].id), haveSameIdentities(prefix, prefix + 1, count - 1) {
      return .moved(from: prefix, to: last)
    }
    return nil
  }

  /// Rows that have gone at the beginning and come at the end, as in a window on the last ones: that takes no look-up of each.
  private func slide() -> Middle? {
    let newEnd = new.count - suffix
    let oldEnd = old.count - suffix
    guard let start = (prefix..<oldEnd).first(where: { haveSameIdentity(new[prefix].id, old[$0].id) }) else {
      return nil
    }
    let kept = oldEnd - start
    guard kept <= newEnd - prefix, haveSameIdentities(prefix, start, kept) else { return nil }
    let added = newEnd - prefix - kept
    return .edited(sources: (start..<oldEnd).map { $0 } + Array(repeating: nil, count: added), kept: kept)
  }

  private func isCopy(_ index: Int, of source: Int) -> Bool {
    guard let one = new.baseAddress, let other = old.baseAddress else { return false }
    return fields.countOfEqualOwners(one + index, other + source, count: 1) == 1
  }

  private func haveSameIdentity(_ one: Row.ID, _ other: Row.ID) -> Bool { ExactIdentity(one) == ExactIdentity(other) }

  /// Whether rows have the same identities, pair by pair.
  private func haveSameIdentities(_ first: Int, _ firstOfOld: Int, _ count: Int) -> Bool {
    guard let one = new.baseAddress, let other = old.baseAddress else { return count == 0 }
    var matched = 0
    while true {
      matched += fields.countOfEqualOwners(
        one + first + matched, other + firstOfOld + matched, count: count - matched)
      guard matched < count else { return true }
      guard haveSameIdentity(one[first + matched].id, other[firstOfOld + matched].id) else { return false }
      matched += 1
    }
  }

  /// Whether the new rows take less room than the operations.
  private func isReplacementShorter(_ added: Int, _ keptInMiddle: Int) -> Bool {
    let removed = old.count - prefix - suffix - keptInMiddle
    let kept = prefix + suffix + keptInMiddle
    guard added + removed > 1 else { return false }
    guard kept > 0 else { return true }
    // An operation has about 30 bytes beside the row; a kept row has as many as any row.
    let sample = new[prefix > 0 ? 0 : new.count - 1].json.count + 1
    return (added + removed) * 30 > kept * sample
  }
}
