"""The balance and the registration, live: python3 front.py [PROGRAM [ITS OPTIONS]]

The client beside it comes from the core: tributary-stdio --client python > tributary.py
"""

import getpass
import sys
from collections.abc import Callable

from tributary import BalanceState, Core, RefusedError, RegistrationState


def show_balance(state: BalanceState) -> None:
    print("balance:", state.value_text, state.info_text, flush=True)


def show_registration(state: RegistrationState) -> None:
    texts = [state.username_text, state.password_text, state.result_text, "[create]" if state.create_enabled else None]
    print("registration:", *filter(None, texts), flush=True)


def ask(prompt: str) -> str:
    return getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")


with Core(sys.argv[1:] or "tributary-stdio") as core:
    balance, registration = core.open_balance(), core.open_registration()
    balance.on_update(show_balance)
    registration.on_update(show_registration)
    commands: dict[str, Callable[[str], object]] = {
        "refresh": lambda _: balance.refresh_button_was_tapped(),
        "hide": lambda _: core.will_resign_active(),
        "reveal": lambda _: core.did_become_active(),
        "name": registration.username_changed,
        "password": lambda _: registration.password_changed(ask("password: ")),
        "again": lambda _: registration.password_again_changed(ask("again: ")),
        "create": lambda _: registration.create_button_was_tapped(),
    }
    while line := sys.stdin.readline():
        verb, _, text = line.strip().partition(" ")
        if verb not in commands:
            print("commands:", *commands, flush=True)
            continue
        try:
            commands[verb](text)
            core.sync()
        except RefusedError as error:
            print(error.reason, flush=True)
