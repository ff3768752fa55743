# SPDX-License-Identifier: BSD-3-Clause
"""i-PI's driver computes GFN1-xTB for RigidDynamics through a socket: as tblite in this process, stress too."""
import os
import subprocess
import tempfile
import numpy as np
from ase import Atoms, units
from ase.build import molecule
from ase.calculators.socketio import SocketIOCalculator
from rigidstep.ase import CSVR, Andersen, RigidDynamics, thermalize
from tblite.ase import TBLite

rng, atoms = np.random.default_rng(1), Atoms(cell=3 * [9.0], pbc=True)
for place in ((0, 0, 0), (4.5, 4.5, 4.5)):
    one = molecule("CO2")
    one.rotate(rng.uniform(0, 360), rng.normal(size=3))
    one.translate(place)
    atoms += one
thermalize(atoms, molecules="bonds", temperature_K=250, random=1)
alone = atoms.copy()


def run(box):
    RigidDynamics(box, 4 * units.fs, molecules="bonds", thermostat=CSVR(250, 100 * units.fs, seed=1),
                  barostat=Andersen(units.bar, 1000 * units.fs)).run(5)
    return box.positions.copy(), box.get_potential_energy(), box.get_stress(), box.get_volume()


with tempfile.TemporaryDirectory() as folder:
    start, name = os.path.join(folder, "start.xyz"), f"rigidstep{os.getpid()}"
    with open(start, "w", encoding="ascii") as file:
        file.write(f"{len(atoms)}\n# CELL(abcABC): 9 9 9 90 90 90 positions{{angstrom}} cell{{angstrom}}\n")
        file.writelines(f"{one.symbol} {one.x:.12f} {one.y:.12f} {one.z:.12f}\n" for one in atoms)
    with SocketIOCalculator(unixsocket=name, timeout=120) as atoms.calc:
        driver = subprocess.Popen(["i-pi-py_driver", "-u", "-a", name, "-S", "/tmp/ipi_", "-m", "xtb", "-o",
                                   f"template={start},method=GFN1-xTB,periodic=True"])
        try:
            through = run(atoms)
        finally:
            driver.kill()
alone.calc = TBLite(method="GFN1-xTB", verbosity=0)
for here, there, within in zip(run(alone), through, (1e-6, 1e-6, 1e-6, 1e-4)):
    off = abs(np.asarray(here) - there).max()
    print(f"{off:.1e}, at most {within:.0e}")
    assert off < within
