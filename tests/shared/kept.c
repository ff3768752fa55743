/* SPDX-License-Identifier: BSD-3-Clause */
#include "kept.h"

#include <rigidstep/rigidstep.h>
#include <stdlib.h>

extern rgs_error err; /* of check.h */
rgs_error err = RGS_ERROR_INIT;

static struct kept {
  void *what;
  void (*closer)(void *what);
} * kept;
static size_t n_kept, room;

void *keep(void *what, void (*closer)(void *what)) {
  if (what == NULL) return NULL;
  if (n_kept == room) {
    room = 2 * room + 64;
    kept = realloc(kept, room * sizeof *kept);
    if (kept == NULL) abort();
  }
  kept[n_kept++] = (struct kept){ what, closer };
  return what;
}

void close_now(void *what) {
  size_t i = n_kept;
  while (i > 0 && kept[i - 1].what != what) i--;
  if (i == 0) return;
  const struct kept one = kept[i - 1];
  for (n_kept--; i <= n_kept; i++) kept[i - 1] = kept[i];
  one.closer(one.what);
}

size_t kept_so_far(void) { return n_kept; }

void close_kept(size_t since) {
  while (n_kept > since) {
    const struct kept last = kept[--n_kept];
    last.closer(last.what);
  }
}
