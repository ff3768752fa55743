/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep.hpp - the calls of rigidstep.h for C++11 and later: handles that destroy themselves,
 * errors as exceptions, columns made from arrays of your own structs.  Header only; it includes
 * rigidstep_handles.hpp and rigidstep_threads.hpp, which must lie beside it.
 *
 *   std::vector<Body> list = ...;                    // struct Body { double x[3], p[3], ...; };
 *   rigidstep::view view(list.size());
 *   view.x = rigidstep::column(list.data(), &Body::x);                            // and so on
 *   rigidstep::context context;
 *   rigidstep::bodies bodies(context, view);
 *   rigidstep::stepper stepper(bodies, {context, "exact", "strang"},
 *                              [&](double time, unsigned what) { ...; return potential_energy; });
 *   stepper.step(0.01, 1000);
 *
 * At constant temperature the method is
 *   rigidstep::method::ensemble(context, "exact", "strang", "langevin", "",
 *                               { { "kt", 1 }, { "relaxation", 2 }, { "seed", 1 } })
 *
 * bodies.share_out(rigidstep::threads(4)) before the stepper is made lets four threads do its work.
 *
 * A handle keeps those it was made from alive, so they may be destroyed in any order.  A copy is
 * another name of the same object.  Frames, units and threads: rigidstep/bodies.h,
 * rigidstep/base.h.
 *
 * To load the library at run time instead of linking it, include rigidstep_load.h with
 * RGS_LOAD_DEFINE_CALLS defined before this header.
 */
#ifndef RIGIDSTEP_HPP
#define RIGIDSTEP_HPP
#include "rigidstep_handles.hpp"

#include <algorithm>
#include <exception>
#include <functional>

namespace rigidstep {

/* Writes the columns f and tau (and gf and gtau where `what` has RGS_EVAL_GRADIENT) for the current
 * x and q and this time; returns the potential energy.  An exception that it throws comes out of
 * step().  It may ask for param(), cell(), steps() and time(); other calls of the stepper are refused. */
using forces = std::function<double(double time, unsigned what)>;
/* Answers a request as rgs_host.eval does: writes what request.what asks for, sums over ranks and
 * the virial too.  Write energy and virial, do not add to them: they come in as NaN. */
using answers = std::function<void(rgs_eval &request)>;

using triple = std::array<double, 3>;
using vectors = std::array<double, 9>; /* of a cell, one after the other: see rgs_cell */

class stepper {
public:
  /* The host drives: while (stepper.advance(h)) write the forces.  All bodies are here. */
  stepper(const bodies &moved, const method &used) : stepper(moved, used, RGS_EVAL_FORCE, 1) {}
  /* provides, ranks, flags: as in rgs_host; a thermostat asks for ranks = 1, or for RGS_EVAL_REDUCTION. */
  stepper(const bodies &moved, const method &used, std::uint32_t provides, std::uint32_t ranks,
          std::uint32_t flags = 0)
      : inside_(std::make_shared<inside>(moved, used, nullptr)) {
    create(provides, ranks, 1, flags);
  }
  /* The stepper drives and calls `evaluate`.  force_scale: see rgs_host.  gradients: `evaluate`
   * writes the columns gf and gtau, too.  ranks, flags: as in rgs_host; 1: all bodies are here. */
  stepper(const bodies &moved, const method &used, forces evaluate, double force_scale = 1,
          bool gradients = false, std::uint32_t ranks = 1, std::uint32_t flags = 0)
      : stepper(
            moved, used,
            [evaluate](rgs_eval &request) {
              request.energy = evaluate(request.time, request.what);
            },
            RGS_EVAL_FORCE | RGS_EVAL_ENERGY | (gradients ? +RGS_EVAL_GRADIENT : 0), ranks,
            force_scale, flags) {}
#ifdef RIGIDSTEP_DRAFT_H /* include <rigidstep/draft.h> first */
  /* Of a scheme with a fast and a slow force, after context.allow_drafts: each writes its force into f and tau, and slow,
   * which is called once a step, returns the potential energy of the sum.  What fast returns is not used.  With the
   * thermostat metropolis and a scheme with one force, slow is called once a trial, for the energy: f and tau stay. */
  stepper(const bodies &moved, const method &used, forces fast, forces slow, double force_scale = 1,
          std::uint32_t flags = 0)
      : stepper(
            moved, used,
            [fast, slow](rgs_eval &request) {
              const forces &asked = request.what & RGS_EVAL_FORCE ? fast : slow;
              request.energy = asked(request.time, request.what);
            },
            RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_DRAFT_EVAL_SLOW, 1, force_scale, flags) {
    inside_->needs = RGS_DRAFT_EVAL_SLOW;
    check_needs(used);
  }
#endif
  stepper(const bodies &moved, const method &used, answers answer, std::uint32_t provides,
          std::uint32_t ranks, double force_scale = 1, std::uint32_t flags = 0)
      : inside_(std::make_shared<inside>(moved, used, std::move(answer))) {
    create(provides, ranks, force_scale, flags);
  }

