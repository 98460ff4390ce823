import Foundation
import Services
import Support

// The contract of Modules/Services/HTTP/openapi.yaml on loopback: `swift run sample-backend [PORT]`.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count <= 1, let port = UInt16(arguments.first ?? "8080") else {
  FileHandle.standardError.write(Data("usage: sample-backend [PORT]\n".utf8))
  exit(2)
}

let endpoints = MockEndpoints(world: MockWorld())
do {
  let server = try LoopbackServer(port: port, keepsRequests: false) { request in
    let reply = endpoints.reply(
      method: request.method, path: request.pathComponents ?? [],
      idempotencyKey: request.header("Idempotency-Key"), body: Data(request.body))
    return .response(
      HTTPResponse(status: reply.status, headers: ["Content-Type": reply.contentType], body: Array(reply.body)))
  }
  FileHandle.standardOutput.write(Data("\(server.url)\n".utf8))
  for await event in server.events {
    guard case .answered(let request) = event else { continue }
    // NB: the path of a user name's check holds the name, so only the method is told.
    FileHandle.standardOutput.write(Data("answered a \(request.method)\n".utf8))
  }
} catch {
  FileHandle.standardError.write(Data("cannot listen on port \(port): \(error)\n".utf8))
  exit(1)
}
