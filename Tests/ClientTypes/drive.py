"""Takes 10,000 frames through the Python client: for each event an update and a reply."""

import asyncio
import os
import signal
import sys

from tributary import AsyncCore, Core, CoreEndedError, CoreExit

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


async def be_left() -> None:
    """A core that is killed leaves a process which has its streams: whatever waits ends all the same."""
    pids: "asyncio.Queue[int]" = asyncio.Queue()
    command = ["sh", "-c", 'sleep 1000 & echo $! >&2; exec "$0" --latency 600000', sys.argv[1]]
    ends: list[CoreExit] = []
    core = AsyncCore(command, on_stderr=lambda line: pids.put_nowait(int(line)), on_exit=ends.append)
    await core.start()
    orphan = await pids.get()
    try:
        product = await core.open_product()

        async def follow() -> None:
            async for _ in product.states():
                pass

        waits = [core.sync(), follow(), product.wait_closed(), core.wait()]
        tasks = [asyncio.ensure_future(wait) for wait in waits]
        await asyncio.sleep(0)
        os.kill(core.pid, signal.SIGKILL)
        _, pending = await asyncio.wait(tasks, timeout=60)
        assert not pending, "nothing waits for a process that the core has left"
        errors = [task.exception() for task in tasks]
        assert all(isinstance(error, CoreEndedError) for error in errors[:3]) and errors[3] is None, errors
        assert [end.reason for end in ends] == ["signal"], "the end is reported once"
    finally:
        os.kill(orphan, signal.SIGKILL)


asyncio.run(be_left())
print("python: 10,000 frames, and 10,000 by asyncio")
