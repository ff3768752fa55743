/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract.c - tests whether methods keep what they claim.
 *
 *   rigidstep-contract [--only NAME] [--all] [--drafts] [--limit SECONDS] [module.so ...]
 *
 * Loads the modules and puts every method that came with them, or without modules every built-in
 * one, through the same tests.  It uses public calls only: a rotor is reached through a stepper
 * without forces.  For each method and contract it prints a line with the number measured and the
 * bar, and at the end how many were kept.
 *
 *   contract_report.c      the lines that are printed
 *   contract_apart_*.c     one test, in a process of its own
 *   contract_allocations.c counts allocations
 *   contract_oracle.c      what is right, in long double
 *   contract_rig.c         bodies with a stepper
 *   contract_measure.c     measurements that tests share
 *   contract_flight.c      what a rotor or integrator has to keep in free flight
 *   contract_scheme.c      what a scheme has to keep, alone and with every rotor
 *   contract_levels.c      what else a scheme with a fast and a slow force has to keep
 *   contract_integrator.c  what else an integrator has to keep
 *   contract_thermostat.c        what a thermostat has to keep
 *   contract_barostat.c      what a barostat has to keep
 *   contract_sums.c        integrators that ask for sums over ranks
 *   contract_ranks.c       bodies on several ranks
 */
#include "contract_apart.h"
#include <rigidstep/draft.h>

#include <stdlib.h>
#include <string.h>

/* ---- which methods --------------------------------------------------------------------------- */
static const uint32_t KINDS[] = { RGS_KIND_ROTOR, RGS_KIND_SCHEME, RGS_KIND_INTEGRATOR,
                                  RGS_KIND_THERMOSTAT, RGS_KIND_BAROSTAT };
enum { N_KINDS = sizeof KINDS / sizeof *KINDS };

typedef struct choice {
  rgs_context *context;
  int64_t first[N_KINDS + 1]; /* by kind: methods before it were there before the modules */
  const char *only;
} choice;

static bool chosen(const choice *c, uint32_t kind, int64_t i) {
  return i >= c->first[kind] &&
         (c->only == NULL || strcmp(rgs_about_at(c->context, kind, i)->name, c->only) == 0);
}

/* ---- one test, in a process of its own -------------------------------------------------------- */
/* A method that crashes or never returns ends its own tests only, and is named. */
typedef struct trial {
  rgs_context *context;
  uint32_t kind;              /* of a pair: 0 */
  const rgs_about *one, *two; /* two: the scheme of a pair, or null */
} trial;
static unsigned limit = 600; /* seconds for one method, or for one pair */

static void try_here(const void *what) {
  const trial *t = what;
  switch (t->kind) {
  case RGS_KIND_ROTOR: test_rotor(t->context, t->one); break;
  case RGS_KIND_SCHEME: test_scheme(t->context, t->one); break;
  case RGS_KIND_INTEGRATOR: test_integrator(t->context, t->one); break;
  case RGS_KIND_THERMOSTAT: test_thermostat(t->context, t->one); break;
  case RGS_KIND_BAROSTAT: test_barostat(t->context, t->one); break;
  default: test_pair(t->context, t->one, t->two); break;
  }
}

/* What was printed by a method that ended well breaks a rule; else it may tell why it did not. */
static void judge_printed(const trial *t, FILE *printed, bool ended) {
  char text[512];
  if (printed == NULL || fseek(printed, 0, SEEK_SET) != 0) return;
  bool first = true;
  while (fgets(text, sizeof text, printed) != NULL) {
    if (!ended) {
      fputs(text, stderr);
      continue;
    }
    if (!first) break;
    first = false;
    text[strcspn(text, "\n")] = '\0';
    report_begin(false, t->one->name, "prints nothing");
    fprintf(so_far.lines, "not so%s%s: '%.60s'\n", t->two ? ", with " : "",
            t->two ? t->two->name : "", text);
  }
}

static void try_apart(const trial *t) {
  char name[256], why[128] = "";
  FILE *printed;
  snprintf(name, sizeof name, "%u %s %s", t->kind, t->one->name, t->two ? t->two->name : "");
  const lone_test test = { t->one->name, name, try_here, t, limit };
  const bool ended = run_apart(&test, &printed, why, sizeof why);
  judge_printed(t, printed, ended);
  if (printed != NULL) fclose(printed);
  if (ended) return;
  report_begin(false, t->one->name, "runs to the end");
  fprintf(so_far.lines, "%s%s%s\n", why, t->two ? ", with " : "", t->two ? t->two->name : "");
}

/* Returns how many methods were tested. */
static int64_t test_methods(const choice *c) {
  int64_t tested = 0;
  for (int k = 0; k < N_KINDS; k++)
    for (int64_t i = 0; i < rgs_about_count(c->context, KINDS[k]); i++) {
      if (!chosen(c, KINDS[k], i)) continue;
      const trial t = { c->context, KINDS[k], rgs_about_at(c->context, KINDS[k], i), NULL };
      try_apart(&t);
      tested++;
    }
  return tested;
}

