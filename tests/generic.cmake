# SPDX-License-Identifier: BSD-3-Clause
#
# Tests of plugin-generic/.  Included by CMakeLists.txt here.

set(generic_mods ${CMAKE_CURRENT_BINARY_DIR}/generic_mods)
foreach(kind other_major other_symbol no_table empty older hole newer)
  string(TOUPPER ${kind} definition)
  add_library(mod_${kind} MODULE generic_mods.c)
  target_compile_definitions(mod_${kind} PRIVATE MOD_${definition})
  target_link_libraries(mod_${kind} PRIVATE rigidstep_load)
  set_target_properties(mod_${kind} PROPERTIES PREFIX "" SUFFIX ".so"
    LIBRARY_OUTPUT_DIRECTORY ${generic_mods})
endforeach()

add_executable(t_generic t_generic.c)
target_include_directories(t_generic SYSTEM PRIVATE ${CMOCKA_INCLUDE})
target_link_libraries(t_generic PRIVATE rigidstep_load m ${CMOCKA_LIBRARY})
add_dependencies(t_generic rigidstep_generic)
add_test(NAME t_generic COMMAND t_generic $<TARGET_FILE:rigidstep_generic> ${generic_mods})

# A sanitizer adds symbols of its own.
if(NOT RIGIDSTEP_SANITIZE)
  add_test(NAME generic_exports COMMAND ${CMAKE_COMMAND} -D NM=${CMAKE_NM}
    -D LIBRARY=$<TARGET_FILE:rigidstep> -D MODULE=$<TARGET_FILE:rigidstep_generic>
    -D T_GENERIC=$<TARGET_FILE:t_generic>
    -D PYTHON=${PROJECT_SOURCE_DIR}/plugin-generic/rigidstep.py
    -P ${CMAKE_CURRENT_SOURCE_DIR}/check_exports.cmake)
endif()

# A host and a module compiled with the headers of 1.0, which goes on whatever the library has become.
add_executable(host_of_1_0 abi_1_0/host.c)
target_compile_definitions(host_of_1_0 PRIVATE _POSIX_C_SOURCE=200809L)
target_include_directories(host_of_1_0 BEFORE PRIVATE abi_1_0)
target_link_libraries(host_of_1_0 PRIVATE $<TARGET_LINKER_FILE:rigidstep> m ${CMAKE_DL_LIBS})
add_library(module_of_1_0 MODULE abi_1_0/module.c)
target_include_directories(module_of_1_0 BEFORE PRIVATE abi_1_0)
set_target_properties(module_of_1_0 PROPERTIES PREFIX "" SUFFIX ".so"
  LIBRARY_OUTPUT_DIRECTORY ${generic_mods})
add_dependencies(host_of_1_0 rigidstep rigidstep_generic module_of_1_0)
add_test(NAME host_of_1_0 COMMAND host_of_1_0 $<TARGET_FILE:rigidstep_generic>
  $<TARGET_FILE:module_of_1_0> ${CMAKE_CURRENT_SOURCE_DIR}/abi_1_0/saved.rgs
  ${CMAKE_CURRENT_SOURCE_DIR}/abi_1_0/methods.txt)

# The header a host copies, as it may be compiled there: alone and in both languages.
include(CheckLanguage)
check_language(CXX)
if(CMAKE_CXX_COMPILER)
  enable_language(CXX)
endif()
foreach(standard 99 11 17)
  add_library(load_c${standard} OBJECT load_header.c)
  set_target_properties(load_c${standard} PROPERTIES C_STANDARD ${standard})
  list(APPEND load_headers load_c${standard})
endforeach()
foreach(standard 11 14 17 20)
  if(NOT CMAKE_CXX_COMPILER)
    break()
  endif()
  add_library(load_cxx${standard} OBJECT load_header.cpp)
  set_target_properties(load_cxx${standard} PROPERTIES CXX_STANDARD ${standard} CXX_EXTENSIONS OFF
    CXX_STANDARD_REQUIRED ON)
  list(APPEND load_headers load_cxx${standard})
