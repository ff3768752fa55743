# SPDX-License-Identifier: BSD-3-Clause
"""`rigidstep run` against motions known to 30 digits, and against energies of springs.

    t_command_run.py RIGIDSTEP DATA_FOLDER
"""
import csv
import math
import subprocess
import sys
import unittest

PROGRAM, DATA = sys.argv.pop(1), sys.argv.pop(1)


def run(text, *options):
    """The last line of the table, name -> number."""
    result = subprocess.run([PROGRAM, "run", *options, "-"], input=text, capture_output=True, text=True)
    if result.returncode or result.stderr:
        raise AssertionError(f"exit status {result.returncode}: {result.stderr}\n{text}")
    names, *lines = csv.reader(result.stdout.splitlines())
    return dict(zip(names, map(float, lines[-1])))


def call(word, text):
    return subprocess.run([PROGRAM, word, "-"], input=text, capture_output=True, text=True, check=False)


def rows(name):
    with open(f"{DATA}/{name}") as file:
        return list(csv.DictReader(line for line in file if line[0] != "#"))


def numbers(row, *names):
    return [float(row[name]) for name in names]


def words(values):
    return " ".join(repr(v) for v in values)


def angle(p, q):
    """Of the rotation from p to q, neither of which has to be of length 1."""
    v = [p[0] * q[1] - p[1] * q[0] - p[2] * q[3] + p[3] * q[2],
         p[0] * q[2] - p[2] * q[0] - p[3] * q[1] + p[1] * q[3],
         p[0] * q[3] - p[3] * q[0] - p[1] * q[2] + p[2] * q[1]]
    return 2 * math.atan2(math.hypot(*v), abs(sum(a * b for a, b in zip(p, q))))


