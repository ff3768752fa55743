# SPDX-License-Identifier: GPL-2.0-only
#
# Shared by the shell scripts of this folder and of tests/lammps: sourced.

cache=${RIGIDSTEP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rigidstep}

say() { echo "  $*" >&2; }
die() { echo "$(basename "$0"): $*" >&2; exit 1; }

# progress NAME: of ninja's output on standard input, every 5 % on standard error
progress() {
  awk -v name="$1" '
    /^\[[0-9]+\/[0-9]+\]/ { split(substr($1, 2), n, /[\/\]]/); p = int(20 * n[1] / n[2]) * 5
                            if (p != last) { printf "  %s: %d %%\n", name, p; fflush(); last = p } }' >&2
}

# Installs the named Debian packages that are missing.  On other systems a missing program
# shows when it is called.
need_packages() {
  command -v dpkg-query >/dev/null 2>&1 || return 0
  missing=
  for p in "$@"; do
    case $(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null) in
      installed) ;;
      *) missing="$missing $p" ;;
    esac
  done
  [ -n "$missing" ] || return 0
  sudo=
  [ "$(id -u)" = 0 ] || sudo=sudo
  say "installing$missing"
  log=$(mktemp)
  # A machine whose package lists are empty or old needs the update; others save the time.
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >"$log" 2>&1 ||
    { $sudo apt-get update >"$log" 2>&1 &&
      $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >>"$log" 2>&1; } ||
    { tail -n 20 "$log" >&2; rm -f "$log"; die "cannot install$missing"; }
  rm -f "$log"
}
