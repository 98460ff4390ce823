public import JSON

/// One of a few words, such as the order of a list.
///
/// ```swift
/// enum BookOrder: String, Choice {
///   case title, author, yearOfPublication
///
///   var label: String { self == .yearOfPublication ? "year" : rawValue }
/// }
/// ```
///
/// Its JSON is the raw value. The schema lists all of them, and the labels if they differ.
public protocol Choice: CaseIterable, RawRepresentable, JSONReadable, JSONWritable, Hashable, Sendable
where RawValue == String {
  /// The choice as people read it; by default, the raw value.
  var label: String { get }
}

extension Choice {
  public var label: String { rawValue }

  public static var schema: JSON {
    let words = allCases.map(\.rawValue)
    let labels = allCases.map(\.label)
    let schema: JSON = ["title": .string("\(Self.self)"), "type": "string", "enum": .array(words.map(JSON.string))]
    return words == labels ? schema : schema.with(["x-labels": .array(labels.map(JSON.string))])
  }
}
