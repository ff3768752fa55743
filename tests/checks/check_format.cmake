# SPDX-License-Identifier: BSD-3-Clause
#
# Every C and C++ file is formatted as .clang-format says.  Versions of clang-format differ in what
# they write, so only version 14, that of Debian 12, is asked.
#   cmake -D ROOT=... -D WORK=... -D CLANG_FORMAT=... -P check_format.cmake
# To format a file:  clang-format-14 -i FILE
cmake_minimum_required(VERSION 3.22)

set(version "none")
if(CLANG_FORMAT)
  execute_process(COMMAND ${CLANG_FORMAT} --version OUTPUT_VARIABLE version)
endif()
if(NOT version MATCHES "version 14\\.")
  message(STATUS "skipped: needs clang-format 14 (Debian: clang-format-14), found: ${version}")
  return()
endif()

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.c ${ROOT}/*.h ${ROOT}/*.cpp ${ROOT}/*.hpp)
# The headers of 1.0 are frozen as they were written.
list(FILTER files EXCLUDE REGEX "^(build|\\.git)[^/]*/|^tests/abi/1_0/")
list(LENGTH files n)
if(n LESS 100)
  message(FATAL_ERROR "only ${n} files found")
endif()

# unformatted(out folder files...): those that clang-format would change.
function(unformatted out folder)
  execute_process(COMMAND ${CLANG_FORMAT} --style=file --dry-run ${ARGN}
    WORKING_DIRECTORY ${folder} ERROR_VARIABLE text)
  string(REGEX MATCHALL "[^\n]+:[0-9]+:[0-9]+: warning: code should be clang-formatted" lines
    "${text}")
  list(TRANSFORM lines REPLACE ":[0-9]+:[0-9]+: .*" "")
  list(REMOVE_DUPLICATES lines)
  set(${out} "${lines}" PARENT_SCOPE)
endfunction()

unformatted(wrong ${ROOT} ${files})
if(wrong)
  list(JOIN wrong "\n  " wrong)
  message(SEND_ERROR "clang-format-14 -i would change\n  ${wrong}")
endif()

# The check must be able to fail.
file(COPY ${ROOT}/.clang-format DESTINATION ${WORK})
file(WRITE ${WORK}/formatted.c "int f(void) { return 0; }\n")
file(WRITE ${WORK}/unformatted.c "int f( void ) {return 0 ;}\n")
unformatted(wrong ${WORK} formatted.c unformatted.c)
if(NOT wrong STREQUAL "unformatted.c")
  message(SEND_ERROR "of two planted files, the one without format is not noticed: '${wrong}'")
endif()
message(STATUS "${n} files are formatted")
