"""ICU's data with some languages alone: languages.py DATA OUTPUT LANGUAGE...

DATA is a package of ICU (icudtNNl.dat). What stays is what no language is needed for, and what the languages and their regions have.
What the runtime of an app does not use goes: the conversion of old encodings, sorting by other rules than the root's, the dictionaries
that divide lines without blanks, transliteration and spelled-out numbers.
"""

import struct
import sys

# The folders of what is of no use in any language.
UNUSED = {"translit", "rbnf"}
# Those of which the rules for all languages are enough.
GENERAL = {"coll", "brkitr"}
# What is of no language, though its name is as short as that of one.
COMMON = {"root", "res_index", "pool"}


def stays(path: str, languages: set[str]) -> bool:
    _, *folders, file = path.split("/")
    name, _, kind = file.rpartition(".")
    if kind in ("cnv", "dict") or UNUSED & set(folders):
        return False
    language = name.split("_")[0]
    if kind != "res" or name in COMMON or len(language) > 3:
        return True
    return language in languages and not GENERAL & set(folders)


def main(source: str, target: str, *languages: str) -> None:
    with open(source, "rb") as file:
        data = file.read()
    (start,) = struct.unpack_from("<H", data)
    (count,) = struct.unpack_from("<I", data, start)
    places = [struct.unpack_from("<II", data, start + 4 + 8 * index) for index in range(count)]
    ends = [place for _, place in places[1:]] + [len(data) - start]
    items = []
    for (name, place), end in zip(places, ends):
        path = data[start + name : data.index(b"\0", start + name)]
        if stays(path.decode(), set(languages)):
            items.append((path + b"\0", data[start + place : start + end]))

    # The table of contents, the names, and the items, each at a multiple of 16.
    at = 4 + 8 * len(items)
    names = b""
    table = [len(items).to_bytes(4, "little")]
    place = (at + sum(len(path) for path, _ in items) + 15) & ~15
    body = b""
    for path, item in items:
        table.append(struct.pack("<II", at + len(names), place + len(body)))
        names += path
        body += item + bytes(-len(item) % 16)
    head = b"".join(table) + names
    with open(target, "wb") as file:
        file.write(data[:start] + head + bytes(place - len(head)) + body)


main(*sys.argv[1:])
