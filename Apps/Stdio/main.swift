import ServerProgram

Program.server.main()
