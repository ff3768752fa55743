/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_generic.c - rigidstep_load.h against the module, against files that are no module, and against
 * modules older and newer than itself.
 *
 *   t_generic MODULE FOLDER    FOLDER holds the files made of generic_mods.c
 *   t_generic --calls          prints the calls of the table, one a line
 *
 * It links nothing of rigidstep: whatever it calls comes out of the module.
 */
#define RGS_LOAD_DEFINE_CALLS
#include "rigidstep_load.h"
#include "check.h"
#include <math.h>

static const char *module, *folder;

static const char *file(const char *name) {
  static char path[2048];
  snprintf(path, sizeof path, "%s/%s.so", folder, name);
  return path;
}

/* Every pointer can be called, whatever became of the library: this calls some of each kind. */
static void calls_refuse(const rgs_library *rgs) {
  double q[4] = { 1, 0, 0, 0 };
  size_t size = 0;
  rgs_context *context = NULL;
  SAME_INT(RGS_E_ABI, rgs->rgs_context_create(NULL, &context, NULL));
  TRUE(context == NULL);
  SAME_INT(RGS_E_ABI, rgs->rgs_free_flow_check("exact", 1, 0.1, q, q, q, NULL));
  SAME_INT(RGS_E_ABI, rgs->rgs_stepper_save(NULL, NULL, &size, NULL));
  SAME_INT(0, rgs->rgs_about_count(NULL, RGS_KIND_ROTOR));
  TRUE(rgs->rgs_about_at(NULL, RGS_KIND_ROTOR, 0) == NULL);
  TRUE(isnan(rgs->rgs_stepper_time(NULL)));
  rgs->rgs_context_destroy(NULL);
}

static void refused(rgs_status want, const char *path, const char *word) {
  rgs_library rgs;
  memset(&rgs, 0xa5, sizeof rgs);
  REFUSED_TEXT(want, rgs_library_open(&rgs, path, &err), word);
  TRUE(rgs.handle == NULL && rgs.table == NULL);
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_abi));
  SAME_INT(0, rgs.rgs_abi());
  calls_refuse(&rgs);
  rgs_library_close(&rgs);
  SAME_INT(want, rgs_library_open(&rgs, path, NULL));
}

TEST(refuses_what_is_no_module) {
  REFUSED_TEXT(RGS_E_ARG, rgs_library_open(NULL, module, &err), "library");
  refused(RGS_E_ARG, NULL, "path");
  refused(RGS_E_ARG, "", "path");
  refused(RGS_E_MODULE, file("no_such_file"), "no_such_file");
  refused(RGS_E_MODULE, __FILE__, "t_generic.c");
  refused(RGS_E_MODULE, file("mod_no_table"), "not a rigidstep module");
#ifdef _WIN32
  refused(RGS_E_MODULE, "msvcrt.dll", "not a rigidstep module");
#else
  refused(RGS_E_MODULE, "libm.so.6", "not a rigidstep module");
#endif
}

TEST(refuses_another_major) {
  refused(RGS_E_ABI, file("mod_other_major"), "ABI 2.2");
  refused(RGS_E_ABI, file("mod_other_symbol"), "major version 2");
  refused(RGS_E_ABI, file("mod_empty"), "8 bytes");
}

TEST(cuts_its_text_to_the_record) {
  struct {
    rgs_error error;
    char after[8];
  } room;
  rgs_library rgs;
  memset(&room, 'x', sizeof room);
  room.error = (rgs_error)RGS_ERROR_INIT;
  memset(room.error.text, 'x', sizeof room.error.text);
  room.error.head.size = offsetof(rgs_error, text) + 9;
  SAME_INT(RGS_E_ARG, rgs_library_open(&rgs, "", &room.error));
  TRUE(memcmp(room.error.text, "path of \0x", 10) == 0);
  room.error.head.size = offsetof(rgs_error, text); /* of a host that knows no text */
  room.error.status = 5;
  SAME_INT(RGS_E_ARG, rgs_library_open(&rgs, "", &room.error));
  TRUE(memcmp(room.error.text, "path of \0x", 10) == 0);
}

