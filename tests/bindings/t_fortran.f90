! SPDX-License-Identifier: BSD-3-Clause
!
! t_fortran.f90 - rigidstep.f90 and rigidstep_stepper.f90: arrays with strides, shapes, parameters, outputs,
! processed schemes, and steppers that are not open.
program t_fortran
  use, intrinsic :: iso_c_binding
  use rigidstep
  use rigidstep_stepper
  implicit none
  integer, parameter :: n = 5
  integer :: failed = 0
  real(c_double), target :: x(3, n), p(3, n), q(4, n), l(3, n), mass(n), inertia(3, n), f(3, n), tau(3, n)
  real(c_double), target :: all(30, 2*n)

  call strides()
  call shapes()
  call parameters_and_outputs()
  call processed()
  call not_open()
  if (failed > 0) error stop 1

contains

  subroutine check(condition, what)
    logical, intent(in) :: condition
    character(*), intent(in) :: what
    if (condition) return
    print '(2a)', 'failed: ', what
    failed = failed + 1
  end subroutine check

  logical function same(a, b)
    real(c_double), intent(in) :: a(:), b(:)
    same = all_of(.not. abs(a - b) > 0)
  end function same

  logical function all_of(mask)
    logical, intent(in) :: mask(:)
    all_of = count(mask) == size(mask)
  end function all_of

  subroutine start()
    integer :: i
    do i = 1, n
      x(:, i) = [0.1d0*i, -0.2d0, 0.3d0]
      p(:, i) = [0.2d0, 0.1d0*i, 0d0]
      q(:, i) = [0.6d0, 0d0, 0.8d0, 0d0]
      l(:, i) = [0.3d0, -0.2d0*i, 0.5d0]
      inertia(:, i) = [1d0, 1.5d0, 2d0]
      mass(i) = 1 + i
    end do
    f = 0
    tau = 0
  end subroutine start

  ! Springs to the origin and a small torque.
  subroutine run(s, x, f, tau)
    type(stepper), intent(inout) :: s
    real(c_double), target, intent(in) :: x(:, :)
    real(c_double), target, intent(inout) :: f(:, :), tau(:, :)
    integer :: i
    do i = 1, 20
      do while (s%advance(0.1d0))
        f = -x
        tau = 0.1d0*x
        s%energy = sum(x**2)/2
      end do
      if (s%status < 0) call check(.false., s%why())
    end do
  end subroutine run

  ! Columns that are sections of one array give the bits of arrays of their own.
  subroutine strides()
    type(stepper) :: s, t
    real(c_double) :: before(30, 2*n)
    integer :: i
    call start()
    all = 7
    do i = 1, n
      all(1:3, 2*i) = x(:, i)
      all(4:6, 2*i) = p(:, i)
      all(7:10, 2*i) = q(:, i)
      all(11:15:2, 2*i) = l(:, i)
      all(17, 2*i) = mass(i)
      all(20:18:-1, 2*i) = inertia(:, i)
      all(21:26, 2*i) = 0
    end do
    before = all
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'yoshida4')
    call t%open(all(1:3, 2::2), all(4:6, 2::2), all(7:10, 2::2), all(11:15:2, 2::2), all(17, 2::2), &
                all(20:18:-1, 2::2), all(21:23, 2::2), all(24:26, 2::2), 'exact', 'yoshida4')
    call check(t%status == 0, 'sections with strides: '//t%why())
    call run(s, x, f, tau)
    call run(t, all(1:3, 2::2), all(21:23, 2::2), all(24:26, 2::2))
    do i = 1, n
      call check(same(all(1:3, 2*i), x(:, i)) .and. same(all(7:10, 2*i), q(:, i)), &
                 'sections with strides move as arrays do')
      call check(same(all(11:15:2, 2*i), l(:, i)), 'momenta with strides')
    end do
    do i = 1, 2*n
      if (modulo(i, 2) == 1) call check(same(all(:, i), before(:, i)), 'what lies between is left alone')
      call check(same(all(12:14:2, i), before(12:14:2, i)), 'what lies between two components is left alone')
    end do
    call check(maxval(abs(all(1:3, 2::2) - before(1:3, 2::2))) > 0.1d0, 'the bodies moved')
    call s%close()
    call t%close()
    ! No bodies, and one.
    call s%open(x(:, :0), p(:, :0), q(:, :0), l(:, :0), mass(:0), inertia(:, :0), f(:, :0), tau(:, :0), 'exact', &
                'strang')
    call run(s, x(:, :0), f(:, :0), tau(:, :0))
    call s%open(x(:, :1), p(:, :1), q(:, :1), l(:, :1), mass(:1), inertia(:, :1), f(:, :1), tau(:, :1), 'exact', &
                'strang')
    call run(s, x(:, :1), f(:, :1), tau(:, :1))
    call s%close()
  end subroutine strides

  subroutine shapes()
    type(stepper) :: s
    integer(c_int32_t) :: status
    call start()
    call s%open(x, p(:, :2), q, l, mass, inertia, f, tau, 'exact', 'strang')
    call check(index(s%why(), 'p must have the shape (3,5), not (3,2)') == 1, 'shape of p: '//s%why())
    call check(free_flow_why('exact', 0.1d0, inertia, l, q) == '', 'nothing is wrong')
    call check(index(free_flow_why('exact', 0.1d0, inertia(:, :1), l, q), 'inertia must have the shape (3,5)') == 1, &
               'shape of inertia: '//free_flow_why('exact', 0.1d0, inertia(:, :1), l, q))
    call check(index(free_flow_why('exact', 0.1d0, inertia, l(:2, :), q), 'l must have the shape (3,5)') == 1, 'of l')
    call check(index(free_flow_why('exact', 0.1d0, inertia, l, q(:3, :)), 'q must have the shape (4,n)') == 1, 'of q')
    call check(index(free_flow_why('nosuch', 0.1d0, inertia, l, q), 'nosuch') > 0, 'the library''s own text')
    call free_flow('exact', 0.1d0, inertia(:, :1), l, q, status)
    call check(status == rgs_e_arg, 'free_flow refuses other shapes')
  end subroutine shapes

  subroutine parameters_and_outputs()
    type(stepper) :: s
    real(c_double) :: axes(3), total(1), translation, rotation
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'semiexact', 'strang', '  nodes=3  refined=yes ')
    call check(s%status == 0 .and. s%order == 2 .and. s%evals == 1, 'parameters: '//s%why())
    call run(s, x, f, tau)
    call s%output('kinetic_axes', axes)
    call check(s%status == 0, 'kinetic_axes: '//s%why())
    call s%kinetic(translation, rotation)
    call check(abs(sum(axes) - rotation) < 1d-12*rotation, 'kinetic_axes adds up')
    call s%output('total_energy', total)
    call check(s%status == 0 .and. abs(total(1) - translation - rotation - sum(x**2)/2) < 1d-12, &
               'total_energy: '//s%why())
    call s%output('nosuch', axes)
    call check(index(s%why(), 'nosuch') > 0, 'an output there is not: '//s%why())
    call s%swap('semiexact', 'blanes_moan4', 'nodes=1')
    call check(s%status == 0 .and. s%order == 2, 'swap with a parameter: '//s%why())
    call s%swap('semiexact', 'strang', 'nodes=11')
    call check(index(s%why(), 'nodes') > 0, 'out of range: '//s%why())
    call s%swap('semiexact', 'strang', 'nodes')
    call check(index(s%why(), "'nodes'; must be key=value") > 0, 'no value: '//s%why())
    call s%swap('semiexact', 'strang', '=3')
    call check(index(s%why(), "'=3'; must be key=value") > 0, 'no key: '//s%why())
    call s%set_fresh(.false.)
    call run(s, x, f, tau)
    call s%close()
  end subroutine parameters_and_outputs

  ! The state is shown between process and unprocess, and can be left for another method there.
  subroutine processed()
    type(stepper) :: s
    real(c_double) :: propagated(3, n), error(2)
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'takahashi_imada4')
    call run(s, x, f, tau)
    propagated = x
    error(1) = distance()
    do while (s%process())
      f = -x
      tau = 0.1d0*x
    end do
    call check(s%status == 0, 'process: '//s%why())
    error(2) = distance()
    call check(error(2) < 1d-3*error(1), 'processed positions are better')
    call s%unprocess()
    call check(same([x], [propagated]), 'unprocess puts back what is propagated')
    call s%swap('exact', 'strang')
    call check(index(s%why(), 'rgs_stepper_process') > 0, 'a swap wants the state shown: '//s%why())
    do while (s%process())
      f = -x
      tau = 0.1d0*x
    end do
    call s%swap('exact', 'strang')
    call check(s%status == 0, 'a swap where the state is shown: '//s%why())
    call run(s, x, f, tau)
    call s%close()
  end subroutine processed

  ! From the exact motion of the oscillators at time 2.
  real(c_double) function distance()
    real(c_double) :: w
    integer :: i
    distance = 0
    do i = 1, n
      w = sqrt(1/mass(i))
      distance = max(distance, abs(x(1, i) - (0.1d0*i*cos(2*w) + 0.2d0/(mass(i)*w)*sin(2*w))))
    end do
  end function distance

  subroutine not_open()
    type(stepper) :: s
    real(c_double) :: translation, rotation
    call check(.not. s%advance(0.1d0), 'advance of a stepper that is not open')
    call check(s%status < 0 .and. s%why() == 'the stepper is not open', 'advance: '//s%why())
    s%status = 0
    call s%kinetic(translation, rotation)
    call check(s%status < 0, 'kinetic')
    s%status = 0
    call s%swap('exact', 'strang')
    call check(s%status < 0, 'swap')
    call s%close()
  end subroutine not_open
end program t_fortran
