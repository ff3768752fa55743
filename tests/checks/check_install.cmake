# SPDX-License-Identifier: BSD-3-Clause
#
# Installed, rigidstep is all that others need: hosts and a module build outside this tree, the
# installed contract program passes the module and catches one that claims too much, and what was
# installed can be taken away again.
#   cmake -D ROOT=... -D WORK=... -D BUILD=... -D CC=... -D GENERATOR=... -D CONFIG=...
#         -P check_install.cmake
cmake_minimum_required(VERSION 3.22)

set(prefix ${WORK}/moved)  # installed elsewhere first: nothing may remember the place
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

# run(exit_status command...): `out` is what it printed.
function(run want)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE got OUTPUT_VARIABLE text ERROR_VARIABLE text
    WORKING_DIRECTORY ${WORK})
  if(NOT got STREQUAL want)
    message(SEND_ERROR "want exit status ${want} got '${got}': ${ARGN}\n${text}")
  endif()
  set(out "${text}" PARENT_SCOPE)
endfunction()
# build(source folder): configures, builds and tests a project outside.
function(build source folder)
  run(0 ${CMAKE_COMMAND} -S ${source} -B ${WORK}/${folder} -G ${GENERATOR}
    -DCMAKE_C_COMPILER=${CC} -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${prefix})
  run(0 ${CMAKE_COMMAND} --build ${WORK}/${folder})
  run(0 ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/${folder} --output-on-failure --no-tests=error)
  set(out "${out}" PARENT_SCOPE)
endfunction()

# ---- install ------------------------------------------------------------------------------------
# The list of what the developer himself installed last is put back.
set(manifest ${BUILD}/install_manifest.txt)
if(EXISTS ${manifest})
  file(RENAME ${manifest} ${WORK}/developers_manifest.txt)
endif()
run(0 ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --config ${CONFIG})
file(RENAME ${manifest} ${WORK}/install_manifest.txt)
if(EXISTS ${WORK}/developers_manifest.txt)
  file(RENAME ${WORK}/developers_manifest.txt ${manifest})
endif()
file(RENAME ${WORK}/prefix ${prefix})
foreach(pattern lib*/librigidstep.so lib*/librigidstep.so.1 lib*/librigidstep.a
    include/rigidstep/rigidstep.h include/rigidstep/device/rigidstep_device.h
    include/rigidstep/rigidstep_load.h share/doc/rigidstep/LICENSE
    bin/rigidstep bin/rigidstep-contract share/man/man1/rigidstep.1
    share/man/man1/rigidstep-contract.1
    share/rigidstep/module_template/CMakeLists.txt)
  string(REPLACE "lib*/" "lib*/*/" deeper ${pattern})  # as Debian has it
  file(GLOB found ${prefix}/${pattern} ${prefix}/${deeper})
  if(NOT found)
    message(SEND_ERROR "not installed: ${pattern}")
  endif()