  void step(double h, std::int64_t n = 1) { checked(rgs_stepper_run(get(), h, n, report()), true); }
  /* True: write what request() asks for, and call again with the same h.  False: the step is
   * done. */
  bool advance(double h) {
    return checked(rgs_stepper_advance(get(), h, &inside_->request, report()), false) ==
           RGS_NEED_EVAL;
  }
  rgs_eval &request() noexcept { return inside_->request; }
  /* For hosts that drive.  process() is used like advance(): until unprocess() the bodies of a
   * processed scheme show the physical state.  For all other schemes both do nothing. */
  bool process() {
    return checked(rgs_stepper_process(get(), &inside_->request, report()), false) == RGS_NEED_EVAL;
  }
  void unprocess() { checked(rgs_stepper_unprocess(get(), report()), false); }

  /* Another method from the next step on.  With the same thermostat and barostat, and the same parameters of
   * them but for seed and ramps, heat, state and cell stay; otherwise they begin anew. */
  void swap(const method &next) {
    check_needs(next);
    checked(rgs_stepper_swap(get(), next.get(), report()), false);
    inside_->used = next;
  }
  /* A parameter of the thermostat or the barostat that ramps, such as kt, from the next step on.  kind:
   * RGS_KIND_THERMOSTAT or RGS_KIND_BAROSTAT; 0: both, and the thermostat's first where one is read. */
  void set_param(const std::string &key, double value, std::uint32_t kind = 0) {
    const rgs_param param = { key.c_str(), nullptr, value, kind, 0 };
    checked(rgs_stepper_set_param(get(), &param, sizeof param, report()), false);
  }
  double param(const std::string &key, std::uint32_t kind = 0) const {
    double value = 0;
    checked(rgs_stepper_param(get(), kind, key.c_str(), &value, &inside_->report.error), false);
    return value;
  }
  /* The cell that the barostat moves: before the first step, after a swap to another thermostat or barostat,
   * and when the host changed it itself.  reference: see rgs_cell. */
  void set_cell(const vectors &now, const triple &origin = triple(),
                const vectors &reference = vectors()) {
    rgs_cell cell = RGS_CELL_INIT;
    std::copy(now.begin(), now.end(), cell.vectors);
    std::copy(origin.begin(), origin.end(), cell.origin);
    std::copy(reference.begin(), reference.end(), cell.reference);
    checked(rgs_stepper_set_cell(get(), &cell, report()), false);
  }
  rgs_cell cell() const {
    rgs_cell now = RGS_CELL_INIT;
    checked(rgs_stepper_cell(get(), &now, &inside_->report.error), false);
    return now;
  }
  /* The number of steps that were begun, on which noise depends. */
  std::uint64_t steps() const noexcept { return rgs_stepper_step_count(get()); }
  void set_steps(std::uint64_t n) {
    checked(rgs_stepper_set_step_count(get(), n, report()), false);
  }
  double time() const noexcept { return rgs_stepper_time(get()); }
  void set_time(double time) { checked(rgs_stepper_set_time(get(), time, report()), false); }
  /* what: RGS_EVAL_* bits of the evaluations that hold at the current x and q. */
  void set_valid(unsigned what) { checked(rgs_stepper_set_valid(get(), what, report()), false); }
  void reset() { checked(rgs_stepper_reset(get(), report()), false); }
  /* Back to where the step that was begun last began, bit for bit.  flags: RGS_HOST_REWINDS. */
  void rewind() { checked(rgs_stepper_rewind(get(), report()), false); }
  rgs_method_info describe() const {
    rgs_method_info info = RGS_METHOD_INFO_INIT;
    checked(rgs_stepper_describe(get(), &info, &inside_->report.error), false);
    return info;
  }
  /* The output `key`, body after body if it is per body; n_bodies is then the number of bodies. */
  std::vector<double> output(const std::string &key, std::size_t n_bodies = 1) const {
    std::vector<double> values(16 * (n_bodies ? n_bodies : 1));
    checked(rgs_stepper_output(get(), key.c_str(), values.data(),
                               static_cast<std::int64_t>(values.size()), report()),
            false);
    for (std::int64_t i = 0; i < rgs_method_output_count(inside_->used.get()); ++i) {
      const rgs_output_info *info = rgs_method_output_at(inside_->used.get(), i);
      if (key == info->key)
        values.resize(info->components * (info->flags & RGS_OUTPUT_PER_BODY ? n_bodies : 1));
    }
    return values;
  }
  std::vector<unsigned char> save() const { return block_of(rgs_stepper_save); }
  void load(const std::vector<unsigned char> &block) {
    checked(rgs_stepper_load(get(), block.data(), block.size(), report()), false);
  }
  /* The same without the bodies, which the host keeps: what thermostat, barostat and noise keep.  It is the
   * same block on all ranks, and the number of ranks may change. */
  std::vector<unsigned char> save_ensemble() const { return block_of(rgs_stepper_save_ensemble); }
  void load_ensemble(const std::vector<unsigned char> &block) {
    checked(rgs_stepper_load_ensemble(get(), block.data(), block.size(), report()), false);
  }
  /* While work() runs the bodies of a processed scheme show the physical state (see
   * rgs_stepper_process).  Whatever throws, afterwards they are what is propagated. */
  template <typename Work> void shown(Work work) {
    struct back {
      rgs_stepper *handle;
      ~back() { rgs_stepper_unprocess(handle, nullptr); }
    };
    rgs_error *const told = report(); /* refuses before there is anything to take back */
    const back at_end = { get() };
    checked(rgs_stepper_process(get(), nullptr, told), true);
    work();
  }
  rgs_stepper *get() const noexcept { return inside_->handle.get(); }

private:
  /* It stays in place when the stepper moves, because the library holds its address. */
  struct inside {
    inside(const bodies &b, const method &m, answers a) : moved(b), used(m), answer(std::move(a)) {}
    /* Has the host's work done inside a call of the library. */
    template <typename Work> int ask(Work work) {
      thrown = nullptr;
      asking = true;
      try {
        work();
      } catch (...) { /* must not unwind into C */
        thrown = std::current_exception();
      }
      asking = false;
      return thrown ? 1 : 0;
    }
    bodies moved;
    method used;
    answers answer;
    bool asking = false;
    std::uint32_t needs =
        0; /* RGS_EVAL_* that a method must have, or a function would never be called */
    std::exception_ptr thrown;
    inner::report report;
    rgs_eval request = RGS_EVAL_INIT;
    std::shared_ptr<rgs_stepper> handle; /* declared last, destroyed first */
  };
  std::shared_ptr<inside> inside_;

