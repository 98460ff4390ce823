import ClientGenerator
import Expenses
import Foundation
import FrontOptions
import Screens
import Serving

exit(
  ServerProgram(
    "expenses-stdio", version: "1.0", about: "Serves a journal of expenses to a program over the standard streams.",
    app: .expenses,
    documents: [
      .init("--client", "LANGUAGE", "print a client, in one file") { (language: ClientLanguage, front) in
        language.client(
          of: front.app.screens, services: front.app.services, name: front.name, version: front.version)
      }
    ]
  )
  .run())
