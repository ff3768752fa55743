# SPDX-License-Identifier: GPL-2.0-only
#
# The tarball of a LAMMPS release from Debian, for get_lammps_source.sh, .._examples.sh and .._unittests.sh to
# source after lib.sh, with their arguments RELEASE [TREE]: `release` and `given`, a tree the user has, or
# empty.
#
# The tarball of the Debian suite which carries the release is fetched, from the mirror apt is
# configured for, and every link of the chain is checked: InRelease by signature, Sources.xz and the
# tarball by SHA256.  `apt-get source` would be shorter, but not every mirror holds the .dsc of other
# suites.

release=${1:?usage: $(basename "$0") RELEASE [TREE]; RELEASE is 29Sep2021, 4Feb2025 or 4Jul2026}
given=${2:-}
case $release in
  29Sep2021) suite=bookworm; given=${given:-${LAMMPS_SOURCE_29Sep2021:-}} ;;
  4Feb2025)  suite=trixie;   given=${given:-${LAMMPS_SOURCE_4Feb2025:-}} ;;
  4Jul2026)  suite=forky;    given=${given:-${LAMMPS_SOURCE_4Jul2026:-}} ;;
  *) [ -n "$given" ] ||
       { echo "$(basename "$0"): Debian has no release '$release'; give its tree, or one of 29Sep2021 4Feb2025 4Jul2026" >&2; exit 2; }
     say "the plugin was not tested with LAMMPS $release" ;;
esac
top=$cache/source

# "4Feb2025" of '#define LAMMPS_VERSION "4 Feb 2025"'
tree_release() {
  sed -n 's/^#define LAMMPS_VERSION "\(.*\)".*/\1/p' "$1/src/version.h" 2>/dev/null | tr -d ' '
}
check_release() {
  found=$(tree_release "$1")
  [ "$found" = "$release" ] ||
    die "$1 is not a source tree of LAMMPS $release: src/version.h says '${found:-nothing}'"
}

tree_sum() { ( cd "$1" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1 ); }

# is_whole FOLDER: as it was when keep_tree left it
is_whole() {
  [ -d "$1" ] && [ -f "$1.sha256" ] || return 1
  [ "$(tree_sum "$1")" = "$(cat "$1.sha256")" ] || { say "$1 is not as it was unpacked; fetching it again"; return 1; }
}

# keep_tree FROM FOLDER
keep_tree() {
  rm -rf "$2" "$2.sha256"
  mv "$1" "$2"
  tree_sum "$2" >"$2.sha256"
}

# print_given [PART]: the folder PART of the tree the user has, if there is one; that ends the script
print_given() {
  [ -n "$given" ] || return 0
  check_release "$given"
  [ -d "$given/${1:-.}" ] || die "$given has no folder $1/"
  cd "$given/${1:-.}" && pwd
  exit 0
}

# print_kept FOLDER: if it is whole; that ends the script
print_kept() {
  is_whole "$1" || return 0
  echo "$1"
  exit 0
}

fetch() {  # relative address, file, [SHA256:hash]
  $helper download-file "$site/$1" "$work/$2" ${3:+"$3"} >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; die "cannot fetch $1 of suite $suite"; }
}
has_sum() { echo "$2  $work/$1" | sha256sum -c --quiet - >/dev/null 2>&1; }
indexes() { apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages'; }

# fetch_lammps: unpacks the tarball under a new folder $work, which goes when the script ends, and
# sets `inner` to the folder in it that holds src/
fetch_lammps() {
  need_packages xz-utils gpgv debian-archive-keyring
  command -v apt-get >/dev/null 2>&1 ||
    die "no apt here: give the tree, e.g. LAMMPS_SOURCE_$release=/path/to/lammps"
  helper=/usr/lib/apt/apt-helper
  [ -x $helper ] || die "$helper is missing"

  # The suite's own archive, not its updates or security archives.
  own=$(. /etc/os-release; echo "${VERSION_CODENAME:-}")
  site=$(indexes | awk -v own="$own" '$2 == own && !n++ { print $1 }')
  [ -n "$site" ] || site=$(indexes | awk '$2 !~ /security|updates|backports/ && !n++ { print $1 }')
  [ -n "$site" ] || die "apt knows no Debian mirror; run apt-get update, or set LAMMPS_SOURCE_$release"

  work=$top/fetch-$release.$$
  mkdir -p "$work"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' INT TERM HUP
  say "LAMMPS $release: reading the index of Debian $suite"
  fetch "dists/$suite/InRelease" InRelease
  gpgv --keyring /usr/share/keyrings/debian-archive-keyring.gpg --output "$work/Release" "$work/InRelease" \
    2>"$work/log" || { cat "$work/log" >&2; die "the signature of suite $suite does not verify"; }
  grep -qx "Codename: $suite" "$work/Release" || die "the mirror answered with another suite than $suite"
  sum=$(awk '/^SHA256:/ { on = 1; next } /^[^ ]/ { on = 0 } on && $3 == "main/source/Sources.xz" { print $1 }' "$work/Release")
  [ -n "$sum" ] || die "suite $suite lists no main/source/Sources.xz"
  fetch "dists/$suite/main/source/Sources.xz" Sources.xz
  has_sum Sources.xz "$sum" || die "Sources.xz of suite $suite has not the SHA256 its Release file gives"

  # Directory and SHA256 of the .orig tarball in the stanza of the package lammps
  entry=$(xz -dc "$work/Sources.xz" | awk '
    /^$/                  { lammps = 0; sums = 0 }
    /^Package: /          { lammps = ($2 == "lammps") }
    lammps && /^Directory: /        { dir = $2 }
    /^[^ ]/               { sums = ($1 == "Checksums-Sha256:") }
    lammps && sums && $3 ~ /\.orig\.tar\.[a-z0-9]*$/ { sum = $1; file = $3 }
    END                   { if (sum) print dir, file, sum }')
  [ -n "$entry" ] || die "suite $suite has no source package lammps"
  set -- $entry
  say "LAMMPS $release: fetching $2"
  fetch "$1/$2" "$2"
  has_sum "$2" "$3" || die "$2 has not the SHA256 that suite $suite gives"

  # Some tarballs have a top folder and some have not.
  mkdir "$work/all"
  tar -C "$work/all" -xf "$work/$2"
  inner=$(find "$work/all" -maxdepth 3 -path '*/src/version.h' | head -n 1)
  [ -n "$inner" ] || die "$2 holds no src/version.h"
  inner=$(dirname "$(dirname "$inner")")
  check_release "$inner"
}
