#if os(Linux)
  import ExpectSupport
  import Foundation
  import RequestsSupport
  import Support
  import Testing

  @testable import HTTP

  /// The variables of the environment that name a proxy. Each test is a process, because they are the process's.
  @Suite(.timeLimit(.minutes(30))) struct ProxyTests {
    @Test(.exitTest) func `a request to another machine goes through the proxy`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let proxy = try RawServer { connection in
          let text = String(decoding: connection.bytes() ?? [], as: UTF8.self)
          connection.send(reply(text.hasPrefix("GET http://backend.test/a HTTP/1.1\r\n") ? "proxied" : text))
          connection.waitForEnd()
        }
        setenv("http_proxy", proxy.url, 1)
        let outcome = await send(
          TransferRequest(url: "http://backend.test/a", host: "backend.test", maximumBody: 1000))
        exit(outcome.body == "proxied" ? 7 : 8)
      }
    }

    @Test(
      .exitTest,
      arguments: [
        "[::2]", "[1::1]", "[::ff:127.0.0.1]", "[::ffff:128.0.0.1]", "126.255.255.255", "128.1", "0.0.0.1",
      ])
    func `an address that is much like this machine's is another machine's`(host: String) async {
      await #expect(processExitsWith: .exitCode(7)) { [host] in
        let proxy = try RawServer { connection in
          _ = connection.bytes()
          connection.send(reply("proxied"))
          connection.waitForEnd()
        }
        setenv("http_proxy", proxy.url, 1)
        let name = host.trimmingCharacters(in: ["[", "]"])
        let outcome = await send(TransferRequest(url: "http://\(host)/a", host: name, maximumBody: 1000))
        exit(outcome.body == "proxied" ? 7 : 8)
      }
    }

    @Test(.exitTest) func `a secure request goes through a tunnel`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let proxy = try RawServer { connection in
          let text = String(decoding: connection.bytes() ?? [], as: UTF8.self)
          guard text.hasPrefix("CONNECT backend.test:443 HTTP/1.1\r\n") else { return }
          connection.send("HTTP/1.1 200 Established\r\n\r\n")
          // The first byte of a TLS handshake.
          if connection.bytes()?.first == 22 { exit(7) }
        }
        setenv("HTTPS_PROXY", proxy.url, 1)
        _ = await send(TransferRequest(url: "https://backend.test/a", host: "backend.test", maximumBody: 1000))
        exit(8)
      }
    }

    @Test(
      .exitTest,
      arguments: [
        ("https", "407 Authenticate\r\nProxy-Authenticate: Basic", "407"), ("https", "403 Forbidden", "403"),
        ("https", "502 Bad Gateway", "502"), ("http", "407 Authenticate\r\nProxy-Authenticate: Basic", "407"),
        ("http", "403 Forbidden\r\nVia: 1.1 squid", "403"), ("http", "502 Bad\r\nProxy-Authenticate: Basic", "502"),
      ])
    func `the refusal of a proxy is the proxy's`(scheme: String, head: String, status: String) async {
      await #expect(processExitsWith: .exitCode(7)) { [scheme, head, status] in
        let proxy = try RawServer { connection in
          _ = connection.bytes()
          connection.send("HTTP/1.1 \(head)\r\nContent-Length: 0\r\n\r\n")
          connection.waitForEnd()
        }
        setenv("http_proxy", proxy.url, 1)
        setenv("https_proxy", proxy.url, 1)
        let backend = Backend.http(at: "\(scheme)://backend.test", routes: [HTTPRoute(.cities, "/cities")])
        let error = await outcome(of: backend.answer(.cities)).error
        let isProxy = error?.code == .proxyRefused && error?.number == Int(status) && error?.isDefinite == false
        exit(isProxy && error?.detail == "127.0.0.1:\(proxy.port)" ? 7 : 8)
      }
    }

    @Test(.exitTest) func `what the server itself refuses behind a proxy is the server's`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let proxy = try RawServer { connection in
          _ = connection.bytes()
          let body = #"{"detail":"Closed."}"#
          connection.send(
            "HTTP/1.1 403 No\r\nVia: 1.1 a\r\nContent-Type: application/problem+json\r\n"
              + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
          connection.waitForEnd()
        }
        setenv("http_proxy", proxy.url, 1)
        let backend = Backend.http(at: "http://backend.test", routes: [HTTPRoute(.cities, "/cities")])
        let error = await outcome(of: backend.answer(.cities)).error
        exit(error == .problem(status: 403, detail: "Closed.") ? 7 : 8)
      }
    }

    @Test(
      .exitTest,
      arguments: [
        ("backend.test:81", false), ("backend.test:80", true), (".test:80", true), ("*:80", true), ("[::2]:80", false),
        ("other.test:80,backend.test", true), ("backend.test:", false),
      ])
    func `an exception may have a port`(exceptions: String, isExempt: Bool) async {
      await #expect(processExitsWith: .exitCode(7)) { [exceptions, isExempt] in
        let proxy = try RawServer { connection in
          _ = connection.bytes()
          connection.send(reply("proxied"))
          connection.waitForEnd()
        }
        setenv("http_proxy", proxy.url, 1)
        setenv("no_proxy", exceptions, 1)
        // There is no such host.
        let outcome = await send(TransferRequest(url: "http://backend.test/", host: "backend.test", maximumBody: 1000))
        exit((outcome.body == "proxied") == !isExempt ? 7 : 8)
      }
    }

    @Test(.exitTest) func `a request to this machine does not go through the proxy`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let proxy = try RawServer { _ in exit(8) }
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
          setenv(name, proxy.url, 1)
        }
        let server = try RawServer { connection in
          while connection.request() != nil { connection.send(reply("direct")) }
        }
        for host in ["127.0.0.1", "localhost", "LOCALHOST", "127.1", "2130706433", "0x7f.1"] {
          let request = TransferRequest(url: "http://\(host):\(server.port)/", host: host, maximumBody: 1000)
          guard await send(request).body == "direct" else { exit(9) }
        }
        let mapped = "::ffff:127.0.0.1"
        let request = TransferRequest(url: "http://[\(mapped)]:\(server.port)/", host: mapped, maximumBody: 1000)
        guard await send(request).body == "direct" else { exit(11) }
        let server6 = try RawServer(isIPv6: true) { connection in
          while connection.request() != nil { connection.send(reply("direct")) }
        }
        guard await send(.to(server6)).body == "direct" else { exit(10) }
        exit(7)
      }
    }

    @Test(.exitTest, arguments: ["localhost.", "LocalHost.", "a.localhost.", "127.0.0.1."])
    func `a name of this machine may end with a dot`(host: String) async {
      await #expect(processExitsWith: .exitCode(7)) { [host] in
        let proxy = try RawServer { _ in exit(8) }
        setenv("http_proxy", proxy.url, 1)
        // Nothing listens there: the answer is not what counts.
        let outcome = await send(TransferRequest(url: "http://\(host):1/", host: host, maximumBody: 1000))
        exit(outcome.failure == .connectionRefused || outcome.failure == .unknownHost ? 7 : 9)
      }
    }

    @Test(
      .exitTest,
      arguments: [
        ("http_proxy", "http://ada:xyz%40zy@127.0.0.1:1", "127.0.0.1:1"), ("http_proxy", "127.0.0.1:1/", "127.0.0.1:1"),
        ("http_proxy", "http://ada:a@b'c@127.0.0.1:1/x", "127.0.0.1:1"), ("HTTPS_PROXY", "http://[::1]:1", "[::1]:1"),
        ("all_proxy", "socks5h://127.0.0.1:1", "127.0.0.1:1"),
        ("http_proxy", "http://proxy.invalid:3128", "proxy.invalid:3128"),
      ])
    func `a proxy that cannot be reached is named, without its password`(variable: String, url: String, name: String)
      async
    {
      await #expect(processExitsWith: .exitCode(7)) { [variable, url, name] in
        setenv(variable, url, 1)
        let scheme = variable == "HTTPS_PROXY" ? "https" : "http"
        let outcome = await send(
          TransferRequest(url: "\(scheme)://backend.test/a", host: "backend.test", maximumBody: 1000))
        exit("\(outcome)" == #"failure(HTTP.TransferFailure.unreachableProxy("\#(name)"))"# ? 7 : 8)
      }
    }
  }
#endif
