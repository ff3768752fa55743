# SPDX-License-Identifier: BSD-3-Clause
#
# The program rigidstep-contract, which is installed so that authors of modules can run it.  It does
# not use cmocka, so it is also built where the tests are left out.

set(methods ${CMAKE_CURRENT_LIST_DIR})
rgs_program(contract ${methods}/contract.c ${methods}/contract_rig.c ${methods}/contract_flight.c
  ${methods}/contract_scheme.c ${methods}/contract_integrator.c ${methods}/contract_claims.c
  ${methods}/contract_bath.c ${methods}/contract_ranks.c ${methods}/contract_sums.c
  ${methods}/contract_piston.c)
target_link_libraries(contract PRIVATE ${CMAKE_DL_LIBS})
file(RELATIVE_PATH to_library /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set_target_properties(contract PROPERTIES OUTPUT_NAME rigidstep-contract
  INSTALL_RPATH $ORIGIN/${to_library})
install(TARGETS contract EXPORT rigidstepTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${methods}/rigidstep-contract.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
