/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/molecules.h"
#include "api/RigidMoleculeForce.h"
#include "bodies/angles.h"
#include "bodies/words.h"
#include <openmm/CMAPTorsionForce.h>
#include <openmm/CustomBondForce.h>
#include <openmm/CustomTorsionForce.h>
#include <openmm/HarmonicBondForce.h>
#include <openmm/PeriodicTorsionForce.h>
#include <openmm/RBTorsionForce.h>
#include <openmm/System.h>
#include <openmm/VirtualSite.h>
#include <openmm/internal/ContextImpl.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using OpenMM::System;
using std::vector;

namespace RigidstepPlugin {

/* ---- terms ------------------------------------------------------------------------------------- */
/* Particles that are bound to each particle. */
using Links = vector<std::set<int>>;

static void refuseUnknown(int particle, int n) {
  if (particle < 0 || particle >= n)
    refuse("a bond, a virtual site or a RigidMoleculeForce names particle ", particle,
           ", but the System has particles 0 to ", n - 1);
}

static void bind(Links &links, int i, int j) {
  for (int particle : { i, j }) refuseUnknown(particle, static_cast<int>(links.size()));
  if (i == j) return;
  links[i].insert(j);
  links[j].insert(i);
}

static Links constraintsOf(const System &system) {
  Links links(system.getNumParticles());
  for (int c = 0; c < system.getNumConstraints(); c++) {
    int i, j;
    double distance;
    system.getConstraintParameters(c, i, j, distance);
    bind(links, i, j);
  }
  for (int f = 0; f < system.getNumForces(); f++)
    if (const auto *own = dynamic_cast<const RigidMoleculeForce *>(&system.getForce(f)))
      for (int b = 0; b < own->getNumBodies(); b++) {
        const vector<int> &body = own->getBody(b); /* distances to three particles fix the others */
        for (int i : body)
          for (size_t k = 0; k < 3 && k < body.size(); k++) bind(links, i, body[k]);
      }
  return links;
}

template <class T> static void bindBonds(const T &bonds, Links &links) {
  for (int b = 0; b < bonds.getNumBonds(); b++) {
    int i, j;
    double number;
    bonds.getBondParameters(b, i, j, number, number);
    bind(links, i, j);
  }
}

/* Constraints, and bonds of forces. */
static Links bondsOf(const System &system) {
  Links links = constraintsOf(system);
  for (int f = 0; f < system.getNumForces(); f++) {
    const OpenMM::Force &force = system.getForce(f);
    if (const auto *bonds = dynamic_cast<const OpenMM::HarmonicBondForce *>(&force))
      bindBonds(*bonds, links);
    if (const auto *bonds = dynamic_cast<const OpenMM::CustomBondForce *>(&force))
      for (int b = 0; b < bonds->getNumBonds(); b++) {
        int i, j;
        vector<double> parameters;
        bonds->getBondParameters(b, i, j, parameters);
        bind(links, i, j);
      }
  }
  return links;
}

/* Work(particles) for each torsion that has a force. */
static void overTorsions(const System &system,
                         const std::function<void(const vector<int> &)> &use) {
  const auto work = [&](const vector<int> &of) {
    for (int i : of)
      if (i < 0 || i >= system.getNumParticles())
        refuse("a torsion names particle ", i, ", but the System has particles 0 to ",
               system.getNumParticles() - 1);
    use(of);
  };
  for (int f = 0; f < system.getNumForces(); f++) {
    const OpenMM::Force &force = system.getForce(f);
    int i, j, k, l, number, m[4];
    double a, b, c[6];
    if (const auto *its = dynamic_cast<const OpenMM::PeriodicTorsionForce *>(&force))
      for (int t = 0; t < its->getNumTorsions(); t++) {
        its->getTorsionParameters(t, i, j, k, l, number, a, b);
        if (b != 0) work({ i, j, k, l });
      }
    if (const auto *its = dynamic_cast<const OpenMM::RBTorsionForce *>(&force))
      for (int t = 0; t < its->getNumTorsions(); t++) {
        its->getTorsionParameters(t, i, j, k, l, c[0], c[1], c[2], c[3], c[4], c[5]);
        if (std::any_of(c + 1, c + 6, [](double one) { return one != 0; })) work({ i, j, k, l });
      }
    if (const auto *its = dynamic_cast<const OpenMM::CustomTorsionForce *>(&force))
      for (int t = 0; t < its->getNumTorsions(); t++) {
        vector<double> parameters;
        its->getTorsionParameters(t, i, j, k, l, parameters);
        work({ i, j, k, l });
      }
    if (const auto *its = dynamic_cast<const OpenMM::CMAPTorsionForce *>(&force))
      for (int t = 0; t < its->getNumTorsions(); t++) {
        its->getTorsionParameters(t, number, i, j, k, l, m[0], m[1], m[2], m[3]);
        work({ i, j, k, l, m[0], m[1], m[2], m[3] });
      }
  }
}

static vector<vector<int>> heldBy(const Links &links, vector<int> &moleculeOf) {
  vector<vector<int>> bonded;
  for (const std::set<int> &its : links) bonded.emplace_back(its.begin(), its.end());
  const int n = static_cast<int>(links.size());
  const vector<vector<int>> molecules = OpenMM::ContextImpl::findMolecules(n, bonded);
  moleculeOf.resize(links.size());
  for (size_t m = 0; m < molecules.size(); m++)
    for (int i : molecules[m]) moleculeOf[i] = static_cast<int>(m);
  return molecules;
}

vector<vector<int>> moleculesOf(const System &system) {
  Links links = bondsOf(system);
  vector<int> moleculeOf;
  for (;;) { /* again, for sites of sites */
    const vector<vector<int>> molecules = heldBy(links, moleculeOf);
    bool joined = false;
    for (int site = 0; site < system.getNumParticles(); site++) {
      if (!system.isVirtualSite(site) || !links[site].empty()) continue;
      const OpenMM::VirtualSite &its = system.getVirtualSite(site);
      std::set<int> of;
      for (int k = 0; k < its.getNumParticles(); k++) {
        refuseUnknown(its.getParticle(k), system.getNumParticles());
        of.insert(moleculeOf[its.getParticle(k)]);
      }
      if (of.size() != 1) continue;
      bind(links, site, its.getParticle(0));
      joined |= !links[site].empty(); /* not of a site of itself */
    }
    if (!joined) return molecules;
  }
}

/* ---- rigid by constraints ---------------------------------------------------------------------- */
/* Three particles with all distances are rigid, and so is what has three distances to what is rigid. */
static size_t grow(const vector<int> &from, const Links &tied, const vector<int> &all) {
  std::set<int> rigid(from.begin(), from.end());
  for (bool grew = true; grew;) {
    grew = false;
    for (int i : all) {
      if (rigid.count(i) > 0) continue;
      int known = 0;
      for (int j : tied[i]) known += static_cast<int>(rigid.count(j));
      if (known < 3) continue;
      rigid.insert(i);
      grew = true;
    }
  }
  return rigid.size();
}

static bool isFixed(const System &system, const Links &tied, const vector<int> &molecule) {
  vector<int> massive;
  size_t ties = 0;
  for (int i : molecule)
    if (!system.isVirtualSite(i)) {
      massive.push_back(i);
      ties += tied[i].size();
    }
  const size_t n = massive.size();
  if (n < 3) return n < 2 || ties > 0;
  if (ties / 2 < 3 * n - 6) return false;
  for (int i : massive)
    for (int j : tied[i])
      for (int k : tied[j])
        if (i < j && j < k && tied[i].count(k) > 0 && grow({ i, j, k }, tied, massive) == n)
          return true;
  return false;
}

/* ---- rigid by what is missing ------------------------------------------------------------------ */
/* Whether something turns about the bond between j and k: i at j and l at k, both off its line. */
static bool turns(const Links &bonds, const std::set<vector<int>> &straight, int j, int k) {
  const auto sideways = [&](int at, int other, int except) {
    for (int i : bonds[at])
      if (i != other && i != except &&
          straight.count({ std::min(i, other), at, std::max(i, other) }) == 0)
        return true;
    return false;
  };
  for (int i : bonds[j])
    if (i != k && straight.count({ std::min(i, k), j, std::max(i, k) }) == 0 && sideways(k, j, i))
      return true;
  return false;
}

/* Angles of 180 degrees: {lower end, middle, higher end}. */
static std::set<vector<int>> straightAngles(const System &system) {
  std::set<vector<int>> straight;
  overAngles(system, [&](int i, int j, int k, double angle, double) {
    if (std::fabs(angle - M_PI) < 1e-3) straight.insert({ std::min(i, k), j, std::max(i, k) });
  });
  return straight;
}

/* ---- the choice -------------------------------------------------------------------------------- */
Choice::Choice(const System &system, bool all) {
  const Links tied = constraintsOf(system), bonds = bondsOf(system);
  const std::set<vector<int>> straight = straightAngles(system);
  const vector<vector<int>> molecules = moleculesOf(system);
  vector<bool> hasTorsion(system.getNumParticles(), false);
  overTorsions(system, [&](const vector<int> &of) { hasTorsion[of[0]] = true; });
  /* Molecules of one size that were treated alike for one reason: how many, and the first particle. */
  struct Group {
    int molecules, particle;
  };
  std::map<std::pair<std::string, size_t>, Group> found[2];
  int singles = 0;
  for (const vector<int> &molecule : molecules) {
    int moving = 0, frozen = 0;
    bool torsion = false, turn = false;
    for (int i : molecule) {
      const bool isSite = system.isVirtualSite(i);
      moving += !isSite && system.getParticleMass(i) > 0;
      frozen += !isSite && system.getParticleMass(i) == 0;
      torsion |= hasTorsion[i];
    }
    if (molecule.size() < 2) {
      singles++;
      continue;
    }
    const bool fixed = moving > 0 && frozen == 0 && isFixed(system, tied, molecule);
    for (size_t s = 0; s < molecule.size() && !fixed && !torsion && !turn; s++)
      for (int other : bonds[molecule[s]]) turn |= turns(bonds, straight, molecule[s], other);
    const char *const reason = moving == 0 ? "of mass 0"
                               : all       ? "as asked"
                               : fixed     ? "constraints fix their distances"
                               : torsion   ? "with torsions"
                               : turn      ? "with bonds that turn"
                               : frozen    ? "with particles of mass 0"
                                           : "no torsion, no bond that turns";
    const bool isRigid = moving > 0 && (all || fixed || (!torsion && !turn && frozen == 0));
    if (isRigid) rigid.push_back(molecule);
    found[isRigid ? 0 : 1]
        .insert({ { reason, molecule.size() }, { 0, molecule[0] } })
        .first->second.molecules++;
  }
  std::ostringstream line;
  for (int flexible = 0; flexible < 2; flexible++) {
    line << (flexible ? "; flexible: " : "rigid: ");
    const char *comma = "";
    for (const auto &one : found[flexible]) {
      const Group &group = one.second;
      line << comma << group.molecules << (group.molecules == 1 ? " molecule" : " molecules")
           << " of " << one.first.second << " particles (" << one.first.first << "; first particle "
           << group.particle << ")";
      comma = ", ";
    }
    if (flexible && singles > 0)
      line << comma << singles << (singles == 1 ? " single particle" : " single particles");
    else if (*comma == 0)
      line << "none";
  }
  text = line.str();
}

FrozenTorsions::FrozenTorsions(const System &system, const vector<vector<int>> &all)
    : bodies(0), first(-1), torsions(0) {
  vector<int> bodyOf(system.getNumParticles(), -1), count(all.size(), 0);
  for (size_t b = 0; b < all.size(); b++)
    for (int i : all[b]) bodyOf[i] = static_cast<int>(b);
  overTorsions(system, [&](const vector<int> &of) {
    const int body = bodyOf[of[0]];
    if (body >= 0 && std::all_of(of.begin(), of.end(), [&](int i) { return bodyOf[i] == body; }))
      count[body]++;
  });
  const Links tied = constraintsOf(system);
  for (size_t b = 0; b < all.size(); b++) {
    if (count[b] == 0 || isFixed(system, tied, all[b])) continue;
    bodies++;
    if (first >= 0) continue;
    first = static_cast<int>(b);
    torsions = count[b];
  }
}

} // namespace RigidstepPlugin
