import Descriptions
import Foundation

/// Where the parts of an input are in a request: path, headers, query and body.
struct InputParts: Sendable {
  /// The members of the input; `nil` if it is not a record.
  private let members: [String: Shape]?
  /// The members that are files, or lists of files.
  private let files: Set<String>
  /// Whether the input itself is a file.
  private let isFile: Bool
  private let shape: Shape
  private let path: PathTemplate
  /// The member that is the `Idempotency-Key` header.
  let key: String?
  /// The member that is the `If-Match` header.
  private let tag: String?
  /// The member that is the `Last-Event-ID` header.
  private let resumePoint: String?
  /// The members in the query or the body that the path does not name.
  private let rest: [String]
  private let isInBody: Bool
  /// The member that is the whole body; `nil` if the body is an object of all members that are nowhere else.
  private let bodyMember: String?
  /// Whether a request has a body.
  let hasBody: Bool

  /// - Parameter name: that of the operation or the feed.
  init(
    of name: String, _ shape: Shape, _ path: PathTemplate, _ method: HTTPRoute.Method, body: String?,
    resumePoint: String? = nil
  ) {
    func precondition(_ isRight: Bool, _ mistake: @autoclosure () -> String) {
      Swift.precondition(isRight, "The route of \"\(name)\": \(mistake())")
    }
    self.shape = shape
    self.path = path
    isInBody = method.hasBody
    bodyMember = body
    let names = path.names + path.queryNames
    precondition(body == nil || method.hasBody, "A \(method.rawValue) has no body.")
    isFile = shape == FileReference.shape
    files = Set((isFile ? [] : shape.record?.members ?? []).filter { $0.shape.isFile }.map(\.name))
    precondition(files.isEmpty && !isFile || method.hasBody, "A \(method.rawValue) has no body for a file.")
    guard let record = shape.record else {
      let isEmpty = shape == .nothing
      precondition(body == nil, "The input has no members, so it is the body as it is.")
      precondition(names.count <= (isEmpty ? 0 : 1), "The path has more names than the input has values.")
      precondition(isEmpty || isInBody || names.count == 1, "The input is neither in the path nor in a body.")
      members = nil
      key = nil
      tag = nil
      self.resumePoint = nil
      rest = []
      hasBody = !isEmpty && names.isEmpty
      return
    }
    let members = Dictionary(record.members.map { ($0.name, $0.shape.unwrapped) }) { first, _ in first }
    for name in names {
      precondition(members[name] != nil, "The input has no member \"\(name)\" for the path.")
      precondition(members[name] != .secret, "The secret \"\(name)\" must not be in a path.")
    }
    self.members = members
    let key = members.first { $0.value == .idempotencyKey }?.key
    let tag = members.first { $0.value == .entityTag }?.key
    self.key = key
    self.tag = tag
    let resumePoint = resumePoint.flatMap { members[$0] == nil ? nil : $0 }
    self.resumePoint = resumePoint
    let isFile = isFile
    rest = isFile ? [] : members.keys.filter { ![key, tag, resumePoint].contains($0) && !names.contains($0) }.sorted()
    hasBody = isInBody && !rest.isEmpty
    precondition(
      isInBody || rest.allSatisfy { members[$0] != .secret }, "A secret must not be in a query.")
    precondition(body == nil || rest == [body], "The body is one member, and all others are in the path or a header.")
  }

  /// Whether an input has files.
  var hasFiles: Bool { isFile || !files.isEmpty }

  // MARK: - The client's side

  /// What is sent for an input; `nil` if a member that the path names makes no part of it.
  ///
  /// - Parameter attachments: the files of the input, by the numbers in its JSON.
  func call(_ method: HTTPRoute.Method, _ input: [UInt8], files attachments: [FileReference] = []) -> HTTPCall? {
    let json = JSONText(scanned: input[...])
    guard members != nil else {
      guard let components = path.components({ _ in pathText(json) }) else { return nil }
      var call = HTTPCall(method: method.rawValue, path: components, query: path.query { _ in plainTexts(json) })
      if hasBody { call.body = input }
      return call
    }
    var members: [String: JSONText] = [:]
    for member in json.members { members[member.name.string ?? ""] = member.value }
    guard let components = path.components({ members[$0].flatMap(pathText) }) else { return nil }
    var call = HTTPCall(method: method.rawValue, path: components, query: query(members))
    if let key, let text = members[key]?.string { call.headers["Idempotency-Key"] = text }
    if let tag, let text = members[tag]?.string { call.headers["If-Match"] = text }
    if let resumePoint, let text = members[resumePoint]?.string { call.headers["Last-Event-ID"] = text }
    if isFile {
      call.upload = attachments.first.map { .file($0) }
    } else if files.isEmpty {
      if hasBody { call.body = body(members) }
    } else {
      call.upload = upload(members, attachments)
      // The file may be missing, as an optional member.
      if call.upload == nil { call.body = [] }
    }
    return call
  }

