import Screens
import Words

extension TextFront {
  /// The texts of the front, in the language of the app.
  var words: Words { app.core.environment.words }

  /// Writes what the front shows of its own in the language of the app.
  func speak() {
    let words = words
    input.prompt?.interruptHint = words.text("\"quit\" or Control-D ends.")
    input.prompt?.cutCardText = "  " + words.text("… \"show\" prints all")
    for entry in stack.entries {
      entry.view.canvas.words = words
      // A screen below is not printed again because its language is another one.
      if usesCard, entry.title != stack.top?.title { _ = entry.view.canvas.show() }
    }
  }
}
