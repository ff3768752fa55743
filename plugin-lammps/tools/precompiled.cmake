# SPDX-License-Identifier: GPL-2.0-only
#
# Read by CMake after LAMMPS' own project(): nearly half of the time that its files take to compile goes to the
# same headers, which are compiled once instead.
set(headers algorithm cmath cstring exception functional map set string unordered_map vector)
list(TRANSFORM headers PREPEND "<")
list(TRANSFORM headers APPEND ">")
foreach(name pointers atom comm domain error force memory modify neigh_list neighbor update)
  list(APPEND headers "${CMAKE_SOURCE_DIR}/../src/${name}.h")
endforeach()
# (an angle bracket would end the generator expression: $<ANGLE-R>)
string(REPLACE ">" "$<ANGLE-R>" headers "${headers}")
cmake_language(DEFER CALL target_precompile_headers lammps PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${headers}>")
