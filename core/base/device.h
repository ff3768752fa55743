/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device.h - what a device supplies: memory, copies, a queue, and the jobs that the stepper gives it.
 *
 * A device is a file rigidstep_device_NAME.so with one function, rgs_device_functions_of, that returns the
 * table below.  The stepper decides on the host what is to be done, and the device does it to all bodies in
 * the order in which it was asked.  A call of the table returns at once unless its comment says that it
 * waits.
 */
#pragma once
#include <rigidstep/bodies.h>

/* ---- jobs ------------------------------------------------------------------------------------ */
enum { /* what is done to each body alone */
       RGS_JOB_KICK,
       RGS_JOB_GRADIENT, /* a kick by the derivatives of the forces, or by the slow forces */
       RGS_JOB_ROTATE,
       RGS_JOB_DISPLACE,
       RGS_JOB_BATCH, /* what a thermostat or a barostat does; sums over bodies */
       RGS_JOB_KEEP,  /* f and tau are copied to gf and gtau (rgs_gradient_columns) */
       /* Of devices alone. */
       RGS_JOB_CHECK,          /* are force and torque finite? */
       RGS_JOB_CHECK_GRADIENT, /* the same of gf and gtau */
       RGS_JOB_PUT_BACK_Q      /* the orientations that a job with RGS_JOB_KEEPS_Q has kept */
};
enum { RGS_MOST_JOBS = 12, RGS_MOST_SUMS_OF_JOBS = 32 };

enum {                              /* flags of a job */
       RGS_JOB_CHECKS = 1u << 0,    /* a kick on a device: only if the force is finite */
       RGS_JOB_KEEPS_Q = 1u << 1,   /* a rotation that may fail: q is kept in `room` first */
       RGS_JOB_OF_SYSTEM = 1u << 2, /* in a batch each system has constants of its own */
       RGS_JOB_MAY_FAIL = 1u << 3 /* numbers that are not finite are a fault; else the sums tell */
};

#define RGS_STEP_DOUBLES 18 /* so much room have the constants of RGS_JOB_BATCH */
/* What is to be done to each body. */
typedef struct rgs_job {
  int32_t kind, kernel; /* RGS_JOB_*; of RGS_JOB_BATCH: RGS_KERNEL_* (builtin_thermostats.h) */
  uint32_t flags;
  int32_t n_sums;
  double by;                     /* the time; of a kick, of forces */
  double step[RGS_STEP_DOUBLES]; /* of a kick: the time of torques, first */
} rgs_job;

/* ---- systems of a batch (jobs/systems.h) --------------------------------------------------------- */
typedef struct rgs_piece {
  int64_t first, system; /* its first body; the number of its system in the batch */
} rgs_piece;

/* The constants of a job for one system. */
typedef struct rgs_own_job {
  double by;
  double step[RGS_STEP_DOUBLES];
} rgs_own_job;

typedef struct rgs_device_systems {
  int64_t n, n_blocks;
  const rgs_piece *piece; /* null: no job of the list has RGS_JOB_OF_SYSTEM */
  const int64_t *block;   /* the first piece of each, and one number more */
  const int64_t *first;   /* the first body of each system, and one number more */
  rgs_own_job *jobs;      /* of all systems, job by job */
  double *sums;           /* of pieces, for batch_sums */
} rgs_device_systems;

/* Which numbers of a body a list reads or writes. */
enum {
  RGS_USES_X = 1u << 0,
  RGS_USES_P = 1u << 1,
  RGS_USES_Q = 1u << 2,
  RGS_USES_L = 1u << 3,
  RGS_USES_F = 1u << 4,        /* and tau */
  RGS_USES_GRADIENT = 1u << 5, /* gf and gtau */
  RGS_USES_MASS = 1u << 6,
  RGS_USES_INERTIA = 1u << 7,
  RGS_USES_CHOSEN = 1u << 8,
  RGS_USES_MASS_OF_P = 1u << 9, /* the mass, if the view has momenta .. */
  RGS_USES_MASS_OF_V = 1u << 10 /* .. or if it has velocities */
};

