# SPDX-License-Identifier: BSD-3-Clause
#
# The top of the tree holds what it is meant to hold, so that a newcomer finds his way and nothing
# left over is shipped.
#   cmake -D ROOT=... -P check_tree.cmake
cmake_minimum_required(VERSION 3.22)

set(needed CMakeLists.txt README.md LICENSE LICENSE.GPL-2.0 CHANGELOG.md CITATION.cff
  .clang-format .gitignore .ci abi core plugin-generic plugin-lammps plugin-openmm examples tests)
set(allowed ${needed} .git .editorconfig .clang-tidy .pre-commit-config.yaml CMakePresets.json CONTRIBUTING.md debian)

file(GLOB entries LIST_DIRECTORIES true RELATIVE ${ROOT} ${ROOT}/* ${ROOT}/.*)
list(FILTER entries EXCLUDE REGEX "^build")
foreach(entry IN LISTS entries)
  if(NOT entry IN_LIST allowed AND NOT entry MATCHES "^\\.\\.?$")
    message(SEND_ERROR "does not belong at the top: ${entry}")
  endif()
endforeach()
foreach(entry IN LISTS needed)
  if(NOT EXISTS ${ROOT}/${entry})
    message(SEND_ERROR "missing at the top: ${entry}")
  endif()
endforeach()

# A version is stated in four places.
file(STRINGS ${ROOT}/CMakeLists.txt line REGEX "^project\\(")
string(REGEX MATCH "VERSION ([0-9.]+)" line "${line}")
set(version ${CMAKE_MATCH_1})
file(READ ${ROOT}/CITATION.cff citation)
if(NOT version OR NOT citation MATCHES "\nversion: ${version}\n")
  message(SEND_ERROR "CITATION.cff does not state version ${version}")
endif()
file(READ ${ROOT}/CHANGELOG.md changes)
if(NOT changes MATCHES "\n## ${version}")
  message(SEND_ERROR "CHANGELOG.md does not know version ${version}")
endif()
file(READ ${ROOT}/plugin-generic/rigidstep/__init__.py python)
if(NOT python MATCHES "\n__version__ = \"${version}\"\n")
  message(SEND_ERROR "plugin-generic/rigidstep/__init__.py does not state version ${version}")
endif()
message(STATUS "the top of the tree is in order, version ${version}")
