/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_ensemble_save.c - rgs_stepper_save_ensemble and rgs_stepper_load_ensemble: a host that keeps its
 * bodies itself goes on where it was, on any number of ranks; damaged blocks, blocks of other methods,
 * and blocks of earlier and later versions.
 */
#include "check.h"
#include "ensemble_host.h"
#include "seal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static ensemble a, b;

static const named_method kinds[] = {
  { "exact", "strang", "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3" },
  { "exact", "strang", "csvr", NULL, "kt=1.1 relaxation=0.5 seed=3" },
  { "exact", "srkn6b", "nhc", NULL, "kt=1.1 relaxation=0.5" },
  { "exact", "strang_dkd", NULL, "andersen", "kt=1.1 pressure=1 barostat_relaxation=0.8" },
  { "exact", "strang", "nhc", "andersen",
    "kt=1.1 relaxation=0.5 pressure=1 barostat_relaxation=0.8 seed=4 group_y=2 deviation_y=0.3" },
  { "exact", "strang", "langevin", "andersen",
    "kt=1.1 relaxation=0.5 seed=3 pressure=1 barostat_relaxation=0.8" },
};
enum { NHC_AND_BAROSTAT = 4, LANGEVIN_AND_BAROSTAT = 5 };

/* A new host with the bodies and the box that `from` has. */
static void begin_from(ensemble *e, const ensemble *from, const named_method *m, int ranks) {
  e->box = from->box;
  ensemble_open(e, m, ranks, false);
}

static block ensemble_save(const ensemble *e) {
  return saved_by(rgs_stepper_save_ensemble, e->rank[0].stepper);
}

static rgs_status load_all(ensemble *e, const block *from) {
  rgs_status status = RGS_OK;
  for (int r = 0; r < e->n_ranks && status == RGS_OK; r++)
    status = rgs_stepper_load_ensemble(e->rank[r].stepper, from->bytes, from->size, &err);
  return status;
}

/* ---- going on ------------------------------------------------------------------------------------ */
/* The block is the same on all ranks, and their number may change; on one rank the path is the same bit for bit. */
TEST(goes_on) {
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (int before = 1; before <= 2; before++) {
      const bool chains = kinds[k].thermostat != NULL && strcmp(kinds[k].thermostat, "nhc") == 0;
      ensemble_begin(&a, &kinds[k], before, false);
      ensemble_run_steps(&a, 0.004, 20, false);
      block kept = ensemble_save(&a),
            last = saved_by(rgs_stepper_save_ensemble, a.rank[before - 1].stepper);
      TRUE(same_blocks(kept, last));
      ensemble_take_cell(&a);
      const ensemble at = a;
      const double heat = ensemble_output(&a, "heat", 0),
                   energy = ensemble_output(&a, "coupling_energy", 0),
                   of_chains = chains ? ensemble_output(&a, "thermostat_energy", 0) : 0;
      TRUE(!chains || of_chains != 0);
      ensemble_run_steps(&a, 0.004, 20, false);
      for (int ranks = 1; ranks <= 3; ranks++) {
        begin_from(&b, &at, &kinds[k], ranks);
        OK(load_all(&b, &kept));
        SAME_INT(20, rgs_stepper_step_count(b.rank[0].stepper));
        NEAR(0, ensemble_output(&b, "heat", 0), 0); /* a rank's share: the host adds it */
        if (chains)                                 /* nhc knows the energy of its chains */
          SAME_BITS(&of_chains, (double[]){ ensemble_output(&b, "thermostat_energy", 0) }, 1);
        else
          NEAR(energy, ensemble_output(&b, "coupling_energy", 0) - heat, 1e-10);
        ensemble_run_steps(&b, 0.004, 20, false);
        NEAR(0, boxes_apart(&a.box, &b.box), before == 1 && ranks == 1 ? 0 : 1e-10);
      }
      begin_from(&b, &at, &kinds[k],
                 1); /* without the block the path is another one: the test can fail */
      ensemble_run_steps(&b, 0.004, 20, false);
      TRUE(boxes_apart(&a.box, &b.box) > 1e-6);
    }
}

