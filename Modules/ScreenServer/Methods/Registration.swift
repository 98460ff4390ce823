public import JSONRPC
public import Screens

extension ScreenServer {
  /// A server for an app, which is made when the first message needs it.
  ///
  /// - Parameters:
  ///   - output: where the frames go.
  ///   - kind: what kind of front the client is, unless it says so.
  ///   - framing: how messages are delimited.
  ///   - limits: the limits of the conversation.
  ///   - name: the server's name, for `initialize` and the OpenRPC document.
  ///   - version: the server's version, for the same.
  ///   - services: the services that the client answers. They belong to this server alone.
  ///   - mayLocalize: whether the client may set the language and the locale of the app; one that joins an app of others may not.
  ///   - openFile: opens a file that the client names by its path, in answer to a question; `nil` for a client that does not own the
  ///     process, which sends bytes.
  ///   - makeApp: makes the app, with a backend that asks the services of the client if there are any; or returns one that others
  ///     have, too.
  public convenience init(
    output: any Output, kind: FrontKind = .client, framing: Framing = .lines, limits: Limits = Limits(),
    name: String = "tributary", version: String = "0.1.0", services: ClientServices? = nil,
    mayLocalize: Bool = true, openFile: FileOpener? = nil, _ makeApp: @escaping @MainActor () -> AppCore
  ) {
    self.init(
      Session(output: output, framing: framing, limits: limits), kind: kind, limits: limits, name: name,
      version: version, services: services, mayLocalize: mayLocalize, openFile: openFile, makeApp)
    for method in Method.all {
      session.register(method.name, method.kind) { [unowned self] params, call in
        try handle { () throws(RPCError) in
          try method.run(self, Arguments(params, of: method) { app.definition }, call)
        }
      }
    }
  }
}
