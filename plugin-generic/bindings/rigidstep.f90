! SPDX-License-Identifier: BSD-3-Clause
!
! rigidstep.f90 - rigidstep for Fortran 2008 and later: the calls without handles (module rigidstep).  Compile with
! your program:
! size: the calls and the types of their arguments are of no use apart
!
!   gfortran rigidstep.f90 rigidstep_stepper.f90 my.f90 -L$PREFIX/lib -lrigidstep -Wl,-rpath,$PREFIX/lib
!
!   call free_flow(rotor, h, inertia, l, q, status [, why])          rotates free bodies for the time h
!   call free_flow_matrix(rotor, h, inertia, l, Q, status [, why])   the same for rotation matrices
!   call free_flow_jacobian(h, inertia, l, q, J, status [, why])     a draft: J(11,4,n), the derivative of the
!                                                                    new q of 'exact' by l, q, inertia and h
!   text = status_text(status)                                       what a status means
!
!   character(*)       rotor                   name of a built-in rotor, such as 'exact'
!   real(c_double)     h                       time
!   real(c_double)     inertia(3,n), l(3,n)    principal moments; angular momentum in the space frame
!   real(c_double)     q(4,n)                  orientations (w, x, y, z), body to space; changed
!   real(c_double)     Q(3,3,n)                Q(i,j,k) maps component j in body k to component i in space; changed
!   integer(c_int32_t) status                  rgs_ok, or below 0 if refused
!   character(:)       why                     allocatable: what is wrong; '' if nothing.  It counts bodies from 0

