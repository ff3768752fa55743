/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_force_check.c - rgs_draft_check_forces: each deliberate mistake of a host is named, right forces are said
 * to be right, and the bodies are as before.
 *
 * Bodies of three charges interact by smooth pair energies, q_i q_j exp(-r^2/2s^2), with nearest images in a
 * cell; one function makes all the mistakes.
 */
#include "check.h"
#include "plain_body.h"
#include "random_numbers.h"
#include "rotations.h"
#include <math.h>
#include <rigidstep/draft_forces.h>

enum { N = 7, SITES = 3 };
#define BIT(name) RGS_DRAFT_FORCE_##name
#define FORCE BIT(WRONG_FORCE)
#define TORQUE BIT(WRONG_TORQUE)
#define VIRIAL BIT(WRONG_VIRIAL)
/* Each mistake, and what is found: name, length and energy of the world, whether it has a cell. */
#define MISTAKES(X)                                                                                \
  X(NOTHING, "right", 1, 1, false, 0, "right")                                                     \
  X(IN_A_CELL, "right in a cell", 1, 1, true, 0, "right")                                          \
  X(SMALL, "right, 1e-26 kg and 1e-10 m", 1e-10, 1e-26, true, 0, "right")                          \
  X(LARGE, "right, huge", 1e12, 1e30, true, 0, "right")                                            \
  X(STIFF, "right and stiff", 1, 1, true, 0, "right")                                              \
  X(NOISY, "right within noise", 1, 1, true, 0, "right")                                           \
  X(SINGLE, "right, energy in single precision", 1, 1, false, 0, "right")                          \
  X(FIELD, "right in a field", 1, 1, false, BIT(FIELD), "remark: the energy changes if all")       \
  X(LINEAR, "right, linear bodies", 1, 1, true, 0, "right")                                        \
  X(POINTS, "right, points", 1, 1, true, 0, "right")                                               \
  X(PLANE, "right in a plane", 1, 1, true, 0, "right")                                             \
  X(SIGN, "sign", 1, 1, false, FORCE | TORQUE | BIT(SIGN), "forces: forces differ")                \
  X(SIGN_OF_TORQUE, "sign of torques", 1, 1, false, TORQUE | BIT(SIGN), "torques: torques differ") \
  X(TWICE, "factor 2", 1, 1, false, FORCE | TORQUE | BIT(FACTOR), "given = 2 times what")          \
  X(KCAL, "force_scale", 1e-10, 1e-20, false, FORCE | TORQUE | BIT(FACTOR), "kcal and kJ")         \
  X(BODY_TORQUE, "torques of the body", 1, 1, false, TORQUE | BIT(BODY_FRAME),                     \
    "in the body frame")                                                                           \
  X(BODY_FRAME, "all in the body frame", 1, 1, false, FORCE | TORQUE | BIT(BODY_FRAME),            \
    "body frame")                                                                                  \
  X(TURNED_AGAIN, "rotated twice", 1, 1, false, TORQUE | BIT(ROTATED_TWICE), "once too often")     \
  X(ORDER, "order of q", 1, 1, false, TORQUE | BIT(QUATERNION_ORDER), "(w, x, y, z)")              \
  X(INVERSE, "inverse of q", 1, 1, false, TORQUE | BIT(QUATERNION_INVERSE), "inverse rotation")    \
  X(ORIGIN, "about the origin", 1, 1, false, TORQUE | BIT(ABOUT_ORIGIN), "centre of mass")         \
  X(NO_TORQUE, "no torque", 1, 1, false, TORQUE | BIT(MISSING), "not computed")                    \
  X(UNWRITTEN, "torque not written", 1, 1, false, TORQUE | BIT(MISSING) | BIT(UNWRITTEN),          \
    "not written")                                                                                 \
  X(OLD_FORCES, "forces of the call before", 1, 1, false, BIT(STALE), "the call before")           \
  X(OLD_KEPT, "forces of the place before", 1, 1, false, BIT(STALE), "the call before")            \
  X(OLD_ENERGY, "energy of the call before", 1, 1, false, BIT(STALE), "the call before")           \
  X(RANDOM, "random", 1, 1, false, BIT(VARYING), "from call to call")                              \
  X(COUNTING, "stateful", 1, 1, false, BIT(VARYING), "from call to call")                          \
  X(ADDING, "added", 1, 1, false, BIT(ADDED), "are added")                                         \
  X(ONE_SIDED, "one-sided", 1, 1, false, FORCE | BIT(ONE_SIDED), "on one body only")               \
  X(ONE_LOST, "one that is not checked", 1, 1, false, BIT(ONE_SIDED), "do not add up")             \
  X(JUMP, "cutoff", 1, 1, false, BIT(JUMP), "jump")                                                \
  X(NO_IMAGES, "no images", 1, 1, true, BIT(NO_IMAGES), "nearest images")                          \
  X(VIRIAL_SIGN, "virial, sign", 1, 1, true, VIRIAL | BIT(SIGN), "virial: the virial differs")     \
  X(VIRIAL_TWICE, "virial, twice", 1e-10, 1e-26, true, VIRIAL | BIT(FACTOR), "counted twice")      \
  X(KINETIC, "virial with kinetic energy", 1, 1, true, VIRIAL | BIT(WITH_KINETIC), "kinetic")      \
  X(NO_TAIL, "virial without long range", 1, 1, true, VIRIAL | BIT(NO_LONG_RANGE),                 \
    "long-range part")                                                                             \
  X(NO_SHEAR, "virial without shear", 1e-10, 1e-26, true, BIT(FOR_LENGTHS), "keep the angles")     \
  X(ORTHOGONAL, "right in a box", 1e-10, 1e-26, true, BIT(FOR_LENGTHS), "remark: the virial")      \
  X(NO_TILT, "a box that refuses tilt", 1, 1, true, BIT(FOR_LENGTHS), "evaluations: right")        \
  X(CUBE, "right in a cube", 1, 1, true, BIT(FOR_ONE_FACTOR), "remark: the virial serves")         \
  X(CUBE_TWICE, "a cube, virial twice", 1, 1, true, VIRIAL | BIT(FACTOR), "counted twice")         \
  X(CUBE_KINETIC, "a cube, with kinetic energy", 1, 1, true, VIRIAL | BIT(WITH_KINETIC),           \
    "kinetic")                                                                                     \
  X(ATOMIC, "virial of atoms", 1, 1, true, VIRIAL | BIT(ATOMIC), "subtract intramolecular")        \
  X(DISTANCE, "no unit vector", 1, 1, false, TORQUE | BIT(DISTANCE), "given = |x|^2 times")        \
  X(DEGREES, "degrees", 1, 1, false, TORQUE | BIT(FACTOR), "degrees and radians")                  \
  X(UNTURNED, "q left out of torques", 1, 1, false, TORQUE | BIT(UNTURNED), "q is not used")       \
  X(INVERSE_IN_TORQUE, "q conjugated in torques", 1, 1, false, TORQUE | BIT(QUATERNION_INVERSE),   \
    "inverse rotation")                                                                            \
  X(ORDER_IN_TORQUE, "order of q in torques", 1, 1, false, TORQUE | BIT(QUATERNION_ORDER),         \
    "(w, x, y, z)")                                                                                \
  X(FIXED, "cell that is not used", 1, 1, true, VIRIAL | BIT(FIXED_CELL), "use that cell")         \
  X(HOPELESS, "energy that is random", 1, 1, false, BIT(VARYING) | BIT(NOISE), "too noisy")
