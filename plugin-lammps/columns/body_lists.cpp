/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Which atoms belong to which bodies: the lists of BodyBlocks, made anew with LAMMPS' neighbor lists.
 */
#include "columns/body_blocks.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* Bodies next to each other with about the same number of atoms share a block, in which some places
   stay empty.  Other bodies have blocks of their own. */
void BodyBlocks::add_blocks(int from, int to, const std::vector<int> &atoms) {
  while (from < to) {
    const int width = std::min<int>(WIDTH, to - from);
    const int most = *std::max_element(&atoms[from], &atoms[from] + width);
    int all = 0;
    for (int i = from; i < from + width; i++) all += atoms[i];
    const bool together = width == WIDTH && 2 * most * width <= 3 * all;
    for (int i = from; i < from + width; i += together ? width : 1) {
      const Block b = { i, together ? width : 1, together ? most : atoms[i], atom_at.size() };
      blocks.push_back(b);
      atom_at.resize(atom_at.size() + (size_t)b.width * b.atoms, -1);
    }
    from += width;
  }
}

void BodyBlocks::list(int own, int atoms, const int *body_of, double *const *places_of,
                      const imageint *images) {
  // Atoms of each body; then of its atoms that were put into the list
  std::vector<int> number(n, 0), block_of(n);
  for (int i = 0; i < atoms; i++)
    if (body_of[i] >= 0) number[body_of[i]]++;
  blocks.clear();
  atom_at.clear();
  elsewhere.clear();
  add_blocks(0, own, number);
  own_blocks = blocks.size();
  add_blocks(own, n, number);
  places.assign(3 * atom_at.size(), 0.0);

  for (const Block &b : blocks)
    for (int i = b.first; i < b.first + b.width; i++) block_of[i] = (int)(&b - blocks.data());
  std::fill(number.begin(), number.end(), 0);
  for (int i = 0; i < atoms; i++) {
    if (body_of[i] < 0) continue;
    const Block &b = blocks[block_of[body_of[i]]];
    const size_t row = b.start + (size_t)b.width * number[body_of[i]]++,
                 lane = body_of[i] - b.first;
    atom_at[row + lane] = i;
    for (int k = 0; k < 3; k++) places[3 * row + k * b.width + lane] = places_of[i][k];
    if (images[i] != SAME_BOX)
      elsewhere.push_back(
          { body_of[i], 3 * row + lane, b.width, { { 0.0, 0.0, 0.0 }, i, images[i] } });
  }
}

} // namespace rigidstep_lammps
