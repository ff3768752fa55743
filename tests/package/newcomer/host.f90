! SPDX-License-Identifier: BSD-3-Clause
!
! host.f90 - a newcomer's program in Fortran: every second of four bodies, and a processed scheme.
program host
  use, intrinsic :: iso_c_binding
  use rigidstep_stepper
  implicit none
  real(c_double), target :: x(3,4), p(3,4), q(4,4), l(3,4), mass(4), inertia(3,4), f(3,4), tau(3,4)
  real(c_double) :: axes(3), untouched(3)
  type(stepper) :: s
  integer :: i

  x = 0; p = 0; q = 0; l = 0.1; mass = 1; f = 0; tau = 0
  x(1,:) = 1; q(1,:) = 1
  inertia = spread([1d0, 2d0, 2.5d0], 2, 4)
  untouched = x(:,2)
  call s%open(x(:,1::2), p(:,1::2), q(:,1::2), l(:,1::2), mass(1::2), inertia(:,1::2), f(:,1::2), &
              tau(:,1::2), 'exact', 'strang', params='refined=yes')
  if (s%status < 0) stop 'open was refused'
  do i = 1, 10
    do while (s%advance(0.1d0))
      f(:,1::2) = -x(:,1::2); tau(:,1::2) = 0
      s%energy = 0.5d0 * sum(x(:,1::2)**2)
    end do
    if (s%status < 0) print *, s%why()
  end do
  call s%output('kinetic_axes', axes)
  print '(a,f8.5,a,l1,a,i0)', 'x = ', x(1,1), ', the bodies between are as they were: ', &
    all(x(:,2) == untouched), ', status ', s%status
  call s%swap('exact', 'rowlands4')
  print '(a)', 'rowlands4 without gradients: ' // trim(merge('taken  ', 'refused', s%status >= 0))
  call s%swap('exact', 'pmlf6')
  print '(a,l1)', 'pmlf6 is processed: ', s%processed
  call s%swap('exact', 'nystrm4')
  print '(a)', s%why()
  call s%close()
end program
