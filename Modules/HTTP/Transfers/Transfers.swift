/// Sends HTTP/1.1 requests, and does not follow redirections: libcurl on Linux, `URLSession` on Apple's systems. A request that
/// changes something is sent once at most.
protocol Transfers: Sendable {
  /// Starts a transfer. It does not wait for the network.
  ///
  /// - Parameters:
  ///   - request: what to send.
  ///   - completion: is called once, on any thread, but not after the transfer was cancelled.
  /// - Returns: a function that cancels the transfer.
  func start(
    _ request: TransferRequest, completion: @escaping @Sendable (Result<TransferReply, TransferFailure>) -> Void
  ) -> @Sendable () -> Void

  /// Starts a transfer whose body is received as it arrives, without a bound. It does not wait for the network.
  ///
  /// - Parameters:
  ///   - request: what to send.
  ///   - receiver: is called with the head, the parts of the body and the end, one at a time and in this order, but not for long
  ///     after the transfer was cancelled. It returns at once, because other transfers wait meanwhile.
  /// - Returns: what pauses and ends the transfer.
  func stream(_ request: TransferRequest, receiver: @escaping TransferReceiver) -> any TransferControl
}

/// Receives a transfer as it arrives. It returns whether more is wanted; if not, the transfer is paused.
typealias TransferReceiver = @Sendable (TransferEvent) -> Bool

/// What arrives.
enum TransferEvent: Equatable, Sendable {
  /// The head of the reply. Its body is empty.
  case head(TransferReply)
  case body([UInt8])
  /// The body is complete, or the transfer has failed.
  case end(TransferFailure?)
}

/// A transfer whose body is received as it arrives. Both methods may be called on any thread.
protocol TransferControl: Sendable {
  /// Goes on with a transfer that is paused.
  func resume()

  func cancel()
}

/// A header line.
struct HTTPHeader: Equatable, Sendable {
  var name: String
  var value: String
}

/// What is sent, and the bound of what is received.
struct TransferRequest: Sendable {
  var method = "GET"
  /// The absolute URL, percent-encoded, of the scheme http or https.
  var url: String
  /// The host of the URL, without brackets.
  var host: String
  var headers: [HTTPHeader] = []
  /// Whether the request changes nothing. Only such a request shares a connection with others: it may be sent twice, and what a
  /// server sends beside its reply must not be taken for the reply to a purchase.
  var readsOnly = false
  var body: [UInt8]?
  /// The files that are the body; `nil` if `body` is.
  var upload: TransferUpload?
  /// What the body of a success is; `nil` if it is read into memory.
  var download: TransferDownload?
  /// Whether a redirection to another host is followed.
  var mayLeadElsewhere = false
  /// Whether it goes where the server has led, and not to an address of this machine or of a private network.
  var isElsewhere = false
  /// Counts the bytes of files.
  var meter: TransferMeter?
  /// The longest body of the reply, in bytes.
  var maximumBody: Int
  /// A file with the certificates to trust in place of the system's.
  var certificatesFile: String?
}

/// Files that are the body of a request.
enum TransferUpload: Sendable {
  /// The file is the body.
  case file(FileReference)
  /// The body is a form (`multipart/form-data`).
  case form([FormPart])

  struct FormPart: Sendable {
    enum Value: Sendable {
      case text([UInt8], mediaType: String?)
      case file(FileReference)
    }

    let name: String
    let value: Value
  }

  private var files: [FileReference] {
    switch self {
    case .file(let file): [file]
    case .form(let parts): parts.compactMap { if case .file(let file) = $0.value { file } else { nil } }
    }
  }

  /// How many bytes the files have.
  var size: Int { files.reduce(0) { $0 + $1.size } }

  /// Why the files cannot be sent, as a sentence for people; `nil` if they can.
  var obstacle: String? {
    if files.contains(where: { !$0.hasBytes }) { return "The bytes of the file are not here." }
    return files.contains { $0.content.hasChanged } ? "The file was changed since it was opened." : nil
  }
}

/// A file that the body of a reply is written to.
struct TransferDownload: Sendable {
  let folder: FileFolder
  /// How many bytes it may have.
  let limit: Int
}

extension TransferRequest {
  /// Whether the method, the URL and the headers are lines, so that none of them smuggles in another header.
  var isValid: Bool {
    func isLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
    return isLine(method) && isLine(url)
      && headers.allSatisfy { isLine($0.name) && isLine($0.value) && !$0.name.isEmpty && !$0.name.contains(":") }
  }
}

/// A complete reply of any status from 200 on.
struct TransferReply: Equatable, Sendable {
  var status: Int
  var headers: [HTTPHeader]
  var body: [UInt8]
  /// The file that the body was written to; `nil` if it was read into memory.
  var file: UnfinishedFile?
  /// Whether a compressed body was decoded.
  var isDecoded = false
  /// The name of the proxy through which the reply came; `nil` without one.
  var proxy: String?

  /// The value of the first header of a name, regardless of case.
  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Why a transfer has no reply.
enum TransferFailure: Error, Equatable, Sendable {
  case unknownHost
  case connectionRefused
  /// The proxy, which is named, cannot be reached.
  case unreachableProxy(String)
  /// The proxy, which is named, has refused to connect to the host, with this status.
  case refusedByProxy(String, status: Int)
  /// The host cannot be reached for another reason.
  case cannotConnect
  /// TLS has failed, for a cause if it is known.
  case noSecureConnection(TLSFault?)
  case timeout
  /// The connection broke before the reply was complete.
  case connectionLost
  /// The reply violates HTTP/1.1.
  case malformed
  /// The head or the body of the reply exceeds its bound.
  case tooLarge
  /// The request cannot be sent: its URL or a header is invalid.
  case invalidRequest
  /// The server has led to an address of this machine or of a private network.
  case forbiddenAddress
  /// The library that transfers are made with cannot be loaded.
  case noLibrary
  /// A file cannot be read or written, for this reason, which is a sentence for people.
  case file(String)
  /// Any other failure, with the library's number.
  case other(Int)
}
