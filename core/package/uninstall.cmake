# SPDX-License-Identifier: BSD-3-Clause
#
# Removes what the last `cmake --install` put in place, and the folders of its own that are empty
# then.
#   cmake -D MANIFEST=.../install_manifest.txt -P uninstall.cmake
cmake_minimum_required(VERSION 3.22)

if(NOT EXISTS ${MANIFEST})
  message(FATAL_ERROR "nothing was installed from here: there is no ${MANIFEST}")
endif()
file(STRINGS ${MANIFEST} files)
foreach(file IN LISTS files)
  file(REMOVE $ENV{DESTDIR}${file})
endforeach()
foreach(file IN LISTS files)
  get_filename_component(folder $ENV{DESTDIR}${file} DIRECTORY)
  while(folder MATCHES "/rigidstep(/|$)")
    file(GLOB rest ${folder}/*)
    if(rest)
      break()
    endif()
    file(REMOVE_RECURSE ${folder})
    get_filename_component(folder ${folder} DIRECTORY)
  endwhile()
endforeach()
list(LENGTH files n)
message(STATUS "${n} files removed")
