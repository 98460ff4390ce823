import Foundation
import FrontOptions
import Serving
import TextUI
import ViewModels

var options = Options()
exit(
  Options.front.start { option, value throws(OptionError) in
    try options.read(option, value)
  } check: { session throws(OptionError) in
    try options.check(session)
  } replayed: {
    ConsoleReplay($0, print: $1)
  } run: { session in
    let host = CoreHost(Options.front, options.serving, session)
    do throws(OptionError) {
      if options.serving.isShared, options.source == nil, !CoreHost.hasOwner { try await host.serve() }
      let front = TextFront(
        ConsoleApp(core: session.app), input: options.source, isShared: options.serving.isShared,
        isPlain: options.isPlain || options.printsJSON || options.listOutput != nil)
      front.printsJSON = options.printsJSON
      front.selectedMembers = options.selectedMembers
      front.listOutput = options.listOutput
      if options.printsTimes { front.clock = { ProcessInfo.processInfo.systemUptime } }
      if options.isStrict { front.stopsAtFailure = true }
      if let recorder = session.recorder { front.record(to: recorder) }
      front.keepHistory(in: HistoryFile(program: Options.front.name))
      try host.listen()
      await front.run()
      await host.endConnections()
      front.outputProblem.map(Options.front.complain)
      return front.exitCode
    } catch {
      Options.front.complain(error)
      return 2
    }
  })