  void create(std::uint32_t provides, std::uint32_t ranks, double force_scale,
              std::uint32_t flags) {
    rgs_host host = rgs_host();
    host.head.size = static_cast<std::uint32_t>(sizeof host);
    host.head.abi = RGS_ABI;
    host.self = inside_.get();
    host.provides = provides;
    host.ranks = ranks;
    host.force_scale = force_scale;
    host.flags = flags;
    if (inside_->answer) host.eval = call;
    const rgs_executor shares = { RGS_HEAD(rgs_executor), inside_.get(), share };
    if (inside_->moved.shared()) host.executor = &shares;
    rgs_stepper *made = nullptr;
    checked(rgs_stepper_create(inside_->moved.get(), inside_->used.get(), &host, &made, report()),
            false);
    inside_->handle = std::shared_ptr<rgs_stepper>(made, rgs_stepper_destroy);
  }

  void check_needs(const method &next) const {
    if (!next.makes_trials() && inside_->needs & ~next.describe().needs)
      throw refused("slow is given, but the method has one force; take the scheme respa, or the "
                    "thermostat metropolis",
                    RGS_E_NEEDS, -1);
  }

  /* The rgs_stepper_save or rgs_stepper_save_ensemble of this stepper. */
  template <typename Call> std::vector<unsigned char> block_of(Call write) const {
    std::size_t size = 0;
    write(get(), nullptr, &size, report());
    std::vector<unsigned char> block(size);
    checked(write(get(), block.data(), &size, report()), false);
    return block;
  }

