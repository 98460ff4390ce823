/// A text with values in it, as a String Catalog writes it: `%@ has %lld files`, `%2$@ of %1$@`, `%#@files@`.
struct FormatPattern: Hashable, Sendable {
  /// A part of the text. An index counts from 0; it is `nil` where the text has no position.
  enum Part: Hashable, Sendable {
    case literal(String)
    case argument(Int?, ArgumentKind)
    /// A part that is chosen by a number, and stands under a name in the same entry.
    case substitution(String, Int?)
    /// The number that a substitution is about: `%arg`.
    case substitutedArgument
  }

  let parts: [Part]

  /// Reads a text.
  ///
  /// - Throws: what cannot be read.
  init(_ text: String) throws(CatalogProblem.Reason) {
    var reader = FormatReader(text)
    parts = try reader.parts()
  }
}

/// Reads the specifiers of a text.
private struct FormatReader {
  private let text: String
  private var index: String.Index

  init(_ text: String) {
    self.text = text
    index = text.startIndex
  }

  mutating func parts() throws(CatalogProblem.Reason) -> [FormatPattern.Part] {
    var result: [FormatPattern.Part] = []
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
  private mutating func specifier() throws(CatalogProblem.Reason) -> FormatPattern.Part? {
    let start = index
    if skip("%") { return nil }
    if skip("arg") { return .substitutedArgument }
    let index = position().map { $0 - 1 }
    if skip("#@") { return .substitution(try name(from: start), index) }
    skip { "-+ #0'".contains($0) }
    skip { $0.isASCII && $0.isNumber }
    if skip(".") { skip { $0.isASCII && $0.isNumber } }
    skip { "hlqLzt".contains($0) }
    guard let conversion = read(), let kind = ArgumentKind(conversion: conversion) else {
      throw .badSpecifier("%" + text[start..<self.index])
    }
    return .argument(index, kind)
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
