#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Who may include and call what.

  check_rooms.py ROOT [NM OBJECT...]       without object files, calls are not looked at

core/ consists of rooms.  Their order is the order of use: a room sees itself and some of the rooms
above it in ROOMS, nothing else.  This holds for includes, direct and indirect, and for calls, which
are read from the object files.  No two files may lead to each other in a circle, neither by includes
nor by calls.  What is built on the ABI never sees the core, and the ABI sees two headers of C.

Before it looks at the sources the script plants a wrong include in every room of a copy, and checks
that it finds each of them.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Room -> the other rooms that it may see.
ROOMS = {
    "base": [],
    "simd": ["base"],
    "free_motion": ["simd"],
    "rotors": ["simd", "free_motion"],
    "free_flow": ["base", "simd", "free_motion", "rotors"],
    "sites": ["base", "simd"],
    "schemes": ["base"],
    "cell": ["simd"],
    "thermostats": ["base", "simd", "cell"],
    "barostats": ["base", "simd", "cell", "thermostats"],
    "integrators": ["simd", "free_motion", "rotors"],
    "methods": ["base", "simd", "rotors", "schemes", "cell", "thermostats", "barostats", "integrators"],
    "jobs": ["base", "simd", "schemes", "cell", "thermostats", "barostats", "methods"],
    "backends": ["base", "simd", "free_motion", "rotors", "sites", "schemes", "cell", "thermostats", "barostats",
                 "methods", "jobs"],
    "motion": ["base", "simd", "schemes", "cell", "thermostats", "barostats", "methods", "jobs", "backends"],
    "ensemble": ["base", "simd", "schemes", "cell", "thermostats", "barostats", "methods", "jobs", "backends", "motion"],
    "stepper": ["base", "simd", "schemes", "cell", "thermostats", "barostats", "methods", "jobs", "backends", "motion",
                "ensemble"],
    "force_check": ["base"],
    "saves": ["base", "schemes", "cell", "thermostats", "barostats", "methods", "jobs", "backends", "motion", "ensemble",
              "stepper"],
}

# Folder of plugin-generic -> the others that it may see.
GENERIC_ROOMS = {"bindings": [], "contract": ["bindings"], "command": ["bindings"], "web": []}

# From the ground up; a room sees those before it.
PLUGIN_ROOMS = {
    "plugin-lammps": ["ensemble", "method", "mechanics", "columns", "bodies", "membership", "run_style", "minimize",
                      "command", "restart", "outside", "coupling", "motion", "fixes"],
    "plugin-openmm": ["bodies", "api", "serialization", "platforms"],
}

ABI = r"<rigidstep/(device/)?[a-z_]+\.h>"
C_LIBRARY = (r"<(assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|"
             r"signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdlib|stdnoreturn|string|"
             r"tgmath|threads|time)\.h>")
# Headers that only some files of the core may include, and why.
SPECIAL = [
    (r"<stdio\.h>", r"base/error\.c", "only base/error.c formats text"),
    (r"<(dlfcn|windows|xlocale|sys/stat)\.h>", r"base/system_(posix|windows)\.c",
     "only base/system_*.c call the operating system"),
    (r"<(immintrin|arm_neon|cpuid)\.h>", r"simd/.*", "only simd/ knows the processor"),
]
# By a pointer to a function the ground floor could call upwards, which no list of calls shows.  It has the host's
# (executor, log), the system's, and the tables of memory and devices.
FUNCTION_POINTER = re.compile(r"\(\*\w*\)[ ]?\(|^typedef [^(;]+\(")
POINTERS_ALLOWED = re.compile(r"base/(system.*|device\.h|memory\.h|executor\.h|context\.[ch])")
# What asks the operating system, in plugin-generic.
SYSTEM_FILE = re.compile(r"_(posix|windows)\.c$|rigidstep_load\.h$")
# Of another system than that on which the script runs.
OTHER_SYSTEMS = re.compile(r"base/system_windows\.c")
# No text leaves the library but through an rgs_error, no call ends the process, and rgs_environment alone
# reads the environment.
FORBIDDEN_CALL = re.compile(
    r"(^|[^A-Za-z0-9_])(printf|fprintf|puts|fputs|putchar|perror|abort|exit|_exit|assert|getenv)[ \t]*\(")
