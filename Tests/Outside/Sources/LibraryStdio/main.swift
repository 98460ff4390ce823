import ClientGenerator
import Foundation
import FrontOptions
import Library
import Screens
import Serving

exit(
  ServerProgram(
    "library-stdio", version: "1.0", app: .library,
    documents: [
      .init("--client", "LANGUAGE", "print a client, in one file") { (language: ClientLanguage, front) in
        language.client(
          of: front.app, services: front.app.services, name: front.name, version: front.version)
      }
    ]
  )
  .run())
