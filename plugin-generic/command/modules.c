/* SPDX-License-Identifier: BSD-3-Clause
 *
 * modules.c - `rigidstep modules`: the folders where rgs_module_load looks for a name, and what is there.
 */
#include "command.h"
#include "list.h"
#include "system.h"
#include "rigidstep_load.h"

#include <rigidstep/draft.h>
#include <rigidstep/module.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096 };
typedef struct found {
  struct found *next;
  char folder[ROOM], file[256];
} found;

static void print_methods(const rgs_context *with, const rgs_context *without) {
  const char *between = "methods ";
  printf("    ");
  for (size_t k = 0; k < N_KINDS; k++) /* a module's methods come after the library's own */
    for (int64_t i = rgs_about_count(without, KINDS[k].kind);
         i < rgs_about_count(with, KINDS[k].kind); i++) {
      printf("%s%s %s", between, KINDS[k].one, rgs_about_at(with, KINDS[k].kind, i)->name);
      between = ", ";
    }
  putchar('\n');
}

/* What stands in a file.  Its own code runs, as it does whenever the module is loaded. */
static void print_file(const rgs_context *without, const char *path, const char *file) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context = NULL;
  char why[3 * ROOM] = "";
  rgs_status status = rgs_context_create(NULL, &context, &error);
  if (status == RGS_OK) status = rgs_module_load(context, path, &error);
  void *code = status == RGS_OK ? rgs_file_open_(path, why, sizeof why) : NULL;
  const rgs_module *m = code ? rgs_file_symbol_(code, RGS_MODULE_SYMBOL) : NULL;
  if (m != NULL) {
    printf("  %s  %s  module %s %s, %s, ABI %u.%u\n", plain(file), plain(path), plain(m->name),
           plain(m->version), plain(m->license), (unsigned)(m->head.abi >> 16),
           (unsigned)(m->head.abi & 0xffff));
    print_methods(context, without);
  } else
    printf("  %s  cannot be loaded: %s\n", plain(file), plain(status == RGS_OK ? why : error.text));
  if (code != NULL) rgs_file_close_(code);
  rgs_context_destroy(context);
}

/* Two files of one name: rgs_module_load refuses the name. */
static int compare(const found *list, const char *folder, const char *file) {
  char path[2 * ROOM], other[2 * ROOM];
  for (const found *f = list; f != NULL; f = f->next) {
    if (strcmp(f->file, file) != 0) continue;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    snprintf(other, sizeof other, "%s/%s", f->folder, file);
    if (!same_file(path, other))
      return say(BAD_INPUT, "module '%s' is in two folders, %s and %s; give the path of one", file,
                 f->folder, folder);
  }
  return DONE;
}

static int print_folder(const rgs_context *without, const char *folder, found **list) {
  size_t n = 0;
  char path[2 * ROOM];
  int code = DONE;
  char **files = folder_files(folder, &n);
  for (size_t i = 0; i < n; free(files[i++])) {
    const char *ending = strrchr(files[i], '.');
    if (ending == NULL || (strcmp(ending, ".so") != 0 && strcmp(ending, ".dll") != 0)) continue;
    if (compare(*list, folder, files[i]) != DONE) code = BAD_INPUT;
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    print_file(without, path, files[i]);
    found *one = calloc(1, sizeof *one);
    if (one == NULL) continue;
    snprintf(one->folder, sizeof one->folder, "%s", folder);
    snprintf(one->file, sizeof one->file, "%s", files[i]);
    one->next = *list;
    *list = one;
  }
  free(files);
  return code;
}

int command_modules(const options *o) {
  typedef int32_t call(const rgs_context *, int64_t, char *, size_t);
  rgs_context *context;
  found *list = NULL;
  char folder[ROOM];
  int32_t from;
  if (o->n_names > 0)
    return say(BAD_INPUT, "modules takes no '%s'; see 'rigidstep help modules'", o->names[0]);
  int code = session_open(o, &context);
  if (code != DONE) return code;
  call *const folder_at = (call *)session_draft("rgs_draft_module_folder");
  if (folder_at == NULL)
    code = say(FAILED, "the library has no rgs_draft_module_folder; use a later one");
  for (int64_t i = 0; folder_at && (from = folder_at(context, i, folder, sizeof folder)) != 0;
       i++) {
    if (from < 0) {
      code = say(BAD_INPUT,
                 "RIGIDSTEP_MODULE_PATH: its folder number %lld has %d bytes or more; it is "
                 "skipped",
                 (long long)i + 1, ROOM);
      continue;
    }
    if (!is_folder(folder) && from == 1) {
      code = say(BAD_INPUT, "RIGIDSTEP_MODULE_PATH names %s, which is no folder", folder);
      continue;
    }
    printf("%s (%s)\n", plain(folder),
           from == 1           ? "RIGIDSTEP_MODULE_PATH"
           : is_folder(folder) ? "of the library"
                               : "of the library; not there");
    if (print_folder(context, folder, &list) != DONE) code = BAD_INPUT;
  }
  for (found *next; list != NULL; list = next) next = list->next, free(list);
  session_close(context);
  return printed(code);
}
