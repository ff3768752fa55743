/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_file.c - reads a module's file without running any of its code.
 *
 * dlopen runs a file's constructors before it can be asked for a symbol, and a file that was cut
 * short ends it with a bus error.  So the ELF file is read first: is it whole, does it export the
 * module's symbol, and does the struct behind that symbol have a head of this ABI?
 */
#include "base/layout.h"
#include "methods/module.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h> /* for ElfW: the ELF types of this machine's word size */
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct elf_file {
  const char *path;
  const unsigned char *bytes;
  uint64_t size;
  ElfW(Ehdr) header;
} elf_file;

static bool read_at(const elf_file *f, uint64_t offset, void *out, uint64_t size) {
  if (offset > f->size || size > f->size - offset) return false;
  memcpy(out, f->bytes + offset, size);
  return true;
}

static rgs_status refuse_damaged(const elf_file *f, rgs_error *error) {
  return rgs_refuse(
      error, RGS_E_MODULE, -1,
      "%s: the file is damaged or cut short: it refers to places beyond its %llu bytes", f->path,
      (unsigned long long)f->size);
}

static bool program_header(const elf_file *f, unsigned i, ElfW(Phdr) * out) {
  return read_at(f, f->header.e_phoff + (uint64_t)i * sizeof *out, out, sizeof *out);
}

static bool section_header(const elf_file *f, unsigned i, ElfW(Shdr) * out) {
  return read_at(f, f->header.e_shoff + (uint64_t)i * sizeof *out, out, sizeof *out);
}

static bool is_whole(const elf_file *f) {
  for (unsigned i = 0; i < f->header.e_phnum; i++) {
    ElfW(Phdr) p;
    if (!program_header(f, i, &p)) return false;
    if (p.p_offset > f->size || p.p_filesz > f->size - p.p_offset) return false;
  }
  for (unsigned i = 0; i < f->header.e_shnum; i++) {
    ElfW(Shdr) s;
    if (!section_header(f, i, &s)) return false;
    if (s.sh_type == SHT_NOBITS || s.sh_type == SHT_NULL) continue;
    if (s.sh_offset > f->size || s.sh_size > f->size - s.sh_offset) return false;
  }
  return true;
}

/* Reads the bytes that will be at `address` once the file is loaded. */
static bool read_loaded(const elf_file *f, uint64_t address, void *out, uint64_t size) {
  for (unsigned i = 0; i < f->header.e_phnum; i++) {
    ElfW(Phdr) p;
    if (!program_header(f, i, &p)) return false;
    if (p.p_type != PT_LOAD || address < p.p_vaddr || address - p.p_vaddr > p.p_filesz ||
        size > p.p_filesz - (address - p.p_vaddr))
      continue;
    return read_at(f, p.p_offset + (address - p.p_vaddr), out, size);
  }
  return false;
}

/* Is the string at `offset` of the table complete?  *is_ours: it begins with the prefix of the
 * symbols of modules. */
static bool symbol_name(const elf_file *f, const ElfW(Shdr) * strings, uint64_t offset,
                        const char **name, bool *is_ours) {
  if (offset >= strings->sh_size) return false;
  const char *s = (const char *)f->bytes + strings->sh_offset + offset;
  uint64_t room = strings->sh_size - offset;
  if (memchr(s, '\0', room) == NULL) return false;
  *name = s;
  *is_ours = strncmp(s, RGS_MODULE_SYMBOL_PREFIX, sizeof RGS_MODULE_SYMBOL_PREFIX - 1) == 0;
  return true;
}

static rgs_status check_head_at(const elf_file *f, const ElfW(Sym) * symbol, rgs_error *error) {
  rgs_head head;
  if (!read_loaded(f, symbol->st_value, &head, sizeof head)) return refuse_damaged(f, error);
  rgs_status status = rgs_check_struct(&head, &rgs_module_layout, f->path, error);
  if (status == RGS_OK && symbol->st_size < head.size)
    status = rgs_refuse(error, RGS_E_ABI, -1,
                        "%s: head.size is %u, but the file holds %llu bytes of the module", f->path,
                        head.size, (unsigned long long)symbol->st_size);
  return status;
}