  /// The files of the members with the other members of the body beside them; `nil` if the member that is the body has none.
  private func upload(_ members: [String: JSONText], _ attachments: [FileReference]) -> TransferUpload? {
    if let bodyMember { return fileParts(bodyMember, members, attachments).first.map { .file($0) } }
    let texts = rest.filter { !files.contains($0) }.flatMap { name -> [TransferUpload.FormPart] in
      guard let value = members[name], !value.isNull else { return [] }
      if let text = value.string { return [.init(name: name, value: .text(Array(text.utf8), mediaType: nil))] }
      let isPlain = value.kind == .number || value.kind == .boolean
      return [.init(name: name, value: .text(Array(value.bytes), mediaType: isPlain ? nil : "application/json"))]
    }
    return .form(
      texts
        + rest.filter(files.contains).flatMap { name in
          fileParts(name, members, attachments).map { .init(name: name, value: .file($0)) }
        })
  }

  /// The files of a member.
  private func fileParts(
    _ name: String, _ members: [String: JSONText], _ attachments: [FileReference]
  ) -> [FileReference] {
    guard let value = members[name] else { return [] }
    return (value.kind == .array ? Array(value.elements) : [value]).compactMap { file in
      guard let number = file["attachment"]?.string.flatMap({ Int($0) }), attachments.indices.contains(number) else {
        return nil
      }
      return attachments[number]
    }
  }

  /// The query. A member that is `null` is left out, and one that is a list is an item for each of its elements.
  private func query(_ members: [String: JSONText]) -> [(name: String, value: String)] {
    let named = path.query { name in members[name].map(plainTexts) ?? [] }
    guard !isInBody else { return named }
    return named + rest.flatMap { name in (members[name].map(plainTexts) ?? []).map { (name, $0) } }
  }

  private func body(_ members: [String: JSONText]) -> [UInt8] {
    if let bodyMember { return members[bodyMember].map { Array($0.bytes) } ?? Array("null".utf8) }
    var writer = JSONWriter()
    writer.object { writer in
      for name in rest { if let value = members[name] { writer.member(name, value) } }
    }
    return writer.bytes
  }

  /// The text of a part of the path; `nil` if it would be another path: that of a list in place of a thing, or of the folder around it.
  private func pathText(_ json: JSONText) -> String? {
    plainText(json).flatMap { ["", ".", ".."].contains($0) ? nil : $0 }
  }

  /// The error for an input of which no path can be made.
  func unaddressable(_ request: String, _ input: [UInt8]) -> ServiceError {
    let json = JSONText(scanned: input[...])
    let value = { [members] name in members == nil ? json : json[name] }
    let name = path.names.first { value($0).flatMap(pathText) == nil } ?? ""
    return .unaddressable(request, name, isDots: value(name).flatMap(plainText)?.isEmpty == false)
  }

  private func plainText(_ json: JSONText) -> String? {
    json.isNull ? nil : json.string ?? String(decoding: json.bytes, as: UTF8.self)
  }

  private func plainTexts(_ json: JSONText) -> [String] {
    json.kind == .array ? json.elements.compactMap(plainText) : [plainText(json)].compactMap(\.self)
  }

  // MARK: - The server's side

  /// The input in a request, with its files; `nil` if there is none.
  func input<Input>(
    of request: HTTPEndpoints.Request, _ variables: [String: String], _ codec: Codec<Input>
  ) -> Input? {
    guard hasFiles else { return json(of: request, variables).flatMap(codec.read) }
    var attached: [String: FileReference] = [:]
    func attach(_ file: FileReference) -> [UInt8] {
      let key = String(attached.count)
      attached[key] = file
      return FileAttachments.json(file, key: key)
    }
    let text: JSONText?
    if isFile || bodyMember != nil {
      let name = isFile ? variables["name"] ?? "" : ""
      let file = attach(FileReference(name: name, mediaType: request.contentType, bytes: request.body))
      text = isFile ? JSONText(scanned: file[...]) : json(of: request, variables, [(bodyMember ?? "", file)])
    } else {
      guard let form = FormBody(request.body, contentType: request.contentType ?? "") else { return nil }
      text = json(of: request, variables, members(of: form, attach))
    }
    return FileAttachments.attaching(attached) { text.flatMap(codec.read) }
  }

