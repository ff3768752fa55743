# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.openmm: rigid molecules in OpenMM, by the plugin of plugin-openmm/.

    from openmm import app, unit
    from rigidstep.openmm import RigidIntegrator
    integrator = RigidIntegrator(2 * unit.femtoseconds, system, temperature=300 * unit.kelvin,
                                 friction=1 / unit.picosecond)
    simulation = app.Simulation(topology, system, integrator)

The plugin is looked for in OpenMM's own folder of plugins, where the Debian package openmm-plugin-rigidstep puts it, in
the folder that the environment variable RIGIDSTEP_OPENMM_PLUGINS names, in this package, if its wheel was built for an
OpenMM, in the prefix into which this file was installed, and in the build of a checkout.  Numbers without a unit are in nm, ps and K.
"""
from __future__ import annotations

import ctypes as c
import operator
import os
from collections import Counter
from typing import Any, Iterator, List, Optional, Tuple
from xml.etree import ElementTree

import openmm
from openmm import app, unit

__all__ = ["RigidIntegrator", "RigidMoleculeForce"]

def _library() -> c.CDLL:
    """The plugin's library, once OpenMM has loaded it."""
    here = os.path.dirname(os.path.abspath(__file__))
    places = [os.path.join(here, folder) for folder in ("openmm_plugins", "../../openmm/plugins", "../../build/lib/openmm")]
    places.insert(0, os.environ.get("RIGIDSTEP_OPENMM_PLUGINS", ""))
    for folder in ("", *places):
        if os.path.isdir(folder):
            openmm.Platform.loadPluginsFromDirectory(folder)
        try:
            # Only what OpenMM has loaded: a plugin for another OpenMM would bring that one, too.
            return c.CDLL("libOpenMMRigidstep.so", mode=os.RTLD_NOLOAD | os.RTLD_LOCAL)
        except OSError:
            continue
    raise ImportError("OpenMM has not loaded the plugin of rigidstep; install it into the folder "
                      f"{openmm.Platform.getDefaultPluginsDirectory()}, or set RIGIDSTEP_OPENMM_PLUGINS to the folder "
                      "that has libOpenMMRigidstepReference.so", path=os.pathsep.join(places))

_plugin = _library()

def _call(name: str, *given: Any) -> float:
    text = c.create_string_buffer(1024)
    function = _plugin["rigidstep_openmm_" + name]
    function.restype = c.c_double
    result: float = function(*given, text, c.c_size_t(len(text)))
    if text.value:
        raise openmm.OpenMMException(text.value.decode(errors="replace"))
    return result

def _address(of: Any) -> c.c_void_p:
    return c.c_void_p(int(of.this))

def _number(name: str, value: Any, of: Any = unit.dimensionless) -> float:
    """The number, in the unit `of` where it has one."""
    try:
        return float(value.value_in_unit(of) if unit.is_quantity(value) else value)
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(f"{name} is {value!r}: {error}") from None

