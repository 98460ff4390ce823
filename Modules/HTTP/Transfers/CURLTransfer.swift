#if os(Linux) || os(Android)
  import CURL
  import LibC
  internal import StandardIO

  /// A transfer of `CURLTransfers`.
  ///
  /// Sendable because everything that changes is touched by the transfers' thread alone.
  final class CURLTransfer: @unchecked Sendable {
    /// Who receives the reply.
    enum Receiver {
      case whole(@Sendable (Result<TransferReply, TransferFailure>) -> Void)
      case parts(TransferReceiver)
    }

    let receiver: Receiver

    let request: TransferRequest
    /// libcurl's transfer, from `prepare()` to `close()`.
    private(set) var easy: OpaquePointer?
    private var sent = Sent()
    /// The file that the body is written to, and how much is.
    private var written: (file: UnfinishedFile, size: Int)?
    private var head = ReplyHead()
    private var hasHead = false
    private var body: [UInt8] = []
    /// Why this program ends the transfer.
    var failure: TransferFailure?
    /// How many bytes of the reply, and of a body that is written to a file, have arrived, in the form in which they were sent.
    private(set) var received = (size: 0, bodySize: 0)
    /// What libcurl says of an error, as a text in C.
    private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: tributary_curl_error_text_size)
    /// What has arrived and libcurl has not read, when it closed the connection.
    var leftover: [UInt8] = []
    /// Its number among the transfers whose sockets are opened and closed here.
    var socketNumber: UInt?

    /// Whether the receiver wants no more for now.
    private var isPaused = false

    /// What libcurl reads of the request, as long as its transfer is there.
    private struct Sent {
      var headers: OpaquePointer?
      var body: UnsafeMutableBufferPointer<UInt8>?
      var form: OpaquePointer?
      /// Read the files.
      var readers: [CURLFileReader] = []

      func free() {
        if let headers { tributary_curl_list_destroy(headers) }
        // A secret does not stay in memory that is free.
        body?.update(repeating: 0)
        body?.deallocate()
        if let form { tributary_curl_form_destroy(form) }
      }
    }

    init(_ request: TransferRequest, _ receiver: Receiver) {
      self.request = request
      self.receiver = receiver
      errorText.initialize(repeating: 0)
    }

    deinit { errorText.deallocate() }

    /// Makes libcurl's transfer; `nil` if the request is invalid.
    func prepare() -> OpaquePointer? {
      guard let easy = tributary_curl_easy_create() else { return nil }
      self.easy = easy
      guard setRequest(easy), setConnection(easy) else {
        close()
        return nil
      }
      setReceivers(easy)
      return easy
    }

    /// Frees libcurl's transfer, which must not be part of the thread's any more.
    func close() {
      if let easy { tributary_curl_easy_destroy(easy) }
      sent.free()
      forgetSockets()
      sent = Sent()
      written = nil
      easy = nil
    }

    // MARK: Options

    private func setRequest(_ easy: OpaquePointer) -> Bool {
      guard request.isValid else { return false }
      for line in headerLines {
        guard let list = tributary_curl_list_append(sent.headers, line) else { return false }
        sent.headers = list
      }
      set(tributary_curl_option_request_headers, pointer: UnsafeRawPointer(sent.headers))
      set(tributary_curl_option_url, request.url)
      if let upload = request.upload {
        setUpload(upload, easy)
        return failure == nil
      }
      switch (request.method, request.body) {
      case ("GET", nil): set(tributary_curl_option_get, 1)
      case ("HEAD", nil): set(tributary_curl_option_no_body, 1)
      case (_, nil) where request.method != "POST": set(tributary_curl_option_method, request.method)
      default: setBody(request.body ?? [])
      }
      return true
    }

    private func setBody(_ bytes: [UInt8]) {
      let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
      buffer.initialize(repeating: 0)
      _ = buffer.update(fromContentsOf: bytes)
      sent.body = buffer
      set(tributary_curl_option_post, 1)
      set(tributary_curl_option_request_body, pointer: UnsafeRawPointer(buffer.baseAddress))
      if let easy {
        tributary_curl_set_size(
          easy, Int32(tributary_curl_option_request_body_size), Int64(bytes.count))
      }
      if request.method != "POST" { set(tributary_curl_option_method, request.method) }
    }

    private func setUpload(_ upload: TransferUpload, _ easy: OpaquePointer) {
      let isAdded =
        switch upload {
        case .file(let file): setBody(file, easy)
        case .form(let parts): setForm(parts, easy)
        }
      if !isAdded { failure = .other(tributary_curl_error_no_memory) }
      if request.method != "POST" { set(tributary_curl_option_method, request.method) }
    }

    private func setBody(_ file: FileReference, _ easy: OpaquePointer) -> Bool {
      set(tributary_curl_option_post, 1)
      tributary_curl_set_receiver(easy, Int32(tributary_curl_option_reader), CURLFileReader.read)
      set(tributary_curl_option_read_context, pointer: addReader(of: file))
      tributary_curl_set_size(easy, Int32(tributary_curl_option_request_body_size), Int64(file.size))
      return true
    }

    private func setForm(_ parts: [TransferUpload.FormPart], _ easy: OpaquePointer) -> Bool {
      guard let form = tributary_curl_form_create(easy) else { return false }
      sent.form = form
      for part in parts {
        let isAdded =
          switch part.value {
          case .text(let bytes, let mediaType):
            bytes.withUnsafeBufferPointer { bytes in
              bytes.withMemoryRebound(to: CChar.self) {
                tributary_curl_form_add_text(form, part.name, $0.baseAddress, $0.count, mediaType)
              }
            }
          case .file(let file):
            tributary_curl_form_add_file(
              form, part.name, file.name, file.mediaType ?? "application/octet-stream", Int64(file.size),
              CURLFileReader.read, UnsafeMutableRawPointer(mutating: addReader(of: file)))
          }
        guard isAdded else { return false }
      }
      set(tributary_curl_option_form, pointer: UnsafeRawPointer(form))
      return true
    }

    /// - Returns: the context of a function that reads the file, which lives as long as the transfer.
    private func addReader(of file: FileReference) -> UnsafeRawPointer {
      let reader = CURLFileReader(file, request.meter) { [unowned self] in failure = failure ?? .file($0) }
      sent.readers.append(reader)
      return UnsafeRawPointer(Unmanaged.passUnretained(reader).toOpaque())
    }

    private var headerLines: [String] {
      // Without its first line, libcurl would wait for permission to send a long body. A header without a value would remove
      // one (CURLOPT_HTTPHEADER(3)).
      ["Expect:"] + request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    }

    private func setConnection(_ easy: OpaquePointer) -> Bool {
      set(tributary_curl_option_error_text, pointer: UnsafeRawPointer(errorText.baseAddress))
      set(tributary_curl_option_no_signals, 1)
      set(tributary_curl_option_http_version, tributary_curl_http_1_1)
      set(tributary_curl_option_http_0_9, 0)
      // The older form of the option is for libcurl before 7.85.
      let unknown = Int32(tributary_curl_error_unknown_option)
      if set(tributary_curl_option_protocol_names, "http,https") == unknown {
        set(tributary_curl_option_protocol_bits, tributary_curl_http_and_https)
      }
      set(tributary_curl_option_path_as_is, 1)
      set(tributary_curl_option_no_proxy_heads, 1)
      // libcurl before 7.87 has no such option, and waits for the resolver when a transfer is cancelled.
      set(tributary_curl_option_quick_exit, 1)
      // NB: libcurl sends a request again if a connection that was used before breaks before the answer, and version 7.88 takes
      // what a server has sent beside a reply for the reply to the next request.
      // A file is sent once, too.
      // The address of a connection that is there already was not looked at.
      if !request.readsOnly || request.upload != nil || request.isElsewhere {
        set(tributary_curl_option_fresh_connection, 1)
        set(tributary_curl_option_forbid_reuse, 1)
        guard setSockets(easy) else { return false }
      }
      // An empty name overrides the variables http_proxy, HTTPS_PROXY and ALL_PROXY. libcurl knows no ports in no_proxy.
      if Proxy.isExempt(request) { set(tributary_curl_option_proxy, "") }
      // NB: the header of the request says that no coding is wanted; what is coded all the same is decoded, as it arrives, so that the
      // bounds are those of decoded bytes. Not a file: libcurl does not tell one that ends early from a whole one.
      if request.download == nil { set(tributary_curl_option_codings, "") }
      if let file = request.certificatesFile {
        set(tributary_curl_option_certificates_folder, pointer: nil)
        return !file.contains("\0") && set(tributary_curl_option_certificates_file, file) == 0
      }
      return true
    }

    private func setReceivers(_ easy: OpaquePointer) {
      // Unretained, because the thread keeps the transfer while it runs.
      let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
      set(tributary_curl_option_head_context, pointer: context)
      set(tributary_curl_option_body_context, pointer: context)
      set(tributary_curl_option_head_receiver) { bytes, size, count, context in
        CURLTransfer.of(context).receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
      }
      set(tributary_curl_option_body_receiver) { bytes, size, count, context in
        CURLTransfer.of(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
      }
      setObserver(context)
    }

    /// Makes libcurl report all bytes that arrive, also those that it drops, such as the extensions of chunks.
    private func setObserver(_ context: UnsafeRawPointer) {
      set(tributary_curl_option_observer_context, pointer: context)
      tributary_curl_set_observer(easy, Int32(tributary_curl_option_observer)) { _, kind, _, count, context in
        let isReceived = [tributary_curl_kind_head, tributary_curl_kind_body].contains(Int(kind))
        if isReceived { CURLTransfer.of(context).receive(count: count, kind: Int(kind)) }
        return 0
      }
      set(tributary_curl_option_observes, 1)
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> CURLTransfer {
      Unmanaged<CURLTransfer>.fromOpaque(context!).takeUnretainedValue()
    }

    // MARK: What arrives

    /// - Returns: how many bytes were accepted. Fewer than there are end the transfer.
    private func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
      do {
        try head.receive(line)
      } catch {
        failure = error == .tooLarge ? .tooLarge : .malformed
        return -1
      }
      guard head.isComplete else { return line.count }
      request.meter?.touch()
      if let download = request.download, (200..<300).contains(head.status) {
        return begin(download) ? line.count : -1
      }
      switch receiver {
      case .whole where head.contentLength ?? 0 > request.maximumBody:
        failure = .tooLarge
        return -1
      case .whole: break
      case .parts(let receive):
        // What follows the head are trailers.
        guard !hasHead else { break }
        hasHead = true
        isPaused = !receive(.head(reply(body: [])))
      }
      return line.count
    }

    /// Begins the file that the body is written to. What follows the head are trailers.
    private func begin(_ download: TransferDownload) -> Bool {
      guard written == nil else { return true }
      guard head.contentLength ?? 0 <= download.limit else {
        failure = .tooLarge
        return false
      }
      do throws(FileError) { written = (try download.folder.begin(), 0) } catch {
        failure = .file(error.description)
        return false
      }
      request.meter?.beginReceiving(head.contentLength)
      return true
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to file: UnfinishedFile) -> Int {
      written?.size += bytes.count
      guard written?.size ?? 0 <= request.download?.limit ?? 0 else {
        failure = .tooLarge
        return -1
      }
      do throws(FileError) { try file.write(bytes) } catch {
        failure = .file(error.description)
        return -1
      }
      request.meter?.add(bytes.count)
      return bytes.count
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
      if let file = written?.file { return write(bytes, to: file) }
      if case .parts(let receive) = receiver {
        // NB: libcurl pauses the transfer, and comes with the same bytes when it goes on.
        guard !isPaused else { return tributary_curl_pause }
        isPaused = !receive(.body(Array(bytes)))
        return bytes.count
      }
      guard bytes.count <= request.maximumBody - body.count else {
        failure = .tooLarge
        return -1
      }
      body.append(contentsOf: bytes)
      return bytes.count
    }

    /// Goes on with a transfer that is paused.
    func resume() {
      guard isPaused, let easy else { return }
      isPaused = false
      tributary_curl_easy_pause(easy, Int32(tributary_curl_pause_nothing))
    }

    /// The longest reply as it is sent: a body in chunks of one byte is six times as long.
    private var maximumReceivedSize: Int {
      if case .parts = receiver { return .max }
      if written != nil { return .max }
      return 8 * request.maximumBody + ReplyHead.maximumSize
    }

    private func receive(count: Int, kind: Int) {
      received.size += count
      if kind == tributary_curl_kind_body, written != nil, let length = head.contentLength {
        received.bodySize += count
        // A server that sends more than it says means another file, or another length.
        if received.bodySize > length { failure = failure ?? .malformed }
      }
      if received.size > maximumReceivedSize { failure = failure ?? .tooLarge }
    }

    // MARK: The end

    /// The outcome of a transfer that has ended with libcurl's result, while it is still part of the thread's.
    func outcome(_ result: Int32) -> Result<TransferReply, TransferFailure> {
      if let failure { return .failure(failure) }
      if let reply = lateReply(result) { return .success(reply) }
      if result != 0 { return .failure(failure(of: result)) }
      // NB: libcurl reports success for a head that did not end.
      guard head.isComplete else { return .failure(.connectionLost) }
      request.meter?.finish()
      return .success(reply(body: body, file: written?.file))
    }

    private func reply(body: [UInt8], file: UnfinishedFile? = nil) -> TransferReply {
      TransferReply(
        status: head.status, headers: head.headers, body: body, file: file, isDecoded: request.download == nil,
        proxy: Proxy.name(for: request))
    }

    /// The reply that libcurl has not read, because it could not send the rest of the request.
    private func lateReply(_ result: Int32) -> TransferReply? {
      guard [tributary_curl_error_not_sent, tributary_curl_error_not_received].contains(Int(result)) else { return nil }
      var reply = TransferReply(late: leftover, maximumBody: request.maximumBody)
      reply?.proxy = Proxy.name(for: request)
      return reply
    }

    private func failure(of result: Int32) -> TransferFailure {
      if let refusal = proxyRefusal { return refusal }
      return switch Int(result) {
      case tributary_curl_error_unknown_host: .unknownHost
      case tributary_curl_error_unknown_proxy: Proxy.name(for: request).map { .unreachableProxy($0) } ?? .cannotConnect
      case tributary_curl_error_not_connected: connectionFailure
      case tributary_curl_error_timeout: .timeout
      case tributary_curl_error_bad_url: .invalidRequest
      case tributary_curl_error_weird_reply, tributary_curl_error_bad_encoding: .malformed
      // The URL's protocol is HTTP, so the reply's is not.
      case tributary_curl_error_unsupported_protocol: .malformed
      // The library's own bounds of a head.
      case tributary_curl_error_too_large, tributary_curl_error_no_memory: .tooLarge
      case tributary_curl_error_no_reply, tributary_curl_error_not_sent,
        tributary_curl_error_partial_body:
        .connectionLost
      case tributary_curl_error_not_received: isBadlyEncoded ? .malformed : .connectionLost
      default:
        TLSFault.errors.contains(Int(result)) ? .noSecureConnection(fault(of: result)) : .other(Int(result))
      }
    }

    /// The refusal of a proxy to connect to the host; `nil` if there is none.
    private var proxyRefusal: TransferFailure? {
      let status = number(tributary_curl_information_connect_status)
      guard status >= 300, let proxy = Proxy.name(for: request) else { return nil }
      return .refusedByProxy(proxy, status: status)
    }

    /// The cause of an error of TLS; `nil` if it is not known.
    private func fault(of result: Int32) -> TLSFault? {
      TLSFault(
        result, certificate: number(tributary_curl_information_certificate),
        text: errorText.baseAddress.map { String(cString: $0) } ?? "", file: request.certificatesFile)
    }

    private var connectionFailure: TransferFailure {
      let proxy = Proxy.name(for: request)
      return switch systemError {
      case ETIMEDOUT: .timeout
      case _ where proxy != nil: proxy.map { .unreachableProxy($0) } ?? .cannotConnect
      case ECONNREFUSED, 0: .connectionRefused
      case ECONNRESET: .connectionLost
      default: .cannotConnect
      }
    }

    /// Whether the chunks of the reply are not HTTP's, for which libcurl has the number of a broken connection: no call of the
    /// system has failed then. TLS fails without one.
    private var isBadlyEncoded: Bool { systemError == 0 && request.url.hasPrefix("http:") }

    /// The number of the last call of the system that has failed.
    private var systemError: Int32 {
      Int32(truncatingIfNeeded: max(0, number(tributary_curl_information_system_error)))
    }

    /// A fact about the transfer that has ended; -1 if it is not known.
    private func number(_ information: Int) -> Int {
      easy.map { tributary_curl_number($0, Int32(information)) } ?? -1
    }

    // MARK: Calls of the library

    @discardableResult
    private func set(_ option: Int, _ value: Int) -> Int32 {
      tributary_curl_set_number(easy, Int32(option), value)
    }

    @discardableResult
    private func set(_ option: Int, _ value: String) -> Int32 {
      tributary_curl_set_text(easy, Int32(option), value)
    }

    private func set(_ option: Int, pointer: UnsafeRawPointer?) {
      tributary_curl_set_pointer(easy, Int32(option), pointer)
    }

    private func set(_ option: Int, receiver: tributary_curl_receiver) {
      tributary_curl_set_receiver(easy, Int32(option), receiver)
    }
  }
#endif
