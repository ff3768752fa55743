# SPDX-License-Identifier: BSD-3-Clause
#
# peers.cmake - other people's codes beside the library's, as far as they are there.  Nothing of it
# is installed.  Fills bench_peers, a library.
#
#   GSL, Boost.Math            where their headers are found (Debian: libgsl-dev, libboost-math-dev)
#   RIGIDSTEP_PEER_TOMS903     folder with ACM Algorithm 903: the file with SUBROUTINE QUAT_STEP
add_library(bench_peers INTERFACE)

# bench_peer(name definition sources...): compiled as their authors would, optimised, and free to contract
function(bench_peer name definition)
  add_library(peer_${name} STATIC ${ARGN})
  target_include_directories(peer_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_options(peer_${name} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O3>)
  target_link_libraries(peer_${name} PUBLIC m)
  target_link_libraries(bench_peers INTERFACE peer_${name})
  target_compile_definitions(bench_peers INTERFACE ${definition})
endfunction()

# ---- elliptic functions of libraries ------------------------------------------------------------
find_package(GSL QUIET)
if(GSL_FOUND)
  bench_peer(gsl PEER_GSL peer_gsl.c textbook_turn.c)
  target_link_libraries(peer_gsl PUBLIC GSL::gsl)
endif()

find_path(BENCH_BOOST_INCLUDE boost/math/special_functions/jacobi_elliptic.hpp)
mark_as_advanced(BENCH_BOOST_INCLUDE)
if(BENCH_BOOST_INCLUDE AND CMAKE_CXX_COMPILER)
  bench_peer(boost PEER_BOOST peer_boost.cpp textbook_turn.c)
  target_include_directories(peer_boost SYSTEM PRIVATE ${BENCH_BOOST_INCLUDE})
  target_compile_features(peer_boost PRIVATE cxx_std_14)
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
      break()
    endif()
  endforeach()
  if(NOT TARGET peer_toms903)
    message(FATAL_ERROR "${RIGIDSTEP_PEER_TOMS903}: no Fortran file has SUBROUTINE QUAT_STEP")
  endif()
endif()
