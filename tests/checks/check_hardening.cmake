# SPDX-License-Identifier: BSD-3-Clause
#
# What is built for release has its tables of addresses bound and read-only once it is loaded, no stack
# that can be executed, and in the library canaries on the stack and checked calls of the C library.
#   cmake -D NM=... -D READELF=... -D FILES=a|b -D LIBRARY=... -P check_hardening.cmake
cmake_minimum_required(VERSION 3.22)

function(text_of out)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

string(REPLACE "|" ";" files "${FILES}")
foreach(file IN LISTS files)
  text_of(dynamic ${READELF} -dW ${file})
  text_of(segments ${READELF} -lW ${file})
  if(NOT dynamic MATCHES "\\(FLAGS_1\\)[^\n]*NOW")
    message(SEND_ERROR "${file}: addresses are not bound when it is loaded (-z now)")
  endif()
  if(NOT segments MATCHES "GNU_RELRO")
    message(SEND_ERROR "${file}: tables of addresses stay writable (-z relro)")
  endif()
  if(NOT segments MATCHES "GNU_STACK[^\n]*RW " OR segments MATCHES "GNU_STACK[^\n]*RWE")
    message(SEND_ERROR "${file}: the stack can be executed")
  endif()
endforeach()
text_of(needed ${NM} -D --undefined-only ${LIBRARY})
foreach(symbol __stack_chk_fail __[a-z]+_chk)
  if(NOT needed MATCHES " U ${symbol}@")
    message(SEND_ERROR "${LIBRARY} calls no ${symbol}")
  endif()
endforeach()
list(LENGTH files n)
message(STATUS "${n} files are hardened")
