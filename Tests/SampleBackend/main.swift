import Dispatch
import Foundation
import HTTP
import HTTPSupport
import Programs
import Services
import Support

let options: SampleOptions
do {
  options = try SampleOptions(CommandLine.arguments.dropFirst())
} catch {
  FileHandle.standardError.write(Data("sample-backend: \(error.message)\n".utf8))
  exit(2)
}
guard !options.showsHelp else {
  FileHandle.standardOutput.write(Data((SampleOptions.usage + "\n").utf8))
  exit(0)
}

let backend = Backend.mock(failures: options.backend.failures ?? [], offersFeeds: true)
let endpoints = HTTPEndpoints(backend, routes: HTTPRoute.services)
let latency = options.backend.latency ?? .zero
do {
  let server = try LoopbackServer(port: options.port, keepsRequests: false) { request in
    let answer = Answer(of: endpoints, to: request)
    guard latency > .zero else { return answer }
    let gate = Gate()
    let milliseconds = Int(latency / .milliseconds(1))
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { gate.open() }
    return .held(gate, then: answer)
  }
  FileHandle.standardOutput.write(Data("\(server.url)\n".utf8))
  for await event in server.events {
    guard case .answered(let request) = event else { continue }
    // NB: a path may contain a user name, so only the method is logged.
    FileHandle.standardOutput.write(Data("answered a \(request.method)\n".utf8))
  }
} catch {
  let sentence =
    error.number == EADDRINUSE
    ? "Port \(options.port) is in use. Name another one, or 0 for any that is free."
    : "Port \(options.port) cannot be listened on: \(error.message)."
  FileHandle.standardError.write(Data("sample-backend: \(sentence)\n".utf8))
  exit(1)
}
