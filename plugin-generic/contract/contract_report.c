/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_report.c - the lines of the report, and the end of a method's tests where a call that has
 * to succeed does not.
 */
#include "contract.h"

#include <setjmp.h>
#include <stdlib.h>

report_state so_far = { .program = "rigidstep-contract" };
static jmp_buf next_method;

void report_begin(bool pass, const char *method, const char *contract) {
  *(pass ? &so_far.passed : &so_far.failed) += 1;
  fprintf(so_far.lines, "%s  %-28s %-24s ", pass ? "PASS" : "FAIL", method, contract);
}

void report(const char *method, const char *contract, double measured, double bar) {
  report_begin(measured <= bar, method, contract);
  fprintf(so_far.lines, "%9.2e, at most  %.2e\n", measured, bar);
}

void report_at_least(const char *method, const char *contract, double measured, double bar) {
  report_begin(measured >= bar, method, contract);
  if (measured == measured)
    fprintf(so_far.lines, "%9.3f, at least %.3f\n", measured, bar);
  else
    fprintf(so_far.lines, "cannot be measured (the errors are no numbers); at least %.3f\n", bar);
}

void report_fact(const char *method, const char *contract, bool kept, const char *remark) {
  report_begin(kept, method, contract);
  fprintf(so_far.lines, "%s%s\n", kept ? "" : "not so: ", remark);
}

void fact(const subject *s, const char *contract, bool kept, const char *remark) {
  report_fact(s->about->name, contract, kept, remark);
}

void report_on(const char *method, void (*test)(const void *), const void *what) {
  so_far.method = method;
  if (setjmp(next_method) == 0) test(what);
}

void must(rgs_status status, const char *call, const rgs_error *error) {
  if (status == RGS_OK) return;
  if (so_far.method == NULL) {
    fprintf(stderr, "%s: %s: %s\n  %s\n", so_far.program, call, rgs_status_text(status),
            error->text);
    exit(CONTRACT_CANNOT_RUN);
  }
  report_fact(so_far.method, "runs to the end", false, call);
  fprintf(so_far.lines, "      %s\n      %s\n", rgs_status_text(status), error->text);
  longjmp(next_method, 1);
}
