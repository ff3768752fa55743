! SPDX-License-Identifier: BSD-3-Clause
!
! drivers.f90 - what the drivers 0, 1 and 2 of Algorithm 903 compute (see frb_step.f90):
!   0  a free rigid body in one step of length T, on rotation matrices (frb_step)
!   1  a heavy top, m' = m x w + (u2, -u1, 0), u = Q^T u0, up to T = 5e4 with h = 0.5, by the
!      splitting RKN6_14^a of S. Blanes, P. C. Moan, J. Comput. Appl. Math. 142 (2002) 313
!   2  as 0, on quaternions (quat_step)
! and by how much the results are off.  Stops with an error where that is too much.
!
!   drivers [T]                                      of driver 1; default 5e4
program drivers
  use, intrinsic :: iso_c_binding, only: c_double
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none

  interface
    subroutine frb_step(Piout, Qout, h, aInert, Piin, Qin)
      import
      real(c_double), intent(out) :: Piout(3), Qout(3, 3)
      real(c_double), intent(in) :: h, aInert(3), Piin(3), Qin(3, 3)
    end subroutine frb_step
    subroutine quat_step(Piout, qout, h, aInert, Piin, qin)
      import
      real(c_double), intent(out) :: Piout(3), qout(4)
      real(c_double), intent(in) :: h, aInert(3), Piin(3), qin(4)
    end subroutine quat_step
  end interface

  ! The data of the paper's section 4.3; 0 and 2 take the same body without its torque.
  real(c_double), parameter :: inertia(3) = [1d0, 1.0126869887825154d0, 3.3062374224730378d0], &
    m0(3) = [-3.4790957088547336d-1, -1.9822914599675923d-1, -9.1633189192763642d-1], &
    u0(3) = [9.5586303547238536d-5, 4.8777318247201465d-4, -8.6772148817192390d-4], &
    one(3, 3) = reshape([1d0, 0d0, 0d0, 0d0, 1d0, 0d0, 0d0, 0d0, 1d0], [3, 3])
  real(c_double) :: Q_one(3, 3), Q_quat(3, 3), t_final
  character(32) :: argument
  logical :: failed

  failed = .false.
  t_final = 5d4
  if (command_argument_count() > 0) then
    call get_command_argument(1, argument)
    read (argument, *) t_final
  end if
  call driver_0(Q_one)
  call driver_2(Q_quat)
  call check('2: quaternions against matrices', maxval(abs(Q_one - Q_quat)), 1d-12)
  call driver_1(t_final)
  if (failed) error stop 1

