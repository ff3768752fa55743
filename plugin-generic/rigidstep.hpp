/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep.hpp - the calls of rigidstep.h for C++11 and later: handles that destroy themselves,
 * errors as exceptions, columns made from arrays of your own structs.  Header only.
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
 * A handle keeps those it was made from alive, so they may be destroyed in any order.  A copy is
 * another name of the same object.  Frames, units and threads: rigidstep/bodies.h,
 * rigidstep/base.h.
 *
 * To load the library at run time instead of linking it, include rigidstep_load.h with
 * RGS_LOAD_DEFINE_CALLS defined before this header.
 */
#ifndef RIGIDSTEP_HPP
#define RIGIDSTEP_HPP
#include <rigidstep/rigidstep.h>

#include <array>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rigidstep {

/* An error of the library: what() names the argument, the value and the allowed range. */
class refused : public std::runtime_error {
public:
  refused(const char *text, rgs_status status, std::int64_t body)
      : std::runtime_error(text), status_(status), body_(body) {}
  rgs_status status() const noexcept { return status_; }
  std::int64_t body() const noexcept { return body_; } /* -1: no body's fault */

private:
  rgs_status status_;
  std::int64_t body_;
};

namespace inner {
/* An error record to pass to a call; check() throws if the call was refused. */
struct report {
  rgs_error error = RGS_ERROR_INIT;
  rgs_status check(rgs_status status) const {
    if (status < 0) throw refused(error.text, status, error.body);
    return status;
  }
};
} // namespace inner

/* ---- columns --------------------------------------------------------------------------------- */
struct view : rgs_view {
  explicit view(std::size_t count) : rgs_view() {
    head.size = static_cast<std::uint32_t>(sizeof(rgs_view));
    head.abi = RGS_ABI;
    n = static_cast<std::int64_t>(count);
  }
};

/* A packed array: `width` doubles of the first body, then of the next. */
inline rgs_column column(double *data, std::ptrdiff_t width) {
  return rgs_column{ data, width, 1 };
}

namespace inner {
template <typename Body> rgs_column member(Body *, double *data) {
  static_assert(sizeof(Body) % sizeof(double) == 0,
                "a body must be a whole number of doubles long");
  return rgs_column{ data, static_cast<std::ptrdiff_t>(sizeof(Body) / sizeof(double)), 1 };
}
} // namespace inner
/* A member of the structs in an array: double[N], std::array<double, N> or double. */
template <typename Body, std::size_t N> rgs_column column(Body *first, double (Body::*field)[N]) {
  return first ? inner::member(first, first->*field) : rgs_column();
}
template <typename Body, std::size_t N>
rgs_column column(Body *first, std::array<double, N> Body::*field) {
  return first ? inner::member(first, (first->*field).data()) : rgs_column();
}
template <typename Body> rgs_column column(Body *first, double Body::*field) {
  return first ? inner::member(first, &(first->*field)) : rgs_column();
}

/* ---- handles --------------------------------------------------------------------------------- */
class context {
public:
  context() {
    inner::report report;
    rgs_context *made = nullptr;
    report.check(rgs_context_create(nullptr, &made, &report.error));
    handle_ = std::shared_ptr<rgs_context>(made, rgs_context_destroy);
  }
  void load(const std::string &module) {
    inner::report report;
    report.check(rgs_module_load(get(), module.c_str(), &report.error));
  }
  /* kind: RGS_KIND_ROTOR to RGS_KIND_PISTON.  The pointers are valid as long as the context
   * lives. */
  std::vector<const rgs_about *> methods(std::uint32_t kind) const {
    std::vector<const rgs_about *> all;
    for (std::int64_t i = 0, n = rgs_about_count(get(), kind); i < n; ++i)
      all.push_back(rgs_about_at(get(), kind, i));
    return all;
  }
  rgs_context *get() const noexcept { return handle_.get(); }

private:
  std::shared_ptr<rgs_context> handle_;
};

