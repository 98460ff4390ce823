import Chat
import ConsoleFront
import Foundation
import Screens
import TextUI

/// The screens have no views of their own: each is shown as its description says.
struct ChatFront: TextApp {
  let core: AppCore

  var greeting: String? { "A chat of a team. \"help\" lists the commands." }
}

exit(
  ConsoleProgram(
    "chat-console", version: "1.0", about: "Shows a chat of a team in lines of text.", app: .chat, opening: "rooms"
  ) { ChatFront(core: $0) }
  .run())
