// The names that the examples of the modules around JSON-RPC use; `check` compiles them together.
import ClientGenerator
import Descriptions
import Foundation
import JSONRPC
import MCP
import Programs
import Recording
import ScreenServer
import ServerProgram
import StandardIO
import Transports
import ViewModels

/// The examples run on the main actor, as a screen server does.
@MainActor final class Page {}

final class Collector: Output {
  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int { bytes.count }
}

@MainActor let transport = Collector()
@MainActor let session = Session(output: transport)
@MainActor let server = ScreenServer(output: transport) { AppCore(.live(backend: .mock())) }
@MainActor let counter = (number: 1, name: "counter")
let bytes: [UInt8] = []
let app = AppDefinition.tributary

extension Screen<CounterViewModel> {
  /// A screen of a user's package.
  static var afford: Self { Screen("afford", about: "A number.") { CounterViewModel($1) } }
}
