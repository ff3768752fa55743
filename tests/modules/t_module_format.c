/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_module_format.c - what the readers of the formats of module files share, at the ends of a file.
 */
#include "check.h"
#include "module_files/module_format.h"

TEST(reads_end_with_the_file) {
  static const unsigned char bytes[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  const rgs_module_file f = { "eight bytes", bytes, sizeof bytes };
  static const struct {
    uint64_t offset, size;
    bool fine;
  } reads[] = {
    { 0, 8, true },  { 3, 5, true },  { 8, 0, true },           { 3, 6, false },
    { 8, 1, false }, { 9, 0, false }, { UINT64_MAX, 2, false }, { 1, UINT64_MAX, false }
  };
  for (size_t k = 0; k < COUNT(reads); k++) {
    unsigned char out[9] = { 0 };
    TRUE(rgs_module_read(&f, reads[k].offset, out, reads[k].size) == reads[k].fine);
    for (size_t i = 0; i < sizeof out; i++)
      SAME_INT(reads[k].fine && i < reads[k].size ? bytes[reads[k].offset + i] : 0, out[i]);
  }
}

/* The file ends where the name's array does; `end`: how many bytes before that the table of names ends. */
TEST(names_end_with_their_table) {
  static const struct {
    const char *name;
    uint64_t skipped, end;
    bool fine, is_module;
    const char *other;
  } names[] = {
    { "rgs_module_v2", 0, 0, true, true, "" },
    { "rgs_module_v2", 0, 1, false, false, "" },
    { "rgs_module_v2", 14, 0, false, false, "" },
    { "rgs_module_v2", 13, 2, false, false, "" },
    { "rgs_module_v2", 5, 1, false, false, "" },
    { "rgs_module_v2", 13, 0, true, false, "" },
    { "rgs_module_v7", 0, 0, true, false, "rgs_module_v7" },
    { "rgs_module_v22", 0, 0, true, false, "rgs_module_v22" },
    { "rgs_module_v", 0, 0, true, false, "rgs_module_v" },
    { "my_rgs_module_v7", 0, 0, true, false, "" },
    { "rgs_modul", 0, 0, true, false, "" },
    { "rgs_module_x7", 0, 0, true, false, "" },
    { "rgs_module_v234567890123456789x", 0, 0, true, false, "rgs_module_v234567890123456789x" },
    { "rgs_module_v2345678901234567890x", 0, 0, true, false, "rgs_module_v2345678901234567890" }
  };
  for (size_t k = 0; k < COUNT(names); k++) {
    const rgs_module_file f = { "names", (const unsigned char *)names[k].name,
                                strlen(names[k].name) + 1 };
    rgs_module_place place = { .found = false };
    bool is_module = false;
    TRUE(rgs_module_name(&f, names[k].skipped, f.size - names[k].end, &is_module, &place) ==
         names[k].fine);
    TRUE(is_module == names[k].is_module);
    assert_string_equal(names[k].other, place.other);
    TRUE(!rgs_module_name(&f, 0, f.size + 1, &is_module, &place)); /* a table beyond the file */
  }
}

TEST(refusals_name_the_file) {
  const rgs_module_file f = { "some/file.so", NULL, 77 };
  REFUSED_TEXT(RGS_E_MODULE, rgs_set_error_damaged(&f, &err), "some/file.so", "its 77 bytes");
  REFUSED_TEXT(RGS_E_MODULE, rgs_set_error_machine(&f, &err), "some/file.so",
               "not a shared object");
}

TEST_MAIN(NULL, NULL)