typedef enum mistake {
#define NAME(wrong, ...) wrong,
  MISTAKES(NAME)
} mistake;

typedef struct world {
  mistake wrong;
  double length, energy, cell[9];
  plain_body bodies[N];
  double f[N][6], old[N][6], shown[N][6], old_energy;
  int calls, fails_after; /* 0: never */
} world;

/* Three quarters of each force are slow, and are given apart. */
static bool levels;

static const double charge[SITES] = { 1, -0.8, 0.4 };
static double cutoff(const world *w) { return w->wrong == JUMP ? 2.02 : 1e9; }

/* Where the world's author believes site k is, from the centre of its body. */
static void arm(const world *w, const plain_body *b, int k, double out[3]) {
  static const double PLACES[SITES][3] = { { 0.5, 0.1, 0 }, { -0.3, 0.4, 0 }, { -0.1, -0.5, 0.3 } };
  double place[3], q[4] = { b->q[0], b->q[1], b->q[2], b->q[3] };
  for (int a = 0; a < 3; a++) place[a] = w->length * PLACES[k][a];
  if (w->wrong == LINEAR) place[0] = place[1] = 0, place[2] = w->length * 0.4 * (k - 1);
  if (w->wrong == POINTS) place[0] = place[1] = place[2] = 0;
  if (w->wrong == PLANE) place[2] = 0;
  if (w->wrong == ORDER) q[0] = b->q[3], q[1] = b->q[0], q[2] = b->q[1], q[3] = b->q[2];
  turn_vector(q, w->wrong == INVERSE, place, out);
}

