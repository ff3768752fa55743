! SPDX-License-Identifier: BSD-3-Clause
!
! rigidstep_calls.f90 - the C calls, with the types of their arguments, for rigidstep.f90 and rigidstep_stepper.f90.
! rigidstep/rigidstep.h documents them.
module rigidstep_calls
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer(c_int32_t), parameter :: rgs_ok = 0, rgs_need_eval = 1, rgs_e_arg = -1, rgs_e_name = -3, &
                                   rgs_e_body = -7, rgs_e_noconv = -9, rgs_e_nomem = -14
  integer(c_int32_t), parameter :: rgs_eval_force = 1, rgs_eval_energy = 2, rgs_eval_sum = 8, &
                                   rgs_eval_virial = 16
  integer(c_int32_t), parameter :: rgs_abi = 65537 ! major 1, minor 1: major*65536 + minor

  type, bind(c) :: rgs_error
    integer(c_int32_t) :: size, abi, status = 0, reserved0 = 0
    integer(c_int64_t) :: body = -1
    character(kind=c_char) :: text(232) = c_null_char
  end type rgs_error

  type, bind(c) :: rgs_column
    type(c_ptr) :: data = c_null_ptr
    integer(c_intptr_t) :: body = 0, comp = 0
  end type rgs_column

  type, bind(c) :: rgs_view
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    integer(c_int64_t) :: n = 0
    integer(c_int32_t) :: flags = 0, reserved0 = 0
    integer(c_int64_t) :: stamp = 0
    type(rgs_column) :: x, p, q, l, mass, inertia, f, tau, gf, gtau, carry
    type(c_ptr) :: key = c_null_ptr
    integer(c_int64_t) :: n_copies = 0
    type(rgs_column) :: coupled
  end type rgs_view

  type, bind(c) :: rgs_eval
    integer(c_int32_t) :: size = 0, abi = rgs_abi, what = 0, reserved0 = 0
    real(c_double) :: time = 0, energy = 0
    type(c_ptr) :: sum = c_null_ptr
    integer(c_int32_t) :: n_sum = 0, reserved1 = 0
    real(c_double) :: virial(3) = 0, lengths(3) = 0
  end type rgs_eval

  type, bind(c) :: rgs_host
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    type(c_ptr) :: self = c_null_ptr
    integer(c_int32_t) :: provides = 0, reserved0 = 0
    real(c_double) :: force_scale = 0
    type(c_funptr) :: eval = c_null_funptr
    integer(c_int32_t) :: ranks = 0, reserved1 = 0
  end type rgs_host

  type, bind(c) :: rgs_method_spec
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    type(c_ptr) :: rotor = c_null_ptr, scheme = c_null_ptr, integrator = c_null_ptr, params = c_null_ptr
    integer(c_int32_t) :: n_params = 0, param_size = 0
  end type rgs_method_spec

  type, bind(c) :: rgs_ensemble_spec
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    type(c_ptr) :: bath = c_null_ptr, piston = c_null_ptr
  end type rgs_ensemble_spec

  type, bind(c) :: rgs_method_info
    integer(c_int32_t) :: size = 0, abi = rgs_abi, order = 0, claims = 0, needs = 0, evals = 0, &
                          gradients = 0, ends_fresh = 0, carry = 0, reserved0 = 0, sums = 0, reductions = 0
  end type rgs_method_info

  type, bind(c) :: rgs_param
    type(c_ptr) :: key = c_null_ptr, text = c_null_ptr
    real(c_double) :: value = 0
  end type rgs_param

  interface
    function rgs_free_flow(rotor, n, h, inertia, l, q, bad) result(status) bind(c)
      import
      character(kind=c_char), intent(in) :: rotor(*)
      integer(c_int64_t), value :: n
      real(c_double), value :: h
      real(c_double), intent(in) :: inertia(*), l(*)
      real(c_double), intent(inout) :: q(*)
      integer(c_int64_t), intent(out) :: bad
      integer(c_int32_t) :: status
    end function rgs_free_flow

    ! Matrices body after body and row-major, as in C: the transpose of Fortran's order.
    function rgs_free_flow_matrix(rotor, n, h, inertia, l, Q, bad) result(status) bind(c)
      import
      character(kind=c_char), intent(in) :: rotor(*)
      integer(c_int64_t), value :: n
      real(c_double), value :: h
      real(c_double), intent(in) :: inertia(*), l(*)
      real(c_double), intent(inout) :: Q(*)
      integer(c_int64_t), intent(out) :: bad
      integer(c_int32_t) :: status
    end function rgs_free_flow_matrix

    function rgs_free_flow_check(rotor, n, h, inertia, l, q, error) result(status) bind(c)
      import
      character(kind=c_char), intent(in) :: rotor(*)
      integer(c_int64_t), value :: n
      real(c_double), value :: h
      real(c_double), intent(in) :: inertia(*), l(*), q(*)
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_free_flow_check

    function rgs_status_text(status) result(text) bind(c)
      import
      integer(c_int32_t), value :: status
      type(c_ptr) :: text
    end function rgs_status_text

    function strlen(text) result(n) bind(c)
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: n
    end function strlen

    function rgs_context_create(allocator, out, error) result(status) bind(c)
      import
      type(c_ptr), value :: allocator
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_context_create

    function rgs_bodies_create(context, capacity, out, error) result(status) bind(c)
      import
      type(c_ptr), value :: context
      integer(c_int64_t), value :: capacity
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_bodies_create

    function rgs_bodies_bind(bodies, view, error) result(status) bind(c)
      import
      type(c_ptr), value :: bodies
      type(rgs_view), intent(in) :: view
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_bodies_bind

    function rgs_bodies_energy(bodies, translation, rotation, error) result(status) bind(c)
      import
      type(c_ptr), value :: bodies
      real(c_double), intent(out) :: translation, rotation
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_bodies_energy

    function rgs_method_create(context, spec, out, error) result(status) bind(c)
      import
      type(c_ptr), value :: context
      type(rgs_method_spec), intent(in) :: spec
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_method_create

    function rgs_stepper_create(bodies, method, host, out, error) result(status) bind(c)
      import
      type(c_ptr), value :: bodies, method
      type(rgs_host), intent(in) :: host
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_create

    function rgs_stepper_describe(handle, info, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_method_info), intent(inout) :: info
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_describe

    function rgs_stepper_swap(handle, method, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle, method
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_swap

    function rgs_advance(handle, h, request, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle
      real(c_double), value :: h
      type(rgs_eval), intent(inout) :: request
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_advance

    function rgs_stepper_time(handle) result(time) bind(c)
      import
      type(c_ptr), value :: handle
      real(c_double) :: time
    end function rgs_stepper_time

    function rgs_stepper_set_time(handle, time, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle
      real(c_double), value :: time
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_set_time

    subroutine rgs_stepper_destroy(handle) bind(c)
      import
      type(c_ptr), value :: handle
    end subroutine rgs_stepper_destroy

    subroutine rgs_method_destroy(handle) bind(c)
      import
      type(c_ptr), value :: handle
    end subroutine rgs_method_destroy

    subroutine rgs_bodies_destroy(handle) bind(c)
      import
      type(c_ptr), value :: handle
    end subroutine rgs_bodies_destroy

    subroutine rgs_context_destroy(handle) bind(c)
      import
      type(c_ptr), value :: handle
    end subroutine rgs_context_destroy

    function rgs_stepper_process(handle, request, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_eval), intent(inout) :: request
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_process

    function rgs_stepper_unprocess(handle, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_unprocess

    function rgs_stepper_output(handle, key, values, room, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: key(*)
      real(c_double), intent(inout) :: values(*)
      integer(c_int64_t), value :: room
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_output

    function rgs_method_create_with(context, spec, ensemble, out, error) result(status) bind(c)
      import
      type(c_ptr), value :: context
      type(rgs_method_spec), intent(in) :: spec
      type(rgs_ensemble_spec), intent(in) :: ensemble
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_method_create_with

    function rgs_stepper_set(handle, key, value, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: key(*)
      real(c_double), value :: value
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_set

    function rgs_stepper_set_box(handle, lengths, centre, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle
      real(c_double), intent(in) :: lengths(3), centre(3)
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_set_box

    function rgs_stepper_set_fresh(handle, what, error) result(status) bind(c)
      import
      type(c_ptr), value :: handle
      integer(c_int32_t), value :: what
      type(rgs_error), intent(inout) :: error
      integer(c_int32_t) :: status
    end function rgs_stepper_set_fresh
  end interface
end module rigidstep_calls
