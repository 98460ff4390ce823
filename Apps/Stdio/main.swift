import Foundation
import FrontOptions
import Serving
import Transports

// NB: before anything else runs, so that nothing but frames can reach the standard output.
let transport = StdioTransport(name: Options.name)
var options = Options()
exit(
  Options.front.serve { option, value throws(OptionError) in
    try options.read(option, value)
  } check: { session throws(OptionError) in
    try options.check(session)
  } print: { text in
    transport.print(text)
  } run: { session throws(OptionError) in
    try CoreHost(Options.front, options.serving, session).run(over: transport)
  })
