# SPDX-License-Identifier: BSD-3-Clause
"""Runs the blocks of Python of a page one after the other: t_python_page.py MODULE PAGE; of the pages of examples/howto each
by itself if PAGE is that folder."""
import glob
import importlib.util
import os
import re
import sys
import tempfile


def python(names, files):
    bodies = names["bodies"]
    assert abs(sum(e.sum() for e in bodies.energies()) + names["force"](0) - names["start"]) < 1e-2 * names["start"]
    assert names["batch"].names == [1, 2] and len(names["gone"]) == 2
    np, flow = names["np"], names["flow_and_jacobian"]
    h, inertia, l = 0.7, np.array([[1, 1.5, 2], [1, 1, 1.5]]), np.array([[0.3, -0.5, 0.7], [-0.2, 0.6, 0.4]])
    given = [h, inertia, l, np.array([[0.6, 0, 0.8, 0], [0.5, 0.5, 0.5, -0.5]])]
    gradient = np.array([[1, 2, 3, 4], [-1, 0, 1, 2.0]])
    by = np.einsum("nkc,nk->nc", flow(*given)[1], gradient)
    want = [by[:, 10].sum(), by[:, 7:10], by[:, :3], by[:, 3:7]]
    for place, array in enumerate(given):
        for at in np.ndindex(np.shape(array)):
            ends = []
            for step in (1e-7, -1e-7):
                near = [np.array(values) for values in given]
                near[place][at] += step
                ends.append((flow(*near)[0] * gradient).sum())
            assert abs((ends[0] - ends[1]) / 2e-7 - want[place][at]) < 1e-7, (place, at)
    if "torch" in names:
        torch = names["torch"]
        tensors = [torch.tensor(values, dtype=torch.float64, requires_grad=True) for values in given]
        (names["FreeFlow"].apply(*tensors) * torch.from_numpy(gradient)).sum().backward()
        assert all(np.allclose(tensor.grad, values, 1e-15) for tensor, values in zip(tensors, want))
    if "jax" in names:
        loss = lambda *given: (names["free_flow"](*given) * gradient).sum()
        got = names["jax"].grad(loss, (0, 1, 2, 3))(*given)
        assert all(np.allclose(one, other, 1e-15) for one, other in zip(got, want))


def carbon_dioxide(names, files):
    assert {"nvt.log", "npt.state", "volumes.png"} <= files, files
    assert names["relax"].nsteps > 5
    # With room for chance: the temperature of 132 freedoms is within 12 % two times in three.
    assert 120 < names["nvt"].temperature().total < 450 and len(names["volumes"]) == 1001
    assert 40 < names["volumes"][-1] < 200, names["volumes"][-1]
    assert abs(names["driven"].work) > 1e-9
    assert names["npt"].check_forces(sample=1).right              # as the page advises


def beside_rattle(names, files):
    errors = names["errors"]
    for name, at_most in ("water", 5e-4), ("acetonitrile", 5e-5):
        assert abs(errors[name, "rigidstep", 1] / errors[name, "RATTLE", 1] - 1) < 0.25, errors
        assert errors[name, "rigidstep", 1] < errors[name, "rigidstep", 4] < at_most, errors


def benzene(names, files):
    assert {"benzene.csv", "benzene.dcd"} <= files, files
    density = names["density"].mean()
    assert len(names["density"]) == 40 and 0.8 < density < 0.93, density


def howto(names, files):
    assert "run.xyz" in files, files


def boxes(names, files):
    assert abs(names["low"] - 1.176) < 0.005 and 0.01 < names["offset"] < 0.04
    assert names["dynamics"].names == [1, 2, 3, 4, 5, 6] and (names["dynamics"].temperature() < 1000).all()
    assert abs(names["inner"][0]) < 2000 < 5000 < names["inner"][1], names["inner"]


def liquid_crystal(names, files):
    assert names["order"][0.22] < 0.3 < 0.6 < names["order"][0.36], names["order"]
    r, along, pair = (names[name] for name in ("r", "along", "pair"))
    names["pair"].__globals__["CUT"] = 1e3               # the wells without a cutoff, as published
    wells = [float(pair(r[:, None] * r.new_tensor(way), along.expand(len(r), 3), along.expand(len(r), 3)).min())
             for way in ([0, 1, 0], [1, 0, 0])]
    assert abs(wells[0] + 5 / 3) < 1e-6 and abs(wells[1] + 1 / 3) < 1e-6, wells
    assert (abs(names["batch"].energies) < 10).all(), names["batch"].energies
    # Forces and torques of LAMMPS' pair_style gayberne 1.0 1.0 2.0 with wells 0.2 1 1; its wells lack the factor (25/12)^(1/2).
    theirs = [[0.301100184368, -0.680351197163, 0.354711072881, -0.0738073373197, -0.253053727953, -0.767128396398],
              [-0.301100184368, 0.680351197163, -0.354711072881, 0.500046593745, 0.117778447162, 0.145846923176]]
    np, torch = names["np"], names["torch"]
    bodies = {name: np.zeros((2, 3)) for name in ("p", "l", "f", "tau")}
    bodies.update(x=np.array([[0, 0, 0], [1.4, -1.1, 1.2]]), q=np.array([[0.1, 0.1, 0.7, 0.7], [0.8, 0, 0.6, 0]]),
                  mass=np.ones(2), inertia=np.tile([0, 1.0, 1], (2, 1)))
    U = names["fluid"](2, torch.tensor([1e5, 1e5, 1e5]).double())
    with names["rigidstep"].Stepper(None, "exact", "strang", bodies, names["forces"](U)) as stepper:
        stepper.step(1e-12)
    ours = np.hstack([bodies["f"], bodies["tau"]]) / (25 / 12) ** 0.5
    assert abs(ours - theirs).max() < 1e-9, (ours, theirs)


def two_potentials(names, files):
    assert names["np"].std(names["apart"]) < names["units"].kB * 250, names["apart"]
    assert names["levels"].nsteps == 100 and 180 < names["np"].mean(names["kelvins"]) < 330, names["kelvins"]
    assert names["trials"].stepper.output("expected_acceptance") > 0.5
    assert -80 < 1000 * names["np"].mean(names["energies"]) < -45, names["energies"]


PAGES = {"PYTHON.md": ("numpy", 5, python), "co2_in_ase.md": ("ase matplotlib", 4, carbon_dioxide),
         "boxes_in_ase.md": ("ase", 3, beside_rattle), "co2_in_torch.md": ("ase torch", 4, boxes),
         "gay_berne_in_torch.md": ("torch", 3, liquid_crystal), "two_potentials.md": ("ase tblite", 4, two_potentials),
         "benzene_in_openmm.md": ("openmm", 3, benzene), "howto": ("ase numpy", 23, howto)}
os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
needs, number, check = PAGES[os.path.basename(sys.argv[2])]
for module in needs.split():
    try:
        __import__(module)
    except ImportError:
        print(f"skipped: needs {module}")
        sys.exit()
sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[2])))
pages = sorted(glob.glob(os.path.join(sys.argv[2], "*.md"))) or [sys.argv[2]]
blocks = []
for page in pages:
    with open(page, encoding="utf-8") as file:
        blocks += re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S)
assert len(blocks) == number, len(blocks)
names = {}
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for block in blocks:
        other = re.search(r"^import (torch|jax)$", block, re.M)
        if other and not importlib.util.find_spec(other[1]):
            print(f"left out: a block that needs {other[1]}")
        else:
            exec(block, names if len(pages) == 1 else {})
    check(names, set(os.listdir(folder)))
    os.chdir("/")
print("ok")
