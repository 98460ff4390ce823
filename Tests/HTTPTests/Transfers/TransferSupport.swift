#if os(Linux)
  import Locking
  import Support
  import Testing

  @testable import HTTP

  extension TransferRequest {
    /// A request to a server, with a bound of 1 MiB. By default, it only reads if it is a GET.
    static func to(
      _ server: RawServer, _ method: String = "GET", readsOnly: Bool? = nil, body: [UInt8]? = nil
    ) -> TransferRequest {
      let host = server.url.contains("[") ? "::1" : "127.0.0.1"
      return TransferRequest(
        method: method, url: server.url + "/", host: host, readsOnly: readsOnly ?? (method == "GET"), body: body,
        maximumBody: 1 << 20)
    }
  }

  /// Sends a request, and returns its outcome.
  func send(
    _ request: TransferRequest, on transfers: CURLTransfers = .shared
  ) async -> Result<TransferReply, TransferFailure> {
    await withCheckedContinuation { continuation in
      _ = transfers.start(request) { continuation.resume(returning: $0) }
    }
  }

  extension Result<TransferReply, TransferFailure> {
    var failure: TransferFailure? { if case .failure(let failure) = self { failure } else { nil } }

    var body: String? { (try? get()).map { String(decoding: $0.body, as: UTF8.self) } }
  }

  /// A complete reply with a JSON body.
  func reply(_ body: String, headers: String = "") -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
  }
#endif
