/* SPDX-License-Identifier: BSD-3-Clause */
#include "saves/block.h"
#include "base/params.h"
#include "methods/method_params.h"
#include <string.h>

#define BYTE_ORDER 0x01020304u

/* FNV-1a: it is small, and any changed byte changes it. */
static uint64_t hash(uint64_t sum, const void *bytes, size_t size) {
  const unsigned char *b = bytes;
  for (size_t i = 0; i < size; i++) sum = (sum ^ b[i]) * 1099511628211u;
  return sum;
}
#define HASH_START 14695981039346656037u

static uint64_t checksum(const char *bytes, size_t size) {
  const size_t before = sizeof(rgs_block_head) + offsetof(rgs_block_sums, checksum);
  const size_t after = before + sizeof(uint64_t);
  return hash(hash(HASH_START, bytes, before), bytes + after, size - after);
}

/* e: with the seeds of this system; null: the seeds of systems are their own.  moved: with the thermostat in its
 * other place.  What is kept without rotor and scheme (first > 0) depends on neither place nor outputs. */
static uint64_t method_hash(const rgs_method *m, const rgs_ensemble *e, size_t first, bool moved) {
  rgs_component components[RGS_COMPONENTS];
  uint64_t sum = HASH_START;
  rgs_method_components(m, components);
  if (e != NULL) {
    components[RGS_COMPONENTS - 2].params = e->thermostat_params;
    components[RGS_COMPONENTS - 1].params = e->barostat_params;
  }
  if (first == 0 && m->turns != 1) sum = hash(sum, &m->turns, sizeof m->turns);
  const bool apart[] = { m->conserved, m->refined, m->shadow, m->at_ends != moved };
  for (size_t k = 0; first == 0 && k < sizeof apart; k++)
    if (apart[k]) sum = hash(sum, &k, sizeof k);
  for (size_t k = first; k < RGS_COMPONENTS; k++) {
    if (components[k].entry == NULL) continue;
    sum = hash(sum, &k, sizeof k);
    const rgs_about *about = &components[k].entry->about;
    sum = hash(sum, about->name, strlen(about->name) + 1);
    for (uint32_t i = 0; i < about->n_params; i++) {
      const rgs_param_info *p = &about->params[i];
      const double value = rgs_params_get(about, components[k].params, p->key, p->dflt);
      if (value == p->dflt || (p->flags & RGS_PARAM_RAMPS)) continue;
      sum = hash(sum, p->key, strlen(p->key) + 1);
      sum = hash(sum, &value, sizeof value);
    }
  }
  return sum;
}

static uint64_t hash_of(const rgs_stepper *s, size_t first, bool moved) {
  const rgs_ensemble *e = rgs_ensemble_is_batch(&s->ensemble) ? NULL : &s->ensemble;
  const uint64_t sum = method_hash(s->motion.method, e, first, moved);
  /* Trials by the fast force alone: f and tau hold another force. */
  const bool fast_alone = rgs_method_trials(s->motion.method) && first == 0 &&
                          (s->info.needs & RGS_DRAFT_EVAL_SLOW) && !rgs_has_levels(&s->motion);
  return fast_alone ? hash(sum, "fast", 4) : sum;
}

uint64_t rgs_block_method(const rgs_stepper *s, size_t first) { return hash_of(s, first, false); }

uint64_t rgs_block_system(const rgs_ensemble *e, size_t first) {
  return method_hash(e->motion->method, e, first, false);
}

void rgs_block_seal(void *block, size_t size, const char *magic, uint64_t method) {
  rgs_block_head head = { .byte_order = BYTE_ORDER, .abi = RGS_ABI, .length = size };
  rgs_block_sums sums = { .method = method };
  memcpy(head.magic, magic, sizeof head.magic);
  memcpy(block, &head, sizeof head);
  memcpy((char *)block + sizeof head, &sums, sizeof sums);
  sums.checksum = checksum(block, size);
  memcpy((char *)block + sizeof head, &sums, sizeof sums);
}

rgs_status rgs_block_room(const void *buffer, size_t *size, size_t need, rgs_error *error) {
  const size_t room = buffer == NULL ? 0 : *size;
  *size = need;
  if (room >= need) return RGS_OK;
  return rgs_set_error(error, RGS_E_SPACE, -1, "the buffer has %zu bytes; %zu are needed", room,
                       need);
}

rgs_status rgs_block_check(const void *block, size_t size, const char *magic, const rgs_stepper *s,
                           size_t first, const char *others, rgs_error *error) {
  rgs_block_head head;
  rgs_block_sums sums;
  if (size < sizeof head + sizeof sums)
    return rgs_block_set_error(error, "it is shorter than its head");
  memcpy(&head, block, sizeof head);
  memcpy(&sums, (const char *)block + sizeof head, sizeof sums);
  if (memcmp(head.magic, magic, sizeof head.magic) != 0)
    return rgs_set_error(error, RGS_E_DATA, -1,
                         "saved data: it does not begin with %s (rgs_stepper_load reads RGS1, "
                         "rgs_stepper_load_ensemble reads RGSE, in batches RGSB and RGSC)",
                         magic);
  if (head.byte_order != BYTE_ORDER)
    return rgs_block_set_error(error, "it was written in another byte order");
  if (head.abi >> 16 != RGS_ABI_MAJOR)
    return rgs_set_error(
        error, RGS_E_ABI, -1,
        "saved data: made for ABI %u.%u; this library has ABI %u.%u; load it with a "
        "library of ABI %u, or begin anew with the bodies",
        head.abi >> 16, head.abi & 0xffffu, RGS_ABI_MAJOR, RGS_ABI_MINOR, head.abi >> 16);
  if (head.reserved0 != 0 || head.length != size)
    return rgs_set_error(error, RGS_E_DATA, -1,
                         "saved data: size is %zu bytes, but %llu were written", size,
                         (unsigned long long)head.length);
  if (checksum(block, size) != sums.checksum)
    return rgs_block_set_error(error, "it is damaged (its checksum is wrong)");
  if (sums.method == hash_of(s, first, false)) return RGS_OK;
  const bool moved = first == 0 && sums.method == hash_of(s, first, true);
  return rgs_set_error(
      error, RGS_E_DATA, -1, "saved data: it belongs to another %s%s", others,
      moved
          ? "; only the place of the thermostat differs: give the spec.placement ('ends') that the "
            "save was made with; 0 means RGS_PLACEMENT_OBABO (1) with schemes above order 2"
          : "");
}
