#if os(Linux) || os(Android)
  import CURL

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  extension CURLTransfer {
    /// Makes libcurl open and close the sockets of this transfer here, for a connection that is used once.
    ///
    /// A server may answer in the middle of a request and end the connection. libcurl then fails where it sends, and has not read the
    /// answer; it is read when the socket closes. A request that a server has led elsewhere connects to public addresses alone, as the
    /// resolver has found them.
    ///
    /// - Returns: whether the host may be asked at all. Behind a proxy, only its name is known here.
    func setSockets(_ easy: OpaquePointer) -> Bool {
      if request.isElsewhere, !(NetworkAddress(request.host)?.isPublic ?? !Proxy.isLoopback(request.host)) {
        failure = .forbiddenAddress
        return false
      }
      let context = Unmanaged.passUnretained(self).toOpaque()
      tributary_curl_set_socket_opener(
        easy,
        { context, _, address in
          let transfer = CURLTransfer.of(context)
          guard let address, transfer.mayConnect(to: address) else {
            transfer.failure = .forbiddenAddress
            return -1
          }
          let socket = tributary_curl_open_socket(address)
          // NB: libcurl may close the socket later than this transfer ends.
          if socket >= 0 { _ = Unmanaged.passRetained(transfer) }
          return socket
        }, context)
      tributary_curl_set_socket_closer(
        easy,
        { context, socket in
          guard let context else { return closeSocket(socket) }
          let transfer = Unmanaged<CURLTransfer>.fromOpaque(context).takeRetainedValue()
          transfer.readLeftover(socket)
          return closeSocket(socket)
        }, context)
      return true
    }

    private func mayConnect(to address: UnsafePointer<tributary_curl_address>) -> Bool {
      guard request.isElsewhere, Proxy.name(for: request) == nil else { return true }
      return NetworkAddress(address)?.isPublic == true
    }

    /// Reads what is left of an answer, if none of it was read. What TLS has sent cannot be read here.
    private func readLeftover(_ socket: Int32) {
      guard receivedSize == 0, request.url.hasPrefix("http:") else { return }
      let limit = request.maximumBody + ReplyHead.maximumSize
      var bytes = [UInt8](repeating: 0, count: 16 << 10)
      while leftover.count < limit {
        let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return }
        leftover += bytes[..<count]
      }
    }
  }

  private func closeSocket(_ socket: Int32) -> Int32 { close(socket) }
#endif
