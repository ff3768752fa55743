! SPDX-License-Identifier: BSD-3-Clause
!
! t_fortran_sites.f90 - rigidstep_sites: a molecule that falls and turns, seen from its atoms; what is refused.
program t_fortran_sites
  use, intrinsic :: iso_c_binding
  use rigidstep_sites
  use rigidstep_stepper
  implicit none
  real(c_double), target :: r(3, 3), v(3, 3), forces(3, 3), m(3), inner(3, 3)
  real(c_double), target :: x(3, 2), p(3, 2), q(4, 2), l(3, 2), mass(2), inertia(3, 2), f(3, 2), tau(3, 2)
  real(c_double), parameter :: turn = 3.0_c_double/0.6_c_double
  real(c_double), target :: pair(3, 2), off(1)
  type(body_sites) :: molecules, wrong
  type(body_sites), allocatable :: same
  type(stepper) :: s
  integer :: i, k

  r = reshape([0d0, 0d0, 0d0, 9d0, 9d0, 9d0, 0d0, 1.2d0, 0d0], [3, 3])
  m = [14d0, 1d0, 14d0]
  v = 0
  v(1, 1) = -1
  v(1, 3) = 1
  call molecules%open(r, m, [1, 3, 4], [1, 3, 2])
  call check(molecules%status >= 0, molecules%why())
  call molecules%shape(x, q, mass, inertia)
  call molecules%momenta(q, v, p, l)
  call check(molecules%status >= 0, molecules%why())
  call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang')
  do i = 1, 300
    do while (s%advance(0.01d0))
      call molecules%place(x, q, r)
      do k = 1, 3
        forces(:, k) = [0d0, 0d0, -m(k)]
      end do
      call molecules%gather(q, forces, f, tau, inner)
      call check(abs(inner(3, 3)) < 1d-12, 'forces of gravity have no torque')
    end do
    call check(s%status >= 0, s%why())
  end do
  call molecules%place(x, q, r)
  call check(abs(r(3, 1) + 4.5d0) < 1d-12 .and. abs(r(3, 2) - 4.5d0) < 1d-12, 'both fall')
  call check(abs(r(1, 1) + 0.6d0*sin(turn)) < 1d-12, 'the molecule turns')
  call check(abs(r(2, 1) - 0.6d0 + 0.6d0*cos(turn)) < 1d-12, 'the molecule turns')
  ! A chain across the faces of a cell.
  call wrong%open(reshape([9.5d0, 1d0, 1d0, 0.6d0, 1d0, 1d0], [3, 2]), m(1:2), [1, 3], [1, 2], &
                  reshape([10d0, 0d0, 0d0, 0d0, 10d0, 0d0, 0d0, 0d0, 10d0], [3, 3]))
  call check(wrong%status >= 0, wrong%why())
  ! In a cell that repeats along its first vector alone the chain is as long, and one across its second is 9.1 long.
  call chain([9.5d0, 1d0, 1d0, 0.6d0, 1d0, 1d0], 1.1d0)
  call chain([1d0, 9.5d0, 1d0, 1d0, 0.4d0, 1d0], 9.1d0)
  ! The orientation that fits atoms that were turned, and how far an atom that was moved is off.
  v = r + 0.5d0
  v(1, 3) = v(1, 3) + 0.01d0
  call molecules%fit(v, x, q)
  call check(molecules%status >= 0 .and. maxval(abs(x(:, 2) - r(:, 2) - 0.5d0)) < 1d-12, 'the atom alone was moved by 0.5')
  call molecules%place(x, q, r)
  call check(abs(norm2(r(:, 1) - r(:, 3)) - 1.2d0) < 1d-12 .and. maxval(abs(v - r)) < 0.01d0, 'a fitted molecule')
  ! What is refused.
  call wrong%open(r, m, [1, 3, 4], [1, 2, 2])
  call check(wrong%status < 0 .and. index(wrong%why(), 'site 1') > 0, wrong%why())
  call wrong%open(r(:, 1:2), m, [1, 3, 4], [1, 2, 3])
  call check(wrong%status < 0 .and. index(wrong%why(), 'r has the shape (3,2); must be (3,3)') > 0, wrong%why())
  call wrong%open(r, m, [1, 3, 200], [1, 2, 3])
  call check(wrong%status < 0 .and. index(wrong%why(), 'the last number of first') > 0, wrong%why())
  call molecules%place(x, q, r(:, 1:2))
  call check(molecules%status < 0 .and. index(molecules%why(), 'r has the shape (3,2); must be (3,3)') > 0, molecules%why())
  call molecules%gather(q(:, 1:1), forces, f, tau)
  call check(molecules%status < 0 .and. index(molecules%why(), 'q has the shape') > 0, molecules%why())
  allocate (same, source=molecules)
  call same%place(x, q, r)
  call check(same%status < 0 .and. index(same%why(), 'cannot be copied') > 0, same%why())
  deallocate (same)
  call molecules%place(x, q, r)
  call check(molecules%status >= 0, molecules%why())
  call s%close()
  print '(a)', 'ok'

contains

  subroutine chain(places, length)
    real(c_double), intent(in) :: places(6), length
    pair = reshape(places, [3, 2])
    call wrong%open(pair, m(1:2), [1, 3], [1, 2], reshape([10d0, 0d0, 0d0, 0d0, 10d0, 0d0, 0d0, 0d0, 10d0], [3, 3]), &
                    [.true., .false., .false.])
    call check(wrong%status >= 0, wrong%why())
    call wrong%shape(x(:, 1:1), q(:, 1:1), mass(1:1), inertia(:, 1:1))
    call check(abs(inertia(3, 1) - m(1)*m(2)/(m(1) + m(2))*length**2) < 1d-10, 'a chain across a face')
    call wrong%fit(pair, x(:, 1:1), q(:, 1:1), off)
    call check(wrong%status >= 0 .and. abs(off(1) - abs(norm2(pair(:, 2) - pair(:, 1)) - length)*14d0/15d0) < 1d-10, &
               'the pair is as long as the chain, or is not whole')
  end subroutine chain

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    if (good) return
    print '(2a)', 't_fortran_sites: ', what
    stop 1
  end subroutine check
end program t_fortran_sites
