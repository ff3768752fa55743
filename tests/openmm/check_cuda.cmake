# SPDX-License-Identifier: BSD-3-Clause
#
# clang's front end for CUDA, which needs no toolkit, accepts the kernels of the OpenMM plugin in each precision, with what
# CUDA's compiler at run time and OpenMM define:
#   cmake -D KERNELS=FILE -D WORK=FOLDER -P check_cuda.cmake
cmake_minimum_required(VERSION 3.22)
find_program(CLANG clang)
if(NOT CLANG)
  message(STATUS "skipped: needs clang")
  return()
endif()
file(READ ${KERNELS} text)
string(REGEX REPLACE "^.*rigidKernels =\n  R\"RGS\\(" "" text "${text}")
string(REGEX REPLACE "\\)RGS\"\n  R\"RGS\\(" "" text "${text}")
string(REGEX REPLACE "\\)RGS\"\n;\n$" "" text "${text}")
file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/before.h "
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#pragma clang force_cuda_host_device begin
extern \"C\" double fma(double, double, double), sqrt(double), sin(double), cos(double), fabs(double), floor(double),
  rint(double), exp(double), log(double), fmax(double, double), fmin(double, double), ldexp(double, int),
  frexp(double, int *);
extern \"C\" float sqrtf(float);
extern \"C\" void *memcpy(void *, const void *, unsigned long);
extern double __longlong_as_double(long long);
#pragma clang force_cuda_host_device end
struct Place { unsigned x; };
extern const __device__ Place threadIdx, blockIdx, blockDim, gridDim;
struct double4 { double x, y, z, w; };
struct float4 { float x, y, z, w; };
#define __CUDACC_RTC__
#define KERNEL extern \"C\" __global__
#define DEVICE __device__
#define LOCAL __shared__
#define GLOBAL
#define RESTRICT __restrict__
#define LOCAL_ID threadIdx.x
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)
#define GLOBAL_SIZE (blockDim.x * gridDim.x)
#define GROUP_ID blockIdx.x
#define NUM_GROUPS gridDim.x
#define SYNC_THREADS __syncthreads();
#define MOST_OF_ONE_THREAD 64
#define GROUP 64
typedef long long mm_long;
")
function(compile status precision)
  execute_process(COMMAND ${CLANG} -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib
    -Wno-unknown-cuda-version -Wall -Wextra -Wno-unused-function -Wno-sign-compare -Werror -fsyntax-only -include before.h
    ${ARGN} ${WORK}/kernels.cu RESULT_VARIABLE failed ERROR_VARIABLE words WORKING_DIRECTORY ${WORK})
  set(${status} "${failed}" PARENT_SCOPE)
  set(words "${words}" PARENT_SCOPE)
endfunction()
file(WRITE ${WORK}/kernels.cu "${text}")
foreach(precision "double double4 double double4 0" "float float4 double double4 1" "float float4 float float4 0")
  separate_arguments(types UNIX_COMMAND "${precision}")
  list(GET types 4 isMixed)
  set(defines "")
  foreach(name real real4 mixed mixed4)
    list(POP_FRONT types type)
    list(APPEND defines -D${name}=${type})
  endforeach()
  if(isMixed)
    list(APPEND defines -DUSE_MIXED_PRECISION)
  endif()
  compile(failed "${precision}" ${defines})
  if(failed)
    message(SEND_ERROR "CUDA, ${precision}: ${words}")
  endif()
endforeach()
# The check must be able to fail.
file(WRITE ${WORK}/kernels.cu "${text}\n__host__ double host_only(double);\nKERNEL void step(double *a) { a[0] = host_only(a[0]); }\n")
compile(failed wrong -Dreal=double -Dreal4=double4 -Dmixed=double -Dmixed4=double4)
if(NOT failed)
  message(SEND_ERROR "a call of a host's function from a kernel was accepted")
endif()