/* A host whose torques alone read q otherwise has them from bodies that are turned otherwise. */
static void pairs(world *w, const double cell[9], double virial[9], double *energy);
static void misread(world *w, const double cell[9]) {
  world other = *w;
  double virial[9] = { 0 }, energy;
  other.wrong = NOTHING;
  for (int i = 0; i < N; i++) {
    const double *q = w->bodies[i].q;
    const double q_of[3][4] = { { 1, 0, 0, 0 },
                                { q[0], -q[1], -q[2], -q[3] },
                                { q[3], q[0], q[1], q[2] } };
    memcpy(other.bodies[i].q, q_of[w->wrong - UNTURNED], sizeof q_of[0]);
  }
  pairs(&other, cell, virial, &energy);
  for (int i = 0; i < N; i++)
    for (int a = 3; a < 6; a++) w->f[i][a] = other.f[i][a];
}

static double pair(world *w, int i, int j, const double cell[9], double virial[9]) {
  const double s = w->length * (w->wrong == STIFF ? 0.02 : 0.8);
  double energy = 0;
  for (int k = 0; k < SITES; k++)
    for (int m = 0; m < SITES; m++) {
      double r[3], centre[3], u[3], v[3], force[3], squared = 0, turned[3];
      arm(w, &w->bodies[i], k, u);
      arm(w, &w->bodies[j], m, v);
      for (int a = 0; a < 3; a++) centre[a] = w->bodies[i].x[a] - w->bodies[j].x[a];
      for (int c = 2; c >= 0 && w->wrong != NO_IMAGES; c--) {
        const double cells = rint(centre[c] / cell[4 * c]);
        for (int a = 0; a < 3; a++) centre[a] -= cells * cell[3 * c + a];
      }
      for (int a = 0; a < 3; a++) {
        r[a] = centre[a] + u[a] - v[a];
        squared += r[a] * r[a];
      }
      if (squared > cutoff(w) * w->length * cutoff(w) * w->length) continue;
      /* Stiff: a wall at a distance at which no body is yet, so that it acts at these small overlaps. */
      const double gap = w->wrong == STIFF ? fmax(0, 1.6 * w->length - sqrt(squared)) / s : 0;
      const double smooth = w->wrong == STIFF ? 0.5 * gap * gap + exp(gap) - 1 - gap
                                              : charge[k] * charge[m] * exp(-0.5 * squared / s / s);
      const double slope = w->wrong == STIFF
                               ? (gap > 0 ? gap + exp(gap) - 1 : 0) / s / sqrt(squared)
                               : smooth / s / s;
      energy += w->energy * smooth;
      for (int a = 0; a < 3; a++) {
        force[a] = w->energy * slope * r[a];
        w->f[i][a] += force[a];
        if (w->wrong != ONE_SIDED) w->f[j][a] -= force[a];
        for (int b = 0; b < 3; b++)
          virial[3 * a + b] += force[a] * (w->wrong == ATOMIC ? r[b] : centre[b]);
      }
      cross(u, force, turned);
      for (int a = 0; a < 3; a++) w->f[i][3 + a] += turned[a];
      cross(v, force, turned);
      for (int a = 0; a < 3; a++) w->f[j][3 + a] -= turned[a];
    }
  return energy;
}

