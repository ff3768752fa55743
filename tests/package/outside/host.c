/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host.c - links the library and turns a sphere by a quarter.
 */
#include <rigidstep/rigidstep.h>

#include <stdio.h>

int main(void) {
  const double inertia[3] = { 1, 1, 1 }, l[3] = { 0, 0, 1.5707963267948966 };
  double q[4] = { 1, 0, 0, 0 };
  const rgs_status status = rgs_free_flow("exact", 1, 1, inertia, l, q, NULL);
  const double off = q[0] * q[3] - 0.5;
  printf("%s, q = %g %g %g %g\n", rgs_status_text(status), q[0], q[1], q[2], q[3]);
  return !(rgs_abi() == RGS_ABI && status == RGS_OK && off < 1e-15 && off > -1e-15);
}
