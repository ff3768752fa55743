# SPDX-License-Identifier: BSD-3-Clause
#
# The code of README.md, abi/README.md and abi/NINE_CALLS.md is what a newcomer copies: the hosts compile, the
# first is short, and they move their bodies to the right place; so do the lines that open the library at run
# time and the lines of Python, where NumPy is; the module compiles by itself and keeps what it claims.
#   cmake -D ROOT=... -D WORK=... -D CC=... -D LIBRARY=.../librigidstep.so -D GENERIC=.../rigidstep_generic.so
#         -D PYTHON=... -D CONTRACT=... -P check_readme.cmake
cmake_minimum_required(VERSION 3.22)

# run(command...): `out` is what it printed.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(failed)
    message(FATAL_ERROR "'${failed}': ${ARGN}\n${text}")
  endif()
  set(out "${text}" PARENT_SCOPE)
endfunction()

# snippet(file page word [language]): writes the one block of C, or of that language, of the page that contains
# the word.  Lists would not do, since the semicolons of C split them.
function(snippet file page word)
  set(fence "\n```c\n")
  if(ARGC GREATER 3)
    set(fence "\n```${ARGV3}\n")
  endif()
  string(LENGTH "${fence}" before)
  file(READ ${ROOT}/${page} rest)
  set(found)
  while(1)
    string(FIND "${rest}" "${fence}" begin)
    if(begin EQUAL -1)
      break()
    endif()
    math(EXPR begin "${begin} + ${before}")
    string(SUBSTRING "${rest}" ${begin} -1 rest)
    string(FIND "${rest}" "\n```\n" end)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${rest}" 0 ${end} block)
    string(FIND "${block}" "${word}" at)
    if(NOT at EQUAL -1)
      if(found)
        message(FATAL_ERROR "${page} has two blocks of code with '${word}'")
      endif()
      set(found "${block}")
    endif()
  endwhile()
  if(NOT found)
    message(FATAL_ERROR "${page} has no block of code with '${word}'")
  endif()
  file(WRITE ${file} "${found}")
endfunction()

set(options -std=c11 -Wall -Wextra -pedantic -Werror -I${ROOT}/abi)
get_filename_component(folder ${LIBRARY} DIRECTORY)

snippet(${WORK}/host.c abi/NINE_CALLS.md "rgs_draft_sites_create")
file(READ ${WORK}/host.c text)
string(REGEX REPLACE "[^\n]" "" lines "${text}")
string(LENGTH "${lines}" lines)
if(NOT lines LESS 33)
  message(SEND_ERROR "the host has ${lines} lines; a newcomer reads at most 32")
endif()
run(${CC} ${options} ${WORK}/host.c -o ${WORK}/host -L${folder} -lrigidstep -Wl,-rpath,${folder})
run(${WORK}/host)
# x of an oscillator after 1000 steps of a Strang splitting: cos(2000 asin(h/2)), h = 0.1.  The molecule turns freely
# by 100/0.55.
if(NOT out MATCHES "^atom 0: 0.882685 -0.507819 -0.211234; atom 1: 0.882685 0.507819 0.211234\n$")
  message(SEND_ERROR "the host prints ${out}")
endif()

# Springs of 1 and 1/4 as frequencies squared, after 1000 steps of 0.01.
snippet(${WORK}/nine_calls.c abi/NINE_CALLS.md "rgs_stepper_save")
run(${CC} ${options} ${WORK}/nine_calls.c -o ${WORK}/nine_calls -L${folder} -lrigidstep -Wl,-rpath,${folder})
run(${WORK}/nine_calls)
if(NOT out MATCHES "^t = 10: x = -0.839049 0.567334, kinetic energy 1.98[0-9]+, [0-9]+ bytes saved")
  message(SEND_ERROR "the program of nine calls prints ${out}")
endif()

# The lines that open the library stand inside a host.
snippet(${WORK}/open.c abi/NINE_CALLS.md "rgs_library_open")
file(READ ${WORK}/open.c text)
string(REPLACE "PREFIX/lib/rigidstep/rigidstep_generic.so" "${GENERIC}" text "${text}")
string(REPLACE "rgs_library rgs;" "int main(void) {\nrgs_library rgs; rgs_error error = RGS_ERROR_INIT; rgs_context *context = NULL;" text "${text}")
string(REPLACE "rgs_library_close" "if (context == NULL) return 2;\nrgs.rgs_context_destroy(context);\nrgs_library_close" text "${text}")
file(WRITE ${WORK}/open.c "${text}return 0;\n}\n")
file(COPY ${ROOT}/plugin-generic/bindings/rigidstep_load.h DESTINATION ${WORK}/include/rigidstep)
run(${CC} ${options} -I${WORK}/include ${WORK}/open.c -o ${WORK}/open -ldl)
run(${WORK}/open)

execute_process(COMMAND ${PYTHON} -c "import numpy" RESULT_VARIABLE no_numpy OUTPUT_QUIET ERROR_QUIET)
if(NOT no_numpy)
  snippet(${WORK}/six_lines.py README.md "Stepper" python)
  run(${CMAKE_COMMAND} -E env PYTHONPATH=${ROOT}/plugin-generic RIGIDSTEP_MODULE=${GENERIC} ${PYTHON} -B ${WORK}/six_lines.py)
  if(NOT out MATCHES "0.88268[0-9]+")
    message(SEND_ERROR "the lines of Python print ${out}")
  endif()
endif()

snippet(${WORK}/module.c abi/README.md "RGS_MODULE")
run(${CC} ${options} -shared -fPIC ${WORK}/module.c -o ${WORK}/module.so -Wl,-z,defs)
run(${CONTRACT} ${WORK}/module.so)
if(NOT out MATCHES "PASS +acme.kdk" OR NOT out MATCHES ", 0 failed\n$")
  message(SEND_ERROR "the contract says of the module:\n${out}")
endif()

# The lesson on a method of one's own: its table, and its lines of Python.
snippet(${WORK}/my.c examples/lessons/own_method.md "RGS_MODULE")
run(${CC} ${options} -shared -fPIC ${WORK}/my.c -o ${WORK}/my.so -Wl,-z,defs)
run(${CONTRACT} ${WORK}/my.so)
if(NOT out MATCHES "PASS +acme.two_kicks" OR NOT out MATCHES ", 0 failed\n$")
  message(SEND_ERROR "the contract says of the lesson's module:\n${out}")
endif()
if(NOT no_numpy)
  snippet(${WORK}/lesson.py examples/lessons/own_method.md "two_kicks" python)
  run(${CMAKE_COMMAND} -E chdir ${WORK} ${CMAKE_COMMAND} -E env PYTHONPATH=${ROOT}/plugin-generic RIGIDSTEP_MODULE=${GENERIC}
    ${PYTHON} -B ${WORK}/lesson.py)
  if(NOT out MATCHES "'strang': 0.0005[0-9]+, 'acme.two_kicks': [0-9.]+e-05")
    message(SEND_ERROR "the lesson's lines of Python print ${out}")
  endif()
endif()

message(STATUS "a host of ${lines} lines, one of nine calls, one that opens the library, and a module")
