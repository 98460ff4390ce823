// The names that the examples of TextUI use; `check` compiles them together.
import StandardIO
import Streams
import TextUI
import ViewModels

/// The type whose methods are the examples.
@MainActor final class Page {}
