import ConsoleFront
import Expenses
import Foundation
import Screens
import TextUI

/// The screens have no views of their own: each is shown as its description says.
struct ExpensesFront: TextApp {
  let core: AppCore

  var greeting: String? {
    core.environment.words.text("A journal of expenses. \"help\" lists the commands.")
  }
}

exit(
  ConsoleProgram(
    "expenses-console", version: "1.0", about: "Shows a journal of expenses in lines of text.", app: .expenses,
    opening: "journal"
  ) { ExpensesFront(core: $0) }
  .run())
