#!/usr/bin/env python3
"""Plays a script of JSON-RPC requests, such as the inspector copies: each line waits for the reply to the one before.

    python3 play.py PATH/TO/tributary-stdio [ITS OPTIONS] < session.jsonl

It writes every frame of the core, and exits with 1 if a request was refused. A pipe alone plays a script as well, but
does not wait: a button that is enabled by an answer is still disabled when its event comes.
"""
import json
import subprocess
import sys


def main():
    core = subprocess.Popen(sys.argv[1:] or ["tributary-stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    was_refused = False
    for line in filter(str.strip, sys.stdin):
        id = json.loads(line).get("id")
        core.stdin.write(line)
        core.stdin.flush()
        while id is not None:
            frame = core.stdout.readline()
            if not frame:
                sys.exit("the core has ended")
            print(frame, end="", flush=True)
            reply = json.loads(frame)
            was_refused |= "error" in reply
            if "method" not in reply and reply.get("id") == id:
                break
    core.stdin.close()
    sys.stdout.write(core.stdout.read())
    sys.exit(core.wait() or int(was_refused))


if __name__ == "__main__":
    main()
