! SPDX-License-Identifier: BSD-3-Clause
!
! drivers.f90 - what the drivers 0, 1 and 2 of Algorithm 903 compute (see frb_step.f90):
!   0  a free rigid body in one step of length 10, on rotation matrices (frb_step), and in 100000 steps
!   1  a heavy top, m' = m x w + (u2, -u1, 0), u = Q^T u0, up to T = 5e4 with h = 0.5, by the
!      splitting RKN6_14^a of S. Blanes, P. C. Moan, J. Comput. Appl. Math. 142 (2002) 313
!   2  as 0, on quaternions (quat_step)
! and by how much the results are off.  Stops with an error where that is too much.
!
!   drivers [T]                                      of driver 1; default 5e4
program drivers
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none
  ! The data of the paper's section 4.3; 0 and 2 take the same body without its torque.
  real(dp), parameter :: inertia(3) = [1d0, 1.0126869887825154d0, 3.3062374224730378d0], &
    m0(3) = [-3.4790957088547336d-1, -1.9822914599675923d-1, -9.1633189192763642d-1], &
    u0(3) = [9.5586303547238536d-5, 4.8777318247201465d-4, -8.6772148817192390d-4], &
    one(3, 3) = reshape([1d0, 0d0, 0d0, 0d0, 1d0, 0d0, 0d0, 0d0, 1d0], [3, 3])
  integer, parameter :: many = 100000
  real(dp) :: m(3), Q(3, 3), m_part(3), Q_part(3, 3), quaternion(4), T = 5d4
  character(32) :: argument
  logical :: failed = .false.
  integer :: i

  call frb_step(m, Q, 10d0, inertia, m0, one)
  write (*, '(a,3f20.15)') 'driver 0, matrices: m =', m
  call check('momentum in space', maxval(abs(matmul(Q, m) - m0)), 4d-15)
  call check('energy', abs(energy(m) / energy(m0) - 1), 1d-14)
  call check('orthogonality', maxval(abs(matmul(transpose(Q), Q) - one)), 1d-15)
  m_part = m0
  Q_part = one
  do i = 1, many
    call step(10d0 / many, m_part, Q_part)
  end do
  ! Rounding of a call, even if it always went the same way.
  call check('in 100000 steps', maxval(abs(Q_part - Q)), 1d-14 + 1d-15 * many)

  call quat_step(m_part, quaternion, 10d0, inertia, m0, [1d0, 0d0, 0d0, 0d0])
  write (*, '(a,4f20.15)') 'driver 2, quaternions: q =', quaternion
  call check('momentum in the body, against matrices', maxval(abs(m_part - m)), 1d-14)
  call check('first column, against matrices', maxval(abs(first_column(quaternion) - Q(:, 1))), 1d-12)

  if (command_argument_count() > 0) then
    call get_command_argument(1, argument)
    read (argument, *) T
  end if
  call driver_1(nint(T / 0.5d0))
  if (failed) error stop 1

contains

  subroutine driver_1(steps)
    integer, intent(in) :: steps
    real(dp), parameter :: h = 0.5d0
    real(dp) :: a(15), b(14), m(3), Q(3, 3), start, worst
    integer :: i, j
    a(1:7) = [0.0378593198406116d0, 0.102635633102435d0, -0.0258678882665587d0, &
              0.314241403071447d0, -0.130144459517415d0, 0.106417700369543d0, -0.00879424312851058d0]
    a(8) = 1 - 2 * sum(a(1:7))
    a(9:15) = a(7:1:-1)
    b(1:6) = [0.09171915262446165d0, 0.183983170005006d0, -0.05653436583288827d0, &
              0.004914688774712854d0, 0.143761127168358d0, 0.328567693746804d0]
    b(7) = 0.5d0 - sum(b(1:6))
    b(8:14) = b(7:1:-1)
    m = m0
    Q = one
    start = energy(m) + dot_product(Q(:, 3), u0)
    worst = 0
    do i = 1, steps
      do j = 1, 14
        call step(a(j) * h, m, Q)
        m = m + b(j) * h * torque(Q)
      end do
      call step(a(15) * h, m, Q)
      worst = max(worst, abs(energy(m) + dot_product(Q(:, 3), u0) - start))
    end do
    write (*, '(a,i0,a,3f20.15)') 'driver 1, a heavy top, ', steps, ' steps: m =', m
    ! Again the rounding of 15 calls a step; the scheme's own error is smaller.
    call check('energy', worst, 1d-14 + 15 * steps * 1d-16)
    call check('vertical momentum', abs(dot_product(u0, matmul(Q, m)) - dot_product(u0, m0)) / norm2(u0), &
               1d-14 + 15 * steps * 1d-16)
  end subroutine driver_1

  subroutine step(h, m, Q)
    real(dp), intent(in) :: h
    real(dp), intent(inout) :: m(3), Q(3, 3)
    real(dp) :: m_next(3), Q_next(3, 3)
    call frb_step(m_next, Q_next, h, inertia, m, Q)
    m = m_next
    Q = Q_next
  end subroutine step

  pure function energy(m)
    real(dp), intent(in) :: m(3)
    real(dp) :: energy
    energy = sum(m**2 / inertia) / 2
  end function energy

  ! Of the potential Q(:, 3) . u0.
  pure function torque(Q)
    real(dp), intent(in) :: Q(3, 3)
    real(dp) :: torque(3), u(3)
    u = matmul(u0, Q)
    torque = [u(2), -u(1), 0d0]
  end function torque

  pure function first_column(q) result(c)
    real(dp), intent(in) :: q(4)
    real(dp) :: c(3)
    c = [1 - 2 * (q(3)**2 + q(4)**2), 2 * (q(2) * q(3) + q(1) * q(4)), 2 * (q(2) * q(4) - q(1) * q(3))]
  end function first_column

  subroutine check(what, off, bar)
    character(*), intent(in) :: what
    real(dp), intent(in) :: off, bar
    write (*, '(2x,a,t42,a,es9.1,a,es8.1)') what, 'off by', off, ', at most', bar
    if (.not. off <= bar) then
      write (*, '(a)') '  FAIL'
      failed = .true.
    end if
  end subroutine check

end program drivers
