! SPDX-License-Identifier: BSD-3-Clause
!
! rigidstep.f90 - rigidstep for Fortran 2008 and later: the calls without handles (module rigidstep).  It includes
! rigidstep_calls.inc, which must lie beside it.  Compile with your program:
!
!   gfortran rigidstep.f90 rigidstep_stepper.f90 my.f90 -L$PREFIX/lib -lrigidstep -Wl,-rpath,$PREFIX/lib
!
!   call free_flow(rotor, h, inertia, l, q, status [, bad])          rotates free bodies for the time h
!   call free_flow_matrix(rotor, h, inertia, l, Q, status [, bad])   the same for rotation matrices
!   text = free_flow_why(rotor, h, inertia, l, q)                    what is wrong with the input; '' if nothing
!   text = status_text(status)                                       what a status means
!
!   character(*)       rotor                   name of a built-in rotor, such as 'exact'
!   real(c_double)     h                       time
!   real(c_double)     inertia(3,n), l(3,n)    principal moments; angular momentum in the space frame
!   real(c_double)     q(4,n)                  attitudes (w, x, y, z), body to space; changed
!   real(c_double)     Q(3,3,n)                Q(i,j,k) maps component j in body k to component i in space; changed
!   integer(c_int32_t) status                  rgs_ok, or below 0 if refused; then nothing is changed
!   integer(c_int64_t) bad                     number of the first bad body, counted from 1; 0 if no body's fault

include 'rigidstep_calls.inc'

module rigidstep
  use, intrinsic :: iso_c_binding
  use rigidstep_calls
  implicit none
  private
  public :: free_flow, free_flow_matrix, free_flow_why, status_text
  public :: rgs_error, new_error, error_text, read_params
  public :: rgs_abi, rgs_ok, rgs_e_arg, rgs_e_name, rgs_e_body, rgs_e_noconv, rgs_e_nomem

contains

  subroutine free_flow(rotor, h, inertia, l, q, status, bad)
    character(*), intent(in) :: rotor
    real(c_double), intent(in) :: h, inertia(:, :), l(:, :)
    real(c_double), intent(inout) :: q(:, :)
    integer(c_int32_t), intent(out) :: status
    integer(c_int64_t), intent(out), optional :: bad
    integer(c_int64_t) :: at
    at = -1
    if (shape_flaw(inertia, l, q) /= '') then
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

  ! The text counts bodies from 0, as C does.
  function free_flow_why(rotor, h, inertia, l, q) result(text)
    character(*), intent(in) :: rotor
    real(c_double), intent(in) :: h, inertia(:, :), l(:, :), q(:, :)
    character(:), allocatable :: text
    type(rgs_error) :: error
    integer(c_int32_t) :: status
    text = shape_flaw(inertia, l, q)
    if (text /= '') return
    error = new_error()
    status = rgs_free_flow_check(trim(rotor)//c_null_char, size(q, 2, c_int64_t), h, inertia, l, q, &
                                 error)
    if (status < 0) text = error_text(error)
  end function free_flow_why

  ! What is wrong with the shapes of these arrays; empty if nothing.
  function shape_flaw(inertia, l, q) result(text)
    real(c_double), intent(in) :: inertia(:, :), l(:, :), q(:, :)
    character(:), allocatable :: text
    character(120) :: line
    text = ''
    if (size(q, 1) /= 4) then
      write (line, '(2(a,i0),a)') 'q must have the shape (4,n), not (', size(q, 1), ',', size(q, 2), ')'
    else if (size(inertia, 1) /= 3 .or. size(inertia, 2) /= size(q, 2)) then
      write (line, '(3(a,i0),a)') 'inertia must have the shape (3,', size(q, 2), '), not (', size(inertia, 1), ',', &
        size(inertia, 2), ')'
    else if (size(l, 1) /= 3 .or. size(l, 2) /= size(q, 2)) then
      write (line, '(3(a,i0),a)') 'l must have the shape (3,', size(q, 2), '), not (', size(l, 1), ',', size(l, 2), ')'
    else
      return
    end if
    text = trim(line)
  end function shape_flaw

  ! 'key=value key=value' into a list that points into words.
  subroutine read_params(params, words, list, flaw)
    character(*), intent(in) :: params
    character(kind=c_char), allocatable, target, intent(out) :: words(:)
    type(rgs_param), allocatable, intent(out) :: list(:)
    character(:), allocatable, intent(out) :: flaw ! empty if there is none
    integer :: i, n, begin, equals
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
      n = n + 1
      list(n)%key = c_loc(words(begin))
      list(n)%text = c_loc(words(begin + equals))
    end do
  end subroutine read_params

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