# Tests that look at inner functions of the core on purpose.
INNER_TESTS = re.compile(
    r"(t_(elliptic|kernels|rotor|scheme_check)|"
    r"ensemble_samples|t_noise|t_thermostat_kernels|print_rows|t_ensemble_loop|t_thermostats|t_barostat|ensemble_systems|lanes_of_width|"
    r"all_batches|emulated)"
    r"\.[ch]|bench.*")


def includes_of(path, complain):
    """The includes of a file: <a.h> keeps its brackets, "b.h" becomes b.h.  A list of methods includes their kernels,
    of its own room, for devices alone."""
    found, of_devices = [], False
    with open(path, encoding="utf-8") as file:
        for line in file:
            of_devices = line == "#ifdef RGS_ON_DEVICE\n" or (of_devices and not line.startswith("#endif"))
            if of_devices and re.match(rf'#include "{os.path.basename(os.path.dirname(path))}/\w+_simd\.c"', line):
                continue
            if re.match(r"[ \t]*#[ \t]*include", line):
                match = re.search(r"include[ \t]*(?:(<[^>]+>)|\"([^\"]+)\")", line)
                if match:
                    found.append(match.group(1) or match.group(2))
                else:
                    complain(f"{path}: not understood: {line.strip()}")
    return found


def files_in(folder, endings):
    found = []
    for here, folders, names in os.walk(folder):
        folders.sort()
        found += [os.path.join(here, name) for name in sorted(names) if name.endswith(endings)]
    return found


def room_of(file):
    return file.split("/")[0]


def reachable(graph, start):
    seen, todo = set(), [start]
    while todo:
        for other in graph.get(todo.pop(), ()):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def circles(graph):
    """The groups of files that lead to each other."""
    led_to = {file: reachable(graph, file) for file in graph}
    groups = {tuple(sorted(other for other in led_to[file] if file in led_to.get(other, ())))
              for file in graph if file in led_to[file]}
    return sorted(map(list, groups))


def check_arrows(graph, what, complain, folder="core", rooms=ROOMS):
    """Complains about arrows to rooms that may not be seen; returns how many there are.

    Of calls it is the direct ones that count: whoever calls a method need not know its rotor.
    """
    wrong = 0
    for file in sorted(graph):
        room = room_of(file)
        allowed = [room] + rooms.get(room, [])
        for other in sorted(reachable(graph, file) if what == "include" else graph[file]):
            if room_of(other) not in allowed:
                complain(f"{folder}/{file} may not {what} {folder}/{other}: {room}/ sees "
                         f"{', '.join(allowed[1:]) or 'no other room'}")
                wrong += 1
    return wrong


def check_includes(root, folder, rooms, why_not, complain):
    """Checks the files of all rooms, and what they include from elsewhere by why_not(file, header), a text where the header
    is refused; returns the graph of includes and the number of wrong arrows."""
    paths = {os.path.relpath(path, f"{root}/{folder}").replace(os.sep, "/"): path
             for path in files_in(f"{root}/{folder}", (".c", ".h"))}
    # core/ names the room of a header, plugin-generic/ does not; for_devices/ is checked below.
    files = [file for file in paths if room_of(file) != "for_devices"]
    # The kernel of devices includes files in lanes.
    ends = (".h", "_simd.c") if folder == "core" else (".h",)
    headers = {file if folder == "core" else os.path.basename(file): file
               for file in files if file.endswith(ends)}
    if len(headers) != sum(file.endswith(ends) for file in files):
        complain(f"{folder} has two headers of one name")
    graph = {file: set() for file in files}
    for file in files:
        if file.count("/") != 1 or room_of(file) not in rooms:
            complain(f"{folder}/{file} is in none of the rooms {', '.join(rooms)}")
            continue
        for include in includes_of(paths[file], complain):
            if include in headers:
                graph[file].add(headers[include])
            elif why_not(file, include):
                complain(f"{folder}/{file} may not include {include}: {why_not(file, include)}")
    return graph, check_arrows(graph, "include", complain, folder, rooms)


# ---- core ---------------------------------------------------------------------------------------

def why_not_in_core(file, header):
    for special, files, why in SPECIAL:
        if re.fullmatch(special, header):
            return "" if re.fullmatch(files, file) else why
    return "" if re.fullmatch(f"{ABI}|{C_LIBRARY}", header) else "it is neither of the ABI nor of C"


def check_calls_of_c(core, complain):
    for path in files_in(core, (".c", ".h")):
        with open(path, encoding="utf-8") as text:
            for line in text:
                allowed = re.search(r"__attribute__|format\(printf|getenv\(name\)", line)
                if FORBIDDEN_CALL.search(line) and not allowed:
                    complain(f"{path}: {line.strip()}")