contains

  subroutine driver_0(Q)
    real(c_double), intent(out) :: Q(3, 3)
    real(c_double), parameter :: T = 10
    real(c_double) :: m(3), m_part(3), Q_part(3, 3), m_next(3), Q_next(3, 3)
    integer :: i, steps
    integer(int64) :: before, after, rate
    call frb_step(m, Q, T, inertia, m0, one)
    write (*, '(a)') 'driver 0: a free body in one step, T = 10'
    write (*, '(a,3f20.15)') '  m =', m, '  Q =', Q(1, :), '     ', Q(2, :), '     ', Q(3, :)
    call check('0: momentum in space', maxval(abs(matmul(Q, m) - m0)), 1d-15 * 4)
    call check('0: energy', abs(energy(m) / energy(m0) - 1), 1d-14)
    call check('0: orthogonality', maxval(abs(matmul(transpose(Q), Q) - one)), 1d-15)
    write (*, '(a)') '  the same in many steps:     h  off by  ns a step'
    steps = 1
    do while (steps <= 100000)
      m_part = m0
      Q_part = one
      call system_clock(before, rate)
      do i = 1, steps
        call frb_step(m_next, Q_next, T / steps, inertia, m_part, Q_part)
        m_part = m_next
        Q_part = Q_next
      end do
      call system_clock(after)
      write (*, '(21x,f10.4,es10.1,i8)') T / steps, maxval(abs(Q_part - Q)), &
        nint(1d9 * real(after - before, c_double) / real(rate, c_double) / steps)
      ! Rounding of a call, even if it always went the same way.
      if (.not. maxval(abs(Q_part - Q)) <= 1d-14 + 1d-15 * steps) failed = .true.
      steps = steps * 10
    end do
  end subroutine driver_0

  subroutine driver_2(R)
    real(c_double), intent(out) :: R(3, 3)
    real(c_double) :: m(3), q(4), a, b, c, d
    call quat_step(m, q, 10d0, inertia, m0, [1d0, 0d0, 0d0, 0d0])
    write (*, '(a)') 'driver 2: the same on quaternions'
    write (*, '(a,4f20.15)') '  m =', m
    write (*, '(a,4f20.15)') '  q =', q
    a = q(1); b = q(2); c = q(3); d = q(4)
    R(1, :) = [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)]
    R(2, :) = [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)]
    R(3, :) = [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d]
    call check('2: momentum in space', maxval(abs(matmul(R, m) - m0)), 1d-15 * 4)
  end subroutine driver_2

  subroutine driver_1(T)
    real(c_double), intent(in) :: T
    real(c_double), parameter :: h = 0.5d0
    real(c_double) :: a(15), b(14), m(3), m_next(3), Q(3, 3), Q_next(3, 3), start, worst
    integer :: i, j, steps
    integer(int64) :: before, after, rate, said
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
    steps = nint(T / h)
    start = energy(m) + height(Q)
    worst = 0
    call system_clock(before, rate)
    said = before
    do i = 1, steps
      do j = 1, 14
        call frb_step(m_next, Q_next, a(j) * h, inertia, m, Q)
        Q = Q_next
        m = m_next + b(j) * h * torque(Q)
      end do
      call frb_step(m_next, Q_next, a(15) * h, inertia, m, Q)
      m = m_next
      Q = Q_next
      worst = max(worst, abs(energy(m) + height(Q) - start))
      if (mod(i, 1000) == 0) then
        call system_clock(after)
        if (after - said > 10 * rate) then
          said = after
          write (*, '(a,i0,a,i0,a)') '  ', i, ' of ', steps, ' steps'
        end if
      end if
    end do
    call system_clock(after)
    write (*, '(a,f0.1,a,i0,a)') 'driver 1: a heavy top up to T = ', T, ', ', steps, ' steps of 0.5'
    write (*, '(a,3f20.15)') '  m =', m, '  Q =', Q(1, :), '     ', Q(2, :), '     ', Q(3, :)
    write (*, '(a,f0.2,a)') '  ', 1d6 * real(after - before, c_double) / real(rate, c_double) / steps, &
      ' us a step'
    ! Again the rounding of 15 calls a step; the scheme's own error is smaller.
    call check('1: energy', worst, 1d-14 + 15 * steps * 1d-16)
    call check('1: vertical momentum', abs(dot_product(u0, matmul(Q, m)) - dot_product(u0, m0)) &
               / norm2(u0), 1d-14 + 15 * steps * 1d-16)
  end subroutine driver_1

  pure function energy(m)
    real(c_double), intent(in) :: m(3)
    real(c_double) :: energy
    energy = sum(m**2 / inertia) / 2
  end function energy

  ! The potential: its torque is (u2, -u1, 0), u = Q^T u0.
  pure function height(Q)
    real(c_double), intent(in) :: Q(3, 3)
    real(c_double) :: height
    height = dot_product(Q(:, 3), u0)
  end function height

  pure function torque(Q)
    real(c_double), intent(in) :: Q(3, 3)
    real(c_double) :: torque(3), u(3)
    u = matmul(u0, Q)
    torque = [u(2), -u(1), 0d0]
  end function torque

  subroutine check(what, off, bar)
    character(*), intent(in) :: what
    real(c_double), intent(in) :: off, bar
    write (*, '(2x,a,t40,a,es9.1,a,es8.1)') what, 'off by', off, ', at most', bar
    if (.not. off <= bar) then
      write (*, '(a)') '  FAIL'
      failed = .true.
    end if
  end subroutine check

end program drivers
