"""Writes down an expense, and prints what was spent in the month: front.py PROGRAM [OPTIONS].

The generated client is beside it: expenses-stdio --client python > expenses.py
"""

import sys
from decimal import Decimal

from expenses import Core, EntryScreen, SignInScreen, SummaryScreen

with Core(sys.argv[1:]) as core:
    journal = core.open_journal()
    core.sync()
    if isinstance(sign_in := core.screens[-1], SignInScreen):
        sign_in.name_changed("Ada")
        sign_in.password_changed("1234")
        sign_in.sign_in_button_was_tapped()
        core.sync()

    journal.add_button_was_tapped()
    form = core.screens[-1]
    assert isinstance(form, EntryScreen)
    form.amount_changed(Decimal("4.20"))
    form.note_changed("Tea")
    form.save_button_was_tapped()
    core.sync()
    newest = journal.state.expenses[0]
    assert newest.amount
    print(journal.state.count, "-", newest.note, newest.amount.amount, newest.amount.currency)

    journal.summary_button_was_tapped()
    core.sync()
    summary = core.screens[-1]
    assert isinstance(summary, SummaryScreen)
    for total in summary.state.totals:
        assert total.amount
        print(summary.state.month, total.category, total.amount.amount, total.amount.currency)
