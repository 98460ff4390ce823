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
/// Its JSON is the raw value. Its shape lists all of them, with their labels.
public protocol Choice: CaseIterable, RawRepresentable, JSONReadable, JSONWritable, Hashable, Sendable
where RawValue == String {
  /// The choice as people read it; by default, the raw value.
  var label: String { get }
}

extension Choice {
  public var label: String { rawValue }

  public static var shape: Shape {
    .choice("\(Self.self)", allCases.map(\.rawValue), labels: allCases.map(\.label))
  }
}

extension Tone: Choice {}
