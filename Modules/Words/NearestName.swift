/// The name that a word was probably meant to be: a similar one, or one where the name or the word begins with the other;
/// `nil` if there is none. Case does not matter.
///
///     nearestName(to: "opne", among: ["open", "close"])  // "open"
package func nearestName(to word: String, among names: [String]) -> String? {
  guard !word.isEmpty, word.utf8.count <= longestComparedWord else { return nil }
  let lowercased = word.lowercased()
  return similarName(to: word, among: names) ?? names.first { $0.lowercased().hasPrefix(lowercased) }
    ?? names.first { lowercased.hasPrefix($0.lowercased()) }
}

/// The most similar name: its edit distance from the word is at most a third of the word's length; `nil` if there is none.
/// Case does not matter.
package func similarName(to word: String, among names: [String]) -> String? {
  let word = word.lowercased()
  guard word.utf8.count <= longestComparedWord else { return nil }
  let distances = names.map { (name: $0, distance: editDistance(word, $0.lowercased())) }
  guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
  return nearest.distance * 3 <= word.unicodeScalars.count ? nearest.name : nil
}

/// Longer words are not compared, because the edit distance takes the square of their length.
private let longestComparedWord = 64

/// The number of edits that turn one word into the other: insertions, deletions, replacements, and swaps of two
/// neighbours (the restricted Damerau-Levenshtein distance).
///
///     editDistance("opne", "open")  // 1
package func editDistance(_ one: String, _ other: String) -> Int {
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
    beforeLast = last
    last = current
  }
  return last[other.count]
}
