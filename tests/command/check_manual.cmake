# SPDX-License-Identifier: BSD-3-Clause
#
# The manual of `rigidstep` is well formed, knows every command, option and keyword, and its examples
# run.
#   cmake -D ROOT=... -D PROGRAM=... -D MANDOC=... -D MAN=... -P check_manual.cmake
cmake_minimum_required(VERSION 3.22)

set(page ${ROOT}/plugin-generic/command/rigidstep.1)
set(pages ${page} ${ROOT}/plugin-generic/contract/rigidstep-contract.1)
file(READ ${page} manual)

# quiet(command...): exits with 0 and says nothing.
function(quiet)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE got OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(got OR text)
    message(SEND_ERROR "'${ARGN}' answers ${got} and says\n${text}")
  endif()
endfunction()
set(tools)
if(MANDOC)
  quiet(${MANDOC} -T lint -W warning ${pages})
  list(APPEND tools mandoc)
endif()
if(MAN)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8 MANWIDTH=80 ${MAN} --warnings -l
    ${page} RESULT_VARIABLE got OUTPUT_VARIABLE shown ERROR_VARIABLE text)
  # Minimal systems have a `man` that shows nothing.
  if(got OR text)
    message(SEND_ERROR "man answers ${got} and says\n${text}")
  elseif(shown MATCHES "FILE FORMAT")
    list(APPEND tools man)
  endif()
endif()

# ---- it is whole --------------------------------------------------------------------------------
string(REPLACE "\\-" "-" plain "${manual}")
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help)
foreach(command list describe run bench)
  execute_process(COMMAND ${PROGRAM} help ${command} OUTPUT_VARIABLE more RESULT_VARIABLE got)
  if(got)
    message(SEND_ERROR "rigidstep help ${command} answers ${got}")
  endif()
  string(APPEND help "${more}")
endforeach()
string(REGEX MATCHALL "\n  [a-z]+ |--[a-z]+" words "${help}")
file(GLOB sources ${ROOT}/plugin-generic/command/problem_*.c)
foreach(source IN LISTS sources)
  file(STRINGS ${source} rows REGEX "^  { \"[a-z_]+\", \"")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "\"[a-z_]+\"" word "${row}")
    list(APPEND words ${word})
  endforeach()
endforeach()
list(LENGTH words n)
if(n LESS 35)
  message(FATAL_ERROR "only ${n} words found")
endif()
foreach(word IN LISTS words)
  string(REGEX REPLACE "[\" \n]" "" word "${word}")
  if(NOT plain MATCHES "[^a-z_]${word}[^a-z_]")
    message(SEND_ERROR "the manual does not know '${word}'")
  endif()
endforeach()

# ---- its example runs ---------------------------------------------------------------------------
string(REGEX MATCH "\n# racket\\.rgs\n[^.]*\\.[^E]*\n\\.EE" example "${plain}")
string(REPLACE ".EE" "" example "${example}")
if(example STREQUAL "")
  message(FATAL_ERROR "the manual has no racket.rgs")
endif()
set(file ${CMAKE_CURRENT_BINARY_DIR}/manual_racket.rgs)
file(WRITE ${file} "${example}")
execute_process(COMMAND ${PROGRAM} run ${file} RESULT_VARIABLE got OUTPUT_VARIABLE table
  ERROR_VARIABLE text)
file(REMOVE ${file})
if(got OR NOT table MATCHES "^time,w1,w2,w3\n")
  message(SEND_ERROR "the manual's example answers ${got}: ${text}")
endif()
message(STATUS "the manual knows ${n} words; read by: ${tools}")