/* What changed between steps is state; rotor and scheme may be others. */
TEST(ramps_and_methods) {
  const named_method *m = &kinds[LANGEVIN_AND_BAROSTAT];
  ensemble_begin(&a, m, 1, false);
  ensemble_run_steps(&a, 0.004, 5, false);
  OK(set_param(a.rank[0].stepper, RGS_KIND_THERMOSTAT, "kt", 2.5, &err));
  OK(set_param(a.rank[0].stepper, 0, "pressure", 0.25, &err));
  rgs_cell cell = RGS_CELL_INIT, other = RGS_CELL_INIT;
  OK(rgs_stepper_cell(a.rank[0].stepper, &cell, &err));
  for (int k = 0; k < 9; k++) cell.reference[k] = cell.vectors[k] * 1.125;
  OK(rgs_stepper_set_cell(a.rank[0].stepper, &cell, &err));
  block kept = ensemble_save(&a);
  const named_method next = { "dmv6", "blanes_moan4", m->thermostat, m->barostat, m->params };
  ensemble_begin(&b, &next, 1, false);
  OK(load_all(&b, &kept));
  double value[3];
  OK(rgs_stepper_param(b.rank[0].stepper, RGS_KIND_THERMOSTAT, "kt", &value[0], &err));
  OK(rgs_stepper_param(b.rank[0].stepper, RGS_KIND_BAROSTAT, "kt", &value[1], &err));
  OK(rgs_stepper_param(b.rank[0].stepper, 0, "pressure", &value[2], &err));
  TRUE(value[0] == 2.5 && value[1] == 1.1 && value[2] == 0.25);
  OK(rgs_stepper_cell(b.rank[0].stepper, &other, &err));
  SAME_INT(0, memcmp(&cell.vectors, &other.vectors, 21 * sizeof(double)));
  NEAR(ensemble_output(&a, "strain", 0), ensemble_output(&b, "strain", 0), 0);
  NEAR(ensemble_output(&a, "barostat_momentum", 0), ensemble_output(&b, "barostat_momentum", 0), 0);
  ensemble_take_cell(&b);
  ensemble_run_steps(&b, 0.004, 3, false);
}

/* All evaluations are asked for again, also if they were there. */
TEST(asks_again) {
  const named_method *m = &kinds[LANGEVIN_AND_BAROSTAT];
  ensemble_begin(&a, m, 1, false);
  ensemble_run_steps(&a, 0.004, 5, false);
  block kept = ensemble_save(&a);
  OK(load_all(&a, &kept));
  TRUE(ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL);
  TRUE((a.rank[0].request.what & RGS_EVAL_FORCE) && (a.rank[0].request.what & RGS_EVAL_VIRIAL));
  REFUSED_TEXT(RGS_E_ORDER, load_all(&a, &kept), "inside a step");
  size_t size = kept.size;
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_save_ensemble(a.rank[0].stepper, kept.bytes, &size, &err),
               "step");
}

