/// A text with values in it, as a String Catalog writes it: `%@ has %lld files`, `%2$@ of %1$@`, `%#@files@`.
struct FormatText: Hashable, Sendable {
  /// A part of the text.
  enum Part: Hashable, Sendable {
    case literal(String)
    /// The value at an index, which counts from 0.
    case argument(Int, ArgumentKind)
    /// A part that is chosen by a number, and stands under a name in the same entry.
    case substitution(String)
    /// The number that a substitution is about: `%arg`.
    case substitutedArgument
  }

  let parts: [Part]

  /// The values that the text shows, by their index.
  var arguments: [Int: ArgumentKind] {
    var result: [Int: ArgumentKind] = [:]
    for case .argument(let index, let kind) in parts { result[index] = kind }
    return result
  }

  /// The names of the parts that are chosen by a number.
  var substitutions: [String] {
    parts.compactMap { if case .substitution(let name) = $0 { name } else { nil } }
  }

  /// Reads a text.
  ///
  /// - Throws: what cannot be read.
  init(_ text: String) throws(CatalogProblem.Reason) {
    var reader = FormatReader(text)
    parts = try reader.parts()
  }

  init(parts: [Part]) { self.parts = parts }
}

/// What a value in a text is.
enum ArgumentKind: Hashable, Sendable {
  case text
  case integer
  case number

  /// The kind for the letter that ends a specifier, such as the `d` of `%lld`.
  init?(conversion: Character) {
    switch conversion {
    case "@", "s", "S": self = .text
    case "d", "D", "i", "u", "U": self = .integer
    case "f", "F", "g", "G", "e", "E": self = .number
    default: return nil
    }
  }
}

/// Reads the specifiers of a text.
private struct FormatReader {
  private let text: String
  private var index: String.Index
  private var nextArgument = 0

  init(_ text: String) {
    self.text = text
    index = text.startIndex
  }

  mutating func parts() throws(CatalogProblem.Reason) -> [FormatText.Part] {
    var result: [FormatText.Part] = []
    var literal = ""
    while let character = read() {
      guard character == "%" else {
        literal.append(character)
        continue
      }
      guard let part = try specifier() else {
        literal.append("%")
        continue
      }
      if !literal.isEmpty { result.append(.literal(literal)) }
      literal = ""
      result.append(part)
    }
    if !literal.isEmpty { result.append(.literal(literal)) }
    return result
  }

  /// Reads what follows a percent sign; `nil` for another percent sign, which is one to show.
  private mutating func specifier() throws(CatalogProblem.Reason) -> FormatText.Part? {
    let start = index
    if skip("%") { return nil }
    if skip("arg") { return .substitutedArgument }
    let position = position()
    if skip("#@") { return .substitution(try name(from: start)) }
    skip { "-+ #0'".contains($0) }
    skip { $0.isASCII && $0.isNumber }
    if skip(".") { skip { $0.isASCII && $0.isNumber } }
    skip { "hlqLzt".contains($0) }
    guard let conversion = read(), let kind = ArgumentKind(conversion: conversion) else {
      throw .badSpecifier("%" + text[start..<index])
    }
    let argument = position.map { $0 - 1 } ?? nextArgument
    if position == nil { nextArgument += 1 }
    return .argument(argument, kind)
  }

  /// Reads the position of an argument, `1$`, which counts from 1.
  private mutating func position() -> Int? {
    let start = index
    skip { $0.isASCII && $0.isNumber }
    // NB: at most two digits: a position is an index into a few values, and not a number of any size.
    guard start != index, skip("$"), let position = Int(text[start..<text.index(before: index)]),
      (1...99).contains(position)
    else {
      index = start
      return nil
    }
    return position
  }

  private mutating func name(from start: String.Index) throws(CatalogProblem.Reason) -> String {
    let nameStart = index
    skip { $0 != "@" }
    let name = String(text[nameStart..<index])
    guard skip("@"), !name.isEmpty else { throw .badSpecifier("%" + text[start..<index]) }
    return name
  }

  private mutating func read() -> Character? {
    guard index < text.endIndex else { return nil }
    defer { index = text.index(after: index) }
    return text[index]
  }

  private mutating func skip(_ prefix: String) -> Bool {
    guard text[index...].hasPrefix(prefix) else { return false }
    index = text.index(index, offsetBy: prefix.count)
    return true
  }

  private mutating func skip(_ isSkipped: (Character) -> Bool) {
    while index < text.endIndex, isSkipped(text[index]) { index = text.index(after: index) }
  }
}
