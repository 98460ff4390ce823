#if os(Linux) || os(Android)
  import CURL
  import LibC
  import Locking

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
      let number = Self.sockets.withLock { $0.add(self) }
      socketNumber = number
      let context = UnsafeMutableRawPointer(bitPattern: number)
      tributary_curl_set_socket_opener(
        easy,
        { context, _, address in
          guard let transfer = CURLTransfer.withSockets(context) else { return -1 }
          guard let address, transfer.mayConnect(to: address) else {
            transfer.failure = .forbiddenAddress
            return -1
          }
          return tributary_curl_open_socket(address)
        }, context)
      tributary_curl_set_socket_closer(
        easy,
        { context, socket in
          CURLTransfer.withSockets(context)?.readLeftover(socket)
          return closeSocket(socket)
        }, context)
      return true
    }

    /// Forgets the transfer, of which libcurl may still close a socket.
    func forgetSockets() {
      if let number = socketNumber.take() { Self.sockets.withLock { $0.transfers[number] = nil } }
    }

    /// The transfers whose sockets are opened and closed here.
    ///
    /// NB: by a number, and no reference: libcurl closes some sockets later than their transfer ends, and one that is not yet connected
    /// without calling anybody.
    private struct Sockets {
      var last: UInt = 0
      var transfers: [UInt: CURLTransfer] = [:]

      mutating func add(_ transfer: CURLTransfer) -> UInt {
        last += 1
        transfers[last] = transfer
        return last
      }
    }

    private static let sockets = LockedValue(Sockets())

    private static func withSockets(_ context: UnsafeMutableRawPointer?) -> CURLTransfer? {
      sockets.withLock { $0.transfers[UInt(bitPattern: context)] }
    }

    private func mayConnect(to address: UnsafePointer<tributary_curl_address>) -> Bool {
      guard request.isElsewhere, Proxy.name(for: request) == nil else { return true }
      return NetworkAddress(address)?.isPublic == true
    }

    /// Reads what is left of an answer, if none of it was read. What TLS has sent cannot be read here.
    private func readLeftover(_ socket: Int32) {
      guard received.size == 0, request.url.hasPrefix("http:") else { return }
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