  /// The members in a form as JSON.
  private func members(
    of form: FormBody, _ attach: (FileReference) -> [UInt8]
  ) -> [(name: String, json: [UInt8])] {
    rest.compactMap { name in
      let parts = form.parts.filter { $0.name.hasSameBytes(as: name) }
      guard files.contains(name) else { return parts.first.map { (name, json(of: $0, members?[name])) } }
      let list = parts.map { attach(FileReference(name: $0.fileName ?? "", mediaType: $0.mediaType, bytes: $0.bytes)) }
      guard case .list? = members?[name] else { return list.first.map { (name, $0) } }
      return (name, [UInt8(ascii: "[")] + list.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
    }
  }

  /// The JSON of a text in a form: a string, unless the part says that it is JSON.
  private func json(of part: FormBody.Part, _ shape: Shape?) -> [UInt8] {
    guard part.mediaType?.hasPrefix("application/json") == true else {
      return json(of: String(decoding: part.bytes, as: UTF8.self), shape)
    }
    return (try? JSONText(scanning: part.bytes)).map { Array($0.bytes) } ?? Array("null".utf8)
  }

  /// The JSON of the input in a request; `nil` if there is none.
  ///
  /// - Parameter form: the members that a body of another form has.
  func json(
    of request: HTTPEndpoints.Request, _ variables: [String: String], _ form: [(name: String, json: [UInt8])]? = nil
  ) -> JSONText? {
    guard let query = path.match(request.query) else { return nil }
    // A number may have more digits than JSON carries everywhere.
    let body = (try? JSONText(scanning: request.body))?.with(.loose)
    guard let members else {
      if hasBody { return body }
      let text = variables.values.first ?? query.values.first?.first
      return JSONText(scanned: text.map { json(of: $0, shape.unwrapped) }.map { $0[...] } ?? Array("null".utf8)[...])
        .with(.loose)
    }
    var writer = JSONWriter()
    writer.object { writer in
      func add(_ name: String, _ texts: [String]) {
        guard let json = json(of: texts, members[name]) else { return }
        writer.name(name)
        writer.raw(json)
      }
      for (name, text) in variables { add(name, [text]) }
      for (name, texts) in query { add(name, texts) }
      if let key, let text = request.idempotencyKey { writer.member(key, text) }
      if let tag, let text = request.entityTag { writer.member(tag, text) }
      if let resumePoint, let text = request.lastEventID { writer.member(resumePoint, text) }
      for (name, json) in form ?? [] {
        writer.name(name)
        writer.raw(json)
      }
      for name in form == nil ? rest : [] {
        if !isInBody {
          add(name, request.query[exactly: name] ?? [])
        } else if let value = bodyMember == nil ? body?[name] : body {
          writer.member(name, value)
        }
      }
    }
    return JSONText(scanned: writer.bytes[...]).with(.loose)
  }

  /// The JSON of the texts in a path or a query; `nil` if there are none.
  private func json(of texts: [String], _ shape: Shape?) -> [UInt8]? {
    guard case .list(let element)? = shape else { return texts.first.map { json(of: $0, shape) } }
    var writer = JSONWriter()
    writer.array { writer in for text in texts { writer.raw(json(of: text, element)) } }
    return writer.bytes
  }

  /// The JSON of a text in a path or a query: a string, unless the shape is another one and the text is a value of it.
  private func json(of text: String, _ shape: Shape?) -> [UInt8] {
    if shape?.isText != true, let json = try? JSONText(scanning: text.utf8),
      json.kind == .number || json.kind == .boolean
    {
      return Array(json.bytes)
    }
    return text.json
  }
}

extension Shape {
  /// Whether values are files, or lists of files.
  fileprivate var isFile: Bool {
    if case .list(let element) = unwrapped { return element.unwrapped == FileReference.shape }
    return unwrapped == FileReference.shape
  }
}
