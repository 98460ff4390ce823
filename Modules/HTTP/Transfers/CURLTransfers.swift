#if os(Linux) || os(Android)
  import CURL
  import Dispatch
  import LibC
  import Locking

  /// Transfers by libcurl, on one thread, which opens the library when the first transfer starts and ends before the process
  /// does.
  ///
  /// A transfer has a connection of its own while it runs, and a flood ends at its own bound, so a slow or hostile server
  /// delays no other transfer. libcurl keeps connections for later requests that only read. It sends such a request again
  /// if the connection turns out to be broken, so any other request gets a fresh one.
  final class CURLTransfers: Transfers {
    /// The transfers of the process, which end before it does.
    static let shared = CURLTransfers()
    /// Those with files, on a thread of their own: a slow disk delays no other request.
    static let sharedForFiles = CURLTransfers()

    private var isShared: Bool { self === Self.shared || self === Self.sharedForFiles }

    private struct State {
      var thread: pthread_t?
      /// The transfers of the running thread, to wake it.
      var multi: OpaquePointer?
      var arrivals: [CURLTransfer] = []
      var cancellations: [CURLTransfer] = []
      var resumptions: [CURLTransfer] = []
      var isStopped = false
    }

    private static let libraries = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    /// Held while the library is opened.
    private static let opening = LockedValue(())
    private static let maximumIdleConnections = 8

    private let libraries: [String]
    /// The seconds for which an idle connection may be used again, in place of libcurl's 118.
    private let maximumIdleAge: Int?
    // Unchecked because of the pointer, whose one use is the wake-up that any thread may make.
    private let state = LockedValue(unchecked: State())
    let queue = DispatchQueue(label: "tributary.http.replies", attributes: .concurrent)

    /// Transfers on a thread of their own, which ends with `stop()`.
    ///
    /// - Parameters:
    ///   - libraries: the file names of the library, of which the first that can be opened is used.
    ///   - maximumIdleAge: the seconds for which an idle connection may be used again, in place of libcurl's 118; for a test that a busy
    ///     machine may hold up for longer.
    init(libraries: [String] = CURLTransfers.libraries, maximumIdleAge: Int? = nil) {
      self.libraries = libraries
      self.maximumIdleAge = maximumIdleAge
    }

    func start(
      _ request: TransferRequest, completion: @escaping @Sendable (Result<TransferReply, TransferFailure>) -> Void
    ) -> @Sendable () -> Void {
      let transfer = CURLTransfer(request, .whole(completion))
      start(transfer)
      return { [weak self, weak transfer] in
        if let transfer { self?.cancel(transfer) }
      }
    }

    func stream(_ request: TransferRequest, receiver: @escaping TransferReceiver) -> any TransferControl {
      let transfer = CURLTransfer(request, .parts(receiver))
      start(transfer)
      return Control(transfers: self, transfer: transfer)
    }

    private struct Control: TransferControl {
      weak let transfers: CURLTransfers?
      weak let transfer: CURLTransfer?

      func resume() { if let transfer { transfers?.resume(transfer) } }
      func cancel() { if let transfer { transfers?.cancel(transfer) } }
    }

    private func start(_ transfer: CURLTransfer) {
      let refused = state.withLock { state -> [CURLTransfer] in
        guard !state.isStopped else { return [] }
        state.arrivals.append(transfer)
        if state.thread != nil {
          Self.wake(state)
        } else {
          if isShared { Self.stopsAtExit }
          state.thread = startThread()
        }
        defer { if state.thread == nil { state.arrivals = [] } }
        return state.thread == nil ? state.arrivals : []
      }
      for transfer in refused { complete(transfer, .failure(.other(Int(EAGAIN)))) }
    }

    private func cancel(_ transfer: CURLTransfer) {
      state.withLock { state in
        guard state.thread != nil else { return }
        state.cancellations.append(transfer)
        Self.wake(state)
      }
    }

    private func resume(_ transfer: CURLTransfer) {
      state.withLock { state in
        guard state.thread != nil else { return }
        state.resumptions.append(transfer)
        Self.wake(state)
      }
    }

    /// Cancels all transfers, and waits until the thread has ended. Later transfers do not start.
    func stop() {
      let thread = state.withLock { state in
        state.isStopped = true
        Self.wake(state)
        return state.thread.take()
      }
      // NB: a thread cannot wait for itself.
      if let thread, pthread_equal(thread, pthread_self()) == 0 { pthread_join(thread, nil) }
    }

    private static func wake(_ state: State) {
      if let multi = state.multi { tributary_curl_multi_wake(multi) }
    }

    // MARK: The thread

    /// - Returns: the thread; `nil` if the process must not have another.
    private func startThread() -> pthread_t? {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(self)
      let result = pthread_create(
        &thread, nil, { Unmanaged<CURLTransfers>.fromOpaque($0!).takeRetainedValue().run() }, context.toOpaque())
      if result != 0 { context.release() }
      return result == 0 ? thread : nil
    }

    private func run() -> UnsafeMutableRawPointer? {
      // NB: writing to a connection that the server has closed would end the process.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      guard openLibrary(), let multi = tributary_curl_multi_create() else {
        refuseAll()
        return nil
      }
      tributary_curl_multi_set_number(
        multi, Int32(tributary_curl_multi_option_idle_connections), Self.maximumIdleConnections)
      state.withLock { $0.multi = multi }
      serve(multi)
      return nil
    }

    private func openLibrary() -> Bool {
      let isOpen = Self.opening.withLock { _ in libraries.contains { tributary_curl_open($0) == nil } }
      if isOpen, isShared { Self.stopsBeforeLibrary }
      return isOpen
    }

    /// Ends the thread before the process does, also while it opens the library.
    private static let stopsAtExit: Void = stopAtExit()
    /// NB: registered after what the library has registered, which then runs later.
    private static let stopsBeforeLibrary: Void = stopAtExit()

    private static func stopAtExit() {
      atexit { for transfers in [CURLTransfers.shared, .sharedForFiles] { transfers.stop() } }
    }

    /// Fails all transfers, now and later.
    private func refuseAll() {
      let arrivals = state.withLock { state in
        // The next transfer tries again.
        if let thread = state.thread.take() { pthread_detach(thread) }
        defer { state.arrivals = [] }
        return state.arrivals
      }
      for transfer in arrivals { complete(transfer, .failure(.noLibrary)) }
    }

    private func serve(_ multi: OpaquePointer) {
      var running: [OpaquePointer: CURLTransfer] = [:]
      func begin(_ transfer: CURLTransfer) {
        guard let easy = transfer.prepare() else {
          return complete(transfer, .failure(transfer.failure ?? .invalidRequest))
        }
        if let maximumIdleAge {
          tributary_curl_set_number(easy, Int32(tributary_curl_option_maximum_idle_age), maximumIdleAge)
        }
        running[easy] = transfer
        tributary_curl_multi_add(multi, easy)
      }
      while true {
        let (arrivals, cancellations, resumptions, isStopped) = state.withLockUnchecked { state in
          defer {
            state.arrivals = []
            state.cancellations = []
            state.resumptions = []
            if state.isStopped { state.multi = nil }
          }
          return (state.arrivals, state.cancellations, state.resumptions, state.isStopped)
        }
        if isStopped { break }
        for transfer in arrivals { begin(transfer) }
        for transfer in cancellations {
          guard let easy = transfer.easy, running.removeValue(forKey: easy) != nil else { continue }
          tributary_curl_multi_remove(multi, easy)
          transfer.close()
        }
        for transfer in resumptions { transfer.resume() }
        tributary_curl_multi_perform(multi)
        var result: Int32 = 0
        while let easy = tributary_curl_multi_next_result(multi, &result) {
          guard let transfer = running.removeValue(forKey: easy) else { continue }
          let outcome = transfer.outcome(result)
          tributary_curl_multi_remove(multi, easy)
          transfer.close()
          complete(transfer, outcome)
        }
        for (easy, transfer) in running {
          guard let failure = transfer.failure else { continue }
          running[easy] = nil
          tributary_curl_multi_remove(multi, easy)
          transfer.close()
          complete(transfer, .failure(failure))
        }
        tributary_curl_multi_wait(multi, 60_000)
      }
      for (easy, transfer) in running {
        tributary_curl_multi_remove(multi, easy)
        transfer.close()
      }
      tributary_curl_multi_destroy(multi)
    }

    /// Calls the completion on a queue, so that the thread never waits for it. A receiver of parts is called here, after the
    /// last part.
    private func complete(_ transfer: CURLTransfer, _ result: Result<TransferReply, TransferFailure>) {
      switch transfer.receiver {
      case .whole(let completion): queue.async { completion(result) }
      case .parts(let receive):
        switch result {
        case .success: _ = receive(.end(nil))
        case .failure(let failure): _ = receive(.end(failure))
        }
      }
    }
  }
#endif