TEST(serves_a_shorter_table) {
  rgs_library rgs;
  OK(rgs_library_open(&rgs, file("mod_older"), &err));
  TRUE(RGS_LIBRARY_HAS(&rgs, rgs_abi));
  TRUE(RGS_LIBRARY_HAS(&rgs, rgs_free_flow));
  SAME_INT(0xbeef, rgs.rgs_abi());
  SAME_INT(42, rgs.rgs_free_flow(NULL, 0, 0, NULL, NULL, NULL, NULL));
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_free_flow_check));
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_step));
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_stepper_destroy));
  SAME_INT(RGS_E_ABI, rgs.rgs_step(NULL, 0.1, 1, NULL));
  calls_refuse(&rgs);
  rgs_library_close(&rgs);
  SAME_INT(RGS_E_ABI, rgs.rgs_free_flow(NULL, 0, 0, NULL, NULL, NULL, NULL));
}

/* A host of these headers and the table of 1.0: calls that came later are refused by name. */
TEST(serves_the_table_of_1_0) {
  rgs_library rgs;
  rgs_box box = RGS_BOX_INIT;
  double value = 5;
  size_t size = 0;
  OK(rgs_library_open(&rgs, file("mod_1_0"), &err));
  TRUE(RGS_LIBRARY_HAS(&rgs, rgs_step));
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_method_create_with));
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_stepper_load_ensemble));
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_method_create_with(NULL, NULL, NULL, NULL, &err),
               "rgs_method_create_with", "version 1.2");
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_stepper_set_box(NULL, &box, &err), "rgs_stepper_set_box:");
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_stepper_box(NULL, &box, &err), "rgs_stepper_box:");
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_stepper_param(NULL, 0, "kt", &value, &err), "rgs_stepper_param");
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_stepper_set_param(NULL, 0, "kt", 1, &err), "set_param");
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_stepper_set_step(NULL, 1, &err), "rgs_stepper_set_step");
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_stepper_save_ensemble(NULL, NULL, &size, &err), "save_ensemble");
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_stepper_load_ensemble(NULL, NULL, 0, &err), "load_ensemble");
  SAME_INT(0, rgs.rgs_stepper_step(NULL));
  NEAR(5, value, 0);
  rgs_library_close(&rgs);
}

TEST(serves_a_table_with_a_hole) {
  rgs_library rgs;
  OK(rgs_library_open(&rgs, file("mod_hole"), &err));
  TRUE(RGS_LIBRARY_HAS(&rgs, rgs_step));
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_context_create));
  SAME_INT(1007, rgs.rgs_step(NULL, 0.1, 7, NULL));
  calls_refuse(&rgs);
  rgs_library_close(&rgs);
}

TEST(serves_a_longer_table) {
  rgs_library rgs;
  OK(rgs_library_open(&rgs, file("mod_newer"), &err));
  SAME_INT(1007, rgs.rgs_step(NULL, 0.1, 7, NULL));
  rgs_library_close(&rgs);
}

