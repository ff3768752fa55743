/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gradient.h - splittings that also kick with the gradient of the forces.  So they need fewer
 * forces and, at order 4, no steps back in time.  They rely on kinetic energy that is quadratic in
 * the momenta; with an approximate rotor they have its order.
 */
#pragma once
#include "schemes/tables.h"

/* One row of a table a line. */
/* clang-format off */

static const rgs_stage nystrom4[] = {
  MIRROR3((K, 1.0 / 6),
          (D, 0.5),
          (G, 2.0 / 3, -1.0 / 72))
};
GRADIENT_SCHEME(nystrom4, 4, 0,
       "Vilmart, Rigid Body Dynamics, Encyclopedia of Applied and Computational Mathematics "
       "(2015); 10.1016/S0375-9601(97)00003-0",
       "Vilmart's Nystroem splitting of order 4; also known as Suzuki's, and as Chin's 4A.");

static const rgs_stage chin4b[] = {
  MIRROR3((D, 0.211324865405187117745425609749021272),
          (G, 0.5, -5.58227484231505638484486788529432569e-3),
          (D, 0.577350269189625764509148780501957456))
};
GRADIENT_SCHEME(chin4b, 4, 0, "10.1016/S0375-9601(97)00003-0",
       "Chin's 4B, drift first.");

static const rgs_stage chin4c[] = {
  MIRROR4((D, 1.0 / 6),
          (K, 3.0 / 8),
          (D, 1.0 / 3),
          (G, 1.0 / 4, -1.0 / 192))
};
GRADIENT_SCHEME(chin4c, 4, 0, "10.1016/S0375-9601(97)00003-0",
       "Chin's 4C, drift first.");

static const rgs_stage chin4d[] = {
  MIRROR4((G, 1.0 / 8, -1.0 / 384),
          (D, 1.0 / 3),
          (K, 3.0 / 8),
          (D, 1.0 / 3))
};
GRADIENT_SCHEME(chin4d, 4, 0, "10.1063/1.1485725",
       "Chin and Chen's 4D.");

static const rgs_stage omf4_4f2gv[] = {
  MIRROR5((K, 0.0684080597072776596785293705010272705),
          (D, 0.218928659642743808693878646333459935),
          (G, 0.310940635593816606685076252999935498, -1.60250368133436336090755928842696735e-3),
          (D, 0.281071340357256191306121353666540065),
          (K, 0.241302609397811467272788752998074463))
};
GRADIENT_SCHEME(omf4_4f2gv, 4, 0, "10.1016/S0010-4655(02)00754-3",
       "Omelyan, Mryglod and Folk's order 4 with 4 forces and 2 gradients, kick first.");

static const rgs_stage omf6_5f3gp[] = {
  MIRROR6((D, 0.109705972394868191308990392147594173),
          (G, 0.269331584893530056133503397796508742, -8.64216133970616626044338479371593875e-4),
          (D, 0.414063226731083112434021178782083329),
          (K, 1.13198034865155639250390730462479653),
          (D, -0.0237691991259513037430115709296775023),
          (G, -1.80262386709017289727482140484261055, 0.013246386434160523859029418456938113))
};
GRADIENT_SCHEME(omf6_5f3gp, 6, RGS_BACKWARD, "10.1103/PhysRevE.66.026701",
       "Omelyan, Mryglod and Folk's order 6 with 5 forces and 3 gradients, drift first.");

static const rgs_stage omf8_11f11gp[] = {
  MIRROR12((D, 0.410096747388011119287846930050797117),
           (G, 4.82493098174149529126958426647849992e-3, -1.47439369077975283647172447607361462e-4),
           (D, -0.341233457560527804891016973784986206),
           (G, 0.174923948610903756034190013742072169, -2.32884505319325453571949676001553268e-4),
           (D, 0.2564471402106815049236176163174309),
           (G, 0.29304366370957066164364546204288134, -6.16486596355359624977056198847516504e-3),
           (D, 0.277652739758124383941004762426405288),
           (G, 0.0474489401684597702842381364825113954, 0.0123075168608312407167320169600337385),
           (D, -0.569262668697537739029396573211590471),
           (G, -1.52998634117439744992196523204770291e-3, 7.32966485591263853870171616437981048e-5),
           (D, 0.466299498901248535767944238201943373),
           (G, -0.0374229942590025716068424626037914028, -0.015295860994523744731993293847001186))
};
GRADIENT_SCHEME(omf8_11f11gp, 8, RGS_BACKWARD, "10.1103/PhysRevE.66.026701",
       "Omelyan, Mryglod and Folk's order 8 with 11 forces and gradients, drift first.");

/* In the order in which they are listed. */
#define RGS_GRADIENT_SCHEMES(X)                                                                    \
  X(nystrom4) X(chin4b) X(chin4c) X(chin4d) X(omf4_4f2gv) X(omf6_5f3gp) X(omf8_11f11gp)
/* clang-format on */
