"""Records a session of the library in C: library.py LIBRARY OPTIONS, with the requests as a list on the standard input."""

import ctypes
import json
import pathlib
import select
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Apps/Library/Samples"))
from front import END, FRAME, load  # noqa: E402

library = load(sys.argv[1])
due = select.poll()
due.register(library.tributary_descriptor(), select.POLLIN)
answered = set()
on_frame = FRAME(lambda frame, count, _: answered.add(json.loads(ctypes.string_at(frame, count)).get("id")))
on_end = END(lambda code, _: None)
core = library.tributary_create(sys.argv[2].encode(), on_frame, on_end, None)
if not core:
    sys.exit(library.tributary_last_error().decode())
for number, request in enumerate(json.load(sys.stdin), 1):
    line = json.dumps({"jsonrpc": "2.0", "id": number, **request}).encode() + b"\n"
    library.tributary_send(core, line, len(line))
    while number not in answered:
        due.poll()
        library.tributary_run_due()
library.tributary_destroy(core)
while due.poll(0):
    library.tributary_run_due()
