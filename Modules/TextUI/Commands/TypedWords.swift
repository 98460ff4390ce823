// How what is typed falls into words.
extension String {
  /// What is between the quotes of an argument; `nil` for another text.
  var unquoted: String? {
    var rest = self[...]
    guard first == "\"", let argument = rest.popArgument(), rest.isEmpty, argument != self else { return nil }
    return argument
  }
}

extension Substring {
  /// The arguments of a text.
  var arguments: [String] {
    var rest = self
    var arguments: [String] = []
    while let argument = rest.popArgument() { arguments.append(argument) }
    return arguments
  }

  /// Removes the first word and the blanks before it. In double quotes, a word may have blanks.
  mutating func popArgument() -> String? {
    let start = drop(while: \.isBlank)
    guard start.first == "\"", let end = start.dropFirst().firstIndex(of: "\"") else { return popWord() }
    let rest = start[end...].dropFirst()
    guard rest.first?.isBlank != false else { return popWord() }
    self = rest
    return String(start.dropFirst().prefix(upTo: end))
  }

  /// Removes the first word and the blanks before it.
  mutating func popWord() -> String? {
    self = drop(while: \.isBlank)
    let word = prefix { !$0.isBlank }
    self = self[word.endIndex...]
    return word.isEmpty ? nil : String(word)
  }
}

extension Character {
  var isBlank: Bool { self == " " || self == "\t" }
}
