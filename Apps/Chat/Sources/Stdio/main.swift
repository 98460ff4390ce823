import Chat
import ClientGenerator
import Foundation
import FrontOptions
import Screens
import Serving
import Transports

let transport = StdioTransport(name: "chat-stdio")
let front = Front(
  transport.name, version: "1.0", about: "Serves a chat of a team to a program over the standard streams.",
  app: .chat, hasClient: true,
  own: ServingOptions.declared(.standardStreams) + [
    CommandOption(
      "--client", .choice("LANGUAGE", ClientLanguage.allCases.map(\.rawValue)), "print a client, in one file")
  ])
var serving = ServingOptions()

exit(
  front.serve { option, value throws(OptionError) in
    if try serving.read(option, value) { return nil }
    return ClientLanguage(rawValue: value)?
      .client(of: front.app.screens, services: front.app.services, name: front.name, version: front.version)
  } check: { session throws(OptionError) in
    try serving.check(session, .standardStreams)
  } print: { text in
    transport.print(text)
  } run: { session throws(OptionError) in
    try CoreHost(front, serving, session).run(over: transport)
  })
