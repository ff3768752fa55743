# SPDX-License-Identifier: GPL-2.0-only
"""LAMMPS' own inputs with our styles in place of its NVE rigid fixes.

Each runs twice, with rigid/nve or rigid/nve/small and with ours and the same map, and must print the same to the last digit or so,
but for what holds the pressure, which is exact with ours.  An input that does not run with LAMMPS' own styles either is left out,
and says why.
"""
import os
import re
import shutil

from cases import apart, between, check, lmp, rows, this, written
from shapes import begin, own_inputs

WHEN = ["full"]


def swapped(text, ours, steps, longest):
    """An input with the NO_SQUISH styles rigid/nve and rigid/nve/small, or with ours and the rotor that is the same map, in place of
    rigid and rigid/small.  In both langevin is left out (its noise is not upstream's), of runs longer than LONGEST steps only the
    first STEPS are done, with 20 lines of output, and nothing is written to other files.  The thermostatted styles stay."""
    def fix(found):
        command = found.group(0)
        small = "small/" if re.search(r"[ \t]rigid(/nve)?/small[ \t]", command) else ""
        style = f"rigid/{small}rgs" if ours else f"rigid/nve/{small}".rstrip("/")
        command = re.sub(r"[ \t]rigid(/nve)?(/small)?[ \t]", f" {style} ", command, count=1)
        return re.sub(r"langevin([ \t]+[^ \t]+){4}", "", command, count=1) + " rotor nosquish scheme strang" * ours
    text = re.sub(r"^(?![ \t]*#)(.*)&[ \t]*\n", r"\1 ", re.sub(r"\r$", "", text, flags=re.M), flags=re.M)
    lines = ["plugin load ${plugin}"]
    for line in text.splitlines():
        # the whole command is one with its arguments, which may stand in quotes after if
        line = re.sub(r"fix[ \t]+[^ \t]+[ \t]+[^ \t]+[ \t]+rigid(/nve)?(/small)?[ \t][^\"#]*", fix, line)
        words = line.split() + ["", ""]
        if words[0] == "run" and words[1].isdigit() and int(words[1]) > longest:    # what ramps does so at the rate of the whole run
            line = f"run {steps} start $(step:%.0f) stop $(step+{words[1]}:%.0f)"
        if words[0] == "thermo" and not (words[1].isdigit() and int(words[1]) <= steps // 20):
            line = f"thermo {steps // 20}"
        if not re.match(r"(#|(dump|dump_modify|undump|write_data|write_restart|restart|log)$)", words[0]):
            lines.append(line)
    return lines


def compared(name, text, ranks):
    """Whether an input could be compared."""
    steps, longest, first, skip = 400, 1000, None, "Press|P[xyz][xyz]|Enthalpy|CPU"
    if name.endswith("/in.rigid.tnr"):    # seven runs of a thousand steps each, five of them with thermostats or barostats
        steps = longest = 100
    elif re.search("/in.(box|dimer|star)$", name):    # solvent particles that bounce off the bodies double what rounding does every few steps
        steps = 100
    elif name.endswith("/in.micelle-rigid") and this.release == "29Sep2021":
        # its own styles let bodies leave the plane, by 2e-12 until the end of the second run and by 3e-4 a hundred steps into the
        # third; ours stay within 1e-13
        first = 52
    elif name.endswith("/in.line"):
        # Pair style line/lj depends on the order of atoms: LAMMPS' own second run begins with another energy than the first ended
        # with, at the same place.  And fix rigid's scalar is of translation only here: it weighs components along the bodies' axes
        # with flags for those in space.
        first, skip = 21, skip + "|f_2"
    theirs, ours = [lmp(written(f"in.{number}", *swapped(text, number, steps, longest)), ranks) for number in (0, 1)]
    if theirs.status:
        # (4Jul2026 ends some errors with a second line, which has the place in the source)
        print(f"          {this.release} {name} on {ranks} ranks is left out: {theirs}", flush=True)
        return False
    if name == "rigid/in.rigid.gravity":    # more about one axis than about the two others together
        check(ours.status and ours.says("^ERROR.*in a mass distribution it is at most the sum of the other two"),
              f"{name}, {ranks} ranks: the moments in molecule.data belong to no body: {ours}")
        return True
    try:
        theirs, shown = begin(theirs, first), begin(ours, first)
        far, lines = apart(theirs, shown, skip=f"^({skip})$"), len(theirs.lines)
    except (AssertionError, ValueError) as error:
        far, lines = 1e300, f"{error}; {ours}"
    # output has 8 digits
    check(far <= 2e-7 and lines >= 20, f"{name}, {ranks} ranks: {lines} lines, largest difference {far:.3g}")
    return True


@rows("one|0\nother|1")
def half_of_the_inputs(half):
    number, styles = 0, "rigid(/nve)?(/small)?"
    examples, inputs = own_inputs(styles)
    for name, text in inputs[int(half)::2]:
        shutil.copytree(f"{examples}/{os.path.dirname(name)}", name.replace("/", "_"), dirs_exist_ok=True)
        os.chdir(name.replace("/", "_"))
        for ranks in (1, 4) if name.startswith(("rigid/", "deposit/")) else (1,):
            number += compared(name, text, ranks)
        os.chdir("..")
    # what the packages at hand must at least give
    between(10, 50, number, "LAMMPS' own inputs compared")
