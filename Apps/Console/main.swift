import ConsoleFront
import Foundation

exit(Program.console.run())
