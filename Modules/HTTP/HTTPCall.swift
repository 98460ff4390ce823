import Foundation

/// What is sent for a request: method, path, headers and body.
struct HTTPCall: Sendable {
  var method: String
  /// The components of the path below the base URL, without percent-encoding.
  var path: [String]
  /// The names and values behind the path's question mark, without percent-encoding.
  var query: [(name: String, value: String)] = []
  /// The headers beside those of the content's type.
  var headers: [String: String] = [:]
  /// The JSON body. It may contain a secret, so a call is made when it is sent, and nothing keeps it.
  var body: [UInt8]?
  /// The files that are the body; `nil` if `body` is.
  var upload: TransferUpload?
  /// Whether the request changes nothing, so that the server may receive it twice.
  var readsOnly = false

  /// The call's URL below a base; `nil` if they make no URL of HTTP.
  func url(below base: URL) -> URL? {
    guard ["http", "https"].contains(base.scheme?.lowercased()), base.query() == nil, base.fragment() == nil else {
      return nil
    }
    var text = base.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    let query = query.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
    let url = URL(
      string: text + path.map { "/" + percentEncoded($0) }.joined() + (query.isEmpty ? "" : "?" + query))
    return url?.host()?.isEmpty == false ? url : nil
  }

  /// What is sent to the call's URL.
  func request(
    to url: URL, of server: ServerConnection, token: BearerToken? = nil,
    accepting types: [String] = ["application/json"]
  ) -> TransferRequest {
    var request = TransferRequest(
      method: method, url: url.absoluteString, host: url.plainHost, readsOnly: readsOnly, body: body,
      maximumBody: ServerConnection.maximumBody, certificatesFile: server.certificatesFile)
    request.upload = upload
    func add(_ name: String, _ value: String) { request.headers.append(HTTPHeader(name: name, value: value)) }
    add("Accept", (types + ["application/problem+json"]).joined(separator: ", "))
    // Half a megabyte of gzip can inflate to half a gigabyte.
    add("Accept-Encoding", "identity")
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { add(name, value) }
    if let token { add("Authorization", token.withRevealedText { "Bearer " + $0 }) }
    if body != nil { add("Content-Type", "application/json") }
    // The type of a form has a boundary, which the library draws.
    if case .file(let file)? = upload { add("Content-Type", file.mediaType ?? "application/octet-stream") }
    return request
  }
}

extension TransferRequest {
  /// Accepts replies of another media type, beside the description of an error.
  mutating func accept(_ type: String) {
    for index in headers.indices where headers[index].name == "Accept" {
      headers[index].value = "\(type), application/problem+json"
    }
  }
}

extension URL {
  /// The host, decoded, and without the brackets of an IPv6 address.
  var plainHost: String {
    var host = (host(percentEncoded: false) ?? "")[...]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return String(host)
  }
}
