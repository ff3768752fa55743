# SPDX-License-Identifier: BSD-3-Clause
#
# Tests of plugin-generic/command/, the program `rigidstep`.  Included by CMakeLists.txt here.

find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME command COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/t_command.py
    $<TARGET_FILE:rigidstep_command> $<TARGET_FILE:rigidstep_generic> $<TARGET_FILE:module_good>
    ${PROJECT_SOURCE_DIR}/examples/problems)
  # A sanitizer's run time cannot be loaded into Python later.
  set_tests_properties(command PROPERTIES TIMEOUT 600
    ENVIRONMENT "RIGIDSTEP_SANITIZE=${RIGIDSTEP_SANITIZE}")
  add_test(NAME command_run COMMAND ${Python3_EXECUTABLE}
    ${CMAKE_CURRENT_SOURCE_DIR}/t_command_run.py $<TARGET_FILE:rigidstep_command>
    ${CMAKE_CURRENT_SOURCE_DIR}/data)
  set_tests_properties(command_run PROPERTIES TIMEOUT 600)
endif()

# Without a manual's tools there is nothing to check it with.
find_program(RIGIDSTEP_MANDOC mandoc)
find_program(RIGIDSTEP_MAN man)
mark_as_advanced(RIGIDSTEP_MANDOC RIGIDSTEP_MAN)
add_test(NAME command_manual COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR}
  -D MANDOC=${RIGIDSTEP_MANDOC} -D MAN=${RIGIDSTEP_MAN} -D PROGRAM=$<TARGET_FILE:rigidstep_command>
  -P ${CMAKE_CURRENT_SOURCE_DIR}/check_manual.cmake)