/* A list of jobs, all addresses on the device.  A kernel gets it as its argument. */
typedef struct rgs_device_list {
  int64_t n, own; /* bodies; those that count in sums */
  rgs_column x, p, q, l, mass, inertia, f, tau, gf, gtau, chosen;
  const int64_t *tag;
  const double *prepared; /* constants of the rotor */
  double *room;           /* 4 doubles a body, for rotors that may fail */
  double *batch_sums;     /* n_sums for each 64 bodies, or for each piece of the systems */
  double *total;          /* n_sums: over all batches, in their order */
  uint64_t *fault;        /* see below */
  uint64_t sequence;      /* number of this list */
  uint32_t flags;         /* of the view */
  uint32_t reads, writes; /* RGS_USES_* */
  int32_t rotor;          /* RGS_ROTOR_* (rotors.h) */
  int32_t prepared_each;  /* doubles of a body */
  int32_t n_jobs, n_sums;
  int32_t is_dry; /* runs in spite of a fault, to put back what was kept */
  int64_t rotor_params[2];
  rgs_device_systems systems;
  rgs_job jobs[RGS_MOST_JOBS];
} rgs_device_list;

/* A fault is the least of the numbers that bodies report: first the list, then the job, the body, and what
 * was wrong with it.  Lists after it do nothing, so the bodies stay as they were there. */
#define RGS_NO_FAULT UINT64_MAX
enum { RGS_FAULT_WHAT = 3, RGS_FAULT_BODY = 36, RGS_FAULT_JOB = 4 }; /* bits */
#define RGS_FAULT_AT_JOB (RGS_FAULT_WHAT + RGS_FAULT_BODY)
#define RGS_FAULT_AT_LIST (RGS_FAULT_AT_JOB + RGS_FAULT_JOB)
enum { RGS_MOST_LISTS = 256 }; /* between two looks at the fault */

/* ---- sites ----------------------------------------------------------------------------------- */
/* Where the sites of bodies are (rgs_sites_place), or what forces on them mean for the bodies (.._gather). */
typedef struct rgs_device_sites {
  int64_t n, own; /* as above */
  int64_t *first; /* these four as in sites/blocks.h, on the device */
  struct rgs_site_block *block;
  int32_t *site;
  double *number;
  rgs_column x, p, q, l, f, tau; /* of bodies */
  rgs_column site_x, site_v, force;
  double *batch_sums; /* of gather, where the host wants them: nine for each 64 bodies */
  uint32_t flags;
  int32_t gathers, wants_x, wants_v, wants_sums;
} rgs_device_sites;

/* ---- the table ------------------------------------------------------------------------------- */
#define RGS_DEVICE_VERSION 2u
#define RGS_DEVICE_SYMBOL "rgs_device_functions_of"
typedef struct rgs_device_functions {
  uint32_t version, list_size; /* RGS_DEVICE_VERSION, sizeof(rgs_device_list) */
  /* Opens device number `ordinal` with the host's queue `stream`, or with the default one.  Writes a sentence
   * to `why` and returns null where there is no such device. */
  void *(*open)(int64_t ordinal, void *stream, char *why, size_t room);
  void (*close)(void *queue);                   /* waits */
  void *(*allocate)(void *queue, size_t size);  /* zeroed; null: there is no memory */
  void (*release)(void *queue, void *memory);   /* waits */
  int (*has)(void *queue, const void *address); /* is it an address on this device? */
  /* n bodies of a column from packed numbers, body after body, which are copied before it returns; and to
   * them, where they are when somebody has waited. */
  void (*write)(void *queue, const rgs_column *to, int components, int64_t n, const void *from);
  void (*read)(void *queue, const rgs_column *from, int components, int64_t n, void *to);
  void (*copy)(void *queue, void *to, const void *from,
               size_t size); /* within it; from null: zeros */
  void (*run)(void *queue, const rgs_device_list *list);
  void (*sites)(void *queue, const rgs_device_sites *sites);
  /* Waits until all that was asked is done.  Returns null, or what has failed since it was asked last. */
  const char *(*wait)(void *queue);
} rgs_device_functions;
typedef const rgs_device_functions *rgs_device_functions_getter(void);
