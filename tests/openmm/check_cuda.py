# SPDX-License-Identifier: BSD-3-Clause
"""clang's front end for CUDA, which needs no toolkit, accepts the kernels of the OpenMM plugin in each precision, with what
CUDA's compiler at run time and OpenMM define: check_cuda.py rigid_kernels.cpp

Where nvcc is, it compiles them, without registers that spill.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

BEFORE = '''
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#pragma clang force_cuda_host_device begin
extern "C" double fma(double, double, double), sqrt(double), sin(double), cos(double), fabs(double), floor(double),
  rint(double), exp(double), log(double), fmax(double, double), fmin(double, double), ldexp(double, int), frexp(double, int *);
extern "C" float sqrtf(float);
extern "C" void *memcpy(void *, const void *, unsigned long);
extern double __longlong_as_double(long long);
#pragma clang force_cuda_host_device end
struct Place { unsigned x; };
extern const __device__ Place threadIdx, blockIdx, blockDim, gridDim;
struct double4 { double x, y, z, w; };
struct float4 { float x, y, z, w; };
typedef long long mm_long;
'''
DEFINES = dict(__CUDACC_RTC__="", KERNEL='extern "C" __global__', DEVICE="__device__", LOCAL="__shared__", GLOBAL="", RESTRICT="__restrict__",
               LOCAL_ID="threadIdx.x", GLOBAL_ID="(blockIdx.x * blockDim.x + threadIdx.x)", GLOBAL_SIZE="(blockDim.x * gridDim.x)",
               GROUP_ID="blockIdx.x", NUM_GROUPS="gridDim.x", SYNC_THREADS="__syncthreads();", MOST_OF_ONE_THREAD="64", GROUP="64")
PRECISIONS = (("double", "double", {}), ("float", "double", dict(USE_MIXED_PRECISION="")), ("float", "float", {}))
CLANG = ("clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -Wno-unknown-cuda-version -Wall -Wextra "
         "-Wno-unused-function -Wno-sign-compare -Werror -fsyntax-only").split()

if shutil.which("clang") is None:
    print("skipped: needs clang")
    sys.exit()
with open(sys.argv[1], encoding="utf-8") as file:
    kernels = "".join(re.findall(r'R"RGS\((.*?)\)RGS"', file.read(), re.S))


def faults(text, real, mixed, more):
    types = {"real": real, "real4": real + "4", "mixed": mixed, "mixed4": mixed + "4"}
    with tempfile.NamedTemporaryFile("w", suffix=".cu") as source:
        source.write(BEFORE + "".join(f"#define {name} {value}\n" for name, value in {**DEFINES, **types, **more}.items()) + text)
        source.flush()
        return subprocess.run([*CLANG, source.name], stderr=subprocess.PIPE, text=True).stderr


def nvcc_faults(text, real, mixed, more):
    types = {"real": real, "real4": real + "4", "mixed": mixed, "mixed4": mixed + "4", "mm_long": "long long"}
    given = {name: value for name, value in {**DEFINES, **types, **more}.items() if name != "__CUDACC_RTC__"}
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/kernels.cu", "w", encoding="utf-8") as source:
            source.write("".join(f"#define {name} {value}\n" for name, value in given.items()) + text)
        done = subprocess.run([NVCC, *"-cubin -arch=sm_90 -fmad=false -Xptxas -v kernels.cu".split()], cwd=folder,
                              stderr=subprocess.PIPE, text=True)
    spilled = re.findall(r".*[1-9]\d* bytes spill.*", done.stderr)
    return done.stderr if done.returncode else "".join(spilled)


NVCC = shutil.which("nvcc", path=os.environ.get("PATH", "") + ":/usr/local/cuda/bin")
for precision in PRECISIONS:
    assert not NVCC or not nvcc_faults(kernels, *precision), nvcc_faults(kernels, *precision)
    assert not faults(kernels, *precision), faults(kernels, *precision)
# The check must be able to fail.
wrong = "\n__host__ double host_only(double);\nKERNEL void step(double *a) { a[0] = host_only(a[0]); }\n"
assert len(kernels) > 5000 and faults(kernels + wrong, *PRECISIONS[0]), "a call of a host's function from a kernel was accepted"
assert not NVCC or nvcc_faults(kernels + wrong, *PRECISIONS[0]), "nvcc accepted it"
print("kernels:", "clang and nvcc" if NVCC else "clang; no nvcc here")
