/// What a user can ask for. Names are as the user wrote them; what they stand for depends on the screen.
enum Command: Equatable {
  case help
  case screens
  case open(screen: String, argument: String?)
  case tap(button: String)
  case type(field: String, text: String?)
  case turn(name: String, value: String)
  case background
  case foreground
  case show
  case back
  case quit
}

/// The first words of commands, in the order of the help text.
enum Verb: String, CaseIterable {
  case help, screens, open, tap, type
  case turn = "switch"
  case background, foreground, show, back, quit

  /// How to write the command.
  var usage: String {
    switch self {
    case .help, .screens, .background, .foreground, .show, .back, .quit: rawValue
    case .open: "open SCREEN"
    case .tap: "tap BUTTON"
    case .type: "type FIELD TEXT"
    case .turn: "switch NAME on|off"
    }
  }

  /// What the command does.
  var about: String {
    switch self {
    case .help: "say what can be done, also on the screen at hand"
    case .screens: "list the screens, and which are open"
    case .open: "open a screen on top of the others; \"open product ID\" opens that product"
    case .tap: "tap a button"
    case .type: "replace what a field holds; without TEXT, empty it"
    case .turn: "set a switch"
    case .background: "tell the app that it loses the user's attention"
    case .foreground: "tell the app that it has the user's attention"
    case .show: "show the whole screen"
    case .back: "close the screen and go back to the one below"
    case .quit: "end"
    }
  }
}
