"""Records a session of 200 events that follow from a seed: record.py PROGRAM FILE.

The generated client, expenses.py, is beside it. The session is recorded once; the tests and `check` replay it.
"""

import random
import sys
import time
from decimal import Decimal

from expenses import Core, EntryScreen, ExpenseScreen, Question, RefusedError

EVENTS = 200
PROGRAM, FILE = sys.argv[1:]
OPTIONS = ["--seed", "7", "--now", "2026-11-20T15:04:05Z", "--time-zone", "UTC", "--record", FILE]
chance = random.Random(7)
count = 0
# What is done about the next notice, and how many there were.
undoes = False
noticed = 0


def answer(question: Question) -> str:
    """Undoes a deletion, or puts its notice away."""
    global noticed
    noticed += 1
    return "action" if undoes else "dismissed"


def send(core, event, *values):
    """Sends an event, and waits for what comes of it."""
    global count
    if count == EVENTS:
        return
    count += 1
    try:
        event(*values)
    except RefusedError:
        pass
    core.sync()


def fill(core, form):
    send(core, form.amount_changed, Decimal(chance.randint(1, 9_999)) / 100)
    send(core, form.note_changed, chance.choice(["Tea", "Taxi", "Flowers"]))
    send(core, form.category_changed, chance.choice(["food", "transport", "other"]))
    send(core, form.tag_was_added, "shared")
    send(core, form.save_button_was_tapped)
    if form.is_open:
        form.close()


def edit(core, journal):
    if not journal.state.expenses:
        return
    send(core, journal.open_button_was_tapped, chance.choice(journal.state.expenses[:20]).id)
    expense = core.screens[-1]
    if isinstance(expense, ExpenseScreen):
        send(core, expense.edit_button_was_tapped)
        if isinstance(form := core.screens[-1], EntryScreen):
            fill(core, form)
        expense.close()


def add(core, journal):
    send(core, journal.add_button_was_tapped)
    if isinstance(form := core.screens[-1], EntryScreen):
        fill(core, form)


def search(core, journal):
    # What is found is what this session adds, so the recording stays small.
    send(core, journal.search_changed, chance.choice(["tea", "taxi", "flowers"]))


def choose(core, journal):
    send(core, journal.filter_category_changed, chance.choice(["food", "transport", "other", None]))
    send(core, journal.more_button_was_tapped)


def delete(core, journal):
    global undoes
    undoes = chance.random() < 0.5
    if not journal.state.expenses or count == EVENTS:
        return
    before, shown = noticed, len(journal.state.expenses)
    send(core, journal.delete_button_was_tapped, journal.state.expenses[0].id)
    while noticed == before or undoes and len(journal.state.expenses) < shown:
        core.request("ping")


with Core([PROGRAM] + OPTIONS, questions={"notify": answer}) as core:
    journal = core.open_journal()
    core.sync()
    sign_in = core.screens[-1]
    send(core, sign_in.name_changed, "Ada")
    send(core, sign_in.password_changed, "1234")
    send(core, sign_in.sign_in_button_was_tapped)
    send(core, journal.more_button_was_tapped)
    for action in [edit, add, delete, search]:
        action(core, journal)
    summary = core.open_summary()
    while count < EVENTS:
        action = chance.choice([edit, edit, add, search, choose, delete])
        action(core, journal)
        if chance.random() < 0.1:
            send(core, summary.previous_button_was_tapped)
            send(core, summary.next_button_was_tapped)
    # What was deleted can no longer be undone.
    time.sleep(5.5)
    core.sync()
print(count, "events")
