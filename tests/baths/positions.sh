#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# positions.sh BIN OUTPUT_FOLDER: draws what `ensemble_shows positions long` measures (needs gnuplot)
#
# Makes positions.txt and positions.png: the spread of bodies on springs with langevin in the middle of
# the step and at its ends, and the kinetic energy of free rotors, against the time step.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$1" && pwd)
mkdir -p "$2"
cd "$2"
"$bin/ensemble_shows" positions long >positions.txt
gnuplot "$here/positions.gp"
grep '^# \|^ *[0-9.]* *[0-9]\.' positions.txt
echo "Figure: $(pwd)/positions.png"
