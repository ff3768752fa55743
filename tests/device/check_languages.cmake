# SPDX-License-Identifier: BSD-3-Clause
#
# rigidstep_device.h is accepted in every language that it says it is written in: C and C++ by all
# compilers there are, OpenCL C, CUDA and HIP by clang's front ends, which need no toolkit, and CUDA by
# nvcc where there is one.  Where hipcc is, it accepts the device `hip`.
#   cmake -D ROOT=... -D WORK=... -P check_languages.cmake
cmake_minimum_required(VERSION 3.22)
file(MAKE_DIRECTORY ${WORK})

set(steps "
  rgs_device_langevin thermostat = rgs_device_langevin_of(h, 1, 1, 1, 7);
  rgs_device_strang_begin(&kind, &me, h, g, g + 3);
  rgs_device_apply_thermostat(&thermostat, &kind, 5, &me);
  rgs_device_strang_end(&me, h, g, g + 3);
  b[0] = me;
}\n")
set(load "
  rgs_device_body me = b[0];
  rgs_device_kind kind = k[0];
  rgs_real g[6];
  for (int i = 0; i < 6; i++) g[i] = f[i];")
set(include "#include <rigidstep/device/rigidstep_device.h>\n")
file(WRITE ${WORK}/host.c "${include}${include}
void step(rgs_device_body *b, const rgs_device_kind *k, rgs_real h, const rgs_real *f);
void step(rgs_device_body *b, const rgs_device_kind *k, rgs_real h, const rgs_real *f) {${load}${steps}")
file(READ ${WORK}/host.c text)
file(WRITE ${WORK}/host.cpp "${text}")
file(WRITE ${WORK}/kernel.cu "${include}
__global__ void step(rgs_device_body *b, const rgs_device_kind *k, rgs_real h, const rgs_real *f) {${load}${steps}")
file(WRITE ${WORK}/kernel.cl "${include}
__kernel void step(__global rgs_device_body *b, __global const rgs_device_kind *k, rgs_real h,
                   __global const rgs_real *f) {${load}${steps}")
# What a toolkit's headers would say.
file(WRITE ${WORK}/no_toolkit.h "
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#pragma clang force_cuda_host_device begin
#include <math.h>
#include <stdint.h>
#include <string.h>
#pragma clang force_cuda_host_device end\n")

set(tried 0)
function(accept)
  execute_process(COMMAND ${ARGN} -I${ROOT}/core/device RESULT_VARIABLE failed OUTPUT_VARIABLE text
    ERROR_VARIABLE text WORKING_DIRECTORY ${WORK})
  if(failed)
    string(JOIN " " command ${ARGN})
    message(SEND_ERROR "${command}\n${text}")
  endif()
  math(EXPR n "${tried} + 1")
  set(tried ${n} PARENT_SCOPE)
endfunction()

set(strict -Wall -Wextra -Wshadow -Werror -fsyntax-only)
foreach(name gcc clang g++ clang++ nvcc hipcc)
  find_program(PROGRAM_${name} ${name} HINTS /usr/local/cuda/bin /opt/rocm/bin)
endforeach()
foreach(precision -DRGS_DOUBLE -DRGS_SINGLE -DRGS_DEVICE_UNFUSED)
  foreach(name gcc clang)
    if(PROGRAM_${name})
      accept(${PROGRAM_${name}} -std=c99 -pedantic ${strict} ${precision} host.c)
    endif()
  endforeach()
  foreach(name g++ clang++)
    if(PROGRAM_${name})
      accept(${PROGRAM_${name}} -std=c++11 -pedantic ${strict} ${precision} host.cpp)
    endif()
  endforeach()
  if(PROGRAM_clang)
    accept(${PROGRAM_clang} -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target spir64 ${strict}
      ${precision} kernel.cl)
    accept(${PROGRAM_clang} -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib
      -Wno-unknown-cuda-version ${strict} -include no_toolkit.h ${precision} kernel.cu)
    accept(${PROGRAM_clang} -x hip --cuda-device-only --offload-arch=gfx906 -nogpuinc -nogpulib ${strict}
      -include no_toolkit.h ${precision} kernel.cu)
  endif()
  if(PROGRAM_nvcc)
    accept(${PROGRAM_nvcc} -ptx -fmad=false -Werror all-warnings ${precision} -o kernel.ptx kernel.cu)
  endif()
endforeach()
# The device itself, whose kernels take minutes (registers.sh), and the kernels of an example.
set(rods ${ROOT}/examples/device_rods/rods.cu)
if(PROGRAM_hipcc)
  foreach(source ${ROOT}/core/devices/cuda/cuda.cu ${rods})
    accept(${CMAKE_COMMAND} -E env HIP_PLATFORM=amd ${PROGRAM_hipcc} -x hip -fsyntax-only --offload-arch=gfx90a
      -std=c++20 -I${ROOT}/core -I${ROOT}/abi ${source})
  endforeach()
endif()
if(PROGRAM_nvcc)
  accept(${PROGRAM_nvcc} -ptx -fmad=false -Werror all-warnings -o rods.ptx ${rods})
endif()
if(tried LESS 3)
  message(FATAL_ERROR "no compiler was found")
endif()

# The check must be able to fail.
if(PROGRAM_clang)
  file(WRITE ${WORK}/wrong.cu "${include}
__host__ double host_only(double);
__global__ void step(double *a) { a[0] = host_only(a[0]); }\n")
  execute_process(COMMAND ${PROGRAM_clang} -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc
    -nocudalib -Wno-unknown-cuda-version -fsyntax-only -include no_toolkit.h -I${ROOT}/core/device wrong.cu
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET WORKING_DIRECTORY ${WORK})
  if(NOT failed)
    message(SEND_ERROR "a call of a host's function from a kernel was accepted")
  endif()
endif()
message(STATUS "${tried} compilers, languages and precisions accept rigidstep_device.h")
