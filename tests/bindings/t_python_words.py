# SPDX-License-Identifier: BSD-3-Clause
"""What Python says of itself and of mistakes: t_python_words.py MODULE.

What a notebook shows, the examples of the docstrings, which argument an error names, and calls that
a running or closed stepper refuses.
"""
import contextlib
import doctest
import io
import os
import pydoc
import subprocess
import sys
import tempfile
import threading
import warnings
from array import array

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
import rigidstep
from rigidstep import Refused, Stepper
import rigidstep.library
import rigidstep.stepper
from case_list import case, run
from refused import columns, is_documented, says


CUBE = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def made(body=None, force=lambda time: 0.0, scheme="strang", **named):
    return Stepper(None, "exact", scheme, body or columns(), force, **named)


@case
def what_is_shown():
    """What is shown."""
    for module in rigidstep.library, rigidstep.stepper:
        assert all(len(line) <= 120 for thing in vars(module).values() for line in (thing.__doc__ or "").splitlines()), module
        failed, tried = doctest.testmod(module)
        assert tried and not failed, module
    assert is_documented(rigidstep) > 20       # (more where there are ASE and OpenMM)
    stepper = made(thermostat="langevin", params=dict(kt=1, relaxation=1, seed=1))
    stepper.step(0.25, 4)
    assert repr(stepper) == "<Stepper exact x strang, thermostat langevin: 2 bodies, step 4, time 1>", stepper
    says(Refused, "has no output 'energy'; it has: kinetic_translation, |coupling_energy, |, kt_mid_rotation", stepper.output, "energy")
    table = dict(line.split(None, 1) for line in repr(stepper.describe()).splitlines())
    assert table["order"] == "2" and table["evals"] == "1 a step" and "force" in table["needs"], table
    stepper.swap(integrator="rattle")
    assert repr(stepper).startswith("<Stepper rattle: "), stepper
    assert repr(rigidstep.Library()) == f"Library({sys.argv[1]!r})"
    assert repr(rigidstep.Cell(origin=(1, 2, 3))).find(", origin=(1.0, 2.0, 3.0), reference=") > 0, rigidstep.Cell()
    stepper.close()
    assert repr(stepper) == "<Stepper rattle: 2 bodies, closed>", stepper


@case
def which_argument():
    """Which argument is wrong."""
    for name in columns():
        body = columns()
        body[name] = body[name] + body[name][:1]
        says(ValueError, f"{name} holds {len(body[name])} doubles; {len(body[name]) - 1} are needed for 2 bodies", made, body)
    says(TypeError, "mass has the type code 'f', 32-bit floats|float64", made, dict(columns(), mass=array("f", [1, 1])))
    says(TypeError, "library is 'exact'; must be a Library, or None", Stepper, "exact", "strang", columns(), print)
    says(TypeError, "params['kt'] is None; must be a number", made, thermostat="langevin", params=dict(kt=None))
    says(TypeError, "columns is a list; must be a dict of arrays", made, [1])
    says(TypeError, "params is [1]; must be a dict", made, params=[1])
    says(ValueError, "threads is '4'; must be a whole number", made, threads="4")
    says(TypeError, "saved is 3; must be what save() returned", made().load, 3)
    says(TypeError, "scheme is None; must be the name of a method", Stepper, None, "exact", None, columns(), print)
    says(Refused, "has no parameter 'tau'; it has: kt (csvr, 0 to 1e+150), relaxation", made, thermostat="csvr", params=dict(tau=1))
    with made(thermostat="langevin", barostat="andersen", params=dict(kt=1, relaxation=1, seed=1, pressure=1, barostat_relaxation=1),
              force=lambda time, cell: 0.0) as stepper:
        says(ValueError, "vectors is (1, 1, 1); must be three vectors (ax, 0, 0)", stepper.set_cell, (1, 1, 1))
        says(ValueError, "origin is (1, 1); must be three numbers", stepper.set_cell, CUBE, (1, 1))
        stepper.set_cell(CUBE)
        says(TypeError, "force returned 0.0; with a barostat|the molecular virial", stepper.step, 0.1)
    says(TypeError, "force(time): too many positional arguments; with a barostat it must be force(time, cell)", made, thermostat="csvr",
         barostat="andersen", params=dict(kt=1, relaxation=1, seed=1, pressure=1, barostat_relaxation=1))
    says(TypeError, "force returned 'abc'; must be the potential energy", made(force=lambda time: "abc").step, 0.1)