class bodies {
public:
  explicit bodies(const context &of, std::int64_t capacity = 0) : context_(of) {
    inner::report report;
    rgs_bodies *made = nullptr;
    report.check(rgs_bodies_create(of.get(), capacity, &made, &report.error));
    inside_ = std::make_shared<inside>();
    inside_->handle = std::shared_ptr<rgs_bodies>(made, rgs_bodies_destroy);
  }
  bodies(const context &of, const rgs_view &view) : bodies(of, view.n) { bind(view); }
  /* The arrays stay yours; they must stay in place until the next bind. */
  void bind(const rgs_view &view) {
    inner::report report;
    report.check(rgs_bodies_reserve(get(), view.n, &report.error));
    rgs_view bound = view;
    if (!view.carry.data && !inside_->carry.empty()) {
      const std::size_t n = static_cast<std::size_t>(view.n), width = inside_->width;
      if (inside_->carry.size() != n * width) inside_->carry.assign(n * width, 0.0);
      bound.carry = column(inside_->carry.data(), static_cast<std::ptrdiff_t>(width));
    }
    report.check(rgs_bodies_bind(get(), &bound, &report.error));
    inside_->view = view;
  }
  /* Memory for what a method keeps with each body from step to step, all zero, unless the view has
   * a column of its own.  Steppers call this. */
  void carry(std::uint32_t doubles_a_body) {
    inside_->width = doubles_a_body;
    inside_->carry.assign(static_cast<std::size_t>(inside_->view.n) * doubles_a_body, 0.0);
    if (inside_->view.head.size) bind(inside_->view);
  }
  /* Kinetic energies of translation and of rotation. */
  std::pair<double, double> energy() const {
    inner::report report;
    std::pair<double, double> told;
    report.check(rgs_bodies_energy(get(), &told.first, &told.second, &report.error));
    return told;
  }
  rgs_bodies *get() const noexcept { return inside_->handle.get(); }

private:
  struct inside {
    rgs_view view = rgs_view(); /* as the caller gave it */
    std::size_t width = 0;
    std::vector<double> carry;
    std::shared_ptr<rgs_bodies> handle;
  };
  context context_;
  std::shared_ptr<inside> inside_;
};

struct parameter {
  std::string key;
  double value;
};

class method {
public:
  method(const context &of, const std::string &rotor, const std::string &scheme,
         std::initializer_list<parameter> parameters = {})
      : method(of, rotor.c_str(), scheme.c_str(), nullptr, parameters) {}
  /* With a bath, a piston or both; an empty name stands for none. */
  static method ensemble(const context &of, const std::string &rotor, const std::string &scheme,
                         const std::string &bath, const std::string &piston,
                         std::initializer_list<parameter> parameters) {
    const rgs_ensemble_spec around = { RGS_HEAD(rgs_ensemble_spec),
                                       bath.empty() ? nullptr : bath.c_str(),
                                       piston.empty() ? nullptr : piston.c_str() };
    return method(of, rotor.c_str(), scheme.c_str(), nullptr, parameters, &around);
  }
  static method integrator(const context &of, const std::string &name,
                           std::initializer_list<parameter> parameters = {}) {
    return method(of, nullptr, nullptr, name.c_str(), parameters);
  }
  rgs_method_info describe() const {
    inner::report report;
    rgs_method_info info = RGS_METHOD_INFO_INIT;
    report.check(rgs_method_describe(get(), &info, &report.error));
    return info;
  }
  rgs_method *get() const noexcept { return handle_.get(); }

private:
  method(const context &of, const char *rotor, const char *scheme, const char *integrator,
         std::initializer_list<parameter> parameters, const rgs_ensemble_spec *around = nullptr)
      : context_(of) {
    std::vector<rgs_param> params;
    for (const parameter &p : parameters)
      params.push_back(rgs_param{ p.key.c_str(), nullptr, p.value });
    inner::report report;
    rgs_method *made = nullptr;
    const rgs_method_spec spec = { RGS_HEAD(rgs_method_spec),
                                   rotor,
                                   scheme,
                                   integrator,
                                   params.empty() ? nullptr : params.data(),
                                   static_cast<std::uint32_t>(params.size()),
                                   static_cast<std::uint32_t>(sizeof(rgs_param)) };
    report.check(around ? rgs_method_create_with(of.get(), &spec, around, &made, &report.error)
                        : rgs_method_create(of.get(), &spec, &made, &report.error));
    handle_ = std::shared_ptr<rgs_method>(made, rgs_method_destroy);
  }
  context context_;
  std::shared_ptr<rgs_method> handle_;
};

