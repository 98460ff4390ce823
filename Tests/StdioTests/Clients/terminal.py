"""Registers a user in a front that runs in a terminal: terminal.py SECRET COMMAND... Prints what the terminal shows."""

import os
import pty
import sys

secret, command = sys.argv[1], sys.argv[2:]
process, terminal = pty.fork()
if process == 0:
    os.execvp(command[0], command)

shown, position = b"", 0
for awaited, typed in [
    ("registration:", "name harry\n"),
    ("This user name is available.", "password\n"),
    ("password: ", secret + "\n"),
    ("The passwords are not the same.", "again\n"),
    ("again: ", secret + "\n"),
    ("[create]", "create\n"),
    ("The account harry was created.", "\x04"),
]:
    while awaited.encode() not in shown[position:]:
        shown += os.read(terminal, 65536)
    position = shown.index(awaited.encode(), position) + len(awaited)
    os.write(terminal, typed.encode())
try:
    while text := os.read(terminal, 65536):
        shown += text
except OSError:
    pass  # The front has ended.
_, status = os.waitpid(process, 0)
print(shown.decode())
sys.exit(os.waitstatus_to_exitcode(status))
