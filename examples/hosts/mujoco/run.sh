#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# MuJoCo's free bodies under rigidstep, and other engines beside it, from a bare Debian 12 on:  run.sh [OUTPUT_FOLDER]   (README.md)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../prepare.bash"
packages+=(g++ libmujoco-dev libode-dev libbullet-dev)
prepare hosts/mujoco rigidstep "${1:-}"
for source in engines free_bodies ode_brick; do
  cc -std=c11 -O2 -Wall -Wextra -Werror "-I$root/abi" -c "$here/$source.c" -o "$out/$source.o"
done
# In double precision: in single, Bullet takes the matrix of moments this small to be singular.
c++ -std=c++11 -O2 -Wall -Wextra -DBT_USE_DOUBLE_PRECISION -isystem /usr/include/bullet \
  -c "$here/bullet_brick.cpp" -o "$out/bullet_brick.o"
c++ "$out"/*.o -o "$out/engines" -L"$build/lib" -Wl,-rpath,"$build/lib" -lrigidstep -lmujoco -lode \
  -lBulletDynamics-float64 -lBulletCollision-float64 -lLinearMath-float64 -lm
"$out/engines" "$here" "$out/engines.csv" | tee "$out/engines.txt"
