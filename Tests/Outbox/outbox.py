"""Kills a process that sends entries of its outbox, at 50 points, and compares what was booked with what it has shown.

At the end each entry that was kept and not dropped was booked, once, in the order of its lane; none was shown as sent that was not
booked, and none was sent whose key was not on the disk, or without its file. No copy of a file is left.
"""

import argparse
import collections
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Purchases"))
from server import Shop  # noqa: E402

POINTS = 50
# The points up to this one are steps of the storage, the others moments at the server.
STEPS = 38
MOMENTS = ["on_request", "on_booking", "on_half", "on_answer"]
NAMES = ["a-1", "b-1", "a-2", "a-3", "b-2", "b-3"]
# After how many requests the server gives plain answers, so that the run ends.
PATIENCE = 60


class Run:
    def __init__(self, program, point, seed):
        self.program = program
        self.point = point
        self.random = random.Random(seed * POINTS + point)
        self.shop = Shop(seed * POINTS + point)
        self.folder = tempfile.mkdtemp(prefix="outbox-")
        self.lines = []
        self.failures = []
        self.kills = 0
        self.plan = None
        self.process = None
        self.shop.on_key = self.look_for
        self.shop.on_body = self.look_at
        for name in MOMENTS:
            setattr(self.shop, name, lambda name=name: self.reach(name))

    def look_for(self, key):
        """A request has arrived: its key has to be on the disk, unless the entry was seen to be booked meanwhile."""
        if self.shop.posts > PATIENCE:
            self.shop.isCalm = True
        for file in pathlib.Path(self.folder).glob("outbox-*/entry-*.json"):
            try:
                if key in file.read_text():
                    return
            except FileNotFoundError:
                pass
        if key not in self.shop.receipts:
            self.failures.append("a request was sent, and its key is not on the disk")

    def look_at(self, name, body):
        """A request has its file."""
        slip = f"slip of {name}".encode()
        if (slip in body) != (name[-1] in "23"):
            self.failures.append(f"{name} was sent with {body!r}")

    def reach(self, name):
        if self.plan and self.plan[0] == name:
            self.plan[1] -= 1
            if self.plan[1] == 0:
                self.process.kill()

    def start(self, step, names):
        """Runs a process to its end, and returns whether it was killed."""
        self.process = subprocess.Popen(
            [self.program, self.shop.url, self.folder, str(step), *names], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        output, errors = self.process.communicate(timeout=120)
        self.lines += [line for line in output.decode().split("\n")[:-1]]
        if self.process.returncode == -9:
            self.kills += 1
            return True
        if self.process.returncode != 0 or errors:
            self.failures.append(f"the process has ended with {self.process.returncode}: {errors.decode()}")
        return False

    def names(self, word):
        return [line.split(" ")[1] for line in self.lines if line.startswith(word + " ")]

    def run(self):
        step = 0
        if self.point < STEPS:
            step = 1 + 2 * self.point + self.random.randrange(2)
        else:
            number = self.point - STEPS
            self.plan = [MOMENTS[number % 4], 1 + number // 4]
        while self.start(step, [name for name in NAMES if name not in self.names("adding")]):
            self.plan = None
            # Most of the next processes live.
            step = self.random.randrange(1, 60) if self.random.random() < 0.3 else 0
        self.check()
        shutil.rmtree(self.folder)
        return self.failures

    def check(self):
        booked = [receipt["productID"] for receipt in self.shop.receipts.values()]
        kept = set(self.names("kept"))
        dropped, dropping = set(self.names("dropped")), set(self.names("dropping"))
        twice = [name for name, count in collections.Counter(booked).items() if count > 1]
        faults = [
            ("booked more than once", twice),
            ("kept, and neither booked nor dropped", kept - set(booked) - dropping),
            ("shown as sent, and not booked", set(self.names("sent")) - set(booked)),
            ("dropped, and booked", dropped & set(booked)),
            ("out of order", [lane for lane in "ab" if (of := [n for n in booked if n[0] == lane]) != sorted(of)]),
            ("still on the disk", [str(f) for f in pathlib.Path(self.folder).glob("outbox-*/entry-*")]),
            ("left on the disk", [str(f) for f in pathlib.Path(self.folder).glob("outbox-*/files/*")]),
            ("broken", [line for line in self.lines if line.startswith("broken")]),
        ]
        for name, found in faults:
            if found:
                self.failures.append(f"{name}: {sorted(found)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=str(ROOT / ".build/debug/outbox-sender"))
    options = parser.parse_args()
    start = time.monotonic()
    counts = collections.Counter()
    broken = 0
    for seed in range(options.seed, options.seed + options.runs):
        for point in range(POINTS):
            run = Run(options.program, point, seed)
            for failure in run.run():
                broken += 1
                print(f"broken at point {point} with seed {seed}: {failure}\n  " + "; ".join(run.lines))
            counts["killed"] += run.kills
            counts["requests"] += run.shop.posts
            counts["booked"] += len(run.shop.receipts)
            counts["dropped"] += len(set(run.names("dropped")))
            counts.update({f"{name}": count for name, count in run.shop.treated.items()})
    print(f"{POINTS} points x {options.runs} in {time.monotonic() - start:.0f} s; " + ", ".join(f"{n}: {c}" for n, c in counts.items()))
    # A run in which nothing is killed says nothing.
    sys.exit(1 if broken or counts["killed"] < POINTS * options.runs // 2 else 0)


if __name__ == "__main__":
    main()
