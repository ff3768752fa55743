! SPDX-License-Identifier: BSD-3-Clause
!
! satellite.f90 - satellites that tumble under the gravity gradient of the Earth they circle: a host in
! Fortran, whose torque depends on time, checked against a motion known to 30 digits.
program satellite
  use, intrinsic :: iso_c_binding
  use rigidstep_stepper
  implicit none
  integer, parameter :: n = 2
  real(c_double), parameter :: moments(3) = [1200.0d0, 2300.0d0, 2750.0d0] ! kg m^2
  real(c_double), parameter :: mu = 398600441800000.0d0, radius = 6878137.0d0 ! m^3/s^2, m
  real(c_double), parameter :: turn_rate = sqrt(mu/radius**3)
  real(c_double), parameter :: known(4) = [0.696040042516726418059649570807d0, -0.536042664896947768147903149602d0, &
                                           -0.218725273847921976377500194139d0, 0.424671373185953964657729119951d0]
  real(c_double), target :: x(3, n), p(3, n), q(4, n), l(3, n), mass(n), inertia(3, n), f(3, n), tau(3, n)
  type(stepper) :: s
  real(c_double) :: off
  integer :: i

  x = 0
  p = 0
  f = 0
  mass = 1
  do i = 1, n
    q(:, i) = [0.9238795325112867d0, 0.1d0, -0.3d0, 0.2d0]
    q(:, i) = q(:, i)/norm2(q(:, i))
    inertia(:, i) = moments
    l(:, i) = matmul(orientation(q(:, i)), [0.9d0, -1.7d0, 3.2d0])
  end do

  call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'nosuch')
  if (s%status == 0 .or. index(s%why(), 'nosuch') == 0) error stop 'a scheme there is not was not refused'
  call s%open(x, p(:, :1), q, l, mass, inertia, f, tau, 'exact', 'strang')
  if (s%status == 0 .or. index(s%why(), 'p must have the shape (3,2)') == 0) error stop 'a short array was not refused'

  call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'kahan_li6')
  call run(0.5d0*3000, 1500)
  call s%swap('exact', 'rkn8')
  call run(3000d0 - 1500d0, 300)
  call s%swap('rattle', '')                              ! an integrator; too coarse: not measured
  if (s%status < 0) call fail()
  call s%swap('dmv6', 'mclachlan8')
  call run(3000d0, 1500)

  off = 0
  do i = 1, n
    off = max(off, norm2(q(:, i) - sign(1d0, dot_product(q(:, i), known))*known))
  end do
  print '(a, f8.2, a, es8.1)', 't = ', s%time(), ' s: orientation off by', off
  if (.not. abs(s%time() - 6000) < 1d-6) error stop 'the time is not right'
  if (.not. off < 1d-10) error stop 'the orientation is not right'
  call s%close()

contains

  subroutine run(time, steps)
    real(c_double), intent(in) :: time
    integer, intent(in) :: steps
    integer :: step
    do step = 1, steps
      do while (s%advance(time/steps))
        call gravity_gradient(s%eval_time)
      end do
      if (s%status < 0) call fail()
    end do
  end subroutine run

  subroutine fail()
    print '(a)', s%why()
    error stop 1
  end subroutine fail

  ! 3 mu/r^3 u x J u, u the direction to the Earth's centre or away from it.  If the energy of your program
  ! drifts, s%check_forces names the mistake.
  subroutine gravity_gradient(time)
    real(c_double), intent(in) :: time
    real(c_double) :: u(3), rotation(3, 3), ju(3)
    integer :: i
    u = [cos(turn_rate*time), sin(turn_rate*time), 0d0]
    do i = 1, n
      rotation = orientation(q(:, i))
      ju = matmul(rotation, inertia(:, i)*matmul(u, rotation))
      tau(:, i) = 3*turn_rate**2*[u(2)*ju(3) - u(3)*ju(2), u(3)*ju(1) - u(1)*ju(3), u(1)*ju(2) - u(2)*ju(1)]
    end do
  end subroutine gravity_gradient

  ! From the body to space.
  pure function orientation(a) result(m)
    real(c_double), intent(in) :: a(4)
    real(c_double) :: m(3, 3)
    m(:, 1) = [1 - 2*(a(3)**2 + a(4)**2), 2*(a(2)*a(3) + a(1)*a(4)), 2*(a(2)*a(4) - a(1)*a(3))]
    m(:, 2) = [2*(a(2)*a(3) - a(1)*a(4)), 1 - 2*(a(2)**2 + a(4)**2), 2*(a(3)*a(4) + a(1)*a(2))]
    m(:, 3) = [2*(a(2)*a(4) + a(1)*a(3)), 2*(a(3)*a(4) - a(1)*a(2)), 1 - 2*(a(2)**2 + a(3)**2)]
  end function orientation
end program satellite
