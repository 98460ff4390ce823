"""A purchase in the six screens, and entries with files of an app of the outbox's own: at a shop in this process."""

import os
import shutil
import subprocess
import threading
import time

from outbox import NAMES, Run
from server import Shop
from stage import Actor, Killed, Stage

PRODUCT = "wand"
CALLS = "open,openat,write,pwrite64,writev,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,fsync,fdatasync,ftruncate"
CALLS += ",truncate,copy_file_range,sendfile,symlink,symlinkat"


class Purchase(Stage):
    """Someone buys, and wants to know after the kill what became of it."""

    name = "purchase"

    def reset(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.shop = Shop(1)
        self.shop.isCalm = True
        self.shop.on_key = self.look_for
        self.shop.on_request = self.shop.on_booking = self.shop.on_half = self.shop.on_answer = lambda: None
        self.unkept = []
        self.shown = []

    def look_for(self, key):
        path = self.folder / "idempotency-keys.json"
        if not path.exists() or key not in path.read_text():
            self.unkept.append(key)

    def count_by_strace(self):
        """How many calls change something in the folder, as strace sees it; `None` if it cannot trace."""
        if not shutil.which("strace") or subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode:
            return None
        self.reset()
        log = self.work / "calls"
        variables = [f"-E{name}={value}" for name, value in self.killer.environment(self.folder, 0).items()]
        self.buy(prefix=["strace", "-f", "-y", "-s", "4096", "-o", str(log), "-e", "trace=" + CALLS, *variables])
        calls = [line for line in log.read_text().splitlines() if str(self.folder) in line and "resumed>" not in line]
        return sum("open" not in line.split("(")[0] or "O_CREAT" in line or "O_TRUNC" in line for line in calls)

    def buy(self, environment=None, prefix=()):
        command = [*prefix, str(self.programs / "tributary-stdio"), "--backend", self.shop.url]
        actor = Actor("Mia", command, self.folder)
        actor.first = None

        def body():
            actor.start(environment)
            product = actor.ask("screen/open", screen="product", params={"id": PRODUCT})["instance"]
            actor.until(lambda: actor.wire.states[product]["buttonEnabled"], "the product")
            actor.send(product, "purchase", may_fail=False)
            actor.until(lambda: not actor.wire.states[product]["isBusy"], "the receipt")
            phase = actor.wire.states[product]["phase"]
            self.shown.append((phase["type"], (phase.get("receipt") or {}).get("id")))

        try:
            actor.act(body)
        finally:
            self.said = actor.said()

    def run(self, environment, isAgain=False):
        self.buy(environment)

    def look(self, is_killed):
        wished = len(self.shown)
        self.starts += 1
        self.buy()
        kind, receipt = self.shown[-1]
        booked = {receipt["id"] for receipt in self.shop.receipts.values()}
        self.check(self.said == "", f"the start says: {self.said}")
        self.check(not self.unkept, "a request was sent, and its key was not on the disk")
        self.check(kind in ["purchased", "purchasedEarlier"], f"shown as {kind}")
        self.check(receipt in booked, "shown, and not booked")
        self.check(len(booked) <= wished + 1, f"booked {len(booked)} times for {wished + 1} wishes")
        self.check(booked == {receipt for _, receipt in self.shown}, "booked, and never shown")
        new = [receipt for kind, receipt in self.shown if kind == "purchased"]
        self.check(len(new) == len(set(new)), "shown twice as new")


class Parcels(Stage):
    """Entries are kept with their files, and sent."""

    name = "parcels"

    def reset(self):
        self.sender = None

    def run(self, environment, isAgain=False):
        if self.sender is None:
            self.sender = Sender(self.programs / "outbox-sender", self.folder)
        if self.sender.start_with(environment):
            raise Killed

    def look(self, is_killed):
        self.starts += 1
        self.sender.start_with({})
        self.sender.check()
        self.checks += 8
        shutil.rmtree(self.folder)
        self.check(not self.sender.failures, "; ".join(self.sender.failures))


class Sender(Run):
    """A run of the tool of the outbox, whose process is killed by this one."""

    def __init__(self, program, folder):
        super().__init__(program, 0, 1)
        os.rmdir(self.folder)
        self.folder = str(folder)
        self.shop.isCalm = True

    def again(self):
        """Begins with nothing booked, at the same shop: an outbox belongs to its address."""
        self.lines, self.failures = [], []
        self.shop.receipts, self.shop.posts = {}, 0
        return self

    def start_until(self, names, condition):
        """Runs a process until something is so, and a moment longer. It may be without an end: what cannot be sent is tried again."""
        process = self.process = subprocess.Popen(
            [self.program, self.shop.url, self.folder, "0", *names], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        reader = threading.Thread(target=lambda: self.lines.extend(line.rstrip("\n") for line in process.stdout))
        reader.start()
        end = time.monotonic() + 5
        while not condition() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(0.1)
        process.kill()
        process.wait()
        reader.join()
        # What it has sent arrives.
        time.sleep(0.1)

    def start_with(self, environment):
        """Runs a process that adds what was not added yet, and returns whether it was killed."""
        os.environ.update(environment)
        try:
            return self.start(0, [name for name in NAMES if name not in self.names("adding")])
        finally:
            for name in environment:
                del os.environ[name]


SCENARIOS = [Purchase, Parcels]
