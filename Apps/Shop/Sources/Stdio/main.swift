import ClientGenerator
import Foundation
import FrontOptions
import Screens
import Serving
import Shop

exit(
  ServerProgram(
    "shop-stdio", version: "1.0", about: "Serves a shop to a program over the standard streams.", app: .shop,
    documents: [
      .init("--client", "LANGUAGE", "print a client, in one file") { (language: ClientLanguage, front) in
        language.client(
          of: front.app.screens, services: front.app.services, name: front.name, version: front.version)
      }
    ]
  )
  .run())
