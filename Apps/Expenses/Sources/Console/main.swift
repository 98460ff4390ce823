import ConsoleProgram
import Expenses

ConsoleProgram(
  "expenses-console", version: "1.0", about: "Shows a journal of expenses in lines of text.", app: .expenses
).main()
