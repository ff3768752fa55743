# SPDX-License-Identifier: BSD-3-Clause
#
# figures.bash - prepare.bash for scripts that draw figures.

. "$(dirname "${BASH_SOURCE[0]}")/prepare.bash"
packages+=(gnuplot-nox:gnuplot)