/* What is wrong with the vectors of body i, once all pairs are known. */
static void spoil(world *w, int i) {
  double *f = w->f[i], *tau = f + 3, turned[3];
  const plain_body *b = &w->bodies[i];
  const bool back = w->wrong == BODY_TORQUE || w->wrong == BODY_FRAME;
  for (int a = 0; a < 6; a++) {
    if (w->wrong == SIGN || (w->wrong == SIGN_OF_TORQUE && a > 2)) f[a] = -f[a];
    if (w->wrong == TWICE) f[a] *= 2;
    if (w->wrong == ONE_LOST && i == 6) f[a] = 0; /* which is not checked */
    if (w->wrong == KCAL) f[a] *= 1 / 4.184;
    if (w->wrong == NO_TORQUE && a > 2) f[a] = 0;
    if (w->wrong == RANDOM) f[a] += w->energy / w->length * random_between(&seed, -0.1, 0.1);
    if (w->wrong == NOISY) f[a] *= 1 + random_between(&seed, -1e-5, 1e-5);
    if (w->wrong == COUNTING) f[a] *= 1 + 1e-3 * w->calls;
  }
  if (w->wrong == BODY_FRAME) {
    turn_vector(b->q, back, f, turned);
    memcpy(f, turned, sizeof turned);
  }
  if (back || w->wrong == TURNED_AGAIN) {
    turn_vector(b->q, back, tau, turned);
    memcpy(tau, turned, sizeof turned);
  }
  cross(b->x, f, turned);
  for (int a = 0; a < 3 && w->wrong == ORIGIN; a++) tau[a] += turned[a];
  const double square = b->x[0] * b->x[0] + b->x[1] * b->x[1] + b->x[2] * b->x[2];
  for (int a = 0; a < 3; a++)
    tau[a] *= w->wrong == DISTANCE ? square : w->wrong == DEGREES ? 57.29578 : 1;
}

static void spoil_virial(world *w, const double cell[9], double virial[9], double *energy) {
  const double volume = cell[0] * cell[4] * cell[8];
  for (int k = 0; k < 9; k++)
    virial[k] *= w->wrong == VIRIAL_SIGN                              ? -1
                 : w->wrong == VIRIAL_TWICE || w->wrong == CUBE_TWICE ? 2
                                                                      : 1;
  for (int i = 0; i < N && (w->wrong == KINETIC || w->wrong == CUBE_KINETIC); i++)
    for (int k = 0; k < 9; k++)
      virial[k] += w->bodies[i].p[k / 3] * w->bodies[i].p[k % 3] / w->bodies[i].mass;
  for (int k = 0; k < 9 && w->wrong == NO_SHEAR; k++)
    if (k % 4 != 0) virial[k] = 0;
  if (w->wrong == NO_TAIL) *energy -= 300 * w->energy / volume;
}

static void pairs(world *w, const double cell[9], double virial[9], double *energy) {
  memset(w->f, 0, sizeof w->f);
  *energy = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) *energy += pair(w, i, j, cell, virial);
}

/* What the world's author takes from the cell; false if it is not one for this host. */
static bool take_cell(const world *w, double cell[9]) {
  const bool cube = w->wrong >= CUBE && w->wrong <= CUBE_KINETIC;
  for (int k = 0; k < 9; k++) {
    const bool tilt = k % 4 != 0 && cell[k] != 0;
    if (tilt && w->wrong == NO_TILT) return false;
    if (tilt && (cube || w->wrong == ORTHOGONAL)) cell[k] = 0;
    if (k % 4 == 0 && cube) cell[k] = cell[0];
  }
  return true;
}

