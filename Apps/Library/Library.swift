import CInterface
public import CTributary
import MCP
import Programs
import ViewModels

private let front = Front("tributary", version: "0.1.0", app: .tributary)

/// `tributary_create` of `tributary.h`, for this app.
@_cdecl("tributary_create")
public func create(
  _ options: UnsafePointer<CChar>?, _ onFrame: tributary_on_frame?, _ onEnd: tributary_on_end?,
  _ context: UnsafeMutableRawPointer?
) -> tributary_core {
  CCore.create(front, protocols: ["mcp": assistant], options, onFrame, onEnd, context)
}

/// The Model Context Protocol, with the options that the program has for it.
private let assistant = HostedProtocol(options: AssistantOptions.declared) { values in
  let options = AssistantOptions(values)
  return { output, session, makeApp in
    let server = options.serve(front, session, output, makeApp)
    return HostedSession(server.session, keeping: server) { server.detach() }
  }
}
