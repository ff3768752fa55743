/* SPDX-License-Identifier: BSD-3-Clause
 *
 * unwrap.h - the sites of a body that lies across the faces of a periodic cell, side by side.
 */
#pragma once
#include "sites/sites.h"

typedef struct rgs_site_cell {
  double
      vector[3]
            [3]; /* rows; of a direction that is not periodic, a unit vector normal to the others */
  double inverse[3][3]; /* coordinates of r are r . inverse */
  bool periodic[3], any;
  double width[3]; /* of the cell across each pair of faces */
  double half;     /* of the least width of a direction that is periodic */
  bool right;      /* its vectors are at right angles */
} rgs_site_cell;

/* vectors: nine numbers; null: no direction is periodic. */
rgs_status rgs_site_cell_read(rgs_site_cell *cell, const double *vectors, uint32_t periodic,
                              rgs_error *error);

/* Writes arm, three numbers for each site of the body: from the first of them, each at the image at which
 * the sites are nearest to each other. */
rgs_status rgs_make_whole(const rgs_site_cell *cell, const rgs_sites *s, int64_t body,
                          const rgs_column *x, double *arm, rgs_error *error);
