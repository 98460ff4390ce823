"""Drives the apps by an SDK of agents, as it comes from PyPI, over the standard streams and, by those named here, over HTTP at the bridge.

usage: sdks.py SDK FOLDER STATE [--quick]

FOLDER has the programs, and STATE for each app the state of a person who has signed in. It prints a row of a table for each app: what was
listed, opened, done, refused, asked (by the host, where the SDK has a callback for that; the call says so where it has none) and undone.
With --quick, each SDK is driven in one way, over the standard streams.
"""

import asyncio
import contextlib
import importlib.metadata
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

SDK, FOLDER, STATE = sys.argv[1].partition("==")[0], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
BRIDGE = pathlib.Path(__file__).resolve().parents[3] / "Apps/Web/bridge/bridge.py"


class Person:
    """Who sits at the SDK's host, and is asked by it."""

    def __init__(self):
        # Whether the SDK has a callback for questions.
        self.can_be_asked = False
        self.asked = []
        # What the person answers next.
        self.answer = None

    def callback(self, make):
        self.can_be_asked = True
        return make

    def reply(self, params):
        """The content of a form."""
        schema = getattr(params, "requestedSchema", None) or params.requested_schema
        self.asked.append(params.message)
        assert self.answer in schema["properties"]["answer"]["enum"], schema
        return {"answer": self.answer}

    def elicit(self):
        """The callback of the package mcp, which most SDKs pass on."""

        async def elicit(context, params, *more):
            from mcp.types import ElicitResult

            return ElicitResult(action="accept", content=self.reply(params))

        return self.callback(elicit)


PERSON = Person()


def program(app):
    """The app of a stranger has a name of its own."""
    return FOLDER / f"{app}-stdio"


def options(app):
    # NB: each run finds the same state.
    state = []
    if (STATE / app).exists():
        state = ["--state", shutil.copytree(STATE / app, pathlib.Path(tempfile.mkdtemp(dir=STATE)) / app)]
    return ["--seed", "7", *map(str, state)]


def arguments(app):
    """The command of an app's server, and its arguments."""
    return str(program(app)), ["--protocol", "mcp", *options(app)]


