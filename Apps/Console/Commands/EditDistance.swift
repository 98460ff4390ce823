/// How many single edits make one word of the other: a letter more, a letter less, another letter, or two neighbours
/// that changed places (the restricted Damerau-Levenshtein distance).
func editDistance(_ one: String, _ other: String) -> Int {
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