class Reference(unittest.TestCase):
    def top(self, row, field, steps):
        """A row of a top's file; the error relative to what its condition number allows."""
        inertia, y = numbers(row, "I1", "I2", "I3"), numbers(row, "y1", "y2", "y3")
        time = float(row["t"])
        spin = [a / i if i else 0 for a, i in zip(y, inertia)]
        got = run(f"""method exact/sofroniou_spaletta10
            step {time / steps!r}\nsteps {steps}\nevery {steps}\noutput orientation body_momentum
            {field}\nbody\nmass 1\ninertia {words(inertia)}
            orientation {words(numbers(row, "q0", "q1", "q2", "q3"))}\nangular_velocity {words(spin)}""")
        off = angle(numbers(got, "qw", "qx", "qy", "qz"), numbers(row, "qt0", "qt1", "qt2", "qt3"))
        want = numbers(row, "yt1", "yt2", "yt3")
        wrong = math.dist(want, numbers(got, "l1", "l2", "l3")) / math.hypot(*want)
        return max(off, wrong) / (2.2e-16 * max(1, float(row["cond"])))

    def test_heavy_tops(self):
        done = 0
        for row in rows("heavytop.csv"):
            moments = sorted(numbers(row, "I1", "I2", "I3"))
            if moments[2] > moments[0] + moments[1]:
                continue                         # no body has these
            field = "heavy_top " + words(numbers(row, "u01", "u02", "u03"))
            with self.subTest(row["case"]):
                self.assertLess(self.top(row, field, 200), 300)
                done += 1
        self.assertGreaterEqual(done, 10)

    def test_satellites(self):
        for row in rows("satellite.csv"):
            field = "satellite " + words(numbers(row, "mu", "r"))
            with self.subTest(row["case"]):
                # One second a step: the orbit takes 5677 of them, and the body turns slowly.
                steps = max(100, int(float(row["t"])))
                self.assertLess(self.top(row, field, steps), 300)

    def test_water_pair(self):
        """Sites: charges and Lennard-Jones, of a kind."""
        m = {row["name"]: float(row["value"]) for row in rows("water2_params.csv")}
        begin, *ends = rows("water2.csv")
        text = f"coulomb {m['ke']!r}\nkind water\nmass {m['M']!r}\n" \
               f"inertia {m['I1']!r} {m['I2']!r} {m['I3']!r}\n"
        for site, charge, depth in (("O", "q_O", m["eps"]), ("H1", "q_H1", 0.0), ("H2", "q_H2", 0.0)):
            place = words(m[f"{site}_{axis}"] for axis in "xyz")
            text += f"site {place} {m[charge]!r} {depth!r} {m['sigma'] if depth else 0.0!r}\n"
        for i in "12":
            y = numbers(begin, *(f"y{i}{k}" for k in "123"))
            spin = [a / m[f"I{k}"] for a, k in zip(y, "123")]
            text += f"body water\nposition {words(numbers(begin, *(f'x{i}{k}' for k in 'xyz')))}\n" \
                    f"velocity {words(numbers(begin, *(f'v{i}{k}' for k in 'xyz')))}\n" \
                    f"orientation {words(numbers(begin, *(f'q{i}{k}' for k in '0123')))}\n" \
                    f"angular_velocity {words(spin)}\n"
        for end in ends:
            steps = 200 * int(float(end["t"]) / 10)
            got = run(f"method exact/kahan_li8\nstep {float(end['t']) / steps!r}\nsteps {steps}\n"
                      f"every {steps}\noutput position velocity orientation body_momentum\n" + text)
            bar = 1000 * 2.2e-16 * float(end["cond"])
            for i in "12":
                for mine, theirs in (("x y z", "xx xy xz"), ("vx vy vz", "vx vy vz"),
                                     ("l1 l2 l3", "y1 y2 y3")):
                    want = numbers(end, *(f"{n[0]}{i}{n[1]}" for n in theirs.split()))
                    have = numbers(got, *(f"{n}.{i}" for n in mine.split()))
                    self.assertLess(math.dist(want, have) / math.hypot(*want), bar, mine)
                off = angle(numbers(got, *(f"q{k}.{i}" for k in "wxyz")),
                            numbers(end, *(f"q{i}{k}" for k in "0123")))
                self.assertLess(off, bar)

    def test_relaxed(self):
        """By `fire`: two Lennard-Jones sites off their bodies' centres, whose least energy is minus the depth, and a top
        that hangs."""
        text = "method fire\nstep 0.05\nsteps 2000\nevery 2000\noutput potential largest_force largest_torque {more}\n"
        got = run(text.format(more="position") + "kind knob\nmass 2\ninertia 1 2 2.5\nsite 0.3 0.2 -0.1 0 1.5 1.1\n"
                  "body knob\nbody knob\nposition 1.9 0.2 0.3\norientation 0.8 0.1 0.4 -0.2\n")
        self.assertAlmostEqual(got["potential"], -1.5, delta=1e-14)
        self.assertLess(got["largest_force"], 1e-10)
        self.assertLess(got["largest_torque"], 1e-10)
        got = run(text.format(more="third_axis") + "heavy_top 0 0 3\nbody\nmass 1\ninertia 1 2 2.5\norientation 0.9 0.3 0.2 0.1\n")
        self.assertAlmostEqual(got["potential"], -3, delta=1e-14)
        self.assertAlmostEqual(got["az"], -1, delta=1e-14)


# ---- a fast and a slow force -----------------------------------------------------------------------
LEVELS = """step 0.01
steps 60
every 60
output position momentum angular_momentum conserved_energy
gravity 0.1 0 -0.2
coulomb 0.7
spring 1 0.1 0 0 space 0 0 1 2 0.5
spring 2 0 0.1 0 space 0 1 0 2 0.5
body
mass 2
inertia 1 1.2 1.5
site 0.3 0 0 1 0.1 1
body
mass 1
inertia 1 1.1 0.9
position 2 0 0
angular_velocity 0.2 0.3 1
site 0 0.3 0.1 -1 0.1 1
"""


