# SPDX-License-Identifier: GPL-2.0-only
"""Processed schemes under run_style rgs."""
import numpy as np

from cases import DIGITS, HERE, RGS, any_ranks, between, case, energies_apart, equal, liquid, lmp, mixed, refused, rows, slope, text_of, this, \
    written
from kinds import dumped, evaluations, rms, scheme_order

DUMP = "id x y z fx fy fz modify sort id format float %.17g"


def water(scheme, dt, *commands):
    """The rms of the energy in 120 fs, with output every 6 fs."""
    return rms(liquid(fix=f"{RGS} scheme {scheme}", dt=dt, steps=120 // dt, every=6 // dt, before_run=["run_style rgs", DIGITS, *commands])[4])


@rows("takahashi_imada4|takahashi_imada4\nrowlands4|rowlands4")
def order(scheme):
    """Rigid, flexible and free atoms together, then water."""
    scheme_order(3.8, 4.3, scheme, 0.25)
    long, short = water(scheme, 6), water(scheme, 3)
    between(3.7, 5.5, slope(short, long), f"water, {scheme}, 3 and 6 fs: slope of the energy's rms")
    if scheme == "takahashi_imada4":    # what two evaluations in 6 fs are worth
        between(10, 30, water("strang", 3) / long, "water: the energy's rms, strang at 3 fs over takahashi_imada4 at 6 fs")
    if not this.short and scheme == "takahashi_imada4":
        pppm = ["pair_style hybrid/overlay lj/gromacs 6.0 8.0 coul/long 8.0", "pair_coeff 1 1 lj/gromacs 0.15535 3.166",
                "pair_coeff 1 2 lj/gromacs 0.0 1.0", "pair_coeff 2 2 lj/gromacs 0.0 1.0", "pair_coeff * * coul/long", "kspace_style pppm 1e-5"]
        between(10, 30, water("strang", 3, *pppm) / water(scheme, 6, *pppm), "pppm: the energy's rms, strang at 3 fs over takahashi_imada4 at 6 fs")


@case
def switched_off():
    """Forces that keywords switch off stay off from one step to the next."""
    def end(scheme, dt):
        return mixed(fix=f"rigid/rgs molecule scheme {scheme} force * off on on torque * on off on", dt=dt, steps=round(32 / dt), every=1000,
                     before_run=DIGITS).end(4)
    best = end("srkn6b", 0.25)
    for scheme in "chin4d", "rowlands4":
        between(3.3, 4.7, slope(abs(end(scheme, 0.5) - best), abs(end(scheme, 1) - best)), scheme + " with force and torque switched off: error of the energy, slope")


@rows([("takahashi_imada4", "takahashi_imada4", 134), ("rowlands4", "rowlands4", 136), ("pmlf6", "pmlf6", 282)])
def seen(scheme, number):
    """What is propagated does not depend on output: the same bits at the end."""
    runs = {every: mixed(fix=f"{RGS} scheme {scheme}", every=every, steps=64, before_run=DIGITS) for every in (64, 1, 7)}
    for every in 1, 7:
        equal(f"{scheme}, output every {every} and every 64 steps, step 64", runs[64].lines[-1:], runs[every].lines[-1:], 1)
    # evaluations of 64 steps with output in the last, one of the set-up
    between(number, number, evaluations(runs[64]), "force evaluations in 64 steps of " + scheme)
    said = runs[64].says("^run_style rgs: [0-9]* force evaluations in 64 steps")[0].split()[2]
    between(number - 1, number - 1, int(said), "the same in the log, without the set-up")
    if scheme == "takahashi_imada4":
        run = mixed(fix=f"{RGS} scheme {scheme}", steps=32, every=32, before_run=DIGITS, again="run 32 post no")
        between(0, 1e-9, abs(run.end(4) / runs[64].end(4) - 1), f"{scheme} in one run and in two: energy")


@case
def shown():
    """Output belongs to the physical state: its error falls with the order of the scheme."""
    def state(scheme, dt):
        return dumped(mixed(fix=f"{RGS} scheme {scheme}", dt=dt, steps=round(32 / dt), every=64, again=f"write_dump all custom @.dump {DUMP}").name + ".dump")
    best = state("rkn8", 0.5)
    assert best.shape == (7, 168)
    for scheme in "takahashi_imada4", "rowlands4":
        half, one = state(scheme, 0.5), state(scheme, 1)
        for what, columns in ("positions", slice(1, 4)), ("forces", slice(4, 7)):
            between(3.5, 4.7, slope(*[np.max(abs(its - best)[columns]) for its in (half, one)]), f"{scheme}: error of the {what} in a dump, slope")


@rows("takahashi_imada4|takahashi_imada4\nrowlands4|rowlands4\npmlf6|pmlf6")
def ranks(scheme):
    one, *others = [mixed(n, fix=f"{RGS} scheme {scheme}", steps=64, every=8, before_run=DIGITS) for n in any_ranks()]
    for run in others:
        between(0, 1e-11, energies_apart(one, run, 9), f"{scheme}: energies, 1 and {run.ranks} ranks")


@case
def moving():
    """Atoms change rank in steps with output and without."""
    one, run = [liquid(n, fix=RGS + " scheme takahashi_imada4", dt=5, steps=40, every=8, before_run=["run_style rgs", DIGITS]) for n in (1, 4)]
    between(0, 1e-9, energies_apart(one, run, 6), "water, 40 steps of 5 fs: energies, 1 and 4 ranks")
    between(5, 500, run.end("c_away"), "water, 40 steps of 5 fs, 4 ranks: atoms on another rank")
    between(0, 0, float(run.says("^Dangerous builds = .*")[-1].split()[-1]), "water, 40 steps of 5 fs: dangerous builds")


@rows([("takahashi_imada4", "takahashi_imada4", 1, 10), ("takahashi_imada4_ranks", "takahashi_imada4", 2, 11), ("rowlands4", "rowlands4", 2, 10),
       ("pmlf6", "pmlf6", 1, 11)])
def restart(scheme, n, every):
    """Files of a step inside a run, with thermodynamic output in that step (11) and without (10)."""
    more = dict(fix=f"{RGS} scheme {scheme}", dt=2, before_run=["atom_modify sort 0 0", f"thermo {every}", "thermo_modify norm no format float %.17g", "run_style rgs"])
    whole = liquid(n, steps=60, after_fix="restart 33 its.restart", **more)
    rest = liquid(n, steps=27, restart="yes", state="its.restart.33", **more)
    equal(f"{scheme}, restart file of step 33, output every {every} steps, {n} ranks",
          *[[line[:-1] for line in run.lines if int(line[0]) > 33] for run in (whole, rest)])


@rows([("takahashi_imada4", "takahashi_imada4", 1), ("rowlands4", "rowlands4", 2)])
def restart_of_a_drop(scheme, n):
    """Free atoms, too."""
    more = dict(fix=f"{RGS} scheme {scheme}", every=8, before_run=["atom_modify sort 0 0", DIGITS])
    whole = mixed(n, steps=64, **dict(more, before_run=["atom_modify sort 0 0", DIGITS, "restart 33 drop.restart"]))
    written("in.rest", text_of(HERE + "/in.mixed").replace("read_data     ${state}", "read_restart drop.restart.33"))
    rest = lmp("in.rest", n, steps=31, **more)
    equal(f"rigid, flexible and free atoms, {scheme}, restart file of step 33, {n} ranks",
          *[[line for line in run.lines if int(line[0]) > 33] for run in (whole, rest)])


@case
def momentum():
    """What other fixes do to the state is kept: momenta of ions, set to zero every 16 steps."""
    def end(scheme, dt, *stop):
        return mixed(fix=f"{RGS} scheme {scheme}", dt=dt, steps=round(48 / dt), every=16, before_run=[DIGITS, *stop]).end(4)

    def stopped(scheme, dt):
        return end(scheme, dt, f"fix stop others momentum {round(16 / dt)} linear 1 1 1")
    best = stopped("rkn8", 1)
    between(1e-3, 1e3, abs(end("rkn8", 1) - best), "what fix momentum takes from the energy")
    between(3.3, 5.5, slope(abs(stopped("takahashi_imada4", 0.5) - best), abs(stopped("takahashi_imada4", 1) - best)),
            "takahashi_imada4 with fix momentum: error of the energy, slope")


@case
def halted():
    """A run that ends early ends in the physical state."""
    halt = ["variable now equal step", "fix halt all halt 20 v_now >= 20 error continue"]
    twenty, run = [mixed(fix=RGS + " scheme takahashi_imada4", every=100, steps=steps, before_run=[DIGITS, *more], again=f"write_dump all custom @.dump {DUMP}")
                   for steps, more in ((20, []), (60, halt))]
    equal("a run that fix halt ends is in the physical state", twenty.read("dump").splitlines(), run.read("dump").splitlines(), 177)


@case
def refusals():
    for n in 1, 3:
        refused("langevin", "takahashi_imada4 is a processed scheme.*physical momenta, on which keyword langevin acts",
                mixed(n, fix=RGS + " scheme takahashi_imada4 langevin 300 300 100 7"))
        refused("thermostat", "takahashi_imada4.*transformed variables, for which the thermostat .* would be wrong; take strang or srkn6b",
                mixed(n, fix="rigid/nvt/small/rgs molecule temp 300 300 100 scheme takahashi_imada4"))
