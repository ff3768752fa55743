/* SPDX-License-Identifier: BSD-3-Clause
 *
 * options.h - the command line of water_cluster.
 */
#ifndef WATER_CLUSTER_OPTIONS_H
#define WATER_CLUSTER_OPTIONS_H
#include <stddef.h>
#include <stdint.h>

enum { MAX_METHODS = 16, MAX_NAME = 80 };

typedef struct span_spec {
  char name[MAX_NAME]; /* "rotor/scheme", or an integrator's name                     */
  double dt;           /* fs; 0: that of --dt                                         */
} span_spec;

typedef struct options {
  const char *module, *add, *plot;
  int64_t molecules, steps, stride;
  double dt, temperature, equilibrate;
  uint64_t seed;
  int list, n_spans;
  span_spec spans[MAX_METHODS];
} options;

/* Prints the text after "water_cluster: " and ends the program with this code. */
void die(int code, const char *format, ...);

options parse_options(int argc, char **argv);

/* The file to open: as the command line or the environment says, or beside the program. */
const char *module_path(const options *o, const char *program, char *room, size_t size);
#endif