/* Writes the columns f and tau (and gf and gtau where `what` has RGS_EVAL_GRADIENT) for the current
 * x and q and this time; returns the potential energy.  An exception that it throws comes out of
 * step(). */
using forces = std::function<double(double time, unsigned what)>;
/* Answers a request as rgs_host.eval does: writes what request.what asks for, sums over ranks and
 * the virial too. */
using answers = std::function<void(rgs_eval &request)>;

class stepper {
public:
  /* The host drives: while (stepper.advance(h)) write the forces. */
  stepper(const bodies &moved, const method &used) : stepper(moved, used, RGS_EVAL_FORCE, 0) {}
  /* provides, ranks: as in rgs_host; a bath asks for ranks = 1, or for RGS_EVAL_SUM. */
  stepper(const bodies &moved, const method &used, std::uint32_t provides, std::uint32_t ranks)
      : inside_(std::make_shared<inside>(moved, used, nullptr)) {
    create(provides, ranks, 1);
  }
  /* The stepper drives and calls `evaluate`.  force_scale: see rgs_host.  gradients: `evaluate`
   * writes the columns gf and gtau, too.  ranks: as in rgs_host; 1 if all bodies are here. */
  stepper(const bodies &moved, const method &used, forces evaluate, double force_scale = 1,
          bool gradients = false, std::uint32_t ranks = 0)
      : stepper(
            moved, used,
            [evaluate](rgs_eval &request) {
              request.energy = evaluate(request.time, request.what);
            },
            RGS_EVAL_FORCE | RGS_EVAL_ENERGY | (gradients ? +RGS_EVAL_GRADIENT : 0), ranks,
            force_scale) {}
  stepper(const bodies &moved, const method &used, answers answer, std::uint32_t provides,
          std::uint32_t ranks, double force_scale = 1)
      : inside_(std::make_shared<inside>(moved, used, std::move(answer))) {
    create(provides, ranks, force_scale);
  }

  void step(double h, std::int64_t n = 1) { checked(rgs_step(get(), h, n, report()), true); }
  /* True: write what request() asks for, and call again with the same h.  False: the step is
   * done. */
  bool advance(double h) {
    return checked(rgs_advance(get(), h, &inside_->request, report()), false) == RGS_NEED_EVAL;
  }
  rgs_eval &request() noexcept { return inside_->request; }
  /* For hosts that drive.  process() is used like advance(): until unprocess() the bodies of a
   * processed scheme show the physical state.  For all other schemes both do nothing. */
  bool process() {
    return checked(rgs_stepper_process(get(), &inside_->request, report()), false) == RGS_NEED_EVAL;
  }
  void unprocess() { checked(rgs_stepper_unprocess(get(), report()), false); }

