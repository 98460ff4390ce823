"""What a user of the Python client writes, for type checkers: each name of a screen has the type that it says."""
from __future__ import annotations

import asyncio
from typing import Literal

from tributary import AsyncCore, BalanceScreen, Core, CounterState, RefusedError


def show(core: Core) -> str:
    counter = core.open_counter()
    name: Literal["counter"] = counter.screen_name
    revision: int = counter.next_button_was_tapped()
    state: CounterState = counter.state
    balance: BalanceScreen = core.open_balance()
    try:
        balance.refresh_button_was_tapped(timeout=1.5)
    except RefusedError as error:
        return error.reason
    return f"{name} {revision} {state}"


async def follow(core: AsyncCore) -> int:
    screen = await core.open_counter()
    async for state in screen.states():
        if state.number > 10:
            return await screen.next_button_was_tapped()
    return screen.rev


def main() -> None:
    with Core() as core:
        print(show(core))

    async def run() -> None:
        async with AsyncCore() as core:
            print(await follow(core))

    asyncio.run(run())


if __name__ == "__main__":
    main()
