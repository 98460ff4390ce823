/// A text with values in it, as a String Catalog writes it: `%@ has %lld files`, `%2$@ of %1$@`, `%#@files@`.
struct FormatPattern: Hashable, Sendable {
  /// A part of the text. An index counts from 0; it is `nil` where the text has no position.
  enum Part: Hashable, Sendable {
    case literal(String)
    case argument(Int?, FormatSpecifier)
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

extension FormatSpecifier {
  /// Reads the specifier that a substitution has for its number, without the percent sign: `lld`.
  ///
  /// - Throws: what cannot be read.
  init(_ text: String) throws(CatalogProblem.Reason) {
    var reader = FormatReader(text)
    guard let specifier = try reader.format(from: text.startIndex), reader.isAtEnd else {
      throw .badSpecifier("formatSpecifier " + text)
    }
    self = specifier
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
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text.isEmpty ? [] : [.literal(text)] }
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
    guard let specifier = try format(from: start) else { throw unreadable(from: start) }
    return .argument(index, specifier)
  }

  private func unreadable(from start: String.Index) -> CatalogProblem.Reason {
    .badSpecifier("%" + text[start..<index])
  }

  /// Reads what follows a position: flags, width, precision, length and the letter; `nil` if it cannot be read.
  mutating func format(from start: String.Index) throws(CatalogProblem.Reason) -> FormatSpecifier? {
    let flags = Set(skipped { "-+ #0'".contains($0) })
    let width = try number(from: start)
    let precision = skip(".") ? try number(from: start) ?? 0 : nil
    let length = skipped { "hlqLztj".contains($0) }
    guard let conversion = read(), FormatSpecifier.conversions.contains(conversion) else { return nil }
    return FormatSpecifier(
      conversion: conversion, flags: flags, width: width ?? 0, precision: precision,
      isLong: length.contains { $0 != "h" })
  }

  /// Reads a width or a precision; `nil` if there is none here.
  private mutating func number(from start: String.Index) throws(CatalogProblem.Reason) -> Int? {
    let digits = skipped { $0.isASCII && $0.isNumber }
    // NB: a catalogue must not ask for a text of any length.
    guard digits.count <= 2 else { throw unreadable(from: start) }
    return Int(digits)
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
    guard skip("@"), !name.isEmpty else { throw unreadable(from: start) }
    return name
  }

  var isAtEnd: Bool { index == text.endIndex }

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

  private mutating func skipped(_ isSkipped: (Character) -> Bool) -> Substring {
    let start = index
    skip(isSkipped)
    return text[start..<index]
  }
}