class Levels(unittest.TestCase):
    TERMS = "field gravity spring coulomb lennard_jones".split()

    def of(self, method, *more):
        text = LEVELS if "thermostat" in "".join(more) else LEVELS.replace(" conserved_energy", "")
        return [float(x) for x in run(f"method {method}\n" + "\n".join(more) + "\n" + text).values()]

    def test_one_inner_step_is_strang(self):
        """Whatever is slow, the sum moves the bodies."""
        want = self.of("exact/strang")
        for n in range(1, 6):
            got = self.of("exact/respa", "parameter inner 1", "slow " + " ".join(self.TERMS[:n]))
            self.assertLess(max(abs(a - b) for a, b in zip(want, got)), 1e-12, n)
        other = self.of("exact/respa", "parameter inner 4", "slow coulomb")
        self.assertGreater(max(abs(a - b) for a, b in zip(want, other)), 1e-9)
        self.assertLess(max(abs(a - b) for a, b in zip(want, other)), 1e-3)
        both = [self.of("exact/" + scheme, "thermostat langevin kt 1 relaxation 1 seed 1 conserved 1", *more)
                for scheme, more in (("strang", ()), ("respa", ("parameter inner 1", "slow coulomb")))]
        self.assertLess(max(abs(a - b) for a, b in zip(*both)), 1e-12)

    def test_trials(self):
        """The fast spring moves the body alone; its mean is where spring and weight are in balance."""
        text = "method exact/strang\nthermostat metropolis kt 1 seed 4 steps 3\nslow gravity\nstep 1.4\nsteps 6000\n" \
               "output position\ngravity 0 0 -0.6\nspring 1 0 0 0 space 0 0 0 1 0\nbody\nmass 1\ninertia 1 1 1\n"
        z = [float(row[-1]) for row in csv.reader(call("run", text).stdout.splitlines()[2:])]
        self.assertEqual(len(z), 6000)
        self.assertAlmostEqual(sum(z) / 6000, -0.6, delta=0.08)

    def test_words(self):
        for lines, words in ((("method exact/respa",), "a fast and a slow force; add a line 'slow TERM ...'"),
                             (("method exact/strang", "slow coulomb"), "method exact/strang has one force"),
                             (("method exact/respa", "slow magnets"), "slow TERM is 'magnets'; must be field, gravity"),
                             (("method exact/respa", "slow"), "must be: slow TERM ...")):
            done = call("run", "\n".join(lines) + "\n" + LEVELS)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(words, done.stderr)

    def test_described(self):
        done = subprocess.run([PROGRAM, "describe", "respa"], capture_output=True, text=True, check=False)
        self.assertRegex(done.stdout, r"needs +forces slow_forces\n(.*\n)+  a step +4 evaluations of fast forces, and some of slow")

    def test_forces(self):
        done = call("forces", "method exact/respa\nslow coulomb spring\n" + LEVELS)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("right", done.stdout)


# ---- springs and gravity: their energy, which is all that moves the bodies ------------------------
def turned(q, v):
    """v + 2 w (u x v) + 2 u x (u x v), for a quaternion (w, u) of length 1."""
    def cross(a, b):
        return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    across = cross(q[1:], v)
    return [a + 2 * (q[0] * b + c) for a, b, c in zip(v, across, cross(q[1:], across))]


MASS, INERTIA, GRAVITY = (2.0, 3.0), ((1.0, 2.0, 2.5), (0.7, 0.7, 1.1)), (0.1, -0.4, -0.8)
#           body, point in it      body or space          stiffness, length
SPRINGS = [(0, (0.3, -0.2, 0.5), 1, (0.1, 0.4, -0.3), 5.0, 1.2),
           (1, (-0.5, 0.0, 0.2), None, (1.0, 2.0, 0.5), 3.0, 0.0)]


def potential(places, orientations):
    def at(body, point):
        return point if body is None else [x + c for x, c in zip(places[body], turned(orientations[body], point))]
    falls = (-m * g * c for m, x in zip(MASS, places) for g, c in zip(GRAVITY, x))
    return sum(falls) + sum(stiffness / 2 * (math.dist(at(a, u), at(b, v)) - length) ** 2
                            for a, u, b, v, stiffness, length in SPRINGS)


