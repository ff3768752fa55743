# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep_abi.py - an earlier name of rigidstep.abi, for scripts that import it."""
from rigidstep.abi import *
from rigidstep.columns import column, doubles, integers
