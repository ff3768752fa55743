! SPDX-License-Identifier: BSD-3-Clause
!
! t_fortran_threads.f90 - s%open(.., threads=n): the same bits as by one thread, and that they are several.
program t_fortran_threads
  use, intrinsic :: iso_c_binding
  use rigidstep_stepper
  !$ use omp_lib
  implicit none
  integer, parameter :: n = 2500
  real(c_double), target :: x(3, n), p(3, n), q(4, n), l(3, n), mass(n), inertia(3, n), f(3, n), tau(3, n)
  real(c_double) :: want(13, n)
  integer :: threads
  call move(1)
  want = state()
  do threads = 2, 4
    call move(threads)
    if (any(state() /= want)) error stop 'another state by several threads'
  end do
  call refused()
  !$ if (omp_get_max_threads() < 1) error stop 'no threads'

contains

  function state()
    real(c_double) :: state(13, n)
    state(1:3, :) = x
    state(4:6, :) = p
    state(7:10, :) = q
    state(11:13, :) = l
  end function state

  subroutine fill()
    integer :: i, k
    do i = 1, n
      do k = 1, 3
        x(k, i) = modulo(7*i + k, 11)*0.5d0
        p(k, i) = modulo(5*i + k, 13) - 6d0
        l(k, i) = modulo(3*i + k, 17) - 8d0
      end do
      inertia(:, i) = [1d0, 1.5d0, 2d0]
      mass(i) = 2
      q(:, i) = [1d0, 0d0, 0d0, 0d0]
    end do
    f = 0.25d0
    tau = -0.5d0
  end subroutine fill

  subroutine move(threads)
    integer, intent(in) :: threads
    type(stepper) :: s
    integer :: i
    call fill()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=1 relaxation=0.5 seed=3', bath='langevin', &
                threads=threads)
    do i = 1, 5
      do while (s%advance(0.05d0))
      end do
    end do
    if (s%status /= 0) error stop 'a step was refused'
  end subroutine move

  subroutine refused()
    type(stepper) :: s
    call fill()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', threads=0)
    if (s%why() /= 'threads must be at least 1') error stop 'no threads are taken'
  end subroutine refused
end program t_fortran_threads
