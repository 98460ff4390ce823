#!/usr/bin/env python3
"""An assistant in a host that asks the person by forms: the client of the PyPI package mcp. See ../README.md.

    assistant.py [--asks-nobody] PROGRAM NAMES     with NAMES an object of JSON: what programs call a control of this label
"""
import asyncio
import json
import os
import pathlib
import sys

from mcp import Client, StdioServerParameters
from mcp.types import ElicitResult

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Apps/Stdio/Samples"))
from level2 import serve, texts, words  # noqa: E402


class Host:
    """What the model calls, and what the person is asked meanwhile."""

    def __init__(self, client, loop, names):
        self.client, self.loop, self.names = client, loop, names
        self.instance, self.said, self.state, self.asked, self.calls = None, [], {}, [], []
        self.changed = asyncio.Event()

    async def elicit(self, _, params):
        choice = next(iter(params.requested_schema["properties"].values()))
        answer = self.loop.create_future()
        self.asked.append((params.message, choice, answer))
        self.changed.set()
        return ElicitResult(action="accept", content={"answer": await answer})

    async def call(self, tool, arguments):
        """Calls a tool, until it has answered or a person is asked."""
        self.changed.clear()
        call = asyncio.ensure_future(self.client.call_tool(tool, {name: value for name, value in arguments.items() if value is not None}))
        asked = asyncio.ensure_future(self.changed.wait())
        await asyncio.wait([call, asked], return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        self.calls.append(call)
        return await self.answered()

    async def answered(self):
        """What the calls have answered that are done."""
        for call in [call for call in self.calls if call.done()]:
            self.calls.remove(call)
            result = call.result()
            self.said = texts(result.structured_content) or [one.text for one in result.content]
            for opened in (result.structured_content or {}).get("opened", []):
                self.instance = opened["instance"]
            return result

    def do(self, tool, **arguments):
        result = asyncio.run_coroutine_threadsafe(self.call(tool, arguments), self.loop).result()
        if result and result.is_error:
            raise LookupError(result.content[0].text)
        return result and result.structured_content

    def tool(self, name):
        """The tool of an event, as `room_composer_textChanged` for `composerText`."""
        wanted = f"{self.instance.rpartition('-')[0]}{name}".lower()
        found = next((tool for tool in self.tools if words(tool).replace("_", "").replace(" ", "").lower() == wanted), None)
        if found is None:
            raise NotImplementedError(f"an assistant has no tool for {name}")
        return found

    def use(self, label, value=None):
        name = self.names.get(label) or "".join(word.title() for word in label.split())
        name, _, choice = name.partition(" ")
        tool = self.tool(name)
        members = self.tools[tool].input_schema["properties"]
        self.do(tool, instance=self.instance, **{member: value or choice for member in members if member != "instance"})

    # What it does

    def open(self, link):
        self.instance = self.do("open_screen", link=link)["instance"]

    def press(self, label, row=None):
        self.use(label)

    choose = press

    def enter(self, label, text):
        self.use(label, text)

    def focus(self, label, row=None):
        self.use(label)

    def leave(self):
        try:
            self.do("close_screen", instance=self.instance)
        except LookupError:
            """It has been told why the screen stays."""

    def answer(self, label):
        if not self.asked:
            raise LookupError("nothing is asked")
        _, choice, answer = self.asked.pop()
        self.loop.call_soon_threadsafe(answer.set_result, dict(named(choice))[label])
        asyncio.run_coroutine_threadsafe(self.finish(), self.loop).result()

    async def finish(self):
        await asyncio.wait(self.calls)
        await self.answered()

    def look(self):
        if self.instance and not self.asked:
            self.said = self.said[-40:]
            result = asyncio.run_coroutine_threadsafe(self.client.call_tool("read_screen", {"instance": self.instance}), self.loop).result()
            self.state = texts(result.structured_content) or [one.text for one in result.content]

    def reload(self):
        raise NotImplementedError("an assistant has a screen only while it is there")

    def background(self):
        """It is none that looks."""

    foreground = background

    def shown(self):
        asked = [text for message, choice, _ in self.asked for text in (message, *texts(choice))]
        return {"texts": [*self.said, *self.state, *asked], "controls": [], "focus": None}


def named(choice):
    """The labels of what can be answered, with their values."""
    for one in choice.get("oneOf", ()):
        yield one["title"], one["const"]
    yield from zip(choice.get("enumNames", ()), choice.get("enum", ()))


async def main():
    options = sys.argv[1:]
    asks = options[0] != "--asks-nobody"
    program, names = options[-2:]
    server = StdioServerParameters(command=program, args=["--attach", os.environ["TRIBUTARY_CORE"], "--protocol", "mcp"])
    host = Host(None, asyncio.get_running_loop(), json.loads(names))
    async with Client(server, elicitation_callback=host.elicit if asks else None) as host.client:
        host.tools = {tool.name: tool for tool in (await host.client.list_tools()).tools}
        await asyncio.to_thread(serve, host)


if __name__ == "__main__":
    asyncio.run(main())
