/// One bit per open container: 64 of them in a word, the rest spilled, so that even a message of nothing but `[` costs
/// an eighth of a byte per level.
struct BitStack {
  private var word: UInt64 = 0
  private var spill: [UInt64] = []
  private(set) var count = 0

  var top: Bool { word & 1 == 1 }

  @inline(__always)
  mutating func push(_ bit: Bool) {
    if count & 63 == 0, count > 0 {
      spill.append(word)
      word = 0
    }
    word = word << 1 | (bit ? 1 : 0)
    count += 1
  }

  @inline(__always)
  mutating func pop() {
    word >>= 1
    count -= 1
    if count & 63 == 0, count > 0 { word = spill.removeLast() }
  }
}