/* Every rotor with every scheme, where one of the two was chosen. */
static void test_pairs(const choice *c) {
  for (int64_t i = 0; i < rgs_about_count(c->context, RGS_KIND_ROTOR); i++)
    for (int64_t j = 0; j < rgs_about_count(c->context, RGS_KIND_SCHEME); j++) {
      if (!chosen(c, RGS_KIND_ROTOR, i) && !chosen(c, RGS_KIND_SCHEME, j)) continue;
      const trial t = { c->context, 0, rgs_about_at(c->context, RGS_KIND_ROTOR, i),
                        rgs_about_at(c->context, RGS_KIND_SCHEME, j) };
      try_apart(&t);
    }
}

/* ---- main ------------------------------------------------------------------------------------ */
static const char USAGE[] =
    "usage: %s [--only NAME] [--all] [--drafts] [--limit SECONDS] [module.so ...]\n"
    "\n"
    "Tests whether methods keep what they claim: order, symmetry, symplecticity, conservation, "
    "the\n"
    "same bits in any memory layout, and that bad input is refused.  With modules, the methods in\n"
    "them, and how they pair with the built-in ones; without, the built-in ones.\n"
    "\n"
    "  --only NAME  the rotor, scheme, integrator, thermostat or barostat NAME alone, with its "
    "pairs\n"
    "  --all        the built-in methods as well\n"
    "  --drafts     the library's draft methods, which are hidden otherwise\n"
    "  --limit S    a method that has not ended after S seconds is broken; 600\n"
    "  --help       this text\n"
    "\n"
    "Prints a line for each method and contract, PASS or FAIL with the number measured and the "
    "bar.\n"
    "Exit status: 0 all kept, 1 something broken, 2 bad usage or a module that cannot be loaded.\n";

static int bad_usage(const char *what, const char *argument) {
  fprintf(stderr, "%s: %s '%s'\n", so_far.program, what, argument);
  fprintf(stderr, USAGE, so_far.program);
  return CONTRACT_CANNOT_RUN;
}

int main(int argc, char **argv) {
  choice c = { .only = NULL };
  int n_modules = 0; /* which are moved to the front of argv */
  bool all = false, drafts = false;
  so_far.lines = stdout;
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* each line as it comes */
  rgs_error error = RGS_ERROR_INIT;
  if (argc > 0)
    so_far.program = strrchr(argv[0], '/') != NULL ? strrchr(argv[0], '/') + 1 : argv[0];
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--help") == 0) return printf(USAGE, so_far.program) < 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--only") == 0) {
      if (++i == argc) return bad_usage("no name after", "--only");
      c.only = argv[i];
    } else if (strcmp(argv[i], "--limit") == 0) {
      const long seconds = ++i < argc ? strtol(argv[i], NULL, 10) : 0;
      if (seconds < 1 || seconds > 86400) return bad_usage("1 to 86400 seconds after", "--limit");
      limit = (unsigned)seconds;
    } else if (strcmp(argv[i], "--all") == 0) {
      all = true;
    } else if (strcmp(argv[i], "--drafts") == 0) {
      drafts = true;
    } else {
      if (strncmp(argv[i], "--", 2) == 0) return bad_usage("no option", argv[i]);
      argv[n_modules++] = argv[i];
    }
  }
  must(rgs_context_create(NULL, &c.context, &error), "rgs_context_create", &error);
  if (!all && (n_modules > 0 || drafts))
    for (uint32_t k = 0; k < N_KINDS; k++) c.first[KINDS[k]] = rgs_about_count(c.context, KINDS[k]);
  if (drafts) must(rgs_draft_allow(c.context, RGS_DRAFT_ABI, &error), "rgs_draft_allow", &error);
  for (int i = 0; i < n_modules; i++)
    must(rgs_module_load(c.context, argv[i], &error), argv[i], &error);

  const int64_t tested = test_methods(&c);
  if (tested == 0) {
    fprintf(stderr, "%s: no method to test%s%s%s\n", so_far.program,
            c.only ? ": none called '" : "", c.only ? c.only : "", c.only ? "'" : "");
    rgs_context_destroy(c.context);
    return CONTRACT_CANNOT_RUN;
  }
  test_pairs(&c);
  for (int i = 0; i < n_modules; i++) test_written_claims(c.context, argv[i], c.only);
  rgs_context_destroy(c.context);
  printf("%ld methods: %ld passed, %ld failed\n", (long)tested, so_far.passed, so_far.failed);
  return so_far.failed > 0 ? CONTRACT_BROKEN : CONTRACT_KEPT;
}
