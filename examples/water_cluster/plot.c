/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plot.c - see plot.h.
 */
#include "plot.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static FILE *open_file(const char *prefix, const char *suffix) {
  char path[4096];
  FILE *file = NULL;
  errno = ENAMETOOLONG;
  if (snprintf(path, sizeof path, "%s%s", prefix, suffix) < (int)sizeof path)
    file = fopen(path, "w");
  if (!file) die(1, "cannot write %s%s: %s", prefix, suffix, strerror(errno));
  return file;
}

static void close_file(FILE *file, const char *prefix, const char *suffix) {
  if (fclose(file) != 0) die(1, "cannot write %s%s: %s", prefix, suffix, strerror(errno));
}

plot open_plot(const options *o) {
  if (o->plot == NULL) return (plot){ NULL, NULL };
  return (plot){ open_file(o->plot, ".dat"), open_file(o->plot, ".gp") };
}

void write_plot(plot p, const options *o, const span *spans, double unit) {
  double zero = 0.0;
  const int64_t samples = o->steps / o->stride;
  for (int64_t i = 0; i < samples; ++i) zero += spans[0].energy[i] / (double)samples;
  for (int s = 0; s < o->n_spans; ++s) {
    fprintf(p.data, "%s# time/ps  energy - mean of the first method, kT/dof; %s, %g fs\n",
            s ? "\n\n" : "", o->spans[s].name, spans[s].dt);
    for (int64_t i = 0; i < samples; ++i)
      fprintf(p.data, "%.6g %.9g\n",
              1e-3 * (spans[s].start + (double)((i + 1) * o->stride) * spans[s].dt),
              (spans[s].energy[i] - zero) / unit);
  }
  close_file(p.data, o->plot, ".dat");
  static const char *const colours[] = { "#1f6fb4", "#c98a11", "#2c8c57",
                                         "#8a9099", "#c8452f", "#22262b" };
  fprintf(p.commands,
          "set terminal png size 1000,520 font 'DejaVu Sans,12' noenhanced\n"
          "set output '%s.png'\n"
          "set title '%" PRId64 " SPC/E waters: total energy while the integrator is swapped'\n"
          "set xlabel 'time / ps'\nset autoscale xfix\n"
          "set ylabel 'energy - mean of the first / (kT per degree of freedom)'\n"
          "set border 3 lc rgb '#7a8088'\nset tics nomirror\nset grid lc rgb '#e4e7eb' lt 1\n"
          "set key above horizontal samplen 1.5 maxrows 2\nplot \\\n",
          o->plot, o->molecules);
  for (int s = 0; s < o->n_spans; ++s)
    fprintf(p.commands, "  '%s.dat' index %d with lines lc rgb '%s' title '%s, %g fs'%s\n", o->plot,
            s, colours[s % 6], o->spans[s].name, spans[s].dt, s + 1 < o->n_spans ? ", \\" : "");
  close_file(p.commands, o->plot, ".gp");
}
