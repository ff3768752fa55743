# SPDX-License-Identifier: BSD-3-Clause
"""What the parts of the study share: potentials, molecules, boxes and errors."""
import os
import numpy as np
from ase import Atoms, units
from ase.build import molecule
from ase.optimize import BFGS

FS, BAR = units.fs, units.bar
# Volume per molecule (Angstrom^3), temperature (K), the two atoms of a bond with its length by experiment, and the
# binding energy of two molecules (meV): 10.1063/1.479108, 10.1063/1.1408302, 10.1063/1.3378024
MOLECULES = dict(CO2=(70.0, 250.0, (0, 1), 1.160, 60), H2O=(29.9, 300.0, (0, 1), 0.958, 218),
                 C6H6=(148.0, 300.0, (0, 1), 1.391, 119), CH3CN=(87.0, 300.0, (1, 2), 1.157, None))


def tblite(method):
    from tblite.ase import TBLite
    return TBLite(method=method, verbosity=0)


def ani1x():
    """ANI-1x.  Its weights are in the wheel of TorchANI 2.2.4, and the file that names them is empty there."""
    import torchani
    from torchani import neurochem
    here = os.path.join(os.path.dirname(torchani.__file__), "resources", "ani-1x_8x")
    files = [os.path.join(here, name) for name in ("rHCNO-5.2R_16-3.5A_a4-8.params", "sae_linfit.dat", "train")]
    neurochem.parse_neurochem_resources = lambda _: (*files, 8)
    return torchani.models.ANI1x(periodic_table_index=True).double().ase()


def sevennet(name, modal=None):
    from sevenn.calculator import SevenNetCalculator
    return SevenNetCalculator(name, device="cpu", **(dict(modal=modal) if modal else {}))


def chgnet():
    from chgnet.model.dynamics import CHGNetCalculator
    return CHGNetCalculator(use_device="cpu", verbose=False)


MODELS = {"gfn2": lambda: tblite("GFN2-xTB"), "gfn1": lambda: tblite("GFN1-xTB"), "ani1x": ani1x,
          "7net-0": lambda: sevennet("7net-0"), "7net-l3i5": lambda: sevennet("7net-l3i5"),
          "7net-mf-0": lambda: sevennet("7net-mf-0", "R2SCAN"), "chgnet": chgnet}


def counted(calculator):
    """The calculator, which counts in `calls` how often it computes."""
    compute = calculator.calculate

    def calculate(*given, **named):
        calculator.calls += 1
        return compute(*given, **named)
    calculator.calls, calculator.calculate = 0, calculate
    return calculator


def correlated(series):
    """Over how many rows a series is correlated: 2 tau, by autocorrelations up to 5 of these; and its error."""
    series = series - series.mean()
    total, squares = 0.5, (series ** 2).mean()
    for k in range(1, len(series) // 2):
        if k > 10 * total:
            break
        total += (series[:-k] * series[k:]).mean() / squares
    return max(2 * total, 1.0), max(2 * total, 1.0) * np.sqrt(2 * (20 * total + 1) / len(series))


def alone(calculator, name):
    """One molecule, at the minimum of the potential, and its energy."""
    one = molecule(name)
    one.set_cell(3 * [16.0])
    one.center()
    one.calc = calculator
    BFGS(one, logfile=None).run(fmax=2e-3, steps=100)
    energy = one.get_potential_energy()
    one.calc = None
    return one, energy


def box(one, volume, points, seed):
    """Copies of a molecule in any orientation at points of the unit cube."""
    rng, edge = np.random.default_rng(seed), (volume * len(points)) ** (1 / 3)
    atoms = Atoms(cell=3 * [edge], pbc=True)
    for place in points * edge:
        copy = one.copy()
        copy.rotate(rng.uniform(0, 360), rng.normal(size=3), center="COM")
        copy.translate(place - copy.get_center_of_mass())
        atoms += copy
    return atoms


GRID = np.array(list(np.ndindex(2, 2, 2))) / 2
CENTRED = np.concatenate([GRID, GRID + 0.25])                 # 16


def errors(series):
    """Its mean, and the standard error of it."""
    return series.mean(), series.std() * np.sqrt(correlated(series)[0] / len(series))
