/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_elf.c - finds the module's symbol in an ELF file, among the symbols for the dynamic linker.
 */
#include "module_files/module_format.h"
#include <elf.h>
#include <link.h> /* for ElfW: the ELF types of this machine's word size */
#include <string.h>

static bool program_header(const rgs_module_file *f, const ElfW(Ehdr) * header, unsigned i,
                           ElfW(Phdr) * out) {
  return rgs_module_read(f, header->e_phoff + (uint64_t)i * sizeof *out, out, sizeof *out);
}

static bool section_header(const rgs_module_file *f, const ElfW(Ehdr) * header, unsigned i,
                           ElfW(Shdr) * out) {
  return rgs_module_read(f, header->e_shoff + (uint64_t)i * sizeof *out, out, sizeof *out);
}

static bool is_whole(const rgs_module_file *f, const ElfW(Ehdr) * header) {
  for (unsigned i = 0; i < header->e_phnum; i++) {
    ElfW(Phdr) p;
    if (!program_header(f, header, i, &p)) return false;
    if (p.p_offset > f->size || p.p_filesz > f->size - p.p_offset) return false;
  }
  for (unsigned i = 0; i < header->e_shnum; i++) {
    ElfW(Shdr) s;
    if (!section_header(f, header, i, &s)) return false;
    if (s.sh_type == SHT_NOBITS || s.sh_type == SHT_NULL) continue;
    if (s.sh_offset > f->size || s.sh_size > f->size - s.sh_offset) return false;
  }
  return true;
}

/* Where in the file is the head that will be at `address` once the file is loaded? */
static bool place_loaded(const rgs_module_file *f, const ElfW(Ehdr) * header, uint64_t address,
                         uint64_t *offset) {
  const uint64_t size = sizeof(rgs_head);
  for (unsigned i = 0; i < header->e_phnum; i++) {
    ElfW(Phdr) p;
    if (!program_header(f, header, i, &p)) return false;
    if (p.p_type != PT_LOAD || address < p.p_vaddr || address - p.p_vaddr > p.p_filesz ||
        size > p.p_filesz - (address - p.p_vaddr))
      continue;
    *offset = p.p_offset + (address - p.p_vaddr);
    return true;
  }
  return false;
}

/* The symbols of one section; false: it is damaged. */
static bool find_in(const rgs_module_file *f, const ElfW(Ehdr) * header, const ElfW(Shdr) * table,
                    rgs_module_place *out) {
  ElfW(Shdr) strings;
  if (table->sh_link >= header->e_shnum || !section_header(f, header, table->sh_link, &strings) ||
      strings.sh_type != SHT_STRTAB)
    return false;
  for (uint64_t k = 0; !out->found && k < table->sh_size / sizeof(ElfW(Sym)); k++) {
    ElfW(Sym) symbol;
    if (!rgs_module_read(f, table->sh_offset + k * sizeof symbol, &symbol, sizeof symbol) ||
        symbol.st_name >= strings.sh_size)
      return false;
    rgs_module_place here = *out;
    if (!rgs_module_name(f, strings.sh_offset + symbol.st_name, strings.sh_offset + strings.sh_size,
                         &here.found, &here))
      return false;
    if (symbol.st_shndx == SHN_UNDEF) continue;
    *out = here;
    out->room = symbol.st_size;
    if (out->found && !place_loaded(f, header, symbol.st_value, &out->offset)) return false;
  }
  return true;
}

rgs_status rgs_module_find(const rgs_module_file *f, rgs_module_place *out, rgs_error *error) {
  static const unsigned char wanted = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
  ElfW(Ehdr) header;
  if (!rgs_module_read(f, 0, &header, sizeof header) ||
      memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != wanted ||
      header.e_type != ET_DYN)
    return rgs_set_error_machine(f, error);
  if (header.e_phentsize != sizeof(ElfW(Phdr)) || header.e_shentsize != sizeof(ElfW(Shdr)) ||
      header.e_shnum == 0 || !is_whole(f, &header))
    return rgs_set_error_damaged(f, error);
  for (unsigned i = 0; !out->found && i < header.e_shnum; i++) {
    ElfW(Shdr) table;
    if (!section_header(f, &header, i, &table)) return rgs_set_error_damaged(f, error);
    if (table.sh_type == SHT_DYNSYM && !find_in(f, &header, &table, out))
      return rgs_set_error_damaged(f, error);
  }
  return RGS_OK;
}
