"""Drives the apps by an SDK of agents, as it comes from PyPI, over the standard streams.

usage: sdks.py SDK FOLDER STATE

FOLDER has the programs, and STATE for each app the state of a person who has signed in. It prints a row of a table: what was listed, opened,
done, refused, asked (by the host, where the SDK can) and undone.
"""

import asyncio
import contextlib
import json
import pathlib
import sys

SDK, FOLDER, STATE = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
ASKED: list[str] = []


def program(app):
    """The app of a stranger has a name of its own."""
    return FOLDER / ("LibraryStdio" if app == "library" else f"{app}-stdio")


def answer(params):
    """The first choice of a form."""
    schema = getattr(params, "requestedSchema", None) or params.requested_schema
    return schema["properties"]["answer"]["enum"][0]


def arguments(app):
    """The command of an app's server, and its arguments."""
    # NB: each run of an SDK finds the same state.
    state = ["--state", str(STATE / app)] if (STATE / app).exists() else []
    return str(program(app)), ["--protocol", "mcp", "--seed", "7", *state]


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
async def mcp(app):
    import inspect

    import mcp
    from mcp import StdioServerParameters

    command, args = arguments(app)

    async def elicit(context, params):
        from mcp.types import ElicitResult

        ASKED.append(params.message)
        return ElicitResult(action="accept", content={"answer": answer(params)})

    parameters = StdioServerParameters(command=command, args=args)
    if hasattr(mcp, "Client"):
        async with mcp.Client(parameters, elicitation_callback=elicit) as client:
            yield {tool.name for tool in (await client.list_tools()).tools}, lambda tool, **values: client.call_tool(tool, values)
        return
    from mcp.client.stdio import stdio_client

    more = {"elicitation_callback": elicit} if "elicitation_callback" in inspect.signature(mcp.ClientSession).parameters else {}
    async with stdio_client(parameters) as (read, write), mcp.ClientSession(read, write, **more) as client:
        await client.initialize()
        yield {tool.name for tool in (await client.list_tools()).tools}, lambda tool, **values: client.call_tool(tool, values)


@contextlib.asynccontextmanager
async def fastmcp(app):
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    command, args = arguments(app)

    async def elicit(message, response_type, params, context):
        ASKED.append(message)
        return {"answer": answer(params)}

    async with Client(StdioTransport(command, args), elicitation_handler=elicit) as client:
        tools = {tool.name for tool in await client.list_tools()}
        yield tools, lambda tool, **values: client.call_tool(tool, values, raise_on_error=False)


@contextlib.asynccontextmanager
async def pydantic_ai(app):
    from fastmcp.client.transports import StdioTransport
    from pydantic_ai.mcp import MCPToolset

    command, args = arguments(app)
    async with MCPToolset(StdioTransport(command, args)) as server:
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
    from mcp.types import ElicitResult
    from mcp_use import MCPClient

    command, args = arguments(app)

    async def elicit(context, params):
        ASKED.append(params.message)
        return ElicitResult(action="accept", content={"answer": answer(params)})

    client = MCPClient.from_dict({"mcpServers": {"app": {"command": command, "args": args}}}, elicitation_callback=elicit)
    session = await client.create_session("app")
    yield {tool.name for tool in await session.list_tools()}, lambda tool, **values: session.call_tool(tool, values)
    await client.close_all_sessions()


@contextlib.asynccontextmanager
async def google_adk(app):
    from unittest.mock import MagicMock

    from google.adk.tools.mcp_tool import McpToolset, StdioConnectionParams
    from mcp import StdioServerParameters

    command, args = arguments(app)
    toolset = McpToolset(connection_params=StdioConnectionParams(server_params=StdioServerParameters(command=command, args=args), timeout=30))
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
    from langchain_mcp_adapters.client import MultiServerMCPClient
    from langchain_mcp_adapters.tools import load_mcp_tools

    command, args = arguments(app)
    client = MultiServerMCPClient({"app": {"command": command, "args": args, "transport": "stdio"}})
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


def first(state, member):
    return next(iter(json.loads(state)["state"][member]))


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
    row["is refused"] = "refused" in await run.call("entry_saveButtonWasTapped", instance=instance)
    row["closes"] = instance in await run.call("close_screen", instance=instance)
    found = first(opened, "expenses")
    deleted = await run.call("journal_deleteButtonWasTapped", instance="journal-1", id=found["id"])
    offer = json.loads(deleted)["notices"][0]
    await run.call("answer_question", question=offer["question"], answer="action")
    row["undoes"] = first(await run.call("read_screen", instance="journal-1"), "expenses")["id"] == found["id"]


async def chat(run, row):
    opened = await run.call("open_screen", screen="rooms")
    row["opens"] = "Kitchen" in opened
    room = next(room for room in json.loads(opened)["state"]["rooms"] if "Kitchen" in json.dumps(room))
    instance = json.loads(await run.call("rooms_openButtonWasTapped", instance="rooms-1", id=room["id"]))["opened"][0]["instance"]
    row["is refused"] = "The message is empty" in await run.call("room_composer_sendButtonWasTapped", instance=instance)
    await run.call("room_composer_textChanged", instance=instance, text="On my way")
    row["acts"] = "On my way" in await run.call("room_composer_sendButtonWasTapped", instance=instance)


async def library(run, row):
    instance = json.loads(await run.call("open_screen", screen="desk"))["instance"]
    row["opens"] = True
    cleared = await run.call("desk_clearButtonWasTapped", instance=instance)
    # A host that cannot ask the person is told so.
    row["is asked"] = "applied" in cleared if ASKED else "the host cannot" if "Ask the person" in cleared else False


async def main():
    is_good = True
    for play in (tributary, expenses, chat, library):
        app, row = play.__name__, {}
        if not program(app).exists():
            print(f"| {SDK} | {app} | there is no such program |")
            continue
        ASKED.clear()
        try:
            async with globals()[SDK.partition("==")[0].replace("-", "_")](app) as (tools, call):
                row["lists"] = len(tools)
                await asyncio.wait_for(play(Run(call), row), 60)
        except BaseException as error:
            row["stops"] = f"{type(error).__name__}: {error}"[:160]
        is_good = is_good and all(value is not False and name != "stops" for name, value in row.items())
        print(f"| {SDK} | {app} | " + ", ".join(f"{name}: {'yes' if value is True else 'NO' if value is False else value}" for name, value in row.items()) + " |")
    sys.exit(not is_good)


asyncio.run(main())
