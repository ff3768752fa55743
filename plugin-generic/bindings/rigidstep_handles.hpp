/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep_handles.hpp - the part of rigidstep.hpp that comes before a stepper: errors, columns,
 * contexts, bodies and methods.  Include rigidstep.hpp, which says how they are used.
 */
#ifndef RIGIDSTEP_HANDLES_HPP
#define RIGIDSTEP_HANDLES_HPP
#include "rigidstep_threads.hpp"
#include <rigidstep/rigidstep.h>

#include <array>
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
#ifdef RIGIDSTEP_DRAFT_H /* include rigidstep/draft.h first */
  /* The draft methods, such as respa and strang_momentum, from now on. */
  void allow_drafts() const {
    inner::report report;
    report.check(rgs_draft_allow(get(), RGS_DRAFT_ABI, &report.error));
  }
#endif
  /* kind: RGS_KIND_ROTOR to RGS_KIND_BAROSTAT.  The pointers are valid as long as the context
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

namespace inner {
/* What destroys a handle holds its context, which outlives it also where another one is assigned. */
template <typename Handle>
std::shared_ptr<Handle> owned(const context &of, Handle *made, void (*destroy)(Handle *)) {
  return std::shared_ptr<Handle>(made, [of, destroy](Handle *handle) { destroy(handle); });
}
} // namespace inner

class bodies {
public:
  explicit bodies(const context &of, std::int64_t capacity = 0)
      : inside_(std::make_shared<inside>()) {
    inner::report report;
    rgs_bodies *made = nullptr;
    report.check(rgs_bodies_create(of.get(), capacity, &made, &report.error));
    inside_->handle = inner::owned(of, made, rgs_bodies_destroy);
  }
  bodies(const context &of, const rgs_view &view) : bodies(of, view.n) { bind(view); }
  /* The arrays stay yours; they must stay in place until the next bind. */
  void bind(const rgs_view &view) {
    inner::report report;
    report.check(rgs_bodies_reserve(get(), view.n, &report.error));
    report.check(rgs_bodies_bind(get(), &view, &report.error));
  }
#ifdef RIGIDSTEP_DRAFT_H
  /* Wheels inside of the n bodies; column: null for none (rgs_draft_bodies_wheels). */
  void wheels(std::int64_t n, const rgs_column *column) {
    inner::report report;
    report.check(rgs_draft_bodies_wheels(get(), n, column, &report.error));
  }
#endif
  /* Steppers that are made for these bodies from now on share out their work: share_out(threads(4)),
   * or an executor that uses threads of yours.  The results are the same bits. */
  void share_out(executor to) { inside_->shared = std::move(to); }
  const executor &shared() const noexcept { return inside_->shared; }
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
    executor shared;
    std::shared_ptr<rgs_bodies> handle;
  };
  std::shared_ptr<inside> inside_;
};

/* Of a part of a method; or `ends`, 1: its thermostat acts at both ends of a step, 0: in the middle; or 1 for
 * an output that costs something (RGS_WANTS_*): `conserved`, `refined`, `shadow`. */
struct parameter {
  std::string key;
  double value;
};

class method {
public:
  method(const context &of, const std::string &rotor, const std::string &scheme,
         std::initializer_list<parameter> parameters = {})
      : method(of, rotor.c_str(), scheme.c_str(), nullptr, parameters) {}
  /* With a thermostat, a barostat or both; an empty name stands for none. */
  static method ensemble(const context &of, const std::string &rotor, const std::string &scheme,
                         const std::string &thermostat, const std::string &barostat,
                         std::initializer_list<parameter> parameters) {
    return method(of, rotor.c_str(), scheme.c_str(), nullptr, parameters,
                  thermostat.empty() ? nullptr : thermostat.c_str(),
                  barostat.empty() ? nullptr : barostat.c_str());
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
  /* A step is a trial: the draft thermostat metropolis. */
  bool makes_trials() const noexcept { return makes_trials_; }

private:
  bool makes_trials_ = false;
  method(const context &of, const char *rotor, const char *scheme, const char *integrator,
         std::initializer_list<parameter> parameters, const char *thermostat = nullptr,
         const char *barostat = nullptr) {
    std::vector<rgs_param> params;
    inner::report report;
    rgs_method *made = nullptr;
    rgs_method_spec spec = RGS_METHOD_SPEC_INIT;
    for (const parameter &p : parameters)
      if (!is_wish(spec, p)) params.push_back(rgs_param{ p.key.c_str(), nullptr, p.value, 0, 0 });
    spec.rotor = rotor;
    spec.scheme = scheme;
    spec.integrator = integrator;
    spec.thermostat = thermostat;
    spec.barostat = barostat;
    makes_trials_ = thermostat != nullptr && std::string(thermostat) == "metropolis";
    spec.params = params.empty() ? nullptr : params.data();
    spec.n_params = static_cast<std::uint32_t>(params.size());
    spec.param_size = static_cast<std::uint32_t>(sizeof(rgs_param));
    report.check(rgs_method_create(of.get(), &spec, &made, &report.error));
    handle_ = inner::owned(of, made, rgs_method_destroy);
  }
  static bool is_wish(rgs_method_spec &spec, const parameter &p) {
    static const char *const keys[] = { "conserved", "refined", "shadow", "ends" };
    std::uint32_t k = 0;
    while (k < 4 && p.key != keys[k]) ++k;
    if (k == 4) return false;
    if (p.value != 0 && p.value != 1) {
      std::string value = std::to_string(p.value);
      value.erase(value.find_last_not_of('0') + 1);
      if (value.back() == '.') value.pop_back();
      throw refused(("parameter '" + p.key + "' is " + value + "; allowed 0 or 1").c_str(),
                    RGS_E_PARAM, -1);
    }
    if (k < 3)
      spec.wants |= static_cast<std::uint32_t>(p.value) << k; /* RGS_WANTS_*, bit by bit */
    else
      spec.placement = p.value == 1 ? RGS_PLACEMENT_OBABO : RGS_PLACEMENT_BAOAB;
    return true;
  }
  std::shared_ptr<rgs_method> handle_;
};

} // namespace rigidstep
#endif /* RIGIDSTEP_HANDLES_HPP */
