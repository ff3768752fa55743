# SPDX-License-Identifier: GPL-2.0-only
#
# Which bodies a second run begins with: sourced by run_lammps_tests.sh, after restart.sh.

