// Names as people write them, where a description gives no label.

extension String {
  /// A name in words: "usernameText" is "username text".
  package var asWords: String {
    var words = ""
    var last: Character = " "
    for (index, character) in Swift.zip(indices, self) {
      let rest = self[index...].dropFirst()
      let isInAcronym = rest.first?.isUppercase == true && rest.dropFirst().first?.isLowercase != true
      let begins = character.isUppercase && (!last.isUppercase || rest.first?.isLowercase == true)
      if begins, !words.isEmpty { words += " " }
      words += begins && !isInAcronym ? character.lowercased() : String(character)
      last = character
    }
    return words.replacing("_", with: " ")
  }

  /// A name as the label of a line: "dueDate" is "Due date".
  package var asLabel: String {
    let words = contains(" ") ? self : asWords
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// What an event that is a tap or a change is about: "refresh" of "refreshButtonWasTapped".
  package var withoutTap: String {
    for end in ["ButtonWasTapped", "WasTapped", "WasChanged", "Changed"] where hasSuffix(end) && count > end.count {
      return String(dropLast(end.count))
    }
    return self
  }
}
