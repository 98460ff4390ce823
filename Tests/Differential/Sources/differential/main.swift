import Foundation

let run = Run(Options(CommandLine.arguments.dropFirst()))
Watch.last = { run.report() }
Watch.start()
run.start()
run.report()
exit(run.hasFound ? 1 : 0)