/* ---- what is refused ----------------------------------------------------------------------------- */
TEST(refused_blocks) {
  const named_method *m = &kinds[NHC_AND_BAROSTAT];
  ensemble_begin(&a, m, 1, false);
  ensemble_run_steps(&a, 0.004, 5, false);
  block kept = ensemble_save(&a);
  ensemble_run_steps(&a, 0.004, 5, false);
  block now = ensemble_save(&a);
  rgs_stepper *s = a.rank[0].stepper;
  for (size_t i = 0; i < kept.size; i++) {
    kept.bytes[i] ^= 0x40;
    forget_error();
    const rgs_status status = load_all(&a, &kept);
    TRUE(status == RGS_E_DATA || (status == RGS_E_ABI && i >= 8 && i < 12));
    TRUE(err.status == status && err.text[0] != '\0');
    count_bad_input();
    kept.bytes[i] ^= 0x40;
  }
  for (size_t size = 0; size < kept.size; size++)
    REFUSED(RGS_E_DATA, rgs_stepper_load_ensemble(s, kept.bytes, size, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_load_ensemble(s, NULL, kept.size, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_load_ensemble(NULL, kept.bytes, kept.size, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_save_ensemble(NULL, kept.bytes, &kept.size, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_save_ensemble(s, kept.bytes, NULL, &err));
  const block whole = saved(s);
  REFUSED_TEXT(RGS_E_DATA, load_all(&a, &whole), "rgs_stepper_load reads");
  REFUSED_TEXT(RGS_E_DATA, load(s, kept), "RGSE");
  /* Nothing that was refused has changed anything. */
  TRUE(same_blocks(now, ensemble_save(&a)));
  const named_method others[] = {
    { "exact", "strang", "nhc", NULL, "kt=1.1 relaxation=0.5" },
    { "exact", "strang", "csvr", "andersen",
      "kt=1.1 relaxation=0.5 pressure=1 barostat_relaxation=0.8 seed=4 group_y=2 deviation_y=0.3" },
    { "exact", "strang", "nhc", "andersen",
      "kt=1.1 relaxation=0.25 pressure=1 barostat_relaxation=0.8 seed=4 group_y=2 "
      "deviation_y=0.3" },
    { "exact", "strang", "nhc", "andersen",
      "kt=1.1 relaxation=0.5 pressure=1 barostat_relaxation=0.8 seed=4 group_y=3 deviation_y=0.3" },
    { "exact", "strang", NULL, NULL, NULL },
  };
  for (size_t k = 0; k < COUNT(others); k++) {
    ensemble_begin(&b, &others[k], 1, false);
    REFUSED_TEXT(RGS_E_DATA, load_all(&b, &kept), "another thermostat or barostat");
  }
}

/* What a thermostat keeps depends neither on its place in the step nor on what is asked for, as it does not on
 * the scheme.  A save of the whole stepper does. */
TEST(thermostat_in_another_place) {
  static const char *const params[][2] = {
    { "kt=1.1 relaxation=0.5", "kt=1.1 relaxation=0.5 ends=0" },
    { "kt=1.1 relaxation=0.5", "kt=1.1 relaxation=0.5 conserved=1" },
  };
  static const char *const words[] = { "only the place of the thermostat differs", "another" };
  for (int k = 0; k < 4; k++) {
    const char *const *two = params[k / 2];
    ensemble_begin(&a, &(named_method){ "exact", "srkn6b", "nhc", NULL, two[k % 2] }, 1, false);
    ensemble_begin(&b, &(named_method){ "exact", "srkn6b", "nhc", NULL, two[1 - k % 2] }, 1, false);
    ensemble_run_steps(&a, 0.004, 10, false);
    const block kept = ensemble_save(&a), whole = saved(a.rank[0].stepper);
    OK(load_all(&b, &kept));
    REFUSED_TEXT(RGS_E_DATA, load(b.rank[0].stepper, whole), words[k / 2]);
  }
}

/* ---- blocks of other versions -------------------------------------------------------------------- */
/* As in ensemble_save.c; a save of a stepper has the section behind its head, place and record. */
enum {
  KEPT,
  REST,
  THERMOSTAT_PARAMS,
  BAROSTAT_PARAMS,
  STATE,
  N_STAGES,
  N_SHARE,
  RESERVED,
  HEAD_NUMBERS
};

static size_t section_at(const block *of) {
  if (memcmp(of->bytes, "RGSE", 4) == 0) return 40;
  uint32_t sizes[3]; /* cursor, place, record */
  memcpy(sizes, of->bytes + 56, sizeof sizes);
  return 72 + sizes[0] + sizes[1] + sizes[2];
}

static uint32_t *head_of(const block *of) {
  return (uint32_t *)(void *)(of->bytes + section_at(of));
}

/* With the length and the checksum that belong to it. */
static void seal_block(block *one) {
  const uint64_t size = one->size;
  memcpy(one->bytes + 16, &size, sizeof size);
  seal(one->bytes, one->size);
}

/* The same block whose part number `part` is `more` bytes longer (zeros), or shorter. */
static block resized(const block *from, int part, int more) {
  const size_t at = section_at(from);
  size_t end = at + HEAD_NUMBERS * sizeof(uint32_t);
  for (int k = 0; k <= part; k++) end += (head_of(from)[k] + 7u) / 8u * 8u;
  block to = { NULL, (size_t)((int)from->size + more) };
  to.bytes = keep(calloc(1, to.size), free);
  memcpy(to.bytes, from->bytes, more < 0 ? end - (size_t)-more : end);
  memcpy(to.bytes + (size_t)((int)end + more), from->bytes + end, from->size - end);
  head_of(&to)[part] += (uint32_t)more;
  if (at != 40) *(uint32_t *)(void *)(to.bytes + 68) += (uint32_t)more; /* ensemble_size */
  seal_block(&to);
  return to;
}

static rgs_status load_either(ensemble *e, const block *from) {
  if (memcmp(from->bytes, "RGSE", 4) == 0) return load_all(e, from);
  return load(e->rank[0].stepper, *from);
}

/* What an earlier version did not write is zero.  The degrees of freedom come last in the first part, and are found
 * again at the next step. */
TEST(other_versions) {
  static const struct {
    int part, more;
  } changes[] = { { KEPT, -16 },
                  { THERMOSTAT_PARAMS, -8 },
                  { BAROSTAT_PARAMS, -8 },
                  { REST, -16 },
                  { KEPT, 8 },
                  { REST, 8 },
                  { THERMOSTAT_PARAMS, 8 },
                  { BAROSTAT_PARAMS, 8 },
                  { STATE, 8 },
                  { STATE, -8 },
                  { STATE, -512 } };
  const named_method *m = &kinds[NHC_AND_BAROSTAT];
  ensemble_begin(&a, m, 1, false);
  ensemble_run_steps(&a, 0.004, 20, false);
  block blocks[] = { ensemble_save(&a), saved(a.rank[0].stepper) };
  const ensemble at = a;
  ensemble_run_steps(&a, 0.004, 10, false);
  for (int kind = 0; kind < 2; kind++)
    for (size_t k = 0; k < COUNT(changes); k++) {
      if (kind == 0 && changes[k].part == REST && changes[k].more < 0) continue; /* it has none */
      block changed = resized(&blocks[kind], changes[k].part, changes[k].more);
      begin_from(&b, &at, m, 1);
      if (changes[k].more > 0) {
        REFUSED_TEXT(RGS_E_ABI, load_either(&b, &changed), "later version");
      } else {
        OK(load_either(&b, &changed));
        ensemble_run_steps(&b, 0.004, 10, false);
        /* The chain has fewer links than its state has room for; without the second half, which is
         * the chain of the rotation, the path is another. */
        TRUE((boxes_apart(&a.box, &b.box) == 0) == (changes[k].more != -512));
      }
    }
}

/* A scheme may have other stages in a later version: then a save inside a step is of no use. */
TEST(other_stages) {
  const named_method *m = &kinds[LANGEVIN_AND_BAROSTAT];
  ensemble_begin(&a, m, 1, false);
  ensemble_run_steps(&a, 0.004, 2, false);
  for (int inside = 0; inside < 2; inside++) {
    if (inside) TRUE(ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL);
    block one = saved(a.rank[0].stepper);
    OK(load(a.rank[0].stepper, one));
    head_of(&one)[N_STAGES]++;
    seal_block(&one);
    if (inside)
      REFUSED_TEXT(RGS_E_DATA, load(a.rank[0].stepper, one), "inconsistent");
    else
      OK(load(a.rank[0].stepper, one));
  }
}

/* With another number at this place and the right checksum the block is refused. */
static void refused_with(block *kept, size_t place, double value, const char *word) {
  double before;
  memcpy(&before, kept->bytes + place, sizeof before);
  memcpy(kept->bytes + place, &value, sizeof value);
  seal_block(kept);
  REFUSED_TEXT(RGS_E_DATA, load_all(&a, kept), word);
  memcpy(kept->bytes + place, &before, sizeof before);
  seal_block(kept);
}

/* Numbers that no thermostat and no barostat can have kept. */
TEST(impossible_numbers) {
  const named_method *m = &kinds[NHC_AND_BAROSTAT];
  ensemble_begin(&a, m, 1, false);
  ensemble_run_steps(&a, 0.004, 5, false);
  block kept = ensemble_save(&a);
  const size_t first = 40 + HEAD_NUMBERS * sizeof(uint32_t);
  /* steps, known, lengths, origin, told, tilt, reference (6), strain, mass, momentum (6) */
  static const struct {
    int place;
    double value;
  } wrong[] = { { 1, 0x1p-1073 /* the integer 2 */ },
                { 2, 0 },
                { 3, -1 },
                { 5, NAN },
                { 8, 1e9 },
                { 12, NAN },
                { 14, 0 },
                { 20, 701 },
                { 23, -1 },
                { 26, INFINITY } };
  for (size_t k = 0; k < COUNT(wrong); k++)
    refused_with(&kept, first + 8 * (size_t)wrong[k].place, wrong[k].value, "inconsistent");
  const uint32_t *head = head_of(&kept);
  for (int part = 0; part < 2; part++) { /* kt is the first parameter of either */
    const size_t place = first + head[KEPT] + part * head[THERMOSTAT_PARAMS];
    const double kt = 1.1;
    SAME_INT(0, memcmp(&kt, kept.bytes + place, sizeof kt));
    refused_with(&kept, place, -1, "out of range");
  }
  OK(load_all(&a, &kept));
}

/* A head that no library has written: more shares of sums than there are, or a number where 0 has to be. */
TEST(impossible_heads) {
  const uint32_t too_many = RGS_MOST_SUMS + 1;
  ensemble_begin(&a, &kinds[NHC_AND_BAROSTAT], 1, false);
  for (int forged = 0; forged < 2; forged++) {
    block one = ensemble_save(&a);
    const size_t more = forged ? 0 : too_many * sizeof(double);
    SAME_INT(0, head_of(&one)[N_SHARE] + head_of(&one)[RESERVED]);
    one.bytes = memcpy(keep(calloc(1, one.size + more), free), one.bytes, one.size);
    head_of(&one)[forged ? RESERVED : N_SHARE] = forged ? 1 : too_many;
    one.size += more;
    seal_block(&one);
    REFUSED_TEXT(RGS_E_DATA, load_all(&a, &one), "inconsistent");
  }
}

TEST_MAIN(NULL, NULL)
