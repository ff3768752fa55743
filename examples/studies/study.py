# SPDX-License-Identifier: BSD-3-Clause
"""What the studies have in common: options, output, pictures, and bodies under forces that are written in C."""
import argparse
import ctypes as c
import io
import itertools
import pathlib
import re
import sys
import time

import matplotlib
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "plugin-generic"))
import rigidstep                                              # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt                               # noqa: E402
plt.style.use(HERE / "style.mplstyle")
PALE = "#d5d8dc"


# ---- a study as a program ----------------------------------------------------------------------------
class Study:
    """Reads the options, writes what it is told to stdout and to a file, and remembers claims that failed."""

    def __init__(self, doc, name, parts=(), **options):
        """parts: name=function of the study.  options: name=default, read as the type of the default; False is a flag, a
        list takes any number of words."""
        parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
        if parts:
            parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(parts)}; none: all of them")
        parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / name, help=f"default build/{name}")
        for option, default in options.items():
            if default is False:
                parser.add_argument("--" + option, action="store_true")
            elif isinstance(default, list):
                parser.add_argument("--" + option, nargs="*", default=default)
            else:
                parser.add_argument("--" + option, type=type(default), default=default, help=f"default {default}")
        self.options = parser.parse_intermixed_args()
        self.functions, self.parts = parts, getattr(self.options, "parts", None) or list(parts)
        if unknown := set(self.parts) - set(parts):
            parser.error(f"no part is called {', '.join(unknown)}; there are {', '.join(parts)}")
        self.out = self.options.out
        self.out.mkdir(parents=True, exist_ok=True)
        self.failed, self.report, self.said = False, None, time.monotonic()

    def __getstate__(self):
        """For another process, which writes to no file."""
        return dict(self.__dict__, report=None)

    def write_to(self, name):
        """From now on say() writes to this file, too."""
        self.report = open(self.out / name, "w", encoding="utf-8")

    def say(self, text=""):
        print(text, flush=True)
        if self.report:
            print(text, file=self.report, flush=True)

    def claim(self, holds, what):
        if not holds:
            self.failed = True
            self.say(f"FAILED: {what}")

    def at_most(self, what, found, most):
        self.failed |= not found <= most
        self.say(f"{what:66} {found:9.2e}, at most {most:.0e}{'' if found <= most else '  FAIL'}")

    def progress(self, what, done, total):
        """A line on stderr, every five seconds at most."""
        if time.monotonic() > self.said + 5:
            self.said = time.monotonic()
            print(f"  {what}: {100 * done / total:.0f} %", file=sys.stderr, flush=True)

    def save(self, name, header, *arrays):
        """What a picture shows, as columns of a text file."""
        np.savetxt(self.out / name, np.column_stack(arrays), "%.10g", header=header)

    def draw(self, figure, name):
        save(figure, self.out / name)

    def run(self):
        for part in self.parts:
            self.functions[part](self)
        self.end()

    def end(self):
        print(f"\nOutput in {self.out}")
        sys.exit(1 if self.failed else 0)


