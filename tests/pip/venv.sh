# SPDX-License-Identifier: BSD-3-Clause
#
# venv.sh - what pip installs, and what is counted, for the scripts of this room to source.

# start NAME [FOLDER]: sets root, the checkout's folder, and work, where to write (default: build/NAME).
start() {
  root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
  work=${2:-$root/build/$1}
  mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
}

passed=0
failed=0

# try WHAT COMMAND..: counts it; what it says is in WHAT.log, with _ for /.
try() {
  what=$1
  log=$work/$(echo "$what" | tr / _).log
  shift
  if "$@" >"$log" 2>&1; then passed=$((passed + 1)) && echo "ok      $what"
  else failed=$((failed + 1)) && echo "FAILED  $what; see $log" && tail -n 20 "$log"; fi
}

# make_venv FILE...: sets venv, the virtual environment with what these files name.  It is made once, under
# ~/.cache/rigidstep.  Where pip reaches no index, it says so and ends the script.
make_venv() {
  key=$(cat "$@" | sha256sum | cut -c 1-16)
  venv=${RIGIDSTEP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rigidstep}/pip-$key
  [ -e "$venv/whole" ] && return
  rm -rf "$venv"
  # shellcheck disable=SC2046
  if ! /usr/bin/python3 -m venv "$venv" 2>"$work/pip.log"; then
    echo "skipped: needs Python's module venv (Debian: python3-venv)"
  elif ! "$venv/bin/pip" install -q $(printf ' -r %s' "$@") >"$work/pip.log" 2>&1; then
    echo "skipped: pip installs nothing here: $(tail -n 1 "$work/pip.log")"
  else
    touch "$venv/whole"
    return
  fi
  echo "0 passed, 0 failed"
  exit 0
}