endforeach()
# C++ over the calls, linked and loaded.
foreach(standard 11 14 17 20)
  if(NOT CMAKE_CXX_COMPILER)
    break()
  endif()
  add_executable(t_cpp${standard} t_cpp.cpp)
  target_link_libraries(t_cpp${standard} PRIVATE rigidstep::rigidstep)
  add_test(NAME t_cpp${standard} COMMAND t_cpp${standard})
  list(APPEND load_headers t_cpp${standard})
  set_target_properties(t_cpp${standard} PROPERTIES CXX_STANDARD ${standard} CXX_EXTENSIONS OFF
    CXX_STANDARD_REQUIRED ON)
endforeach()
if(CMAKE_CXX_COMPILER)
  add_executable(t_cpp_load t_cpp.cpp)
  target_compile_definitions(t_cpp_load PRIVATE LOAD_MODULE)
  add_test(NAME t_cpp_load COMMAND t_cpp_load $<TARGET_FILE:rigidstep_generic>)
  add_dependencies(t_cpp_load rigidstep_generic)
  list(APPEND load_headers t_cpp_load)
endif()
foreach(target IN LISTS load_headers)
  target_link_libraries(${target} PRIVATE rigidstep_load)
  target_compile_options(${target} PRIVATE -Wall -Wextra -pedantic -Wshadow -Werror)
endforeach()

# Python may open either file.  A sanitizer's run time cannot be loaded into it later.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND AND NOT RIGIDSTEP_SANITIZE)
  foreach(library rigidstep_generic rigidstep)
    add_test(NAME python_${library} COMMAND ${Python3_EXECUTABLE}
      ${CMAKE_CURRENT_SOURCE_DIR}/t_python.py $<TARGET_FILE:${library}> ${generic_mods})
    set_tests_properties(python_${library} PROPERTIES
      ENVIRONMENT "PYTHONPATH=${PROJECT_SOURCE_DIR}/plugin-generic;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
  # Compiles the library once more, so one compiler is enough.
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    add_test(NAME python_wheel COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/t_python_wheel.py
      ${PROJECT_SOURCE_DIR})
    set_tests_properties(python_wheel PROPERTIES TIMEOUT 600)
  endif()
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import numpy" RESULT_VARIABLE no_numpy OUTPUT_QUIET
    ERROR_QUIET)
  if(NOT no_numpy)
    add_test(NAME python_numpy COMMAND ${Python3_EXECUTABLE}
      ${CMAKE_CURRENT_SOURCE_DIR}/t_python_numpy.py $<TARGET_FILE:rigidstep_generic>)
    set_tests_properties(python_numpy PROPERTIES
      ENVIRONMENT "PYTHONPATH=${PROJECT_SOURCE_DIR}/plugin-generic;PYTHONDONTWRITEBYTECODE=1")
  endif()
endif()

# Fortran, as the manual of each module says to compile it.
check_language(Fortran)
if(CMAKE_Fortran_COMPILER AND NOT RIGIDSTEP_SANITIZE)
  enable_language(Fortran)
  set(fortran ${PROJECT_SOURCE_DIR}/plugin-generic)
  add_executable(t_fortran ${fortran}/rigidstep.f90 ${fortran}/rigidstep_stepper.f90 t_fortran.f90)
  target_compile_options(t_fortran PRIVATE
    $<$<COMPILE_LANG_AND_ID:Fortran,GNU>:-std=f2008 -Wall -Wextra -fcheck=all>)
  target_link_libraries(t_fortran PRIVATE rigidstep::rigidstep)
  set_target_properties(t_fortran PROPERTIES
    Fortran_MODULE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/t_fortran_modules)
  add_test(NAME t_fortran COMMAND t_fortran)
endif()
