#if os(Linux)
  import ExpectSupport
  import Foundation
  import Support
  import Testing

  @testable import HTTP

  /// HTTPS, with certificates that were made for these tests.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct SecureTransferTests {
    private static let authority = TLSServer.fixtures + "/authority.pem"

    private func outcome(
      of certificate: String, trusting file: String?, cutAfter count: Int? = nil, host: String = "127.0.0.1"
    ) async throws -> Result<TransferReply, TransferFailure> {
      let server = try TLSServer(certificate: certificate, cutAfter: count)
      defer { server.close() }
      return await send(
        TransferRequest(
          url: "https://\(host):\(server.port)/", host: host, maximumBody: 100, certificatesFile: file))
    }

    @Test func `a server of the trusted authority is accepted`() async throws {
      try await expectEqual(outcome(of: "valid.pem", trusting: Self.authority).body, "[]")
      try await expectEqual(outcome(of: "valid.pem", trusting: Self.authority, host: "localhost").body, "[]")
    }

    @Test(
      arguments: [
        ("valid.pem", nil, .unknownIssuer), ("other-host.pem", authority, .otherName),
        ("expired.pem", authority, .expired), ("not-yet-valid.pem", authority, .unknownIssuer),
        ("not-yet-valid.pem", TLSServer.fixtures + "/not-yet-valid.pem", .notYetValid),
        ("valid.pem", "/nowhere.pem", .missingFile), ("valid.pem", "/dev/null", .unreadableFile),
        ("valid.pem", TLSServer.fixtures, .unreadableFile),
      ] as [(String, String?, TLSFault)])
    func `another certificate is refused, for its cause`(certificate: String, file: String?, cause: TLSFault)
      async throws
    {
      try await expectEqual(outcome(of: certificate, trusting: file).failure, .noSecureConnection(cause))
    }

    @Test func `a server that speaks no TLS is told apart`() async throws {
      let server = try RawServer { connection in
        _ = connection.bytes()
        connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        connection.waitForEnd()
      }
      defer { server.close() }
      let request = TransferRequest(url: "https://127.0.0.1:\(server.port)/", host: "127.0.0.1", maximumBody: 100)
      await expectEqual(send(request).failure, .noSecureConnection(.notTLS))
    }

    @Test func `a used connection is not trusted for other certificates`() async throws {
      let server = try TLSServer(certificate: "valid.pem")
      defer { server.close() }
      let transfers = CURLTransfers()
      defer { transfers.stop() }
      var request = TransferRequest(
        url: "https://127.0.0.1:\(server.port)/", host: "127.0.0.1", maximumBody: 100,
        certificatesFile: Self.authority)
      await expectEqual(send(request, on: transfers).body, "[]")
      await expectEqual(send(request, on: transfers).body, "[]")
      request.certificatesFile = nil
      await expectEqual(send(request, on: transfers).failure, .noSecureConnection(.unknownIssuer))
    }

    @Test(arguments: [0, 1, 5, 6, 90, 100, 130, 300, 600])
    func `a handshake that is cut off is no secure connection`(count: Int) async throws {
      let outcome = try await outcome(of: "valid.pem", trusting: Self.authority, cutAfter: count)
      #expect(outcome.failure == .noSecureConnection(nil) || outcome.failure == .connectionLost)
      #expect(count > 0 || outcome.failure == .noSecureConnection(nil))
    }
  }

  /// A process that serves HTTPS.
  final class TLSServer {
    /// The folder of the certificates.
    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures")
      .standardizedFileURL.path

    let port: Int
    private let process: ChildProcess
    private let input = Pipe()
    // It stays open: the program may write its line in pieces.
    private let output = Pipe()

    init(certificate: String, cutAfter count: Int? = nil) throws {
      let arguments =
        [Self.fixtures + "/tls_server.py", Self.fixtures + "/" + certificate]
        + [count].compactMap { $0.map(String.init) }
      process = try ChildProcess("python3", arguments, .pipes(input: input, output: output, errors: nil))
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      port = try #require(Int(line.filter(\.isNumber)))
    }

    /// Ends the process, which also ends with this one.
    func close() {
      try? input.fileHandleForWriting.close()
      _ = process.end()
    }
  }
#endif
