import JSON

/// What an entry of a catalogue says in one language: a text, or several, one of which is chosen by a number or a device.
struct Localization: Hashable, Sendable {
  /// A text, or the choice of one.
  indirect enum Variant: Hashable, Sendable {
    case text(FormatPattern, needsReview: Bool)
    case plural([PluralCategory: Variant])
    case device([String: Variant])
  }

  /// A part of a text that is chosen by a number.
  struct Substitution: Hashable, Sendable {
    /// The index of the number among the values of the text, which counts from 0; `nil` for the next value.
    var argument: Int?
    /// How `%arg` writes the number; `nil` for the way of the code.
    var specifier: FormatSpecifier?
    var variant: Variant
  }

  var variant: Variant
  var substitutions: [String: Substitution]

  /// The texts of a variant, whichever is chosen, each with the forms that lead to it.
  static func texts(of variant: Variant) -> [(forms: [PluralCategory], text: FormatPattern, needsReview: Bool)] {
    switch variant {
    case .text(let text, let needsReview): [([], text, needsReview)]
    case .plural(let forms):
      forms.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { form, variant in
        texts(of: variant).map { ([form] + $0.forms, $0.text, $0.needsReview) }
      }
    case .device(let devices):
      devices.sorted { $0.key < $1.key }.flatMap { texts(of: $0.value) }
    }
  }
}

extension Localization {
  /// Whether one of its texts is to be looked at again.
  var needsReview: Bool {
    ([variant] + substitutions.values.map(\.variant)).contains { Self.texts(of: $0).contains(where: \.needsReview) }
  }
}

// MARK: - Reading

extension Localization {
  /// Reads the value that a String Catalog has for a language.
  ///
  /// - Throws: what cannot be read.
  init(_ json: JSONText) throws(CatalogProblem.Reason) {
    // The short form of an embedded catalogue.
    if let text = json.string {
      variant = .text(try FormatPattern(text), needsReview: false)
      substitutions = [:]
      return
    }
    variant = try Self.variant(json)
    substitutions = [:]
    guard let members = json["substitutions"]?.members else { return }
    for member in members {
      guard let name = member.name.string else { continue }
      substitutions[name] = try Self.substitution(member.value)
    }
  }

  private static func variant(_ json: JSONText) throws(CatalogProblem.Reason) -> Variant {
    if let unit = json["stringUnit"] {
      let state = unit["state"]?.string
      // Xcode writes an empty text that is new where there is none yet.
      guard let value = unit["value"]?.string, !(value.isEmpty && state == "new") else { throw .noText }
      return .text(try FormatPattern(value), needsReview: state == "needs_review" || state == "new")
    }
    guard let variations = json["variations"] else { throw .noText }
    if let forms = variations["plural"] { return try plural(forms) }
    if let devices = variations["device"] { return try device(devices) }
    throw .noText
  }

  private static func plural(_ json: JSONText) throws(CatalogProblem.Reason) -> Variant {
    var forms: [PluralCategory: Variant] = [:]
    for member in json.members {
      let name = member.name.string ?? ""
      guard let category = PluralCategory(rawValue: name) else { throw .unknownForm(name) }
      forms[category] = try variant(member.value)
    }
    guard forms[.other] != nil else { throw .noOtherForm }
    return .plural(forms)
  }

  private static func device(_ json: JSONText) throws(CatalogProblem.Reason) -> Variant {
    var devices: [String: Variant] = [:]
    for member in json.members { devices[member.name.string ?? ""] = try variant(member.value) }
    guard !devices.isEmpty else { throw .noText }
    return .device(devices)
  }

  private static func substitution(_ json: JSONText) throws(CatalogProblem.Reason) -> Substitution {
    var result = Substitution(variant: try variant(json))
    if let text = json["formatSpecifier"]?.string {
      let specifier = try FormatSpecifier(text)
      result.specifier = specifier.isPlain ? nil : specifier
    }
    guard let number = json["argNum"] else { return result }
    guard let position = number.integer(), (1...99).contains(position) else {
      throw .badSpecifier("argNum \(String(decoding: number.bytes, as: UTF8.self))")
    }
    result.argument = position - 1
    return result
  }
}