def save(figure, name):
    """Drawings in SVG become one line each, with places to a tenth of a point: pages show some of them, and
    nobody reads their lines."""
    if pathlib.Path(name).suffix != ".svg":
        figure.savefig(name)
    else:
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
        bare = re.sub("<metadata>.*?</metadata>|<!--.*?-->", "", text.getvalue(), flags=re.S)
        rounded = re.sub(r' [dxy]="[^"]*"|translate\([^)]*\)',
                         lambda places: re.sub(r"(\.\d)\d+", r"\1", places[0]),
                         bare.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif"))
        pathlib.Path(name).write_text(" ".join(rounded.split()), encoding="utf-8")
    plt.close(figure)


class Sphere:
    """The unit sphere seen from afar, on flat axes; of a curve on it, what lies behind is pale."""

    def __init__(self, axes, azimuth, elevation, title):
        a, e = np.radians([azimuth, elevation])
        self.axes = axes
        self.view = np.array([[-np.sin(a), np.cos(a), 0], [-np.sin(e) * np.cos(a), -np.sin(e) * np.sin(a), np.cos(e)],
                              [np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)]])
        axes.set(title=title, aspect="equal", xlim=(-1.3, 1.3), ylim=(-1.3, 1.3))
        axes.axis("off")
        axes.add_patch(plt.Circle((0, 0), 1, facecolor="#f6f8fa", edgecolor=PALE))
        t = np.linspace(0, 2 * np.pi, 61)
        for k in np.radians(range(-75, 90, 15)):
            self.draw(np.c_[np.cos(k) * np.cos(t), np.cos(k) * np.sin(t), np.sin(k) + 0 * t], PALE, behind=0, lw=0.5)
            self.draw(np.c_[np.cos(k) * np.cos(t), np.sin(k) * np.cos(t), np.sin(t)], PALE, behind=0, lw=0.5)

    def draw(self, points, colour, label=None, behind=0.25, **more):
        x, y, depth = self.view @ np.asarray(points).T
        for front in (False, True)[behind == 0:]:
            here = np.where((depth > 0) == front, 1, np.nan)
            self.axes.plot(here * x, here * y, color=colour, alpha=1 if front else behind,
                           label=label if front else None, **more)


def random_numbers(seed):
    """From [0, 1), the same on every machine, by Knuth's linear congruence."""
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (seed >> 11) * 2.0**-53


def take(numbers, *shape):
    return np.array(list(itertools.islice(numbers, int(np.prod(shape))))).reshape(shape)


def slope(x, y):
    """Of a straight line through the points, by least squares."""
    return np.polyfit(x, y, 1)[0]


def line(x, y):
    """The slope of that line, its error by the scatter of the points about it, and the root mean square of the scatter."""
    rate, from_middle = slope(x, y), x - x.mean()
    off = y - y.mean() - rate * from_middle
    return rate, np.sqrt(off @ off / (len(x) - 2) / (from_middle @ from_middle)), off.std()


def angles(p, q):
    """Between orientations (n, 4), good to all digits however small."""
    return 4 * np.arcsin(np.minimum(np.linalg.norm(p - q, axis=-1), np.linalg.norm(p + q, axis=-1)) / 2)


# ---- bodies ------------------------------------------------------------------------------------------
def columns(n, gradients=False, **given):
    """Columns of a Stepper: n bodies of mass 1 at rest in the origin, but for what is given."""
    widths = dict(x=3, p=3, q=4, l=3, inertia=3, f=3, tau=3, **(dict(gf=3, gtau=3) if gradients else {}))
    made = {name: np.zeros((n, width)) for name, width in widths.items()}
    made["mass"] = np.ones(n)
    made["q"][:, 0] = 1
    for name, values in given.items():
        made[name][:] = values
    return made


def no_force(_):
    return 0.0


