! SPDX-License-Identifier: BSD-3-Clause
!
! trace.f90 - plays trace.txt from standard input by rigidstep_stepper.f90, and prints what trace.cpp prints: with
! columns that are sections of one array, and in two threads where it is compiled with OpenMP.
program trace
  use, intrinsic :: iso_c_binding
  use rigidstep_stepper
  implicit none
  integer, parameter :: n = 1500
  real(c_double), target :: all(30, 2*n)
  real(c_double), pointer :: x(:, :), p(:, :), q(:, :), l(:, :), mass(:), inertia(:, :), f(:, :), tau(:, :)
  real(c_double) :: kept(30, 2*n)
  integer(c_int64_t), target :: tag(n)
  real(c_double), target :: thermostatted(n)
  character(kind=c_char), allocatable, target :: block(:), ensemble(:)
  type(stepper) :: s
  character(256) :: line
  character(40) :: word(24)
  integer :: number, status, n_words

  x => all(1:3, 2::2)
  p => all(4:6, 2::2)
  q => all(7:10, 2::2)
  l => all(11:15:2, 2::2)
  mass => all(17, 2::2)
  inertia => all(20:18:-1, 2::2)
  f => all(21:23, 2::2)
  tau => all(24:26, 2::2)
  all = 7
  number = 0
  do
    read (*, '(a)', iostat=status) line
    if (status /= 0) exit
    number = number + 1
    if (line == '' .or. line(1:1) == '#') cycle
    call split()
    write (*, '(i0,3a)', advance='no') number, ' ', trim(word(1)), ':'
    s%status = 0
    call run_script()
    if (s%status < 0) write (*, '(a,i0,2a)', advance='no') ' refused ', s%status, ' ', s%why()
    print '(a)', ''
  end do
  if (any(abs(all(:, ::2) - 7) > 0) .or. any(abs(all(12:14:2, :) - 7) > 0)) error stop 'what lies between is changed'