static rgs_status check_symbols(const elf_file *f, rgs_error *error) {
  const char *other = NULL;
  for (unsigned i = 0; i < f->header.e_shnum; i++) {
    ElfW(Shdr) table, strings;
    if (!section_header(f, i, &table)) return refuse_damaged(f, error);
    if (table.sh_type != SHT_DYNSYM) continue;
    if (table.sh_link >= f->header.e_shnum || !section_header(f, table.sh_link, &strings) ||
        strings.sh_type != SHT_STRTAB)
      return refuse_damaged(f, error);
    for (uint64_t k = 0; k < table.sh_size / sizeof(ElfW(Sym)); k++) {
      ElfW(Sym) symbol;
      const char *name;
      bool is_ours;
      if (!read_at(f, table.sh_offset + k * sizeof symbol, &symbol, sizeof symbol) ||
          !symbol_name(f, &strings, symbol.st_name, &name, &is_ours))
        return refuse_damaged(f, error);
      if (!is_ours || symbol.st_shndx == SHN_UNDEF) continue;
      if (strcmp(name, RGS_MODULE_SYMBOL) == 0) return check_head_at(f, &symbol, error);
      other = name;
    }
  }
  if (other != NULL)
    return rgs_refuse(error, RGS_E_ABI, -1, "%s: exports %s; this library loads %s", f->path, other,
                      RGS_MODULE_SYMBOL);
  return rgs_refuse(error, RGS_E_MODULE, -1, "%s: no rigidstep module (no symbol %s)", f->path,
                    RGS_MODULE_SYMBOL);
}

static rgs_status check_elf(elf_file *f, rgs_error *error) {
  static const unsigned char wanted = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
  if (!read_at(f, 0, &f->header, sizeof f->header) ||
      memcmp(f->header.e_ident, ELFMAG, SELFMAG) != 0 || f->header.e_ident[EI_CLASS] != wanted ||
      f->header.e_type != ET_DYN)
    return rgs_refuse(error, RGS_E_MODULE, -1, "%s: not a shared object for this machine", f->path);
  if (f->header.e_phentsize != sizeof(ElfW(Phdr)) || f->header.e_shentsize != sizeof(ElfW(Shdr)) ||
      f->header.e_shnum == 0 || !is_whole(f))
    return refuse_damaged(f, error);
  return check_symbols(f, error);
}

rgs_status rgs_module_file_check(const char *path, rgs_file_identity *which, rgs_error *error) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about;
  if (fd < 0)
    return rgs_refuse(error, RGS_E_MODULE, -1, "%s: cannot be opened%s", path,
                      errno == ENOENT
                          ? ": no such file (a relative path begins in the working folder)"
                      : errno == EACCES ? ": permission denied"
                                        : "");
  if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0) {
    close(fd);
    return rgs_refuse(error, RGS_E_MODULE, -1, "%s: empty or not a regular file", path);
  }
  if (which != NULL) *which = (rgs_file_identity){ (uint64_t)about.st_dev, (uint64_t)about.st_ino };
  elf_file f = { .path = path, .size = (uint64_t)about.st_size };
  void *bytes = mmap(NULL, (size_t)f.size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (bytes == MAP_FAILED) return rgs_refuse(error, RGS_E_MODULE, -1, "%s: cannot be read", path);
  f.bytes = bytes;
  rgs_status status = check_elf(&f, error);
  munmap(bytes, (size_t)f.size);
  return status;
}

bool rgs_module_file_is(const char *path, const rgs_file_identity *which) {
  struct stat about;
  return stat(path, &about) == 0 && (uint64_t)about.st_dev == which->device &&
         (uint64_t)about.st_ino == which->file;
}
