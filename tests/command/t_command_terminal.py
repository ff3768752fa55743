# SPDX-License-Identifier: BSD-3-Clause
"""What the program shows on a terminal while it runs: t_command_terminal.py PROGRAM."""
import os
import pty
import re
import subprocess
import sys

PROBLEM = b"method exact/strang\nstep 0.1\nsteps 10\nbody\n  mass 1\n  inertia 1 2 2.5\n  angular_velocity 0.1 1 0.2\n"

try:
    master, slave = pty.openpty()
except OSError as error:
    print(f"skipped: needs a terminal, and this machine gives none: {error} (/dev/pts is not mounted, or full)")
    sys.exit()
steps = "200000" if os.environ.get("RIGIDSTEP_SANITIZE") else "5000000"
child = subprocess.Popen([sys.argv[1], "run", "--steps", steps, "--every", steps, "-"], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=slave)
os.close(slave)
child.stdin.write(PROBLEM)
child.stdin.close()
shown = b""
try:
    while chunk := os.read(master, 4096):
        shown += chunk
except OSError:
    pass                                         # how a terminal ends
assert child.stdout.read().count(b"\n") == 3
assert child.wait() == 0
if shown:                                        # a fast machine may be through before half a second is over
    assert re.search(rb"%  step \d+ of \d+, \d+ s to go", shown), shown[:200]
    assert shown.endswith(b"\r\x1b[K"), shown[-40:]
