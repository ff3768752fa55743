/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_scheme_check.c - the order conditions, and that a scheme which is not what it claims is refused
 * with the reason.  Sees the core.
 */
#include "schemes/scheme_check.h"
#include "schemes/schemes.h"
#include "check.h"
#include "named_method.h"
#include "module_of.h"

#include <math.h>
#include <stdlib.h>

/* ---- orders ---------------------------------------------------------------------------------- */
/* From the literature; in general, not for kinetic energy quadratic in the momenta alone. */
static const struct {
  uint32_t order, general, composed;
  const char *names;
} ORDERS[] = { { 2, 2, 1, "strang strang_dkd" },
               { 4, 4, 1, "yoshida4 suzuki4 mclachlan4" },
               { 6, 6, 1, "yoshida6 kahan_li6 sofroniou_spaletta6" },
               { 8, 8, 1, "mclachlan8 kahan_li8 sofroniou_spaletta8" },
               { 10, 10, 1, "sofroniou_spaletta10" },
               { 2, 2, 0, "baoab obabo" },
               { 4, 4, 0, "pefrl vefrl omf4_5fv blanes_moan4 srkn6b" },
               { 6, 6, 0, "blanes_moan6" },
               { 6, 4, 0, "okunbor_skeel6 srkn11b srkn14a" },
               { 8, 4, 0, "rkn8" },
               { 4, 0, 0, "nystrom4 chin4b chin4c chin4d omf4_4f2gv takahashi_imada4 rowlands4" },
               { 6, 0, 0, "omf6_5f3gp pmlf6" },
               { 8, 0, 0, "omf8_11f11gp" } };

static const rgs_scheme *built_in(const char *name) {
  for (const rgs_scheme *const *s = rgs_builtin_schemes; *s != NULL; s++)
    if (strcmp((*s)->about->name, name) == 0) return *s;
  print_error("no scheme %s\n", name);
  fail();
  return NULL;
}

static uint32_t order_nystrom(const rgs_scheme *scheme, uint32_t highest) {
  rgs_missed missed;
  return rgs_scheme_order_nystrom(scheme, highest, 0, &missed);
}

static void has_orders(const rgs_scheme *s, uint32_t order, uint32_t general, uint32_t composed) {
  print_message("%s\n", s->about->name);
  SAME_INT(order, s->about->order);
  /* No more than that either. */
  SAME_INT(general, rgs_scheme_order_general(s, RGS_HIGHEST_ORDER, 0));
  SAME_INT(order, order_nystrom(s, RGS_HIGHEST_ORDER));

  rgs_scheme_facts facts;
  OK(rgs_check_scheme(s, s->about, &facts, &err));
  bool back = false, gradient = false;
  for (uint32_t k = 0; k < s->n_stages; k++) {
    back = back || (s->stages[k].op == RGS_DRIFT && s->stages[k].a < 0);
    gradient = gradient || s->stages[k].op == RGS_KICK_GRADIENT;
  }
  SAME_INT(composed, facts.composed);
  SAME_INT(s->n_pre == 0, facts.palindrome);
  SAME_INT(composed, (s->about->claims & RGS_COMPOSED) != 0);
  SAME_INT(back, (s->about->claims & RGS_BACKWARD) != 0);
  SAME_INT(gradient, (s->about->needs & RGS_EVAL_GRADIENT) != 0);
}

TEST(built_in_orders) {
  int listed = 0, n = 0;
  for (size_t i = 0; i < COUNT(ORDERS); i++) {
    char names[200];
    snprintf(names, sizeof names, "%s", ORDERS[i].names);
    for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " "), listed++)
      has_orders(built_in(name), ORDERS[i].order, ORDERS[i].general, ORDERS[i].composed);
  }
  while (rgs_builtin_schemes[n] != NULL) n++;
  SAME_INT(n, listed);
}

static rgs_scheme scheme_of(const rgs_about *about, const rgs_stage *stages, size_t n) {
  return (rgs_scheme)WITH_HEAD(rgs_scheme, .about = about, .stages = stages,
                               .n_stages = (uint32_t)n, .stage_size = sizeof *stages);
}

