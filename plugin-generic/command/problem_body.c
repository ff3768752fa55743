/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem_body.c - the keywords that belong to one body, or to a kind of bodies.
 */
#include "problem_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a block may give, each once. */
enum {
  MASS = 1 << 0,
  INERTIA = 1 << 1,
  PLACE = 1 << 2,
  VELOCITY = 1 << 3,
  ORIENTATION = 1 << 4,
  SPIN = 1 << 5,
  SITES = 1 << 6,
  WHEELS = 1 << 7
};

static block *new_block(reader *r) {
  block *list = one_more(r, r->blocks, r->n_blocks, sizeof *list);
  if (list == NULL) return NULL;
  r->blocks = list;
  block *b = &list[r->n_blocks++];
  *b = (block){ .body = { .q = { 1, 0, 0, 0 }, .inertia = { -1, 0, 0 }, .line = r->line } };
  return b;
}

/* Place of the kind `name` in the hash table, or the empty place where it belongs (FNV-1a). */
static int64_t *kind_place(const reader *r, const char *name) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
  const uint64_t last = (uint64_t)r->kinds_room - 1;
  uint64_t at = (hash ^ hash >> 32) & last;
  while (r->kinds[at] && strcmp(r->blocks[r->kinds[at] - 1].name, name) != 0) at = (at + 1) & last;
  return &r->kinds[at];
}
static const block *find_kind(const reader *r, const char *name) {
  const int64_t i = r->kinds_room ? *kind_place(r, name) : 0;
  return i ? &r->blocks[i - 1] : NULL;
}

/* Room for one more kind, so that a file with many of them is read in linear time. */
static bool more_kinds(reader *r) {
  if (2 * (r->n_kinds + 1) < r->kinds_room) return true;
  reader larger = *r;
  larger.kinds_room = r->kinds_room ? 2 * r->kinds_room : 16;
  larger.kinds = calloc((size_t)larger.kinds_room, sizeof *larger.kinds);
  if (larger.kinds == NULL) return WRONG(r, "out of memory");
  for (int64_t i = 0; i < r->kinds_room; i++)
    if (r->kinds[i]) *kind_place(&larger, r->blocks[r->kinds[i] - 1].name) = r->kinds[i];
  free(r->kinds);
  *r = larger;
  return true;
}

bool take_kind(reader *r) {
  const block *other = find_kind(r, r->value[0]);
  if (other) return WRONG(r, "kind '%s' begins in line %d already", r->value[0], other->body.line);
  if (!more_kinds(r)) return false;
  block *b = new_block(r);
  if (b == NULL) return false;
  memcpy(b->name, r->value[0], sizeof b->name);
  *kind_place(r, b->name) = r->n_blocks;
  r->n_kinds++;
  return true;
}
bool take_body(reader *r) {
  const block *kind = NULL;
  if (r->n_values && (kind = find_kind(r, r->value[0])) == NULL)
    return WRONG(r, "no kind '%s' before this line", r->value[0]);
  const block like = kind ? *kind : (block){ .given = 0 };
  block *b = new_block(r);
  if (b == NULL) return false;
  r->p->n_bodies++;
  if (kind) {
    *b = like;
    b->given = 0; /* a body may override what its kind gave, except the sites */
    b->body.line = r->line;
    b->name[0] = '\0';
    if (b->body.n_sites) b->given = SITES;
  }
  return true;
}