@contextlib.contextmanager
def bridge(app):
    """The address of an app's server over HTTP, and the headers of a request."""
    command = [sys.executable, str(BRIDGE), str(program(app)), "--mcp-http", *options(app)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        process.stdout.readline()
        settings = json.loads(process.stdout.readline())
        yield settings["url"], settings["headers"]
    finally:
        process.terminate()
        process.wait()


def text(content):
    """The text of an answer, in whatever an SDK makes of it."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return content["text"] if isinstance(content.get("text"), str) else text(content["content"]) if "content" in content else json.dumps(content)
    if isinstance(content, (list, tuple)):
        return "\n".join(text(part) for part in content if part is not None)
    for name in ("text", "content"):
        if isinstance(getattr(content, name, None), (str, list)):
            return text(getattr(content, name))
    return str(content)


# Each gives the names of the tools, and a function that calls one and answers its text.


@contextlib.asynccontextmanager
async def modern_mcp(app, mode="auto"):
    """mcp 2.x, in both eras."""
    from mcp import Client, StdioServerParameters

    command, args = arguments(app)
    async with Client(StdioServerParameters(command=command, args=args), mode=mode, elicitation_callback=PERSON.elicit()) as client:
        yield {tool.name for tool in (await client.list_tools()).tools}, lambda tool, **values: client.call_tool(tool, values)


@contextlib.asynccontextmanager
async def legacy_mcp(app):
    async with modern_mcp(app, "legacy") as served:
        yield served


@contextlib.asynccontextmanager
async def modern_mcp_http(app, **more):
    from mcp import Client
    from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

    with bridge(app) as (url, headers):
        async with create_mcp_http_client(headers={**headers, **more}) as http:
            async with Client(streamable_http_client(url, http_client=http), elicitation_callback=PERSON.elicit()) as client:
                yield {tool.name for tool in (await client.list_tools()).tools}, lambda tool, **values: client.call_tool(tool, values)


@contextlib.asynccontextmanager
async def session(streams):
    import inspect

    from mcp import ClientSession

    more = {"elicitation_callback": PERSON.elicit()} if "elicitation_callback" in inspect.signature(ClientSession).parameters else {}
    async with streams as (read, write, *_), ClientSession(read, write, **more) as client:
        await client.initialize()
        # The oldest clients wait until what they hear is taken.
        hearing = asyncio.create_task(hear(client)) if hasattr(client, "incoming_messages") else None
        yield {tool.name for tool in (await client.list_tools()).tools}, lambda tool, **values: client.call_tool(tool, values)
        if hearing:
            hearing.cancel()


async def hear(client):
    async for _ in client.incoming_messages:
        pass


@contextlib.asynccontextmanager
async def mcp(app):
    from mcp import StdioServerParameters
    from mcp.client.stdio import stdio_client

    command, args = arguments(app)
    async with session(stdio_client(StdioServerParameters(command=command, args=args))) as served:
        yield served


@contextlib.asynccontextmanager
async def mcp_http(app, **more):
    from mcp.client.streamable_http import streamablehttp_client

    with bridge(app) as (url, headers):
        async with session(streamablehttp_client(url, headers={**headers, **more})) as served:
            yield served


@contextlib.asynccontextmanager
async def fastmcp_client(transport):
    from fastmcp import Client

    async def elicit(message, response_type, params, context):
        return PERSON.reply(params)

    async with Client(transport, elicitation_handler=PERSON.callback(elicit)) as client:
        tools = {tool.name for tool in await client.list_tools()}
        yield tools, lambda tool, **values: client.call_tool(tool, values, raise_on_error=False)


@contextlib.asynccontextmanager
async def fastmcp(app):
    from fastmcp.client.transports import StdioTransport

    async with fastmcp_client(StdioTransport(*arguments(app))) as served:
        yield served


@contextlib.asynccontextmanager
async def fastmcp_http(app, **more):
    from fastmcp.client.transports import StreamableHttpTransport

    with bridge(app) as (url, headers):
        async with fastmcp_client(StreamableHttpTransport(url, headers={**headers, **more})) as served:
            yield served


@contextlib.asynccontextmanager
async def pydantic_ai(app):
    from fastmcp.client.transports import StdioTransport
    from pydantic_ai.mcp import MCPToolset

    async def elicit(message, response_type, params, context):
        return PERSON.reply(params)

    async with MCPToolset(StdioTransport(*arguments(app)), elicitation_handler=PERSON.callback(elicit)) as server:
        yield {tool.name for tool in await server.list_tools()}, lambda tool, **values: server.direct_call_tool(tool, values)


@contextlib.asynccontextmanager
async def autogen_ext(app):
    from autogen_ext.tools.mcp import McpWorkbench, StdioServerParams

    command, args = arguments(app)
    async with McpWorkbench(StdioServerParams(command=command, args=args)) as bench:

        async def call(tool, **values):
            return (await bench.call_tool(tool, values)).to_text()

        yield {tool["name"] for tool in await bench.list_tools()}, call


@contextlib.asynccontextmanager
async def smolagents(app):
    from mcp import StdioServerParameters
    from smolagents import MCPClient

    command, args = arguments(app)
    with MCPClient(StdioServerParameters(command=command, args=args), structured_output=False) as found:
        tools = {tool.name: tool for tool in found}

        async def call(tool, **values):
            return tools[tool](**values)

        yield set(tools), call


@contextlib.asynccontextmanager
async def mcp_use(app):
    from mcp_use import MCPClient

    command, args = arguments(app)
    client = MCPClient.from_dict({"mcpServers": {"app": {"command": command, "args": args}}}, elicitation_callback=PERSON.elicit())
    session = await client.create_session("app")
    yield {tool.name for tool in await session.list_tools()}, lambda tool, **values: session.call_tool(tool, values)
    await client.close_all_sessions()


@contextlib.asynccontextmanager
async def google_adk(app):
    from unittest.mock import MagicMock

    from google.adk.tools.mcp_tool import McpToolset, StdioConnectionParams
    from mcp import StdioServerParameters

    command, args = arguments(app)
    server = StdioConnectionParams(server_params=StdioServerParameters(command=command, args=args), timeout=30)
    toolset = McpToolset(connection_params=server, elicitation_callback=PERSON.elicit())
    tools = {tool.name: tool for tool in await toolset.get_tools()}

    async def call(tool, **values):
        context = MagicMock()
        context.tool_confirmation = None
        return await tools[tool].run_async(args=values, tool_context=context)

    yield set(tools), call
    await toolset.close()


@contextlib.asynccontextmanager
async def openai_agents(app):
    from agents.mcp import MCPServerStdio

    command, args = arguments(app)
    async with MCPServerStdio(params={"command": command, "args": args}) as server:
        yield {tool.name for tool in await server.list_tools()}, lambda tool, **values: server.call_tool(tool, values)


@contextlib.asynccontextmanager
async def langchain(app):
    from langchain_mcp_adapters.callbacks import Callbacks
    from langchain_mcp_adapters.client import MultiServerMCPClient
    from langchain_mcp_adapters.tools import load_mcp_tools

    command, args = arguments(app)
    server = {"command": command, "args": args, "transport": "stdio"}
    client = MultiServerMCPClient({"app": server}, callbacks=Callbacks(on_elicitation=PERSON.elicit()))
    async with client.session("app") as session:
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}
        yield set(tools), lambda tool, **values: tools[tool].ainvoke(values)


class Run:
    """The calls in an app, and the row of the table."""

    def __init__(self, call):
        self.call_tool = call

    async def call(self, tool, **values):
        try:
            return text(await self.call_tool(tool, **values))
        except Exception as error:  # some raise what the tool says of a failure
            return str(error)

    async def leave(self, instance):
        """Leaves a form with changes: the person keeps it, and then does not. Returns whether the answers counted, or what the call says."""
        PERSON.asked.clear()
        PERSON.answer = "keep"
        kept = await self.call("close_screen", instance=instance)
        if not PERSON.can_be_asked:
            is_told = "no person can be asked" in kept and "--attach" in kept and not kept.startswith("{")
            left = await self.call("close_screen", instance=instance, discard=True)
            return "cannot; the call answers: " + kept if is_told and is_closed(instance, left) else False
        is_kept = "the person keeps it" in kept and '"instance"' in await self.call("read_screen", instance=instance)
        PERSON.answer = "discard"
        left = await self.call("close_screen", instance=instance)
        return is_kept and is_closed(instance, left) and PERSON.asked == ["Discard what was entered?"] * 2


def is_closed(instance, answer):
    with contextlib.suppress(ValueError):
        return json.loads(answer).get("closed") == [instance]
    return False


def first(state, member):
    return next(iter(json.loads(state)["state"][member]))


# The apps: the six screens ask nothing and take nothing back, and in the chat an assistant deletes nothing that could be undone.


async def tributary(run, row):
    row["opens"] = "Wand" in await run.call("open_screen", screen="product")
    row["acts"] = "The product is bought." in await run.call("product_purchase", instance="product-1")
    row["is refused"] = "The event was refused" in await run.call("product_purchase", instance="product-1")


async def expenses(run, row):
    opened = await run.call("open_screen", screen="journal")
    row["opens"] = "expenses" in opened
    entry = await run.call("open_screen", screen="entry")
    instance = json.loads(entry)["instance"]
    row["acts"] = '"note"' in await run.call("entry_noteChanged", instance=instance, text="Tea")
    row["is refused"] = "The amount is missing." in await run.call("entry_saveButtonWasTapped", instance=instance)
    row["is asked"] = await run.leave(instance)
    found = first(opened, "expenses")
    deleted = await run.call("journal_deleteButtonWasTapped", instance="journal-1", id=found["id"])
    is_gone = first(await run.call("read_screen", instance="journal-1"), "expenses")["id"] != found["id"]
    offer = json.loads(deleted)["notices"][0]
    await run.call("answer_question", question=offer["question"], answer="action")
    row["undoes"] = is_gone and first(await run.call("read_screen", instance="journal-1"), "expenses")["id"] == found["id"]


async def chat(run, row):
    opened = await run.call("open_screen", screen="rooms")
    row["opens"] = "Kitchen" in opened
    room = next(room for room in json.loads(opened)["state"]["rooms"] if "Kitchen" in json.dumps(room))
    instance = json.loads(await run.call("rooms_openButtonWasTapped", instance="rooms-1", id=room["id"]))["opened"][0]["instance"]
    row["is refused"] = "The message is empty" in await run.call("room_composer_sendButtonWasTapped", instance=instance)
    await run.call("room_composer_textChanged", instance=instance, text="On my way")
    row["acts"] = "On my way" in await run.call("room_composer_sendButtonWasTapped", instance=instance)
    meeting = json.loads(await run.call("room_composer_meetButtonWasTapped", instance=instance))["opened"][0]["instance"]
    await run.call("meeting_titleChanged", instance=meeting, text="Tea")
    row["is asked"] = await run.leave(meeting)


def version():
    """The SDK's version and, of another one than the package mcp, that which it uses."""
    names = {"langchain": "langchain-mcp-adapters", "pydantic-ai": "pydantic-ai-slim"}
    found = [f"{name} {importlib.metadata.version(name)}" for name in dict.fromkeys((names.get(SDK, SDK), "mcp"))]
    return found[0] + (f" ({found[1]})" if found[1:] else "")


def ways():
    """How the SDK is driven: the name of each way, and what connects."""
    if SDK == "mcp" and importlib.metadata.version("mcp") >= "2":
        return {"": modern_mcp, ", legacy": legacy_mcp, ", HTTP": modern_mcp_http}
    if SDK == "mcp":
        with contextlib.suppress(ImportError):
            from mcp.client.streamable_http import streamablehttp_client  # noqa: F401

            return {"": mcp, ", HTTP": mcp_http}
    if SDK == "fastmcp":
        return {"": fastmcp, ", HTTP": fastmcp_http}
    return {"": globals()[SDK.replace("-", "_")]}


def causes(error, known=()):
    """What an error says, and what those say that it stands for."""
    inner = [*getattr(error, "exceptions", []), *filter(None, [error.__cause__, error.__context__])]
    return " ".join([str(error), *(causes(one, (*known, error)) for one in inner if one not in known)])


async def is_refused(connect, **headers):
    """Whether the bridge refuses the SDK: some say by which status."""
    try:
        async with connect("tributary", **headers):
            return False
    except Exception as error:
        return any(text in causes(error) for text in ("401", "403", "Server returned an error response"))


async def play(name, connect):
    is_good = True
    for play in (tributary, expenses, chat):
        app, row = play.__name__, {}
        if not program(app).exists():
            print(f"| {name} | {app} | there is no such program |")
            continue
        try:
            async with connect(app) as (tools, call):
                row["lists"] = len(tools)
                await asyncio.wait_for(play(Run(call), row), 60)
        except BaseException as error:
            row["stops"] = f"{type(error).__name__}: {error}"[:160]
        is_good = is_good and all(value is not False and name != "stops" for name, value in row.items())
        print(f"| {name} | {app} | " + ", ".join(f"{name}: {'yes' if value is True else 'NO' if value is False else value}" for name, value in row.items()) + " |")
    return is_good


async def main():
    is_good = True
    for way, connect in list(ways().items())[: 1 if "--quick" in sys.argv else None]:
        is_good = await play(version() + way, connect) and is_good
        if way == ", HTTP":
            headers = {"a wrong token": {"Authorization": "Bearer x"}, "no token": {"Authorization": ""}, "a foreign Origin": {"Origin": "http://evil.example"}, "a foreign Host": {"Host": "evil.example"}}
            refused = {what: await is_refused(connect, **more) for what, more in headers.items()}
            is_good = is_good and all(refused.values())
            print(f"| {version()}{way} | refused | " + ", ".join(f"{what}: {'yes' if value else 'NO'}" for what, value in refused.items()) + " |")
    sys.exit(not is_good)


asyncio.run(main())
