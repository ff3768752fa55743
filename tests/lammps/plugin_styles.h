/* SPDX-License-Identifier: GPL-2.0-only
 *
 * plugin_styles.h - registers styles of LAMMPS' own that a plugin of the tests is compiled from.
 */
#pragma once
#include "lammpsplugin.h"

#include "version.h"

using namespace LAMMPS_NS;

static lammpsplugin_t plugin;
static lammpsplugin_regfunc tell;
static void *lammps;

/* What lammpsplugin_init() does first. */
static void begin_plugin(void *lmp, void *handle, void *regfunc, const char *info) {
  plugin.version = LAMMPS_VERSION;
  plugin.info = info;
  plugin.author = "the LAMMPS developers";
  plugin.handle = handle;
  tell = reinterpret_cast<lammpsplugin_regfunc>(regfunc);
  lammps = lmp;
}

template <class Style> static Fix *create_fix(LAMMPS *lmp, int narg, char **arg) {
  return new Style(lmp, narg, arg);
}

template <class Style> static void add_fix(const char *name) {
  plugin.style = "fix";
  plugin.name = name;
  plugin.creator.v2 = reinterpret_cast<lammpsplugin_factory2 *>(&create_fix<Style>);
  tell(&plugin, lammps);
}

/* Pair styles and commands: Kind is their class, of which `style` is the name. */
template <class Kind, class Style> static Kind *create(LAMMPS *lmp) { return new Style(lmp); }

template <class Kind, class Style> static void add(const char *style, const char *name) {
  plugin.style = style;
  plugin.name = name;
  plugin.creator.v1 = reinterpret_cast<lammpsplugin_factory1 *>(&create<Kind, Style>);
  tell(&plugin, lammps);
}
