"""Two forms change one expense, and the user of the second one chooses: conflict.py PROGRAM [OPTIONS]."""

import sys

from expenses import Core, EntryScreen

with Core(sys.argv[1:]) as core:
    forms = []
    for _ in range(2):
        expense = core.open_expense(7)
        core.sync()
        expense.edit_button_was_tapped()
        form = core.screens[-1]
        assert isinstance(form, EntryScreen), form
        forms.append(form)
    for form, note in zip(forms, ["Theirs", "Mine"]):
        form.note_changed(note)
        form.save_button_was_tapped()
        core.sync()
    assert not forms[0].is_open
    assert "Theirs" in forms[1].state.conflict, forms[1].state
    forms[1].keep_mine_button_was_tapped()
    core.sync()
    assert forms[1].result.details.note == "Mine"
    print("kept mine")
