import Screens
import Words

extension TextFront {
  /// Keeps the history of the prompt from run to run, before ``run()``. Without a prompt (in a pipe, and with plain lines)
  /// there is no history.
  ///
  /// - Parameter file: the file; `nil` keeps nothing.
  public func keepHistory(in file: HistoryFile?) {
    if let file { input.prompt?.keepHistory(in: file) }
  }

  /// The lines that were entered for an account go with it, the one that is performed included.
  func accountDidChange() {
    if !history.account.isEmpty {
      input.prompt?.forgetHistory()
      history.forgottenCount += 1
    }
    history.account = app.core.environment.account
  }
}

extension InputLine {
  /// The text of the line.
  var text: String {
    get throws(CommandError) {
      switch self {
      case .text(let text): return text
      case .damaged(let damage): throw CommandError(LocalizedText(english: damage.message))
      }
    }
  }
}
