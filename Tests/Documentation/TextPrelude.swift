// The names that the examples of StandardIO, Storage and TextUI use; `check` compiles them together.
import ConsoleProgram
import Descriptions
import Foundation
import Programs
import ScreenServer
import StandardIO
import Storage
import Streams
import TextUI
import Transports
import ViewModels
import Words

/// The type whose methods are the examples.
@MainActor final class Page {}

extension AppDefinition {
  /// The app of a user's package.
  static let library = AppDefinition.tributary
}

struct LibraryFront: TextApp {
  let core: AppCore
  var screens: [TextScreen] { [] }
}

let storage = Storage()
