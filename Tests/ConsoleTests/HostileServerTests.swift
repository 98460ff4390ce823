// NB: a sanitizer needs memory of its own, which would count.
#if canImport(Glibc) && !TRIBUTARY_SANITIZE_THREAD
  import Support
  import Testing
  import ExpectSupport

  /// The built program with servers that send far too much.
  @Suite(.ownThreads, .serialized, .timeLimit(.minutes(30)))
  struct HostileServerTests {
    private static let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 65_536)

    /// A gzip stream that inflates to 516 MB: each zero bit repeats the previous byte 258 times.
    private static let gzip =
      [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xEC, 0xC1, 0x81, 0, 0, 0, 0, 0x80, 0x20, 0xA5, 0xFD, 0xE9, 0x16, 0xA9,
        0x0A,
      ] + [UInt8](repeating: 0, count: 500_000)

    @Test(arguments: [
      Answer.endless(HTTPResponse(status: 200, body: zeros)),
      .endless(HTTPResponse(status: 200, headers: ["Content-Length": "10737418240"], body: zeros)),
      .response(HTTPResponse(status: 200, headers: ["Content-Encoding": "gzip"], body: gzip)),
      .endless(HTTPResponse(status: 302, headers: ["Location": "/balance"], body: zeros)),
      .endless(HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Basic"], body: zeros)),
      .endless(
        HTTPResponse(
          status: 200, headers: ["Transfer-Encoding": "chunked"],
          body: Array(String(repeating: "1\r\nx\r\n", count: 10_000).utf8))),
    ])
    func `six floods cost less than 50 MB`(flood: Answer) async throws {
      let server = try LoopbackServer { _ in flood }
      defer { server.close() }
      let console = try RunningProgram("tributary-console", ["--plain", "--backend", server.url])
      console.send("open counter\n")
      try await console.read(until: "[next]")
      let idle = try console.kilobytes("VmRSS")
      console.send("open balance\n" + String(repeating: "tap refresh\n", count: 5) + "open blog\n")
      for _ in 0..<6 { try await console.read(until: "Failed to update.") }
      try await console.read(until: "[publish]")
      #expect(try console.kilobytes("VmHWM") - idle < 50_000)
      await console.terminate()
    }

    @Test func `the network library is opened by the first request`() async throws {
      let server = try LoopbackServer { _ in .response(HTTPResponse(status: 503)) }
      defer { server.close() }
      let console = try RunningProgram("tributary-console", ["--plain", "--backend", server.url])
      console.send("open counter\n")
      try await console.read(until: "[next]")
      #expect(try !console.hasLoaded("libcurl"))
      console.send("open balance\n")
      try await console.read(until: "Failed to update.")
      #expect(try console.hasLoaded("libcurl"))
      await console.terminate()
    }
  }
#endif
