#if os(Linux) || os(Android)
  import CURL
  import LibC

  /// An address of the internet: 4 bytes, or 16.
  struct NetworkAddress: Equatable {
    let bytes: [UInt8]

    /// The address that a host is written as, in any notation; `nil` for a name.
    init?(_ host: String) {
      let text = host.hasSuffix(".") ? String(host.dropLast()) : host
      var address6 = in6_addr()
      if inet_pton(AF_INET6, text, &address6) == 1 {
        bytes = withUnsafeBytes(of: &address6) { Array($0) }
        return
      }
      // It reads all notations of an IPv4 address, such as 127.1 and 0x7F000001.
      var address4 = in_addr()
      guard inet_aton(text, &address4) != 0 else { return nil }
      bytes = withUnsafeBytes(of: &address4) { Array($0) }
    }

    /// The address to which libcurl is about to connect; `nil` for one of another network.
    init?(_ address: UnsafePointer<tributary_curl_address>) {
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = tributary_curl_address_bytes(address, &bytes)
      guard count > 0 else { return nil }
      self.bytes = Array(bytes[..<count])
    }

    private init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

    /// Whether it is an address of the internet at large: not of this machine, of a link, of a private network, of a provider's
    /// inside, of a group or of a test (RFC 6890, RFC 4193).
    var isPublic: Bool { bytes.count == 4 ? isPublic4 : isPublic6 }

    private var isPublic4: Bool {
      switch (bytes[0], bytes[1]) {
      case (0, _), (10, _), (127, _), (224..., _), (100, 64...127), (169, 254), (172, 16...31), (192, 168),
        (198, 18...19):
        false
      case (192, 0): bytes[2] != 0 && bytes[2] != 2
      default: true
      }
    }

    private var isPublic6: Bool {
      // Addresses that hold one of 4 bytes: mapped, compatible, translated (RFC 6052), and 6to4.
      if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10...11] == [0xFF, 0xFF] || bytes[10...11] == [0, 0] {
        return NetworkAddress(bytes[12...]).isPublic4
      }
      if bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] {
        return NetworkAddress(bytes[12...]).isPublic4
      }
      if bytes[..<2] == [0x20, 0x02] { return NetworkAddress(bytes[2..<6]).isPublic4 }
      // Only 2000::/3 is given to hosts.
      return bytes[0] >> 5 == 1 && bytes[..<4] != [0x20, 0x01, 0x0D, 0xB8]
    }
  }
#endif