def _integer(name: str, value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, but must be an integer") from None
    if not -2**31 <= number < 2**31:
        raise ValueError(f"{name} is {number}, but must be from -2^31 to 2^31 - 1")
    return number

def _name(name: str, value: Any) -> str:
    if not (isinstance(value, str) and value.isprintable()):
        raise TypeError(f"{name} is {value!r}, but must be a name")
    return value

def _listed(name: str, value: Any, of: str) -> Iterator[Any]:
    try:
        return iter(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, but must be a list of {of}") from None

def _state(integrator: openmm.Integrator) -> ElementTree.Element:
    return ElementTree.fromstring(openmm.XmlSerializer.serialize(integrator))

def _bodies(state: ElementTree.Element) -> List[List[int]]:
    return [[int(one.get("index", "")) for one in body] for body in state.iterfind("Bodies/Body")]

def _xml(kind: str, bodies: Any, **properties: Any) -> str:
    root = ElementTree.Element(kind, {name: str(value) for name, value in properties.items()}, version="1")
    listed = ElementTree.SubElement(root, "Bodies")
    for n, body in enumerate(_listed("bodies", bodies, "bodies")):
        one = ElementTree.SubElement(listed, "Body")
        for particle in _listed(f"bodies[{n}]", body, "particles"):
            ElementTree.SubElement(one, "Particle", index=str(_integer(f"a particle of bodies[{n}]", particle)))
    return ElementTree.tostring(root, encoding="unicode")

class RigidIntegrator(openmm.Integrator):  # type: ignore[misc]  # (OpenMM has no types)
    """The plugin's integrator, for a Context or an openmm.app.Simulation.

    Parameters
    ----------
    stepSize : float or Quantity
        In ps.
    bodies : System or list of lists of int
        Of a System, molecules become bodies as `rigid` says; or the particles of each body.  All other particles
        move as points, with OpenMM's constraints between them.
    temperature : float or Quantity, default 300
        Of the thermostat, in K.
    friction : float or Quantity, default 0
        In 1/ps; 0 is constant energy.
    randomNumberSeed : int, default 0
        The old name of `seed`.
    scheme : str, default 'strang'
        On Reference and CPU also another one of the library.
    thermostat : str, default 'langevin'
        Or "csvr" on Reference and CPU, whose relaxation time is 1/friction.
    constraintTolerance : float, default 1e-5
        As other integrators of OpenMM take it.
    seed : int, default 0
        Of the noise.
    rigid : str, default 'fixed'
        Which molecules of a System become bodies: "fixed" are those whose distances constraints fix, and those
        without a torsion and without a bond that can turn; "all" is every molecule of two or more particles.
    inertia : float, default 1
        By what the moments of inertia of bodies are multiplied.  Averages of positions, pressure and free
        energies stay; librations, spectra, reorientation times and viscosity change.
    groups : list of (int, int), default ()
        Force groups and how often each is evaluated in a step, as MTSLangevinIntegrator takes
        them, in two levels: [(1, 1), (0, 4)] evaluates the slow group 1 once and group 0 four times.

    Raises
    ------
    openmm.OpenMMException
        What the plugin refuses.
    """
    def __init__(self, stepSize: Any, bodies: Any, temperature: Any = 300, friction: Any = 0, randomNumberSeed: int = 0,
                 scheme: str = "strang", thermostat: str = "langevin", constraintTolerance: float = 1e-5, *,
                 seed: Optional[int] = None, rigid: str = "fixed", inertia: float = 1, groups: Any = ()):
        molecules = isinstance(bodies, openmm.System)
        if rigid not in ("fixed", "all") or (rigid == "all" and not molecules):
            raise ValueError(f'rigid is {rigid!r}, but must be "fixed" or, for a System, "all"; give bodies as '
                             "lists for another choice")
        if seed is not None and randomNumberSeed != 0:
            raise TypeError("seed and randomNumberSeed are given, but they are one setting; give seed only")
        seed = _integer("randomNumberSeed", randomNumberSeed) if seed is None else _integer("seed", seed)
        self.__setstate__(_xml("Integrator", () if molecules else bodies, type="RigidIntegrator",
                               stepSize=_number("stepSize", stepSize, unit.picosecond),
                               constraintTolerance=_number("constraintTolerance", constraintTolerance),
                               scheme=_name("scheme", scheme), thermostat=_name("thermostat", thermostat),
                               temperature=_number("temperature", temperature, unit.kelvin),
                               friction=_number("friction", friction, unit.picosecond**-1),
                               inertia=_number("inertia", inertia), randomSeed=seed, forceGroups=-1))
        self.setGroups(groups)
        if molecules:
            _call("add_molecules", _address(self), _address(bodies), c.c_int(rigid == "all"))

    def _get(self, name: str) -> float:
        return _call("get", _address(self), name.encode())

    def _set(self, name: str, value: float) -> None:
        _call("set", _address(self), name.encode(), c.c_double(value))

    def getTemperature(self) -> Any:
        """The temperature of the thermostat."""
        return self._get("temperature") * unit.kelvin

    def setTemperature(self, temperature: Any) -> None:
        """Sets the temperature of the thermostat.

        Parameters
        ----------
        temperature : float or Quantity
            In K.
        """
        self._set("temperature", _number("temperature", temperature, unit.kelvin))

    def getFriction(self) -> Any:
        return self._get("friction") / unit.picosecond

    def setFriction(self, friction: Any) -> None:
        """Sets the friction.

        Parameters
        ----------
        friction : float or Quantity
            In 1/ps.
        """
        self._set("friction", _number("friction", friction, unit.picosecond**-1))

    def getRandomNumberSeed(self) -> int:
        return int(self._get("seed"))

    def setRandomNumberSeed(self, seed: int) -> None:
        """Sets the seed of the noise.

        Parameters
        ----------
        seed : int
            A 32-bit number.
        """
        self._set("seed", _integer("seed", seed))

    def getInertia(self) -> float:
        """By what moments of inertia are multiplied."""
        return self._get("inertia")

    def setInertia(self, factor: float) -> None:
        """Sets by what moments of inertia are multiplied, from the next step.  Velocities and temperatures stay.

        Parameters
        ----------
        factor : float
            Above 0.
        """
        self._set("inertia", _number("factor", factor))

    def getScheme(self) -> str:
        return _state(self).get("scheme", "")

    def setScheme(self, scheme: str) -> None:
        """Sets the scheme from the next step on.

        Parameters
        ----------
        scheme : str
            As the integrator takes it.
        """
        _call("set_scheme", _address(self), _name("scheme", scheme).encode())

    def getGroups(self) -> List[Tuple[int, int]]:
        """Force groups and how often each is evaluated in a step; empty without levels."""
        return [(int(one.get("group", "")), int(one.get("evaluations", ""))) for one in _state(self).iterfind("Groups/Group")]

    def setGroups(self, groups: Any) -> None:
        """Sets how often force groups are evaluated from the next step on, the scheme and the integration force groups.

        Parameters
        ----------
        groups : list of (int, int)
            As the integrator takes it; empty: all groups once, by the scheme strang.
        """
        pairs = [tuple(_listed(f"groups[{n}]", one, "two numbers")) for n, one in
                 enumerate(_listed("groups", groups, "pairs"))]
        for n, pair in enumerate(pairs):
            if len(pair) != 2:
                raise ValueError(f"groups[{n}] is {pair!r}, but must be (force group, evaluations in a step)")
        numbers = [_integer(f"a number of groups[{n}]", number) for n, pair in enumerate(pairs) for number in pair]
        _call("set_groups", _address(self), (c.c_int * len(numbers))(*numbers), len(pairs))

    def getNumBodies(self) -> int:
        return int(self._get("bodies"))

    def getBody(self, index: int) -> List[int]:
        """The particles of a body.

        Parameters
        ----------
        index : int
            Of the body.
        """
        bodies = _bodies(_state(self))
        if not 0 <= _integer("index", index) < len(bodies):
            raise IndexError(f"there is no body {index}; there are {len(bodies)}")
        return bodies[index]

    def getNumDegreesOfFreedom(self) -> int:
        """Of translation and rotation, less 3 if the System has a CMMotionRemover; after a Context has positions."""
        return int(self._get("freedom"))

    def computeSystemTemperature(self) -> Any:
        """The temperature of the kinetic energy now, which StateDataReporter shows."""
        return self._get("now") * unit.kelvin

    def minimize(self, tolerance: Any = 10, maxIterations: int = 0) -> None:
        """Moves the bodies downhill in energy, by the library's integrator fire, and keeps their shapes on the way.

        Parameters
        ----------
        tolerance : float or Quantity, default 10
            The root mean square, per degree of freedom, of the forces on bodies and of the torques over the radius
            of gyration, in kJ/mol/nm.
        maxIterations : int, default 0
            Of force evaluations; 0 is no limit.
        """
        _call("minimize", _address(self), c.c_double(_number("tolerance", tolerance, unit.kilojoule_per_mole / unit.nanometer)),
              _integer("maxIterations", maxIterations))

    def _lines(self) -> List[str]:
        state = _state(self)
        sizes = Counter(len(body) for body in _bodies(state))
        friction, step, factor = self._get("friction"), self.getStepSize()._value, self._get("inertia")
        thermostat = f"thermostat {state.get('thermostat')} at {self._get('temperature'):g} K with a friction of {friction:g}/ps"
        listed = ", ".join(f"{number} bodies of {size} particles" for size, number in sorted(sizes.items()))
        return [state.get("choice") or listed or "no bodies",
                f"scheme {state.get('scheme')} with a step of {step:g} ps",
                thermostat if friction > 0 else "no thermostat, because the friction is 0",
                *([f"force groups and their evaluations in a step: {self.getGroups()}"] if self.getGroups() else []),
                *([f"moments of inertia times {factor:g}"] if factor != 1 else [])]

    def describe(self) -> str:
        """What the integrator moves, and how; in a Context also the degrees of freedom and the temperature now."""
        try:
            points, constraints = (int(self._get(name)) for name in ("points", "constraints"))
            now = [f"{points} points in no body with {constraints} constraints",
                   f"{self.getNumDegreesOfFreedom()} degrees of freedom, {self._get('now'):.1f} K now"]
        except openmm.OpenMMException:
            now = []
        return "\n".join(self._lines() + now)

    def __repr__(self) -> str:
        return f"<RigidIntegrator: {'; '.join(self._lines())}>"

class RigidMoleculeForce(openmm.Force):  # type: ignore[misc]
    """A Force without energy by which OpenMM takes each body for one molecule, as barostats need where no bond or
    constraint holds its particles together.

    Parameters
    ----------
    integrator : RigidIntegrator
        Whose bodies these are.
    """
    def __init__(self, integrator: openmm.Integrator):
        state = _state(integrator)
        if state.get("type") != "RigidIntegrator":
            raise TypeError(f"integrator is {integrator!r}, but must be a RigidIntegrator")
        self.__setstate__(_xml("Force", _bodies(state), type="RigidMoleculeForce", forceGroup=0))

if openmm.Platform.getOpenMMVersion().startswith("7."):
    # StateDataReporter of OpenMM 8 asks the integrator for the temperature; of 7 it counts degrees of freedom itself.
    _initialize = app.StateDataReporter._initializeConstants

    def _initialize_and_count(reporter: Any, simulation: Any) -> None:
        _initialize(reporter, simulation)
        if isinstance(simulation.integrator, RigidIntegrator):
            reporter._dof = simulation.integrator.getNumDegreesOfFreedom()

    app.StateDataReporter._initializeConstants = _initialize_and_count
