import Chat
import ClientGenerator
import Foundation
import FrontOptions
import Screens
import Serving

exit(
  ServerProgram(
    "chat-stdio", version: "1.0", about: "Serves a chat of a team to a program over the standard streams.", app: .chat,
    documents: [
      .init("--client", "LANGUAGE", "print a client, in one file") { (language: ClientLanguage, front) in
        language.client(
          of: front.app.screens, services: front.app.services, name: front.name, version: front.version)
      }
    ]
  )
  .run())
