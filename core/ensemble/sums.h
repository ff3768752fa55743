/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sums.h - sums over the bodies of all ranks, which the host adds up.
 *
 * A stage that wants them puts this rank's numbers into kept.local_sum, asks for them, and is called again
 * with kept.phase = 1.  So a save between the two holds all that is needed.  How many requests there
 * are depends on the method alone, never on bodies or sums, because all ranks make the same requests.
 */
#pragma once
#include "base/columns.h"
#include "ensemble/ensemble.h"

/* In a thermostat's sums: its degrees of freedom of translation and rotation, behind eight of
 * rgs_thermostat_sums. */
enum { RGS_AT_FREEDOM = 8 };

/* What every request for sums ends with. */
enum {
  RGS_MARK_BROKEN, /* on how many ranks momenta are not finite */
  RGS_MARK_PLANAR, /* on how many ranks the bodies move in a plane */
  RGS_MARK_RANKS,  /* how many ranks there are */
  RGS_SUM_MARKS
};

/* Asks for the sums of n numbers: those that are in ensemble.local_sum, and the marks, which this appends.
 * RGS_OK: the sums are in e->sum already, because there is one rank. */
rgs_status rgs_sums_ask(rgs_ensemble *e, uint32_t n, rgs_error *error);
/* The host has answered.  All ranks have the same sums, so all refuse alike. */
rgs_status rgs_sums_check(rgs_ensemble *e, rgs_error *error);
/* Is the virial finite in the sums that the host gave back?  True where the virial is no part of the sums. */
bool rgs_sums_have_virial(const rgs_ensemble *e);

/* Puts the sums that a thermostat wants on the list of jobs.  take: the next function, or one that calls it;
 * the ensemble is what they go to. */
void rgs_sums_add_kinetic(rgs_ensemble *e, rgs_take_sums *take);
void rgs_sums_take_kinetic(void *to, const double *sums, int n_sums);

/* Each does what is on the list of jobs as far as the sums need it, and may fail by that.
 *
 * Fills ensemble.local_sum with what a thermostat that scales wants: kinetic energies along x, y, z and of
 * rotation, momentum, mass and degrees of freedom of the thermostatted bodies. */
rgs_status rgs_sums_of_thermostat(rgs_ensemble *e, rgs_error *error);
/* The same with what a barostat wants: the virial xx, yy, zz, and of one that shears xy, xz, yz; as many
 * kinetic energies (0 unless `kinetic`); degrees of freedom. */
rgs_status rgs_sums_of_barostat(rgs_ensemble *e, bool kinetic, rgs_error *error);
/* Its two halves: puts the sums on the list of jobs; fills in the rest once they are there. */
void rgs_sums_add_barostat(rgs_ensemble *e, bool kinetic);
void rgs_sums_end_barostat(rgs_ensemble *e);
/* Puts this rank's virial into ensemble.local_sum once more. */
void rgs_sums_put_virial(rgs_ensemble *e);
/* Takes what was asked for from the sums, and the degrees of freedom. */
void rgs_sums_take_barostat(rgs_ensemble *e, bool virial, bool kinetic, double *freedom);

/* Degrees of freedom of the rank's own thermostatted bodies, or of all its own. */
void rgs_sums_freedom(rgs_ensemble *e, bool thermostatted_only, double freedom[2]);

/* A rank's share of an energy of the system: the factor that the energy is multiplied by. */
double rgs_sums_rank_share(const rgs_ensemble *e);
