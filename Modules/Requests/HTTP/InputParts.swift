import Foundation
import JSON

/// Where the parts of an input are in a request: path, header, query and body.
struct InputParts: Sendable {
  /// The members of the input; `nil` if it is not an object.
  private let properties: [String: JSON]?
  private let schema: JSON
  private let pathNames: [String]
  /// The member that is the `Idempotency-Key` header.
  let key: String?
  /// The members in the query or the body.
  private let rest: [String]
  private let isInBody: Bool
  /// Whether a request has a body.
  let hasBody: Bool

  init(_ schema: JSON, _ path: PathTemplate, _ method: HTTPRoute.Method) {
    self.schema = schema
    pathNames = path.names
    isInBody = method.hasBody
    guard case .object(let properties)? = schema["properties"] else {
      let isEmpty = schema["type"] == "null"
      precondition(pathNames.count <= (isEmpty ? 0 : 1), "The path has more names than the input has values.")
      precondition(isEmpty || isInBody || pathNames.count == 1, "The input is neither in the path nor in a body.")
      self.properties = nil
      key = nil
      rest = []
      hasBody = !isEmpty && pathNames.isEmpty
      return
    }
    for name in pathNames {
      precondition(properties[name] != nil, "The input has no member \"\(name)\" for the path.")
      precondition(properties[name]?["x-secret"] == nil, "The secret \"\(name)\" must not be in a path.")
    }
    let pathNames = pathNames
    self.properties = properties
    let key = properties.first { $0.value["x-idempotency-key"] == true }?.key
    self.key = key
    rest = properties.keys.filter { $0 != key && !pathNames.contains($0) }.sorted()
    hasBody = isInBody && !rest.isEmpty
    precondition(
      isInBody || rest.allSatisfy { properties[$0]?["x-secret"] == nil }, "A secret must not be in a query.")
  }

  // MARK: - The client's side

  /// The text of a name in the path.
  func text(of input: JSONText) -> (String) -> String? {
    { name in (properties == nil ? input : input[name]).flatMap(plainText) }
  }

  /// The query. A member that is `null` is left out.
  func query(of input: JSONText) -> [(name: String, value: String)] {
    rest.compactMap { name in input[name].flatMap(plainText).map { (name, $0) } }
  }

  /// The body.
  func body(of input: JSONText) -> [UInt8] {
    guard properties != nil else { return Array(input.bytes) }
    var writer = JSONWriter()
    writer.object { writer in
      for name in rest { if let value = input[name] { writer.member(name, value) } }
    }
    return writer.bytes
  }

  private func plainText(_ json: JSONText) -> String? {
    json.isNull ? nil : json.string ?? String(decoding: json.bytes, as: UTF8.self)
  }

  // MARK: - The server's side

  /// The JSON of the input in a request; `nil` if there is none.
  func json(of request: HTTPEndpoints.Request, _ variables: [String: String]) -> JSONText? {
    let body = try? JSONText(scanning: request.body)
    guard let properties else {
      if hasBody { return body }
      let text = pathNames.first.flatMap { variables[$0] }
      return JSONText(scanned: text.map { json(of: $0, schema) }.map { $0[...] } ?? Array("null".utf8)[...])
    }
    var writer = JSONWriter()
    writer.object { writer in
      for (name, text) in variables {
        writer.name(name)
        writer.raw(json(of: text, properties[name]))
      }
      if let key, let text = request.idempotencyKey { writer.member(key, text) }
      for name in rest {
        if isInBody {
          if let value = body?[name] { writer.member(name, value) }
        } else if let text = request.query[name] {
          writer.name(name)
          writer.raw(json(of: text, properties[name]))
        }
      }
    }
    return JSONText(scanned: writer.bytes[...])
  }

  /// The JSON of a text in a path or a query: a string, unless the schema has another type and the text is a value of it.
  private func json(of text: String, _ schema: JSON?) -> [UInt8] {
    let isText = schema?["type"] == "string" || schema?["anyOf"] != nil
    if !isText, let json = try? JSONText(scanning: text.utf8), json.kind == .number || json.kind == .boolean {
      return Array(json.bytes)
    }
    return text.json
  }
}