/* Tables that are none of ours: without symmetry, of odd order, without order. */
TEST(other_orders) {
  /* Symplectic Euler and its like, of order 1 and 0. */
  static const rgs_stage euler[] = { KICK(1), DRIFT(1) };
  static const rgs_stage kick_only[] = { KICK(1) };
  static const rgs_stage half[] = { KICK(1), DRIFT(0.5) };
  /* Ruth's third order (10.1109/TNS.1983.4332919). */
  static const rgs_stage ruth[] = { KICK(7.0 / 24),  DRIFT(2.0 / 3),  KICK(3.0 / 4),
                                    DRIFT(-2.0 / 3), KICK(-1.0 / 24), DRIFT(1) };
  /* McLachlan and Atela's of order 4 and 5 (10.1088/0951-7715/5/2/011). */
  static const rgs_stage atela4[] = {
    KICK(0.134496199277431089210659254937312742),  DRIFT(0.515352837431122936363778587573609631),
    KICK(-0.224819803079420805945227363618648851), DRIFT(-0.0857820194129736460164250123389620868),
    KICK(0.756320000515668291264290794964468939),  DRIFT(0.441583023616466524250195001287251266),
    KICK(0.334003603286321425470277313716867169),  DRIFT(0.12884615836538418540245142347810119)
  };
  static const rgs_stage atela5[] = {
    KICK(0.119390029287567275794636176033713335),   DRIFT(0.339839625839110000000259412854463733),
    KICK(0.698927370382475230834649043414475115),   DRIFT(-0.0886013369030273286525403362713777578),
    KICK(-0.171312358271600775407536437806877922),  DRIFT(0.585856476825962118810087435867317729),
    KICK(0.401269502251353447995828787252908286),   DRIFT(-0.603039356536491888198606996222128298),
    KICK(0.0107050818482359839873811642031628399),  DRIFT(0.323580796554697639325704938658380372),
    KICK(-0.0589796254980311632049587330973816536), DRIFT(0.442363794219749458715095545113344222)
  };
  /* Takahashi and Imada's is of order 2 without its processor; a wrong sign of the gradient. */
  static const rgs_stage imada[] = { DRIFT(0.5), GRADIENT(1, -1.0 / 24), DRIFT(0.5) };
  static const rgs_stage sign[] = { KICK(1.0 / 6), DRIFT(0.5), GRADIENT(2.0 / 3, 1.0 / 72),
                                    DRIFT(0.5), KICK(1.0 / 6) };
  /* Kick and gradient may as well be two stages. */
  static const rgs_stage apart[] = { KICK(1.0 / 6), DRIFT(0.5), GRADIENT(0, -1.0 / 72),
                                     KICK(2.0 / 3), DRIFT(0.5), KICK(1.0 / 6) };
  static const struct {
    const rgs_stage *stages;
    size_t n;
    uint32_t general, nystrom;
  } tables[] = {
#define TABLE(stages, general, nystrom) { stages, COUNT(stages), general, nystrom }
    TABLE(euler, 1, 1), TABLE(kick_only, 0, 0), TABLE(half, 0, 0),
    TABLE(ruth, 3, 3),  TABLE(atela4, 3, 4),    TABLE(atela5, 3, 5),
    TABLE(imada, 0, 2), TABLE(sign, 0, 2),      TABLE(apart, 0, 4)
  };
  for (size_t i = 0; i < COUNT(tables); i++) {
    print_message("table %zu\n", i);
    const rgs_scheme s = scheme_of(NULL, tables[i].stages, tables[i].n);
    for (uint32_t highest = 1; highest <= RGS_HIGHEST_ORDER; highest++) {
      const uint32_t general = tables[i].general, nystrom = tables[i].nystrom;
      SAME_INT(general < highest ? general : highest, rgs_scheme_order_general(&s, highest, 0));
      SAME_INT(nystrom < highest ? nystrom : highest, order_nystrom(&s, highest));
    }
  }
}

/* Half drifts of neighbours that are merged are no drifts of Strang steps any more: an approximate
 * rotor's error in the two is not its error in the one. */
