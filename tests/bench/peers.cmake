# SPDX-License-Identifier: BSD-3-Clause
#
# peers.cmake - other people's codes beside the library's, as far as they are there.  Nothing of it
# is installed.  Fills bench_peers, a library.
#
#   GSL, Boost.Math            where their headers are found (Debian: libgsl-dev, libboost-math-dev)
#   RIGIDSTEP_PEER_TOMS903     folder with ACM Algorithm 903: the file with SUBROUTINE QUAT_STEP
include(CheckLanguage)
add_library(bench_peers INTERFACE)

# bench_peer(name definition sources...)
function(bench_peer name definition)
  add_library(peer_${name} STATIC ${ARGN})
  target_include_directories(peer_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(bench_peers INTERFACE peer_${name})
  target_compile_definitions(bench_peers INTERFACE ${definition})
endfunction()

# ---- elliptic functions of libraries ------------------------------------------------------------
find_package(GSL QUIET)
if(GSL_FOUND)
  bench_peer(gsl PEER_GSL peer_gsl.c textbook_turn.c)
  target_link_libraries(peer_gsl PUBLIC GSL::gsl m)
endif()

find_path(BENCH_BOOST_INCLUDE boost/math/special_functions/jacobi_elliptic.hpp)
mark_as_advanced(BENCH_BOOST_INCLUDE)
if(BENCH_BOOST_INCLUDE)
  check_language(CXX)
  if(CMAKE_CXX_COMPILER)
    enable_language(CXX)
    bench_peer(boost PEER_BOOST peer_boost.cpp textbook_turn.c)
    target_include_directories(peer_boost SYSTEM PRIVATE ${BENCH_BOOST_INCLUDE})
    target_compile_features(peer_boost PRIVATE cxx_std_14)
    target_link_libraries(peer_boost PUBLIC m)
  endif()
endif()

# ---- a code whose folder is given ---------------------------------------------------------------
set(RIGIDSTEP_PEER_TOMS903 "" CACHE PATH "Folder with ACM Algorithm 903, for the benchmark")
mark_as_advanced(RIGIDSTEP_PEER_TOMS903)
if(RIGIDSTEP_PEER_TOMS903)
  enable_language(Fortran)
  file(GLOB_RECURSE files ${RIGIDSTEP_PEER_TOMS903}/*.f ${RIGIDSTEP_PEER_TOMS903}/*.F ${RIGIDSTEP_PEER_TOMS903}/*.for ${RIGIDSTEP_PEER_TOMS903}/*.f90)
  foreach(file IN LISTS files)
    file(STRINGS ${file} found REGEX "^ +[Ss][Uu][Bb][Rr][Oo][Uu][Tt][Ii][Nn][Ee] +[Qq][Uu][Aa][Tt]_[Ss][Tt][Ee][Pp]")
    if(found)
      bench_peer(toms903 PEER_TOMS903 ${file} peer_toms903.c)
      target_link_libraries(peer_toms903 PUBLIC m)
      break()
    endif()
  endforeach()
  if(NOT TARGET peer_toms903)
    message(FATAL_ERROR "${RIGIDSTEP_PEER_TOMS903}: no Fortran file has SUBROUTINE QUAT_STEP")
  endif()
endif()

# Theirs is compiled as they would: optimised, and free to contract.
get_target_property(peers bench_peers INTERFACE_LINK_LIBRARIES)
foreach(peer IN LISTS peers)
  if(TARGET ${peer} AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(${peer} PRIVATE -O3)
  endif()
endforeach()