static int eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  world *w = self;
  double energy = 0, virial[9] = { 0 };
  const double *told = request->cell[0] != 0 && w->wrong != FIXED ? request->cell : w->cell;
  double cell[9];
  memcpy(cell, told, sizeof cell);
  (void)bodies;
  if (++w->calls == w->fails_after || !take_cell(w, cell)) return 3;
  pairs(w, cell, virial, &energy);
  if (w->wrong >= UNTURNED && w->wrong <= ORDER_IN_TORQUE) misread(w, cell);
  for (int i = 0; i < N; i++) {
    spoil(w, i);
    for (int a = 0; a < 3 && w->wrong == FIELD; a++) {
      energy -= (a + 1) * w->bodies[i].x[a];
      w->f[i][a] += a + 1;
    }
  }
  spoil_virial(w, cell, virial, &energy);
  for (int i = 0; i < N; i++)
    for (int a = 0; a < 6; a++) {
      double *to = a < 3 ? &w->bodies[i].f[a] : &w->bodies[i].tau[a - 3];
      const bool again = w->wrong == OLD_KEPT && energy == w->old_energy;
      const double now = again                                            ? w->shown[i][a]
                         : w->wrong == OLD_FORCES || w->wrong == OLD_KEPT ? w->old[i][a]
                                                                          : w->f[i][a];
      if ((w->wrong == UNWRITTEN && a > 2) || (w->wrong == PLANE && a > 1 && a < 5)) continue;
      const double part = request->what & RGS_DRAFT_EVAL_SLOW ? 0.75 : levels ? 0.25 : 1;
      *to = w->wrong == ADDING ? *to + part * now : part * now;
      w->shown[i][a] = now;
      w->old[i][a] = w->f[i][a];
    }
  if (w->wrong == NOISY) energy *= 1 + random_between(&seed, -1e-9, 1e-9);
  if (w->wrong == SINGLE) energy = (float)energy;
  if (w->wrong == HOPELESS) energy += 100 * random_between(&seed, -1, 1);
  request->energy = w->wrong == OLD_ENERGY ? w->old_energy : energy;
  w->old_energy = energy;
  if (request->what & RGS_EVAL_VIRIAL) memcpy(request->virial, virial, sizeof virial);
  return 0;
}

/* Near each other, all orientations (1, 0, 0, 0), as programs begin. */
static void fill(world *w, bool cell) {
  static const double MOMENTS[3] = { 0.5, 0.7, 0.9 };
  for (int i = 0; i < N; i++) {
    plain_body *b = &w->bodies[i];
    const double scale = w->length * w->length * w->energy;
    *b = (plain_body){ .q = { 1, 0, 0, 0 }, .mass = w->energy * (1 + i) };
    for (int a = 0; a < 3; a++) {
      b->x[a] = w->length * ((i >> a & 1) * 1.9 + random_between(&seed, -0.1, 0.1));
      b->p[a] = w->energy * random_between(&seed, -1, 1);
      b->inertia[a] = w->wrong == POINTS ? 0 : scale * MOMENTS[a];
      w->cell[4 * a] = w->length * (8 + (w->wrong >= CUBE && w->wrong <= CUBE_KINETIC ? 0 : a));
    }
    if (w->wrong == LINEAR) b->inertia[0] = b->inertia[1] = scale, b->inertia[2] = 0;
    if (w->wrong == PLANE) b->x[2] = b->p[2] = 0;
    if (cell && i == 2) b->x[1] += w->cell[4]; /* its image is beside the others */
  }
}

static char text[RGS_DRAFT_FORCE_TEXT];
static rgs_draft_force_check check(world *w, bool cell) {
  rgs_draft_force_row rows[N];
  rgs_draft_force_check c = { .head = RGS_DRAFT_HEAD(rgs_draft_force_check, RGS_DRAFT_FORCES),
                              .sample = 4,
                              .rows = rows,
                              .n_rows = N,
                              .row_size = sizeof rows[0],
                              .text = text,
                              .text_size = sizeof text };
  rgs_host host = { .head = RGS_HEAD(rgs_host),
                    .self = w,
                    .eval = eval,
                    .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL,
                    .ranks = 1 };
  if (levels) host.provides |= RGS_DRAFT_EVAL_SLOW;
  rgs_bodies *bodies;
  rgs_view view = view_of_plain(w->bodies[0].x, N, PLAIN_BODY, 0);
  if (w->wrong == PLANE) view.flags = RGS_VIEW_PLANAR;
  seed = 7;
  fill(w, cell);
  if (cell) memcpy(c.cell, w->cell, sizeof c.cell);
  world before = *w;
  OK(rgs_bodies_create(opened(), N, &bodies, &err));
  OK(rgs_bodies_bind(bodies, &view, &err));
  OK(rgs_draft_check_forces(bodies, &host, &c, &err));
  rgs_bodies_destroy(bodies);
  SAME_BITS(before.bodies[0].x, w->bodies[0].x, N * PLAIN_BODY);
  SAME_INT(4, c.n_rows);
  for (int i = 1; i < 4; i++) TRUE(rows[i].off <= rows[i - 1].off);
  return c;
}

