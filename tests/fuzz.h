/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz.h - what fuzz_input.c feeds to the parts of fuzz_calls.c.
 */
#ifndef TEST_FUZZ_H
#define TEST_FUZZ_H
#include <rigidstep/rigidstep.h>
#include <stdbool.h>

void fuzz_need(int condition, const char *what);

void fuzz_calls(const uint8_t *data, size_t size);  /* which stepper, then four bytes a call     */
void fuzz_calls_end(void);
void fuzz_table(const uint8_t *data, size_t size);
void fuzz_principal(const double in[8]);            /* J of one body, and an attitude            */
#endif