endforeach()
file(GLOB_RECURSE texts ${prefix}/*.cmake ${prefix}/*.pc)
foreach(file IN LISTS texts)
  file(READ ${file} text)
  if(text MATCHES "${ROOT}|${BUILD}|${WORK}")
    message(SEND_ERROR "${file} holds a path of this machine: ${CMAKE_MATCH_0}")
  endif()
endforeach()

# OpenMM's plugin is found by Python in the same prefix.
if(EXISTS ${BUILD}/lib/openmm AND EXISTS /usr/lib/python3/dist-packages/openmm)
  file(GLOB_RECURSE package ${prefix}/rigidstep_abi.py)
  get_filename_component(package ${package} DIRECTORY)
  run(0 ${CMAKE_COMMAND} -E env --unset=RIGIDSTEP_OPENMM_PLUGINS PYTHONPATH=${package} PYTHONDONTWRITEBYTECODE=1
    /usr/bin/python3 -c "from rigidstep.openmm import _plugin\nassert '${prefix}' in open('/proc/self/maps').read()")
endif()

# Without tests the contract program is there all the same.
run(0 ${CMAKE_COMMAND} -S ${ROOT} -B ${WORK}/no_tests -G ${GENERATOR} -DCMAKE_C_COMPILER=${CC}
  -DRIGIDSTEP_TESTS=OFF -DRIGIDSTEP_EXAMPLES=OFF)
file(GLOB_RECURSE scripts ${WORK}/no_tests/cmake_install.cmake
  ${WORK}/no_tests/CMakeFiles/Export/*.cmake)
set(text)
foreach(file IN LISTS scripts)
  file(READ ${file} more)
  string(APPEND text "${more}")
endforeach()
if(NOT text MATCHES "rigidstepTargets" OR NOT text MATCHES "rigidstep-contract" OR NOT text MATCHES "rigidstep::contract")
  message(SEND_ERROR "built without tests, it installs no contract program or no package")
endif()

# Without cmocka the tests are left out, with a notice; the contract program is there.
run(0 ${CMAKE_COMMAND} -S ${ROOT} -B ${WORK}/no_cmocka -G ${GENERATOR} -DCMAKE_C_COMPILER=${CC}
  -DCMOCKA_INCLUDE:PATH= -DRIGIDSTEP_EXAMPLES=OFF)
if(NOT out MATCHES "tests are left out: they need cmocka")
  message(SEND_ERROR "without cmocka, configuring says\n${out}")
endif()
file(GLOB_RECURSE scripts ${WORK}/no_cmocka/cmake_install.cmake)
file(GLOB_RECURSE test_lists ${WORK}/no_cmocka/CTestTestfile.cmake)
set(text)
foreach(file IN LISTS scripts test_lists)
  file(READ ${file} more)
  string(APPEND text "${more}")
endforeach()
if(NOT text MATCHES "rigidstep-contract" OR text MATCHES "add_test")
  message(SEND_ERROR "without cmocka, the contract program is not installed, or there are tests")
endif()

# ---- hosts --------------------------------------------------------------------------------------
build(${ROOT}/tests/package/outside hosts)
find_program(PKG_CONFIG NAMES pkg-config pkgconf)
file(GLOB_RECURSE pc ${prefix}/rigidstep.pc)
get_filename_component(pc_folder ${pc} DIRECTORY)
if(PKG_CONFIG)
  run(0 ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${pc_folder} ${PKG_CONFIG} --cflags --libs rigidstep)
  separate_arguments(flags UNIX_COMMAND "${out}")
  run(0 ${CC} -std=c11 ${ROOT}/tests/package/outside/host.c ${flags} -o ${WORK}/host_pc)
  get_filename_component(libraries ${pc_folder} DIRECTORY)
  run(0 ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${libraries} ${WORK}/host_pc)
endif()

# ---- a module -----------------------------------------------------------------------------------
file(COPY ${prefix}/share/rigidstep/module_template DESTINATION ${WORK}/elsewhere)
set(template ${WORK}/elsewhere/module_template)
build(${template} module)
set(contract ${prefix}/bin/rigidstep-contract)
run(0 ${contract} ${WORK}/module/my_module.so)
if(NOT out MATCHES "PASS +acme.midpoint +order" OR NOT out MATCHES "PASS +acme.midpoint x acme.kdk"
    OR NOT out MATCHES "PASS +acme.collisions "
    OR NOT out MATCHES "\n3 methods: [0-9]+ passed, 0 failed\n$")
  message(SEND_ERROR "the contract says of the template:\n${out}")
endif()
run(0 ${contract} --only acme.kdk ${WORK}/module/my_module.so)
if(NOT out MATCHES "acme.kdk +sum of momentum" OR out MATCHES "acme.midpoint +order")
  message(SEND_ERROR "--only acme.kdk tests something else:\n${out}")
endif()

# The command line finds what was installed beside it, wherever that is now.
set(command ${prefix}/bin/rigidstep)
run(0 ${command} list --module ${WORK}/module/my_module.so)
if(NOT out MATCHES "\n  exact +exact " OR NOT out MATCHES "\n  acme.kdk +2 ")
  message(SEND_ERROR "rigidstep list prints\n${out}")
endif()
run(0 ${command} check --only acme.kdk ${WORK}/module/my_module.so)
if(NOT out MATCHES "acme.kdk +sum of momentum")
  message(SEND_ERROR "rigidstep check prints\n${out}")
endif()

# Modules that claim what they do not keep, and one that cannot run.
file(READ ${template}/my_module.c good)
string(REGEX MATCH "cc (-std[^\n]*) my_module\\.c [^\n]* -lm\n" command "${good}")
separate_arguments(options UNIX_COMMAND "${CMAKE_MATCH_1}")
if(NOT options)
  message(FATAL_ERROR "no command in the template's first lines")
endif()
# broken(name exit_status line_wanted what by): the template with `what` replaced.
function(broken name want line what by)
  string(REPLACE "${what}" "${by}" text "${good}")
  if(text STREQUAL good)
    message(FATAL_ERROR "the template has no '${what}'")
  endif()
  file(WRITE ${WORK}/${name}.c "${text}")
  run(0 ${CC} ${options} ${WORK}/${name}.c -o ${WORK}/${name}.so -I${prefix}/include -lm)
  run(${want} ${contract} ${WORK}/${name}.so)
  if(NOT out MATCHES "${line}")
    message(SEND_ERROR "${name}: no '${line}' in\n${out}")
  endif()
endfunction()
broken(unchanged 0 "PASS +acme.midpoint +order" "CHANGE" "CHANGED")
broken(order 1 "FAIL +acme.midpoint +order" ".order = 2,                   /*" ".order = 3, /*")
broken(symmetric 1 "FAIL +acme.midpoint +symmetric" "RGS_KEEPS_MOMENTUM, /*"
  "RGS_KEEPS_MOMENTUM | RGS_SYMMETRIC, /*")
broken(symplectic 1 "FAIL +acme.midpoint +symplectic" "RGS_KEEPS_MOMENTUM, /*"
  "RGS_KEEPS_MOMENTUM | RGS_SYMPLECTIC, /*")
broken(neighbours 1 "FAIL +acme.midpoint +order of bodies" "part < params->parts"
  "part < params->parts + (i > 0)")
broken(no_steps 1 "FAIL +acme.midpoint +runs to the end" "!isfinite(q[0] + q[1] + q[2] + q[3])"
  "call->h != 0")
broken(table 2 "acme.kdk" ".a = 1 }" ".a = 0.9 }")
broken(no_module 2 "no rigidstep module" "RGS_MODULE =" "const rgs_module mine =")

# ---- usage --------------------------------------------------------------------------------------
run(0 ${contract} --help)
if(NOT out MATCHES "usage: rigidstep-contract")
  message(SEND_ERROR "--help prints\n${out}")
endif()
run(2 ${contract} --nosuch)
run(2 ${contract} --only)
run(2 ${contract} --only nosuch)
run(2 ${contract} ${WORK}/nosuch.so)

# ---- and away -----------------------------------------------------------------------------------
file(RENAME ${prefix} ${WORK}/prefix)
file(WRITE ${WORK}/prefix/include/somebody_elses.h "")
run(0 ${CMAKE_COMMAND} -D MANIFEST=${WORK}/install_manifest.txt
  -P ${ROOT}/core/package/uninstall.cmake)
file(GLOB_RECURSE rest LIST_DIRECTORIES true RELATIVE ${WORK}/prefix ${WORK}/prefix/*)
set(files ${rest})
list(FILTER rest INCLUDE REGEX "rigidstep")
foreach(entry IN LISTS files)
  if(NOT IS_DIRECTORY ${WORK}/prefix/${entry})
    list(APPEND rest ${entry})
  endif()
endforeach()
if(NOT rest STREQUAL "include/somebody_elses.h")
  message(SEND_ERROR "after uninstalling, want include/somebody_elses.h alone, got: ${rest}")
endif()
message(STATUS "installs, serves hosts and modules, and goes away")
