#if os(Linux)
  import ExpectSupport
  import Foundation
  import RequestsSupport
  import Support
  import Testing

  @testable import HTTP

  /// Downloads that a server leads to another host, such as a store of objects.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct DownloadFromElsewhereTests {
    /// What comes of a download to which the server answers with a redirection.
    ///
    /// - Parameters:
    ///   - isAllowed: whether its route says that the file may be elsewhere.
    ///   - toThisMachine: whether an address of this machine may be elsewhere, as no app has it.
    private func outcome(
      location: String, status: Int = 302, isAllowed: Bool = true, toThisMachine: Bool = true
    ) async throws -> (error: ServiceError?, file: String?) {
      let server = try RawServer { connection in
        while connection.request() != nil {
          connection.send("HTTP/1.1 \(status) Elsewhere\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
        }
      }
      defer { server.close() }
      let folder = TemporaryFolder()
      let url = try #require(URL(string: server.url))
      let credentials = ServerCredentials(for: url)
      credentials.setSession(ServerSession(account: "ada", token: BearerToken("plugh"))) { _ in }
      var place = ServerConnection(
        url, timeout: .seconds(3_600), certificatesFile: TLSServer.fixtures + "/authority.pem", credentials: credentials
      )
      place.downloads = FileFolder(folder.path)
      let route = HTTPRoute(.fetch, "/documents/{id}")
      let backend = Backend.http(
        place, routes: [isAllowed ? route.downloadingFromElsewhere() : route], scheduler: .global(), otherwise: nil,
        HTTPTransport(allowsAllAddresses: toThisMachine))
      let outcome = await RequestsSupport.outcome(of: backend.answer(.fetch, 4))
      let text = try outcome.value.map { String(decoding: try $0.readBytes(limit: 10_000), as: UTF8.self) }
      #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer plugh" })
      return (outcome.error, text)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `are had by a route that says so, with nothing of the app`(status: Int) async throws {
      let store = try TLSServer(certificate: "valid.pem")
      defer { store.close() }
      let outcome = try await outcome(location: "https://127.0.0.1:\(store.port)/echo?signature=a%2Fb", status: status)
      #expect(outcome.error == nil)
      let lines = try #require(outcome.file).split(separator: "\r\n").map(String.init)
      expectEqual(lines.first, "GET /echo?signature=a%2Fb HTTP/1.1")
      let names = Set(lines.dropFirst().map { $0.prefix { $0 != ":" }.lowercased() })
      expectEqual(names, ["host", "accept", "accept-encoding"])
    }

    @Test func `are had by no other route`() async throws {
      let store = try TLSServer(certificate: "valid.pem")
      defer { store.close() }
      let outcome = try await outcome(location: "https://127.0.0.1:\(store.port)/echo", isAllowed: false)
      expectEqual(outcome.error, .status(302))
    }

    @Test(arguments: [
      "http://127.0.0.1:PORT/echo", "https://ada:plugh@127.0.0.1:PORT/echo", "ftp://127.0.0.1:PORT/echo",
    ])
    func `are had securely, and with no password`(location: String) async throws {
      let store = try TLSServer(certificate: "valid.pem")
      defer { store.close() }
      let outcome = try await outcome(location: location.replacing("PORT", with: "\(store.port)"))
      expectEqual(outcome.error, .status(302))
    }

    @Test(arguments: ["127.0.0.1", "localhost", "[::1]", "127.1", "[::ffff:127.0.0.1]", "a.localhost", "10.0.0.1", "0"])
    func `are not had from this machine, or a private network`(host: String) async throws {
      let store = try TLSServer(certificate: "valid.pem")
      defer { store.close() }
      let outcome = try await outcome(location: "https://\(host):\(store.port)/echo", toThisMachine: false)
      expectEqual(outcome.error, .status(302))
      #expect(outcome.file == nil)
    }

    @Test func `follow no more than five redirections`() async throws {
      let store = try TLSServer(certificate: "valid.pem")
      defer { store.close() }
      try await expectEqual(outcome(location: "https://127.0.0.1:\(store.port)/again").error, .status(302))
    }

    @Test(arguments: [
      "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1",
      "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "0x7f.1", "::", "::1", "::127.0.0.1", "fe80::1",
      "fc00::1", "fd12::1", "fec0::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "2002:0a00:0001::1",
      "2001:db8::1", "4000::1",
    ])
    func `an address of a private network is not public`(address: String) {
      expectEqual(NetworkAddress(address)?.isPublic, false)
    }

    @Test(arguments: [
      "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.0.1", "100.128.0.1", "126.0.0.1", "172.15.0.1", "172.32.0.1",
      "192.167.0.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "2606:4700::1", "::ffff:1.1.1.1",
      "64:ff9b::1.1.1.1", "2002:0101:0101::1",
    ])
    func `an address of the internet is public`(address: String) {
      expectEqual(NetworkAddress(address)?.isPublic, true)
    }

    @Test func `a name is no address`() { #expect(NetworkAddress("store.example") == nil) }
  }
#endif
