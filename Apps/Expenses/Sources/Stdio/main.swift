import Expenses
import ServerProgram

ServerProgram(
  "expenses-stdio", version: "1.0", about: "Serves a journal of expenses to a program over the standard streams.",
  app: .expenses
).main()