@case
def calls_of_python():
    """Errors name the calls of Python, and help what is there."""
    with made(scheme="pmlf6") as stepper:
        stepper.step(0.1)
        with stepper.shown():
            says(Refused, "Stepper.step: |as Stepper.shown left them|leave Stepper.shown", stepper.step, 0.1)
    with made() as stepper:
        says(Refused, "Stepper.set_cell: ", stepper.set_cell, CUBE)
        says(Refused, "Stepper: |nearest: strang", stepper.swap, "exact", "strng")
    shown = pydoc.render_doc(rigidstep, renderer=pydoc.plaintext)
    assert all(f"    class {name}(" in shown for name in ("Stepper", "Library", "Refused", *["Bodies"] * ("Bodies" in rigidstep.__all__))), shown
    assert "P_IS_VELOCITY = 1" in shown and "TYPE_CHECKING" not in shown


@case
def progress():
    """Progress shows on stderr, and changes nothing."""
    one, other = columns(), columns()
    with made(one) as stepper, made(other) as watched, contextlib.redirect_stderr(io.StringIO()) as stderr:
        stepper.step(0.1, 2500)
        watched.step(0.1, 2500, progress=True)
        says(Refused, "n is -1", watched.step, 0.1, -1, True)
    assert one == other and watched.method == stepper.method and "2500" in stderr.getvalue(), stderr.getvalue()


@case
def numbers_that_would_be_wrong():
    """Numbers that would be wrong without a word."""
    body = columns()
    def rebinds(time):
        body["f"] = array("d", [-x for x in body["x"]])
    with made(body, rebinds) as stepper:
        says(ValueError, "columns['f'] is another array than the stepper was given|columns['f'][:] =", stepper.step, 0.1)
    body = columns()
    with made(body) as stepper:
        stepper.step(0.1)
        body["x"] = columns()["x"]
        says(ValueError, "columns['x'] is another array", stepper.step, 0.1)
    for params in dict(conserved=1), dict():
        with made(force=lambda time: None, thermostat="langevin", params=dict(params, kt=1, relaxation=1, seed=1)) as stepper:
            if params:
                says(TypeError, "force returned None; must return the potential energy", stepper.step, 0.1)
            else:
                stepper.step(0.1)


@case
def forces_without_torques():
    """Forces without torques: a warning, once, unless nothing can turn, or 0 is written."""
    for writes, moments, told in ("f", 1.0, 1), ("f", 0.0, 0), ("f tau", 1.0, 0), ("", 1.0, 0):
        body = columns()
        body["inertia"][:] = array("d", 6 * [moments])
        if not moments:
            body["l"][:] = array("d", 6 * [0.0])
        with warnings.catch_warnings(record=True) as heard, \
                made(body, lambda time: sum(body[name].__setitem__(0, name == "f") or 0 for name in writes.split())) as stepper:
            warnings.simplefilter("always")
            stepper.step(0.1, 3)
            assert [str(one.message)[:17] for one in heard] == told * ["force wrote colum"], (writes, moments, heard)
        assert not any(body["tau"])


@case
def written_constants():
    """Masses and moments that were written are refused, orientations make forces new."""
    evaluations = []
    for n in 2, 30000:
        body = columns(n)
        with made(body, lambda time: evaluations.append(time)) as stepper:
            for name, width in dict(mass=1, inertia=3).items():
                stepper.step(0.1)
                body[name][width] += 1
                # Of many bodies a step looks at some of them.
                says(ValueError, f"columns['{name}'] of body 1 was written|make another Stepper",
                     lambda: [stepper.step(0.1) for _ in range(1 if n == 2 else 20)])
                body[name][width] -= 1
                for _ in range(20):
                    stepper.step(0.1)
            count = len(evaluations)
            stepper.step(0.1)
            stepper.output("kt_rotation")
            assert len(evaluations) == count + 1
            for i in range(n):
                body["q"][4 * i:4 * i + 4] = array("d", [0, 1, 0, 0])
            stepper.step(0.1)
            assert len(evaluations) == count + 3         # at the new orientations, too


