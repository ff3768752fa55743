/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rods.cu - the kernels of rods.h for CUDA and HIP: one thread is a rod or a cell.  They are put into the
 * stepper's queue, and nothing is copied or waited for.
 */
#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#define CUDA(name) hip##name
typedef hipStream_t cudaStream_t;
#else
#include <cuda_runtime.h>
#define CUDA(name) cuda##name
#endif
#include "rods.h"

enum { THREADS = 128 };
static unsigned blocks(int64_t n) { return (unsigned)((n + THREADS - 1) / THREADS); }
__device__ static int64_t number(void) { return (int64_t)blockIdx.x * THREADS + threadIdx.x; }

__global__ void fill(const rods_scene s) {
  const int32_t i = (int32_t)number();
  double x[3];
  if (i >= s.box.n) return;
  rods_get(s.rods, s.box.n, i, 3, x);
  const int32_t cell = rods_cell_at(&s.box, x);
  rods_enter(&s, i, cell, atomicAdd(&s.count[cell], 1));
}

__global__ void sort(const rods_scene s) {
  if (number() < rods_all_cells(&s.box)) rods_sort(&s, number());
}

__global__ void act(const rods_scene s) {
  if (number() < s.box.n) rods_act(&s, (int32_t)number());
}

extern "C" const char *rods_launch(const rods_scene *scene, void *queue) {
  const cudaStream_t stream = (cudaStream_t)queue;
  const int64_t cells = rods_all_cells(&scene->box);
  const unsigned of_rods = blocks(scene->box.n);
  (void)CUDA(MemsetAsync)(scene->count, 0, (size_t)cells * sizeof *scene->count, stream);
  fill<<<of_rods, THREADS, 0, stream>>>(*scene);
  sort<<<blocks(cells), THREADS, 0, stream>>>(*scene);
  act<<<of_rods, THREADS, 0, stream>>>(*scene);
  const auto error = CUDA(GetLastError)();
  return error == CUDA(Success) ? nullptr : CUDA(GetErrorString)(error);
}
