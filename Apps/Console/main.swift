import Foundation
import FrontOptions
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
    let front = TextFront(
      ConsoleApp(core: session.app), input: options.source, isPlain: options.isPlain || options.printsJSON)
    front.printsJSON = options.printsJSON
    if options.isStrict { front.stopsAtFailure = true }
    if let recorder = session.recorder { front.record(to: recorder) }
    front.keepHistory(in: HistoryFile(program: Options.front.name))
    await front.run()
    front.outputProblem.map(Options.front.complain)
    return front.exitCode
  })