def check_pointers(core, complain):
    for path in files_in(os.path.join(core, "base"), (".c", ".h")):
        if not POINTERS_ALLOWED.fullmatch(os.path.relpath(path, core).replace(os.sep, "/")):
            with open(path, encoding="utf-8") as text:
                for line in text:
                    if FUNCTION_POINTER.search(line):
                        complain(f"{path} may have no pointer to a function: {line.strip()}")


def calls_of(nm, objects):
    """Which source file calls a function, or reads a constant, of which other one."""
    if not objects:
        return {}
    defines, uses = {}, {}
    listing = subprocess.run([nm, "-g", "--format=posix", *objects], check=True, text=True, stdout=subprocess.PIPE).stdout
    for line in listing.splitlines():
        heading = re.search(r"\.dir/(.+\.c)\.(?:o|obj):$", line)
        if heading:
            source = os.path.normpath(heading.group(1))
        elif len(line.split()) >= 2:
            name, kind = line.split()[:2]
            if kind in "Uw":
                uses.setdefault(source, set()).add(name)
            else:
                defines[name] = source
    graph = {source: set() for source in set(defines.values()) | set(uses)}
    for source, names in uses.items():
        graph[source] |= {defines[name] for name in names if name in defines} - {source}
    return graph


# ---- what is built on the ABI -------------------------------------------------------------------

def check_patterns(paths, patterns, complain):
    for path in paths:
        for include in includes_of(path, complain):
            if not any(re.fullmatch(pattern, include) for pattern in patterns):
                complain(f"{path} may not include {include}")


def check_others(root, core_headers, complain):
    def below(folder, *endings):
        return files_in(os.path.join(root, folder), endings)

    device = below("core/for_devices", ".c", ".h")
    headers, published = below("abi/rigidstep", ".h"), r"(base|bodies|method|host|ensemble|module|sites)\.h"
    drafts = [path for path in headers if os.path.basename(path).startswith("draft_")]
    lists = [path for path in headers if os.path.basename(path) == "calls.h"]   # refers to all that is published
    check_patterns(lists, [r"rigidstep\.h"], complain)
    check_patterns([path for path in headers if path not in drafts + lists],
                   [r"<stddef\.h>", r"<stdint\.h>", published], complain)
    check_patterns(drafts, [r"draft\.h", published], complain)
    # Source for devices, which has no ABI and sees none.
    check_patterns(device, [r"<(math|stdint|string)\.h>"] + [re.escape(os.path.basename(f)) for f in device],
                   complain)
    check_patterns([f for f in below("abi", ".c") if os.path.dirname(f) == f"{root}/abi"], [r"rigidstep_load\.h"],
                   complain)
    for folder in ("plugin-generic", *PLUGIN_ROOMS, "examples", "tests"):
        for path in below(folder, ".c", ".h", ".cpp", ".hpp"):
            if folder == "tests" and INNER_TESTS.fullmatch(os.path.basename(path)):
                continue
            here = os.path.dirname(path)
            for include in includes_of(path, complain):
                is_own = any(os.path.exists(os.path.join(place, include))
                             for place in (here, os.path.join(root, folder)))
                if "core/" in include or (include in core_headers and not is_own):
                    complain(f"{path} may not include {include} of the core")
    for plugin, rooms in PLUGIN_ROOMS.items():
        for number, room in enumerate(rooms):
            for path in below(f"{plugin}/{room}", ".h", ".cpp"):
                for include in includes_of(path, complain):
                    if include.split("/")[0] in rooms[number + 1:]:
                        complain(f"{path} may not include {include}, which is above room {room}")
    check_patterns(below("plugin-generic", ".hpp"),
                   [ABI, r"rigidstep_(handles|threads)\.hpp",
                    r"<(algorithm|array|atomic|condition_variable|cstdint|exception|functional|initializer_list|memory|"
                    r"mutex|stdexcept|string|thread|utility|vector)>"], complain)
    check_patterns([f for f in below("tests/modules", ".c", ".h")
                    if not os.path.basename(f).startswith("t_")],
                   [ABI, C_LIBRARY, r"<stdio\.h>", r"(methods|with_head)\.h"], complain)


def why_not_in_generic(file, header):
    fits = re.fullmatch(f"{ABI}|{C_LIBRARY}|" + r"<(stdio|dlfcn|omp)\.h>", header) or (
        SYSTEM_FILE.search(file) and re.fullmatch(r"<[a-z/-]+\.h>", header))
    return "" if fits else "it is neither of the ABI nor of C"


