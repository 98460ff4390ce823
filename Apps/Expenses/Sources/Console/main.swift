import Expenses
import Foundation
import FrontOptions
import Screens
import TextUI

/// The screens have no views of their own: each is shown as its description says.
struct ExpensesFront: CoreTextApp {
  let core: AppCore

  var greeting: String? { "A journal of expenses. The password is 1234. \"help\" lists the commands." }
}

let front = Front(
  "expenses-console", version: "1.0", about: "Shows a journal of expenses in lines of text.", app: .expenses)
exit(
  front.start { session in
    let text = TextFront(ExpensesFront(core: session.app), opening: "journal")
    if let recorder = session.recorder { text.record(to: recorder) }
    await text.run()
    return text.exitCode
  })