TEST(composed_tables) {
  const double w = 1.35120719195965763404768780897146083, v = 1 - 2 * w;
  const rgs_stage merged[] = { DRIFT(w / 2),       KICK(w), DRIFT((w + v) / 2), KICK(v),
                               DRIFT((v + w) / 2), KICK(w), DRIFT(w / 2) };
  const rgs_stage whole[] = { DRIFT(w / 2), KICK(w),      DRIFT(w / 2), DRIFT(v / 2), KICK(v),
                              DRIFT(v / 2), DRIFT(w / 2), KICK(w),      DRIFT(w / 2) };
  const rgs_stage kicks_apart[] = { KICK(w / 2), DRIFT(w),    KICK(w / 2), KICK(v / 2), DRIFT(v),
                                    KICK(v / 2), KICK(w / 2), DRIFT(w),    KICK(w / 2) };
  const struct {
    const rgs_stage *stages;
    size_t n;
    bool composed;
  } tables[] = { { merged, COUNT(merged), false },
                 { whole, COUNT(whole), true },
                 { kicks_apart, COUNT(kicks_apart), false } }; /* only not recognised */
  rgs_about about = *built_in("pefrl")->about;
  for (size_t i = 0; i < COUNT(tables); i++) {
    const rgs_scheme s = scheme_of(&about, tables[i].stages, tables[i].n);
    rgs_scheme_facts facts;
    OK(rgs_check_scheme(&s, &about, &facts, &err));
    SAME_INT(tables[i].composed, facts.composed);
    SAME_INT(1, facts.palindrome);
    SAME_INT(4, facts.order_general);
  }
}

/* ---- a pair's order -------------------------------------------------------------------------- */
TEST(orders_of_pairs) {
  static const struct {
    const char *rotor, *scheme;
    uint32_t order;
  } pairs[] = { { "exact", "rkn8", 8 },
                { "exact", "omf8_11f11gp", 8 },
                { "exact", "kahan_li8", 8 },
                { "dmv2", "kahan_li8", 8 },
                { "dmv2", "blanes_moan6", 2 },
                { "dmv2", "srkn11b", 2 },
                { "dmv4", "srkn14a", 4 },
                { "dmv4", "blanes_moan6", 4 },
                { "dmv6", "rkn8", 6 },
                { "dmv8", "rkn8", 8 },
                { "dmv10", "rkn8", 8 },
                { "dmv6", "nystrom4", 4 },
                { "dmv2", "nystrom4", 2 },
                { "nosquish", "yoshida6", 6 },
                { "nosquish", "pefrl", 2 },
                { "richardson", "kahan_li6", 2 },
                { "dmv2", "sofroniou_spaletta10", 10 } };
  rgs_context *c = opened();
  for (size_t i = 0; i < COUNT(pairs); i++) {
    const named_method of = { .rotor = pairs[i].rotor, .scheme = pairs[i].scheme };
    print_message("%s x %s\n", pairs[i].rotor, pairs[i].scheme);
    SAME_INT(pairs[i].order, info_of(made(c, &of)).order);
  }
}

/* ---- refusals -------------------------------------------------------------------------------- */
/* `model` with another table and other claims. */
static void refuse(const rgs_scheme *model, const rgs_about *about, const rgs_stage *stages,
                   size_t n, const char *why) {
  rgs_scheme s = scheme_of(about, stages, n);
  s.pre = model->pre;
  s.n_pre = model->n_pre;
  rgs_scheme_facts facts;
  REFUSED_TEXT(RGS_E_TABLE, rgs_check_scheme(&s, about, &facts, &err), about->name, why);
}

#define MOST 96
/* A copy of the table. */
static rgs_stage bad[MOST];
static void copy_of(const rgs_scheme *s) {
  TRUE(s->n_stages <= MOST);
  memcpy(bad, s->stages, s->n_stages * sizeof *bad);
}

/* Row i and its mirror become a + more and a + mirrored. */
static void shift(uint32_t i, uint32_t mirror, double more, double mirrored) {
  bad[i].a += more;
  if (mirror != i) bad[mirror].a += mirrored;
}

