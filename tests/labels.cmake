# SPDX-License-Identifier: BSD-3-Clause
#
# Every test has labels, by which CTest, run.sh and the presets choose (README.md says what each means).

set(RGS_SPEEDS fast slow validate)
set(RGS_LABELS ${RGS_SPEEDS} lammps openmm python once full paths samples atoms)

# rgs_add_test(name labels command [argument...]): a test of CTest.  Its labels are one of fast, slow and validate, and
# others besides: "slow;once".
function(rgs_add_test name labels)
  list(REMOVE_ITEM labels "")
  set(speed)
  foreach(label IN LISTS labels)
    if(NOT label IN_LIST RGS_LABELS)
      message(FATAL_ERROR "test ${name}: '${label}' is not a label. Write the labels behind the name, for example "
        "\"fast\" or \"slow;once\"; tests/README.md explains ${RGS_LABELS}.")
    elseif(label IN_LIST RGS_SPEEDS)
      list(APPEND speed ${label})
    endif()
  endforeach()
  list(LENGTH speed n)
  if(NOT n EQUAL 1)
    message(FATAL_ERROR "test ${name}: of its labels '${labels}' exactly one has to be fast, slow or validate.")
  endif()
  add_test(NAME ${name} COMMAND ${ARGN} COMMAND_EXPAND_LISTS)
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 600)
  set_property(GLOBAL APPEND PROPERTY RGS_LABELLED ${name})
endfunction()

# rgs_isa_tests(name labels command [argument...]): one test for each path of the kernels.
function(rgs_isa_tests name labels)
  foreach(path IN LISTS RIGIDSTEP_ISAS)
    rgs_add_test(${name}_${path} "${labels}" ${ARGN})
    set_property(TEST ${name}_${path} PROPERTY ENVIRONMENT RIGIDSTEP_KERNELS=${path})
  endforeach()
endfunction()

# rgs_check_labels(folder): stops where a test of the folder, or of one below it, was added without labels.
function(rgs_check_labels folder)
  get_property(labelled GLOBAL PROPERTY RGS_LABELLED)
  get_property(names DIRECTORY ${folder} PROPERTY TESTS)
  list(REMOVE_ITEM names "" ${labelled})
  if(names)
    message(FATAL_ERROR "${folder}: the tests ${names} have no label. Add them by rgs_add_test(name fast command), "
      "not by add_test.")
  endif()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    rgs_check_labels(${below})
  endforeach()
endfunction()
