import Chat
import ServerProgram

ServerProgram(
  "chat-stdio", version: "1.0", about: "Serves a chat of a team to a program over the standard streams.", app: .chat
).main()
