/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_pe.c - finds the module's symbol in a PE file, the format of Windows, among its exports
 * (Microsoft, PE Format, https://learn.microsoft.com/windows/win32/debug/pe-format).  That format tells
 * no sizes of symbols: at most the rest of a section belongs to one.
 */
#include "module_files/module_format.h"
#include <string.h>

#if defined(__aarch64__)
#define MACHINE 0xaa64
#else
#define MACHINE 0x8664
#endif
/* Sizes, and places of fields in the headers, by their names in that document. */
enum {
  COFF_HEADER_SIZE = 24, /* with the four letters before it */
  IS_LIBRARY = 0x2000,
  PE32_PLUS = 0x20b,
  EXPORT_TABLE = 112,
  CERTIFICATE_TABLE = EXPORT_TABLE + 4 * 8,
  SECTION_SIZE = 40,
  COFF_SYMBOL_SIZE = 18
};

typedef struct pe_file {
  const rgs_module_file *f;
  uint64_t sections; /* where their headers begin */
  unsigned n_sections;
  uint32_t exports, exports_size; /* their address, and the size of everything about them */
} pe_file;

typedef struct pe_section {
  uint32_t size, address, size_in_file, offset;
} pe_section;

static uint64_t number(const rgs_module_file *f, uint64_t offset, size_t size, bool *fine) {
  unsigned char bytes[4] = { 0 };
  *fine = rgs_module_read(f, offset, bytes, size) && *fine;
  return bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24;
}

static bool section(const pe_file *pe, unsigned i, pe_section *out) {
  bool fine = true;
  const uint64_t at = pe->sections + (uint64_t)i * SECTION_SIZE + 8;
  uint32_t *const fields[] = { &out->size, &out->address, &out->size_in_file, &out->offset };
  for (unsigned k = 0; k < 4; k++) *fields[k] = (uint32_t)number(pe->f, at + 4 * k, 4, &fine);
  return fine &&
         (out->size_in_file == 0 || (uint64_t)out->offset + out->size_in_file <= pe->f->size);
}

/* Where in the file is what will be at `address` once the file is loaded, and where does it end? */
static bool place_loaded(const pe_file *pe, uint64_t address, uint64_t *offset, uint64_t *end) {
  pe_section s;
  for (unsigned i = 0; i < pe->n_sections; i++) {
    if (!section(pe, i, &s)) return false;
    if (address < s.address || address - s.address >= s.size_in_file) continue;
    *offset = s.offset + (address - s.address);
    *end = (uint64_t)s.offset + s.size_in_file;
    return true;
  }
  return false;
}

/* A number in a table that the export directory names by its address. */
static uint64_t entry(const pe_file *pe, uint64_t address, size_t size, bool *fine) {
  uint64_t offset = 0, end = 0;
  *fine = *fine && place_loaded(pe, address, &offset, &end) && end - offset >= size;
  return *fine ? number(pe->f, offset, size, fine) : 0;
}

/* False: the file is damaged. */
static bool find_export(const pe_file *pe, rgs_module_place *out) {
  bool fine = true;
  const uint64_t n_names = entry(pe, (uint64_t)pe->exports + 24, 4, &fine);
  const uint64_t functions = entry(pe, (uint64_t)pe->exports + 28, 4, &fine);
  const uint64_t names = entry(pe, (uint64_t)pe->exports + 32, 4, &fine);
  const uint64_t ordinals = entry(pe, (uint64_t)pe->exports + 36, 4, &fine);
  for (uint64_t k = 0; fine && !out->found && k < n_names; k++) {
    uint64_t offset = 0, end = 0;
    bool is_module = false;
    const uint64_t name = entry(pe, names + 4 * k, 4, &fine);
    fine = fine && place_loaded(pe, name, &offset, &end) &&
           rgs_module_name(pe->f, offset, end, &is_module, out);
    if (!fine || !is_module) continue;
    const uint64_t address =
        entry(pe, functions + 4 * entry(pe, ordinals + 2 * k, 2, &fine), 4, &fine);
    /* An address among the exports is the name of another file's symbol. */
    if (address - pe->exports < pe->exports_size) continue;
    fine = fine && place_loaded(pe, address, &out->offset, &end) &&
           end - out->offset >= sizeof(rgs_head);
    out->room = fine ? end - out->offset : 0;
    out->found = fine;
  }
  return fine;
}

/* Sections, the symbols for debuggers with the size of their names, and signatures. */
static bool is_whole(const pe_file *pe, uint64_t header, uint64_t optional) {
  bool fine = true;
  pe_section s;
  for (unsigned i = 0; i < pe->n_sections; i++)
    if (!section(pe, i, &s)) return false;
  const uint64_t symbols = number(pe->f, header + 12, 4, &fine);
  const uint64_t names = symbols + COFF_SYMBOL_SIZE * number(pe->f, header + 16, 4, &fine);
  if (symbols != 0) fine = fine && names + number(pe->f, names, 4, &fine) <= pe->f->size;
  const uint64_t signatures = number(pe->f, optional + CERTIFICATE_TABLE, 4, &fine);
  return fine &&
         signatures + number(pe->f, optional + CERTIFICATE_TABLE + 4, 4, &fine) <= pe->f->size;
}

rgs_status rgs_module_find(const rgs_module_file *f, rgs_module_place *out, rgs_error *error) {
  bool fine = true;
  const uint64_t header = number(f, 0x3c, 4, &fine), optional = header + COFF_HEADER_SIZE;
  if (!fine || f->bytes[0] != 'M' || f->bytes[1] != 'Z' ||
      number(f, header, 4, &fine) != ('P' | 'E' << 8) ||
      number(f, header + 4, 2, &fine) != MACHINE ||
      (number(f, header + 22, 2, &fine) & IS_LIBRARY) == 0 ||
      number(f, optional, 2, &fine) != PE32_PLUS || !fine)
    return rgs_set_error_machine(f, error);
  const pe_file pe = { .f = f,
                       .sections = optional + number(f, header + 20, 2, &fine),
                       .n_sections = (unsigned)number(f, header + 6, 2, &fine),
                       .exports = (uint32_t)number(f, optional + EXPORT_TABLE, 4, &fine),
                       .exports_size = (uint32_t)number(f, optional + EXPORT_TABLE + 4, 4, &fine) };
  if (!fine || !is_whole(&pe, header, optional) || (pe.exports != 0 && !find_export(&pe, out)))
    return rgs_set_error_damaged(f, error);
  return RGS_OK;
}
