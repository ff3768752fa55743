/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep_forces.hpp - a draft: do your forces belong to your energy?  It may change with any version.
 *
 *   std::cout << rigidstep::check_forces(bodies, [&](rgs_eval &request) {
 *     ...;                                               // f and tau at the current x and q
 *     request.energy = ...;
 *   }).text;
 *
 * A library that was opened at run time: pass rgs_library_draft(&library, "rgs_draft_check_forces")
 * as the last argument, cast to rigidstep::force_check_call.
 */
#ifndef RIGIDSTEP_FORCES_HPP
#define RIGIDSTEP_FORCES_HPP
#include "rigidstep_handles.hpp"
#include <rigidstep/draft_forces.h>

#include <exception>
#include <functional>

namespace rigidstep {

struct force_report {
  std::string text;
  std::uint32_t found; /* RGS_DRAFT_FORCE_* */
  std::vector<rgs_draft_force_row> rows;
  bool right() const noexcept {
    return (found & ~(RGS_DRAFT_FORCE_REMARKS & ~std::uint32_t(RGS_DRAFT_FORCE_NOISE))) == 0;
  }
};

using force_check_call = rgs_status (*)(rgs_bodies *, const rgs_host *, rgs_draft_force_check *,
                                        rgs_error *);

/* A check with all options 0: set sample, tolerance, cell and others as rgs_draft_force_check has them.
 * With a cell `answer` writes request.virial, too, for the cell that the request states. */
inline rgs_draft_force_check force_check() {
  rgs_draft_force_check check = rgs_draft_force_check();
  check.head.size = static_cast<std::uint32_t>(sizeof check);
  check.head.abi = RGS_DRAFT_ABI_OF(RGS_DRAFT_FORCES);
  return check;
}

/* Bodies are as before afterwards.  What `answer` throws comes out. */
inline force_report check_forces(const bodies &moved, std::function<void(rgs_eval &)> answer,
                                 rgs_draft_force_check options = force_check(),
                                 force_check_call call = rgs_draft_check_forces) {
  struct asked {
    std::function<void(rgs_eval &)> answer;
    std::exception_ptr thrown;
    static int eval(void *self, rgs_eval *request, const rgs_view *) {
      asked *here = static_cast<asked *>(self);
      try {
        here->answer(*request);
      } catch (...) { /* must not unwind into C */
        here->thrown = std::current_exception();
      }
      return here->thrown ? 1 : 0;
    }
  } self = { std::move(answer), nullptr };
  rgs_host host = rgs_host();
  host.head.size = static_cast<std::uint32_t>(sizeof host);
  host.head.abi = RGS_ABI;
  host.self = &self;
  host.eval = asked::eval;
  host.ranks = 1;
  host.provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL;
  std::vector<char> text(RGS_DRAFT_FORCE_TEXT);
  std::vector<rgs_draft_force_row> rows(
      static_cast<std::size_t>(options.sample > 0 ? options.sample : 8));
  options.text = text.data();
  options.text_size = text.size();
  options.rows = rows.data();
  options.n_rows = static_cast<std::int64_t>(rows.size());
  options.row_size = sizeof(rgs_draft_force_row);
  inner::report report;
  const rgs_status status = call(moved.get(), &host, &options, &report.error);
  if (self.thrown) std::rethrow_exception(self.thrown);
  report.check(status);
  rows.resize(static_cast<std::size_t>(options.n_rows));
  return { text.data(), options.found, rows };
}

} // namespace rigidstep
#endif /* RIGIDSTEP_FORCES_HPP */
