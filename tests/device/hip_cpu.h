/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hip_cpu.h - what HIP-CPU lacks of the calls of core/backends/cuda/cuda.cu; hip_cpu.sh puts it before that file.
 */
#pragma once
#include <cstring>
#include <hip/hip_runtime.h>
#include <map>
#include <mutex>

/* Addresses of the device, with their ends. */
inline std::mutex hip_cpu_lock;
inline std::map<const char *, const char *> hip_cpu_memory;

/* More than this is no memory of the device. */
inline hipError_t hip_cpu_malloc(void **memory, std::size_t size) {
  *memory =
      size < (std::size_t{ 1 } << 32) ? std::aligned_alloc(64, (size + 63) / 64 * 64) : nullptr;
  if (*memory == nullptr) return hipErrorMemoryAllocation;
  std::memset(*memory, 0xff, size); /* whoever reads before he writes gets nan */
  const std::lock_guard<std::mutex> held(hip_cpu_lock);
  hip_cpu_memory[(const char *)*memory] = (const char *)*memory + size;
  return hipSuccess;
}
inline hipError_t hip_cpu_free(void *memory) {
  const std::lock_guard<std::mutex> held(hip_cpu_lock);
  if (memory != nullptr && hip_cpu_memory.erase((const char *)memory) == 0)
    return hipErrorInvalidDevicePointer;
  std::free(memory);
  return hipSuccess;
}
#define hipMalloc(memory, size) hip_cpu_malloc((void **)(memory), size)
#define hipFree hip_cpu_free

struct hipPointerAttribute_t {
  int memoryType, device, isManaged;
};
enum { hipMemoryTypeDevice = 1 };
inline hipError_t hipPointerGetAttributes(hipPointerAttribute_t *about, const void *address) {
  const std::lock_guard<std::mutex> held(hip_cpu_lock);
  const auto after = hip_cpu_memory.upper_bound((const char *)address);
  if (after == hip_cpu_memory.begin() || address >= std::prev(after)->second)
    return hipErrorInvalidValue;
  *about = hipPointerAttribute_t{ hipMemoryTypeDevice, 0, 0 };
  return hipSuccess;
}

inline hipError_t hipMemsetAsync(void *to, int value, std::size_t size, hipStream_t stream) {
  if (stream == nullptr) stream = hip::detail::Runtime::null_stream();
  stream->enqueue(hip::detail::Task{ [=](auto &&) { std::memset(to, value, size); } });
  return hipSuccess;
}

/* ---- for hip_cpu_run.c ---------------------------------------------------------------------------- */
#define HIP_CPU_SHOWN extern "C" __attribute__((visibility("default")))
HIP_CPU_SHOWN void *hip_cpu_stream(void) {
  hipStream_t stream = nullptr;
  return hipStreamCreate(&stream) == hipSuccess ? stream : nullptr;
}
HIP_CPU_SHOWN std::size_t hip_cpu_arrays(void) {
  const std::lock_guard<std::mutex> held(hip_cpu_lock);
  return hip_cpu_memory.size();
}
/* This many copies from now one fails; 0: none. */
HIP_CPU_SHOWN int hip_cpu_fails_in;
int hip_cpu_fails_in = 0;
inline hipError_t hip_cpu_copy(void *to, const void *from, std::size_t size, hipMemcpyKind kind,
                               hipStream_t stream) {
  if (hip_cpu_fails_in > 0 && --hip_cpu_fails_in == 0) return hipErrorInvalidValue;
  return hipMemcpyAsync(to, from, size, kind, stream);
}
#define hipMemcpyAsync hip_cpu_copy
