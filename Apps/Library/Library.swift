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
  CCore.create(front, protocols: ["mcp": serveAssistant], options, onFrame, onEnd, context)
}

/// The Model Context Protocol.
@MainActor private func serveAssistant(
  _ output: any Output, _ makeApp: @escaping @MainActor () -> AppCore
) -> HostedSession {
  let server = MCPServer(output: output, name: front.name, version: front.version, makeApp)
  return HostedSession(server.session, keeping: server) { server.detach() }
}
