! SPDX-License-Identifier: BSD-3-Clause
!
! frb_step.f90 - frb_step and quat_step by the names and arguments of the routines of
!   E. Celledoni, A. Zanna, FRB - Fortran routines for the exact computation of free rigid body
!   motions, ACM Trans. Math. Softw. 37 (2010) 23 (Algorithm 903),
! so that a program written for these can be linked with rigidstep instead.  Momenta are in the
! body's frame.  Their length may be any, moments need not be in order, and the body may be
! symmetric, spherical or steady: nothing is to be scaled or permuted before the call.
!
! A momentum that goes from step to step through here is rounded at each; a program of its own keeps
! l = Q m, which free rotation does not change, and calls free_flow.

subroutine frb_step(Piout, Qout, h, aInert, Piin, Qin)
  use, intrinsic :: iso_c_binding, only: c_double, c_int32_t
  use rigidstep, only: free_flow_matrix, status_text, rgs_ok
  implicit none
  real(c_double), intent(out) :: Piout(3), Qout(3, 3)
  real(c_double), intent(in) :: h, aInert(3), Piin(3), Qin(3, 3)
  real(c_double) :: l(3, 1), Q(3, 3, 1)
  integer(c_int32_t) :: status
  l(:, 1) = matmul(Qin, Piin)
  Q(:, :, 1) = Qin
  call free_flow_matrix('jacobi', h, reshape(aInert, [3, 1]), l, Q, status)
  if (status /= rgs_ok) then
    write (*, '(2a)') 'frb_step: ', status_text(status)
    error stop 1
  end if
  Qout = Q(:, :, 1)
  Piout = matmul(l(:, 1), Qout)
  ! Its length is kept; without this the rounding of Q, twice a step, would add up.
  Piout = Piout * (norm2(Piin) / max(norm2(Piout), tiny(h)))
end subroutine frb_step

subroutine quat_step(Piout, qout, h, aInert, Piin, qin)
  use, intrinsic :: iso_c_binding, only: c_double, c_int32_t
  use rigidstep, only: free_flow, status_text, rgs_ok
  implicit none
  real(c_double), intent(out) :: Piout(3), qout(4)
  real(c_double), intent(in) :: h, aInert(3), Piin(3), qin(4)
  real(c_double) :: l(3, 1), q(4, 1)
  integer(c_int32_t) :: status
  l(:, 1) = turned(qin, Piin)
  q(:, 1) = qin
  call free_flow('exact', h, reshape(aInert, [3, 1]), l, q, status)
  if (status /= rgs_ok) then
    write (*, '(2a)') 'quat_step: ', status_text(status)
    error stop 1
  end if
  qout = q(:, 1)
  Piout = turned([qout(1), -qout(2:4)], l(:, 1))
  ! Its length is kept; without this the rounding of q, twice a step, would add up.
  Piout = Piout * (norm2(Piin) / max(norm2(Piout), tiny(h)))
contains
  pure function turned(q, v) result(u) ! q v q*
    real(c_double), intent(in) :: q(4), v(3)
    real(c_double) :: u(3), t(3)
    t = 2 * cross(q(2:4), v)
    u = v + q(1) * t + cross(q(2:4), t)
  end function turned
  pure function cross(a, b) result(c)
    real(c_double), intent(in) :: a(3), b(3)
    real(c_double) :: c(3)
    c = [a(2) * b(3) - a(3) * b(2), a(3) * b(1) - a(1) * b(3), a(1) * b(2) - a(2) * b(1)]
  end function cross
end subroutine quat_step
