# SPDX-License-Identifier: BSD-3-Clause
"""What is exported, and what is needed.

The library exports what the headers declare, under the names and versions that abi/freeze_*.c promise, and needs nothing
but the C library.  The table of rigidstep_load.h and the list of rigidstep/abi.py have the published calls; the module
that is loaded exports one symbol.  The core defines nothing without its prefix, has no variables, never prints or ends
the process.  A module of others needs nothing of ours.

    check_symbols.py ROOT NM READELF LIBRARY ARCHIVE GENERIC_MODULE MODULE T_GENERIC
"""
import glob
import re
import subprocess
import sys

ROOT, NM, READELF, LIBRARY, ARCHIVE, GENERIC, MODULE, T_GENERIC = sys.argv[1:]
NEVER_CALLED = re.compile(
    "v?f?d?printf|__v?f?printf_chk|f?puts|f?putc|putchar|fwrite|perror|abort|_?exit|_Exit|quick_exit|atexit|__assert_fail|system|popen|"
    "fork|exec.*|signal|sigaction|raise|setlocale|getenv|setenv|srand|rand|random|time|gettimeofday|stdout|stderr|stdin")
wrong = []


def lines(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()


def texts(pattern):
    for path in glob.glob(f"{ROOT}/{pattern}"):
        with open(path, encoding="utf-8") as file:
            yield file.read()


def compare(one_name, one, other_name, other):
    if one != other:
        wrong.append(f"only {one_name}: {sorted(set(one) - set(other))}; only {other_name}: {sorted(set(other) - set(one))}")


def dynamic(file, which):
    """Names without versions, but for drafts', which are in no table."""
    names = {re.match(r"[^ @]+", line)[0] for line in lines(NM, "-D", which, "--format=posix", file) if not re.match(r"\S+ A", line)}
    return {name for name in names if not name.startswith("rgs_draft_")}


# ---- the library: each call that was promised is there, with the version that brought it ------------------------------
declared = {name for text in texts("abi/rigidstep/*.h") for name in re.findall(r"^RGS_API[^;]*?(rgs_[a-z0-9_]+)\(", text, re.M)}
promised = {(name, version.replace(".0", "")) for text in texts("abi/freeze_*.c")
            for version in re.findall(r"of ABI (\d+\.\d+)", text)[:1] for name in re.findall(r"^CALL\([^()]*\b(rgs_[a-z_]+),", text, re.M)}
assert len(declared) > 50 and len(promised) > 50, (declared, promised)
exported = set()
for line in lines(NM, "-D", "--defined-only", "--with-symbol-versions", "--format=posix", LIBRARY):
    found = re.match(r"(rgs_[a-z0-9_]+)@@RIGIDSTEP_(2(?:\.\d+)?|DRAFT(?:_[A-Z]+)?_\d+) T", line)
    if found and found[1].startswith("rgs_draft_") == found[2].startswith("DRAFT"):
        exported.add(found.groups())
    elif not re.match(r"RIGIDSTEP_(2(\.\d+)?|DRAFT(_[A-Z]+)?_\d+)(@@\S+)? A", line):       # the version nodes themselves
        wrong.append(f"exported, but no function rgs_* of version RIGIDSTEP_2: {line}")
published = {call for call in exported if not call[1].startswith("DRAFT")}
compare("declared", declared, "exported", {name for name, _ in exported})
compare("promised by abi/freeze_*.c", promised, "exported", published)
for text in texts("debian/librigidstep2.symbols"):
    compare("in Debian's symbols", set(re.findall(r"RIGIDSTEP_(\S+)", text)), "exported", {version for _, version in exported})
needed = re.findall(r"NEEDED.*\[(.*)\]", "\n".join(lines(READELF, "-d", LIBRARY)))
wrong += [f"needs {name}; allowed libc, libm, libdl" for name in needed
          if not re.fullmatch(r"(libc|libm|libdl|ld-linux-[a-z0-9-]+)\.so\.\d+", name)]
section = "\n".join(lines(READELF, "-d", LIBRARY))
if "[librigidstep.so.2]" not in section or re.search("RPATH|RUNPATH|TEXTREL", section):
    wrong.append(f"want the SONAME librigidstep.so.2, and no RPATH or TEXTREL:\n{section}")

# ---- tables of the calls ----------------------------------------------------------------------------------------------
calls = lines(T_GENERIC, "--calls")
python, = re.findall(r'^CALLS = """(.*?)"""', next(texts("plugin-generic/rigidstep/abi.py")), re.M | re.S)
if ["rgs_" + name for name in re.findall("([a-z_]+):", python)] != calls:
    wrong.append("CALLS of rigidstep/abi.py and RGS_CALL_LIST are not the same in the same order")
compare("in RGS_CALL_LIST", set(calls), "exported", {name for name, _ in published})
compare("in the module that is loaded", dynamic(GENERIC, "--defined-only"), "allowed", {"rgs_generic_v2"})
compare("exported by a module of others", dynamic(MODULE, "--defined-only"), "allowed", {"rgs_module_v2"})
for file in GENERIC, MODULE:
    wrong += [f"{file} needs {name} from elsewhere" for name in dynamic(file, "--undefined-only") if name.startswith("rgs_")]

# ---- the core's objects: the environment is read where a context is created, a device opened or a module looked for
READS_ENVIRONMENT = "instruction_set.c.o", "context.c.o", "draft_device.c.o", "module_path.c.o"
defined, constants, file = 0, 0, ""
for line in lines(NM, "-g", "--format=posix", ARCHIVE):
    file = re.search(r"\[(.+)\]:$", line)[1] if line.endswith("]:") else file
    name, kind = (line.split() + ["", ""])[:2]
    allowed = name == "getenv" and file.startswith(READS_ENVIRONMENT)
    if kind == "U" and NEVER_CALLED.fullmatch(name) and not allowed:
        wrong.append(f"{file} calls {name}")
    elif len(kind) == 1 and kind != "U":
        defined += 1
        if not name.startswith("rgs_"):
            wrong.append(f"{file} defines {name}, which lacks the prefix rgs_")
# (Constants that hold addresses lie in .data.rel.ro, which is read-only once the library is loaded.)
for line in lines(NM, "--format=sysv", ARCHIVE):
    constants += "OBJECT" in line
    if re.search(r"\|(\.data|\.bss|\.tdata|\.tbss|\*COM\*)(\.\w+)* *$", line) and not re.search(r"\.data\.rel\.ro|^rgs_isa_taken", line):
        wrong.append(f"the core has a variable: {line}")
assert defined > len(declared) and constants, "is the listing understood?"
print(f"{len(declared)} calls declared and exported; {defined} symbols in the core")
sys.exit("\n".join(wrong) or None)