TEST(the_module_has_everything) {
  rgs_library rgs, twice;
  OK(rgs_library_open(&rgs, module, &err));
  SAME_INT(RGS_ABI, rgs.table->head.abi);
  SAME_INT(sizeof(rgs_generic), rgs.table->head.size);
  SAME_INT(RGS_ABI, rgs.rgs_abi());
#define HAS(type, name, parameters, arguments, lacking)                                            \
  if (!RGS_LIBRARY_HAS(&rgs, name) || rgs.name == name##_lacking)                                  \
    fail_msg("no %s in the module", #name);
#define HAS_V(name, parameters, arguments) HAS(void, name, parameters, arguments, 0)
  RGS_CALL_LIST(HAS, HAS_V)
  /* Open twice: the same code; closing one leaves the other. */
  OK(rgs_library_open(&twice, module, &err));
  TRUE(twice.table == rgs.table);
  rgs_library_close(&rgs);
  rgs_library_close(&rgs);
  TRUE(strcmp(twice.rgs_status_text(RGS_OK), "done") == 0);
  rgs_library_close(&twice);
}

static int no_forces(void *self, rgs_eval *request, const rgs_view *bodies) {
  ++*(int *)self;
  request->energy = 0.0;
  for (int k = 0; k < 3; ++k) RGS_AT(bodies->f, 0, k) = RGS_AT(bodies->tau, 0, k) = 0.0;
  return 0;
}

/* A free body through the whole of the table; `rgs` null: through the plain names. */
static void turn_body(const rgs_library *rgs, double q[4]) {
#define CALL(name) (rgs ? rgs->name : name)
  double x[3] = { 0, 0, 0 }, p[3] = { 1, 2, 3 }, l[3] = { 0.3, -0.4, 0.5 }, f[3], tau[3];
  double mass = 2.0, inertia[3] = { 1.0, 1.5, 2.0 }, once[4], translation, rotation;
  const double before[3] = { l[0], l[1], l[2] };
  int evaluations = 0;
  int64_t bad = -7;
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = 1,
                          .x = { x, 3, 1 },
                          .p = { p, 3, 1 },
                          .q = { q, 4, 1 },
                          .l = { l, 3, 1 },
                          .mass = { &mass, 1, 1 },
                          .inertia = { inertia, 3, 1 },
                          .f = { f, 3, 1 },
                          .tau = { tau, 3, 1 } };
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .self = &evaluations, .eval = no_forces };
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = "strang",
                                         .param_size = sizeof(rgs_param));
  q[0] = 1.0;
  q[1] = q[2] = q[3] = 0.0;
  memcpy(once, q, sizeof once);
  OK(CALL(rgs_context_create)(NULL, &context, &err));
  OK(CALL(rgs_bodies_create)(context, 1, &bodies, &err));
  OK(CALL(rgs_bodies_bind)(bodies, &view, &err));
  OK(CALL(rgs_method_create)(context, &spec, &method, &err));
  OK(CALL(rgs_stepper_create)(bodies, method, &host, &stepper, &err));
  OK(CALL(rgs_step)(stepper, 0.25, 10, &err));
  OK(CALL(rgs_bodies_energy)(bodies, &translation, &rotation, &err));
  NEAR(2.5, CALL(rgs_stepper_time)(stepper), 0.0);
  CALL(rgs_stepper_destroy)(stepper);
  CALL(rgs_method_destroy)(method);
  CALL(rgs_bodies_destroy)(bodies);
  CALL(rgs_context_destroy)(context);
  SAME_INT(11, evaluations);
  SAME_BITS(before, l, 3);
  NEAR(1.25, x[0], 1e-15);
  NEAR(3.5, translation, 0.0);
  /* One flow of the whole time ends where the ten steps did. */
  SAME_INT(RGS_OK, CALL(rgs_free_flow)("exact", 1, 2.5, inertia, l, once, &bad));
  for (int k = 0; k < 4; ++k) NEAR(once[k], q[k], 1e-14);
#undef CALL
}

TEST(the_module_works) {
  rgs_library rgs;
  double a[4], b[4];
  OK(rgs_library_open(&rgs, module, &err));
  turn_body(&rgs, a);
  TRUE(fabs(a[0]) < 0.99); /* it did turn */
  /* The same through the plain names, which refuse before and after. */
  SAME_INT(0, rgs_abi());
  SAME_INT(RGS_E_ABI, rgs_step(NULL, 0.1, 1, NULL));
  rgs_stepper_destroy(NULL);
  rgs_library_use(&rgs);
  SAME_INT(RGS_ABI, rgs_abi());
  turn_body(NULL, b);
  SAME_BITS(a, b, 4);
  rgs_library_use(NULL);
  SAME_INT(0, rgs_abi());
  rgs_library_close(&rgs);
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--calls")) {
#define PRINT(type, name, parameters, arguments, lacking) puts(#name);
#define PRINT_V(name, parameters, arguments) puts(#name);
    RGS_CALL_LIST(PRINT, PRINT_V)
    return 0;
  }
  if (argc < 3) {
    fputs("usage: t_generic MODULE FOLDER [CASE] | --calls\n", stderr);
    return 2;
  }
  module = argv[1];
  folder = argv[2];
  choose_tests(argv[3]);
  return RUN_TESTS(NULL, NULL);
}
