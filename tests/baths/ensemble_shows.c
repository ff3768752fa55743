/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_shows.c - what baths and pistons sample, through the calls that a host uses, compared with
 * what is known from outside.  Prints values with error bars.
 *
 *   ensemble_shows fluid          pressure and volume of repelling bodies: Monte Carlo (monte_carlo.c)
 *   ensemble_shows work           energy minus heat in long steps: <exp(-W/kT)> is 1
 *
 * After the command, `long` takes the long form, which --full of tests/run.sh runs; key=value changes
 * what a run is made of: n, kt, p, h, time, relaxation, piston_relaxation, volume, seed, bath, axes
 * (iso, x, yz, ..), body=x,y,z,mass/x,y,z,mass/.. (the beads of each body), and for fluid
 * reference=MEAN,ERROR,VARIANCE,ERROR,MEAN,ERROR,VARIANCE,ERROR of the volume with the weights V^N and
 * V^(N-1), as monte_carlo prints them.  Every seed is fixed, and each command says with what
 * probability it would fail with another.
 */
#include "shows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_option(show_options *o, const char *word) {
  const struct {
    const char *key;
    const char **text;
    double *number;
  } keys[] = {
    { "bath=", &o->bath, NULL },
    { "axes=", &o->axes, NULL },
    { "reference=", &o->reference, NULL },
    { "n=", NULL, &o->n },
    { "kt=", NULL, &o->kt },
    { "p=", NULL, &o->p },
    { "h=", NULL, &o->h },
    { "time=", NULL, &o->time },
    { "relaxation=", NULL, &o->relaxation },
    { "piston_relaxation=", NULL, &o->piston_relaxation },
    { "volume=", NULL, &o->volume },
    { "seed=", NULL, &o->seed },
  };
  if (strcmp(word, "long") == 0) {
    o->full = true;
    return 1;
  }
  if (strncmp(word, "body=", 5) == 0) return choose_body(word + 5);
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    const size_t length = strlen(keys[k].key);
    if (strncmp(word, keys[k].key, length) != 0) continue;
    if (keys[k].text != NULL)
      *keys[k].text = word + length;
    else
      *keys[k].number = strtod(word + length, NULL);
    return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    int (*show)(const show_options *o);
  } shows[] = {
    { "fluid", show_fluid },
    { "work", show_work },
  };
  show_options options = { 0 };
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 2; i < argc; i++)
    if (!read_option(&options, argv[i])) {
      fprintf(stderr, "ensemble_shows does not understand '%s'; its source lists the keys\n",
              argv[i]);
      return 2;
    }
  for (size_t k = 0; argc > 1 && k < sizeof shows / sizeof *shows; k++)
    if (strcmp(argv[1], shows[k].name) == 0) return shows[k].show(&options);
  fprintf(stderr, "usage: ensemble_shows fluid|work [long] [key=value ...]\n");
  return 2;
}
