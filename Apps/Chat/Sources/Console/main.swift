import Chat
import ConsoleProgram

ConsoleProgram(
  "chat-console", version: "1.0", about: "Shows a chat of a team in lines of text.", app: .chat
).main()