static block *giving(reader *r, unsigned what, const char *name) {
  block *b = &r->blocks[r->n_blocks - 1];
  if (b->given & what) {
    WRONG(r, "%s was given before for the body or kind of line %d", name, b->body.line);
    return NULL;
  }
  b->given |= what;
  return b;
}
bool take_mass(reader *r) {
  block *b = giving(r, MASS, "mass");
  return b && take_number(r, "mass", 0, POSITIVE, &b->body.mass);
}
bool take_inertia(reader *r) {
  block *b = giving(r, INERTIA, "inertia");
  for (int k = 0; b && k < 3; k++)
    if (!take_number(r, "inertia", k, NOT_NEGATIVE, &b->body.inertia[k])) return false;
  return b != NULL;
}
bool take_wheels(reader *r) {
  block *b = giving(r, WHEELS, "wheels");
  r->p->has_wheels = true;
  return b && take_three(r, "wheels", 0, b->body.wheels);
}
bool take_position(reader *r) {
  block *b = giving(r, PLACE, "position");
  return b && take_three(r, "position", 0, b->body.x);
}
bool take_velocity(reader *r) {
  block *b = giving(r, VELOCITY, "velocity or momentum");
  if (b) b->momentum_given = false;
  return b && take_three(r, "velocity", 0, b->body.p);
}
bool take_momentum(reader *r) {
  block *b = giving(r, VELOCITY, "velocity or momentum");
  if (b) b->momentum_given = true;
  return b && take_three(r, "momentum", 0, b->body.p);
}
bool take_angular_velocity(reader *r) {
  block *b = giving(r, SPIN, "angular velocity or momentum");
  if (b) b->l_given = false;
  return b && take_three(r, "angular_velocity", 0, b->body.l);
}
bool take_angular_momentum(reader *r) {
  block *b = giving(r, SPIN, "angular velocity or momentum");
  if (b) b->l_given = true;
  return b && take_three(r, "angular_momentum", 0, b->body.l);
}
bool take_orientation(reader *r) {
  block *b = giving(r, ORIENTATION, "orientation");
  double most = 0, scaled = 0;
  if (b == NULL) return false;
  double *q = b->body.q;
  for (int k = 0; k < 4; k++) {
    if (!take_number(r, "orientation", k, ANY, &q[k])) return false;
    most = fmax(most, fabs(q[k]));
  }
  if (most == 0) return WRONG(r, "orientation is 0 0 0 0; must be a quaternion of some length");
  for (int k = 0; k < 4; k++) scaled += q[k] / most * (q[k] / most);
  const double length = sqrt(scaled);
  if (fabs(most * length - 1) > 1e-15) /* a quaternion of length 1 to rounding keeps its bits */
    for (int k = 0; k < 4; k++) q[k] = q[k] / most / length;
  return true;
}
bool take_site(reader *r) {
  block *b = &r->blocks[r->n_blocks - 1];
  problem *p = r->p;
  problem_site s = { .charge = 0 };
  if (b->given & SITES) return WRONG(r, "this body has the sites of its kind; leave out 'site'");
  if (!take_three(r, "site's place", 0, s.place) ||
      !take_number(r, "site CHARGE", 3, ANY, &s.charge) ||
      !take_number(r, "site EPSILON", 4, NOT_NEGATIVE, &s.epsilon) ||
      !take_number(r, "site SIGMA", 5, NOT_NEGATIVE, &s.sigma))
    return false;
  problem_site *list = one_more(r, p->sites, p->n_sites, sizeof *list);
  if (list == NULL) return false;
  p->sites = list;
  if (b->body.n_sites++ == 0) b->body.first_site = p->n_sites;
  list[p->n_sites++] = s;
  return true;
}

/* A vector of the body frame in the space frame. */
static void turn(const double q[4], const double v[3], double out[3]) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  out[0] = (w * w + x * x - y * y - z * z) * v[0] + 2 * (x * y - w * z) * v[1] +
           2 * (x * z + w * y) * v[2];
  out[1] = 2 * (x * y + w * z) * v[0] + (w * w - x * x + y * y - z * z) * v[1] +
           2 * (y * z - w * x) * v[2];
  out[2] = 2 * (x * z - w * y) * v[0] + 2 * (y * z + w * x) * v[1] +
           (w * w - x * x - y * y + z * z) * v[2];
}

bool finish_body(reader *r, const block *b, problem_body *out) {
  *out = b->body;
  if (b->body.mass == 0)
    return wrong_at(r, b->body.line, "the body that begins here has no mass; it needs: mass M");
  /* For a point-like body three zeros must be given. */
  if (b->body.inertia[0] < 0)
    return wrong_at(r, b->body.line,
                    "the body that begins here has no inertia; it needs: inertia I1 I2 I3");
  for (int k = 0; k < 3 && !b->momentum_given; k++) out->p[k] *= b->body.mass;
  if (!b->l_given) {
    double l[3];
    for (int k = 0; k < 3; k++)
      if (b->body.l[k] != 0 && b->body.inertia[k] == 0)
        return wrong_at(
            r, b->body.line,
            "the body that begins here has angular_velocity %g about axis %d, where its "
            "inertia is 0; must be 0",
            b->body.l[k], k + 1);
    for (int k = 0; k < 3; k++) l[k] = b->body.inertia[k] * b->body.l[k] + b->body.wheels[k];
    turn(out->q, l, out->l);
  }
  return true;
}
