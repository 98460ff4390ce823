/// Names of one kind, of which a user means one.
struct Names {
  /// What the names name, in one word: "button".
  let kind: String
  /// The names.
  let all: [String]

  /// Words longer than this are not compared letter by letter.
  private static let longestComparedWord = 64

  /// The name that a word stands for: the name itself, or as much of its beginning as makes it the only one. The
  /// beginning may be that of a later word in it: "terms" stands for "acceptedTerms". Small and capital letters make
  /// no difference.
  ///
  /// - Throws: a `CommandError` with the names that come into question, or the nearest one.
  func name(for word: String) throws(CommandError) -> String {
    let word = word.lowercased()
    if let name = all.first(where: { $0.lowercased() == word }) { return name }
    let byBeginning = all.filter { $0.lowercased().hasPrefix(word) }
    let meant = byBeginning.isEmpty ? all.filter { $0.laterWords.contains { $0.hasPrefix(word) } } : byBeginning
    if meant.count == 1 { return meant[0] }
    if meant.count > 1 { throw CommandError("Several begin like that: \(meant.joined(separator: ", ")).") }
    guard !all.isEmpty else { throw CommandError("There is no \(kind) here.") }
    if let nearest = nearest(to: word) { throw CommandError("There is no such \(kind). Did you mean \"\(nearest)\"?") }
    throw CommandError("There is no such \(kind). Known: \(all.joined(separator: ", ")).")
  }

  /// The name that takes the fewest edits; `nil` if nothing of any name would be left.
  func nearest(to word: String) -> String? {
    let word = word.lowercased()
    guard word.utf8.count <= Self.longestComparedWord else { return nil }
    let distances = all.map { (name: $0, distance: editDistance(word, $0.lowercased())) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance < max(word.unicodeScalars.count, nearest.name.unicodeScalars.count) ? nearest.name : nil
  }
}

extension String {
  /// The ends of the name that begin with a capital letter, in small letters: "passwordAgain" has "again".
  fileprivate var laterWords: [String] {
    indices.dropFirst().filter { self[$0].isUppercase }.map { self[$0...].lowercased() }
  }
}