  /* f and tau, which are put back. */
  class kept_forces {
  public:
    explicit kept_forces(const rgs_view &v) : view_(v) {
      each([this](double &value) { values_.push_back(value); });
    }
    kept_forces(const kept_forces &) = delete;
    ~kept_forces() {
      std::size_t at = 0;
      each([this, &at](double &value) { value = values_[at++]; });
    }

  private:
    template <typename Work> void each(Work work) {
      for (const rgs_column &column : { view_.f, view_.tau })
        for (std::int64_t i = 0; i < view_.n; ++i)
          for (int k = 0; k < 3; ++k) work(RGS_AT(column, i, k));
    }
    const rgs_view &view_;
    std::vector<double> values_;
  };
  static int call(void *self, rgs_eval *request, const rgs_view *view) {
    inside *in = static_cast<inside *>(self);
    if (in->needs == 0 || request->what != RGS_EVAL_ENERGY)
      return in->ask([&] { in->answer(*request); });
    return in->ask([&] {
      const kept_forces kept(*view);
      in->answer(*request);
    });
  }
  static int share(void *pool, std::int64_t n, parts::function run, void *work) {
    inside *in = static_cast<inside *>(pool);
    return in->ask([&] { in->moved.shared()(n, parts(run, work)); });
  }
  rgs_error *report() const {
    if (inside_->asking)
      throw refused(
          "a call of this stepper is running (this one comes from its forces or its executor); "
          "call when that has returned",
          RGS_E_ORDER, -1);
    return &inside_->report.error;
  }
  rgs_status checked(rgs_status status, bool may_throw) const {
    if (((may_throw && status == RGS_E_HOST) || status == RGS_E_EXECUTOR) && inside_->thrown) {
      std::exception_ptr thrown;
      std::swap(thrown, inside_->thrown);
      std::rethrow_exception(thrown);
    }
    return inside_->report.check(status);
  }
};

/* Rotates n free bodies by the time h: inertia 3n, l 3n, q 4n doubles (see rgs_free_flow). */
inline void free_flow(const std::string &rotor, std::int64_t n, double h, const double *inertia,
                      const double *l, double *q) {
  inner::report report;
  report.check(rgs_free_flow(rotor.c_str(), n, h, inertia, l, q, &report.error));
}

#ifdef RIGIDSTEP_DRAFT_H /* include <rigidstep/draft.h> first, and link the library */
/* The derivative of free_flow("exact", ..): jacobian has 44n doubles (see rgs_draft_free_flow_jacobian). */
inline void free_flow_jacobian(std::int64_t n, double h, const double *inertia, const double *l,
                               const double *q, double *jacobian) {
  inner::report report;
  report.check(rgs_draft_free_flow_jacobian(n, h, inertia, l, q, jacobian, &report.error));
}
#endif

} // namespace rigidstep
#endif /* RIGIDSTEP_HPP */
