# SPDX-License-Identifier: GPL-2.0-only
#
# A hundred thousand bodies: sourced by run_lammps_tests.sh.
