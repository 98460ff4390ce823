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
      .init(
        CommandOption(
          "--client", .choice("LANGUAGE", ClientLanguage.allCases.map(\.rawValue)), "print a client, in one file")
      ) { front, language in
        ClientLanguage(rawValue: language)?
          .client(of: front.app.screens, services: front.app.services, name: front.name, version: front.version)
      }
    ]
  )
  .run())
