! SPDX-License-Identifier: BSD-3-Clause
!
! rigidstep.f90 - the calls without handles of rigidstep.h, for Fortran 2003 and later.  Those that step
! bodies under forces: rigidstep_stepper.f90.
!
! Arrays as Fortran has them: inertia(3,n), l(3,n), q(4,n), Q(3,3,n); Q(i,j,k) maps component j in
! the frame of body k to component i in space.  `bad` counts bodies from 1; 0: no body's fault.
module rigidstep
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: free_flow, free_flow_matrix, free_flow_why, status_text
  public :: rgs_error, new_error, error_text
  public :: rgs_ok, rgs_e_arg, rgs_e_name, rgs_e_body, rgs_e_noconv, rgs_e_nomem

  ! base.h
  integer(c_int32_t), parameter :: rgs_ok = 0, rgs_e_arg = -1, rgs_e_name = -3, rgs_e_body = -7, &
                                   rgs_e_noconv = -9, rgs_e_nomem = -14
  integer(c_int32_t), parameter, public :: rgs_abi = 65536 ! major 1, minor 0: major*65536 + minor

  type, bind(c) :: rgs_error
    integer(c_int32_t) :: size, abi, status = 0, reserved0 = 0
    integer(c_int64_t) :: body = -1
    character(kind=c_char) :: text(232) = c_null_char
  end type rgs_error

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
  end interface

contains

  ! Turns the bodies freely for the time h; l is the momentum in space.
  subroutine free_flow(rotor, h, inertia, l, q, status, bad)
    character(*), intent(in) :: rotor
    real(c_double), intent(in) :: h, inertia(:, :), l(:, :)
    real(c_double), intent(inout) :: q(:, :)
    integer(c_int32_t), intent(out) :: status
    integer(c_int64_t), intent(out), optional :: bad
    integer(c_int64_t) :: at
    at = -1
    if (size(inertia, 1) /= 3 .or. size(l, 1) /= 3 .or. size(q, 1) /= 4 .or. &
        size(inertia, 2) /= size(q, 2) .or. size(l, 2) /= size(q, 2)) then
      status = rgs_e_arg
    else
      status = rgs_free_flow(trim(rotor)//c_null_char, size(q, 2, c_int64_t), h, inertia, l, q, at)
    end if
    if (present(bad)) bad = at + 1
  end subroutine free_flow

  subroutine free_flow_matrix(rotor, h, inertia, l, Q, status, bad)
    character(*), intent(in) :: rotor
    real(c_double), intent(in) :: h, inertia(:, :), l(:, :)
    real(c_double), intent(inout) :: Q(:, :, :)
    integer(c_int32_t), intent(out) :: status
    integer(c_int64_t), intent(out), optional :: bad
    real(c_double) :: rows(3, 3, size(Q, 3))
    integer(c_int64_t) :: at
    integer :: i
    at = -1
    if (size(inertia, 1) /= 3 .or. size(l, 1) /= 3 .or. size(Q, 1) /= 3 .or. size(Q, 2) /= 3 .or. &
        size(inertia, 2) /= size(Q, 3) .or. size(l, 2) /= size(Q, 3)) then
      status = rgs_e_arg
    else
      do i = 1, size(Q, 3)
        rows(:, :, i) = transpose(Q(:, :, i))
      end do
      status = rgs_free_flow_matrix(trim(rotor)//c_null_char, size(Q, 3, c_int64_t), h, inertia, l, &
                                    rows, at)
      if (status == rgs_ok) then
        do i = 1, size(Q, 3)
          Q(:, :, i) = transpose(rows(:, :, i))
        end do
      end if
    end if
    if (present(bad)) bad = at + 1
  end subroutine free_flow_matrix

  ! What free_flow would find wrong with its input, in words; empty if nothing.  Bodies are counted
  ! from 0 in the text.
  function free_flow_why(rotor, h, inertia, l, q) result(text)
    character(*), intent(in) :: rotor
    real(c_double), intent(in) :: h, inertia(:, :), l(:, :), q(:, :)
    character(:), allocatable :: text
    type(rgs_error) :: error
    integer(c_int32_t) :: status
    error = new_error()
    text = ''
    status = rgs_free_flow_check(trim(rotor)//c_null_char, size(q, 2, c_int64_t), h, inertia, l, q, &
                                 error)
    if (status < 0) text = error_text(error)
  end function free_flow_why

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
