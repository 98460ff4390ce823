"""Reads the templates of an app against its description: every name that it does not have, with file and line."""
import html.parser
import json
import re

STATE = ("text", "tone", "shown", "hidden", "enabled", "reason", "value", "checked", "entered", "clear")
OF_TEMPLATE = ("busy", "name", "heading")
# As in page/templates.js.
SETTABLE = re.compile(r"(?:(?:aria|data)-[a-z-]+|title|alt|lang|dir|datetime|value|min|max|low|high|optimum)")
VALUES = ("value", "money", "picture", "chart", "progress")
VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")


class Description:
    """What an app says of its screens."""

    def __init__(self, screens, document):
        self.screens, self.document = {screen["screen"]: screen for screen in screens}, document

    def resolved(self, schema):
        """The schema that a reference names, without null."""
        schema = schema or {}
        if "$ref" in schema:
            value = self.document
            for key in schema["$ref"].lstrip("#/").split("/"):
                value = value[key.replace("~1", "/").replace("~0", "~")]
            return self.resolved({**value, **{key: member for key, member in schema.items() if key != "$ref"}})
        choices = [self.resolved(choice) for choice in schema.get("anyOf") or schema.get("oneOf") or []]
        some = [choice for choice in choices if choice.get("type") != "null"]
        return {**some[0], **schema} if len(some) == 1 and choices else schema

    def events(self, schema):
        """The events by their names, each with its values."""
        schema = self.resolved(schema)
        if variants := schema.get("oneOf") or schema.get("anyOf"):
            return {name: event for variant in variants for name, event in self.events(variant).items()}
        properties = schema.get("properties", {})
        kind = self.resolved(properties.get("type"))
        name = kind.get("const") or (kind.get("enum") or [None])[0]
        return {name: schema} if name else {}


class Scope:
    """What names are about: the state of a screen, a part of it, or the rows of a list."""

    def __init__(self, about, screen, state, events, rows=None):
        self.about, self.screen, self.state, self.events, self.rows = about, screen, state, events, rows
        self.properties = state.get("properties", {})


