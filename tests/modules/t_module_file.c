/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_module_file.c - modules from files: taken whole, or refused whole.
 *
 *   t_module_file FOLDER    FOLDER holds the files made of modules/module.c
 */
#include "check.h"
#include "handles.h"
#include "fixture.h"
#include "modules/methods.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __ELF__
#include <dlfcn.h>
#endif

static const char *folder;

/* In the folder; until the end of the case. */
static const char *file(const char *name) {
  const size_t room = strlen(folder) + strlen(name) + 5;
  char *path = keep(malloc(room), free);
  snprintf(path, room, "%s/%s.so", folder, name);
  return path;
}

static void forget_marks(void) {
  unsetenv("RGS_TEST_CONSTRUCTED");
  unsetenv("RGS_TEST_INIT");
  unsetenv("RGS_TEST_FINI");
}

static int mark(const char *name) {
  const char *value = getenv(name);
  return value ? atoi(value) : 0;
}

/* No file is left open.  (musl's dlclose keeps what it has opened, so that only glibc can tell.) */
static void closed(const char *path) {
#ifdef __GLIBC__
  TRUE(dlopen(path, RTLD_NOLOAD | RTLD_LAZY) == NULL);
#else
  (void)path;
#endif
}

/* ---- files that are fine --------------------------------------------------------------------- */
/* The methods of the file do what the same methods compiled into this program do. */
static void runs_like_compiled_in(const rgs_context *loaded_by) {
  static const named_method methods[] = { { .rotor = "test.threerot", .scheme = "test.kdk" },
                                          { .scheme = "test.verlet" } };
  rgs_context *contexts[2] = { (rgs_context *)(uintptr_t)loaded_by, opened() };
  const rgs_module *module = module_of(&test_rotor, &test_scheme, &test_integrator);
  OK(rgs_module_add(contexts[1], module, &err));
  for (size_t i = 0; i < COUNT(methods); i++) {
    double *states[2];
    for (int k = 0; k < 2; k++) {
      fake_bodies *world = fake_bodies_filled(3, FAKE_AOS, 6);
      fake_host host;
      handles h = { .context = contexts[k] };
      fake_host_init(&host, world);
      OK(open_handles(&h, &methods[i], &world->view, &host.host, &err));
      OK(rgs_stepper_run(h.stepper, 0.05, 10, &err));
      states[k] = fake_state(world);
      close_handles(&h);
    }
    /* To rounding only: the file may have been compiled otherwise. */
    for (int j = 0; j < 3 * FAKE_STATE; j++) NEAR(states[1][j], states[0][j], 1e-12);
  }
}

TEST(good_files) {
  static const struct {
    const char *name;
    bool hooks;
  } files[] = { { "good", true }, { "later_minor", true }, { "without_hooks", false } };
  for (size_t i = 0; i < COUNT(files); i++) {
    rgs_context *c = opened();
    const counts before = known(c);
    forget_marks();
    OK(rgs_module_load(c, file(files[i].name), &err));
    const counts after = { before.rotors + 1, before.schemes + 1, before.integrators + 1 };
    same_counts(after, c);
    SAME_INT(files[i].hooks, mark("RGS_TEST_INIT"));
    /* Added last, found by name, copied in full. */
    const rgs_about *about = rgs_about_at(c, RGS_KIND_ROTOR, before.rotors);
    assert_string_equal("test.threerot", about->name);
    assert_string_equal(test_rotor_about.doc, about->doc);
    assert_string_equal(test_rotor_about.cite, about->cite);
    SAME_INT(test_rotor_about.order, about->order);
    SAME_INT(test_rotor_about.claims, about->claims);
    TRUE(rgs_about_find(c, RGS_KIND_SCHEME, "test.kdk") != NULL);
    TRUE(rgs_about_find(c, RGS_KIND_INTEGRATOR, "test.verlet") != NULL);
    /* The same again is fine and changes nothing. */
    OK(rgs_module_load(c, file(files[i].name), &err));
    same_counts(after, c);
    SAME_INT(files[i].hooks, mark("RGS_TEST_INIT"));
    SAME_INT(0, mark("RGS_TEST_FINI"));
    runs_like_compiled_in(c);
    close_now(c);
    closed(file(files[i].name));
    SAME_INT(files[i].hooks, mark("RGS_TEST_INIT"));
    SAME_INT(files[i].hooks, mark("RGS_TEST_FINI"));
  }
}

TEST(two_contexts) {
  rgs_context *one = opened(), *two = opened();
  forget_marks();
  OK(rgs_module_load(one, file("good"), &err));
  OK(rgs_module_load(two, file("good"), &err));
  close_now(one);
  TRUE(rgs_about_find(two, RGS_KIND_ROTOR, "test.threerot") != NULL);
  runs_like_compiled_in(two);
  close_now(two);
  SAME_INT(mark("RGS_TEST_INIT"), mark("RGS_TEST_FINI"));
  TRUE(mark("RGS_TEST_INIT") >= 1);
}

