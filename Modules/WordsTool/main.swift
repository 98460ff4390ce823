import Foundation

var command = WordsCommand()
let code = command.run(Array(CommandLine.arguments.dropFirst()))
(code == 2 ? FileHandle.standardError : .standardOutput).write(Data(command.output.utf8))
exit(code)