@case
def running_and_closed():
    """A stepper that runs, and one that is closed."""
    other = made()
    block, ensemble = other.save(), other.save_ensemble()
    changes = dict(close=lambda s: s.close(), reset=lambda s: s.reset(), load=lambda s: s.load(block),
                   step=lambda s: s.step(0.1), swap=lambda s: s.swap("dmv2", "strang"), save=lambda s: s.save(),
                   output=lambda s: s.output("kinetic_axes"), fresh=lambda s: s.set_valid(0),
                   time=lambda s: s.set_time(0), steps=lambda s: setattr(s, "steps", 3),
                   ensemble=lambda s: s.load_ensemble(ensemble), shown=lambda s: s.shown().__enter__())
    seen = set()
    def inside(time):
        assert stepper.time == 0.0 and stepper.describe().order == 2 and stepper.energy()[0] > 0
        for name, change in changes.items():
            says(Refused, "a call of this stepper is running", change, stepper)
            seen.add(name)
    stepper = made(force=inside)
    stepper.step(0.1)
    assert seen == changes.keys() and stepper.steps == 1

    begun, told = threading.Event(), []
    def slow(time):
        begun.set()
        worker.join()
    def elsewhere():
        begun.wait()
        for name, change in changes.items():
            try:
                change(stepper)
            except Refused as error:
                told.append(error.status)
    worker = threading.Thread(target=elsewhere)
    worker.start()
    stepper = made(force=slow)
    stepper.step(0.1)
    assert told == len(changes) * [rigidstep.E_ORDER], told

    stepper.close()
    reads = dict(time=lambda s: s.time, count=lambda s: s.steps, describe=lambda s: s.describe(),
                 outputs=lambda s: s.outputs(), energy=lambda s: s.energy(), cell=lambda s: s.cell())
    for name, call in {**changes, **reads}.items():
        if name != "close":
            says(Refused, "Stepper|the stepper is closed; make another one", call, stepper)


@case
def saves_in_files():
    """Saves in files."""
    langevin = dict(thermostat="langevin", params=dict(kt=1, relaxation=1, seed=1))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state")
        body, again = columns(), columns()
        with made(body, **langevin) as stepper, made(again, **langevin) as copy:
            stepper.step(0.1, 5)
            if os.name == "posix":                   # a link that somebody put there is not followed
                other = os.path.join(folder, "other")
                open(other, "w").close()
                os.symlink(other, path + ".part")
                stepper.save(path)
                assert os.path.getsize(other) == 0 and not os.path.islink(path)
                os.remove(other)
            assert stepper.save(path) == open(path, "rb").read() and os.listdir(folder) == ["state"]
            copy.load(path)
            stepper.step(0.1, 5)
            copy.step(0.1, 5)
            assert body == again and stepper.steps == copy.steps
            says(FileNotFoundError, "nosuch", copy.load, os.path.join(folder, "nosuch"))


@case
def imports():
    """What an import needs."""
    assert {"Library", "Stepper", *rigidstep.__all__} <= set(dir(rigidstep)) and "Any" not in dir(rigidstep)
    code = ("import sys, rigidstep; "
            "print([name for name in ('numpy', 'ase', 'concurrent.futures') if name in sys.modules])")
    # Without site, which may import others; it would also find what pip installed.
    home = os.path.dirname(os.path.dirname(os.path.abspath(rigidstep.__file__)))
    out = subprocess.run([sys.executable, "-S", "-c", code], env=dict(os.environ, PYTHONPATH=home), check=True,
                         capture_output=True, text=True).stdout
    assert out.strip() == "[]", out


run()
