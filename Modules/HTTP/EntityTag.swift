public import Descriptions

/// The version of a resource, in the words of its server (RFC 9110, section 8.8.3).
///
/// A member of this type in an answer is read from the header `ETag`, and one in an input is sent as `If-Match`, so that a
/// change of a resource that was changed meanwhile is refused, with status 412:
///
/// ```swift
/// struct Page: JSONRecord {
///   var text: String
///   var version: EntityTag
///
///   static let record = Codec(Page.init(text:version:), \.text, \.version)
/// }
/// ```
public struct EntityTag: RawRepresentable, Hashable, Sendable {
  /// The text of the header, with its quotation marks.
  public let rawValue: String

  /// The tag in a header; `nil` unless the text is one, such as `"33a64df5"` or `W/"0815"`.
  public init?(rawValue: String) {
    var bytes = rawValue.utf8[...]
    if bytes.starts(with: "W/".utf8) { bytes = bytes.dropFirst(2) }
    let quote = UInt8(ascii: "\"")
    guard bytes.count >= 2, bytes.count <= 1024, bytes.first == quote, bytes.last == quote,
      bytes.dropFirst().dropLast().allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != quote })
    else { return nil }
    self.rawValue = rawValue
  }
}

extension EntityTag: CustomStringConvertible {
  public var description: String { rawValue }
}

extension EntityTag: JSONReadable, JSONWritable {
  /// HTTP sends the member as a header.
  public static var shape: Shape { .entityTag }
  public static var expectation: String { "an entity tag (RFC 9110)" }
  public static var example: EntityTag { EntityTag(rawValue: "\"1\"")! }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(rawValue: text)
  }

  public func write(to writer: inout JSONWriter) { writer.write(rawValue) }
}

/// The member of an answer that is in the header `ETag` in place of the body.
struct EntityTagMember: Sendable {
  /// The name of the member; `nil` if the answer has none.
  private let name: String?

  /// The member of answers of a shape.
  init(_ shape: Shape) { name = shape.members.first { $0.shape.unwrapped == .entityTag }?.name }

  /// The answer in a reply.
  func json(_ body: JSONText, tag: String?) -> JSONText {
    guard let name, let tag, body.kind == .object else { return body }
    var writer = JSONWriter()
    writer.object { $0.member(name, tag) }
    // NB: before the members of the body, because the first member of a name is read.
    let isEmpty = body.members.first { _ in true } == nil
    let json = writer.bytes.dropLast() + (isEmpty ? [] : [UInt8(ascii: ",")]) + body.bytes.dropFirst()
    return JSONText(scanned: json[...]).with(body.notation)
  }

  /// The reply with an answer.
  func reply(_ json: [UInt8]) -> (body: [UInt8], tag: String?) {
    let answer = JSONText(scanned: json[...])
    guard let name, let value = answer[name] else { return (json, nil) }
    var writer = JSONWriter()
    writer.object { writer in
      for member in answer.members where !member.name.isString(name) {
        writer.member(member.name.string ?? "", member.value)
      }
    }
    return (writer.bytes, value.string)
  }
}
