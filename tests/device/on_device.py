#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs of the tests with their bodies on a device (on_device.c).

  on_device.py rigidstep_on_device.so FOLDER state_hash|tests [DEVICE]

state_hash: every line is the processor's.  tests: the tests of the stepper, of outputs and of
ensembles.  What fails is what FAILS lists, with the reason; anything else is an error, also a case there that
passes.  Environment: RIGIDSTEP_DEVICES, RIGIDSTEP_TEST_SHORT.
"""
import os
import re
import subprocess
import sys

SWAPS = "swaps to a method without a kernel, which is refused"
COUNTS = "counts allocations, and copies for the host take memory when they are first needed"
STRIDES = "has strides that its own arrays have, not the device's"
# Program -> case -> why it cannot pass on a device.
WATCHES = "needs checks that read columns, which RIGIDSTEP_CHECKS leaves out on a device"
FAILS = {
    "t_stepper_drive": {"unprepared_rotors_spoil_nothing": SWAPS},
    "t_stepper_faults": {"narrow_aux": STRIDES},
    "t_stepper_layout": {"columns_that_overlap": STRIDES},
    "t_stepper_memory": {"steps_allocate_nothing": COUNTS},
    "t_stepper_own_aux": {"memory": COUNTS},
    "t_host_answers": {case: WATCHES for case in
                       ("watch_unwritten", "watch_bodies", "watch_threads_between_evaluations")},
    "t_stepper_in_place": {"inertia_spoiled_before_a_swap": SWAPS},
    "t_stepper_process": {"what_is_shown_goes_on": SWAPS},
    "t_stepper_needs": {"energy_travels_to_integrators": SWAPS, "told_before_the_first_step": SWAPS,
                        "integrators_that_misbehave": SWAPS},
}
# Those that find a fault in the step in which it happens run with check_every 1, all others with both, or
# with 0 in the short form.  t_executor is not here: a device does not use the threads of the host.
SHORT = "RIGIDSTEP_TEST_SHORT" in os.environ
AT_ONCE = {"t_stepper_faults", "t_stepper_in_place", "t_host_answers"}
TESTS = ["t_outputs", "t_own_outputs", "t_stepper_displaced", "t_stepper_drive", "t_stepper_faults",
         "t_stepper_layout", "t_stepper_memory", "t_stepper_motion", "t_stepper_needs", "t_stepper_own_aux",
         "t_stepper_process", "t_stepper_save", "t_stepper_in_place", "t_host_answers",
         "device_t_ensemble_calls", "device_t_ensemble_motion", "device_t_ensemble_refused",
         "device_t_ensemble_save", "device_t_ensemble_state"]


def run(program, shim=None, every="0", device="emulated"):
    environment = dict(os.environ, RIGIDSTEP_CHECK_EVERY=every, RIGIDSTEP_ON_DEVICE=device,
                       RIGIDSTEP_ON_DEVICE_COUNT="1", RIGIDSTEP_EMULATED_QUICK="1")
    if shim is not None:
        # A sanitizer has to come first.
        first = environment.get("RIGIDSTEP_PRELOAD_FIRST", "")
        environment["LD_PRELOAD"] = f"{first} {shim}".strip()
    done = subprocess.run([program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, errors="replace", check=False)
    return done.returncode, done.stdout, done.stderr


def counted(text):
    match = re.search(r"on_device: (\d+) steppers on the device, (\d+) on the host", text)
    return (int(match.group(1)), int(match.group(2))) if match else (0, 0)


def state_hash(shim, folder, device):
    program = os.path.join(folder, "state_hash")
    code, lines, text = run(program)
    on_code, on_lines, on_text = run(program, shim, device=device)
    here, there = lines.splitlines(), on_lines.splitlines()
    differing = [pair for pair in zip(here, there) if pair[0] != pair[1]]
    on_device, on_host = counted(on_text)
    print(f"state_hash: {len(here)} lines, {len(differing)} differ; {on_device} steppers on {device}, "
          f"{on_host} on the host")
    for pair in differing[:10]:
        print("  " + "\n  ".join(pair))
    return code == on_code == 0 and len(here) == len(there) > 0 and not differing and on_device > on_host


def stepper_tests(shim, folder, device):
    fine = True
    for name in TESTS:
        for every in ["1"] if name in AT_ONCE else ["0"] if SHORT else ["0", "1"]:
            code, out, text = run(os.path.join(folder, name), shim, every, device)
            failed = set(re.findall(r"\[  FAILED  \] (\w+)$", out + text, re.M)) - {"test"}
            expected = set(FAILS.get(name, {}))
            on_device, on_host = counted(text)
            as_it_should = failed == expected and code == len(expected) and on_device > 0
            fine = fine and as_it_should
            print(f"{name} check_every {every}: {on_device} steppers on {device}, {on_host} on the host"
                  + ("" if as_it_should else f"; exit {code}, FAILED: {failed ^ expected or failed}"))
    for name, cases in FAILS.items():
        for case, why in cases.items():
            print(f"left out: {name}.{case} {why}")
    return fine


def main(shim, folder, what, device="emulated"):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    if os.uname().machine == "x86_64" and " fma " not in text:
        print("skipped: this processor does not fuse products and sums, as devices do")
        return 77
    return 0 if {"state_hash": state_hash, "tests": stepper_tests}[what](shim, folder, device) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
