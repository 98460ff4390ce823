"""Buys many times while everything fails, and compares what was booked with what was shown.

At the end every booked receipt was shown, at most once as new, and none was shown that was not booked.
"""

import argparse
import atexit
import collections
import ctypes
import errno
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from server import Shop, TREATMENTS, UNUSUAL

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRODUCTS = ["wand", "cloak", "broom", "owl"]
# After how many tries in a row without a receipt the shops write plain answers, so that the run ends.
PATIENCE = 20


class Disk:
    """A small disk, which the run fills. Without a mount, a folder stands where the new file would be written."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="purchases-")
        libc = ctypes.CDLL(None, use_errno=True)
        self.isMounted = libc.mount(b"tmpfs", self.folder.encode(), b"tmpfs", 0, b"size=96k") == 0
        self.state = os.path.join(self.folder, "state")
        self.filler = os.path.join(self.folder, "filler")
        self.obstacle = os.path.join(self.state, "idempotency-keys.json.new")
        self.isFull = False
        self.lock = threading.Lock()
        self.filled = 0
        atexit.register(self.remove)

    def remove(self):
        if self.isMounted:
            subprocess.run(["umount", self.folder], check=True)
        shutil.rmtree(self.folder)

    def fill(self):
        with self.lock:
            if self.isFull:
                return
            if self.isMounted:
                with open(self.filler, "wb", buffering=0) as file:
                    try:
                        while True:
                            file.write(bytes(4096))
                    except OSError as error:
                        if error.errno != errno.ENOSPC:
                            raise
            else:
                try:
                    os.mkdir(self.obstacle)
                except OSError:
                    return  # A change is just being written.
            self.isFull = True
            self.filled += 1

    def empty(self):
        with self.lock:
            if not self.isFull:
                return
            if self.isMounted:
                os.unlink(self.filler)
            elif os.path.isdir(self.obstacle):
                os.rmdir(self.obstacle)
            self.isFull = False


class Core:
    """A process of tributary-stdio that shows products."""

    def __init__(self, program, shop, disk):
        self.shop = shop
        self.process = subprocess.Popen(
            [program, "--backend", shop.url, "--state", disk.state], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.number = 0
        self.isKilled = False
        self.instance = None
        self.product = None

    def kill(self):
        if not self.isKilled:
            self.isKilled = True
            self.process.kill()

    def write(self, method, **params):
        self.number += 1
        frame = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        try:
            self.process.stdin.write(json.dumps(frame).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # It was killed; its output ends.

    def states(self):
        """The states of the screen as they come, until the output ends."""
        for line in self.process.stdout:
            if not line.endswith(b"\n"):
                return
            frame = json.loads(line)
            if "error" in frame:
                raise Fault(f"refused: {line!r}")
            holder = frame.get("params") or frame["result"]
            if "state" in holder:
                self.instance = holder["instance"]
                yield holder["state"]

    def open(self, product):
        """Opens a product, and returns whether it is shown."""
        if self.product == product and self.state["buttonEnabled"]:
            return True
        if self.product:
            self.write("screen/close", instance=self.instance)
        self.product = product
        self.write("screen/open", screen="product", params={"id": product})
        for self.state in self.states():
            if self.state["buttonEnabled"]:
                return True
        return False

    def send(self, event):
        """Sends an event, and returns the last state of what comes of it; None if the process was killed before."""
        self.write("screen/send", instance=self.instance, event={"type": event})
        for state in self.states():
            self.state = state
            if not state["isBusy"]:
                return state
        return None

    def end(self):
        """Ends the process, and returns the states that were not read."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # It was killed.
        rest = list(self.states())
        code = self.process.wait()
        errors = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        if self.isKilled and code == -signal.SIGKILL:
            return rest
        if code != 0 or errors:
            raise Fault(f"the process has ended with {code}: {errors}")
        return rest


class Fault(Exception):
    pass


