# SPDX-License-Identifier: BSD-3-Clause
#
# roots.sh - clean Debian systems in folders, for the scripts of this room to source.  Needs root, on
# Debian.  They set root (the checkout's folder) and work (where to write) before.

passed=0
failed=0
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}") # of the Debian that runs this
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rigidstep/roots

die() { echo "${0##*/}: $*" >&2; exit 2; }
ok()  { passed=$((passed + 1)); echo "ok      $*"; }
bad() { failed=$((failed + 1)); echo "FAILED  $*"; }
# try NAME COMMAND...: one check.
try() {
  name=$1
  shift
  if "$@" >"$work/try.log" 2>&1; then ok "$name"; else bad "$name"; tail -n 15 "$work/try.log"; fi
}

[ "$(id -u)" = 0 ] || die "wants root, to install packages and to enter the clean root"
command -v apt-get >/dev/null || die "wants Debian"

# install_missing PACKAGE...: here, outside of the roots.
install_missing() {
  missing=
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  echo "installing$missing"
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086
  install() { apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $missing >"$work/apt.log" 2>&1; }
  install || { apt-get update >"$work/apt.log" 2>&1 && install; } ||
    { tail -n 15 "$work/apt.log" >&2; die "cannot install$missing"; }
}

# copy_source FOLDER: the checkout without what was built, so that the source tree stays as it is.
copy_source() {
  rm -rf "$1" && mkdir -p "$1"
  (cd "$root" && tar -c --exclude=./build* --exclude=./.git --exclude=__pycache__ .) | (cd "$1" && tar -x) ||
    die "cannot copy the source"
}

# make_root CODENAME PACKAGES: sets clean, the folder of that Debian with these packages (commas between
# them), which is removed at the end.  It is made once, by debootstrap from apt's mirror, and kept as an
# archive under ~/.cache/rigidstep/roots.
make_root() {
  mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME) $(COMPONENT)' |
    sed -n "s|^\(\S*\) $codename main\$|\1|p" | head -n 1)
  [ -n "$mirror" ] || die "apt knows no mirror of Debian $codename"
  month= # sid changes, so each month has a new root
  if [ "$1" = sid ]; then
    month=$(date +%Y-%m)
    find "$cache" -name 'sid-*' -mtime +31 -delete 2>/dev/null
  fi
  key=$(echo "$1 $2 $month$(dpkg --print-architecture) $(debootstrap --version)" | sha256sum | cut -c 1-16)
  archive=$cache/$1-$key.tar
  if ! [ -f "$archive" ] || ! (cd "$cache" && sha256sum --quiet -c "$archive.sha256") >/dev/null 2>&1; then
    echo "making a clean root of Debian $1 (once; minutes)"
    mkdir -p "$cache"
    new=$(mktemp -d "$cache/new.XXXXXX") || die "cannot write $cache"
    if ! debootstrap --variant=minbase --include="$2" "$1" "$new" "$mirror" >"$work/root.log" 2>&1; then
      tail -n 10 "$work/root.log"
      rm -rf "$new"
      die "debootstrap failed; see $work/root.log"
    fi
    rm -rf "$new"/var/cache/apt/archives/*.deb "$new"/var/lib/apt/lists/*
    # Under its name only when it is whole.
    tar -C "$new" -cf "$archive.new" . && mv "$archive.new" "$archive" || die "cannot write $archive"
    (cd "$cache" && sha256sum "$archive" >"$archive.sha256")
    rm -rf "$new"
  fi
  clean=$(mktemp -d "$work/root.XXXXXX") || die "cannot write $work"
  trap 'rm -rf "$clean"' EXIT
  trap 'exit 130' INT TERM
  tar -C "$clean" -xf "$archive" || die "cannot unpack $archive"
}

# A root that is no mount point, as in a chroot, cannot be made private.
private=private
unshare --mount true 2>/dev/null || private=unchanged
# enter COMMAND...: inside of clean, with a /proc of its own.
enter() {
  unshare --mount --propagation $private sh -c 'mount -t proc proc "$1/proc" && root=$1 && shift || exit
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root "$@"
    status=$?
    umount "$root/proc"
    exit $status' sh "$clean" "$@"
}
