# SPDX-License-Identifier: BSD-3-Clause
#
# peers.cmake - other people's codes beside the library's, as far as they are there.  Nothing of it
# is installed.  Fills bench_peers, a library.
#
#   GSL, Boost.Math            where their headers are found (Debian: libgsl-dev, libboost-math-dev)
#   RIGIDSTEP_PEER_TOMS903     folder with ACM Algorithm 903: the file with SUBROUTINE QUAT_STEP
#   RIGIDSTEP_PEER_DMV         folder with E. Hairer's and G. Vilmart's Fortran 77 code: the file
#                              with SUBROUTINE DMV10 and DMV6
#   RIGIDSTEP_PEER_OPENMM      a checkout of openmm_rigidbody_plugin: RigidBody.cpp, MatVec.cpp and
#                              eigenDecomposition.cpp of openmmapi/src, and its headers; OpenMM's own
#                              Vec3.h has to be found too (Debian: libopenmm-dev)
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

# ---- codes whose folder is given ----------------------------------------------------------------
# The first Fortran file of the folder that defines the subroutine.
function(bench_find_fortran folder subroutine out)
  file(GLOB_RECURSE files ${folder}/*.f ${folder}/*.F ${folder}/*.for ${folder}/*.f90)
  foreach(file IN LISTS files)
    file(STRINGS ${file} found REGEX "^ +[Ss][Uu][Bb][Rr][Oo][Uu][Tt][Ii][Nn][Ee] +${subroutine}")
    if(found)
      set(${out} ${file} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "${folder}: no Fortran file has SUBROUTINE ${subroutine}")
endfunction()

set(RIGIDSTEP_PEER_TOMS903 "" CACHE PATH "Folder with ACM Algorithm 903, for the benchmark")
set(RIGIDSTEP_PEER_DMV "" CACHE PATH "Folder with Hairer's and Vilmart's DMV10, for the benchmark")
set(RIGIDSTEP_PEER_OPENMM "" CACHE PATH "Checkout of openmm_rigidbody_plugin, for the benchmark")
mark_as_advanced(RIGIDSTEP_PEER_TOMS903 RIGIDSTEP_PEER_DMV RIGIDSTEP_PEER_OPENMM)

if(RIGIDSTEP_PEER_TOMS903 OR RIGIDSTEP_PEER_DMV)
  enable_language(Fortran)
endif()
if(RIGIDSTEP_PEER_TOMS903)
  bench_find_fortran(${RIGIDSTEP_PEER_TOMS903} "[Qq][Uu][Aa][Tt]_[Ss][Tt][Ee][Pp]" source)
  bench_peer(toms903 PEER_TOMS903 ${source})
endif()
if(RIGIDSTEP_PEER_DMV)
  bench_find_fortran(${RIGIDSTEP_PEER_DMV} "[Dd][Mm][Vv]10" source)
  bench_peer(dmv PEER_DMV ${source})
endif()
if(RIGIDSTEP_PEER_TOMS903 OR RIGIDSTEP_PEER_DMV)
  bench_peer(fortran PEER_FORTRAN peer_fortran.c)
  target_compile_definitions(peer_fortran PRIVATE
    $<$<BOOL:${RIGIDSTEP_PEER_TOMS903}>:PEER_TOMS903> $<$<BOOL:${RIGIDSTEP_PEER_DMV}>:PEER_DMV>)
  target_link_libraries(peer_fortran PUBLIC m
    $<TARGET_NAME_IF_EXISTS:peer_toms903> $<TARGET_NAME_IF_EXISTS:peer_dmv>)
endif()
if(RIGIDSTEP_PEER_OPENMM)
  enable_language(CXX)
  find_path(BENCH_OPENMM_INCLUDE openmm/Vec3.h REQUIRED)
  set(api ${RIGIDSTEP_PEER_OPENMM}/openmmapi)
  bench_peer(openmm PEER_OPENMM peer_openmm.cpp
    ${api}/src/RigidBody.cpp ${api}/src/MatVec.cpp ${api}/src/eigenDecomposition.cpp)
  target_include_directories(peer_openmm SYSTEM PRIVATE ${api}/include ${BENCH_OPENMM_INCLUDE})
endif()

# Theirs is compiled as they would: optimised, and free to contract.
get_target_property(peers bench_peers INTERFACE_LINK_LIBRARIES)
foreach(peer IN LISTS peers)
  if(TARGET ${peer} AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(${peer} PRIVATE -O3)
  endif()
endforeach()
