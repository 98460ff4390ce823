"""The cores whose fronts the pages of a bridge are: programs that it starts, or one that listens already."""
import asyncio
import os
import secrets
import signal
import sys
import tempfile

LARGEST_FRAME = 1 << 26  # bytes of one frame of the core
MOST_CORES = 32  # cores that run at the same time
EXIT_TIMEOUT = 0.5  # seconds in which a core whose connection has ended may end, too
END_TIMEOUT = 3  # seconds that a core has to end; it takes 2 itself


class Program:
    """A core that the bridge has started. It listens at a socket in a folder that is the bridge's alone, and ends with the bridge."""

    is_remote = False

    def __init__(self, bridge, mode):
        self.bridge, self.mode, self.process, self.ending = bridge, mode, None, None
        # Each start of the core has a name that no other has, whichever bridge started it.
        self.run, self.end_text, self.last_error, self.retirement = None, None, "", None
        self.sessions, self.names, self.leaving, self.known = set(), {}, {}, {}
        # Until a page has connected, as where an assistant has started the core.
        self.is_unseen = False
        self.starting, self.is_retired = asyncio.Lock(), False

    async def connect(self, launches, is_page=True):
        """The two ends of a connection, and whether it is that of the core's first page. A core that was told to end is waited for, and
        nobody connects with it: for a moment it would still accept."""
        async with self.starting:
            if self.is_retired:
                await asyncio.wait({self.ending})
            if self.process is None and launches:
                await self.launch()
            while self.process:
                try:
                    ends = await asyncio.open_unix_connection(self.path, limit=LARGEST_FRAME)
                    is_new, self.is_unseen = self.is_unseen, self.is_unseen and not is_page
                    return *ends, is_new
                except (FileNotFoundError, ConnectionRefusedError):
                    await asyncio.sleep(0.01)
            if self.ending:
                await asyncio.wait({self.ending})
        raise OSError(self.end_text)

    async def launch(self):
        if self.bridge.running() >= MOST_CORES:
            raise OSError(f"{MOST_CORES} sessions run already")
        self.folder = tempfile.TemporaryDirectory(prefix="tributary-")
        self.path = os.path.join(self.folder.name, "core")
        pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        # The bridge is the owner at the standard input: the core ends with it.
        command = [*self.bridge.command, "--listen", self.path, "--share"]
        self.process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=null, stderr=pipe)
        self.run, self.end_text, self.last_error, self.is_retired = secrets.token_hex(8), None, "", False
        self.names, self.known, self.is_unseen = {}, {}, True
        self.ending = asyncio.create_task(self.wait(self.process))

    async def wait(self, process):
        async for line in process.stderr:
            sys.stderr.write(line.decode(errors="replace"))
            sys.stderr.flush()
            self.last_error = line.decode(errors="replace").strip()[:500]
        code = await process.wait()
        self.process = None
        self.folder.cleanup()
        how = f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
        self.end_text = self.end_text or f"The core has ended: {how}. {self.last_error if code else ''}".strip()

    async def disconnected(self):
        """A connection has ended. A core that ends says how by its exit code; one that goes on has ended the connection alone."""
        await asyncio.wait({self.ending}, timeout=EXIT_TIMEOUT)
        if self.process:
            self.end_text = "The core has closed the connection."

    def join(self):
        """The pages are fronts of a core that was just started, too."""
        for session in self.sessions:
            session.join()

    def arrived(self):
        if self.retirement:
            self.retirement.cancel()

    def departed(self):
        if self.mode == "page" and not self.sessions:
            self.retirement = asyncio.get_running_loop().call_later(self.bridge.keep, self.retire)

    def retire(self):
        if self.process:
            self.end_text, self.is_retired = f"The session has ended: its page was away for {self.bridge.keep:g} seconds.", True
            self.process.stdin.close()

    async def close(self):
        if self.process:
            self.process.stdin.close()
            try:
                await asyncio.wait_for(asyncio.shield(self.ending), END_TIMEOUT)
            except asyncio.TimeoutError:
                self.process.kill()
                await self.ending


class Listener:
    """A core that listens at the path of `--connect`, and is none of the bridge's. It is shared if it says so itself."""

    is_remote, mode, process, run = True, "shared", None, None

    def __init__(self, path):
        self.path, self.end_text = path, None
        self.sessions, self.names, self.leaving = set(), {}, {}

    @property
    def known(self):
        return {}

    async def connect(self, launches, is_page=True):
        return *await asyncio.open_unix_connection(self.path, limit=LARGEST_FRAME), True

    async def disconnected(self):
        self.end_text = "The core has closed the connection."

    def join(self):
        """Each page tries by itself."""

    def arrived(self):
        self.end_text = None

    def departed(self):
        pass

    async def close(self):
        pass
