import JSON

extension Fields {
  /// What is wrong with the fields, in sentences: a name is missing, no plain identifier, or occurs twice, or what is said of one does
  /// not go with it.
  package var mistakes: [String] {
    var mistakes = missingNames
    for field in described where !field.name.isEmpty && !isPlainIdentifier(field.name) {
      mistakes.append("the name \"\(field.name)\" is not a plain identifier.")
    }
    mistakes += repeatedNames
    for field in described where field.isHidden && field.hide == nil {
      mistakes.append("the value of \"\(field.name)\" has private fields, and cannot be hidden: it needs a variable.")
    }
    return mistakes + statusMistakes + boundsMistakes + sectionMistakes + listMistakes
  }

  private var described: [DescribedProperty<Owner>] { all.filter { !$0.isLeftOut } }

  /// The fields that need a name, in sentences.
  var missingNames: [String] {
    described.filter(\.name.isEmpty).map { field in
      "the field \"\(field.member.about)\" needs a name, because its property is computed or has no size; give it one by `name:`."
    }
  }

  /// The names that several fields have, in sentences.
  var repeatedNames: [String] {
    Dictionary(grouping: declared, by: \.name).filter { $1.count > 1 }.keys.sorted()
      .map { "two fields have the name \"\($0)\"." }
  }

  /// What is wrong with a status, in sentences.
  private var statusMistakes: [String] {
    declared.filter { $0.member.role == .status }.flatMap { field -> [String] in
      var mistakes: [String] = []
      switch field.member.shape.unwrapped {
      case .text, .choice: break
      default: mistakes.append("the status \"\(field.name)\" is not a text.")
      }
      if !declared.contains(where: { $0.name == field.member.tone }) {
        mistakes.append("the status \"\(field.name)\" has a tone that is in no field.")
      }
      return mistakes
    }
  }

  /// Bounds that do not go with their values, in sentences.
  private var boundsMistakes: [String] {
    declared.compactMap { field in
      field.member.bounds?.mistake(for: field.member.shape).map { "the field \"\(field.name)\" \($0)." }
    }
  }

  /// Groups whose fields do not follow each other, in sentences.
  private var sectionMistakes: [String] {
    var ended: Set<String> = []
    var mistakes: [String] = []
    var current: String?
    for section in declared.map(\.member.section) where section != current {
      if let current { ended.insert(current) }
      if let section, ended.contains(section) {
        mistakes.append("the fields of the section \"\(section)\" stand apart.")
      }
      current = section
    }
    return mistakes
  }

  /// What is wrong with the fields of a value, in sentences: a stored property is in none of them, or its value is not
  /// the same after it was written and read.
  ///
  /// - Parameters:
  ///   - sample: The value.
  ///   - exceptions: Stored properties that need no field.
  package func mistakes(in sample: Owner, exceptions: Set<String> = []) -> [String] {
    guard !(sample is any CustomReflectable) else {
      return ["its properties cannot be compared with its fields, because it is CustomReflectable."]
    }
    var mistakes: [String] = []
    let described = exceptions.union(all.map(\.name)).union(all.compactMap(\.property))
    for property in Mirror(reflecting: sample).children.compactMap(\.label) {
      // The storage of a property wrapper has the property's name behind an underscore.
      guard !described.contains(property), !described.contains(String(property.drop { $0 == "_" })) else { continue }
      mistakes.append("the property \"\(property)\" is in no field; leave it out by `.leftOut(\\.\(property))`.")
    }
    for field in sorted where !field.survivesRoundTrip(sample) {
      mistakes.append("the value of \"\(field.name)\" is not the same after it was written and read.")
    }
    return mistakes
  }
}
