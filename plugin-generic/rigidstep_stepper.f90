! SPDX-License-Identifier: BSD-3-Clause
!
! rigidstep_stepper.f90 - bodies stepped under forces, for Fortran 2003 and later; the host drives:
!
!     type(stepper) :: s
!     call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang')
!     do i = 1, n_steps
!       do while (s%advance(h))
!         f = ...; tau = ...                        ! at the x and q of now, and at s%eval_time
!       end do
!       if (s%status < 0) print *, s%why()
!     end do
!     call s%close()
!
! Arrays as Fortran has them, x(3,n), q(4,n), mass(n): they stay the host's, who declares them with the
! attribute target, since advance moves them, and keeps them in place until close.  Frames, units, what is refused: rigidstep/bodies.h.
module rigidstep_stepper
  use, intrinsic :: iso_c_binding
  use rigidstep, only: rgs_error, new_error, error_text, rgs_abi, rgs_e_arg, rgs_e_nomem
  implicit none
  private
  public :: stepper

  integer(c_int32_t), parameter :: rgs_need_eval = 1

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
  end type rgs_view

  type, bind(c) :: rgs_eval
    integer(c_int32_t) :: size = 0, abi = rgs_abi, what = 0, reserved0 = 0
    real(c_double) :: time = 0, energy = 0
  end type rgs_eval

  type, bind(c) :: rgs_method_spec
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    type(c_ptr) :: rotor = c_null_ptr, scheme = c_null_ptr, integrator = c_null_ptr, params = c_null_ptr
    integer(c_int32_t) :: n_params = 0, param_size = 0
  end type rgs_method_spec

  type, bind(c) :: rgs_method_info
    integer(c_int32_t) :: size = 0, abi = rgs_abi, order = 0, claims = 0, needs = 0, evals = 0, &
                          gradients = 0, ends_fresh = 0, carry = 0, reserved0 = 0
  end type rgs_method_info

  type :: stepper
    integer(c_int32_t) :: status = 0      ! of the last call; below 0: refused, and why() says it
    real(c_double) :: eval_time = 0       ! where advance wants forces
    integer :: order = 0, evals = 0       ! of the method as it runs here
    type(c_ptr), private :: context = c_null_ptr, bodies = c_null_ptr, method = c_null_ptr, &
                            handle = c_null_ptr
    type(rgs_view), private :: view
    type(rgs_error), private :: error
    real(c_double), private, pointer, contiguous :: carry(:) => null()
  contains
    procedure :: open => stepper_open
    procedure :: advance => stepper_advance
    procedure :: swap => stepper_swap
    procedure :: kinetic => stepper_kinetic
    procedure :: time => stepper_time
    procedure :: set_time => stepper_set_time
    procedure :: why => stepper_why
    procedure :: close => stepper_close
  end type stepper

  interface
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
      type(c_ptr), value :: bodies, method, host
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
  end interface