! The C calls, with the types of their arguments; rigidstep/rigidstep.h documents them.
module rigidstep_calls
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer(c_int32_t), parameter :: rgs_ok = 0, rgs_need_eval = 1, rgs_e_arg = -1, rgs_e_name = -3, rgs_e_param = -4, &
                                   rgs_e_body = -7, rgs_e_noconv = -9, rgs_e_nomem = -14
  integer(c_int32_t), parameter :: rgs_eval_force = 1, rgs_eval_energy = 2, rgs_eval_reduction = 8, &
                                   rgs_eval_virial = 16, rgs_draft_eval_slow = 32
  integer(c_int32_t), parameter :: rgs_kind_thermostat = 4, rgs_kind_barostat = 5
  integer(c_int32_t), parameter :: rgs_processed = 128 ! of the claims
  integer(c_int32_t), parameter :: rgs_host_rewinds = 1
  integer(c_int32_t), parameter :: rgs_draft_eval_momentum = 131072
  integer(c_int32_t), parameter :: rgs_abi = 131072 ! major 2, minor 0: major*65536 + minor

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
    integer(c_int32_t) :: flags = 0, reserved0 = 0
    integer(c_int64_t) :: n = 0, n_ghosts = 0, revision = 0
    type(rgs_column) :: x, p, q, l, mass, inertia, f, tau, gf, gtau, aux
    type(c_ptr) :: tag = c_null_ptr
    type(rgs_column) :: thermostatted
  end type rgs_view

  type, bind(c) :: rgs_eval
    integer(c_int32_t) :: size = 0, abi = rgs_abi, what = 0, n_sum = 0
    real(c_double) :: time = 0, energy = 0
    type(c_ptr) :: sum = c_null_ptr
    real(c_double) :: virial(3, 3) = 0, cell(3, 3) = 0 ! virial(b,a) here is virial[3 a + b] there
  end type rgs_eval

  type, bind(c) :: rgs_cell
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    real(c_double) :: vectors(3, 3) = 0, origin(3) = 0, reference(3, 3) = 0
    integer(c_int32_t) :: flags = 0, reserved0 = 0
  end type rgs_cell

  type, bind(c) :: rgs_executor
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    type(c_ptr) :: self = c_null_ptr
    type(c_funptr) :: parallel_for = c_null_funptr
  end type rgs_executor

  type, bind(c) :: rgs_host
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    type(c_ptr) :: self = c_null_ptr
    integer(c_int32_t) :: provides = 0, ranks = 0
    real(c_double) :: force_scale = 0
    type(c_funptr) :: eval = c_null_funptr
    type(c_ptr) :: executor = c_null_ptr ! of an rgs_executor
    integer(c_int32_t) :: flags = 0, reserved0 = 0
  end type rgs_host

  ! Of drafts (rigidstep/draft.h, draft_forces.h), whose library refuses another number.
  integer(c_int32_t), parameter :: rgs_draft_abi = -726728689_c_int32_t, & ! 0xd4af000f: drafts 15
                                   rgs_draft_forces_abi = -726728690_c_int32_t
  type, bind(c) :: rgs_draft_force_check
    integer(c_int32_t) :: size = 0, abi = rgs_draft_forces_abi
    integer(c_int64_t) :: sample = 0
    real(c_double) :: tolerance = 0, length = 0, stir = 0, time = 0, cell(3, 3) = 0, origin(3) = 0
    type(c_ptr) :: rows = c_null_ptr
    integer(c_int64_t) :: n_rows = 0
    integer(c_size_t) :: row_size = 0
    type(c_ptr) :: text = c_null_ptr
    integer(c_size_t) :: text_size = 0
    integer(c_int32_t) :: found = 0, reserved0 = 0
    integer(c_int64_t) :: evaluations = 0
    real(c_double) :: energy = 0, noise = 0, virial(3, 3) = 0, by_cell(3, 3) = 0, virial_off = 0
  end type rgs_draft_force_check

  type, bind(c) :: rgs_method_spec
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    type(c_ptr) :: rotor = c_null_ptr, scheme = c_null_ptr, integrator = c_null_ptr, thermostat = c_null_ptr, &
                   barostat = c_null_ptr, params = c_null_ptr
    integer(c_int32_t) :: n_params = 0, param_size = 0
    real(c_double) :: inertia = 0
    integer(c_int32_t) :: placement = 0, wants = 0
  end type rgs_method_spec

  type, bind(c) :: rgs_method_info
    integer(c_int32_t) :: size = 0, abi = rgs_abi, order = 0, claims = 0, needs = 0, evals = 0, &
                          gradients = 0, ends_valid = 0, aux = 0, sums = 0, reductions = 0
  end type rgs_method_info

  type, bind(c) :: rgs_param
    type(c_ptr) :: key = c_null_ptr, text = c_null_ptr
    real(c_double) :: value = 0
    integer(c_int32_t) :: kind = 0, reserved0 = 0
  end type rgs_param

  interface
    integer(c_int32_t) function rgs_free_flow(rotor, n, h, inertia, l, q, error) bind(c)
      import
      character(kind=c_char), intent(in) :: rotor(*)
      integer(c_int64_t), value :: n
      real(c_double), value :: h
      real(c_double), intent(in) :: inertia(*), l(*)
      real(c_double), intent(inout) :: q(*)
      type(rgs_error), intent(inout) :: error
    end function rgs_free_flow

    ! Matrices body after body and row-major, as in C: the transpose of Fortran's order.
    integer(c_int32_t) function rgs_free_flow_matrix(rotor, n, h, inertia, l, Q, error) bind(c)
      import
      character(kind=c_char), intent(in) :: rotor(*)
      integer(c_int64_t), value :: n
      real(c_double), value :: h
      real(c_double), intent(in) :: inertia(*), l(*)
      real(c_double), intent(inout) :: Q(*)
      type(rgs_error), intent(inout) :: error
    end function rgs_free_flow_matrix

    integer(c_int32_t) function rgs_draft_free_flow_jacobian(n, h, inertia, l, q, jacobian, error) bind(c)
      import
      integer(c_int64_t), value :: n
      real(c_double), value :: h
      real(c_double), intent(in) :: inertia(*), l(*), q(*)
      real(c_double), intent(inout) :: jacobian(*)
      type(rgs_error), intent(inout) :: error
    end function rgs_draft_free_flow_jacobian

    integer(c_int32_t) function rgs_draft_allow(context, draft, error) bind(c)
      import
      type(c_ptr), value :: context
      integer(c_int32_t), value :: draft
      type(rgs_error), intent(inout) :: error
    end function rgs_draft_allow

    integer(c_int32_t) function rgs_draft_bodies_wheels(bodies, n, wheels, error) bind(c)
      import
      type(c_ptr), value :: bodies, wheels
      integer(c_int64_t), value :: n
      type(rgs_error), intent(inout) :: error
    end function rgs_draft_bodies_wheels

    type(c_ptr) function rgs_status_text(status) bind(c)
      import
      integer(c_int32_t), value :: status
    end function rgs_status_text

    function strlen(text) result(n) bind(c)
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: n
    end function strlen

    integer(c_int32_t) function rgs_context_create(spec, out, error) bind(c)
      import
      type(c_ptr), value :: spec
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
    end function rgs_context_create

    integer(c_int32_t) function rgs_bodies_create(context, capacity, out, error) bind(c)
      import
      type(c_ptr), value :: context
      integer(c_int64_t), value :: capacity
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
    end function rgs_bodies_create

    integer(c_int32_t) function rgs_bodies_bind(bodies, view, error) bind(c)
      import
      type(c_ptr), value :: bodies
      type(rgs_view), intent(in) :: view
      type(rgs_error), intent(inout) :: error
    end function rgs_bodies_bind

    integer(c_int32_t) function rgs_bodies_energy(bodies, translation, rotation, error) bind(c)
      import
      type(c_ptr), value :: bodies
      real(c_double), intent(out) :: translation, rotation
      type(rgs_error), intent(inout) :: error
    end function rgs_bodies_energy

    integer(c_int32_t) function rgs_method_create(context, spec, out, error) bind(c)
      import
      type(c_ptr), value :: context
      type(rgs_method_spec), intent(in) :: spec
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
    end function rgs_method_create

    integer(c_int32_t) function rgs_stepper_create(bodies, method, host, out, error) bind(c)
      import
      type(c_ptr), value :: bodies, method
      type(rgs_host), intent(in) :: host
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_create

    integer(c_int32_t) function rgs_method_describe(method, info, error) bind(c)
      import
      type(c_ptr), value :: method
      type(rgs_method_info), intent(inout) :: info
      type(rgs_error), intent(inout) :: error
    end function rgs_method_describe

    integer(c_int32_t) function rgs_stepper_describe(handle, info, error) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_method_info), intent(inout) :: info
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_describe

    integer(c_int32_t) function rgs_stepper_swap(handle, method, error) bind(c)
      import
      type(c_ptr), value :: handle, method
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_swap

    integer(c_int32_t) function rgs_stepper_advance(handle, h, request, error) bind(c)
      import
      type(c_ptr), value :: handle
      real(c_double), value :: h
      type(rgs_eval), intent(inout) :: request
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_advance

    real(c_double) function rgs_stepper_time(handle) bind(c)
      import
      type(c_ptr), value :: handle
    end function rgs_stepper_time

    integer(c_int32_t) function rgs_stepper_set_time(handle, time, error) bind(c)
      import
      type(c_ptr), value :: handle
      real(c_double), value :: time
      type(rgs_error), intent(inout) :: error
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

    integer(c_int32_t) function rgs_draft_check_forces(bodies, host, check, error) bind(c)
      import
      type(c_ptr), value :: bodies
      type(rgs_host), intent(in) :: host
      type(rgs_draft_force_check), intent(inout) :: check
      type(rgs_error), intent(inout) :: error
    end function rgs_draft_check_forces

    integer(c_int32_t) function rgs_stepper_process(handle, request, error) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_eval), intent(inout) :: request
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_process

    integer(c_int32_t) function rgs_stepper_unprocess(handle, error) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_unprocess

    integer(c_int32_t) function rgs_stepper_output(handle, key, values, room, error) bind(c)
      import
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: key(*)
      real(c_double), intent(inout) :: values(*)
      integer(c_int64_t), value :: room
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_output

    integer(c_int32_t) function rgs_stepper_set_param(handle, param, param_size, error) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_param), intent(in) :: param
      integer(c_size_t), value :: param_size
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_set_param

    integer(c_int32_t) function rgs_stepper_param(handle, kind, key, value, error) bind(c)
      import
      type(c_ptr), value :: handle
      integer(c_int32_t), value :: kind
      character(kind=c_char), intent(in) :: key(*)
      real(c_double), intent(inout) :: value
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_param

    integer(c_int32_t) function rgs_stepper_set_cell(handle, cell, error) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_cell), intent(in) :: cell
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_set_cell

    integer(c_int32_t) function rgs_stepper_cell(handle, out, error) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_cell), intent(inout) :: out
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_cell

    integer(c_int32_t) function rgs_stepper_set_step_count(handle, step, error) bind(c)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: step
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_set_step_count

    integer(c_int32_t) function rgs_stepper_save(handle, buffer, size, error) bind(c)
      import
      type(c_ptr), value :: handle, buffer
      integer(c_size_t), intent(inout) :: size
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_save

    integer(c_int32_t) function rgs_stepper_save_ensemble(handle, buffer, size, error) bind(c)
      import
      type(c_ptr), value :: handle, buffer
      integer(c_size_t), intent(inout) :: size
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_save_ensemble

    integer(c_int32_t) function rgs_stepper_load(handle, buffer, size, error) bind(c)
      import
      type(c_ptr), value :: handle, buffer
      integer(c_size_t), value :: size
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_load

    integer(c_int32_t) function rgs_stepper_load_ensemble(handle, buffer, size, error) bind(c)
      import
      type(c_ptr), value :: handle, buffer
      integer(c_size_t), value :: size
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_load_ensemble

    integer(c_int64_t) function rgs_stepper_step_count(handle) bind(c)
      import
      type(c_ptr), value :: handle
    end function rgs_stepper_step_count

    integer(c_int32_t) function rgs_stepper_reset(handle, error) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_reset

    integer(c_int32_t) function rgs_stepper_rewind(handle, error) bind(c)
      import
      type(c_ptr), value :: handle
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_rewind

    integer(c_int32_t) function rgs_stepper_set_valid(handle, what, error) bind(c)
      import
      type(c_ptr), value :: handle
      integer(c_int32_t), value :: what
      type(rgs_error), intent(inout) :: error
    end function rgs_stepper_set_valid
  end interface
