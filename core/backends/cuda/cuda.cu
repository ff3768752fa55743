/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuda.cu - the device `cuda`: rigidstep_device_cuda.so.  Compiled by hipcc it is the device `hip`; neither
 * has run on a GPU.  What is done to a body is in kernel.h; here are threads, memory and the queue.
 *
 * One thread is one body, and a block of 64 threads is one batch of the sums.  Each rotor has a kernel of its
 * own, so that no other rotor takes registers from it.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#define CUDA(name) hip##name
#define cudaError_t hipError_t
#define cudaStream_t hipStream_t
#define __grid_constant__
typedef hipPointerAttribute_t cudaPointerAttributes;
#define IS_MANAGED(about) ((about).isManaged != 0)
#if HIP_VERSION_MAJOR < 6
#define IS_ON_DEVICE(about) ((about).memoryType == hipMemoryTypeDevice)
#else
#define IS_ON_DEVICE(about) ((about).type == hipMemoryTypeDevice)
#endif
#else
#include <cuda_runtime.h>
#define CUDA(name) cuda##name
#define IS_MANAGED(about) ((about).type == cudaMemoryTypeManaged)
#define IS_ON_DEVICE(about) ((about).type == cudaMemoryTypeDevice)
#endif
#include "backends/kernel_sites.h"

/* ---- kernels --------------------------------------------------------------------------------- */
/* NO_ROTOR: lists without a rotation.  KIND: RGS_DEVICE_PLAIN .. */
template <int ROTOR, int KIND>
__global__ void __launch_bounds__(RGS_DEVICE_BLOCK)
    do_list(const __grid_constant__ rgs_device_list list) {
  extern __shared__ double term[];
  const int thread = (int)threadIdx.x;
  if (rgs_device_stopped(&list, *list.fault)) return;
  const rgs_device_block block = rgs_device_block_of(&list, KIND, blockIdx.x);
  for (int k = 0; k < list.n_sums; k++) term[k * RGS_DEVICE_BLOCK + thread] = 0;
  const int64_t i = block.first + thread;
  if (i < block.end) {
    const uint64_t fault =
        rgs_device_do_body(&list, ROTOR, KIND, block, i, term + thread, RGS_DEVICE_BLOCK);
    if (fault != RGS_NO_FAULT)
      (void)atomicMin((unsigned long long *)list.fault, (unsigned long long)fault);
  }
  if (list.n_sums == 0) return;
  __syncthreads();
  rgs_device_sum_block(&list, KIND, block, term, thread);
}

__global__ void add_batches(const __grid_constant__ rgs_device_list list) {
  const int k = (int)threadIdx.x;
  if (!rgs_device_stopped(&list, *list.fault)) list.total[k] = rgs_device_total(&list, k);
}

__global__ void __launch_bounds__(RGS_DEVICE_BLOCK)
    do_sites(const __grid_constant__ rgs_device_sites sites) {
  __shared__ double sum[9 * RGS_DEVICE_BLOCK];
  const int thread = (int)threadIdx.x;
  const int64_t i = (int64_t)blockIdx.x * RGS_DEVICE_BLOCK + thread;
  for (int k = 0; k < 9; k++) sum[k * RGS_DEVICE_BLOCK + thread] = 0;
  if (i < sites.n) rgs_device_do_sites(&sites, i, sum + thread, RGS_DEVICE_BLOCK);
  if (!sites.wants_sums) return;
  __syncthreads();
  if (thread < 9)
    sites.batch_sums[(int64_t)blockIdx.x * 9 + thread] =
        rgs_device_sum_of_sites(sum + thread * RGS_DEVICE_BLOCK);
}

/* A column to packed numbers, or back. */
__global__ void pack(const rgs_column column, int components, int64_t n, uint64_t *packed,
                     int to_column) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n * components) return;
  uint64_t *there = (uint64_t *)&RGS_AT(column, at / components, at % components);
  if (to_column)
    *there = packed[at];
  else
    packed[at] = *there;
}

/* ---- the queue ------------------------------------------------------------------------------- */
typedef struct on_cuda {
  int ordinal;
  cudaStream_t stream;
  void *staging; /* packed numbers, on the device */
  size_t staging_size;
  cudaError_t error; /* the first since somebody waited */
} on_cuda;