/* A bare name is no file of the working folder, whoever may write there, nor one of the system's. */
TEST(bare_names) {
  char was[4096];
  TRUE(getcwd(was, sizeof was) != NULL);
  TRUE(chdir(folder) == 0);
  rgs_context *c = opened();
  forget_marks();
  REFUSED_TEXT(RGS_E_MODULE, rgs_module_load(c, "good.so", &err), "no file good.so in ",
               "a file of the working folder is ./good.so");
  REFUSED(RGS_E_MODULE, rgs_module_load(c, "good", &err));
  REFUSED(RGS_E_MODULE, rgs_module_load(c, "libm.so.6", &err));
  SAME_INT(0, mark("RGS_TEST_CONSTRUCTED"));
  const rgs_status got = rgs_module_load(c, "./good.so", &err);
  TRUE(chdir(was) == 0);
  STATUS(RGS_OK, got);
}

static unsigned char *read_all(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  TRUE(f != NULL);
  fseek(f, 0, SEEK_END);
  *size = (size_t)ftell(f);
  rewind(f);
  unsigned char *bytes = keep(malloc(*size), free);
  TRUE(fread(bytes, 1, *size, f) == *size);
  fclose(f);
  return bytes;
}

static void write_all(const char *path, const unsigned char *bytes, size_t size) {
  remove(path); /* a new file: the old one may still be mapped */
  FILE *f = fopen(path, "wb");
  TRUE(f != NULL);
  TRUE(size == 0 || fwrite(bytes, 1, size, f) == size);
  fclose(f);
}

#ifndef _WIN32 /* where semicolons separate folders */
/* By their names, in the folders that RIGIDSTEP_MODULE_PATH lists; $: the modules' folder, #: too long. */
TEST(folders_of_modules) {
  static const struct {
    const char *list, *name, *refused, *names_too;
  } rows[] = {
    { "$", "good", NULL, NULL },
    { "::$:$/.", "good.so", NULL, NULL }, /* twice the same file */
    { "$", "nosuch", "no file nosuch.so in ", "modules" },
    { "$/nowhere:$", "good", "the path of modules names ", "/nowhere" },
    { "#:$", "good", NULL, NULL },
    { "#:$", "nosuch", "no file nosuch.so in (too long a path, skipped), /", "modules" },
    { "$:$/twice.so", "good", "is in two folders, ", "/twice.so; give the path" },
    { "$", "second", "rotor 'test.threerot' of module 'test': one of this name",
      "of module 'test'" },
  };
  size_t size;
  const unsigned char *bytes = read_all(file("good"), &size);
  mkdir(file("twice"), 0700);
  write_all(file("twice.so/good"), bytes, size);
  for (size_t i = 0; i < COUNT(rows); i++) {
    char list[8192] = "", much[4097] = "/";
    memset(much + 1, 'x', sizeof much - 2);
    for (const char *t = rows[i].list; *t; t++)
      snprintf(list + strlen(list), sizeof list - strlen(list), strchr("$#", *t) ? "%s" : "%.1s",
               *t == '$'   ? folder
               : *t == '#' ? much
                           : t);
    setenv("RIGIDSTEP_MODULE_PATH", list, 1);
    rgs_context *c = opened();
    if (strcmp(rows[i].name, "second") == 0) OK(rgs_module_load(c, "good", &err));
    forget_error();
    const rgs_status got = rgs_module_load(c, rows[i].name, &err);
    unsetenv("RIGIDSTEP_MODULE_PATH");
    if (rows[i].refused == NULL) {
      STATUS(RGS_OK, got);
      TRUE(rgs_about_find(c, RGS_KIND_ROTOR, "test.threerot") != NULL);
      continue;
    }
    TRUE(got < 0);
    if (!strstr(err.text, rows[i].refused) || !strstr(err.text, rows[i].names_too))
      fail_msg("%s", err.text);
  }
  TRUE(rgs_module_load(opened(), "good", &err) < 0);
  remove(file("twice.so/good"));
  remove(file("twice"));
}
#endif

/* ---- files that are not ---------------------------------------------------------------------- */
/* Refused with this status, a text that names the file, and nothing added. */
static void refuse_file(rgs_context *c, rgs_status want, const char *path) {
  const counts before = known(c);
  const char *slash = strrchr(path, '/');
  forget_marks();
  forget_error();
  const rgs_status got = rgs_module_load(c, path, &err);
  if (got != want) print_error("%s:\n", path);
  check_refused(want, -1, got, "rgs_module_load", __FILE__, __LINE__,
                want == RGS_E_MODULE || want == RGS_E_ABI ? (slash ? slash + 1 : path) : NULL,
                (const char *)NULL);
  same_counts(before, c);
  struct stat about;
  if (!strstr(path, "libm") && !strstr(path, "msvcrt") && stat(path, &about) == 0 &&
      S_ISREG(about.st_mode))
    closed(path);
  SAME_INT(0, mark("RGS_TEST_INIT"));
  SAME_INT(0, mark("RGS_TEST_FINI"));
}