contains

  subroutine split()
    integer :: i
    word = ''
    n_words = 0
    do i = 1, len_trim(line)
      if (line(i:i) == ' ') cycle
      if (i == 1) then
        n_words = 1
      else if (line(i - 1:i - 1) == ' ') then
        n_words = n_words + 1
      end if
      word(n_words) = trim(word(n_words))//line(i:i)
    end do
  end subroutine split

  integer function whole(k)
    integer, intent(in) :: k
    read (word(k), *) whole
  end function whole

  function reals(k, many)
    integer, intent(in) :: k, many
    real(c_double) :: reals(many)
    read (word(k:k + many - 1), *) reals
  end function reals

  real(c_double) function real_of(k)
    integer, intent(in) :: k
    read (word(k), *) real_of
  end function real_of

  function name(k)
    integer, intent(in) :: k
    character(:), allocatable :: name
    name = trim(word(k))
    if (name == '-') name = ''
  end function name

  ! 'key=value key=value': the words from the k-th.
  function params(k)
    integer, intent(in) :: k
    character(:), allocatable :: params
    integer :: i
    params = ''
    do i = k, n_words
      params = params//' '//trim(word(i))
    end do
  end function params

  ! The bits of each number, or one word of many numbers' bits.
  subroutine show(numbers)
    real(c_double), intent(in) :: numbers(:)
    integer(c_int64_t) :: bits, hash
    integer :: i
    if (s%status < 0) return
    hash = 0
    do i = 1, size(numbers)
      bits = transfer(numbers(i), bits)
      if (size(numbers) < 10) write (*, '(1x,z16.16)', advance='no') bits
      hash = ieor(ishftc(hash, 7), bits)
    end do
    if (size(numbers) >= 10) write (*, '(1x,z16.16)', advance='no') hash
  end subroutine show

  function state()
    real(c_double) :: state(13*n)
    integer :: i
    do i = 1, n
      state(13*i - 12:13*i) = [x(:, i), p(:, i), q(:, i), l(:, i)]
    end do
  end function state

  subroutine describe()
    call show([real(s%order, c_double), real(s%evals, c_double), merge(128d0, 0d0, s%processed)])
  end subroutine describe

  subroutine start(ghosts)
    integer, intent(in) :: ghosts
    integer :: i
    do i = 1, n
      x(:, i) = [0.25d0*modulo(i - 1, 7), -0.5d0, 0.75d0]
      p(:, i) = [0.5d0, 0.25d0*modulo(i - 1, 5), 0d0]
      q(:, i) = [0.6d0, 0d0, 0.8d0, 0d0]
      l(:, i) = [0.25d0, -0.25d0*modulo(i - 1, 3), 1d0]
      inertia(:, i) = [1d0, 1.5d0, 2d0]
      mass(i) = 1 + modulo(i - 1, 4)
      tag(i) = modulo(7*(i - 1), n) - 3
      thermostatted(i) = merge(0, 1, modulo(i - 1, 5) == 3)
    end do
    if (ghosts > 0) then
      all(1:20, 2*(n - ghosts) + 2::2) = all(1:20, 202:200 + 2*ghosts:2)
      tag(n - ghosts + 1:) = tag(101:100 + ghosts)
    end if
    f = 0
    tau = 0
  end subroutine start

  subroutine answer()
    if (s%wants_sums) then
      s%sums = 2*s%sums
      return
    end if
    f = -x
    tau = 0.125d0*x
    tau(1, 1) = s%eval_time
    s%energy = x(1, 2)
    s%virial = s%vectors*spread(x(:, 2), 2, 3)
  end subroutine answer

  subroutine damage(bytes)
    character(kind=c_char), intent(inout) :: bytes(:)
    bytes(size(bytes)) = char(ieor(ichar(bytes(size(bytes))), 1), c_char)
  end subroutine damage

  subroutine step(many)
    integer, intent(in) :: many
    integer :: i
    do i = 1, many
      do while (s%advance(real_of(2)))
        call answer()
      end do
      if (s%status < 0) return
    end do
  end subroutine step

  subroutine run_script()
    real(c_double) :: numbers(9), cell(3, 7), first(13*n)
    integer :: ghosts
    select case (word(1))
    case ('open')
      ghosts = merge(100, 0, whole(6) > 1)
      call start(ghosts)
      call s%open(x, p, q, l, mass, inertia, f, tau, name(2), name(3), params(7), thermostat=name(4), barostat=name(5), &
                  ranks=whole(6), tag=tag, thermostatted=thermostatted, ghosts=ghosts, threads=2, rewinds=.true.)
      call describe()
    case ('swap')
      call s%swap(name(2), name(3), params(6), thermostat=name(4), barostat=name(5))
      call describe()
    case ('step')
      call step(whole(3))
    case ('again')
      call step(1)
      first = state()
      call s%rewind()
      if (.not. s%advance(real_of(2)) .or. .not. any(abs(state() - first) > 0)) error stop 'is not broken off'
      call s%rewind()
      call step(1)
      call show(state())
    case ('state')
      call show(state())
    case ('shown')
      do while (s%process())
        call answer()
      end do
      call show(state())
      if (s%status >= 0) call s%unprocess()
    case ('energy')
      call s%kinetic(numbers(1), numbers(2))
      call show(numbers(:2))
    case ('output')
      call s%output(trim(word(2)), numbers)
      call show(numbers(:whole(3)))
    case ('time')
      call show([s%time()])
    case ('set_time')
      call s%set_time(real_of(2))
    case ('set_valid')
      call s%set_valid(whole(2) == 1)
    case ('reset')
      call s%reset()
    case ('steps')
      call show([real(s%steps(), c_double)])
    case ('set_steps')
      call s%set_steps(int(whole(2), c_int64_t))
    case ('set_param')
      call s%set_param(trim(word(3)), real_of(4), whole(2))
    case ('param')
      call s%param(trim(word(3)), numbers(1), whole(2))
      call show(numbers(:1))
    case ('set_cell')
      cell = reshape(reals(2, 21), [3, 7])
      call s%set_cell(cell(:, 1:3), cell(:, 4), cell(:, 5:7))
    case ('cell')
      call s%cell(cell(:, 1:3), cell(:, 4), cell(:, 5:7))
      call show(reshape(cell, [21]))
    case ('save')
      call s%save(block)
      call show([real(size(block), c_double)])
    case ('load')
      call s%load(block)
    case ('save_ensemble')
      call s%save_ensemble(ensemble)
      call show([real(size(ensemble), c_double)])
    case ('load_ensemble')
      call s%load_ensemble(ensemble)
    case ('damage')
      call damage(block)
      call damage(ensemble)
    case ('keep')
      kept = all
    case ('put')
      all(1:16, 2::2) = kept(1:16, 2::2)
      call s%set_valid(.false.)
    case default
      error stop 'no such verb'
    end select
  end subroutine run_script
end program trace
