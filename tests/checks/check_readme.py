# SPDX-License-Identifier: BSD-3-Clause
"""The code of README.md, abi/README.md and abi/QUICKSTART.md is what a newcomer copies: the hosts compile, the first is
short, and they move their bodies to the right place; so do the lines that open the library at run time and the lines of
Python, where NumPy is; the module compiles by itself and keeps what it claims, and so do the module and the lines of
Python of the lesson on a method of one's own.

    check_readme.py ROOT WORK CC LIBRARY GENERIC_MODULE CONTRACT
"""
import importlib.util
import os
import re
import shutil
import subprocess
import sys

ROOT, WORK, CC, LIBRARY, GENERIC, CONTRACT = sys.argv[1:]
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror"]


def run(*command, **variables):
    done = subprocess.run(command, cwd=WORK, env={**os.environ, **variables}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"{done.returncode}: {command}\n{done.stdout}"
    return done.stdout


def snippet(page, word, language="c"):
    """The one block of code of the page that contains the word."""
    with open(f"{ROOT}/{page}", encoding="utf-8") as file:
        blocks = re.findall(rf"^```{language}\n(.*?)^```$", file.read(), re.M | re.S)
    found, = [block for block in blocks if word in block]
    return found


def write(name, text):
    with open(f"{WORK}/{name}", "w", encoding="utf-8") as file:
        file.write(text)
    return f"{WORK}/{name}"


def output_of(name, text, *more):
    run(CC, *FLAGS, f"-I{ROOT}/abi", f"-I{WORK}/include", write(name + ".c", text), "-o", f"{WORK}/{name}", *more)
    return run(f"{WORK}/{name}")


os.makedirs(f"{WORK}/include/rigidstep", exist_ok=True)
link = [f"-L{os.path.dirname(LIBRARY)}", "-lrigidstep", f"-Wl,-rpath,{os.path.dirname(LIBRARY)}"]
host = snippet("abi/QUICKSTART.md", "rgs_sites_create")
assert host.count("\n") <= 32, f"the host has {host.count(chr(10))} lines; a newcomer reads at most 32"
# x of an oscillator after 1000 steps of a Strang splitting: cos(2000 asin(h/2)), h = 0.1.  The molecule turns freely
# by 100/0.55.
said = output_of("host", host, *link)
assert said == "atom 0: 0.882685 -0.507819 -0.211234; atom 1: 0.882685 0.507819 0.211234\n", said
# At constant pressure energy and coupling energy are conserved by the page's virial only.
forces, spec, loop = [snippet("abi/QUICKSTART.md", word)
                      for word in ("forces_in(const", "rgs_param npt", "forces_in(want")]
program = re.sub(r"(?m)^  for \(int i = 0; i < 1000; i\+\+\)\n(    .*\n)*", lambda _: loop, host).replace(
    "int main(void)", forces + "int main(void)").replace("method, NULL,", "method, &host,")
program = re.sub("(?m)^  rgs_method_spec .*\n", lambda found: found[0] + spec, program)
kept, lost = ([float(word) for word in re.findall("conserved: (.*)", output_of("npt", text, *link, "-lm"))]
              for text in (program, program.replace(" - inside[k]", "")))
assert kept == [20.306, 20.306] and lost == [20.306, 19.164], (kept, lost)
# Springs of 1 and 1/4 as frequencies squared, after 1000 steps of 0.01.
said = output_of("nine_calls", snippet("abi/QUICKSTART.md", "rgs_stepper_save"), *link)
assert re.match(r"t = 10: x = -0.839049 0.567334, kinetic energy 1.98\d+, \d+ bytes saved", said), said

# With a fast and a slow force: cos(10) but for an error of order 2.
levels = output_of("levels", snippet("examples/howto/levels.md", "RGS_DRAFT_EVAL_SLOW"), *link)
assert levels == "x -0.8390 after 101 costly evaluations\n", levels

# A check of its forces says that they are right, and which mistake they have.
block, nine = [snippet("abi/QUICKSTART.md", word) for word in ("rgs_draft_check_forces", "rgs_stepper_save")]
checked = nine.replace("int main(void)", block + "int main(void)").replace(
    "/* 6 */", "check_forces(handle);").replace("<rigidstep/rigidstep.h>", "<rigidstep/draft_forces.h>\n"
                                                "#include <rigidstep/rigidstep.h>")
right, wrong = [output_of("checked", text, *link)
                for text in (checked, checked.replace("= -bodies[i].x", "= bodies[i].x"))]
assert re.match(r"2 of 2 bodies, \d+ evaluations: right\nremark: ", right) and right.endswith(said), right
assert ": WRONG\n" in wrong and "the sign is wrong" in wrong, wrong

# With the page's host, the same program may swap a thermostat in.
swap = snippet("abi/QUICKSTART.md", "RGS_EVAL_FORCE, .ranks") + """
  rgs_param of_thermostat[] = {{.key = "kt", .value = 1}, {.key = "relaxation", .value = 1}, {.key = "seed", .value = 7}};
  spec.thermostat = "langevin", spec.params = of_thermostat, spec.n_params = 3, spec.param_size = sizeof of_thermostat[0];
  rgs_method *other;
  need(rgs_method_create(context, &spec, &other, &error));
  need(rgs_stepper_swap(stepper, other, &error));
"""
program = re.sub(".*rgs_stepper_create.*\n", lambda _: swap, snippet("abi/QUICKSTART.md", "rgs_stepper_save"))
assert output_of("swap", program, *link).startswith("t = 10: ")

# The lines that open the library stand inside a host.
shutil.copy(f"{ROOT}/plugin-generic/bindings/rigidstep_load.h", f"{WORK}/include/rigidstep")
lines = snippet("abi/QUICKSTART.md", "rgs_library_open")
for what, by in (("PREFIX/lib/rigidstep/rigidstep_generic.so", GENERIC),
                 ("rgs_library rgs;", "int main(void) {\nrgs_library rgs; rgs_error error = RGS_ERROR_INIT; rgs_context *context = NULL;"),
                 ("rgs_library_close", "if (context == NULL) return 2;\nrgs.rgs_context_destroy(context);\nrgs_library_close")):
    assert what in lines, what
    lines = lines.replace(what, by)
output_of("open", lines + "return 0;\n}\n", "-ldl")

for page, name, method in ("abi/README.md", "module", "acme.kdk"), ("examples/lessons/own_method.md", "my", "acme.two_kicks"):
    run(CC, *FLAGS, f"-I{ROOT}/abi", "-shared", "-fPIC", write(name + ".c", snippet(page, "RGS_MODULE")), "-o", f"{WORK}/{name}.so", "-Wl,-z,defs")
    said = run(CONTRACT, f"{WORK}/{name}.so")
    assert re.search("PASS +" + method, said) and said.endswith(", 0 failed\n"), said
    with open(f"{ROOT}/{page}", encoding="utf-8") as file:    # how many passed, where the page says it
        for count in re.findall(r"`(\d+ passed), 0 failed`", file.read()):
            assert f" {count}, 0 failed" in said, (count, said)

for page, word, result in (("README.md", "Stepper", r"0\.88268\d+"),
                           ("examples/lessons/own_method.md", "two_kicks", r"'strang': 0.0005\d+, 'acme.two_kicks': [0-9.]+e-05")):
    if importlib.util.find_spec("numpy"):
        lines = write("lines.py", snippet(page, word, "python"))
        said = run(sys.executable, "-B", lines, PYTHONPATH=f"{ROOT}/plugin-generic", RIGIDSTEP_MODULE=GENERIC)
        assert re.search(result, said), said
