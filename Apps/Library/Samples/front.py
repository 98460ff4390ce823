"""The counter, in an asyncio loop without threads: python3 front.py LIBRARY [OPTIONS-AS-JSON]"""

import asyncio
import ctypes
import json
import sys

FRAME = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
END = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)


def load(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    library.tributary_create.restype = ctypes.c_uint64
    library.tributary_create.argtypes = [ctypes.c_char_p, FRAME, END, ctypes.c_void_p]
    library.tributary_attach.restype = ctypes.c_uint64
    library.tributary_attach.argtypes = [ctypes.c_uint64, ctypes.c_char_p, FRAME, END, ctypes.c_void_p]
    library.tributary_send.argtypes = [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t]
    library.tributary_destroy.argtypes = [ctypes.c_uint64]
    library.tributary_last_error.restype = ctypes.c_char_p
    return library


class Core:
    def __init__(self, library: ctypes.CDLL, options: str) -> None:
        self.library, self.waiting, self.last_id = library, {}, 0
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        # These must live as long as the core.
        self.callbacks = FRAME(self.on_frame), END(lambda code, _: self.ended.set_result(code))
        self.core = library.tributary_create(options.encode(), *self.callbacks, None)
        if not self.core:
            sys.exit(library.tributary_last_error().decode())
        asyncio.get_running_loop().add_reader(library.tributary_descriptor(), library.tributary_run_due)

    def on_frame(self, frame: int, count: int, _: None) -> None:
        message = json.loads(ctypes.string_at(frame, count))
        if "id" in message:
            self.waiting.pop(message["id"]).set_result(message)
        else:
            print(json.dumps(message["params"]))

    def send(self, **message: object) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
        if self.library.tributary_send(self.core, line, len(line)):
            raise RuntimeError(self.library.tributary_last_error().decode())

    async def call(self, method: str, **params: object) -> dict:
        self.last_id += 1
        reply = self.waiting[self.last_id] = asyncio.get_running_loop().create_future()
        self.send(id=self.last_id, method=method, params=params)
        return await reply


async def main(path: str, options: str = "{}") -> int:
    core = Core(load(path), options)
    opened = await core.call("screen/open", screen="counter")
    print(json.dumps(opened["result"]))
    await core.call("screen/send", instance="counter-1", event={"type": "nextButtonWasTapped"})
    await core.call("shutdown")
    core.send(method="exit")
    code = await core.ended
    core.library.tributary_destroy(core.core)
    return code


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
