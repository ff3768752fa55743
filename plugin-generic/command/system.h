/* SPDX-License-Identifier: BSD-3-Clause
 *
 * system.h - what the program asks of the operating system, in system_posix.c or system_windows.c.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* The same bytes are read and written on every system. */
void plain_streams(void);
/* The folder of this program, with a slash at the end; "" if unknown. */
void program_folder(char *room, size_t size);
bool is_terminal(int stream); /* 1: standard output, 2: standard error */
/* Whether both names are the same file, also by way of links. */
bool same_file(const char *a, const char *b);
bool is_folder(const char *path);
/* The names in a folder, sorted; free each and the list.  Null if there are none. */
char **folder_files(const char *folder, size_t *n);
/* Puts another program, or if there is none at `path` the one in the search path, in the place of this
 * one, and ends with its exit code.  It returns only if that cannot be started, which errno tells. */
void become_program(const char *path, const char *name, char **arguments);
