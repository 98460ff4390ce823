public import JSON

extension Session {
  /// Sends a request to the other side.
  ///
  /// ```swift
  /// let question = session.request("confirm", members: { $0.member("text", "Delete it?") }) { response in
  ///   if case .result(let result) = response, result["isConfirmed"]?.bool == true { print("Deleted.") }
  /// }
  /// ```
  ///
  /// A response with another id, and a second one, are ignored.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - subject: what is asked for, as a word for a log: nothing private.
  ///   - members: writes the members of the params.
  ///   - onResponse: receives the response once, unless the request is cancelled before. After the end of the conversation,
  ///     after ``shutDown()`` and after a failure of the output it is called at once, with ``RPCResponse/ended``.
  @discardableResult
  public func request(
    _ method: String, for subject: String? = nil, members: (inout JSONWriter) -> Void = { _ in },
    onResponse: @escaping (RPCResponse) -> Void
  ) -> SentRequest {
    guard maySendRequests else {
      onResponse(.ended)
      return SentRequest(number: 0)
    }
    let request = sentRequests.add(method, subject, onResponse)
    queue.send { $0.request(request.id, method, members) }
    return request
  }

  /// Whether a request may still be answered.
  public func awaits(_ request: SentRequest) -> Bool { sentRequests.contains(request) }

  /// Cancels a request that is not answered yet, with the notification `$/cancelRequest` as in the Language Server
  /// Protocol. Its response is ignored.
  public func cancel(_ request: SentRequest) { cancel(request, by: "$/cancelRequest", idMember: "id") }

  /// Cancels a request that is not answered yet, with a notification of another protocol. Its response is ignored.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - notification: the method of the notification.
  ///   - idMember: the member of its params that has the id.
  public func cancel(_ request: SentRequest, by notification: String, idMember: String) {
    guard sentRequests.remove(request) else { return }
    notify(notification) { $0.member(idMember, request.id) }
  }
}

extension Session {
  /// Whether what is wrong with a response is reported, by ``onResponse``.
  public var reportsResponses: Bool { onResponse != nil }

  /// Reports what is wrong with the response that is being received. The handler of the request calls it.
  ///
  /// - Parameters:
  ///   - fault: a word of the program, such as "decoding".
  ///   - pointer: the position of the fault in the result, by names of the program.
  public func report(fault: String, at pointer: JSONPointer? = nil) {
    sentRequests.fault = (fault, pointer)
  }
}
