// The names that the examples of StandardIO and TextUI use; `check` compiles them together.
import Foundation
import JSON
import StandardIO
import Streams
import TextUI
import ViewModels

/// The type whose methods are the examples.
@MainActor final class Page {}
