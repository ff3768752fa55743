# SPDX-License-Identifier: BSD-3-Clause
#
# The table of rigidstep_load.h holds exactly the calls librigidstep exports; the module exports
# exactly one symbol and needs none of ours; rigidstep/abi.py lists the same calls in the same order.
#   cmake -D NM=... -D LIBRARY=... -D MODULE=... -D T_GENERIC=... -D PYTHON=.../rigidstep/abi.py
#         -P check_exports.cmake
cmake_minimum_required(VERSION 3.22)

function(read_symbols out option file)
  execute_process(COMMAND ${NM} -D ${option} --format=posix ${file}
    OUTPUT_VARIABLE text RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "${NM} cannot read ${file}")
  endif()
  string(REGEX MATCHALL "[^\n]+" lines "${text}")
  set(names)
  foreach(line IN LISTS lines)
    if(line MATCHES "^([^ @]+)(@[^ ]*)? ([A-Za-z])" AND NOT CMAKE_MATCH_3 STREQUAL "A")
      list(APPEND names ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(SORT names)
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

execute_process(COMMAND ${T_GENERIC} --calls OUTPUT_VARIABLE text RESULT_VARIABLE failed)
string(REGEX MATCHALL "[^\n]+" calls "${text}")
file(READ ${PYTHON} text)
string(REGEX MATCH "\nCALLS = \"\"\"[^\"]*\"\"\"" text "${text}")
string(REGEX MATCHALL "[a-z_]+:" python "${text}")
string(REGEX REPLACE "([a-z_]+):" "rgs_\\1" python "${python}")
if(NOT "${python}" STREQUAL "${calls}")
  message(FATAL_ERROR "CALLS of rigidstep/abi.py are '${python}', RGS_CALL_LIST is '${calls}'")
endif()
list(SORT calls)
if(failed OR NOT calls)
  message(FATAL_ERROR "${T_GENERIC} --calls printed nothing")
endif()

read_symbols(exported --defined-only ${LIBRARY})
list(FILTER exported EXCLUDE REGEX "^rgs_draft_") # rigidstep/draft.h: never in the table
if(NOT "${calls}" STREQUAL "${exported}")
  set(lacking ${exported})
  list(REMOVE_ITEM lacking ${calls})
  set(invented ${calls})
  list(REMOVE_ITEM invented ${exported})
  message(FATAL_ERROR "RGS_CALL_LIST and the library's exports differ; exported but not "
    "in the list: "
    "'${lacking}'; in the list but not exported: '${invented}'")
endif()

read_symbols(module_exports --defined-only ${MODULE})
list(FILTER module_exports EXCLUDE REGEX "^rgs_draft_")
if(NOT "${module_exports}" STREQUAL "rgs_generic_v1")
  message(FATAL_ERROR "the module exports '${module_exports}', not rgs_generic_v1 and drafts alone")
endif()

read_symbols(module_needs --undefined-only ${MODULE})
list(FILTER module_needs INCLUDE REGEX "^rgs_")
if(module_needs)
  message(FATAL_ERROR "the module needs '${module_needs}' from elsewhere")
endif()
list(LENGTH calls n)
message(STATUS "${n} calls in the table, all exported by the library; the module exports 1 symbol")
