/* SPDX-License-Identifier: BSD-3-Clause
 *
 * system.h - what the library asks of the operating system.  One file implements it for each system
 * (CMakeLists.txt chooses), and no other file of the core knows which system it is.
 */
#pragma once
#include "base/allocator.h"

/* All of the text is one number, whose decimal sign is a point, whatever the host's locale says. */
bool rgs_read_number(const char *text, double *value);

/* A variable of the environment; null: it is not set, or the process has rights that whoever started it has
 * not (setuid), and so may not be led by it. */
const char *rgs_environment(const char *name);

/* ---- paths ---------------------------------------------------------------------------------- */
typedef struct rgs_file_identity {
  uint64_t device, file;
} rgs_file_identity;

typedef enum rgs_path_kind {
  RGS_PATH_NONE,
  RGS_PATH_FILE, /* a regular one */
  RGS_PATH_FOLDER,
  RGS_PATH_OTHER /* a pipe or a device: the system's loader might wait for it */
} rgs_path_kind;
/* What the path leads to; of a file, which one. */
rgs_path_kind rgs_path_look(const char *path, rgs_file_identity *which);
extern const char rgs_list_separator[]; /* between the folders of a list, as in PATH */
extern const char rgs_slashes[];        /* what separates the folders of a path */

/* ---- files that are run ---------------------------------------------------------------------- */
/* The system's loader opens this very file; the path names a folder. */
rgs_status rgs_code_open(const char *path, void **code, rgs_error *error);
/* Null if there is no such symbol. */
const void *rgs_code_symbol(void *code, const char *name);
void rgs_code_close(void *code);
/* The folder of this library's own file. */
bool rgs_code_folder(char *folder, size_t room);
