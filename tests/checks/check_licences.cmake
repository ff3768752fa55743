# SPDX-License-Identifier: BSD-3-Clause
#
# Every source says under which licence it stands, in one of its first five lines.  What is linked
# with LAMMPS stands under LAMMPS' licence; nothing else may.
#   cmake -D ROOT=... -P check_licences.cmake
cmake_minimum_required(VERSION 3.22)

file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE ${ROOT}
  ${ROOT}/*.c ${ROOT}/*.h ${ROOT}/*.cpp ${ROOT}/*.hpp ${ROOT}/*.cmake ${ROOT}/*CMakeLists.txt ${ROOT}/*.sh ${ROOT}/*.bash
  ${ROOT}/*.py ${ROOT}/*.awk ${ROOT}/*.map ${ROOT}/*.f90 ${ROOT}/*.gp ${ROOT}/*.in ${ROOT}/.ci/*)
list(FILTER files EXCLUDE REGEX "^(build|\\.git)[^/]*/|__pycache__")
list(LENGTH files n)
if(n LESS 40)
  message(FATAL_ERROR "only ${n} files found")
endif()
foreach(file IN LISTS files)
  file(STRINGS ${ROOT}/${file} lines LIMIT_COUNT 5)
  set(licence)
  foreach(line IN LISTS lines)
    if(line MATCHES "SPDX-License-Identifier: ([A-Za-z0-9.-]+)")
      set(licence ${CMAKE_MATCH_1})
    endif()
  endforeach()
  if(licence STREQUAL "BSD-3-Clause")
    continue()
  elseif(licence STREQUAL "GPL-2.0-only" AND file MATCHES "^(plugin-lammps/|tests/lammps/|examples/(lammps/|studies/(particles/|water/|volumes/|lammps_)))")
    continue()
  endif()
  message(SEND_ERROR "${file}: licence '${licence}'")
endforeach()

foreach(text LICENSE LICENSE.GPL-2.0)
  if(NOT EXISTS ${ROOT}/${text})
    message(SEND_ERROR "${text} is missing")
  endif()
endforeach()
file(STRINGS ${ROOT}/LICENSE first LIMIT_COUNT 1)
if(NOT first STREQUAL "BSD 3-Clause License")
  message(SEND_ERROR "LICENSE begins with '${first}'")
endif()
file(READ ${ROOT}/LICENSE.GPL-2.0 gpl)
if(NOT gpl MATCHES "GNU GENERAL PUBLIC LICENSE[ \n]+Version 2, June 1991")
  message(SEND_ERROR "LICENSE.GPL-2.0 is not that licence")
endif()
message(STATUS "${n} files say their licence")
