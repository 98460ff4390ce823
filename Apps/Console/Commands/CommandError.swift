/// Why a command did nothing, in words for the user.
///
/// It names what is known, and never repeats what was typed: that may be a secret that went astray.
struct CommandError: Error, Equatable {
  /// What to tell the user.
  let message: String

  /// An error with a message.
  init(_ message: String) {
    self.message = message
  }
}