/* Every built-in table, damaged row by row. */
TEST(damaged_tables) {
  static const double wrong[] = { NAN, INFINITY, -INFINITY };
  for (const rgs_scheme *const *list = rgs_builtin_schemes; *list != NULL; list++) {
    const rgs_scheme *s = *list;
    const uint32_t n = s->n_stages;
    for (uint32_t i = 0; i < n; i++) {
      const uint32_t mirror = n - 1 - i;
#define DAMAGED(why, ...) (copy_of(s), __VA_ARGS__, refuse(s, s->about, bad, n, why))
      for (size_t k = 0; k < COUNT(wrong); k++) {
        DAMAGED("finite", bad[i].a = wrong[k]);
        DAMAGED("finite", bad[i].c = wrong[k]);
      }
      DAMAGED("op of stage", bad[i].op = i % 2 ? 0 : 5);
      /* The twelfth digit, here and in the mirror. */
      DAMAGED("sum to", shift(i, mirror, 1e-12, 1e-12));
      /* The same where the sum stays right, but the symmetry does not. */
      if (mirror != i && (s->about->claims & RGS_SYMMETRIC))
        DAMAGED("palindrome", shift(i, mirror, 1e-12, -1e-12));
      if (s->stages[i].op == RGS_KICK_GRADIENT) {
        DAMAGED("hold to order 2", bad[i].c += 1e-9, bad[mirror].c += mirror != i ? 1e-9 : 0);
        rgs_about about = *s->about;
        about.needs = RGS_EVAL_FORCE;
        refuse(s, &about, s->stages, n, "RGS_EVAL_GRADIENT");
      } else {
        DAMAGED("RGS_KICK_GRADIENT", bad[i].c = 0.01);
      }
      /* Sums and symmetry right: what a stage gains the next of its kind loses. */
      if (s->about->order > 2 && i + 2 < mirror) {
        rgs_about about = *s->about;
        about.claims &= ~(uint32_t)RGS_COMPOSED;
        const bool meet = i + 2 == mirror - 2;
        copy_of(s), shift(i, mirror, 1e-10, 1e-10);
        shift(i + 2, mirror - 2, meet ? -2e-10 : -1e-10, -1e-10);
        refuse(s, &about, bad, n, "hold to order");
        if (s->about->claims & RGS_COMPOSED) refuse(s, s->about, bad, n, "RGS_COMPOSED");
      }
    }
  }
}

/* A processor is part of what is verified. */
TEST(damaged_processors) {
  int processed = 0;
  for (const rgs_scheme *const *list = rgs_builtin_schemes; *list != NULL; list++) {
    const rgs_scheme *s = *list;
    if (s->n_pre == 0) continue;
    processed++;
    rgs_scheme damaged = *s;
    damaged.pre = bad;
    for (uint32_t i = 0; i < s->n_pre; i++) {
      const struct {
        rgs_stage row;
        const char *why;
      } rows[] = { { { s->pre[i].op, 0, NAN, s->pre[i].c }, "finite" },
                   { { 7, 0, s->pre[i].a, 0 }, "op of stage of pre" },
                   { { s->pre[i].op, 0, s->pre[i].a + 1e-9, s->pre[i].c }, "hold to order" } };
      for (size_t k = 0; k < COUNT(rows); k++) {
        memcpy(bad, s->pre, s->n_pre * sizeof *bad);
        bad[i] = rows[k].row;
        refuse(&damaged, s->about, s->stages, s->n_stages, rows[k].why);
      }
    }
    /* Without it the kernel is of order 2; with it a step is its own reverse no longer. */
    damaged.n_pre = 0;
    damaged.pre = NULL;
    refuse(&damaged, s->about, s->stages, s->n_stages, "hold to order 2");
    rgs_about about = *s->about;
    about.claims |= RGS_SYMMETRIC;
    refuse(s, &about, s->stages, s->n_stages, "palindrome");
  }
  SAME_INT(3, processed);
}

/* Whoever asks for a scheme's claims learns that it has a processor, even from a table that was
 * compiled before there was such a claim; and nobody can claim it in vain. */
TEST(processed_is_told) {
  const rgs_context *context = opened();
  for (const rgs_scheme *const *list = rgs_builtin_schemes; *list != NULL; list++) {
    const rgs_scheme *s = *list;
    const uint32_t want = s->n_pre > 0 ? RGS_PROCESSED : 0;
    SAME_INT(want,
             rgs_about_find(context, RGS_KIND_SCHEME, s->about->name)->claims & RGS_PROCESSED);
    for (uint32_t stated = 0; stated <= RGS_PROCESSED; stated += RGS_PROCESSED) {
      rgs_about about = *s->about;
      rgs_scheme table = *s;
      rgs_scheme_facts facts;
      about.claims = stated;
      table.about = &about;
      OK(rgs_check_scheme(&table, &about, &facts, &err));
      SAME_INT(want, rgs_true_claims(&table, &facts) & RGS_PROCESSED);
    }
  }
}

