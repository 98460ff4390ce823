"""Stands in for a model: it reaches a goal with nothing but what the server says of itself, and counts its calls and their bytes.

usage: model.py GOAL PROGRAM [OPTION...]

The stand-in knows the words of the goal and the values that the person has named. It compares words: it opens the screen whose
description has most of the goal's, enters each value with the tool that has its name, and then does what fits best. It reads a refusal
as it is meant, and tries the next best.
"""

import json
import re
import sys

from plain import Plain

# For each goal: its words, the values, what a person does on the screens for it, and how its end is recognized.
GOALS = {
    "wand": ("buy the product", {}, 2, lambda state: state.get("buttonDisabledReason") == "The product is bought."),
    "expense": ("write down and save a new expense", {"amount": "4.20", "note": "Tea"}, 5, None),
}


def words(text):
    """The words of a text, in one form: "buys" is "buy", and "saveButtonWasTapped" has three that matter."""
    split = re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower()
    # These say nothing of what is meant.
    common = {"a", "an", "the", "and", "of", "it", "is", "was", "to", "user", "button", "tapped", "changed", "screen", "s"}
    return [re.sub(r"(?<=[a-z]{2})s$", "", word) for word in re.findall(r"[a-z]+", split) if word not in common]


def fit(goal, text):
    """How well a text fits a goal: the part of its words that the goal has, and the number of them."""
    found = words(text)
    hits = len(set(found) & set(words(goal)))
    return (hits > 0 and "not" not in found, hits / max(len(set(found)), 1), hits)


def main():
    name, command = sys.argv[1], sys.argv[2:]
    goal, values, taps, is_reached = GOALS[name]
    server = Plain(command[:1] + ["--protocol", "mcp"] + command[1:])
    tools = {tool["name"]: tool for tool in server.tools()}
    seen = sum(len(json.dumps([tool["name"], tool["description"], tool["inputSchema"]])) for tool in tools.values())
    transcript, calls = 0, 0

    def call(tool, **arguments):
        nonlocal transcript, calls
        calls += 1
        answer = server.call(tool, **arguments)
        text = answer["content"][0]["text"]
        transcript += len(json.dumps(arguments)) + len(tool) + len(text)
        print(f"  {tool} {json.dumps(arguments)}{'  failed: ' + text if answer.get('isError') else ''}")
        return None if answer.get("isError") else json.loads(text)

    screens = [line.split(": ", 1) for line in tools["open_screen"]["description"].splitlines()[1:]]
    screen = max(screens, key=lambda line: fit(goal, " ".join(line)))[0]
    answer = call("open_screen", screen=screen)
    tried, states = set(), {}
    while True:
        for opened in answer.get("opened", []):
            answer, tried = opened, set()
        instance = answer["instance"]
        # An answer to an event has what has changed.
        state = None if instance in answer.get("closed", []) else {**states.get(instance, {}), **answer.get("state", answer.get("changed", {}))}
        states[instance] = state
        if (is_reached(state or {}) if is_reached else state is None and not values):
            break
        screen = instance.rsplit("-", 1)[0]
        own = [tool for tool in tools if tool.startswith(screen + "_") and tool not in tried]
        entry = next(((tool, value) for value in values for tool in own if fit(value, tool)[0] and value in words(tool)), None)
        if entry:
            tool, value = entry
            argument = next(name for name in tools[tool]["inputSchema"]["properties"] if name != "instance")
            arguments = {argument: values.pop(value)}
        else:
            tool = max(own, key=lambda tool: fit(goal, tools[tool]["description"]))
            arguments = {}
        tried.add(tool)
        answer = call(tool, instance=instance, **arguments) or answer
        if calls > taps + 1:
            sys.exit(f"failed: {calls} calls for what a person does with {taps}")
    server.end()
    print(f"{name}: {calls} calls where a person needs {taps}; a model sees {seen} bytes of tools and {transcript} of calls")


main()
