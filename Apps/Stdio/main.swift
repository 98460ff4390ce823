import Foundation
import Serving

exit(Program.server.run())