  /* Another method from the next step on. */
  void swap(const method &next) {
    checked(rgs_stepper_swap(get(), next.get(), report()), false);
    inside_->used = next;
    inside_->moved.carry(describe().carry);
  }
  /* A parameter of the bath or the piston that ramps, such as kt, from the next step on. */
  void set(const std::string &key, double value) {
    checked(rgs_stepper_set(get(), key.c_str(), value, report()), false);
  }
  /* The box that the piston moves: before the first step, and when the host changed it itself. */
  void set_box(const std::array<double, 3> &lengths,
               const std::array<double, 3> &centre = std::array<double, 3>()) {
    checked(rgs_stepper_set_box(get(), lengths.data(), centre.data(), report()), false);
  }
  double time() const noexcept { return rgs_stepper_time(get()); }
  void set_time(double time) { checked(rgs_stepper_set_time(get(), time, report()), false); }
  /* what: RGS_EVAL_* bits of the evaluations that hold at the current x and q. */
  void set_fresh(unsigned what) { checked(rgs_stepper_set_fresh(get(), what, report()), false); }
  void reset() { checked(rgs_stepper_reset(get(), report()), false); }
  rgs_method_info describe() const {
    rgs_method_info info = RGS_METHOD_INFO_INIT;
    checked(rgs_stepper_describe(get(), &info, report()), false);
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
  std::vector<unsigned char> save() const {
    std::size_t size = 0;
    rgs_stepper_save(get(), nullptr, &size, report());
    std::vector<unsigned char> block(size);
    checked(rgs_stepper_save(get(), block.data(), &size, report()), false);
    return block;
  }
  void load(const std::vector<unsigned char> &block) {
    checked(rgs_stepper_load(get(), block.data(), block.size(), report()), false);
  }
  /* While work() runs the bodies of a processed scheme show the physical state (see
   * rgs_stepper_process).  Whatever throws, afterwards they are what is propagated. */
  template <typename Work> void shown(Work work) {
    struct back {
      rgs_stepper *handle;
      ~back() { rgs_stepper_unprocess(handle, nullptr); }
    } at_end = { get() };
    checked(rgs_stepper_process(get(), nullptr, report()), true);
    work();
  }
  rgs_stepper *get() const noexcept { return inside_->handle.get(); }

private:
  /* It stays in place when the stepper moves, because the library holds its address. */
  struct inside {
    inside(const bodies &b, const method &m, answers a) : moved(b), used(m), answer(std::move(a)) {}
    bodies moved;
    method used;
    answers answer;
    std::exception_ptr thrown;
    inner::report report;
    rgs_eval request = RGS_EVAL_INIT;
    std::shared_ptr<rgs_stepper> handle; /* declared last, destroyed first */
  };
  std::shared_ptr<inside> inside_;

  void create(std::uint32_t provides, std::uint32_t ranks, double force_scale) {
    rgs_host host = rgs_host();
    host.head.size = static_cast<std::uint32_t>(sizeof host);
    host.head.abi = RGS_ABI;
    host.self = inside_.get();
    host.provides = provides;
    host.ranks = ranks;
    host.force_scale = force_scale;
    if (inside_->answer) host.eval = call;
    rgs_stepper *made = nullptr;
    checked(rgs_stepper_create(inside_->moved.get(), inside_->used.get(), &host, &made, report()),
            false);
    inside_->handle = std::shared_ptr<rgs_stepper>(made, rgs_stepper_destroy);
    inside_->moved.carry(describe().carry);
  }

  static int call(void *self, rgs_eval *request, const rgs_view *) {
    inside *in = static_cast<inside *>(self);
    try {
      in->answer(*request);
      return 0;
    } catch (...) { /* must not unwind into C */
      in->thrown = std::current_exception();
      return 1;
    }
  }
  rgs_error *report() const noexcept { return &inside_->report.error; }
  rgs_status checked(rgs_status status, bool may_throw) const {
    if (may_throw && status == RGS_E_HOST && inside_->thrown) {
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
  std::int64_t bad = -1;
  const rgs_status status = rgs_free_flow(rotor.c_str(), n, h, inertia, l, q, &bad);
  if (status >= 0) return;
  inner::report report;
  report.check(rgs_free_flow_check(rotor.c_str(), n, h, inertia, l, q, &report.error));
  throw refused(rgs_status_text(status), status, bad);
}

} // namespace rigidstep
#endif /* RIGIDSTEP_HPP */
