# SPDX-License-Identifier: GPL-2.0-only
"""Runs killed while they write restart files, and files that are not whole."""
import os
import signal
import subprocess
import time

from cases import RGS, Run, between, check, command, liquid, rows, stopped, this

FIX = RGS + " langevin 300 300 50 4711"
PRINTING = ["atom_modify sort 0 0", "thermo 1", "thermo_style custom step temp pe ke etotal c_ke c_erot f_move",
            "thermo_modify norm no flush yes format float %.17g"]


def killed(ranks, seconds):
    """A run that is killed so long after it wrote its second file; a file every step, by turns."""
    for file in "crash.a", "crash.b":
        if os.path.exists(file):
            os.remove(file)
    name, words = command("liquid", ranks, state="water.data", restart="no", fix=FIX, dt=2, steps=100000, before_run=PRINTING,
                          after_fix="restart 1 crash.a crash.b")
    with open(name + ".out", "wb") as out:
        its = subprocess.Popen(words, env=dict(os.environ, TMPDIR=os.getcwd(), PMIX_MCA_gds="hash"), stdin=subprocess.DEVNULL, stdout=out,
                               stderr=subprocess.STDOUT)
    for _ in range(600):
        if os.path.exists("crash.b") and os.path.getsize("crash.b"):
            break
        time.sleep(0.1)
    time.sleep(seconds)
    alive = its.poll() is None
    for process in descendants(its.pid):
        os.kill(process, signal.SIGKILL)
    its.wait()
    this.runs.append(Run(name, ranks, 0))
    return alive, this.runs[-1]


def descendants(process):
    found = subprocess.run(["pgrep", "-P", str(process)], stdout=subprocess.PIPE, text=True).stdout.split()
    return [*[late for child in found for late in descendants(int(child))], process]


@rows([("1", 1), ("2", 2)])
def crash(n):
    whole = liquid(n, fix=FIX, dt=2, steps=250, before_run=PRINTING, after_fix="restart 1 whole.a whole.b")
    wanted, number, torn = {line[0]: line for line in whole.lines}, 0, 0
    for turn in 1, 2, 3, 4:
        alive, run = killed(n, 0.03 * turn)
        number += alive
        what, loaded = f"killed at step {run.lines[-1][0]}, {n} ranks", []
        for file in "crash.a", "crash.b":
            if not os.path.exists(file) or not os.path.getsize(file):
                torn += 1
                continue
            load = liquid(n, fix=FIX, dt=2, steps=5, before_run=PRINTING, restart="yes", state=file, after_fix="restart 1 more.a more.b")
            if load.status == 0:
                loaded.append(load.lines[0][0])
                after = load.lines[1:]
                if len(after) != 5 or [wanted.get(line[0]) for line in after] != after:
                    check(False, f"{what}: {file} goes on another way")
            else:
                torn += 1
                if load.status >= 124 or not load.says("ERROR"):
                    check(False, f"{what}: {file} ends with {load}")
        check(loaded, f"{what}: files of steps {loaded} go on in every bit")
    between(4, 4, number, f"runs killed, {n} ranks, {torn} files torn")
    # files cut off anywhere (the last 16 bytes are a mark that 29Sep2021 does not read)
    with open("whole.a", "rb") as file:
        data = file.read()
    for cut in 0, 7, 100, len(data) // 3, len(data) - 5000, len(data) - 100:
        with open("cut.restart", "wb") as file:
            file.write(data[:cut])
        stopped(f"{cut} bytes of {len(data)}", "", liquid(n, fix=FIX, steps=5, restart="yes", state="cut.restart"))
