# SPDX-License-Identifier: BSD-3-Clause
#
# What `cmake --install` adds to the files of the targets: a package for find_package and one for
# pkg-config, the licence, and a target that takes all of it away again.  Paths are relative to the
# files, so the prefix may be chosen, and moved, later.
include(CMakePackageConfigHelpers)

set(package_here ${CMAKE_CURRENT_LIST_DIR})
set(package_built ${PROJECT_BINARY_DIR}/package)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rigidstep)
set(package_modules ${CMAKE_INSTALL_LIBDIR}/rigidstep)
install(EXPORT rigidstepTargets NAMESPACE rigidstep:: DESTINATION ${package_dir})
configure_package_config_file(${package_here}/rigidstepConfig.cmake.in
  ${package_built}/rigidstepConfig.cmake INSTALL_DESTINATION ${package_dir}
  PATH_VARS package_modules)
# Every later library of a major version serves what asks for an earlier one.
write_basic_package_version_file(${package_built}/rigidstepConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${package_built}/rigidstepConfig.cmake ${package_built}/rigidstepConfigVersion.cmake
  DESTINATION ${package_dir})

if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(pc_libdir ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
set(pc_dl)
if(CMAKE_DL_LIBS)
  set(pc_dl -l${CMAKE_DL_LIBS})
endif()
configure_file(${package_here}/rigidstep.pc.in ${package_built}/rigidstep.pc @ONLY)
install(FILES ${package_built}/rigidstep.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

add_custom_target(uninstall COMMAND ${CMAKE_COMMAND}
  -D MANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt -P ${package_here}/uninstall.cmake)
