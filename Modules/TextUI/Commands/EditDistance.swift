/// The number of edits that turn one word into the other: insertions, deletions, replacements, and swaps of two
/// neighbours (the restricted Damerau-Levenshtein distance).
///
/// ```swift
/// editDistance("opne", "open")  // 1
/// ```
public func editDistance(_ one: String, _ other: String) -> Int {
  let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for (row, letter) in one.enumerated() {
    var current = [row + 1]
    for (column, otherLetter) in other.enumerated() {
      var best = min(last[column + 1], current[column]) + 1
      best = min(best, last[column] + (letter == otherLetter ? 0 : 1))
      if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[other.count]
}
