# SPDX-License-Identifier: BSD-3-Clause
#
# Writes a C++ source that holds the kernels and the device headers that they include, in order, as text.
#   cmake -D DEVICE=FOLDER -D KERNELS=FILE -D OUT=FILE -P embed.cmake
cmake_minimum_required(VERSION 3.22)

# Appends a header after those that it includes, each once.
function(append header)
  get_property(done GLOBAL PROPERTY done)
  if(header IN_LIST done)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY done ${header})
  file(STRINGS ${DEVICE}/${header} includes REGEX "^#include \"")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*\"(.*)\".*" "\\1" other "${include}")
    append(${other})
  endforeach()
  file(READ ${DEVICE}/${header} text)
  string(REGEX REPLACE "#include \"[^\n]*\n" "" text "${text}")
  set_property(GLOBAL APPEND_STRING PROPERTY text "${text}")
endfunction()
# What chooses the language comes first.
file(READ ${DEVICE}/rigidstep_device.h first)
string(REGEX MATCH "#if defined __OPENCL_C_VERSION__.*#define RGS_FUSED\n#endif\n" first "${first}")
append(rigidstep_device.h)
append(sites.h)
get_property(text GLOBAL PROPERTY text)
file(READ ${KERNELS} kernels)
set(text "${first}${text}${kernels}")

# Literals must not be long.
string(LENGTH "${text}" length)
set(literals "")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} 8000 part)
  string(APPEND literals "  R\"RGS(${part})RGS\"\n")
  math(EXPR at "${at} + 8000")
endwhile()
file(WRITE ${OUT} "// Made by embed.cmake.\n#include \"platforms/common/CommonRigidKernel.h\"\n"
  "const char *const RigidstepPlugin::rigidKernels =\n${literals};\n")
