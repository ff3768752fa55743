# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.ensembles - thermostats and barostats, which RigidDynamics takes as objects."""
from __future__ import annotations

import inspect
from typing import Any, Dict, Iterable, List, Optional, Set, Type, TypeVar

from ase import units

from ..columns import real
from ..library import Library, Path

Self = TypeVar("Self", bound="_Part")
EXAMPLES = dict(thermostat="CSVR(300, 100 * units.fs, seed=1)", barostat="Andersen(1 * units.bar, 1000 * units.fs)")

class _Part:
    """A method of the library by its name, with its parameters in ASE's units."""
    kind = ""

    def __init__(self, shown: str, name: str, temperature_K: Optional[float], relaxation: Optional[float],
                 params: Dict[str, float]):
        if not isinstance(name, str):
            raise TypeError(f"name is {name!r}; must be the name of a {self.kind}, as Library().methods() lists them")
        self.name, self.params = name, params
        self.temperature_K = None if temperature_K is None else real("temperature_K", temperature_K, above=0)
        self.relaxation = None if relaxation is None else real("relaxation", relaxation, above=0)
        self._shown = shown + "".join(f", {key}={value!r}" for key, value in params.items())
        self._used = False

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._shown})"

    def _given(self, table: Dict[str, Any]) -> Dict[str, Any]:
        """The parameters for the library, whose table of this method is `table`."""
        if not table:
            return {}
        told = dict(self.params)
        relaxes = next((key for key in table if key.endswith("relaxation")), "")
        kt = None if self.temperature_K is None else units.kB * self.temperature_K
        for name, value, key in ("temperature_K", kt, "kt"), ("relaxation", self.relaxation, relaxes):
            if value is not None and table and key not in table:
                raise TypeError(f"{self!r} has {name}, but the {self.kind} '{self.name}' does not use it; leave it out "
                                f"(parameters: {', '.join(table)})")
            if value is not None:
                told[key] = value
        return told

class Thermostat(_Part):
    """A thermostat of the library or of a module by its name, for RigidDynamics.

    Parameters
    ----------
    name : str
        As `Library().methods()` lists it.
    temperature_K : float, optional
        In Kelvin.
    relaxation : float, optional
        In ASE's unit of time.
    **params : float
        Other parameters of its table, in ASE's units; `print(method)` shows them.

    Examples
    --------
    >>> Thermostat("csvr", 300, 100 * units.fs, seed=1, together=1).name
    'csvr'
    """
    kind = "thermostat"

    def __init__(self, name: str, temperature_K: Optional[float] = None, relaxation: Optional[float] = None,
                 **params: float):
        shown = (f"{value!r}" for value in (name, temperature_K, relaxation) if value is not None)
        super().__init__(", ".join(shown), name, temperature_K, relaxation, params)

class Langevin(Thermostat):
    """Friction and noise on each body.

    Parameters
    ----------
    temperature_K : float
        In Kelvin.
    relaxation : float, optional
        The time after which 1/e of a momentum is left, in ASE's unit of time; give it or friction.
    seed : int
        Of the noise.
    friction : float, optional
        1 / relaxation.
    **params : float
        Others of its table, such as relaxation_rotation.

    Examples
    --------
    >>> Langevin(300, 100, seed=1)
    Langevin(300, 100, seed=1)
    """
    def __init__(self, temperature_K: float, relaxation: Optional[float] = None, *, seed: int,
                 friction: Optional[float] = None, **params: float):
        if (relaxation is None) == (friction is None):
            raise TypeError(f"relaxation is {relaxation} and friction {friction}; give one of them (relaxation is "
                            "1 / friction)")
        given = 1 / real("friction", friction, above=0) if relaxation is None else relaxation
        _Part.__init__(self, f"{temperature_K!r}, {given!r}", "langevin", temperature_K, given, dict(params, seed=seed))

class CSVR(Thermostat):
    """Scales all momenta by a random factor, so that the kinetic energy is canonical.

    Parameters
    ----------
    temperature_K : float
        In Kelvin.
    relaxation : float
        The time after which 1/e of an excess of kinetic energy is left, in ASE's unit of time.
    seed : int
        Of the noise.
    **params : float
        Others of its table, such as together.

    Examples
    --------
    >>> CSVR(300, 100, seed=1)
    CSVR(300, 100, seed=1)
    """
    def __init__(self, temperature_K: float, relaxation: float, *, seed: int, **params: float):
        _Part.__init__(self, f"{temperature_K!r}, {relaxation!r}", "csvr", temperature_K, relaxation,
                       dict(params, seed=seed))

