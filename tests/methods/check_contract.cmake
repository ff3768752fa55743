# SPDX-License-Identifier: BSD-3-Clause
#
# rigidstep-contract catches each fault of modules/broken.c by the contract that is broken, and
# finds none in the same integrator without a fault.
#   cmake -D CONTRACT=... -D MODULE=... [-D SANITIZED=...] -P check_contract.cmake
cmake_minimum_required(VERSION 3.22)

# fault(name exit_status contract...): lines that have to say FAIL, those among others.
function(fault name want)
  set(limit 600)
  if(name STREQUAL "hangs")
    set(limit 2)
  endif()
  execute_process(COMMAND ${CONTRACT} --limit ${limit} --only broken.${name} ${MODULE} RESULT_VARIABLE got
    OUTPUT_VARIABLE text ERROR_VARIABLE text)
  string(REGEX MATCHALL "FAIL [^\n]*" failed "${text}")
  string(REPLACE ";" "\n  " failed "${failed}")
  if(NOT got STREQUAL want)
    message(SEND_ERROR "broken.${name}: want exit status ${want} got '${got}'\n  ${failed}")
  endif()
  foreach(contract IN LISTS ARGN)
    if(NOT failed MATCHES "FAIL +broken\\.${name}(, forces)? +${contract}")
      message(SEND_ERROR "broken.${name}: no FAIL of '${contract}', but\n  ${failed}")
    endif()
  endforeach()
endfunction()

fault(none 0)
fault(stale 1 "order")
fault(deaf 1 "knows what is valid")
fault(no_scale 1 "forces in other units")
fault(no_flag 1 "column p holds velocities")
fault(own_memory 1 "bodies migrate" "saved and loaded")
fault(neighbours 1 "order of bodies" "batches")
fault(spoilt 1 "a torque that is nan")
fault(claims 1 "order")
fault(keeps_energy 1 "claims RGS_KEEPS_ENERGY")
fault(never_fails 1 "claims RGS_NEVER_FAILS")
fault(not_backward 1 "claims RGS_BACKWARD .*, so take it out of .claims")
fault(backward 1 "claims RGS_BACKWARD .*, so add RGS_BACKWARD to .claims")
fault(honest 0)
fault(hot 1 "kt of translation" "kt of rotation")
fault(isokinetic 1 "spread of translation" "spread of rotation")
fault(crashes 1 "runs to the end")
fault(hangs 1 "runs to the end")
fault(prints 1 "prints nothing")
if(NOT SANITIZED)  # sanitizers have malloc for themselves
  fault(allocates 1 "allocations in a step" "allocations, with forces")
endif()
