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
  call temperature()
  call volume()
  call goes_on()
  call continues()
  call nobody_closes()
  call sums_and_keys()
  call refusals()
  call abandoned()
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
    call s%open(x, p, q, l, mass(:2), inertia, f, tau, 'exact', 'strang')
    call check(s%why() == 'mass must have one number for each body of x, which are 5, not 2', 'length of mass: '//s%why())
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
    call check(s%processed, 'takahashi_imada4 is processed')
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
    call check(.not. s%processed, 'strang is not processed')
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

  ! 300 ideal rotors; the kinetic energy that is left after a step gives the number of independent samples.
  subroutine temperature()
    integer, parameter :: many = 300, steps = 1500
    real(c_double), parameter :: kt = 1.7d0, h = 0.25d0
    type(stepper) :: s
    real(c_double), target :: x(3, many), p(3, many), q(4, many), l(3, many), mass(many), inertia(3, many), &
                              f(3, many), tau(3, many)
    real(c_double) :: translation, rotation, mean, left, sigma, freedom
    integer :: i, k
    do k = 1, 2
      x = 0
      p = 0
      l = 0
      q = spread([1d0, 0d0, 0d0, 0d0], 2, many)
      inertia = spread([1d0, 1.5d0, 2d0], 2, many)
      mass = 2
      if (k == 1) then
        call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=1.7 relaxation=0.5 seed=1', bath='langevin')
        left = exp(-2*h/0.5d0)
        freedom = 6*many
      else
        l = 1
        call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=1.7 relaxation=0.5 seed=1 together=1', &
                    bath='csvr')
        left = exp(-h/0.5d0)
        freedom = 6*many - 3
      end if
      call check(s%status == 0, 'a bath: '//s%why())
      mean = 0
      do i = -39, steps
        do while (s%advance(h))
          f = 0
          tau = 0
        end do
        call s%kinetic(translation, rotation)
        if (i > 0) mean = mean + (translation + rotation)/steps
      end do
      sigma = kt*sqrt(freedom/2/(steps*(1 - left)/(1 + left)))
      print '(a,f6.2,a)', 'temperature: ', (mean - freedom*kt/2)/sigma, ' sigma'
      call check(abs(mean - freedom*kt/2) < 4*sigma, 'the mean kinetic energy')
      call s%set_param('kt', 0.2d0)
      do i = 1, 60
        do while (s%advance(h))
        end do
      end do
      call s%kinetic(translation, rotation)
      call check(abs(translation + rotation - freedom*0.1d0) < 0.2d0*freedom*0.1d0, 'a ramp')
      call s%set_param('relaxation', 1d0)
      call check(index(s%why(), "'relaxation'") > 0, 'what does not ramp: '//s%why())
      call s%set_box([1d0, 1d0, 1d0])
      call check(s%status < 0 .and. index(s%why(), 'piston') > 0, 'a box without a piston: '//s%why())
    end do
    call s%close()
  end subroutine temperature

  ! An ideal gas of n bodies at constant pressure.
  subroutine volume()
    integer, parameter :: blocks = 20, steps = 1500
    type(stepper) :: s
    real(c_double) :: v(1), mean(0:blocks), sigma, average, edge
    integer :: i, b
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', &
                'kt=1 pressure=1 relaxation=1 piston_relaxation=1 seed=3', bath='langevin', piston='andersen')
    call check(.not. s%advance(0.1d0), 'a step without a box')
    call check(index(s%why(), 'box') > 0, 'no box: '//s%why())
    edge = (n + 1d0)**(1/3d0)
    call s%set_box([edge, edge, edge])
    mean = 0
    do b = 0, blocks
      do i = 1, steps
        do while (s%advance(0.1d0))
          f = 0
          tau = 0
          s%virial = 0
        end do
        call s%output('volume', v)
        mean(b) = mean(b) + v(1)/steps
      end do
    end do
    average = sum(mean(1:))/blocks
    sigma = sqrt(sum((mean(1:) - average)**2)/(blocks - 1)/blocks)
    print '(a,f6.2,a,f5.2,a,i0)', 'ideal gas: V = ', average, '(', sigma, '), exact ', n + 1
    call check(abs(average - (n + 1)) < 4*sigma .and. sigma < 0.3d0, 'the mean volume')
    call check(abs(product(s%lengths) - v(1)) < 1d-12*v(1), 'the lengths of the box')
    call s%close()
  end subroutine volume

  ! The box, and a stepper that is made anew and goes on.
  subroutine goes_on()
    type(stepper) :: s
    character(kind=c_char), allocatable, target :: block(:)
    real(c_double) :: lengths(3), centre(3), reference(3), before(3), x0(3, n), p0(3, n), q0(4, n), l0(3, n), kt
    integer :: round
    character(*), parameter :: params = 'kt=1 pressure=1 relaxation=1 piston_relaxation=1 seed=3'
    do round = 1, 2
      call start()
      if (round == 2) then
        x = x0
        p = p0
        q = q0
        l = l0
      end if
      call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', params, bath='langevin', piston='andersen')
      call s%box(lengths)
      call check(index(s%why(), 'rgs_stepper_set_box') > 0, 'no box yet: '//s%why())
      if (round == 1) then
        call s%set_box([2d0, 2d0, 2d0], [1d0, 1d0, 1d0], [4d0, 4d0, 4d0])
        call steps(s, 10)
        call s%set_param('kt', 1.5d0, rgs_kind_piston)
        call s%save_ensemble(block)
        call check(s%status == 0 .and. size(block) > 100, 'save_ensemble: '//s%why())
        x0 = x
        p0 = p
        q0 = q
        l0 = l
      else
        call s%load_ensemble(block)
        call check(s%status == 0, 'load_ensemble: '//s%why())
        call check(s%steps() == 10, 'load_ensemble: number of steps')
      end if
      call s%param('kt', kt)
      call check(abs(kt - 1) < 1d-15, 'kt of the bath')
      call s%param('kt', kt, rgs_kind_piston)
      call check(abs(kt - 1.5d0) < 1d-15, 'kt of the piston')
      call steps(s, 10)
      call s%box(lengths, centre, reference)
      call check(maxval(abs(centre - 1)) + maxval(abs(reference - 4)) < 1d-15, 'the box')
      if (round == 2) call check(maxval(abs(lengths - before)) < 1d-300, 'a stepper that goes on')
      before = lengths
    end do
    call s%set_steps(7_c_int64_t)
    call check(s%steps() == 7, 'the number of steps')
    block(size(block)) = char(ieor(ichar(block(size(block))), 1), c_char)
    call s%load_ensemble(block)
    call check(index(s%why(), 'damaged') > 0, 'a damaged block: '//s%why())
    call s%close()
  end subroutine goes_on

  ! A block of the whole stepper, bodies included; a copy is refused.
  subroutine continues()
    type(stepper) :: s, other
    character(kind=c_char), allocatable, target :: block(:)
    real(c_double) :: x1(3, n), l1(3, n)
    character(*), parameter :: params = 'kt=1 relaxation=1 seed=3'
    call start()
    call s%save(block)
    call check(index(s%why(), 'not open') > 0 .and. size(block) == 0, 'save of a stepper that is not open: '//s%why())
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', params, bath='langevin')
    call steps(s, 10)
    call s%save(block)
    call check(s%status == 0 .and. size(block) > 13*8*n, 'save: '//s%why())
    call steps(s, 10)
    x1 = x
    l1 = l
    other = s
    call check(index(other%why(), 'cannot be copied') > 0, 'a copy: '//other%why())
    call check(s%status == 0, 'a stepper of which a copy was refused')
    call s%close()
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', params, bath='langevin')
    call s%load(block)
    call check(s%status == 0, 'load: '//s%why())
    call check(s%steps() == 10, 'load: number of steps')
    call steps(s, 10)
    call check(same(reshape(x, [3*n]), reshape(x1, [3*n])), 'positions after load')
    call check(same(reshape(l, [3*n]), reshape(l1, [3*n])), 'angular momenta after load')
    block(size(block)) = char(ieor(ichar(block(size(block))), 1), c_char)
    call s%load(block)
    call check(index(s%why(), 'damaged') > 0, 'a damaged block of a stepper: '//s%why())
  end subroutine continues

  ! Steppers that are local variables destroy what they hold: memory does not grow.
  subroutine nobody_closes()
    integer, parameter :: rounds = 400, many = 2000
    real(c_double), allocatable, target :: big(:, :), weight(:)
    integer :: i, before, after
    allocate (big(22, many), weight(many))
    big = 0
    big(7, :) = 1
    weight = 1
    do i = 1, 10
      call one_step(big, weight)
    end do
    before = resident_pages()
    do i = 1, rounds
      call one_step(big, weight)
    end do
    after = resident_pages()
    print '(2(a,i0))', 'pages in memory: ', before, ', later ', after
    call check(after - before < 2000, 'steppers that nobody closes stay in memory')
  end subroutine nobody_closes

  subroutine one_step(big, weight)
    real(c_double), target, intent(inout) :: big(:, :), weight(:)
    type(stepper) :: s
    big(14:16, :) = 1
    call s%open(big(1:3, :), big(4:6, :), big(7:10, :), big(11:13, :), weight, big(14:16, :), big(17:19, :), &
                big(20:22, :), 'exact', 'strang')
    do while (s%advance(0.1d0))
      big(17:22, :) = 0
    end do
    call check(s%status == 0, 'a step of many bodies: '//s%why())
  end subroutine one_step

  ! 0 where the system does not tell.
  integer function resident_pages()
    integer :: unit, status, whole
    resident_pages = 0
    open (newunit=unit, file='/proc/self/statm', status='old', action='read', iostat=status)
    if (status /= 0) return
    read (unit, *, iostat=status) whole, resident_pages
    close (unit)
  end function resident_pages

  subroutine steps(s, n_steps)
    type(stepper), intent(inout) :: s
    integer, intent(in) :: n_steps
    integer :: i
    do i = 1, n_steps
      do while (s%advance(0.1d0))
        f = 0
        tau = 0
        s%virial = 0
      end do
    end do
  end subroutine steps

  ! Two ranks that hold the same bodies; bodies with other keys; a body without the bath, and a copy.
  subroutine sums_and_keys()
    type(stepper) :: s
    real(c_double), target :: coupled(n)
    real(c_double) :: once(3, n), twice(3, n)
    integer(c_int64_t), target :: key(n), keys(2*n)
    integer :: i, asked
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=2 relaxation=0.3 seed=4', bath='csvr', &
                ranks=2)
    asked = 0
    do i = 1, 10
      do while (s%advance(0.1d0))
        if (s%wants_sums) then
          asked = asked + 1
          s%sums = 2*s%sums
        end if
      end do
    end do
    call check(s%status == 0 .and. asked == 10, 'sums over ranks: '//s%why())
    once = p
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=2 relaxation=0.3 seed=4', bath='csvr')
    do i = 1, 10
      do while (s%advance(0.1d0))
        asked = asked + 1
        f = 0
        tau = 0
      end do
    end do
    call check(maxval(abs(p - once)) > 1d-6, 'the sums matter')
    key = [7, 9, 2, 11, 7]
    coupled = 1
    coupled(2) = 0
    do asked = 1, 2
      call start()
      x(:, 5) = x(:, 1)
      p(:, 5) = p(:, 1)
      l(:, 5) = l(:, 1)
      mass(5) = mass(1)
      call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=2 relaxation=0.3 seed=4', bath='langevin', &
                  key=key, coupled=coupled, copies=1, ranks=2)
      do i = 1, 10
        do while (s%advance(0.1d0))
        end do
      end do
      call check(s%status == 0, 'keys: '//s%why())
      call check(same(p(:, 1), p(:, 5)), 'a copy moves like the body')
      call check(same(p(:, 2), [0.2d0, 0.2d0, 0d0]), 'a body without the bath')
      if (asked == 1) twice = p
      key(3) = 3
    end do
    call check(same(p(:, 1), twice(:, 1)) .and. .not. same(p(:, 3), twice(:, 3)), 'noise goes by keys')
    keys = 1                                          ! a compiler would pass a copy, which is gone when open returns
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=2 relaxation=0.3 seed=4', bath='langevin', &
                key=keys(::2))
    call check(s%why() == 'key must not be a section with strides', 'keys with strides: '//s%why())
    call s%close()
    call check(.not. associated(s%sums), 'no sums after close')
  end subroutine sums_and_keys

  subroutine abandoned()
    type(stepper) :: s
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang')
    call check(s%advance(0.1d0), 'a step begins')
    call s%swap('dmv6', 'strang')
    call check(index(s%why(), 'inside a step') > 0, 'swap inside a step: '//s%why())
    call s%reset()
    call check(s%status == 0, 'reset: '//s%why())
    call s%swap('dmv6', 'strang')
    call check(s%status == 0, 'swap after it: '//s%why())
  end subroutine abandoned

  subroutine refusals()
    type(stepper) :: s
    real(c_double), target :: short(2)
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=0 relaxation=1 seed=1', bath='langevin')
    call check(index(s%why(), "'kt' is 0") > 0, 'kt = 0: '//s%why())
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=1 relaxation=1', bath='langevin')
    call check(index(s%why(), 'seed') > 0, 'no seed: '//s%why())
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=1', piston='nosuch')
    call check(index(s%why(), 'nosuch') > 0, 'no such piston: '//s%why())
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=1 relaxation=1 seed=1', bath='langevin', &
                coupled=short)
    call check(index(s%why(), 'coupled must have one number for each body') == 1, 'coupled: '//s%why())
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', bath='')
    call check(s%status == 0, 'no bath: '//s%why())
    call s%swap('exact', 'strang', 'rate=1', bath='drag')
    call check(s%status == 0, 'swap to a bath: '//s%why())
    call s%close()
  end subroutine refusals

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