class NHC(Thermostat):
    """Chains of Nose and Hoover, one for translation and one for rotation.

    Parameters
    ----------
    temperature_K : float
        In Kelvin.
    relaxation : float
        The thermostat swings with a period of about 2 pi times this, in ASE's unit of time.
    **params : float
        Others of its table, such as chain.

    Examples
    --------
    >>> NHC(300, 100, chain=5)
    NHC(300, 100, chain=5)
    """
    def __init__(self, temperature_K: float, relaxation: float, **params: float):
        _Part.__init__(self, f"{temperature_K!r}, {relaxation!r}", "nhc", temperature_K, relaxation, params)

class Metropolis(Thermostat):
    """Each time step is a trial: new momenta, some steps at constant energy, accepted by the energy (a draft).

    Averages have no error of the step, nor of `fast`, which then moves the atoms alone: atoms.calc is called once a trial,
    for its energy.  Times and velocities mean nothing.

    Parameters
    ----------
    temperature_K : float
        In Kelvin.
    steps : int, default 10
        How many steps of the scheme a trial has; the time step of RigidDynamics is that of the trial.
    relaxation : float, optional
        From trial to trial 1/e of a momentum is left after this time, in ASE's unit of time; None: nothing.
    seed : int
        Of the noise.
    **params : float
        Others of its table.

    Examples
    --------
    >>> Metropolis(300, 25, seed=1)
    Metropolis(300, 25, seed=1)
    """
    def __init__(self, temperature_K: float, steps: int = 10, relaxation: Optional[float] = None, *, seed: int,
                 **params: float):
        shown = f"{temperature_K!r}, {steps!r}" + ("" if relaxation is None else f", {relaxation!r}")
        _Part.__init__(self, shown, "metropolis", temperature_K, relaxation, dict(params, seed=seed))
        self.params["steps"] = steps

class Barostat(_Part):
    """A barostat of the library by its name, for RigidDynamics.

    Parameters
    ----------
    name : str
        As `Library().methods()` lists it.
    pressure : float or array_like
        In eV/Angstrom^3 (1.0 * units.bar).  Where its table has groups of axes, also three pressures along x,
        y and z, None for an axis that keeps its length.  Where it has shears, instead a symmetric tensor (3,
        3), positive for compression; its deviation from the mean refers to the cell at the start.
    relaxation : float, optional
        How fast the cell follows, in ASE's unit of time; all but mc need it.
    couple : {'xyz', 'xy', 'yz', 'xz', 'none'}
        Which axes change by the same factor, where its table has groups and no shears.
    temperature_K : float, optional
        In Kelvin; needed where there is no thermostat, whose temperature it has otherwise.
    **params : float
        Other parameters of its table, in ASE's units.

    Examples
    --------
    >>> Barostat("andersen", 0.001, 1000 * units.fs, barostat_mass=50.0).name
    'andersen'
    """
    kind = "barostat"

    def __init__(self, name: str, pressure: Any, relaxation: Optional[float] = None, *, couple: str = "xyz",
                 temperature_K: Optional[float] = None, **params: float):
        self._describe(f"{name!r}, ", name, pressure, relaxation, couple, temperature_K, params)

    def _describe(self, first: str, name: str, pressure: Any, relaxation: Optional[float], couple: str,
                  temperature_K: Optional[float], params: Dict[str, float]) -> None:
        more = (f", couple={couple!r}" if couple != "xyz" else "") + \
            (f", temperature_K={temperature_K!r}" if temperature_K is not None else "")
        time = "" if relaxation is None else f", {relaxation!r}"
        _Part.__init__(self, f"{first}{pressure!r}{time}{more}", name, temperature_K, relaxation, params)
        self.pressure, self.couple = pressure, couple

class Andersen(Barostat):
    """The cell keeps its angles or scales along x, y and z.

    Positions and the cell's vectors change by one factor along each of x, y and z; if all are coupled, a
    skewed cell keeps its angles.

    Parameters
    ----------
    pressure : float or sequence of float
        In eV/Angstrom^3 (1.0 * units.bar), or three, None for an axis that keeps its length.
    relaxation : float
        How fast the cell follows, in ASE's unit of time.
    couple : {'xyz', 'xy', 'yz', 'xz', 'none'}
        Which axes change by the same factor.
    temperature_K : float, optional
        In Kelvin; needed without a thermostat.
    **params : float
        Others of its table, such as seed, for friction of the cell without a thermostat.

    Examples
    --------
    >>> Andersen(0.001, 1000, couple="xy")
    Andersen(0.001, 1000, couple='xy')
    """
    def __init__(self, pressure: Any, relaxation: float, *, couple: str = "xyz", temperature_K: Optional[float] = None,
                 **params: float):
        self._describe("", "andersen", pressure, relaxation, couple, temperature_K, params)

