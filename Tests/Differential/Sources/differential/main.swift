import Foundation

let run = Run(Options(CommandLine.arguments.dropFirst()))
CrashReporter.willReport = { run.report() }
CrashReporter.start()
run.start()
run.report()
exit(run.hasFound ? 1 : 0)