static const struct row {
  const char *name;
  double length, energy;
  bool cell;
  uint32_t found;
  const char *says;
} ROWS[] = {
#define ROW(wrong, name, length, energy, cell, found, says)                                        \
  [wrong] = { name, length, energy, cell, found, says },
  MISTAKES(ROW)
};

static void name_each(void) {
  bool failed = false;
  for (size_t k = 0; k < COUNT(ROWS); k++) {
    const struct row *row = &ROWS[k];
    world w = { .wrong = (mistake)k, .length = row->length, .energy = row->energy };
    const rgs_draft_force_check c = check(&w, row->cell);
    /* With two calls at each place one of the two forces is old. */
    const bool half_old = levels && k == OLD_FORCES;
    const uint32_t found = half_old ? BIT(VARYING) : row->found;
    const char *says = half_old ? "from call to call" : row->says;
    if (c.found == found && strstr(text, says) != NULL) continue;
    print_error("%s: found 0x%x, want 0x%x and \"%s\" in\n%s\n", row->name, c.found, found, says,
                text);
    failed = true;
  }
  TRUE(!failed);
}

TEST(each_is_named) { name_each(); }

TEST(each_is_named_in_the_sum_of_two) {
  levels = true;
  name_each();
  levels = false;
}

/* Refused before the bodies move, or with the bodies put back. */
TEST(refused) {
  world w = { .length = 1, .energy = 1 };
  fill(&w, false);
  rgs_bodies *bodies;
  const rgs_view view = view_of_plain(w.bodies[0].x, N, PLAIN_BODY, 0);
  const rgs_draft_force_check good = { .head = RGS_DRAFT_HEAD(rgs_draft_force_check,
                                                              RGS_DRAFT_FORCES) };
  rgs_draft_force_check c = good;
  rgs_host host = { .head = RGS_HEAD(rgs_host), .self = &w, .eval = eval, .provides = 3 };
  OK(rgs_bodies_create(opened(), N, &bodies, &err));
  REFUSED_TEXT(RGS_E_ORDER, rgs_draft_check_forces(bodies, &host, &c, &err), "rgs_bodies_bind");
  OK(rgs_bodies_bind(bodies, &view, &err));
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_check_forces(NULL, &host, &c, &err), "bodies");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_check_forces(bodies, NULL, &c, &err), "host");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_check_forces(bodies, &host, NULL, &err), "check");
  c.head.abi = RGS_ABI;
  REFUSED_TEXT(RGS_E_ABI, rgs_draft_check_forces(bodies, &host, &c, &err), "RGS_DRAFT_HEAD");
  for (int k = 0; k < 4; k++) {
    static const char *const NAMES[] = { "tolerance", "length", "stir", "sample" };
    c = good;
    double *const numbers[] = { &c.tolerance, &c.length, &c.stir };
    if (k < 3) *numbers[k] = k < 2 ? -1 : NAN;
    if (k == 3) c.sample = -1;
    REFUSED_TEXT(RGS_E_ARG, rgs_draft_check_forces(bodies, &host, &c, &err), NAMES[k]);
  }
  rgs_draft_force_row row;
  c = good, c.rows = &row, c.n_rows = 1, c.row_size = sizeof row - 8;
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_check_forces(bodies, &host, &c, &err), "row_size");
  c = good;
  host.provides = RGS_EVAL_FORCE;
  REFUSED_TEXT(RGS_E_NEEDS, rgs_draft_check_forces(bodies, &host, &c, &err), "energy", "provides");
  host.provides = 3;
  host.ranks = 2;
  REFUSED_TEXT(RGS_E_NEEDS, rgs_draft_check_forces(bodies, &host, &c, &err), "ranks is 2");
  host.ranks = 1;
  w.fails_after = 5;
  const world before = w;
  REFUSED_TEXT(RGS_E_HOST, rgs_draft_check_forces(bodies, &host, &c, &err), "returned 3");
  SAME_BITS(before.bodies[0].x, w.bodies[0].x, N * PLAIN_BODY);
  rgs_bodies_destroy(bodies);
}

TEST_MAIN(NULL, NULL)
