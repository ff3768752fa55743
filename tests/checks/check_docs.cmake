# SPDX-License-Identifier: BSD-3-Clause
#
# The reference of the C API is made without a warning, and describes every call with the first words
# of its comment.
#   cmake -D DOXYGEN=... -D DOXYFILE=... -D WORK=... -D SYMBOLS=... -P check_docs.cmake
cmake_minimum_required(VERSION 3.22)

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
file(READ ${DOXYFILE} text)
file(WRITE ${WORK}/Doxyfile "${text}\nOUTPUT_DIRECTORY = ${WORK}\n")
execute_process(COMMAND ${DOXYGEN} ${WORK}/Doxyfile RESULT_VARIABLE failed OUTPUT_VARIABLE out
  ERROR_VARIABLE out)
if(failed OR out)
  message(FATAL_ERROR "Doxygen's exit status is ${failed}:\n${out}")
endif()
file(GLOB pages ${WORK}/html/*.html)
set(reference)
foreach(page IN LISTS pages)
  file(READ ${page} text)
  string(APPEND reference "${text}")
endforeach()
file(STRINGS ${SYMBOLS} symbols)
set(n 0)
foreach(name IN LISTS symbols)
  string(FIND "${reference}" "</span>${name}()</h2>" at)
  if(at EQUAL -1)
    message(SEND_ERROR "the reference does not describe ${name}")
  endif()
  math(EXPR n "${n} + 1")
endforeach()
foreach(words "Rotates n free bodies by the time h" "What a status means, in English"
    "the point about which the library scales positions")
  string(FIND "${reference}" "${words}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "the reference lacks a comment of the headers: ${words}")
  endif()
endforeach()
message(STATUS "${n} calls are described, without a warning")
