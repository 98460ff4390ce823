import ClientGenerator
import Foundation
import FrontOptions
import Library
import Screens
import Serving
import Transports

let transport = StdioTransport(name: "library-stdio")
let front = Front(
  "library-stdio", version: "1.0", app: .library, hasClient: true,
  own: ServingOptions.declared(.standardStreams) + [
    CommandOption(
      "--client", .choice("LANGUAGE", ClientLanguage.allCases.map(\.rawValue)), "print a client, in one file")
  ])
var serving = ServingOptions()

exit(
  front.serve { option, value throws(OptionError) in
    if try serving.read(option, value) { return nil }
    guard option == "--client", let language = ClientLanguage(rawValue: value) else { return nil }
    return language.client(
      of: front.app, services: front.app.services, name: front.name, version: front.version)
  } check: { session throws(OptionError) in
    try serving.check(session, .standardStreams)
  } print: { text in
    transport.print(text)
  } run: { session throws(OptionError) in
    try CoreHost(front, serving, session).run(over: transport)
  })
