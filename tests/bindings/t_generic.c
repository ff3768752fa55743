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
  SAME_INT(RGS_E_ABI, rgs->rgs_free_flow_matrix("exact", 1, 0.1, q, q, q, NULL));
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
  TRUE(rgs_library_draft(&rgs, "rgs_draft_allow") == NULL);
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
  refused(RGS_E_ABI, file("mod_other_major"), "made for ABI 3.2, ");
  refused(RGS_E_ABI, file("mod_other_symbol"), "made for ABI 1.2, ");
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
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_free_flow_matrix));
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_stepper_run));
  TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_stepper_destroy));
  rgs_cell cell = RGS_CELL_INIT;
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_stepper_run(NULL, 0.1, 1, &err),
               "rgs_stepper_run:", "version 2.0");
  REFUSED_TEXT(RGS_E_ABI, rgs.rgs_stepper_set_cell(NULL, &cell, &err), "rgs_stepper_set_cell:");
  calls_refuse(&rgs);
  rgs_library_close(&rgs);
  SAME_INT(RGS_E_ABI, rgs.rgs_free_flow(NULL, 0, 0, NULL, NULL, NULL, NULL));
}

/* Of a table with a null in it, and of a later version. */
TEST(serves_other_tables) {
  static const char *const files[] = { "mod_hole", "mod_newer" };
  for (int k = 0; k < 2; k++) {
    rgs_library rgs;
    OK(rgs_library_open(&rgs, file(files[k]), &err));
    TRUE(RGS_LIBRARY_HAS(&rgs, rgs_stepper_run));
    TRUE(!RGS_LIBRARY_HAS(&rgs, rgs_context_create));
    SAME_INT(1007, rgs.rgs_stepper_run(NULL, 0.1, 7, NULL));
    calls_refuse(&rgs);
    rgs_library_close(&rgs);
  }
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

/* Under the plain names, too, which refuse before and after.  (trace_load plays all calls by these.) */
TEST(plain_names) {
  rgs_library rgs;
  OK(rgs_library_open(&rgs, module, &err));
  SAME_INT(0, rgs_abi());
  SAME_INT(RGS_E_ABI, rgs_stepper_run(NULL, 0.1, 1, NULL));
  rgs_stepper_destroy(NULL);
  rgs_library_use(&rgs);
  SAME_INT(RGS_ABI, rgs_abi());
  SAME_INT(RGS_E_ARG, rgs_stepper_run(NULL, 0.1, 1, NULL));
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