contains

  ! rotor and scheme, or an integrator with scheme ''.
  subroutine stepper_open(s, x, p, q, l, mass, inertia, f, tau, rotor, scheme)
    class(stepper), intent(inout) :: s
    real(c_double), contiguous, target, intent(inout) :: x(:, :), p(:, :), q(:, :), l(:, :), mass(:), &
                                                         inertia(:, :), f(:, :), tau(:, :)
    character(*), intent(in) :: rotor, scheme
    call s%close()
    s%error = new_error()
    s%view = rgs_view(n=size(mass, kind=c_int64_t))
    s%view%size = int(c_sizeof(s%view), c_int32_t)
    s%status = 0
    call set(s%view%x, x, 3, 'x')
    call set(s%view%p, p, 3, 'p')
    call set(s%view%q, q, 4, 'q')
    call set(s%view%l, l, 3, 'l')
    call set(s%view%inertia, inertia, 3, 'inertia')
    call set(s%view%f, f, 3, 'f')
    call set(s%view%tau, tau, 3, 'tau')
    s%view%mass = rgs_column(c_loc(mass), 1, 1)
    if (s%status == 0) s%status = rgs_context_create(c_null_ptr, s%context, s%error)
    if (s%status == 0) s%status = rgs_bodies_create(s%context, s%view%n, s%bodies, s%error)
    if (s%status == 0) call create(s, rotor, scheme, s%method)
    if (s%status == 0) s%status = rgs_bodies_bind(s%bodies, s%view, s%error)
    if (s%status == 0) s%status = rgs_stepper_create(s%bodies, s%method, c_null_ptr, s%handle, s%error)
    if (s%status == 0) call describe(s)

  contains
    subroutine set(column, values, width, name)
      type(rgs_column), intent(out) :: column
      real(c_double), contiguous, target, intent(in) :: values(:, :)
      integer, intent(in) :: width
      character(*), intent(in) :: name
      character(100) :: text
      if (size(values, 1) /= width .or. size(values, 2) /= size(mass)) then
        write (text, '(2a,2(i0,a))') name, ' must have the shape (', width, ',', size(mass), ')'
        call refuse(s, rgs_e_arg, trim(text))
        return
      end if
      column = rgs_column(c_loc(values), int(width, c_intptr_t), 1)
    end subroutine set
  end subroutine stepper_open

  subroutine refuse(s, status, text)
    class(stepper), intent(inout) :: s
    integer(c_int32_t), intent(in) :: status
    character(*), intent(in) :: text
    integer :: i
    s%status = status
    s%error%text = c_null_char
    do i = 1, min(len(text), size(s%error%text) - 1)
      s%error%text(i) = text(i:i)
    end do
  end subroutine refuse

  subroutine create(s, rotor, scheme, method)
    class(stepper), intent(inout) :: s
    character(*), intent(in) :: rotor, scheme
    type(c_ptr), intent(out) :: method
    character(kind=c_char), allocatable, target :: names(:, :)
    type(rgs_method_spec) :: spec
    integer :: i
    allocate (names(max(len_trim(rotor), len_trim(scheme)) + 1, 2))
    names = c_null_char
    do i = 1, len_trim(rotor)
      names(i, 1) = rotor(i:i)
    end do
    do i = 1, len_trim(scheme)
      names(i, 2) = scheme(i:i)
    end do
    spec%size = int(c_sizeof(spec), c_int32_t)
    if (scheme == '') then
      spec%integrator = c_loc(names(1, 1))
    else
      spec%rotor = c_loc(names(1, 1))
      spec%scheme = c_loc(names(1, 2))
    end if
    s%status = rgs_method_create(s%context, spec, method, s%error)
  end subroutine create

  ! What the method is, and room for what it carries from step to step.
  subroutine describe(s)
    class(stepper), intent(inout) :: s
    type(rgs_method_info) :: info
    integer :: failed
    info%size = int(c_sizeof(info), c_int32_t)
    s%status = rgs_stepper_describe(s%handle, info, s%error)
    if (s%status < 0) return
    s%order = info%order
    s%evals = info%evals
    if (associated(s%carry)) deallocate (s%carry)
    s%view%carry = rgs_column()
    if (info%carry > 0) then
      allocate (s%carry(info%carry*s%view%n), stat=failed)
      if (failed /= 0) then
        call refuse(s, rgs_e_nomem, 'no memory for what the method carries')
        return
      end if
      s%carry = 0
      s%view%carry = rgs_column(c_loc(s%carry), int(info%carry, c_intptr_t), 1)
    end if
    s%status = rgs_bodies_bind(s%bodies, s%view, s%error)
  end subroutine describe

  ! True: write forces and torques and call again with the same h.
  logical function stepper_advance(s, h)
    class(stepper), intent(inout) :: s
    real(c_double), intent(in) :: h
    type(rgs_eval) :: request
    stepper_advance = .false.
    if (.not. c_associated(s%handle)) return
    request%size = int(c_sizeof(request), c_int32_t)
    s%status = rgs_advance(s%handle, h, request, s%error)
    s%eval_time = request%time
    stepper_advance = s%status == rgs_need_eval
  end function stepper_advance

  ! Another method from the next step on.
  subroutine stepper_swap(s, rotor, scheme)
    class(stepper), intent(inout) :: s
    character(*), intent(in) :: rotor, scheme
    type(c_ptr) :: method
    call create(s, rotor, scheme, method)
    if (s%status < 0) return
    s%status = rgs_stepper_swap(s%handle, method, s%error)
    if (s%status < 0) then
      call rgs_method_destroy(method)
      return
    end if
    call rgs_method_destroy(s%method)
    s%method = method
    call describe(s)
  end subroutine stepper_swap

  ! Energies of translation and of rotation.
  subroutine stepper_kinetic(s, translation, rotation)
    class(stepper), intent(inout) :: s
    real(c_double), intent(out) :: translation, rotation
    s%status = rgs_bodies_energy(s%bodies, translation, rotation, s%error)
  end subroutine stepper_kinetic

  real(c_double) function stepper_time(s)
    class(stepper), intent(in) :: s
    stepper_time = rgs_stepper_time(s%handle)
  end function stepper_time

  subroutine stepper_set_time(s, time)
    class(stepper), intent(inout) :: s
    real(c_double), intent(in) :: time
    s%status = rgs_stepper_set_time(s%handle, time, s%error)
  end subroutine stepper_set_time

  function stepper_why(s) result(text)
    class(stepper), intent(in) :: s
    character(:), allocatable :: text
    text = ''
    if (s%status < 0) text = error_text(s%error)
  end function stepper_why

  subroutine stepper_close(s)
    class(stepper), intent(inout) :: s
    call rgs_stepper_destroy(s%handle)
    call rgs_method_destroy(s%method)
    call rgs_bodies_destroy(s%bodies)
    call rgs_context_destroy(s%context)
    s%handle = c_null_ptr
    s%method = c_null_ptr
    s%bodies = c_null_ptr
    s%context = c_null_ptr
    if (associated(s%carry)) deallocate (s%carry)
  end subroutine stepper_close

end module rigidstep_stepper