TEST(wrong_claims) {
  for (const rgs_scheme *const *list = rgs_builtin_schemes; *list != NULL; list++) {
    const rgs_scheme *s = *list;
    rgs_about about = *s->about;
    char reached[40];
    snprintf(reached, sizeof reached, "hold to order %u", about.order);
    for (about.order++; about.order <= RGS_HIGHEST_ORDER; about.order++)
      refuse(s, &about, s->stages, s->n_stages, reached);
    refuse(s, &about, s->stages, s->n_stages, "can verify 1 to 10");
    about = *s->about;
    about.claims |= RGS_COMPOSED;
    if (!(s->about->claims & RGS_COMPOSED))
      refuse(s, &about, s->stages, s->n_stages, "RGS_COMPOSED");
    /* Less may be claimed than is true. */
    about = *s->about;
    about.claims = 0;
    about.order = 1;
    rgs_scheme_facts facts;
    OK(rgs_check_scheme(s, &about, &facts, &err));
    SAME_INT(1, facts.order_nystrom);
  }
}

/* Through the front door: the count, the misprint, numbers that swallow all others. */
TEST(refused_modules) {
  rgs_context *c = opened();
  rgs_about about = *built_in("srkn14a")->about;
  about.name = "test.bad";
  rgs_stage stages[MOST];
  rgs_scheme scheme = *built_in("srkn14a");
  memcpy(stages, scheme.stages, scheme.n_stages * sizeof *stages);
  scheme.about = &about;
  scheme.stages = stages;
  const rgs_module *module = module_of(NULL, &scheme, NULL);
  const uint32_t n = scheme.n_stages;
  scheme.n_stages = 0;
  REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(c, module, &err), "n_stages");
  scheme.n_stages = n;
  /* a4 of RKN6_14 as Celledoni and Zanna's preprint prints it: frb_rkn6_14 of ../papers/corrections.py. */
  stages[6].a = stages[n - 7].a = 0.314241403071477;
  REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(c, module, &err), "test.bad", "sum to");

  const rgs_stage absurd[] = { DRIFT(1e200), KICK(0.25), DRIFT(-1e200), KICK(0.75) };
  scheme = scheme_of(&about, absurd, COUNT(absurd));
  about.claims = 0;
  about.order = 2;
  REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(c, module, &err), "test.bad");
  const rgs_stage opposite[] = { DRIFT(1e30), KICK(0.5), DRIFT(1), KICK(0.5), DRIFT(-1e30) };
  scheme = scheme_of(&about, opposite, COUNT(opposite));
  REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(c, module, &err), "test.bad");
}

/* A table to too few digits: the text says which condition it misses, by how much, and how much is
 * allowed. */
TEST(too_few_digits) {
  static const double written[] = { 0.41449077179, 0.414490771794, 0.4144907717944 };
  static const rgs_about about =
      WITH_HEAD(rgs_about, .name = "test.suzuki", .doc = "Suzuki's fractal.", .cite = "none",
                .order = 4, .needs = RGS_EVAL_FORCE);
  for (size_t i = 0; i < COUNT(written); i++) {
    const double p = written[i], middle = 1 - 4 * p;
    const double a[] = { p / 2, p, p, p, (p + middle) / 2, middle };
    rgs_stage stages[11];
    for (uint32_t k = 0; k < COUNT(stages); k++)
      stages[k] = (rgs_stage){ k % 2 ? RGS_DRIFT : RGS_KICK, 0, a[k < 6 ? k : 10 - k], 0 };
    const rgs_scheme s = scheme_of(&about, stages, COUNT(stages));
    rgs_scheme_facts facts;
    if (i + 1 == COUNT(written)) {
      OK(rgs_check_scheme(&s, &about, &facts, &err));
      continue;
    }
    REFUSED_TEXT(RGS_E_TABLE, rgs_check_scheme(&s, &about, &facts, &err), "order 2 only",
                 "one of order 3", "off by", "17 digits");
    /* The numbers are the table's: the error of the digits, times the condition's slope. */
    const char *off = strstr(err.text, "off by "), *allowed = strstr(err.text, "allowed ");
    TRUE(off != NULL && allowed != NULL);
    const double missed = atof(off + 7), room = atof(allowed + 8);
    TRUE(missed > room && missed < 1e-10 && room > 1e-15 && room < 1e-13);
  }
}

TEST_MAIN(NULL, NULL)
