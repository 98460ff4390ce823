"""The balance as a library writes it in some locales: locales.py LIBRARY LOCALE..."""

import ctypes
import json
import pathlib
import select
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Apps/Library/Samples"))
from front import END, FRAME, load  # noqa: E402

library = load(sys.argv[1])
for locale in sys.argv[2:]:
    frames: list[dict] = []
    callbacks = FRAME(lambda frame, count, _: frames.append(json.loads(ctypes.string_at(frame, count)))), END(lambda *_: None)
    core = library.tributary_create(json.dumps({"locale": locale, "latency": 0, "now": "2026-11-22T15:04:05Z"}).encode(), *callbacks, None)
    assert core, library.tributary_last_error()
    for line in [b'{"jsonrpc":"2.0","id":1,"method":"screen/open","params":{"screen":"balance"}}\n', b'{"jsonrpc":"2.0","id":2,"method":"sync"}\n']:
        library.tributary_send(core, line, len(line))
    while not any(frame.get("id") == 2 for frame in frames):
        select.select([library.tributary_descriptor()], [], [])
        library.tributary_run_due()
    state = [frame["params"]["state"] for frame in frames if frame.get("method") == "screen/update"][-1]
    print(locale, state["valueText"], state["infoText"])
    library.tributary_destroy(core)
