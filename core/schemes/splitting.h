/* SPDX-License-Identifier: BSD-3-Clause
 *
 * splitting.h - splittings for any two exact flows.  With an approximate rotor they have its
 * order.
 */
#pragma once
#include "schemes/tables.h"

/* One row of a table a line. */
/* clang-format off */

static const rgs_stage pefrl[] = {
  MIRROR5((D, 0.178617895844809068060904246197592063),
          (K, 0.712341831062605425480342912785971204),
          (D, -0.0662645826698184883166709400756921912),
          (K, -0.212341831062605425480342912785971204),
          (D, 0.775293373650018840511533387756200256))
};
SCHEME(pefrl, 4, RGS_BACKWARD, "10.1016/S0010-4655(02)00451-4",
       "Position extended Forest-Ruth-like, of Omelyan, Mryglod and Folk.");

static const rgs_stage vefrl[] = {
  MIRROR5((K, 0.164498651557575972259207449455094715),
          (D, 0.520943339103989879730756321624239683),
          (K, 1.23569265113891702205398751913378957),
          (D, -0.020943339103989879730756321624239683),
          (K, -1.80038260539298598862638993717776858))
};
SCHEME(vefrl, 4, RGS_BACKWARD, "10.1016/S0010-4655(02)00451-4",
       "Velocity extended Forest-Ruth-like, of Omelyan, Mryglod and Folk.");

static const rgs_stage omf4_5fv[] = {
  MIRROR6((K, 0.0839831526287669545482958837598402434),
          (D, 0.253978510841059493699578404974171594),
          (K, 0.682236533571909089767909513559638167),
          (D, -0.03230286765269966893280548072835193),
          (K, -0.26621968620067604431620539731947841),
          (D, 0.556648713623280350466454151508360672))
};
SCHEME(omf4_5fv, 4, RGS_BACKWARD, "10.1016/S0010-4655(02)00754-3",
       "Omelyan, Mryglod and Folk's best of order 4 with 5 forces, kick first.");

static const rgs_stage blanes_moan4[] = {
  MIRROR7((K, 0.0792036964311956741976496237631465472),
          (D, 0.209515106613362052972449986093617593),
          (K, 0.353172906049774036818665557303131825),
          (D, -0.14385177317981803796409629923270628),
          (K, -0.04206508035771952921517158087661533),
          (D, 0.434336666566455984991646313139088687),
          (K, 0.219376955753499636397712799620673916))
};
SCHEME(blanes_moan4, 4, RGS_BACKWARD, "10.1016/S0377-0427(01)00492-7",
       "Blanes and Moan's S6, kick first.");

static const rgs_stage blanes_moan6[] = {
  MIRROR11((K, 0.0502627644003927227646350170654095392),
           (D, 0.14881644790104328045733825036229576),
           (K, 0.413514300428343477454136715050064855),
           (D, -0.132385865767783756149346965876117314),
           (K, 0.0450798897943981114898610844998128521),
           (D, 0.0673076046921843992407714858900378728),
           (K, -0.188054853819568618490425283257348439),
           (D, 0.432666402578173711633583314012779834),
           (K, 0.541960678450780012366892191861996304),
           (D, -0.0164045894036176351823460843889961532),
           (K, -0.725525558508691411170199450439870223))
};
SCHEME(blanes_moan6, 6, RGS_BACKWARD, "10.1016/S0377-0427(01)00492-7",
       "Blanes and Moan's S10, kick first.");

/* In the order in which they are listed. */
#define RGS_SPLITTING_SCHEMES(X)                                                                   \
  X(pefrl) X(vefrl) X(omf4_5fv) X(blanes_moan4) X(blanes_moan6)
/* clang-format on */
