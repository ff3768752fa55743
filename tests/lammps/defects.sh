# SPDX-License-Identifier: GPL-2.0-only
#
# Defects that were found by trial, each with the run that showed it: sourced by run_lammps_tests.sh.

