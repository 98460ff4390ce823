import ConsoleProgram
import Gallery

ConsoleProgram("gallery", version: "1.0", about: "Shows what each description looks like.", app: .gallery).main()
