/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_module_file.c - a module's file with bytes changed, cut or added: what looks into it reads
 * nothing that is not there, says in words what is wrong, and runs none of it.  (Whether dlopen
 * survives a file that was found good is not asked: its code is foreign.)
 *
 * The input is a file as it is; with fewer bytes than a file's header it is changes to a sound one,
 * {place, value} by three and one bytes, whose path the variable RGS_SOUND_MODULE tells.
 */
#define _GNU_SOURCE /* memfd_create */
#include "module_files/module_file.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned char sound[1 << 20];
static size_t sound_size;

static void read_sound(void) {
  const char *path = getenv("RGS_SOUND_MODULE");
  FILE *file = path ? fopen(path, "rb") : NULL;
  if (!file) return;
  sound_size = fread(sound, 1, sizeof sound, file);
  fclose(file);
}

static void check(const void *bytes, size_t size) {
  const int file = memfd_create("module", 0);
  char path[64];
  rgs_error error = RGS_ERROR_INIT;
  fuzz_need(file >= 0 && write(file, bytes, size) == (ssize_t)size, "a file");
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  const rgs_status got = rgs_module_file_check(path, NULL, &error);
  fuzz_need(got == RGS_OK || got == RGS_E_MODULE || got == RGS_E_ABI, "good or refused");
  fuzz_need(got == RGS_OK || (error.text[0] && memchr(error.text, 0, sizeof error.text)), "a text");
  close(file);
}

void fuzz_one(const uint8_t *data, size_t size) {
  static unsigned char changed[sizeof sound];
  if (sound_size == 0) read_sound();
  if (size >= 64 || sound_size == 0) {
    check(data, size);
    return;
  }
  memcpy(changed, sound, sound_size);
  size_t length = sound_size;
  for (; size >= 4; data += 4, size -= 4) {
    const size_t place = (data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16) % sound_size;
    if (data[2] == 0xff)
      length = place;
    else
      changed[place] ^= data[3];
  }
  check(changed, length);
}

/* A few changes, most of them where an ELF file's headers and tables lie: at both ends. */
size_t fuzz_make(uint64_t *random, long i, uint8_t *piece, size_t room) {
  size_t size = 0;
  for (long k = 0; k <= i % 6 && size + 4 <= room; k++, size += 4) {
    const uint64_t r = fuzz_next(random);
    uint64_t place = r % 64 == 0 ? 0xff0000 | (r >> 8) % 0x4000 : (r >> 8) % 0x1000;
    if (r % 3 == 0 && sound_size > 0x1000) place = sound_size - 1 - (r >> 8) % 0x1000;
    for (int b = 0; b < 3; b++) piece[size + b] = (uint8_t)(place >> 8 * b);
    piece[size + 3] = r % 5 == 0 ? 0xff : (uint8_t)(1u << (r >> 40) % 8);
  }
  return size;
}

void fuzz_end(void) {}
