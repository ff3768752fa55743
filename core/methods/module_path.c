/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_path.c - the folders of modules, and a module's file among them.
 */
#include "methods/module_path.h"
#include "base/context.h"
#include <rigidstep/draft.h>
#include <string.h>

enum { TOO_LONG = -1, OF_VARIABLE = 1, OF_LIBRARY = 2 };

/* Libraries of one installation lie in lib/, lib/rigidstep/ or a folder of that, and share their modules. */
static bool folder_of_library(char folder[RGS_PATH_ROOM]) {
  static const char own[] = "/rigidstep/";
  if (!rgs_code_folder(folder, RGS_PATH_ROOM) || !rgs_append(folder, RGS_PATH_ROOM, "/"))
    return false;
  char *at = folder + strlen(folder) - 1;
  for (int up = 0; up < 2; up++) {
    while (at > folder && *--at != '/') continue;
    if (strncmp(at, own, sizeof own - 1) != 0) continue;
    at[sizeof own - 1] = '\0';
    return rgs_append(folder, RGS_PATH_ROOM, "modules");
  }
  return rgs_append(folder, RGS_PATH_ROOM, "%smodules", own + 1);
}

int32_t rgs_draft_module_folder(const rgs_context *c, int64_t i, char *folder, size_t room) {
  char own[RGS_PATH_ROOM];
  if (c == NULL || folder == NULL || room == 0 || i < 0) return 0;
  const char *list = c->module_path;
  *folder = '\0';
  for (size_t length; list != NULL && *list != '\0'; list += length + (list[length] != '\0')) {
    length = strcspn(list, rgs_list_separator);
    if (length > 0 && i-- == 0)
      return rgs_append(folder, room, "%.*s", (int)length, list) ? OF_VARIABLE : TOO_LONG;
  }
  return i == 0 && folder_of_library(own) && rgs_append(folder, room, "%s", own) ? OF_LIBRARY : 0;
}

static bool ends_with(const char *name, const char *ending) {
  const size_t length = strlen(name), n = strlen(ending);
  return length > n && strcmp(name + length - n, ending) == 0;
}

rgs_status rgs_module_path(const rgs_context *c, const char *name, char path[RGS_PATH_ROOM],
                           rgs_error *error) {
  rgs_file_identity first = { 0, 0 }, which;
  char folder[RGS_PATH_ROOM], file[RGS_PATH_ROOM], in[RGS_PATH_ROOM] = "", looked[140] = "";
  const char *ending = ends_with(name, ".so") || ends_with(name, ".dll") ? "" : ".so";
  *path = '\0';
  int32_t from;
  for (int64_t i = 0; (from = rgs_draft_module_folder(c, i, folder, sizeof folder)) != 0; i++) {
    if (rgs_path_look(folder, &which) != RGS_PATH_FOLDER && from == OF_VARIABLE)
      return rgs_set_error(error, RGS_E_MODULE, -1,
                           "module '%s': the path of modules names %s, which is no folder", name,
                           folder);
    rgs_append(looked, sizeof looked, "%s%s", *looked != '\0' ? ", " : "",
               from == TOO_LONG ? "(too long a path, skipped)" : folder);
    if (from == TOO_LONG) continue;
    *file = '\0';
    if (!rgs_append(file, sizeof file, "%s/%s%s", folder, name, ending) ||
        rgs_path_look(file, &which) != RGS_PATH_FILE)
      continue;
    if (*path != '\0' && (first.device != which.device || first.file != which.file))
      return rgs_set_error(error, RGS_E_MODULE, -1,
                           "module '%s' is in two folders, %s and %s; give the path of one", name,
                           in, folder);
    if (*path == '\0')
      first = which, memcpy(path, file, sizeof file), memcpy(in, folder, sizeof in);
  }
  if (*path != '\0') return RGS_OK;
  return rgs_set_error(
      error, RGS_E_MODULE, -1,
      "module '%s': no file %s%s in %s (RIGIDSTEP_MODULE_PATH adds folders); a file "
      "of the working folder is ./%s",
      name, name, ending, *looked != '\0' ? looked : "folders of modules", name);
}
