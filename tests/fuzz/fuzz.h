/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz.h - what a fuzz target gives to fuzz_main.c, and what fuzz_input.c feeds to the parts of
 * fuzz_calls.c.
 */
#pragma once
#include <rigidstep/rigidstep.h>
#include <stdbool.h>

void fuzz_need(int condition, const char *what); /* aborts where it does not hold             */

/* ---- of each target ---- */
void fuzz_one(const uint8_t *data, size_t size);
size_t fuzz_make(uint64_t *random, long i, uint8_t *piece, size_t room); /* input i, by a rule  */
void fuzz_end(void);

static inline uint64_t fuzz_next(uint64_t *random) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return (*random ^ (*random >> 29)) * 0x9e3779b97f4a7c15u;
}

/* ---- fuzz_calls.c ---- */
void fuzz_calls(const uint8_t *data, size_t size); /* which stepper, then four bytes a call     */
void fuzz_calls_end(void);
void fuzz_table(const uint8_t *data, size_t size);
void fuzz_principal(const double in[10]); /* J of one body, and an orientation           */