TEST(bad_files) {
  static const struct {
    const char *name, *word;
    rgs_status want;
  } files[] = { { "symbol_of_major_7", "7", RGS_E_ABI },
                { "head_of_major_7", "7", RGS_E_ABI },
                { "head_too_short", "head.size", RGS_E_ABI },
                { "no_symbol", "no symbol", RGS_E_MODULE } };
  rgs_context *c = opened();
  for (size_t k = 0; k < COUNT(files); k++) {
    refuse_file(c, files[k].want, file(files[k].name));
    TRUE(strstr(err.text, files[k].word) != NULL);
  }
  forget_marks();
  TRUE(rgs_module_load(c, file("symbol_is_function"), &err) < 0);
  SAME_INT(0, mark("RGS_TEST_INIT"));
  refuse_file(c, RGS_E_TABLE, file("bad_table"));
  SAME_INT(0, mark("RGS_TEST_INIT"));
  TRUE(strstr(err.text, "test.bad") != NULL);
  forget_marks();
  forget_error();
  const counts before = known(c);
  TRUE(rgs_module_load(c, file("init_fails"), &err) < 0);
  TRUE(err.status < 0 && err.text[0]);
  SAME_INT(1, mark("RGS_TEST_INIT"));
  same_counts(before, c);
  /* None of that stands in the way of the good one; then its names are taken. */
  OK(rgs_module_load(c, file("good"), &err));
  refuse_file(c, RGS_E_NAME, file("second"));
  TRUE(strstr(err.text, "test.threerot") != NULL);
  SAME_INT(0, mark("RGS_TEST_INIT"));
  forget_marks();
  close_now(c);
  SAME_INT(1, mark("RGS_TEST_FINI")); /* of the good one only */
}

TEST(foreign_files) {
  rgs_context *c = opened();
  write_all(file("written_text"), (const unsigned char *)"This is no module.\n", 19);
  write_all(file("written_empty"), NULL, 0);
  static const char *const names[] = { "written_text", "written_empty", "nowhere" };
  for (size_t i = 0; i < COUNT(names); i++) refuse_file(c, RGS_E_MODULE, file(names[i]));
  refuse_file(c, RGS_E_MODULE, folder);
#ifdef __ELF__
  const char *fifo = file("written_fifo");
  remove(fifo);
  TRUE(mkfifo(fifo, 0600) == 0);
  refuse_file(c, RGS_E_MODULE, fifo); /* and does not wait for a writer */
  remove(fifo);
  refuse_file(c, RGS_E_MODULE, "/dev/null");
#else
  refuse_file(c, RGS_E_MODULE, "NUL");
#endif
  refuse_file(c, RGS_E_MODULE, "libm.so.6");
  static const char *const libm[] = { "/lib/x86_64-linux-gnu/libm.so.6", "/lib64/libm.so.6",
                                      "/usr/lib/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6",
                                      "C:\\windows\\system32\\msvcrt.dll" };
  int found = 0;
  for (size_t i = 0; i < COUNT(libm); i++)
    if (access(libm[i], R_OK) == 0) {
      refuse_file(c, RGS_E_MODULE, libm[i]);
      found++;
    }
  if (found == 0) print_message("no library of the system at the usual places\n");
  forget_error();
  TRUE(rgs_module_load(c, "", &err) < 0);
}

/* (The system's loader does not look at the end of a file.) */
TEST(truncated_files) {
  size_t size;
  unsigned char *bytes = read_all(file("good"), &size);
  const char *path = file("written_cut");
  rgs_context *c = opened();
  for (size_t cut = 0; cut < 64; cut++) {
    write_all(path, bytes, cut);
    refuse_file(c, RGS_E_MODULE, path);
  }
  write_all(path, bytes, size);
  OK(rgs_module_load(c, path, &err));
  remove(path);
}

#ifdef __ELF__
/* They would lead the system's loader to another file. */
TEST(variables_in_a_path) {
  static const char *const names[] = { "$ORIGIN", "${LIB}", "a$PLATFORM" };
  size_t size = 0;
  unsigned char *bytes = read_all(file("good"), &size);
  for (size_t k = 0; k < COUNT(names); k++) {
    const char *path = file(names[k]);
    write_all(path, bytes, size);
    rgs_context *c = opened();
    forget_marks();
    REFUSED_TEXT(RGS_E_MODULE, rgs_module_load(c, path, &err), "$", "rename");
    SAME_INT(0, mark("RGS_TEST_CONSTRUCTED"));
    remove(path);
    /* Any other name with that sign is a name. */
    path = file("a$b$");
    write_all(path, bytes, size);
    OK(rgs_module_load(c, path, &err));
    remove(path);
    close_now(c);
  }
}

#endif

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "t_module_file FOLDER [CASE]\n");
    return 2;
  }
  folder = argv[1];
  choose_tests(argv[2]);
  return RUN_TESTS(NULL, NULL);
}
