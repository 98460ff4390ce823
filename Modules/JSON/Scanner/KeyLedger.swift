/// The keys of every open object, to find duplicates.
///
/// Keys are compared as code units after unescaping (I-JSON, RFC 7493, section 2.3): no normalization. A big object is
/// sorted when it closes, with the whole key as the last criterion, so no choice of keys makes the check quadratic.
struct KeyLedger {
  private struct Entry {
    var offset: UInt32
    var length: UInt32
    var digest: UInt32
    /// The key had escapes: its text is in `texts`, not in the message.
    var isCopy: Bool
  }

  private var entries: [Entry] = []
  private var texts: [UInt8] = []
  private var bases: [Int] = []

  mutating func reset() {
    // NB: one huge object must not pin its memory for the rest of the session.
    let keeps = entries.capacity <= 4096 && texts.capacity <= 65_536
    entries.removeAll(keepingCapacity: keeps)
    texts.removeAll(keepingCapacity: keeps)
    bases.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  mutating func openObject() { bases.append(entries.count) }

  @inline(__always)
  mutating func add(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, hasEscape: Bool) {
    if hasEscape {
      let offset = texts.count
      unescape(bytes, start, end, into: &texts)
      let length = texts.count - offset
      let digest = texts.withUnsafeBufferPointer { Self.digest($0.baseAddress!, offset, length) }
      entries.append(Entry(offset: UInt32(offset), length: UInt32(length), digest: digest, isCopy: true))
    } else {
      let digest = Self.digest(bytes, start, end - start)
      entries.append(Entry(offset: UInt32(start), length: UInt32(end - start), digest: digest, isCopy: false))
    }
  }

  /// Removes the keys of the innermost object; `true` if two of them are equal.
  @inline(__always)
  mutating func closeObject(_ bytes: UnsafePointer<UInt8>) -> Bool {
    let base = bases.removeLast()
    let count = entries.count - base
    guard count > 1 else {
      entries.removeLast(count)
      return false
    }
    let hasTwice = count <= 8 ? comparesPairs(bytes, base) : comparesSorted(bytes, base)
    entries.removeLast(count)
    return hasTwice
  }

  private func comparesPairs(_ bytes: UnsafePointer<UInt8>, _ base: Int) -> Bool {
    entries.withUnsafeBufferPointer { entries in
      for right in base + 1..<entries.count {
        for left in base..<right where entries[left].digest == entries[right].digest {
          if order(entries[left], entries[right], bytes) == 0 { return true }
        }
      }
      return false
    }
  }

  private mutating func comparesSorted(_ bytes: UnsafePointer<UInt8>, _ base: Int) -> Bool {
    var sorted = Array(entries[base...])
    sorted.sort { order($0, $1, bytes) < 0 }
    for index in 1..<sorted.count where order(sorted[index - 1], sorted[index], bytes) == 0 { return true }
    return false
  }

  private func order(_ left: Entry, _ right: Entry, _ bytes: UnsafePointer<UInt8>) -> Int {
    if left.digest != right.digest { return left.digest < right.digest ? -1 : 1 }
    if left.length != right.length { return left.length < right.length ? -1 : 1 }
    return texts.withUnsafeBufferPointer { texts in
      // `texts` has no base address while no key had an escape, and no entry points into it then.
      let leftText = (left.isCopy ? texts.baseAddress! : bytes) + Int(left.offset)
      let rightText = (right.isCopy ? texts.baseAddress! : bytes) + Int(right.offset)
      for index in 0..<Int(left.length) where leftText[index] != rightText[index] {
        return leftText[index] < rightText[index] ? -1 : 1
      }
      return 0
    }
  }

  /// A hash of the length and the first and last eight bytes: cheap, and different for usual keys.
  @inline(__always)
  private static func digest(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ length: Int) -> UInt32 {
    var word = UInt64(truncatingIfNeeded: length)
    if length >= 8 {
      let raw = UnsafeRawPointer(bytes + start)
      let first = raw.loadUnaligned(as: UInt64.self)
      let last = raw.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
      word = (word ^ first) &* 0x9E37_79B9_7F4A_7C15 ^ last
    } else {
      for index in 0..<length { word = word << 8 | UInt64(bytes[start + index]) }
    }
    return UInt32(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
