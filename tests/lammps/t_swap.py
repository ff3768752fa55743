# SPDX-License-Identifier: GPL-2.0-only
"""fix_modify rotor, scheme, param, module between runs, and module in the fix command."""
import os

import numpy as np

from cases import DIGITS, RGS, between, case, check, ended, free, liquid, liquid_of_trimers, refused, rows, same, \
    this, written
from kinds import acme_module, swap_and_back

NOSQUISH = "rotor nosquish scheme strang"


@case
def there_and_back():
    swap_and_back(RGS, liquid, "rigid/nve/small molecule")


@case
def upstream():
    """A swap before the first run is the same as the rotor in the fix command, which is upstream's; and a module by fix_modify."""
    acme_module()
    for n in 1, 2:
        nve = liquid(n, fix="rigid/nve/small molecule", again="run 100")
        same("swap before the first run", nve, liquid(n, fix=RGS + " rotor exact", after_fix="fix_modify move " + NOSQUISH, again="run 100"), 32)
        same("module by fix_modify", nve, liquid(n, fix=f"{RGS} {NOSQUISH}", again=[
            "fix_modify move module ./acme.so", "fix_modify move module ./acme.so scheme acme.kdk", "run 100"]), 32)
    ended("rotor of a module, swapped for a built-in one with the module's scheme", 23, free(
        2, fix=f"{RGS} module {os.getcwd()}/acme.so rotor acme.midpoint", again=["fix_modify move rotor exact scheme acme.kdk", "run 10"]))


@case
def effect():
    """What nosquish loses in its half of the run, exact keeps in its own."""
    run = free(2, fix=f"{RGS} {NOSQUISH}", dt=20, steps=1000, every=100, before_run=DIGITS, again=["fix_modify move rotor exact", "run 1000"])
    lost = np.ptp(run[4].reshape(2, 11), axis=1) / run[4][0]
    between(1e-9, 1, lost[0], "swap, 2 ranks: energy lost by nosquish")
    between(0, 1e-13, lost[1], "swap, 2 ranks: energy lost by exact after it")
    # parameters stay with their part, and go with it
    ended("parameters go with the rotor that had them", 23, free(fix=RGS + " rotor semiexact param nodes 3", again=[
        "fix_modify move param nodes 4", "fix_modify move scheme strang", "fix_modify move rotor exact", "run 10"]))


@rows("""
rotor|ID move.*unknown rotor gyroscope; known: .*exact|rotor gyroscope
scheme|ID move.*leapfrog is the scheme strang|scheme leapfrog
param|ID move.*unknown param colour; rotor semiexact has: nodes|rotor semiexact param colour 3
range|ID move.*'nodes' is 99; allowed 1 to 10|rotor semiexact param nodes 99
value|keyword scheme needs a name|rotor exact scheme
needs|strang_dkd.*middle|scheme strang_dkd
module_missing|ID move.*cannot load module .nowhere.so.: no file nowhere.so in|module nowhere.so
module_text|cannot load module ./text.so: invalid ELF header|module ./text.so
module_short|cannot load module ./short.so: file too short|module ./short.so
module_foreign|not a rigidstep module|module PLUGIN
""")
def refusal(text, words):
    acme_module()
    written("text.so", 99 * "not a module\n")
    with open("acme.so", "rb") as whole, open("short.so", "wb") as short:
        short.write(whole.read(40))
    for n in 1, 4:
        refused(words, text, free(n, fix=RGS, again=["fix_modify move " + words.replace("PLUGIN", this.plugin), "run 1"]))


NPH, NVT = "rigid/nph/small/rgs molecule iso 1 1 1", "rigid/nvt/small/rgs molecule temp 1 1 0.5"
NPT = "rigid/npt/small/rgs molecule temp 1 1 0.5 iso 1 1 1"


@case
def state():
    """A swap to the rotor in use changes nothing, also with `run pre no`: barostat and chains go on."""
    for fix in NPH, NPT, NPT + " thermostat nhc":
        for pre in "yes", "no":
            plain, swapped = [
                liquid_of_trimers(fix=fix, steps=20, columns="vol econserve f_move pe",
                                  again=[*word, f"run 5 pre {pre}"])
                for word in ([], ["fix_modify move rotor exact"])]
            same(f"{fix}, swap, pre {pre}", plain, swapped, 4)


@rows("rotor|rotor nosquish\nscheme|scheme yoshida4\ninertia|inertia 2")
def other_method(words):
    """With another method barostat, chains, heat and econserve continue where they were, with `run pre no` too."""
    for fix in NPH, NPT, NPT + " thermostat nhc":
        yes, no = [liquid_of_trimers(
            before_fix="run_style rgs", fix=fix, steps=20, every=20,
            columns="econserve ecouple vol f_move[12] f_move[15]",
            again=["fix_modify move " + words, "run 5 pre " + pre]) for pre in ("yes", "no")]
        same(f"{fix}, {words}, pre yes and no", yes, no, 4)
        before, after = np.array(yes.lines[1:3], float)
        between(0, 1e-13, np.max(abs(after - before) / (1 + abs(before))), f"{fix}, {words}: change by fix_modify")
        check(before[-1] > 0, f"{fix}, {words}: the barostat moves")


@case
def checks():
    """The forces of the start of a run are written where RIGIDSTEP_CHECKS overwrites them."""
    for fix in NPH, NPT, NPT.replace("/small", ""):
        runs = [liquid_of_trimers(fix=fix, steps=20, columns="vol pe", env=dict(RIGIDSTEP_CHECKS=on))
                for on in "01"]
        same(f"{fix}, checks", *runs, 3)


@case
def loop_before():
    """A loop that has ended, and a variable that was deleted, have no style."""
    for fix in NVT, NPH:
        ended(fix + " after a loop", 2, liquid_of_trimers(fix=fix, steps=5, before_fix=[
            "label again", "variable i loop 3", "next i", "jump SELF again", "variable k equal 1",
            "variable k delete"]))


@case
def words():
    for n in 1, 4:
        refused("module", "keyword module needs a file", free(n, fix=RGS + " module"))
        refused("gyrate", "[Ii]llegal|does not support", free(n, fix=RGS, again="fix_modify move gyrate 3"))
