# SPDX-License-Identifier: GPL-2.0-only
"""What is refused, and a plugin that does not fit its LAMMPS."""
import os
import re

from cases import RGS, TOOLS, between, case, check, ended, free, lmp, refused, rows, sh, stopped, this, written

WHEN = ["each"]


@rows("""
unknown_rotor|ITS.*unknown rotor gyroscope; known: .*exact|rotor gyroscope
other_name|ITS.*leapfrog is the scheme strang|scheme leapfrog
misspelt|no scheme is called 'strnag'; nearest: strang|scheme strnag
unknown_param|ITS.*unknown param colour|param colour 3
no_rotor_name|keyword rotor needs a name|rotor
no_param_value|keyword param needs a key and a value|param order
unknown_keyword|ITS.*unknown keyword gyrate|gyrate 3
no_module|ITS.*cannot load module .nowhere.so.: no file|module nowhere.so
many_stages|ITS.*scheme suzuki4 needs 5 force evaluations per step, but run_style verlet has one.*use run_style rgs|scheme suzuki4
force_in_the_middle|strang_dkd.*middle|scheme strang_dkd
""")
def keyword(text, words):
    for n in 1, 3:
        for style in "rigid/rgs", "rigid/small/rgs":
            refused(f"{style} {words}", text.replace("ITS", f"Fix {style} .ID move."), free(n, fix=f"{style} molecule {words}"))


@case
def scheme():
    for n in 1, 3:
        run = free(n, fix=RGS + " scheme nonsense")
        refused("scheme nonsense", "scheme.*nonsense.*strang", run)
        refused("thermostat langvin", "no thermostat is called 'langvin'; nearest: langevin", free(n, fix="rigid/nvt/small/rgs molecule temp 300 300 100 thermostat langvin"))
    # every other scheme there is needs what run_style verlet does not have
    for name in re.findall(r"unknown scheme nonsense; known: ([^(]*) \(", run.text)[0].split():
        if name != "strang":
            refused(name, f"scheme {name} (needs ([0-9]+ force evaluations per step, but run_style verlet has one|its force evaluation "
                    f"in the middle).*use run_style rgs)|scheme {name} needs a thermostat; use rigid/nvt", free(fix=f"{RGS} scheme {name}"))


@case
def bodies():
    # one moment larger than the sum of the others
    written("bad.infile", "1\n5 20.0 4 4 12 1 1 10 0 0 0 0 0 0 0 0 0 0 0 0")
    for n in 1, 4:
        refused("a body that cannot be", "rigid/small/rgs.*ID move.*body owned by atom [0-9]+.*10", free(n, fix=RGS + " infile bad.infile"))
        # so far in one step that LAMMPS would never take it back into the box; fix rigid/small loses its atoms before
        refused("far", "Fix rigid/rgs .ID move.: .*its centre of mass is more than a million lengths of the box away",
                free(n, fix="rigid/rgs molecule", dt=1e30))
        refused("far", "Lost atoms|more than a million", free(n, fix=RGS, dt=1e30))
    # a force that is not a number shows on one rank only, in the middle of a run
    for n in 1, 3:
        stopped("infinite force", r"Fix rigid/small/rgs \(ID move\): body owned by atom (7|8|9): .*timestep 1 ", free(
            n, fix=RGS, before_fix="variable bad atom ((id==7)*1e308)*1e308", before_run="fix bad all addforce v_bad 0 0"))


@case
def other_release():
    """The same error by plugin load and by the launcher."""
    its = re.sub("([0-9]*)([A-Z][a-z]*)([0-9]*)", r"\1 \2 \3", this.release)
    other = os.path.dirname(this.plugin) + "/other/rigidstep_otherplugin.so"
    for n in 1, 3:
        refused("other release", f"compiled for LAMMPS 1 Jan 2001 .*, but this is LAMMPS {its} ",
                free(n, fix=RGS, plugin=other, env=dict(RIGIDSTEP_PLUGIN=other)))
    # the plugins of two real releases, each in the other's LAMMPS
    if this.release == "29Sep2021" and this.built.get("4Jul2026"):
        newer, other = this.built["4Jul2026"]
        refused("crossed", "compiled for LAMMPS 29 Sep 2021 .*, but this is LAMMPS 4 Jul 2026 ", free(2, fix=RGS, lmp=[newer]))
        refused("crossed", "Cannot load .*the one compiled for this LAMMPS, 29 Sep 2021",
                free(2, fix=RGS, plugin=other, env=dict(RIGIDSTEP_PLUGIN=other)))
    # where LAMMPS has no package PLUGIN, the launcher says whose styles it has, and loads no other plugin
    if this.release == "29Sep2021":
        run = lmp(written("loads.in", "plugin load ./rigidstepplugin.so"))
        check(run.status == 0 and run.says("^lmp_rgs has the styles of /.*/rigidstepplugin.so; it does not read ./rigidstepplugin.so$"),
              f"lmp_rgs, plugin load: {run}")
        refused("plugin load", "lmp_rgs loads rigidstepplugin.so only, not otherplugin.so", lmp(written("other.in", "plugin load otherplugin.so")))


@case
def other_mpi():
    """An MPI whose headers the plugin was not compiled with: this one gives its name alone."""
    written("mpi.c", "#include <string.h>", "int MPI_Get_library_version(char *name, int *length) {",
            '  strcpy(name, "MPICH Version: 4.0.2"); *length = (int)strlen(name); return 0; }')
    sh("cc", "-shared", "-fPIC", "mpi.c", "-o", "mpi.so")
    refused("other MPI", "compiled with Open MPI, but the MPI of this LAMMPS is MPICH Version: 4.0.2; compile",
            free(fix=RGS, before=["env", f"LD_PRELOAD={os.getcwd()}/mpi.so"]))


@case
def tree():
    """The tree of a release that no test runs: taken, with a word; without a tree refused."""
    os.makedirs("tree/src")
    written("tree/src/version.h", '#define LAMMPS_VERSION "22 Jul 2025"')
    for given, wanted in (["tree"], f"not tested with LAMMPS 22Jul2025(.|\n)*{os.getcwd()}/tree$"), ([], "Debian has no release .22Jul2025."):
        said = sh(TOOLS + "/get_lammps_source.sh", "22Jul2025", *given)
        check(re.search(wanted, said), f"release 22Jul2025, tree {given}: {said}")


@case
def cycle():
    """Unload, load again, clear: the process must end well."""
    for n in 1, 2:
        run = lmp("cycle", n)
        ended("load, unload, load, clear, load", 9, run)
        between(0, 0, len(run.says("Overriding built-in")), f"warnings after clear, {n} ranks")
        stopped("after unload", ".*rigid/small/rgs", lmp("cycle", n, forget="yes"))


@case
def exported():
    names = [line.split()[-1] for line in sh("nm", "-D", "--defined-only", this.plugin).splitlines()]
    check(names == ["lammpsplugin_init"], f"the plugin exports {names}")