static void note(on_cuda *c, cudaError_t error) {
  if (c->error == CUDA(Success)) c->error = error;
}
static void *enter(void *queue) { /* the host's thread may have chosen another device */
  on_cuda *c = (on_cuda *)queue;
  note(c, CUDA(SetDevice)(c->ordinal));
  return queue;
}

static void *open_queue(int64_t ordinal, void *stream, char *why, size_t room) {
  int devices = 0;
  const cudaError_t error = CUDA(GetDeviceCount)(&devices);
  if (error != CUDA(Success) || devices == 0) {
    snprintf(why, room, "no device is usable: %s",
             error != CUDA(Success) ? CUDA(GetErrorString)(error) : "the driver has none");
    return NULL;
  }
  if (ordinal >= devices) {
    snprintf(why, room, "the driver has %d; ordinals go from 0 to %d", devices, devices - 1);
    return NULL;
  }
  on_cuda *c = (on_cuda *)calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  c->ordinal = (int)ordinal;
  c->stream = (cudaStream_t)stream;
  (void)enter(c);
#if !defined __HIPCC__ && CUDART_VERSION >= 12080
  int of_stream = c->ordinal;
  if (stream != NULL && cudaStreamGetDevice(c->stream, &of_stream) == cudaSuccess &&
      of_stream != c->ordinal) {
    snprintf(why, room, "stream belongs to device %d; give a stream of this one, or ordinal %d",
             of_stream, of_stream);
    free(c);
    return NULL;
  }
#endif
  if (c->error == CUDA(Success)) return c;
  snprintf(why, room, "%s", CUDA(GetErrorString)(c->error));
  free(c);
  return NULL;
}

static const char *wait_for(void *queue) {
  on_cuda *c = (on_cuda *)enter(queue);
  note(c, CUDA(StreamSynchronize)(c->stream));
  const cudaError_t error = c->error;
  c->error = CUDA(Success);
  return error == CUDA(Success) ? NULL : CUDA(GetErrorString)(error);
}

static void close_queue(void *queue) {
  on_cuda *c = (on_cuda *)queue;
  (void)wait_for(queue);
  (void)CUDA(Free)(c->staging);
  free(c);
}

/* ---- memory ---------------------------------------------------------------------------------- */
static void *allocate(void *queue, size_t size) {
  on_cuda *c = (on_cuda *)enter(queue);
  void *memory = NULL;
  if (CUDA(Malloc)(&memory, size > 0 ? size : 8) != CUDA(Success)) {
    (void)CUDA(GetLastError)(); /* the caller says so */
    return NULL;
  }
  note(c, CUDA(MemsetAsync)(memory, 0, size, c->stream));
  return memory;
}

static void release(void *queue, void *memory) {
  on_cuda *c = (on_cuda *)enter(queue);
  note(c, CUDA(StreamSynchronize)(c->stream));
  note(c, CUDA(Free)(memory));
}

static int has(void *queue, const void *address) {
  const on_cuda *c = (const on_cuda *)enter(queue);
  cudaPointerAttributes about;
  if (CUDA(PointerGetAttributes)(&about, address) != CUDA(Success)) {
    (void)CUDA(GetLastError)();
    return 0;
  }
  return IS_MANAGED(about) || (IS_ON_DEVICE(about) && about.device == c->ordinal);
}

static uint64_t *staging(on_cuda *c, size_t size) {
  if (size <= c->staging_size) return (uint64_t *)c->staging;
  (void)CUDA(StreamSynchronize)(c->stream);
  (void)CUDA(Free)(c->staging);
  c->staging = NULL;
  note(c, CUDA(Malloc)(&c->staging, size));
  c->staging_size = c->staging != NULL ? size : 0;
  return (uint64_t *)c->staging;
}

/* Do the numbers lie one after the other? */
static int is_packed(const rgs_column *c, int components) {
  return c->body == components && (c->comp == 1 || components == 1);
}

static void pack_column(on_cuda *c, const rgs_column *column, int components, int64_t n,
                        uint64_t *packed, int to_column) {
  const int64_t blocks = (n * components + 255) / 256;
  pack<<<(unsigned)blocks, 256, 0, c->stream>>>(*column, components, n, packed, to_column);
  note(c, CUDA(GetLastError)());
}

