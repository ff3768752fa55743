/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The keywords of our fixes and of fix_modify: a table, in which a keyword is a row.
 */
#pragma once

#include "ensemble/body_langevin.h"
#include "ensemble/ensemble.h"
#include "method/method_choice.h"

#include <string>
#include <vector>

namespace rigidstep_lammps {

/* What the keywords of a command set. */
struct Given {
  MethodChoice::Words method;
  Ensemble ensemble;
  BodyLangevin langevin;
  std::vector<std::string> external; // six words, or none
  bool external_counts = false;
};

// Where a keyword may stand: in a fix of a style, which is one of Ensemble::Kind, times PARTICLES where
// it moves single particles; or in fix_modify
enum : unsigned { FIX_MODIFY = 16, PARTICLES = 32 };
unsigned place_of(const Ensemble &);

/* Reads arg[0] and its values if it is one of our keywords there.  Returns the number of words read; 0
   if it is not.  `wrong`: what is wrong with them, or empty. */
int read_keyword(unsigned where, int narg, char **arg, Given &, std::string &wrong);

// For messages: all our keywords there, and the styles of such fixes that take this one (empty: none)
std::string keywords_of(unsigned where);
std::string styles_with(const std::string &keyword, const Ensemble &);

} // namespace rigidstep_lammps
