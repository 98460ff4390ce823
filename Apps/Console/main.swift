import ConsoleProgram

Program.console.main()