static void write_column(void *queue, const rgs_column *to, int components, int64_t n,
                         const void *from) {
  on_cuda *c = (on_cuda *)enter(queue);
  const size_t size = (size_t)n * (size_t)components * sizeof(double);
  void *there = is_packed(to, components) ? (void *)to->data : staging(c, size);
  if (n == 0 || there == NULL) return;
  note(c, CUDA(MemcpyAsync)(there, from, size, CUDA(MemcpyHostToDevice), c->stream));
  if (there != to->data) pack_column(c, to, components, n, (uint64_t *)there, 1);
  note(c, CUDA(StreamSynchronize)(c->stream)); /* `from` and the staging are free again */
}

static void read_column(void *queue, const rgs_column *from, int components, int64_t n, void *to) {
  on_cuda *c = (on_cuda *)enter(queue);
  const size_t size = (size_t)n * (size_t)components * sizeof(double);
  void *there = is_packed(from, components) ? (void *)from->data : staging(c, size);
  if (n == 0 || there == NULL) return;
  if (there != from->data) pack_column(c, from, components, n, (uint64_t *)there, 0);
  note(c, CUDA(MemcpyAsync)(to, there, size, CUDA(MemcpyDeviceToHost), c->stream));
}

static void copy(void *queue, void *to, const void *from, size_t size) {
  on_cuda *c = (on_cuda *)enter(queue);
  note(c, from == NULL ? CUDA(MemsetAsync)(to, 0, size, c->stream)
                       : CUDA(MemcpyAsync)(to, from, size, CUDA(MemcpyDeviceToDevice), c->stream));
}

/* ---- lists ----------------------------------------------------------------------------------- */
static void run(void *queue, const rgs_device_list *list) {
  on_cuda *c = (on_cuda *)enter(queue);
  const int kind = rgs_device_kind_of_list(list);
  const unsigned blocks = (unsigned)rgs_device_blocks(list, kind);
  const size_t shared = (size_t)list->n_sums * RGS_DEVICE_BLOCK * sizeof(double);
  int rotor = RGS_NO_ROTOR;
  for (int k = 0; k < list->n_jobs; k++)
    if (list->jobs[k].kind == RGS_JOB_ROTATE) rotor = list->rotor;
#define RGS_LAUNCH_ON(number)                                                                      \
  case number:                                                                                     \
    if (kind == RGS_DEVICE_SYSTEMS)                                                                \
      do_list<number, 2><<<blocks, RGS_DEVICE_BLOCK, shared, c->stream>>>(*list);                  \
    else if (kind == RGS_DEVICE_BATCH)                                                             \
      do_list<number, 1><<<blocks, RGS_DEVICE_BLOCK, shared, c->stream>>>(*list);                  \
    else                                                                                           \
      do_list<number, 0><<<blocks, RGS_DEVICE_BLOCK, 0, c->stream>>>(*list);                       \
    break;
#define RGS_LAUNCH(name) RGS_LAUNCH_ON(RGS_ROTOR_##name)
  switch (rotor) { RGS_BUILTIN_ROTORS(RGS_LAUNCH, RGS_NOTHING) RGS_LAUNCH_ON(RGS_NO_ROTOR) }
  if (list->n_sums > 0 && kind == RGS_DEVICE_BATCH)
    add_batches<<<1, (unsigned)list->n_sums, 0, c->stream>>>(*list);
  note(c, CUDA(GetLastError)());
}

static void run_sites(void *queue, const rgs_device_sites *sites) {
  on_cuda *c = (on_cuda *)enter(queue);
  const unsigned blocks = (unsigned)((sites->n + RGS_DEVICE_BLOCK - 1) / RGS_DEVICE_BLOCK);
  do_sites<<<blocks, RGS_DEVICE_BLOCK, 0, c->stream>>>(*sites);
  note(c, CUDA(GetLastError)());
}

extern "C" __attribute__((visibility("default"))) const rgs_device_functions *
rgs_device_functions_of(void) {
  static const rgs_device_functions functions = {
    RGS_DEVICE_VERSION, sizeof(rgs_device_list), open_queue,  close_queue, allocate, release,
    has,                write_column,            read_column, copy,        run,      run_sites,
    wait_for
  };
  return &functions;
}
