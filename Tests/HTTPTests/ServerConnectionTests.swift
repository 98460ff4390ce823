#if os(Linux)
  import ExpectSupport
  import Foundation
  import RequestsSupport
  import Support
  import Testing

  @testable import HTTP

  /// How a backend reaches its server.
  @Suite(.timeLimit(.minutes(30))) struct ServerConnectionTests {
    private static let routes = [HTTPRoute(.cities, "/cities")]

    @Test(
      arguments: [
        ("valid.pem", "authority.pem", nil), ("valid.pem", nil, .noSecureConnection(.unknownIssuer)),
        ("other-host.pem", "authority.pem", .noSecureConnection(.otherName)),
        ("expired.pem", "authority.pem", .noSecureConnection(.expired)),
        ("not-yet-valid.pem", "not-yet-valid.pem", .noSecureConnection(.notYetValid)),
        ("valid.pem", "nowhere.pem", .noSecureConnection(.missingFile)),
        ("valid.pem", "tls_server.py", .noSecureConnection(.unreadableFile)),
      ] as [(String, String?, ServiceError?)])
    func `its certificate is one of the trusted`(certificate: String, file: String?, error: ServiceError?) async throws
    {
      let server = try TLSServer(certificate: certificate)
      defer { server.close() }
      let url = try #require(URL(string: "https://localhost:\(server.port)"))
      let backend = Backend.http(
        ServerConnection(url, timeout: .seconds(3_600), certificatesFile: file.map { TLSServer.fixtures + "/" + $0 }),
        routes: Self.routes)
      await expectEqual(outcome(of: backend.answer(.cities)), Outcome(values: error == nil ? [[]] : [], error: error))
    }

    // A process of its own, because the library is opened once.
    @Test(.exitTest) func `without the network library there is a clear error`() async throws {
      await #expect(processExitsWith: .exitCode(7)) {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        var transport = HTTPTransport()
        transport.transfers = CURLTransfers(libraries: ["libnone.so.4"])
        let call = HTTPCall(method: "GET", path: [])
        let outcome = await outcome(of: transport.reply(to: call.request(to: url, of: ServerConnection(url))))
        exit(outcome.error == .noNetworkLibrary ? 7 : 8)
      }
    }
  }
#endif