class Forces:
    """A function of C that answers rgs_host.eval, and the struct that it reads.  A Stepper of it calls the function
    without a detour through Python.  The C files are examples/water_model.c and others; see CMakeLists.txt."""

    def __init__(self, name, model, gradients):
        self.model, self.gradients, self.aside = model, gradients, None
        self.eval = rigidstep.EVAL_FUNCTION((name, compiled()))
        self.request = rigidstep.Eval(what=rigidstep.EVAL_FORCE | rigidstep.EVAL_ENERGY)

    def stepper(self, bodies, rotor="exact", scheme="strang", gradients=None, count=None, **more):
        """count: a function that is told what each evaluation was asked for."""
        has_gradient = self.gradients if gradients is None else gradients

        def counting(itself, request, view):
            count(request[0].what)
            return self.eval(itself, request, view)
        host = rigidstep.Host(ranks=1, eval=rigidstep.EVAL_FUNCTION(counting) if count else self.eval,
                              provides=self.request.what | (rigidstep.EVAL_GRADIENT if has_gradient else 0))
        host.self = c.addressof(self.model)
        library = rigidstep.Library()
        create = library.stepper_create
        library.stepper_create = lambda named_method, method, _, stepper: create(named_method, method, c.byref(host), stepper)
        stepper = rigidstep.Stepper(library, rotor, scheme, bodies, no_force, **more)
        stepper.host = host                                   # lives as long
        return stepper

    @staticmethod
    def view(bodies):
        n = len(bodies["x"])
        return rigidstep.View(n=n, **{name: rigidstep.column(values, n, values.size // n, name)
                                      for name, values in bodies.items()})

    def evaluation(self, bodies):
        """A function that writes f and tau of these columns and returns their potential energy."""
        view = self.view(bodies)

        def evaluate():
            if self.eval(c.addressof(self.model), c.byref(self.request), c.byref(view)):
                raise RuntimeError("the forces cannot be computed")
            return self.request.energy
        return evaluate

    def potential(self, bodies):
        """The energy at their x and q; their f and tau stay what they are."""
        n = len(bodies["x"])
        if self.aside is None or len(self.aside["x"]) != n:
            self.aside = columns(n, mass=bodies["mass"], inertia=bodies["inertia"])
            self.evaluate_aside = self.evaluation(self.aside)
        self.aside["x"][:], self.aside["q"][:] = bodies["x"], bodies["q"]
        return self.evaluate_aside()


def compiled():
    """The C forces, built by the target study_forces."""
    path = pathlib.Path(rigidstep.Library().path).parent / "study_forces.so"
    if not path.exists():
        sys.exit(f"{path} is missing; build it: cmake --build build --target study_forces rigidstep_generic")
    return c.CDLL(str(path))


def struct(name, **fields):
    """A type of C."""
    return type(name, (c.Structure,), dict(_fields_=list(fields.items())))


_d = c.c_double
_Water = struct("water_model", mass=_d, inertia=_d * 3, site=_d * 3 * 3, charge=_d * 3, coulomb=_d, epsilon=_d,
                sigma=_d, wall_energy=_d, wall_radius=_d, box_energy=_d, box_edge=_d * 3)
_WaterHost = struct("water_host", model=_Water, n=c.c_int64, scratch=c.c_void_p, energy=_d, evaluations=c.c_int64,
                    seconds=_d)
_Top = struct("heavy_top", weight=_d * 3)

BOLTZMANN, KJ_PER_MOL = 8.31446261815324e-7, 1e4              # units of examples/water_model.h


def heavy_top(weight):
    return Forces("heavy_top_eval", _Top(tuple(weight)), True)


def water(n, wall=None, box=None):
    """SPC/E molecules (examples/water_model.h).  wall and box: energy, and radius or edges."""
    library = compiled()
    library.water_spce.restype = _Water
    host, model = _WaterHost(), library.water_spce()
    if wall:
        model.wall_energy, model.wall_radius = wall
    if box:
        model.box_energy, model.box_edge[:] = box
    if library.water_host_create(c.byref(host), c.byref(model), c.c_int64(n)):
        raise MemoryError("scratch memory of the water")
    return Forces("water_eval", host, True)


def water_columns(forces, **given):
    model = forces.model.model
    return columns(forces.model.n, mass=model.mass, inertia=model.inertia[:], **given)


def water_lattice(forces):
    """27 molecules in any orientation, with random momenta."""
    library, seed, q, bodies = compiled(), c.c_uint64(1), (_d * 4)(), water_columns(forces)
    library.water_uniform.restype = _d
    for i in range(27):
        library.water_orientation(c.byref(seed), q)
        bodies["q"][i], bodies["x"][i] = q[:], 3.1 * (np.array([i % 3, i // 3 % 3, i // 9]) - 1)
        for k in range(3):
            bodies["p"][i, k] = library.water_uniform(c.byref(seed))
            bodies["l"][i, k] = 0.2 * library.water_uniform(c.byref(seed))
    return bodies