class Run:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.shops = [Shop(options.seed * 2 + number) for number in (1, 2)]
        self.disk = Disk()
        self.core = None
        self.new = collections.Counter()
        self.earlier = collections.Counter()
        self.counts = collections.Counter()
        self.failures = []
        for shop in self.shops:
            shop.on_key = self.look_for
            for name in ("on_request", "on_booking", "on_half", "on_answer"):
                setattr(shop, name, lambda name=name: self.reach(name))
        # What happens at which moment of the present try.
        self.plan = {}
        # Held while it happens, so that nothing of a try comes after its end.
        self.acting = threading.Lock()

    def look_for(self, key):
        """A request has arrived: its key has to be on the disk."""
        try:
            stored = pathlib.Path(self.disk.state, "idempotency-keys.json").read_text()
        except FileNotFoundError:
            stored = ""
        if key not in stored:
            self.failures.append("a request was sent, and its key is not on the disk")

    # What goes wrong

    def reach(self, moment):
        with self.acting:
            action = self.plan.pop(moment, None)
            if action:
                # The process may be in the middle of what follows.
                time.sleep(self.delay)
                action()

    def make_plan(self):
        core = self.core

        def kill():
            # Of a process that has ended the number is not used again before it was waited for.
            if core is self.core and not core.isKilled:
                self.counts["killed"] += 1
                core.kill()

        moments = ["on_request", "on_booking", "on_half", "on_answer"]
        self.delay = self.random.choice([0, 0, 0.001, 0.003, 0.01])
        self.plan = {}
        chance = self.random.random()
        if chance < 0.25:
            self.plan[self.random.choice(moments)] = kill
        elif chance < 0.45:
            self.plan[self.random.choice(moments)] = self.disk.fill
        elif chance < 0.55:
            first, second = sorted(self.random.sample(range(4), 2))
            self.plan[moments[first]] = self.disk.fill
            self.plan[moments[second]] = kill
        elif chance < 0.63:
            self.disk.fill()
        elif chance < 0.73:
            # At any step before the request, and of the start.
            threading.Timer(self.random.random() * 0.012, kill).start()

    # The user

    def start(self):
        if self.core and not self.core.isKilled and self.random.random() < 0.95:
            return
        self.stop()
        self.counts["processes"] += 1
        shop = self.shops[0] if self.random.random() < 0.8 else self.shops[1]
        self.core = Core(self.options.program, shop, self.disk)

    def stop(self):
        if not self.core:
            return
        for state in self.core.end():
            self.note(state)
        self.core = None

    def note(self, state, before=None):
        """Counts a receipt that is shown; a state that shows what the one before did counts once."""
        phase = state["phase"]
        if before is not None and before["phase"] == phase:
            return
        if phase["type"] == "purchased":
            self.new[phase["receipt"]["id"]] += 1
        if phase["type"] == "purchasedEarlier":
            self.earlier[phase["receipt"]["id"]] += 1
            if not state["receiptText"].startswith("The earlier purchase, of "):
                raise Fault(f"not said to be of the earlier wish: {state['receiptText']}")

    def tap(self, event):
        posts = self.core.shop.posts
        state = self.core.send(event)
        if state is None:
            return None
        self.note(state)
        phase = state["phase"]["type"]
        if phase == "confirming":
            raise Fault("asked about a key that is neither lost nor old")
        isSent = self.core.shop.posts != posts
        if phase == "error" and state["errorText"].startswith("Nothing was sent."):
            self.counts["refused for the disk"] += 1
            if isSent or not self.disk.filled:
                raise Fault(f"sent, or the disk has room: {state['errorText']}")
        elif phase == "error":
            self.counts["failed"] += 1
            if isSent and self.core.shop.treatment_of_last in UNUSUAL:
                self.counts["valid answers not understood"] += 1
        return phase

    def buy(self, product):
        """One wish of the user, who tries until there is a receipt."""
        tries = 0
        self.counts["wants"] += 1
        while True:
            tries += 1
            if tries > PATIENCE:
                self.counts["wishes that needed plain answers"] += 1
                self.be_calm(True)
            self.start()
            if tries <= PATIENCE:
                self.make_plan()
            phase = None
            try:
                if self.core.open(product):
                    phase = self.tap("purchase")
                    if phase == "purchasedEarlier":
                        again = self.random.random() < 0.5
                        self.counts["told of an earlier wish"] += 1
                        self.counts["wants"] += again
                        phase = self.tap("confirmButtonWasTapped") if again else self.decline()
            finally:
                with self.acting:
                    self.plan = {}
                    self.disk.empty()
            if phase in ("purchased", "declined"):
                self.be_calm(False)
                return
            if self.core.isKilled:
                self.stop()

    def decline(self):
        self.core.send("declineButtonWasTapped")
        return "declined"

    def be_calm(self, isCalm):
        for shop in self.shops:
            shop.isCalm = isCalm

    # The end

    def booked(self):
        return {receipt["id"]: receipt for shop in self.shops for receipt in shop.receipts.values()}

    def look_at_the_rest(self):
        """What the killed processes have not shown is shown when the user comes back."""
        self.be_calm(True)
        for shop in self.shops:
            self.stop()
            self.core = Core(self.options.program, shop, self.disk)
            for product in PRODUCTS:
                missing = [
                    receipt["id"] for receipt in shop.receipts.values()
                    if receipt["productID"] == product and not self.new[receipt["id"]] + self.earlier[receipt["id"]]
                ]
                if missing:
                    self.counts["shown at the end"] += 1
                    # Another key of the product may be there no more, so this may be a purchase of its own.
                    self.counts["wants"] += 1
                    self.core.open(product)
                    self.tap("purchase")
        self.stop()

    def check(self):
        booked = self.booked()
        shown = set(self.new) | set(self.earlier)
        faults = [
            ("booked, and not shown", set(booked) - shown),
            ("shown, and not booked", shown - set(booked)),
            ("more than once as new", {receipt for receipt, count in self.new.items() if count > 1}),
            ("a key that both servers got", self.shops[0].keys & self.shops[1].keys),
        ]
        for name, found in faults:
            if found:
                self.failures.append(f"{name}: {len(found)}, such as {sorted(found)[:3]}")
        if len(booked) > self.counts["wants"]:
            self.failures.append(f"bought more often than the user wanted: {len(booked)} > {self.counts['wants']}")
        unread = self.counts["valid answers not understood"]
        if unread and not self.options.tolerant:
            self.failures.append(f"valid answers that were not understood: {unread}")
        return booked

    def run(self):
        start = time.monotonic()
        for number in range(self.options.purchases):
            self.buy(self.random.choice(PRODUCTS))
        self.stop()
        self.look_at_the_rest()
        booked = self.check()
        treated = collections.Counter()
        for shop in self.shops:
            treated.update(shop.treated)
        disk = "a disk of 96 KiB" if self.disk.isMounted else "a folder that refuses files"
        print(f"{self.options.purchases} wishes with seed {self.options.seed} in {time.monotonic() - start:.0f} s, {disk}")
        print(f"requests: {sum(treated.values())}: " + ", ".join(f"{treated[name]} {name}" for name in TREATMENTS))
        print(f"disk filled: {self.disk.filled}; " + "; ".join(f"{name}: {count}" for name, count in self.counts.items()))
        print(
            f"booked: {len(booked)}; shown as new: {sum(self.new.values())}; as of an earlier wish: {sum(self.earlier.values())}")
        for failure in self.failures:
            print("broken:", failure)
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--purchases", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=str(ROOT / ".build/debug/tributary-stdio"))
    parser.add_argument(
        "--tolerant", action="store_true", help="count valid answers that are not understood, and do not fail")
    run = Run(parser.parse_args())
    try:
        sys.exit(run.run())
    except Fault as fault:
        print("broken:", fault, "\nafter", dict(run.counts))
        sys.exit(1)
    finally:
        if run.core:
            run.core.kill()
            run.core.process.wait()


if __name__ == "__main__":
    main()