class Flexible(Barostat):
    """Lengths and angles of the cell change, under a pressure or a tension: for crystals.

    The cell's first vector keeps its direction, and the first two keep their plane.

    Parameters
    ----------
    pressure : float or array_like
        In eV/Angstrom^3, or a symmetric tensor (3, 3), positive for compression.
    relaxation : float
        How fast the cell follows, in ASE's unit of time.
    temperature_K : float, optional
        In Kelvin; needed without a thermostat.
    **params : float
        Others of its table, such as shear_xy.

    Examples
    --------
    >>> Flexible(0.001, 1000, temperature_K=300)
    Flexible(0.001, 1000, temperature_K=300)
    """
    def __init__(self, pressure: Any, relaxation: float, *, temperature_K: Optional[float] = None, **params: float):
        self._describe("", "flexible", pressure, relaxation, "xyz", temperature_K, params)

class MonteCarlo(Barostat):
    """Each trial of Metropolis also tries a volume, and takes both or none (a draft): no stress is asked.

    Averages are those of atoms.calc at this pressure, also where `fast` moves the atoms and is wrong.

    Parameters
    ----------
    pressure : float or sequence of float
        In eV/Angstrom^3 (1.0 * units.bar), or three, None for an axis that keeps its length.
    volume_step : float, default 0.03
        The most by which a trial changes the logarithm of the volume; smaller for more molecules.
    couple : {'xyz', 'xy', 'yz', 'xz', 'none'}
        Which axes change by the same factor; of several groups one is drawn in each trial.

    Examples
    --------
    >>> MonteCarlo(0.001, 0.05)
    MonteCarlo(0.001, volume_step=0.05)
    """
    def __init__(self, pressure: Any, volume_step: float = 0.03, *, couple: str = "xyz"):
        step = real("volume_step", volume_step, above=0)
        self._describe("", "mc", pressure, None, couple, None, dict(volume_step=step))

# ---- what RigidDynamics does with them -------------------------------------------------------------------------
def refuse_unknown(given: Iterable[str], base: Any) -> None:
    """Refuses keywords that base's constructors do not name."""
    known: Set[str] = set()
    for part in base.__mro__:
        named = inspect.signature(part.__init__).parameters.values()
        known |= {one.name for one in named if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
        if all(one.kind is not one.VAR_KEYWORD for one in named):
            break
    for name in given:
        if name not in known:
            raise TypeError(f"RigidDynamics does not take {name}; of {base.__name__} it takes "
                            f"{', '.join(sorted(known - {'self', 'atoms', 'timestep'}))}")

def checked(given: Any, kind: Type[Self]) -> Optional[Self]:
    """A thermostat or a barostat that no other RigidDynamics has."""
    what, example = kind.kind, f"{kind.kind}={EXAMPLES[kind.kind]}"
    if given is None:
        return None
    if isinstance(given, _Part) and given.kind != what:
        raise TypeError(f"{what} is {given!r}, which is a {given.kind}; write {given.kind}={given!r}")
    if not isinstance(given, kind):
        several = ", and only one" if isinstance(given, (list, tuple)) else ""
        raise TypeError(f"{what} is {given!r}; must be a {kind.__name__}{several}: {example}")
    if given._used:
        raise ValueError(f"{what} is {given!r}, which another RigidDynamics has already; create one for each, with "
                         f"another seed if it has one, or both draw the same noise: {what}={given!r}")
    return given

def tables_of(library: Library, modules: Iterable[Path], *parts: Optional[_Part]) -> List[Dict[str, Any]]:
    """The parameters of each by their keys; none for what the library does not know, which it will refuse."""
    methods = library.methods(*modules, drafts=True) if any(parts) else []
    return [next(({one.key: one for one in method.params} for method in methods
                  if part is not None and (method.kind, method.name) == (part.kind, part.name)), {}) for part in parts]

def together(*several: Dict[str, Any]) -> Dict[str, Any]:
    """Parameters of the method, the thermostat and the barostat; what they share is given once."""
    told: Dict[str, Any] = {}
    for given in several:
        for key, value in given.items():
            if told.setdefault(key, value) != value:
                raise TypeError(f"{key} is given as {told[key]} and as {value}; thermostat, barostat and params share it, "
                                "so give it once")
    return told
