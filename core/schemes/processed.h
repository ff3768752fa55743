/* SPDX-License-Identifier: BSD-3-Clause
 *
 * processed.h - schemes that are accurate in other variables than the physical ones.  A processor
 * leads to these variables once, and its inverse leads back for output.  So a step may be shorter
 * than the step of any scheme of this order without a processor.  They rely on the same as the schemes
 * in gradient.h.
 */
#pragma once
#include "schemes/tables.h"

/* One row of a table a line. */
/* clang-format off */

static const rgs_stage takahashi_imada4[] = {
  MIRROR2((D, 0.5),
          (G, 1, -1.0 / 24))
};
static const rgs_stage takahashi_imada4_pre[] = {
  { RGS_KICK, 0, 0.185935399684605464415966643791389903, 0 },
  { RGS_DRIFT, 0, 0.874930615595543534033796586897321244, 0 },
  { RGS_KICK, 0, 0.0731969797858114490791129837958510889, 0 },
  { RGS_DRIFT, 0, -0.237106680151021920477108226727717695, 0 },
  { RGS_KICK, 0, -0.157662426929808107551937572779010404, 0 },
  { RGS_DRIFT, 0, -0.536353982903912807613546305361372962, 0 },
};
PROCESSED_SCHEME(takahashi_imada4, 4, 0,
                 "10.1143/JPSJ.53.3765; processor: Blanes, Casas and Ros, "
                 "10.1016/S0168-9274(00)00035-6",
                 "Processed, so bodies are shown by rgs_stepper_process only: Takahashi and Imada's "
                 "modified Verlet, drift first; order 4 for one force and one gradient a step.");

static const rgs_stage rowlands4[] = {
  MIRROR2((G, 0.5, -1.0 / 48),
          (D, 1))
};
static const rgs_stage rowlands4_pre[] = {
  { RGS_KICK, 0, -0.144888197547423473618652787992857069, 0 },
  { RGS_DRIFT, 0, 0.219690088470389698476045579289524878, 0 },
  { RGS_KICK, 0, 0.234434028200440335050462877957463263, 0 },
  { RGS_DRIFT, 0, -0.575156118606951627760914265598249055, 0 },
  { RGS_KICK, 0, -0.0895458306530168614318100899646061937, 0 },
  { RGS_DRIFT, 0, 0.355466030136561929284868686308724177, 0 },
};
PROCESSED_SCHEME(rowlands4, 4, 0, "10.1016/0021-9991(91)90246-N",
                 "Processed, so bodies are shown by rgs_stepper_process only: Rowlands' modified "
                 "Verlet, kick first; order 4 for one force and one gradient a step.");

static const rgs_stage pmlf6[] = {
  MIRROR4((D, -0.0682610383918630127145317447853268053),
          (K, 0.262112935251702805434372890089156319),
          (D, 0.568261038391863012714531744785326805),
          (G, 0.475774129496594389131254219821687363, -0.0164011128160783278247123891080082777))
};
static const rgs_stage pmlf6_pre[] = {
  { RGS_DRIFT, 0, 0.0794328824245542851431370896819085116, 0 },
  { RGS_KICK_GRADIENT, 0, 1.35994244874552627113291929002853739,
    0.0348412280749949502496865797963547075 },
  { RGS_DRIFT, 0, 0.0297482916946766124087296903753639482, 0 },
  { RGS_KICK_GRADIENT, 0, -0.650597374753513331867752076549872158,
    -0.0316756720975252561854696712778261053 },
  { RGS_DRIFT, 0, -0.705707496481589538043270579531451907, 0 },
  { RGS_KICK_GRADIENT, 0, -0.0335428145983383711088331883828310267,
    5.66105467771193378002971837113806684e-3 },
  { RGS_DRIFT, 0, 0.319042345126083910376663591448540251, 0 },
  { RGS_KICK_GRADIENT, 0, -0.0401299152751149977195202060620088898,
    -4.26222226902363169644905345982780169e-3 },
  { RGS_DRIFT, 0, -0.286914733429964649614476194275040859, 0 },
  { RGS_KICK_GRADIENT, 0, 0.0445797298099032223289095955313437402,
    -5.00000000000005494216495264871879479e-3 },
  { RGS_DRIFT, 0, 0.564398710666239509494773089769588056, 0 },
  { RGS_KICK_GRADIENT, 0, -0.68025207392846266300016672709626106,
    4.99999999999996932184514201588391443e-3 },
};
PROCESSED_SCHEME(pmlf6, 6, RGS_BACKWARD, "10.1016/S0168-9274(00)00035-6",
                 "Processed, so bodies are shown by rgs_stepper_process only: order 6 by Blanes, "
                 "Casas and Ros, with 3 forces and 1 gradient a step.");

/* In the order in which they are listed. */
#define RGS_PROCESSED_SCHEMES(X)                                                                   \
  X(takahashi_imada4) X(rowlands4) X(pmlf6)
/* clang-format on */
