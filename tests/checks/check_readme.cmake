# SPDX-License-Identifier: BSD-3-Clause
#
# The C of README.md and abi/README.md is what a newcomer copies: the host compiles, is short, and moves its
# body to the right place; the module compiles by itself and keeps what it claims.
#   cmake -D ROOT=... -D WORK=... -D CC=... -D LIBRARY=.../librigidstep.so -D CONTRACT=...
#         -P check_readme.cmake
cmake_minimum_required(VERSION 3.22)

# run(command...): `out` is what it printed.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(failed)
    message(FATAL_ERROR "'${failed}': ${ARGN}\n${text}")
  endif()
  set(out "${text}" PARENT_SCOPE)
endfunction()

# snippet(file page word): writes the one block of C of the page that contains the word.  Lists would not do,
# since the semicolons of C split them.
function(snippet file page word)
  file(READ ${ROOT}/${page} rest)
  set(found)
  while(1)
    string(FIND "${rest}" "\n```c\n" begin)
    if(begin EQUAL -1)
      break()
    endif()
    math(EXPR begin "${begin} + 6")
    string(SUBSTRING "${rest}" ${begin} -1 rest)
    string(FIND "${rest}" "\n```\n" end)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${rest}" 0 ${end} block)
    string(FIND "${block}" "${word}" at)
    if(NOT at EQUAL -1)
      if(found)
        message(FATAL_ERROR "${page} has two blocks of C with '${word}'")
      endif()
      set(found "${block}")
    endif()
  endwhile()
  if(NOT found)
    message(FATAL_ERROR "${page} has no block of C with '${word}'")
  endif()
  file(WRITE ${file} "${found}")
endfunction()

set(options -std=c11 -Wall -Wextra -pedantic -Werror -I${ROOT}/abi)
get_filename_component(folder ${LIBRARY} DIRECTORY)

snippet(${WORK}/host.c README.md "int main")
file(READ ${WORK}/host.c text)
string(REGEX REPLACE "[^\n]" "" lines "${text}")
string(LENGTH "${lines}" lines)
if(NOT lines LESS 30)
  message(SEND_ERROR "the host has ${lines} lines; it is said to take less than 30")
endif()
run(${CC} ${options} ${WORK}/host.c -o ${WORK}/host -L${folder} -lrigidstep -Wl,-rpath,${folder})
run(${WORK}/host)
# x of an oscillator after 1000 steps of a Strang splitting: cos(2000 asin(h/2)), h = 0.1.
if(NOT out MATCHES "^x = 0.882685, q = ")
  message(SEND_ERROR "the host prints ${out}")
endif()

snippet(${WORK}/module.c abi/README.md "RGS_MODULE")
run(${CC} ${options} -shared -fPIC ${WORK}/module.c -o ${WORK}/module.so -Wl,-z,defs)
run(${CONTRACT} ${WORK}/module.so)
if(NOT out MATCHES "PASS +acme.kdk" OR NOT out MATCHES ", 0 failed\n$")
  message(SEND_ERROR "the contract says of the module:\n${out}")
endif()

message(STATUS "README.md: a host of ${lines} lines, and abi/README.md: a module")
