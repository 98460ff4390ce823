"""Drives `tributary-stdio --protocol mcp` by the client of the PyPI package mcp, as it comes: over the standard streams and, by a client that
can, over HTTP at the bridge.

usage: session.py PROGRAM VERSION

Works with mcp from 1.2 on, of which each age asks for another revision of the protocol, and with mcp 2.x, in both eras. It lists the
tools, buys the wand, reads and watches a screen, and sees to it that each mistake is a tool error that says what to do.
"""

import asyncio
import contextlib
import json
import pathlib
import subprocess
import sys

PROGRAM = sys.argv[1]
BRIDGE = pathlib.Path(__file__).resolve().parents[3] / "Apps/Web/bridge/bridge.py"
SECRET = "correct horse battery staple"
try:
    from mcp import Client

    PLAIN_ADDRESSES = True
except ImportError:
    from pydantic import AnyUrl

    PLAIN_ADDRESSES = False
# All that the server has answered, in which no secret may be.
SEEN: list[str] = []


def check(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"failed: {what}\n" + "\n".join(SEEN[-3:]))


def structured(result) -> dict:
    SEEN.append(repr(result))
    content = getattr(result, "structured_content", None) or getattr(result, "structuredContent", None)
    check(not failed(result), "the call succeeds")
    text = json.loads(result.content[0].text)
    # The older revisions have the text alone.
    check(content is None or text == content, "the text says the same as the structured content")
    return text


def failed(result) -> bool:
    SEEN.append(repr(result))
    return bool(getattr(result, "is_error", None) or getattr(result, "isError", None))


async def play(client, watch) -> None:
    """`client` has the methods that both generations share; `watch(uri, action)` waits for an update that `action` causes."""
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    check({"open_screen", "read_screen", "close_screen", "product_purchase"} <= set(tools), "the tools are listed")
    check("registration_passwordChanged" not in tools, "an event with a secret is no tool")
    check(all(len(name) <= 64 for name in tools), "the names of tools are short")

    product = structured(await client.call_tool("open_screen", {"screen": "product"}))
    check(product["state"]["title"] is not None, "a call answers when the product is loaded")
    instance = product["instance"]
    bought = structured(await client.call_tool("product_purchase", {"instance": instance}))
    check(bought["changed"]["buttonDisabledReason"] == "The product is bought.", "a call answers when the purchase is done")

    refused = await client.call_tool("product_purchase", {"instance": instance})
    check(failed(refused) and "refused" in refused.content[0].text, "a refused event is a tool error")
    unknown = await client.call_tool("product_purchase", {"instance": "product-99"})
    check(failed(unknown) and instance in unknown.content[0].text, "an unknown instance is a tool error with those that are open")
    terms = structured(await client.call_tool("open_screen", {"screen": "terms"}))["instance"]
    wrong = await client.call_tool("terms_acceptedTermsChanged", {"instance": terms, "isOn": "yes"})
    check(failed(wrong) and "isOn" in wrong.content[0].text, "a value of the wrong type is a tool error with its name")
    submit = await client.call_tool("terms_submitButtonWasTapped", {"instance": terms})
    check(failed(submit) and "The terms are not accepted." in submit.content[0].text, "the reason is in the tool error")
    for tool, arguments in [
        ("terms_acceptedTermsChanged", {"isOn": True}),
        ("terms_acceptedPrivacyChanged", {"isOn": True}),
        ("terms_nameChanged", {"text": "Ada"}),
        ("terms_submitButtonWasTapped", {}),
    ]:
        last = structured(await client.call_tool(tool, {"instance": terms, **arguments}))
    check("Ada" in last["changed"]["acceptanceText"], "the form is submitted after what the reason asked for")

    resources = {str(resource.uri) for resource in (await client.list_resources()).resources}
    uri = f"tributary://screens/{terms}"
    check(resources == {uri, f"tributary://screens/{instance}"}, "the open screens are resources")
    contents = (await client.read_resource(uri if PLAIN_ADDRESSES else AnyUrl(uri))).contents
    check(json.loads(contents[0].text)["acceptedBy"] == "Ada", "a resource is the state")
    await watch(uri, lambda: client.call_tool("terms_nameChanged", {"instance": terms, "text": "Grace"}))

    closed = structured(await client.call_tool("close_screen", {"instance": terms}))
    check(closed["closed"] == [terms], "a screen is closed")
    check(SECRET not in "\n".join(SEEN), "no secret comes out")