# ---- core/README.md --------------------------------------------------------------------------------

def check_readme(readme, complain):
    """The table of rooms in README.md says the same as ROOMS."""
    with open(readme, encoding="utf-8") as file:
        rows = re.findall(r"^\| `(\w+)/` \|.*\| ([^|]+) \|$", file.read(), re.M)
    told = [(room, re.findall(r"`(\w+)`", sees)) for room, sees in rows]
    if told != list(ROOMS.items()):
        complain(f"{readme}: the table of rooms differs from check_rooms.py's")


TREES = ("core", ROOMS, why_not_in_core), ("plugin-generic", GENERIC_ROOMS, why_not_in_generic)


# ---- the script can fail ------------------------------------------------------------------------

def self_test(root):
    """Plants wrong includes in copies of core/ and plugin-generic/; returns how many, and how many of them were found."""
    planted = found = 0
    for folder, rooms, why_not in TREES:
        plants, complaints = {}, []
        with tempfile.TemporaryDirectory() as work:
            copy = shutil.copytree(os.path.join(root, folder), os.path.join(work, folder))
            for room, sees in rooms.items():
                banned = [header for other in rooms if other not in [room] + sees
                          for header in files_in(os.path.join(copy, other), (".h",))]
                if banned:
                    named = os.path.relpath(banned[-1], copy if folder == "core" else os.path.dirname(banned[-1]))
                    plants[f"{folder}/{room}/planted.c"] = named
            for path, header in plants.items():
                with open(os.path.join(work, path), "w", encoding="utf-8") as file:
                    file.write(f'#include "{header}"\n')
            check_includes(work, folder, rooms, why_not, complaints.append)
            if folder == "core":
                plants["core/base/planted.h"] = "a pointer to a function"
                with open(os.path.join(work, "core/base/planted.h"), "w", encoding="utf-8") as file:
                    file.write("  int (*upwards)(void *owner);\n")
                check_pointers(os.path.join(work, folder), complaints.append)
        missed = [path for path in plants
                  if not any(re.search(f"{path} may (not include|have no)", text) for text in complaints)]
        planted, found = planted + len(plants), found + len(plants) - len(missed)
        for path in missed:
            print(f"{plants[path]}, planted in {path}, was not found")
    graph = {"base/a.c": {"base/b.c"}, "base/b.c": {"base/a.c"}, "rotors/c.c": {"stepper/d.c"}}
    upwards = check_arrows(graph, "call", lambda text: None)
    if circles(graph) != [["base/a.c", "base/b.c"]] or upwards != 1:
        print("a planted circle, or a planted call upwards, was not found")
        found = -1
    return planted, found


def main():
    root, objects = os.path.abspath(sys.argv[1]), sys.argv[3:]
    nm = sys.argv[2] if objects else None
    core = os.path.join(root, "core")
    complaints = []
    n_planted, planted = self_test(root)
    if planted != n_planted:
        complaints.append(f"{planted} of {n_planted} planted faults were found")
    (includes, upwards), (in_generic, _) = [check_includes(root, *tree, complaints.append) for tree in TREES]
    check_calls_of_c(core, complaints.append)
    check_pointers(core, complaints.append)
    of_generic = [o for o in objects if "/plugin-generic/" in o.replace(root, "")]
    calls = calls_of(nm, [o for o in objects if o not in of_generic])
    upwards_calls = check_arrows(calls, "call", complaints.append)
    rings = [ring for graph in (includes, in_generic, calls, calls_of(nm, of_generic)) for ring in circles(graph)]
    for ring in rings:
        complaints.append("circle: " + ", ".join(ring))
    sources = {f for f in includes if f.endswith(".c") and not OTHER_SYSTEMS.fullmatch(f)}
    if objects and set(calls) != sources:
        complaints.append("no object file of " + ", ".join(sorted(sources ^ set(calls))))
    check_readme(os.path.join(core, "README.md"), complaints.append)
    check_others(root, {f for f in includes if f.endswith(".h")}, complaints.append)

    print(f"{n_planted} faults planted, one in each room that must not see all: {planted} found")
    print(f"{len(rings)} circles, {upwards} includes upwards, "
          + (f"{upwards_calls} calls upwards" if objects else "calls not looked at: no object files were given"))
    for text in complaints:
        print("error:", text.replace(root + "/", ""))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
