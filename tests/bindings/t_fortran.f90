! SPDX-License-Identifier: BSD-3-Clause
!
! t_fortran.f90 - rigidstep.f90 and rigidstep_stepper.f90: shapes, words that are wrong, and steppers that are
! not open.  trace.f90 plays the calls.
module of_t_fortran
  use, intrinsic :: iso_c_binding
  use rigidstep
  use rigidstep_stepper
  implicit none
  integer, parameter :: n = 5
  integer :: failed = 0
  type(stepper), target :: sprung
  real(c_double) :: sprung_sign
  real(c_double), target :: x(3, n), p(3, n), q(4, n), l(3, n), mass(n), inertia(3, n), f(3, n), tau(3, n)

contains

  subroutine check(condition, what)
    logical, intent(in) :: condition
    character(*), intent(in) :: what
    if (condition) return
    print '(2a)', 'failed: ', what
    failed = failed + 1
  end subroutine check

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

  ! Springs to the origin, with the sign as it is and reversed; the bodies stay.
  subroutine forces_are_checked()
    character(:), allocatable :: text
    real(c_double) :: before(3, n)
    logical :: right
    integer :: i
    call start()
    before = x
    call sprung%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang')
    do i = 0, 1
      sprung_sign = 1 - 2*i
      call sprung%check_forces(springs, text, right, sample=2)
      call check(sprung%status == 0 .and. (right .eqv. i == 0), 'springs are right, or not: '//text)
      call check((index(text, 'the sign is wrong') > 0) .eqv. i == 1, 'the sign is named: '//text)
      call check(index(text, '2 of 5 bodies') > 0, 'two bodies')
      call check(.not. any(abs(x - before) > 0), 'bodies stay')
    end do
    call sprung%check_forces(springs, text, right, sample=-1)
    call check(sprung%status < 0 .and. .not. right, 'sample=-1 is refused')
    call check(index(sprung%why(), 'check.sample is -1') > 0, 'it says why')
  end subroutine forces_are_checked

  ! A part of the springs is slow: with one inner step that is a Strang step.
  subroutine two_forces()
    character(:), allocatable :: text
    real(c_double), parameter :: h = 0.1d0
    real(c_double) :: want(3, n), before(3, n)
    logical :: right
    integer :: i, slow
    sprung_sign = 1
    call start()
    call sprung%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang')
    do i = 1, 10
      do while (sprung%advance(h))
        call springs()
      end do
    end do
    want = x
    call start()
    call sprung%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'respa', 'inner=1', levels=.true.)
    slow = 0
    do i = 1, 10
      do while (sprung%advance(h))
        if (sprung%wants_slow) slow = slow + 1
        call springs()
        f = f*merge(0.75d0, 0.25d0, sprung%wants_slow)
      end do
    end do
    call check(sprung%status == 0 .and. slow == 11, 'the slow force is asked once a step')
    call check(maxval(abs(x - want)) < 1d-13, 'inner 1 is strang')
    call sprung%check_forces(parts, text, right)
    call check(right, 'the sum is right: '//text)
    call sprung%swap('exact', 'strang')
    call check(index(sprung%why(), 'has one force') > 0, 'no swap to one force')
    call sprung%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'respa')
    call check(index(sprung%why(), 'draft') > 0, 'without levels it is refused')
    do i = 1, 2
      call start()
      call sprung%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=1 seed=1 steps=3', 'metropolis', &
                       levels=i == 2)
      slow = 0
      do while (sprung%steps() < 20)
        do while (sprung%advance(0.8d0))
          if (sprung%wants_energy) slow = slow + 1
          before = f
          call springs()
          if (sprung%wants_energy) f = before
        end do
      end do
      if (i == 1) want = x
    end do
    call check(sprung%status == 0 .and. slow == 21, 'trials by the fast force ask once for the energy')
    call check(.not. any(abs(x - want) > 0), 'trials by the fast force, which is the whole one')
  end subroutine two_forces

  subroutine parts()
    call springs()
    f = f*merge(0.75d0, 0.25d0, sprung%wants_slow)
  end subroutine parts

  ! l' = -l ends as an exponential; with wheels l stays bit for bit and the energy to rounding.
  subroutine momenta_and_wheels()
    type(stepper) :: s
    real(c_double), target :: wheels(3, n)
    real(c_double) :: before(3, n), off(2), energy(2), translation
    integer :: i, k
    do k = 1, 2
      call start()
      before = l
      call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang_momentum', momenta=.true.)
      do i = 1, 10*k
        do while (s%advance(0.1d0/k))
          f = 0
          tau = -l
        end do
      end do
      off(k) = maxval(abs(l - exp(-1d0)*before))
    end do
    call check(s%status == 0 .and. s%order == 2, 'friction: '//s%why())
    call check(off(2) < 1e-3 .and. abs(log(off(1)/off(2))/log(2d0) - 2) < 0.1d0, 'friction has order 2')
    call start()
    before = l
    wheels = 0.7d0
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang')
    call s%set_wheels(wheels)
    call s%kinetic(translation, energy(1))
    do i = 1, 10
      do while (s%advance(0.1d0))
        f = 0
        tau = 0
      end do
    end do
    call s%kinetic(translation, energy(2))
    call check(s%status == 0 .and. .not. any(abs(l - before) > 0), 'wheels: '//s%why())
    call check(abs(energy(2)/energy(1) - 1) < 1d-13, 'wheels keep the energy')
    call s%set_wheels(wheels(:, 2:))
    call check(index(s%why(), 'wheels must have the shape (3,5)') > 0, 'wheels of too few bodies')
    call s%set_wheels()
    call check(s%status == 0, 'wheels go')
  end subroutine momenta_and_wheels

  subroutine springs()
    f = -sprung_sign*x
    tau = 0
    sprung%energy = sum(x**2)/2
  end subroutine springs

  ! No bodies, and one, with springs to the origin and a small torque.
  subroutine few()
    type(stepper) :: s
    integer :: i, k
    call start()
    do k = 0, 1
      call s%open(x(:, :k), p(:, :k), q(:, :k), l(:, :k), mass(:k), inertia(:, :k), f(:, :k), tau(:, :k), 'exact', &
                  'strang')
      do i = 1, 20
        do while (s%advance(0.1d0))
          f(:, :k) = -x(:, :k)
          tau(:, :k) = 0.1d0*x(:, :k)
          s%energy = sum(x(:, :k)**2)/2
        end do
        call check(s%status >= 0, s%why())
      end do
    end do
    call s%close()
  end subroutine few

  subroutine shapes()
    type(stepper) :: s
    integer(c_int32_t) :: status
    real(c_double) :: J(11, 4, 5), turned(4, 5), before(4, 5), matrix(3, 3, 5)
    character(:), allocatable :: why
    call start()
    call s%open(x, p(:, :2), q, l, mass, inertia, f, tau, 'exact', 'strang')
    call check(index(s%why(), 'p must have the shape (3,5), not (3,2)') == 1, 'shape of p: '//s%why())
    call s%open(x, p, q, l, mass(:2), inertia, f, tau, 'exact', 'strang')
    call check(s%why() == 'mass must have one number for each body of x, which are 5, not 2', 'length of mass: '//s%why())
    turned = q
    call free_flow('exact', 0.1d0, inertia, l, turned, status, why)
    call check(status == rgs_ok .and. why == '', 'nothing is wrong')
    call free_flow('exact', 0.1d0, inertia(:, :1), l, q, status, why)
    call check(status == rgs_e_arg .and. index(why, 'inertia must have the shape (3,5)') == 1, 'shape of inertia: '//why)
    call free_flow('exact', 0.1d0, inertia, l(:2, :), q, status, why)
    call check(index(why, 'l must have the shape (3,5)') == 1, 'of l: '//why)
    before = q
    call free_flow('exact', 0.1d0, inertia, l, before(:3, :), status, why)
    call check(index(why, 'q must have the shape (4,n)') == 1, 'of q: '//why)
    call free_flow('nosuch', 0.1d0, inertia, l, q, status, why)
    call check(status == rgs_e_name .and. index(why, 'nosuch') > 0, 'the library''s own text: '//why)
    call free_flow_matrix('exact', 0.1d0, inertia, l, matrix(:2, :, :), status, why)
    call check(index(why, 'Q must have the shape (3,3,n)') == 1, 'of Q: '//why)
    call free_flow_jacobian(0.1d0, inertia, l, q, J(:, :, :2), status, why)
    call check(status == rgs_e_arg .and. index(why, 'J must have') == 1, why)
    call free_flow_jacobian(0.1d0, inertia, l, q, J, status, why)
    turned = q
    call free_flow('exact', 0.1d0 + 1d-6, inertia, l, turned, status)
    before = q
    call free_flow('exact', 0.1d0 - 1d-6, inertia, l, before, status)
    call check(all(abs((turned - before)/2d-6 - J(11, :, :)) < 1d-9), 'the derivative by the time '//why)
  end subroutine shapes

  subroutine parameters_and_outputs()
    type(stepper) :: s
    real(c_double) :: axes(3)
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'semiexact', 'strang', '  nodes=3  refined=yes ')
    call check(s%status == 0 .and. s%order == 2 .and. s%evals == 1, 'parameters: '//s%why())
    call s%output('nosuch', axes)
    call check(index(s%why(), 'nosuch') > 0, 'an output there is not: '//s%why())
    call s%swap('semiexact', 'strang', 'nodes')
    call check(index(s%why(), "'nodes'; must be key=value") > 0, 'no value: '//s%why())
    call s%swap('semiexact', 'strang', '=3')
    call check(index(s%why(), "'=3'; must be key=value") > 0, 'no key: '//s%why())
  end subroutine parameters_and_outputs

  ! A stepper that is not open, and a copy of one that is.
  subroutine copies()
    type(stepper) :: s, other
    type(stepper), allocatable :: same
    logical :: asks
    character(kind=c_char), allocatable, target :: block(:)
    call start()
    call s%save(block)
    call check(index(s%why(), 'not open') > 0 .and. size(block) == 0, 'save of a stepper that is not open: '//s%why())
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang')
    other = s
    call check(index(other%why(), 'cannot be copied') > 0, 'a copy: '//other%why())
    call check(s%status == 0, 'a stepper of which a copy was refused')
    allocate (same, source=s)
    do while (same%advance(0.1d0))
    end do
    call check(index(same%why(), 'cannot be copied') > 0, 'allocate with source: '//same%why())
    deallocate (same)
    asks = s%advance(0.1d0)
    call check(asks .and. s%status >= 0, 'a stepper that was the source of another')
  end subroutine copies

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

  subroutine refusals()
    type(stepper) :: s
    real(c_double), target :: short(2)
    call start()
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', 'kt=1 relaxation=1 seed=1', thermostat='langevin', &
                thermostatted=short)
    call check(index(s%why(), 'thermostatted must have one number for each body') == 1, 'thermostatted: '//s%why())
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', threads=0)
    call check(s%why() == 'threads must be at least 1', 'threads: '//s%why())
    call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang', thermostat='')
    call check(s%status == 0, 'no thermostat: '//s%why())
    call s%swap('exact', 'strang', 'kt=1 relaxation=1 seed=1', thermostat='csvr')
    call check(s%status == 0, 'swap to a thermostat that wants all bodies, which are here: '//s%why())
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
end module of_t_fortran

program t_fortran
  use of_t_fortran
  implicit none
  call few()
  call shapes()
  call parameters_and_outputs()
  call not_open()
  call copies()
  call nobody_closes()
  call refusals()
  call forces_are_checked()
  call two_forces()
  call momenta_and_wheels()
  if (failed > 0) error stop 1
end program t_fortran
