# SPDX-License-Identifier: BSD-3-Clause
#
# A player prints of trace.txt what C++ prints with callbacks and in one thread, bit for bit and word for word.
#   cmake -D TRACE=trace.txt -D CPP=... "-DPLAYER=PROGRAM|ARGUMENT.." -P check_trace.cmake
cmake_minimum_required(VERSION 3.22)
string(REPLACE "|" ";" PLAYER "${PLAYER}")
execute_process(COMMAND ${CPP} INPUT_FILE ${TRACE} OUTPUT_VARIABLE want COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PLAYER} INPUT_FILE ${TRACE} OUTPUT_VARIABLE got COMMAND_ERROR_IS_FATAL ANY)
if(NOT want STREQUAL got)
  string(REGEX MATCHALL "[^\n]+" want "${want}")
  string(REGEX MATCHALL "[^\n]+" got "${got}")
  foreach(line other IN ZIP_LISTS want got)
    if(NOT line STREQUAL other)
      message(FATAL_ERROR "the first line that differs, of C++:\n${line}\n${PLAYER}:\n${other}")
    endif()
  endforeach()
endif()
