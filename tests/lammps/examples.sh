# SPDX-License-Identifier: GPL-2.0-only
#
# examples/lammps against its reference logs: sourced by run_lammps_tests.sh.
