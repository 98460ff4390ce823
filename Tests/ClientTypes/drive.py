"""Takes 10,000 frames through the Python client: for each event an update and a reply."""

import asyncio
import sys

from tributary import AsyncCore, Core

FRAMES = 10_000

with Core([sys.argv[1], "--seed", "7"]) as core:
    blog = core.open_blog()
    updates: list[str] = []
    blog.on_update(lambda state: updates.append(state.title))
    for number in range(FRAMES // 2):
        blog.title_changed(str(number))
    assert len(updates) == FRAMES // 2 + 1 and blog.rev == FRAMES // 2 + 1, "each event has its update"


async def drive() -> None:
    async with AsyncCore([sys.argv[1], "--seed", "7"]) as core:
        blog = await core.open_blog()
        for number in range(FRAMES // 2):
            await blog.title_changed(str(number))
        assert blog.rev == FRAMES // 2 + 1, "each event has its update"


asyncio.run(drive())
print("python: 10,000 frames, and 10,000 by asyncio")
