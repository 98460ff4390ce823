import Foundation
import HTTP
import Requests
import Services
import Support

/// The contract in `openapi.yaml`, which checks requests and replies.
struct Contract {
  struct Operation {
    var id: String
    var description: YAML
  }

  let document: YAML
  private let schema: JSONSchema

  init() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../Modules/Services/HTTP/openapi.yaml").standardized
    self.init(try YAML(parsing: String(contentsOf: file, encoding: .utf8)))
  }

  init(_ document: YAML) {
    self.document = document
    schema = JSONSchema(document: document)
  }

  /// Every operation by its method and path, such as "GET /products/{id}".
  var operations: [String: Operation] {
    var operations: [String: Operation] = [:]
    for (path, methods) in document["paths"]?.entries ?? [:] {
      for (method, description) in methods.entries {
        let id = description["operationId"]?.string ?? ""
        operations["\(method.uppercased()) \(path)"] = Operation(id: id, description: description)
      }
    }
    return operations
  }

  /// The operation that a request is for.
  func operation(for request: HTTPRequest) -> Operation? {
    let components = request.target.split(separator: "/", omittingEmptySubsequences: false)
    return operations.first { name, _ in
      let template = name.split(separator: " ")[1].split(separator: "/", omittingEmptySubsequences: false)
      return name.hasPrefix(request.method + " ") && template.count == components.count
        && zip(template, components).allSatisfy { $0.hasPrefix("{") ? !$1.isEmpty : $0 == $1 }
    }?.value
  }

  /// The deviations of a request.
  func faults(in request: HTTPRequest) -> [String] {
    guard let operation = operation(for: request)?.description else { return ["no operation"] }
    var faults: [String] = []
    for parameter in operation["parameters"]?.elements.map(resolved) ?? [] {
      guard parameter["in"]?.string == "header", let name = parameter["name"]?.string else { continue }
      if let value = request.header(name), let schema = parameter["schema"] {
        faults += self.schema.faults(value, schema, at: name)
      } else if parameter["required"]?.bool == true {
        faults.append("\(name): missing")
      }
    }
    guard let content = operation["requestBody"]?["content"] else {
      return faults + (request.body.isEmpty ? [] : ["body: none in the contract"])
    }
    return faults + self.faults(Data(request.body), type: request.header("Content-Type") ?? "", content)
  }

  /// The deviations of the reply to a request.
  func faults(in reply: HTTPEndpoints.Reply, to request: HTTPRequest) -> [String] {
    guard let responses = operation(for: request)?.description["responses"] else { return ["no operation"] }
    guard let response = responses[String(reply.status)] ?? (reply.status >= 400 ? responses["default"] : nil),
      let content = resolved(response)["content"]
    else { return ["\(reply.status): not in the contract"] }
    return faults(reply.body, type: reply.contentType, content)
  }

  /// The example of every answer, by operation and status.
  var examples: [(operation: String, status: String, json: Any)] {
    operations.values.flatMap { operation in
      (operation.description["responses"]?.entries ?? [:]).flatMap { status, response in
        (resolved(response)["content"]?.entries ?? [:]).values.compactMap { media in
          media["example"].map { (operation.id, status, plain($0)) }
        }
      }
    }
  }

  private func faults(_ body: Data, type: String, _ content: YAML) -> [String] {
    guard let schema = content[type]?["schema"] else { return ["\(type): not in the contract"] }
    guard let json = try? JSONSerialization.jsonObject(with: body) else { return ["no JSON"] }
    return self.schema.faults(json, schema)
  }

  private func resolved(_ value: YAML) -> YAML {
    value["$ref"]?.string.flatMap(schema.resolve) ?? value
  }

  private func plain(_ value: YAML) -> Any {
    switch value {
    case .mapping(let entries): entries.mapValues(plain)
    case .sequence(let elements): elements.map(plain)
    case .string(let text): text
    case .int(let number): number
    case .bool(let flag): flag
    }
  }
}
