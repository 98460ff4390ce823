"""Stands in for a model: it reaches a goal with nothing but what the server says of itself, and counts its calls and their bytes.

usage: model.py GOAL PROGRAM [OPTION...]

The stand-in knows the words of the goal and the values that the person has named. It compares words: it opens the screen whose
description has most of the goal's, enters each value with the tool that has its name, looks for the row that is named, and then does what
fits best. It reads a refusal as it is meant, and tries the next best. A goal has bounds: so many calls, and so many bytes of calls.
"""

import json
import re
import sys

from plain import Plain

# For each goal: its words, the values, a word of a row to find, how its end is recognized in the last answer, and the bounds.
GOALS = {
    "wand": ("buy the product", {}, None, lambda a: a["state"].get("buttonDisabledReason") == "The product is bought.", 2, 1_000),
    "expense": ("write down and save a new expense", {"amount": "4.20", "note": "Tea"}, None, lambda a: a["closed"], 5, 4_000),
    "kitchen": (
        "send a message to the room", {"text": "On my way"}, "Kitchen",
        lambda a: "On my way" in json.dumps(a["state"].get("messages")) and not a["state"].get("composer", {}).get("text"), 4, 4_000),
    "entry": ("find an expense by search", {"search": "Bakery"}, None, lambda a: a["state"].get("search") == "Bakery", 2, 4_000),
    "undo": ("delete an expense, and undo that", {}, "Dentist", lambda a: a["undone"], 3, 4_000),
    "signIn": ("sign in", {"name": "Ada"}, None, lambda a: a["person"], 2, 1_000),
}


def words(text):
    """The words of a text, in one form: "buys" is "buy", and "saveButtonWasTapped" has three that matter."""
    split = re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower()
    # These say nothing of what is meant.
    common = {
        "a", "an", "the", "and", "of", "it", "is", "was", "to", "user", "button", "tapped", "changed", "screen", "s", "by", "opens",
        "another", "changes", "nothing", "yet",
    }
    return [re.sub(r"(?<=[a-z]{2})s$", "", word) for word in re.findall(r"[a-z]+", split) if word not in common]


def fit(goal, text):
    """How well a text fits a goal: the part of its words that the goal has, and the number of them."""
    found = words(text)
    hits = len(set(found) & set(words(goal)))
    return (hits > 0 and "not" not in found, hits / max(len(set(found)), 1), hits)


def row(value, word):
    """The first row of a list in a state that has a word."""
    lists = [part for part in value.values() if isinstance(part, list)] if isinstance(value, dict) else []
    return next((row for part in lists for row in part if isinstance(row, dict) and word in json.dumps(row)), None)


def main():
    name, command = sys.argv[1], sys.argv[2:]
    goal, values, sought, is_reached, most_calls, most_bytes = GOALS[name]
    values = dict(values)
    server = Plain(command[:1] + ["--protocol", "mcp"] + command[1:])
    tools = {tool["name"]: tool for tool in server.tools()}
    seen = sum(len(json.dumps([tool["name"], tool["description"], tool["inputSchema"]])) for tool in tools.values())
    transcript, calls, largest = 0, 0, 0

    def call(tool, **arguments):
        nonlocal transcript, calls, largest
        calls += 1
        before = server.received
        answer = server.call(tool, **arguments)
        largest = max(largest, server.received - before)
        text = answer["content"][0]["text"]
        transcript += len(json.dumps(arguments)) + len(tool) + len(text)
        print(f"  {tool} {json.dumps(arguments)}{'  failed: ' + text if answer.get('isError') else ''}")
        return None if answer.get("isError") else json.loads(text)

    screens = [line.split(": ", 1) for line in tools["open_screen"]["description"].splitlines()[1:]]
    about = dict(screens)
    screen = max(screens, key=lambda line: fit(goal, " ".join(line)))[0]
    answer = call("open_screen", screen=screen)
    tried, states, cans = set(), {}, {}
    while True:
        for opened in answer.get("opened", []):
            answer, tried = opened, set()
        instance = answer["instance"]
        screen = instance.rsplit("-", 1)[0]
        # An answer to an event has what has changed.
        state = {**states.get(instance, {}), **answer.get("state", answer.get("changed", {}))}
        states[instance] = state
        # What only a person may do is in the description of the screen.
        person = not values and "For a person alone" in about.get(screen, "")
        # A notice offers to undo what was done to the row.
        offer = next((notice for notice in answer.get("notices", []) if fit(goal, notice.get("action", ""))[0]), None)
        if offer:
            state = call("answer_question", question=offer["question"], answer="action")["changed"]
        undone = offer and row(state, json.dumps(arguments["id"])) is not None
        if is_reached({"state": state, "closed": instance in answer.get("closed", []), "person": person, "undone": undone}):
            break
        # It is told again when it has changed.
        can = cans[instance] = answer.get("can", cans.get(instance, []))
        own = [tool for tool in tools if tool.startswith(screen + "_") and tool not in tried]
        entry = next(((tool, value) for value in values for tool in own if fit(value, tool)[0] and value in words(tool)), None)
        found = row(state, sought) if sought else None
        if found:
            # The tool that names a row and fits best.
            own = [tool for tool in own if "id" in tools[tool]["inputSchema"]["properties"]]
            tool, arguments, sought = max(own, key=lambda tool: fit(goal, tools[tool]["description"])), {"id": found["id"]}, None
        elif entry:
            tool, value = entry
            argument = next(name for name in tools[tool]["inputSchema"]["properties"] if name != "instance")
            arguments = {argument: values.pop(value)}
        else:
            own = [tool for tool in own if set(tools[tool]["inputSchema"]["properties"]) == {"instance"}]
            # What only leads elsewhere helps as long as there is something to enter or to find.
            is_looking = bool(values or sought)
            fitting = [
                tool for tool in own
                if tool in can and fit(goal, tools[tool]["description"])[0] and (is_looking or not tools[tool]["annotations"].get("readOnlyHint"))
            ]
            if not fitting:
                # An answer has what came of the call, so there is nothing to wait for.
                sys.exit(f"failed: nothing fits after {json.dumps(answer)}")
            tool, arguments = max(fitting, key=lambda tool: fit(goal, tools[tool]["description"])[::-1]), {}
        tried.add(tool)
        answer = call(tool, instance=instance, **arguments) or answer
        if calls > most_calls:
            sys.exit(f"failed: {calls} calls, and {most_calls} are enough")
    server.end()
    print(
        f"{name}: {calls} calls; a model sees {seen} bytes of tools and {transcript} of calls, and the largest frame has {largest}")
    if transcript > most_bytes or largest > 4_096:
        sys.exit(f"failed: {transcript} bytes of calls, and {most_bytes} are enough")


main()
