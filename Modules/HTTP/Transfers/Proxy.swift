#if os(Linux) || os(Android)
  import Foundation
  import LibC

  extension TransferRequest {
    /// The port of the URL.
    fileprivate var port: Int { URL(string: url)?.port ?? (url.lowercased().hasPrefix("https:") ? 443 : 80) }
  }

  /// The proxy that the environment names for requests.
  enum Proxy {
    /// The host and the port of the proxy that libcurl uses for a request; `nil` if there is none. It is shown, so it has no
    /// password.
    static func name(for request: TransferRequest) -> String? {
      let scheme = request.url.prefix { $0 != ":" }.lowercased()
      // NB: not HTTP_PROXY, which a server sets from the header `Proxy` of a request (CURLOPT_PROXY(3)).
      let names = scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
      guard let url = value(names + ["all_proxy", "ALL_PROXY"]), !isExempt(request) else { return nil }
      // NB: not by `URL`, which refuses what libcurl takes. What is before the last "@" may be a password.
      let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
      let authority = (parts.last ?? "").split(separator: "@", omittingEmptySubsequences: false).last ?? ""
      return String(authority.prefix { $0 != "/" })
    }

    /// Whether no proxy leads to the host of a request, because it is this machine, or the environment names it, perhaps with a port.
    /// libcurl also knows ranges of addresses.
    static func isExempt(_ request: TransferRequest) -> Bool {
      let host = request.host.lowercased()
      return isLoopback(host)
        || (value(["no_proxy", "NO_PROXY"]) ?? "").lowercased().split { $0 == "," || $0 == " " }.contains { entry in
          let (name, port) = parts(of: entry)
          guard port == nil || port == request.port else { return false }
          return name == "*" || host == name || host.hasSuffix("." + name)
        }
    }

    /// The host of an entry, and its port if it has one.
    private static func parts(of entry: Substring) -> (name: Substring, port: Int?) {
      let entry = entry.hasPrefix(".") ? entry.dropFirst() : entry
      if entry.hasPrefix("["), let end = entry.firstIndex(of: "]") {
        return (entry[entry.index(after: entry.startIndex)..<end], Int(entry[end...].dropFirst(2)))
      }
      let pair = entry.split(separator: ":", omittingEmptySubsequences: false)
      // Two colons are in an IPv6 address.
      guard pair.count == 2, let port = Int(pair[1]) else { return (entry, nil) }
      return (pair[0], port)
    }

    /// The value of the first variable that is not empty.
    private static func value(_ names: [String]) -> String? {
      names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty }
    }

    /// Whether a host is this machine, to which no proxy leads.
    static func isLoopback(_ host: String) -> Bool {
      // A dot at the end makes a name absolute.
      let name = (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
      if name == "localhost" || name.hasSuffix(".localhost") { return true }
      var address6 = in6_addr()
      if inet_pton(AF_INET6, name, &address6) == 1 {
        let bytes = withUnsafeBytes(of: &address6) { Array($0) }
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? bytes[12] == 127 : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] <= 1
      }
      // It reads all notations of an IPv4 address, such as 127.1 and 0x7F000001.
      var address4 = in_addr()
      guard inet_aton(name, &address4) != 0 else { return false }
      let value = UInt32(bigEndian: address4.s_addr)
      return value >> 24 == 127 || value == 0
    }
  }
#endif