@contextlib.contextmanager
def bridge():
    """A bridge before the program: its address, and the headers of a request."""
    command = [sys.executable, str(BRIDGE), PROGRAM, "--mcp-http", "--seed", "1"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    settings = json.loads(process.stdout.readline())
    yield settings["url"], settings["headers"]
    process.terminate()
    check(process.wait() == 0, "the bridge ends")


@contextlib.asynccontextmanager
async def newer_transport(is_http: bool):
    from mcp import StdioServerParameters
    from mcp.client import streamable_http

    if not is_http:
        yield StdioServerParameters(command=PROGRAM, args=["--protocol", "mcp", "--seed", "1"])
        return
    with bridge() as (url, headers):
        async with streamable_http.create_mcp_http_client(headers=headers) as client:
            yield streamable_http.streamable_http_client(url, http_client=client)


async def newer(mode: str, is_http: bool) -> None:
    from mcp import Client

    updated: asyncio.Queue = asyncio.Queue()

    async def on_message(message) -> None:
        if "ResourceUpdated" in type(message).__name__:
            await updated.put(str(message.params.uri))

    async with newer_transport(is_http) as transport, Client(transport, mode=mode, message_handler=on_message) as client:

        async def watch(uri, action) -> None:
            if mode == "legacy":
                await client.subscribe_resource(uri)
                await action()
                check(await asyncio.wait_for(updated.get(), 30) == uri, "an update is reported")
                return
            async with client.listen(resource_subscriptions=[uri]) as subscription:
                await action()
                async for event in subscription:
                    check(uri in repr(event), "an update is reported")
                    break

        await play(client, watch)


@contextlib.asynccontextmanager
async def older_transport(is_http: bool):
    from mcp import StdioServerParameters
    from mcp.client.stdio import stdio_client

    if not is_http:
        async with stdio_client(StdioServerParameters(command=PROGRAM, args=["--protocol", "mcp", "--seed", "1"])) as streams:
            yield streams
        return
    from mcp.client.streamable_http import streamablehttp_client

    with bridge() as (url, headers):
        async with streamablehttp_client(url, headers=headers) as (read, write, _):
            yield read, write


async def older(is_http: bool) -> str:
    import inspect

    from mcp import ClientSession
    from pydantic import AnyUrl

    updated: asyncio.Queue = asyncio.Queue()

    async def on_message(message) -> None:
        root = getattr(message, "root", None)
        if "ResourceUpdated" in type(root).__name__:
            await updated.put(str(root.params.uri))

    async with older_transport(is_http) as (read, write):
        # The oldest clients have no function for notifications.
        hears = "message_handler" in inspect.signature(ClientSession).parameters
        async with ClientSession(read, write, **({"message_handler": on_message} if hears else {})) as client:
            if not hears:
                # They wait until someone has taken what they hear.
                async def hear() -> None:
                    async for message in client.incoming_messages:
                        await on_message(message)

                listening = asyncio.create_task(hear())
            revision = (await client.initialize()).protocolVersion

            async def watch(uri, action) -> None:
                await client.subscribe_resource(AnyUrl(uri))
                await action()
                check(await asyncio.wait_for(updated.get(), 30) == uri, "an update is reported")

            await play(client, watch)
            if not hears:
                listening.cancel()
            return str(revision)


def main() -> None:
    import mcp

    try:
        import mcp.client.streamable_http  # noqa: F401

        ways = [False, True]
    except ImportError:
        ways = [False]
    for is_http in ways:
        way = ", over HTTP" if is_http else ""
        if hasattr(mcp, "Client"):
            for mode in ["legacy", "auto", "2026-07-28"]:
                asyncio.run(newer(mode, is_http))
                print(f"{sys.argv[2]}, {mode}{way}: passed")
        else:
            print(f"{sys.argv[2]}, {asyncio.run(older(is_http))}{way}: passed")


main()
