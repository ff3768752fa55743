# SPDX-License-Identifier: BSD-3-Clause
#
# Compiled for a processor that has them, the core contains no fused multiply-add but those that its
# source asks for: the same bits with and without -march, at every level of optimisation.  Files in lanes
# ask for them where they are compiled for AVX2 and AVX-512 (lanes/lanes.h); here they are compiled as the baseline.
#   cmake -D ROOT=... -D WORK=... -D CC=... -D OBJDUMP=... -D OPTIONS=a|b -D DEFINITIONS=a|b
#         [-D LAUNCHER=...] -P check_fma.cmake
cmake_minimum_required(VERSION 3.22)

string(REPLACE "|" ";" options "${OPTIONS}")
string(REPLACE "|" ";" definitions "${DEFINITIONS}")
list(TRANSFORM definitions PREPEND -D)
file(MAKE_DIRECTORY ${WORK})

function(count_fma out)
  execute_process(COMMAND ${LAUNCHER} ${CC} ${ARGN} -c -o ${WORK}/object.o
    RESULT_VARIABLE failed ERROR_VARIABLE text)
  if(failed)
    message(FATAL_ERROR "${CC} ${ARGN}\n${text}")
  endif()
  execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${WORK}/object.o OUTPUT_VARIABLE text)
  string(REGEX MATCHALL "vfn?m(add|sub)[0-9a-z]*" found "${text}")
  list(LENGTH found n)
  set(${out} ${n} PARENT_SCOPE)
endfunction()

# The check must be able to fail: with contraction allowed this is one, at the lowest level that is looked at.
file(WRITE ${WORK}/probe.c "double f(double a, double b, double c) { return a * b + c; }\n")
count_fma(n -O2 -march=haswell -ffp-contract=fast ${WORK}/probe.c)
if(n EQUAL 0)
  message(FATAL_ERROR "no fused multiply-add where there must be one")
endif()
count_fma(n -O3 -march=haswell ${options} ${WORK}/probe.c)
if(n)
  message(SEND_ERROR "the project's options '${options}' allow contraction")
endif()

file(GLOB sources ${ROOT}/core/*/*.c)
list(FILTER sources EXCLUDE REGEX "_windows\\.c$")  # only MinGW compiles them
list(LENGTH sources n_sources)
if(n_sources LESS 10)
  message(FATAL_ERROR "only ${n_sources} sources in core")
endif()
set(levels -O2 -O3)
if(DEFINED ENV{RIGIDSTEP_TEST_SHORT})
  set(levels -O2)
endif()
foreach(level IN LISTS levels)
  foreach(source IN LISTS sources)
    count_fma(n -std=c11 ${level} -march=haswell ${options} ${definitions} -fPIC
      -I${ROOT}/abi -I${ROOT}/core/device -I${ROOT}/core ${source})
    if(n)
      message(SEND_ERROR "${source} ${level}: ${n} fused multiply-adds")
    endif()
  endforeach()
endforeach()
message(STATUS "${n_sources} sources, none with a fused multiply-add")
