/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_macho.c - finds the module's symbol in a Mach-O file, the format of macOS: a library (.dylib)
 * or a bundle (.so, .bundle), for this processor or for several (mach-o/loader.h, nlist.h and fat.h of
 * Apple's cctools).  That format tells no sizes of symbols: at most the rest of a segment belongs to
 * one.
 */
#include "module_files/module_format.h"
#include <string.h>

#if defined(__aarch64__)
#define PROCESSOR 0x0100000cu /* CPU_TYPE_ARM64 */
#else
#define PROCESSOR 0x01000007u /* CPU_TYPE_X86_64 */
#endif
enum { LIBRARY = 6, BUNDLE = 8, SEGMENT = 0x19, SYMBOLS = 2 };

/* The headers, by the names of their fields there. */
typedef struct macho_header {
  uint32_t magic, cputype, cpusubtype, filetype, ncmds, sizeofcmds, flags, reserved;
} macho_header;
typedef struct macho_segment {
  uint32_t cmd, cmdsize;
  char segname[16];
  uint64_t vmaddr, vmsize, fileoff, filesize;
} macho_segment;
typedef struct macho_symbols {
  uint32_t cmd, cmdsize, symoff, nsyms, stroff, strsize;
} macho_symbols;
typedef struct macho_symbol {
  uint32_t n_strx;
  uint8_t n_type, n_sect;
  uint16_t n_desc;
  uint64_t n_value;
} macho_symbol;

/* Steps to the next command of a kind; *at begins as 0.  False: there is none. */
static bool next_command(const rgs_module_file *f, uint32_t kind, uint64_t *at, void *out,
                         uint64_t size) {
  macho_header header;
  uint32_t command[2] = { 0, 0 };
  if (!rgs_module_read(f, 0, &header, sizeof header)) return false;
  const uint64_t end = sizeof header + (uint64_t)header.sizeofcmds;
  uint64_t place = *at == 0 ? sizeof header : *at;
  for (; place < end; place += command[1]) {
    if (!rgs_module_read(f, place, command, sizeof command) || command[1] < 8) return false;
    if (command[0] != kind || command[1] < size) continue;
    *at = place + command[1];
    return rgs_module_read(f, place, out, size);
  }
  return false;
}

static bool is_whole(const rgs_module_file *f) {
  macho_segment s;
  macho_header header;
  if (!rgs_module_read(f, 0, &header, sizeof header) ||
      f->size < sizeof header + (uint64_t)header.sizeofcmds)
    return false;
  for (uint64_t at = 0; next_command(f, SEGMENT, &at, &s, sizeof s);)
    if (s.fileoff > f->size || s.filesize > f->size - s.fileoff) return false;
  return true;
}

static bool place_loaded(const rgs_module_file *f, uint64_t address, rgs_module_place *out) {
  macho_segment s;
  for (uint64_t at = 0; next_command(f, SEGMENT, &at, &s, sizeof s);) {
    if (address < s.vmaddr || address - s.vmaddr > s.filesize ||
        s.filesize - (address - s.vmaddr) < sizeof(rgs_head))
      continue;
    out->offset = s.fileoff + (address - s.vmaddr);
    out->room = s.filesize - (address - s.vmaddr);
    return true;
  }
  return false;
}

/* False: the file is damaged. */
static bool find_symbol(const rgs_module_file *f, rgs_module_place *out) {
  macho_symbols table;
  uint64_t at = 0;
  if (!next_command(f, SYMBOLS, &at, &table, sizeof table)) return true;
  const uint64_t end = (uint64_t)table.stroff + table.strsize;
  for (uint32_t k = 0; k < table.nsyms && !out->found; k++) {
    macho_symbol symbol;
    unsigned char first;
    bool is_module;
    if (!rgs_module_read(f, table.symoff + (uint64_t)k * sizeof symbol, &symbol, sizeof symbol))
      return false;
    /* Defined in a section and exported; C's names have an underscore before them. */
    const uint64_t name = (uint64_t)table.stroff + symbol.n_strx;
    if ((symbol.n_type & 0xff) != 0x0f || !rgs_module_read(f, name, &first, 1) || first != '_')
      continue;
    if (!rgs_module_name(f, name + 1, end, &is_module, out)) return false;
    if (is_module && !place_loaded(f, symbol.n_value, out)) return false;
    out->found = is_module;
  }
  return true;
}

static uint32_t big_endian(const unsigned char bytes[4]) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* The part of a file for several processors that is for this one; or the whole file. */
static rgs_module_file part_for_this_processor(const rgs_module_file *f) {
  unsigned char head[8], part[20];
  if (!rgs_module_read(f, 0, head, sizeof head) || big_endian(head) != 0xcafebabeu) return *f;
  for (uint32_t k = 0; k < big_endian(head + 4); k++) {
    if (!rgs_module_read(f, sizeof head + (uint64_t)k * sizeof part, part, sizeof part)) break;
    const uint64_t offset = big_endian(part + 8), size = big_endian(part + 12);
    if (big_endian(part) == PROCESSOR && offset + size <= f->size)
      return (rgs_module_file){ f->path, f->bytes + offset, size };
  }
  return *f;
}

rgs_status rgs_module_find(const rgs_module_file *f, rgs_module_place *out, rgs_error *error) {
  const rgs_module_file here = part_for_this_processor(f);
  macho_header header;
  if (!rgs_module_read(&here, 0, &header, sizeof header) || header.magic != 0xfeedfacfu ||
      header.cputype != PROCESSOR || (header.filetype != LIBRARY && header.filetype != BUNDLE))
    return rgs_set_error_machine(f, error);
  if (!is_whole(&here) || !find_symbol(&here, out)) return rgs_set_error_damaged(f, error);
  out->offset += (uint64_t)(here.bytes - f->bytes);
  return RGS_OK;
}