class Reader(html.parser.HTMLParser):
    """What is wrong with the templates of a text. `parts` are the templates of parts: their file, line and text, by name."""

    def __init__(self, description, source, parts, first=1, scope=None):
        super().__init__()
        self.description, self.source, self.parts, self.first = description, source, parts, first
        # The elements that are open, each with its scope; those of a part wait for what is in them.
        self.open, self.found, self.empty = [("", scope, {})], [], None

    def read(self, text):
        self.feed(text)
        self.close()
        self.part_is_empty()
        return self.found

    def say(self, text, line=None):
        self.found.append(f"{self.source}:{self.first - 1 + (line or self.getpos()[0])}: {text}")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_starttag(self, tag, attributes):
        self.empty = None
        attributes = {name: value or "" for name, value in attributes}
        scope = self.open[-1][1]
        if tag == "template" and "for" in attributes:
            scope = self.screen(attributes)
        elif tag == "template" and scope:
            scope = self.rows(scope)
        elif scope:  # the template of a part is read where the part is
            scope = self.element(tag, attributes, scope)
        if tag not in VOID:
            self.open.append((tag, scope, attributes))

    def handle_endtag(self, tag):
        self.part_is_empty()
        for index in range(len(self.open) - 1, 0, -1):
            if self.open[index][0] == tag:
                del self.open[index:]
                return

    def screen(self, attributes):
        name = attributes["for"]
        screen = self.description.screens.get(name)
        if not screen:
            return self.say(f'the app has no screen "{name}"')
        scope = Scope(f'the state of "{name}"', name, self.description.resolved(screen["state"]), self.description.events(screen["events"]))
        for attribute in OF_TEMPLATE:
            self.property(scope, f"data-{attribute}", attributes)
        return scope

    def rows(self, scope):
        """The scope of the template of a row, which stands in a list."""
        tag, _, attributes = self.open[-1]
        schema = self.description.resolved(scope.properties.get(attributes.get("name")))
        if tag != "tributary-list" or "x-identity" not in schema:
            return self.say("a template of rows stands in a tributary-list") if tag != "tributary-list" else None
        name = attributes["name"]
        events = {kind: event for kind, event in scope.events.items() if event.get("x-rows") == name and not event.get("x-several") and not event.get("x-choice")}
        return Scope(f'the rows of "{name}"', scope.screen, self.description.resolved(schema.get("items")), events, rows=name)

    def property(self, scope, attribute, attributes):
        """The schema of the property that an attribute names."""
        name = attributes.get(attribute)
        if not name:
            return None
        if name not in scope.properties:
            return self.say(f'{attribute}="{name}" is not in {scope.about}')
        return self.description.resolved(scope.properties[name])

    def element(self, tag, attributes, scope):
        for attribute in STATE:
            self.property(scope, f"data-{attribute}", attributes)
        for attribute, name in attributes.items():
            if not attribute.startswith("data-attribute-"):
                continue
            if SETTABLE.fullmatch(attribute[15:]):
                self.property(scope, attribute, attributes)
            else:
                self.say(f'{attribute}="{name}" is no attribute that a template sets')
        if attributes.get("data-label") not in scope.events:
            self.property(scope, "data-label", attributes)
        if "data-event" in attributes:
            self.event(attributes, scope)
        if tag.startswith("tributary-") and "screen" not in attributes and "name" in attributes:
            self.placed(tag.removeprefix("tributary-"), attributes, scope)
        return self.part(attributes, scope) if "data-part" in attributes else scope

    def event(self, attributes, scope):
        name = attributes["data-event"]
        event = scope.events.get(name)
        if event is None or event.get("x-part") or not scope.rows and event.get("x-rows"):
            place = f'the rows of "{scope.rows}"' if scope.rows else f'"{scope.screen}"'
            return self.say(f'data-event="{name}" is no event of {place}')
        values = set(event.get("properties", {})) - {"type"}
        named = {attributes["data-member"]} if "data-member" in attributes else set()
        for value in named - values:
            self.say(f'data-member="{value}" is no value of the event "{name}" of "{scope.screen}"')
        try:
            given = set(json.loads(attributes.get("data-with", "{}")))
        except ValueError:
            return self.say("data-with is no JSON")
        for value in sorted(given - values):
            self.say(f'data-with is no value of the event "{name}" of "{scope.screen}"')
        missing = set(event.get("required", [])) - {"type"} - named - given
        if missing and not scope.rows and not named - values:
            self.say(f'data-event="{name}" needs {" and ".join(sorted(missing))}: data-member, data-with, or a tributary-field')

    def placed(self, kind, attributes, scope):
        name = attributes["name"]
        schema = scope.properties.get(name)
        if kind in VALUES:
            self.property(scope, "name", attributes)
        elif kind == "list":
            if schema is None or "x-identity" not in self.description.resolved(schema):
                self.say(f'name="{name}" is no list of {scope.about}')
        elif kind != "field":
            self.say(f'name="{name}" goes with no tributary-{kind}')
        elif name not in scope.events and not any(event.get("x-field", re.sub(r"(Was)?Changed$", "", kind)) == name for kind, event in scope.events.items()):
            self.say(f'name="{name}" is no field and no event of {scope.about}')

    def part(self, attributes, scope):
        name = attributes["data-part"]
        schema = self.property(scope, "data-part", attributes)
        if schema is None:
            return None
        events = next((event for event in scope.events.values() if event.get("x-part") == name), {})
        inner = Scope(f'the part "{name}"', scope.screen, schema, self.description.events(events.get("properties", {}).get("event")))
        self.empty = name, inner, self.getpos()[0]
        return inner

    def part_is_empty(self):
        """A part without elements of its own is filled by the template of the part."""
        if not self.empty:
            return
        (name, scope, line), self.empty = self.empty, None
        if name not in self.parts:
            return self.say(f'data-part="{name}" is empty, and has no template', line)
        source, first, text = self.parts[name]
        self.found += Reader(self.description, source, self.parts, first, scope).read(text)


PART = re.compile(r"<template(?=\s)[^>]*\sdata-part=[\"']?([\w-]+)[^>]*>")
NESTED = re.compile(r"<(/?)template\b")


def parts(files):
    """The templates of parts: by their names, the file, the line and what is in them."""
    found = {}
    for source, text in files:
        for match in PART.finditer(text):
            depth, end = 1, len(text)
            for nested in NESTED.finditer(text, match.end()):
                depth += -1 if nested[1] else 1
                if not depth:
                    end = nested.start()
                    break
            found.setdefault(match[1], (source, text.count("\n", 0, match.end()) + 1, text[match.end():end]))
    return found


def undecoded(source, text):
    """The first line of a file with bytes that are no text."""
    before, mark, _ = text.partition("\ufffd")
    return [f"{source}:{before.count(chr(10)) + 1}: is not UTF-8"] if mark else []


def misfits(files, screens, document):
    """What the templates of files name, each a name and a text, and the app's description does not have. Each line names file and line, once."""
    description, known = Description(screens, document), parts(files)
    found = [line for source, text in files for line in (*undecoded(source, text), *Reader(description, source, known).read(text))]
    return list(dict.fromkeys(found))
