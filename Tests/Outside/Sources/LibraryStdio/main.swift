import Library
import ServerProgram

ServerProgram("library-stdio", version: "1.0", app: .library).main()
