#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The gallery: made by its one command, and looked at in a browser without a screen.  Every picture has to
# be shown, and every data file it names to be there.
#
#   tests/gallery/run_gallery_test.sh [--page FILE] [gallery.sh's options] [FOLDER]
#
# --page: an index.html that was made before, in place of making one.  FOLDER: default build/gallery.
# Leaves a picture of the whole page, page.png, beside it.  The last line counts; exits with 0 only if
# nothing failed.
set -u

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
page=
if [ "${1:-}" = --page ]; then
  page=$2
  shift 2
fi
passed=0
failed=0
ok()  { passed=$((passed + 1)); echo "ok      $*"; }
bad() { failed=$((failed + 1)); echo "FAILED  $*"; }
die() { echo "run_gallery_test.sh: $*" >&2; exit 2; }

if ! command -v chromium >/dev/null; then
  echo "installing chromium"
  export DEBIAN_FRONTEND=noninteractive
  install() { apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends chromium fonts-dejavu-core; }
  install >/dev/null 2>&1 || { apt-get update >/dev/null 2>&1 && install >/dev/null 2>&1; } ||
    die "please install chromium"
fi

if [ -z "$page" ]; then
  log=$(mktemp)
  if "$root/examples/gallery.sh" "$@" >"$log" 2>&1; then ok "gallery.sh"; else bad "gallery.sh"; tail -n 15 "$log"; fi
  page=$(sed -n 's/^\(.*index\.html\): [0-9]* pictures$/\1/p' "$log")
  rm -f "$log"
fi
[ -s "$page" ] || die "no page '$page'"
folder=$(cd "$(dirname "$page")" && pwd)
page=$folder/$(basename "$page")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

browser() {
  timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
    --user-data-dir="$work/profile" --virtual-time-budget=20000 "$@" 2>/dev/null
}

# look FILE: prints how many pictures it has, how many of them are shown, and the page's height
look() {
  cat "$1" - >"$work/look.html" <<'HTML'
<script>
window.onload = function () {
  var images = Array.from(document.images);
  var shown = images.filter(function (i) { return i.complete && i.naturalWidth > 0 && i.getBoundingClientRect().width > 100; });
  var p = document.createElement("p");
  p.textContent = "LOOK " + images.length + " " + shown.length + " " + document.documentElement.scrollHeight + " KOOL";
  document.body.appendChild(p);
};
</script>
HTML
  browser --window-size=1100,1000 --dump-dom "file://$work/look.html" | sed -n 's/.*<p>LOOK \([0-9 ]*\) KOOL.*/\1/p'
}

wanted=$(grep -c '<img ' "$page")
set -- $(look "$page")
if [ "${1:-0}" = "$wanted" ] && [ "${2:-0}" = "$wanted" ] && [ "$wanted" -ge 8 ]; then ok "$wanted pictures, all shown"
else bad "$wanted pictures in the file, of ${1:-none} in the browser ${2:-none} shown (at least 8 are wanted)"; fi
height=${3:-3000}

# With one picture spoiled it has to be one less: this sees what it claims to see.
sed '0,/;base64,/s//;base64,AAAA/' "$page" >"$work/spoiled.html"
set -- $(look "$work/spoiled.html")
if [ "${2:-0}" = $((wanted - 1)) ]; then ok "a spoiled picture is noticed"; else bad "a spoiled picture: ${2:-none} of ${1:-none} shown"; fi

# The page needs no other file, and those it names are there.
if grep -n -E '(src|url)[=(]"?(https?:|//|[a-z_/]+\.(png|svg|css|js))' "$page" >"$work/outside"; then
  bad "needs other files:"; cut -c 1-200 "$work/outside"
else ok "one file"; fi
gone=
for file in $(grep -o '<a href="[^"]*"' "$page" | cut -d '"' -f 2); do [ -s "$folder/$file" ] || gone="$gone $file"; done
if [ -z "$gone" ]; then ok "$(grep -o '<a href=' "$page" | wc -l) data files, all there"; else bad "missing:$gone"; fi

browser --window-size=1100,"$height" --screenshot="$folder/page.png" "file://$page" >/dev/null
if [ -s "$folder/page.png" ]; then ok "$folder/page.png"; else bad "no screenshot"; fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
