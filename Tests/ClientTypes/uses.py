"""What a user of the Python client writes, for type checkers: each name of a screen has the type that it says."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

from tributary import (
    AnyScreen,
    AsyncCore,
    Balance,
    BalanceScreen,
    BlogScreen,
    CannotAnswer,
    Core,
    CounterState,
    Money,
    PersonWait,
    ProductPhasePurchased,
    ProductScreen,
    Question,
    RefusedError,
    ServiceError,
    Services,
)


def show(core: Core) -> str:
    counter = core.open_counter()
    name: str = counter.screen_name
    revision: int = counter.next_button_was_tapped()
    state: CounterState = counter.state
    balance: BalanceScreen = core.open_balance()
    try:
        balance.refresh_button_was_tapped(timeout=1.5)
    except RefusedError as error:
        return error.reason
    return f"{name} {revision} {state}"


def title(screen: AnyScreen) -> str:
    """The class of a screen tells the states apart."""
    if isinstance(screen, BlogScreen):
        return screen.state.title
    if isinstance(screen, ProductScreen) and isinstance(screen.state.phase, ProductPhasePurchased):
        receipt = screen.state.phase.receipt
        return f"{receipt.price.amount + Decimal('0.5')}" if receipt else "bought"
    hidden: str = ", ".join(screen.hidden)
    return hidden or ("left" if screen.leave() else "asked")


def follow_app(core: Core) -> None:
    def changed(method: str, params: Mapping[str, Any]) -> None:
        first: PersonWait | None = next(iter(core.waits_for), None)
        print(method, first.since.year if first else core.language, len(params))

    core.on_app(changed)
    core.on_opened(lambda screen: print(title(screen)))
    core.localize("de", "de_AT")


async def follow(core: AsyncCore) -> int:
    screen = await core.open_counter()
    async for state in screen.states():
        if state.number > 10:
            return await screen.next_button_was_tapped()
    return screen.rev


def bank() -> Balance:
    raise ServiceError.problem(503, "The bank is closed.")


async def changes() -> AsyncIterator[Balance]:
    for amount in range(3):
        await asyncio.sleep(1)
        yield Balance(date=datetime.now(timezone.utc), value=Money(Decimal(amount), "USD"))


def confirm(question: Question) -> str:
    if question.event is None:
        raise CannotAnswer("Nothing waits.")
    return "yes"


def main() -> None:
    services = Services(balance=bank, balance_changes=changes)
    with Core(["tributary-stdio", "--backend", "client"], services=services, questions={"confirm": confirm}) as core:
        follow_app(core)
        print(show(core))

    async def run() -> None:
        async with AsyncCore(services=services) as core:
            tasks = [asyncio.create_task(follow(core)), asyncio.create_task(core.close())]
            print(await asyncio.gather(*tasks))

    asyncio.run(run())


if __name__ == "__main__":
    main()