end module rigidstep_calls

module rigidstep
  use, intrinsic :: iso_c_binding
  use rigidstep_calls
  implicit none
  private
  public :: free_flow, free_flow_jacobian, free_flow_matrix, status_text
  public :: rgs_error, new_error, error_text, read_params
  public :: rgs_abi, rgs_ok, rgs_e_arg, rgs_e_name, rgs_e_param, rgs_e_body, rgs_e_noconv, rgs_e_nomem

contains

  subroutine free_flow(rotor, h, inertia, l, q, status, why)
    character(*), intent(in) :: rotor
    real(c_double), intent(in) :: h, inertia(:, :), l(:, :)
    real(c_double), intent(inout) :: q(:, :)
    integer(c_int32_t), intent(out) :: status
    character(:), allocatable, intent(out), optional :: why
    character(:), allocatable :: text
    type(rgs_error) :: error
    text = shape_flaw(inertia, l, size(q, 2), size(q, 1) == 4, 'q must have the shape (4,n)')
    status = rgs_e_arg
    if (text == '') then
      error = new_error()
      status = rgs_free_flow(trim(rotor)//c_null_char, size(q, 2, c_int64_t), h, inertia, l, q, error)
      if (status < 0) text = error_text(error)
    end if
    if (present(why)) why = text
  end subroutine free_flow

  subroutine free_flow_matrix(rotor, h, inertia, l, Q, status, why)
    character(*), intent(in) :: rotor
    real(c_double), intent(in) :: h, inertia(:, :), l(:, :)
    real(c_double), intent(inout) :: Q(:, :, :)
    integer(c_int32_t), intent(out) :: status
    character(:), allocatable, intent(out), optional :: why
    character(:), allocatable :: text
    real(c_double) :: rows(3, 3, size(Q, 3))
    type(rgs_error) :: error
    integer :: i
    text = shape_flaw(inertia, l, size(Q, 3), all(shape(Q(:, :, :0)) == [3, 3, 0]), 'Q must have the shape (3,3,n)')
    status = rgs_e_arg
    if (text == '') then
      do i = 1, size(Q, 3)
        rows(:, :, i) = transpose(Q(:, :, i))
      end do
      error = new_error()
      status = rgs_free_flow_matrix(trim(rotor)//c_null_char, size(Q, 3, c_int64_t), h, inertia, l, &
                                    rows, error)
      if (status < 0) text = error_text(error)
      do i = 1, size(Q, 3)
        Q(:, :, i) = transpose(rows(:, :, i))
      end do
    end if
    if (present(why)) why = text
  end subroutine free_flow_matrix

  ! J(i, k, body): component k of the new q by number i of l (3), q (4), inertia (3) and h.
  subroutine free_flow_jacobian(h, inertia, l, q, J, status, why)
    real(c_double), intent(in) :: h, inertia(:, :), l(:, :), q(:, :)
    real(c_double), intent(inout) :: J(:, :, :)
    integer(c_int32_t), intent(out) :: status
    character(:), allocatable, intent(out), optional :: why
    character(:), allocatable :: text
    type(rgs_error) :: error
    text = shape_flaw(inertia, l, size(q, 2), size(q, 1) == 4, 'q must have the shape (4,n)')
    if (text == '' .and. any(shape(J) /= [11, 4, size(q, 2)])) text = 'J must have the shape (11,4,n)'
    status = rgs_e_arg
    if (text == '') then
      error = new_error()
      status = rgs_draft_free_flow_jacobian(size(q, 2, c_int64_t), h, inertia, l, q, J, error)
      if (status < 0) text = error_text(error)
    end if
    if (present(why)) why = text
  end subroutine free_flow_jacobian

  ! What is wrong with the shapes of these arrays; empty if nothing.
  ! Of n orientations, of which each has the shape `form`, or ought to.
  function shape_flaw(inertia, l, n, fits, form) result(text)
    real(c_double), intent(in) :: inertia(:, :), l(:, :)
    integer, intent(in) :: n
    logical, intent(in) :: fits
    character(*), intent(in) :: form
    character(:), allocatable :: text
    character(120) :: line
    text = ''
    if (.not. fits) then
      text = form
    else if (size(inertia, 1) /= 3 .or. size(inertia, 2) /= n) then
      write (line, '(3(a,i0),a)') 'inertia must have the shape (3,', n, '), not (', size(inertia, 1), ',', size(inertia, 2), ')'
      text = trim(line)
    else if (size(l, 1) /= 3 .or. size(l, 2) /= n) then
      write (line, '(3(a,i0),a)') 'l must have the shape (3,', n, '), not (', size(l, 1), ',', size(l, 2), ')'
      text = trim(line)
    end if
  end function shape_flaw

  ! 'key=value key=value' into a list that points into words.
  subroutine read_params(params, words, list, spec, flaw)
    character(*), intent(in) :: params
    character(kind=c_char), allocatable, target, intent(out) :: words(:)
    type(rgs_param), allocatable, intent(out) :: list(:)
    type(rgs_method_spec), intent(inout) :: spec
    character(:), allocatable, intent(out) :: flaw ! empty if there is none
    type(rgs_param), allocatable :: some(:)
    integer :: i, n, begin, equals
    logical :: wish
    allocate (words(len(params) + 1))
    words = c_null_char
    flaw = ''
    n = 0
    do i = 1, len(params)
      if (params(i:i) == '=') n = n + 1
      if (params(i:i) /= ' ' .and. params(i:i) /= '=') words(i) = params(i:i)
    end do
    allocate (list(n))
    n = 0
    i = 1
    do while (i <= len_trim(params))
      if (params(i:i) == ' ') then
        i = i + 1
        cycle
      end if
      begin = i
      i = begin + index(params(begin:)//' ', ' ') - 1
      equals = index(params(begin:i - 1), '=')
      if (equals < 2 .or. equals == i - begin .or. index(params(begin + equals:i - 1), '=') > 0) then
        flaw = "params has '"//params(begin:i - 1)//"'; must be key=value"
        return
      end if
      call read_wish(params(begin:begin + equals - 2), params(begin + equals:i - 1), spec, wish, flaw)
      if (flaw /= '') return
      if (wish) cycle
      n = n + 1
      list(n)%key = c_loc(words(begin))
      list(n)%text = c_loc(words(begin + equals))
    end do
    some = list(:n)
    call move_alloc(some, list)
  end subroutine read_params

  ! Keys that are no parameters of a part: where the thermostat acts, and outputs that cost something.
  subroutine read_wish(key, value, spec, wish, flaw)
    character(*), intent(in) :: key, value
    type(rgs_method_spec), intent(inout) :: spec
    logical, intent(out) :: wish
    character(:), allocatable, intent(inout) :: flaw
    integer(c_int32_t) :: on
    integer :: k
    k = findloc([character(9) :: 'conserved', 'refined', 'shadow', 'ends'], key, 1)
    wish = k > 0
    if (.not. wish) return
    on = findloc([character(5) :: '1', 'yes', 'on', 'true', '0', 'no', 'off', 'false'], value, 1)
    if (on == 0) flaw = "parameter '"//key//"' is "//value//'; allowed 0 or 1'
    on = merge(1_c_int32_t, 0_c_int32_t, on <= 4)
    if (k == 4) spec%placement = 1 + on
    if (k < 4) spec%wants = ior(spec%wants, ishft(on, k - 1))
  end subroutine read_wish

  function new_error() result(error)
    type(rgs_error) :: error
    error%size = int(c_sizeof(error), c_int32_t)
    error%abi = rgs_abi
  end function new_error

  function error_text(error) result(text)
    type(rgs_error), intent(in) :: error
    character(:), allocatable :: text
    integer :: i
    text = ''
    do i = 1, size(error%text)
      if (error%text(i) == c_null_char) return
      text = text//error%text(i)
    end do
  end function error_text

  function status_text(status) result(text)
    integer(c_int32_t), intent(in) :: status
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    type(c_ptr) :: c_text
    integer :: i
    c_text = rgs_status_text(status)
    call c_f_pointer(c_text, letters, [strlen(c_text)])
    allocate (character(size(letters)) :: text)
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function status_text

end module rigidstep
