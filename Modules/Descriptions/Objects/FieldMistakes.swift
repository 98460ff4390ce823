import JSON

extension Fields {
  /// What is wrong with the names of the fields, in sentences: one is missing, no plain identifier, or occurs twice.
  package var mistakes: [String] {
    let described = all.filter { !$0.isLeftOut }
    var mistakes: [String] = []
    for field in described where field.name.isEmpty {
      mistakes.append(
        "the field \"\(field.member.about)\" needs a name, because its property is computed or has no size; give it one by `name:`."
      )
    }
    let names = described.map(\.name).filter { !$0.isEmpty }
    for name in names where !isPlainIdentifier(name) {
      mistakes.append("the name \"\(name)\" is not a plain identifier.")
    }
    for (name, fields) in Dictionary(grouping: names, by: { $0 }).sorted(by: { $0.key < $1.key }) where fields.count > 1
    {
      mistakes.append("two fields have the name \"\(name)\".")
    }
    for field in described where field.hasPrivateParts && field.hide == nil {
      mistakes.append("the value of \"\(field.name)\" has private fields, and cannot be hidden: it needs a variable.")
    }
    return mistakes + statusMistakes + boundsMistakes + sectionMistakes + listMistakes
  }

  /// The fields of a state that are private and have no placeholder, in sentences.
  package var mistakesOfPrivateFields: [String] {
    declared.filter { $0.member.isPrivate && $0.hide == nil }
      .map { "the field \"\($0.name)\" is private, and has no placeholder." }
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