class Springs(unittest.TestCase):
    state = [0.0, 0.0, 0.0, 0.2, -0.1, 0.3, 1.0, 0.0, 0.0, 0.0, 0.5, -0.3, 0.8,
             1.5, 0.5, -0.4, -0.1, 0.2, 0.0, 0.6, 0.0, 0.8, 0.0, -0.4, 0.6, 0.2]

    def text(self, method, steps):
        text = f"method {method}\nstep {2 / steps!r}\nsteps {steps}\nevery {steps}\n" \
               f"output position velocity orientation angular_velocity potential energy\ngravity {words(GRAVITY)}\n"
        for a, u, b, v, stiffness, length in SPRINGS:
            other = "space" if b is None else b + 1
            text += f"spring {a + 1} {words(u)} {other} {words(v)} {stiffness} {length}\n"
        for i in (0, 1):
            s = self.state[13 * i:13 * i + 13]
            text += f"body\nmass {MASS[i]}\ninertia {words(INERTIA[i])}\nposition {words(s[:3])}\n" \
                    f"velocity {words(s[3:6])}\norientation {words(s[6:10])}\nangular_velocity {words(s[10:])}\n"
        return text

    def test_energy(self):
        """The potential is what springs and gravity have, and with it the energy stays: so forces and torques are its slopes."""
        ends = [run(self.text("exact/kahan_li8", 200), "--steps", n) for n in ("0", "200")]
        for end in ends:
            own = potential([numbers(end, f"x.{i}", f"y.{i}", f"z.{i}") for i in "12"],
                            [numbers(end, *(f"q{k}.{i}" for k in "wxyz")) for i in "12"])
            self.assertLess(abs(end["potential"] - own), 1e-12 * abs(own))
        self.assertLess(abs(ends[1]["energy"] - ends[0]["energy"]), 1e-11 * abs(ends[0]["energy"]))
        self.assertGreater(abs(ends[1]["potential"] - ends[0]["potential"]), 0.1)

    def test_inertia_factor(self):
        """A top turns as fast with four times the moments in twice the step, at the same energy."""
        top = "method exact/strang\nheavy_top 0 0 3\nsteps 50\nevery 50\noutput orientation energy\n" \
              "body\nmass 1\ninertia 1 2 2.5\norientation 0.9 0.3 0.2 0.1\nangular_velocity 1 2 3\n"
        one, slow = run(top + "step 0.1\n"), run(top + "step 0.2\ninertia_factor 4\n")
        for name in one:
            self.assertAlmostEqual(one[name], slow[name], delta=1e-12)

    def test_wheels(self):
        """A symmetric body with a wheel along its axis: the closed form; and l and the energy stay."""
        for wheel in 0.0, 0.9, -2.5:
            text = f"""method exact/strang\nstep 0.5\nsteps 8\nevery 8
                output angular_velocity angular_momentum energy\nbody\nmass 1\ninertia 2 2 1.2
                angular_velocity 0.3 0 0.8\nwheels 0 0 {wheel}\n"""
            begin, end = run(text, "--steps", "0"), run(text)
            turn = ((1.2 - 2) * 0.8 + wheel) / 2 * 4.0
            for name, want in ("w1", 0.3 * math.cos(turn)), ("w2", 0.3 * math.sin(turn)), ("w3", 0.8):
                self.assertAlmostEqual(end[name], want, delta=1e-13)
            self.assertEqual(numbers(begin, "lx", "ly", "lz"), numbers(end, "lx", "ly", "lz"))
            self.assertAlmostEqual(begin["energy"], end["energy"], delta=1e-14)

    def test_gradients_by_displacement(self):
        """A scheme with gradients: springs have none, so that the library forms them; order 4."""
        want, *ends = [run(self.text(method, steps)) for method, steps in
                       (("exact/kahan_li8", 200), ("exact/nystrom4", 100), ("exact/nystrom4", 200))]
        errors = [max(abs(end[name] - want[name]) for name in want) for end in ends]
        self.assertLess(abs(math.log2(errors[0] / errors[1]) - 4), 0.3)


if __name__ == "__main__":
    unittest.main()
