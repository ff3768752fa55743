#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Pictures of what the integrators do, from a bare Debian 12 on: runs everything, draws it, and puts it
# on one page that needs no other file, with the data of each picture beside it.
#
#   gallery.sh [--full] [--no-lammps] [--no-mujoco] [--no-openmm] [OUTPUT_FOLDER]     default: build/gallery
#
# --full: runs as long as the papers', and temperatures in LAMMPS with small error bars; an hour of
# processor time in place of six minutes.  LAMMPS is built the first time, which is not counted here.
# Installs what is missing; root is wanted for that only.  Exits with 1 if a picture could not be made.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/prepare.bash"
packages+=(python3 python3-numpy python3-matplotlib)
targets="gallery"
case " $* " in *" --no-openmm "*) ;; *)
  packages+=(libopenmm-dev libopenmm-plugins python3-simtk g++)
  targets+=" OpenMMRigidstep OpenMMRigidstepReference" ;;
esac
prepare gallery "$targets"
# Debian's own Python: another one does not see Debian's packages.
exec env RIGIDSTEP_MODULE="$build/lib/rigidstep_generic.so" RIGIDSTEP_OPENMM_PLUGINS="$build/lib/openmm" PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 "$here/gallery/gallery.py" "$@"
