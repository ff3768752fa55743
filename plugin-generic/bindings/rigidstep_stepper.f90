! SPDX-License-Identifier: BSD-3-Clause
!
! rigidstep_stepper.f90 - bodies that move under forces, for Fortran 2008 and later.  Compile rigidstep.f90 first;
! its head has the compile line.
! size: one type with all its procedures, which Fortran wants in one module
! The host drives:
!
!     type(stepper) :: s
!     call s%open(x, p, q, l, mass, inertia, f, tau, 'exact', 'strang')
!     do i = 1, n_steps
!       do while (s%advance(h))
!         f = ...; tau = ...                        ! at the current x and q, and at the time s%eval_time
!       end do
!       if (s%status < 0) print *, s%why()
!     end do
!     call s%close()
!
!   call s%open(x, p, q, l, mass, inertia, f, tau, rotor, scheme [, params] [, thermostat] [, barostat] [,
!   ranks] [, tag]
!               [, thermostatted] [, ghosts] [, threads] [, rewinds] [, levels] [, momenta])
!     real(c_double), target  x(3,n), p(3,n), q(4,n), l(3,n), mass(n), inertia(3,n), f(3,n), tau(3,n)
!                             The arrays stay the host's.  They must have the attribute target, since advance changes
!                             them, and stay in place until close.  Sections with strides, such as all(1:3,:), are used
!                             in place.
!     character(*)            rotor, scheme: names; of an integrator: its name and ''
!     character(*)            params: 'key=value key=value', also 'ends=yes': the thermostat acts at both ends of a
!                             step, 'ends=no': in the middle.  With 'refined=yes' or 'shadow=yes' (scheme strang) or
!                             'conserved=yes' (thermostats, barostats), for the outputs of this name, write the
!                             potential energy into s%energy, too, wherever you write f and tau
!     character(*)            thermostat, barostat: names, such as 'csvr' and 'andersen'; '': none
!     integer                 ranks: over how many ranks the bodies are distributed; 1 (the default): all are here
!     integer(c_int64_t)      tag(n): names of the bodies for the noise of a thermostat; open keeps a copy
!     real(c_double), target  thermostatted(n): 0 for bodies that the thermostat leaves alone
!     integer                 ghosts: so many bodies, the last ones, belong to other ranks and are moved along
!     integer                 threads: how many share the work of a step, by OpenMP; the results have the same bits.
!                             Compile with -fopenmp, or one thread does it all
!     logical                 rewinds: rewind may be called; each step then copies the state first
!     logical                 levels: for a scheme with a fast and a slow force, such as 'respa' (a draft).  If
!                             s%wants_slow after advance, write the slow force into f and tau, and the energy of
!                             the sum into s%energy, where energies are wanted; else the fast force.  With the
!                             thermostat 'metropolis' (a draft) and a scheme with one force: if s%wants_energy,
!                             write the energy of the sum into s%energy, and leave f and tau as they are
!     logical                 momenta: f or tau depend on p or l, and there are the schemes 'strang_momentum' and
!                             'suzuki4_momentum' for them (a draft): write f and tau with the p and l of the moment
!   With ranks > 1: if s%wants_sums after advance, replace s%sums(:) by its sum over the ranks, and nothing else.
!   With a barostat: call s%set_cell before the first step; at every evaluation set the cell to s%vectors(3,3)
!   first, and write the molecular virial into s%virial(3,3), whose element (a,b) is the sum over pairs of F_a
!   X_b (rgs_eval.virial).  A vector of a cell is a column.
!   call s%set_param(key, value [, kind])       a parameter of the thermostat or the barostat that ramps, such
!                                               as 'kt', from the
!                             next step on.  kind: rgs_kind_thermostat or rgs_kind_barostat; 0 (the default):
!                             both
!   call s%param(key, value [, kind])           the value of such a parameter now, whether it ramps or not
!   call s%set_cell(vectors [, origin] [, reference])  the cell that the barostat moves, after a swap to
!                             another thermostat or barostat too; at the vectors reference(3,3) strains are 0
!   call s%cell(vectors [, origin] [, reference])      the cell at the present configuration
!   s%steps(), call s%set_steps(n)              the number of steps that were begun, on which noise depends
!   call s%save_ensemble(block), call s%load_ensemble(block)   what thermostat, barostat and noise keep,
!   without the bodies, in
!                             an allocatable character(kind=c_char) block(:): the same on all ranks
!   call s%save(block), call s%load(block)      all that the stepper needs to continue bit for bit: bodies, forces, the place
!                             inside the step, thermostat and barostat; block as above
!   s%advance(h)              .true.: write f and tau and call again with the same h; .false.: the step is done
!   s%process(), s%unprocess  of a processed scheme (takahashi_imada4, rowlands4, pmlf6): between the two the
!                             bodies show the physical state, and only then.  process is used like advance.
!                             For all other schemes they do nothing.
!   call s%reset()            abandons a step after a refusal; the next advance begins a new one
!   call s%rewind()           back to where the step that was begun last began, bit for bit (rewinds=.true.)
!   call s%swap(rotor, scheme [, params] [, thermostat] [, barostat])   another method from the next step on
!                             with the same thermostat and barostat their state and the cell stay
!   call s%output(key, values)                  an output of the method into values(:), such as 'kinetic_axes'
!   call s%kinetic(translation, rotation)       kinetic energies
!   call s%set_valid(forces)                    .false.: the host changed x or q; .true.: f and tau belong to
!   x and q s%time(), call s%set_time(time)
!   s%why()                                     why the last call was refused; '' if it was not
!   call s%check_forces(forces, text [, right] [, sample])      do f and tau belong to the energy?  text: an
!                             allocatable character(:) that names the mistake; forces: a procedure without
!                             arguments that writes f, tau, s%energy (and s%virial with a barostat) at the
!                             current x and q; sample: how many bodies.  The bodies are as before afterwards.
!   call s%set_wheels(wheels)                   angular momenta wheels(3, n) of wheels inside of the bodies (a draft,
!                             rgs_draft_bodies_wheels), which are read in each step; without argument: no wheels
!   call s%close()                              done by itself where s is deallocated or a procedure ends whose local
!                             variable it is.  A stepper cannot be copied: s2 = s leaves s2 as it was, with a status;
!                             allocate(s2, source=s) makes one whose calls are all refused
!   s%status                                    of the last call; below 0 if it was refused
!   s%order, s%evals, s%processed               of the method: its order, force evaluations per step, and whether it
!                             wants process and unprocess around output
!
! Frames and units: rigidstep/bodies.h.
module rigidstep_stepper
  use, intrinsic :: iso_c_binding
  use rigidstep_calls
  use rigidstep, only: new_error, error_text, read_params
  implicit none
  private
  public :: stepper, rgs_kind_thermostat, rgs_kind_barostat

  type :: stepper
    integer(c_int32_t) :: status = 0
    real(c_double) :: eval_time = 0, energy = 0, virial(3, 3) = 0, vectors(3, 3) = 0
    logical :: wants_sums = .false., wants_slow = .false., wants_energy = .false.
    real(c_double), pointer, contiguous :: sums(:) => null()
    integer :: order = 0, evals = 0
    logical :: processed = .false.
    type(c_ptr), private :: context = c_null_ptr, bodies = c_null_ptr, method = c_null_ptr, &
                            handle = c_null_ptr, home = c_null_ptr     ! home: where open found s%status
    type(rgs_view), private :: view
    logical, private :: levels = .false.
    type(rgs_error), private :: error
    integer(c_int64_t), private, pointer, contiguous :: tags(:) => null()
  contains
    procedure :: open => stepper_open
    procedure :: advance => stepper_advance
    procedure :: process => stepper_process
    procedure :: unprocess => stepper_unprocess
    procedure :: reset => stepper_reset
    procedure :: rewind => stepper_rewind
    procedure :: swap => stepper_swap
    procedure :: check_forces => stepper_check_forces
    procedure :: output => stepper_output
    procedure :: kinetic => stepper_kinetic
    procedure :: set_param => stepper_set_param
    procedure :: param => stepper_param
    procedure :: set_cell => stepper_set_cell
    procedure :: cell => stepper_cell
    procedure :: set_steps => stepper_set_steps
    procedure :: steps => stepper_steps
    procedure :: save => stepper_save
    procedure :: load => stepper_load
    procedure :: save_ensemble => stepper_save_ensemble
    procedure :: load_ensemble => stepper_load_ensemble
    procedure :: set_valid => stepper_set_valid
    procedure :: set_wheels => stepper_set_wheels
    procedure :: time => stepper_time
    procedure :: set_time => stepper_set_time
    procedure :: why => stepper_why
    procedure :: close => stepper_close
    procedure, private :: stepper_copy
    generic :: assignment(=) => stepper_copy
    final :: stepper_final
  end type stepper

  character(*), parameter :: no_copy = 'a stepper cannot be copied; open another one, and load what this one saves'

  ! While check_forces runs: whose forces, and what writes them.
  abstract interface
    subroutine forces_of_host()
    end subroutine forces_of_host
  end interface
  class(stepper), pointer, save :: checked => null()
  procedure(forces_of_host), pointer, save :: write_forces => null()

contains

  ! The dummies are not contiguous: a section with strides must not become a temporary copy, which would be gone when
  ! this returns.
  subroutine stepper_open(s, x, p, q, l, mass, inertia, f, tau, rotor, scheme, params, thermostat, barostat, &
                          ranks, tag, thermostatted, ghosts, threads, rewinds, levels, momenta)
    class(stepper), target, intent(inout) :: s
    real(c_double), target, intent(inout) :: x(:, :), p(:, :), q(:, :), l(:, :), mass(:), inertia(:, :), f(:, :), &
                                             tau(:, :)
    character(*), intent(in) :: rotor, scheme
    character(*), intent(in), optional :: params, thermostat, barostat
    integer, intent(in), optional :: ranks, ghosts, threads
    integer(c_int64_t), intent(in), optional :: tag(:)
    real(c_double), target, intent(inout), optional :: thermostatted(:)
    logical, intent(in), optional :: rewinds, levels, momenta
    type(rgs_executor), target :: executor
    type(rgs_host) :: host
    integer :: n
    call s%close()
    n = size(x, 2)
    s%error = new_error()
    s%view = rgs_view(size=int(c_sizeof(s%view), c_int32_t), n=int(n, c_int64_t))
    s%status = 0
    s%home = c_loc(s%status)
    call set_numbers(s, s%view%mass, mass, n, 'mass')
    call set_column(s, s%view%x, x, 3, n, 'x')
    call set_column(s, s%view%p, p, 3, n, 'p')
    call set_column(s, s%view%q, q, 4, n, 'q')
    call set_column(s, s%view%l, l, 3, n, 'l')
    call set_column(s, s%view%inertia, inertia, 3, n, 'inertia')
    call set_column(s, s%view%f, f, 3, n, 'f')
    call set_column(s, s%view%tau, tau, 3, n, 'tau')
    if (present(thermostatted)) call set_numbers(s, s%view%thermostatted, thermostatted, n, 'thermostatted')
    if (present(tag)) then
      call refuse_length(s, size(tag), n, 'tag')
      allocate (s%tags(max(size(tag), 1)))
      s%tags(:size(tag)) = tag
      s%view%tag = c_loc(s%tags)
    end if
    if (present(ghosts)) s%view%n_ghosts = ghosts
    if (s%status == 0) s%status = rgs_context_create(c_null_ptr, s%context, s%error)
    call take_forces(s, host, levels, momenta)
    if (s%status == 0) s%status = rgs_bodies_create(s%context, s%view%n, s%bodies, s%error)
    if (s%status == 0) call create(s, rotor, scheme, s%method, params, thermostat, barostat)
    if (s%status == 0) s%status = rgs_bodies_bind(s%bodies, s%view, s%error)
    host%size = int(c_sizeof(host), c_int32_t)
    host%ranks = 1
    if (present(ranks)) host%ranks = ranks
    if (host%ranks /= 1) host%provides = ior(host%provides, rgs_eval_reduction)
    if (present(threads)) then
      if (threads < 1) call refuse(s, rgs_e_arg, 'threads must be at least 1')
      executor = rgs_executor(size=int(c_sizeof(executor), c_int32_t), parallel_for=c_funloc(share_out), &
                              self=transfer(int(threads, c_intptr_t), c_null_ptr))
      if (threads > 1) host%executor = c_loc(executor)
    end if
    if (present(rewinds)) host%flags = merge(rgs_host_rewinds, 0_c_int32_t, rewinds)
    if (s%status == 0) call check_levels(s, s%method, thermostat)
    if (s%status == 0) s%status = rgs_stepper_create(s%bodies, s%method, host, s%handle, s%error)
    if (s%status == 0) call describe(s)
  end subroutine stepper_open

  ! What the host's forces are.
  subroutine take_forces(s, host, levels, momenta)
    class(stepper), intent(inout) :: s
    type(rgs_host), intent(inout) :: host
    logical, intent(in), optional :: levels, momenta
    host%provides = ior(ior(rgs_eval_force, rgs_eval_energy), rgs_eval_virial)
    s%levels = .false.
    if (present(levels)) s%levels = levels
    if (s%levels) host%provides = ior(host%provides, rgs_draft_eval_slow)
    if (present(momenta)) then
      if (momenta) host%provides = ior(host%provides, rgs_draft_eval_momentum)
    end if
    if (s%status == 0 .and. iand(host%provides, ior(rgs_draft_eval_slow, rgs_draft_eval_momentum)) /= 0) &
      s%status = rgs_draft_allow(s%context, rgs_draft_abi, s%error)
  end subroutine take_forces

  subroutine refuse(s, status, text)
    class(stepper), intent(inout) :: s
    integer(c_int32_t), intent(in) :: status
    character(*), intent(in) :: text
    integer :: i
    s%status = status
    s%error%text = c_null_char
    do i = 1, min(len(text), size(s%error%text) - 1)
      s%error%text(i) = text(i:i)
    end do
  end subroutine refuse

  ! Refused: nothing can be done with a stepper that is not open, or belongs to another.
  logical function is_open(s)
    class(stepper), intent(inout) :: s
    is_open = c_associated(s%handle) .and. .not. is_copy(s)
    if (is_copy(s)) then
      call refuse(s, rgs_e_arg, no_copy)
    else if (.not. is_open) then
      call refuse(s, rgs_e_arg, 'the stepper is not open')
    end if
  end function is_open

  ! allocate(b, source=a) makes no assignment: b has a's handles.
  logical function is_copy(s)
    class(stepper), target, intent(in) :: s
    is_copy = c_associated(s%home) .and. .not. c_associated(s%home, c_loc(s%status))
  end function is_copy

  ! With the thermostat of trials, which is a draft.
  logical function makes_trials(thermostat)
    character(*), intent(in), optional :: thermostat
    makes_trials = .false.
    if (present(thermostat)) makes_trials = thermostat == 'metropolis'
  end function makes_trials

  ! Refused: a method that would never ask for the slow force, or for the energy of the sum alone.
  subroutine check_levels(s, method, thermostat)
    class(stepper), intent(inout) :: s
    type(c_ptr), intent(in) :: method
    character(*), intent(in), optional :: thermostat
    type(rgs_method_info) :: info
    if (.not. s%levels .or. makes_trials(thermostat)) return
    info%size = int(c_sizeof(info), c_int32_t)
    s%status = rgs_method_describe(method, info, s%error)
    if (s%status == 0 .and. iand(info%needs, rgs_draft_eval_slow) == 0) &
      call refuse(s, rgs_e_arg, 'levels is .true., but the method has one force; take the scheme respa, or the '// &
                  'thermostat metropolis')
  end subroutine check_levels

  ! What the method is here.
  subroutine describe(s)
    class(stepper), intent(inout) :: s
    type(rgs_method_info) :: info
    info%size = int(c_sizeof(info), c_int32_t)
    s%status = rgs_stepper_describe(s%handle, info, s%error)
    if (s%status < 0) return
    s%order = info%order
    s%evals = info%evals
    s%processed = iand(info%claims, rgs_processed) /= 0
  end subroutine describe

  logical function stepper_advance(s, h)
    class(stepper), intent(inout) :: s
    real(c_double), intent(in) :: h
    type(rgs_eval) :: request
    stepper_advance = .false.
    if (.not. is_open(s)) return
    call answer(s, request)
    s%status = rgs_stepper_advance(s%handle, h, request, s%error)
    stepper_advance = asks(s, request)
  end function stepper_advance

  logical function stepper_process(s)
    class(stepper), intent(inout) :: s
    type(rgs_eval) :: request
    stepper_process = .false.
    if (.not. is_open(s)) return
    call answer(s, request)
    s%status = rgs_stepper_process(s%handle, request, s%error)
    stepper_process = asks(s, request)
  end function stepper_process

  subroutine answer(s, request)
    class(stepper), intent(in) :: s
    type(rgs_eval), intent(inout) :: request
    request%size = int(c_sizeof(request), c_int32_t)
    request%energy = s%energy
    request%virial = transpose(s%virial)
  end subroutine answer

  ! Energy and virial come in as NaN where they are asked.
  logical function asks(s, request)
    class(stepper), intent(inout) :: s
    type(rgs_eval), intent(in) :: request
    asks = s%status == rgs_need_eval
    s%eval_time = request%time
    s%wants_sums = asks .and. request%what == rgs_eval_reduction
    s%wants_slow = asks .and. iand(request%what, rgs_draft_eval_slow) /= 0
    s%wants_energy = asks .and. s%levels .and. request%what == rgs_eval_energy
    if (s%wants_sums) call c_f_pointer(request%sum, s%sums, [request%n_sum])
    if (s%wants_sums .or. .not. asks) return
    s%vectors = request%cell
    if (iand(request%what, rgs_eval_energy) /= 0) s%energy = request%energy
    if (iand(request%what, rgs_eval_virial) /= 0) s%virial = transpose(request%virial)
  end function asks

  subroutine stepper_unprocess(s)
    class(stepper), intent(inout) :: s
    if (is_open(s)) s%status = rgs_stepper_unprocess(s%handle, s%error)
  end subroutine stepper_unprocess

  subroutine stepper_reset(s)
    class(stepper), intent(inout) :: s
    if (is_open(s)) s%status = rgs_stepper_reset(s%handle, s%error)
  end subroutine stepper_reset

  subroutine stepper_rewind(s)
    class(stepper), intent(inout) :: s
    if (is_open(s)) s%status = rgs_stepper_rewind(s%handle, s%error)
  end subroutine stepper_rewind

  subroutine stepper_swap(s, rotor, scheme, params, thermostat, barostat)
    class(stepper), intent(inout) :: s
    character(*), intent(in) :: rotor, scheme
    character(*), intent(in), optional :: params, thermostat, barostat
    type(c_ptr) :: method
    if (.not. is_open(s)) return
    call create(s, rotor, scheme, method, params, thermostat, barostat)
    if (s%status < 0) return
    call check_levels(s, method, thermostat)
    if (s%status == 0) s%status = rgs_stepper_swap(s%handle, method, s%error)
    if (s%status < 0) then
      call rgs_method_destroy(method)
      return
    end if
    call rgs_method_destroy(s%method)
    s%method = method
    call describe(s)
  end subroutine stepper_swap

  subroutine stepper_output(s, key, values)
    class(stepper), intent(inout) :: s
    character(*), intent(in) :: key
    real(c_double), contiguous, intent(inout) :: values(:)
    if (is_open(s)) &
      s%status = rgs_stepper_output(s%handle, trim(key)//c_null_char, values, size(values, kind=c_int64_t), s%error)
  end subroutine stepper_output

  subroutine stepper_kinetic(s, translation, rotation)
    class(stepper), intent(inout) :: s
    real(c_double), intent(out) :: translation, rotation
    translation = 0
    rotation = 0
    if (is_open(s)) s%status = rgs_bodies_energy(s%bodies, translation, rotation, s%error)
  end subroutine stepper_kinetic

  subroutine stepper_set_param(s, key, value, kind)
    class(stepper), intent(inout) :: s
    character(*), intent(in) :: key
    real(c_double), intent(in) :: value
    integer(c_int32_t), intent(in), optional :: kind
    character(kind=c_char), target :: letters(len(key) + 1)
    type(rgs_param) :: param
    letters = c_null_char
    call put(key, letters)
    param%key = c_loc(letters)
    param%value = value
    if (present(kind)) param%kind = kind
    if (is_open(s)) s%status = rgs_stepper_set_param(s%handle, param, c_sizeof(param), s%error)
  end subroutine stepper_set_param

  subroutine stepper_param(s, key, value, kind)
    class(stepper), intent(inout) :: s
    character(*), intent(in) :: key
    real(c_double), intent(inout) :: value
    integer(c_int32_t), intent(in), optional :: kind
    integer(c_int32_t) :: which
    which = 0
    if (present(kind)) which = kind
    if (is_open(s)) s%status = rgs_stepper_param(s%handle, which, trim(key)//c_null_char, value, s%error)
  end subroutine stepper_param

  subroutine stepper_set_cell(s, vectors, origin, reference)
    class(stepper), intent(inout) :: s
    real(c_double), intent(in) :: vectors(3, 3)
    real(c_double), intent(in), optional :: origin(3), reference(3, 3)
    type(rgs_cell) :: cell
    cell%size = int(c_sizeof(cell), c_int32_t)
    cell%vectors = vectors
    if (present(origin)) cell%origin = origin
    if (present(reference)) cell%reference = reference
    if (is_open(s)) s%status = rgs_stepper_set_cell(s%handle, cell, s%error)
  end subroutine stepper_set_cell

  subroutine stepper_cell(s, vectors, origin, reference)
    class(stepper), intent(inout) :: s
    real(c_double), intent(out) :: vectors(3, 3)
    real(c_double), intent(out), optional :: origin(3), reference(3, 3)
    type(rgs_cell) :: cell
    cell%size = int(c_sizeof(cell), c_int32_t)
    if (is_open(s)) s%status = rgs_stepper_cell(s%handle, cell, s%error)
    vectors = cell%vectors
    if (present(origin)) origin = cell%origin
    if (present(reference)) reference = cell%reference
  end subroutine stepper_cell

  subroutine stepper_set_steps(s, n)
    class(stepper), intent(inout) :: s
    integer(c_int64_t), intent(in) :: n
    if (is_open(s)) s%status = rgs_stepper_set_step_count(s%handle, n, s%error)
  end subroutine stepper_set_steps

  integer(c_int64_t) function stepper_steps(s)
    class(stepper), intent(in) :: s
    stepper_steps = 0
    if (.not. is_copy(s)) stepper_steps = rgs_stepper_step_count(s%handle)
  end function stepper_steps

  subroutine stepper_set_valid(s, forces)
    class(stepper), intent(inout) :: s
    logical, intent(in) :: forces
    if (is_open(s)) s%status = rgs_stepper_set_valid(s%handle, merge(rgs_eval_force, 0_c_int32_t, forces), s%error)
  end subroutine stepper_set_valid

  ! Not contiguous, as the columns of stepper_open.
  subroutine stepper_set_wheels(s, wheels)
    class(stepper), target, intent(inout) :: s
    real(c_double), target, intent(inout), optional :: wheels(:, :)
    type(rgs_column), target :: column
    if (.not. is_open(s)) return
    s%status = 0
    if (present(wheels)) call set_column(s, column, wheels, 3, int(s%view%n), 'wheels')
    if (s%status /= 0) return
    if (present(wheels)) then
      s%status = rgs_draft_bodies_wheels(s%bodies, s%view%n, c_loc(column), s%error)
    else
      s%status = rgs_draft_bodies_wheels(s%bodies, s%view%n, c_null_ptr, s%error)
    end if
  end subroutine stepper_set_wheels

  real(c_double) function stepper_time(s)
    class(stepper), intent(in) :: s
    stepper_time = 0
    if (.not. is_copy(s)) stepper_time = rgs_stepper_time(s%handle)
  end function stepper_time

  subroutine stepper_set_time(s, time)
    class(stepper), intent(inout) :: s
    real(c_double), intent(in) :: time
    if (is_open(s)) s%status = rgs_stepper_set_time(s%handle, time, s%error)
  end subroutine stepper_set_time

  function stepper_why(s) result(text)
    class(stepper), intent(in) :: s
    character(:), allocatable :: text
    text = ''
    if (s%status < 0) text = error_text(s%error)
  end function stepper_why

  subroutine stepper_close(s)
    class(stepper), intent(inout) :: s
    if (.not. is_copy(s)) then
      call rgs_stepper_destroy(s%handle)
      call rgs_method_destroy(s%method)
      call rgs_bodies_destroy(s%bodies)
      call rgs_context_destroy(s%context)
      if (associated(s%tags)) deallocate (s%tags)
    end if
    s%home = c_null_ptr
    s%handle = c_null_ptr
    s%method = c_null_ptr
    s%bodies = c_null_ptr
    s%context = c_null_ptr
    s%tags => null()
    s%wants_sums = .false.
    s%sums => null()
  end subroutine stepper_close

  impure elemental subroutine stepper_final(s)
    type(stepper), intent(inout) :: s
    call s%close()
  end subroutine stepper_final

  ! Two owners of one set of handles would destroy it twice.
  subroutine stepper_copy(to, from)
    class(stepper), intent(inout) :: to
    class(stepper), intent(in) :: from
    if (c_associated(from%handle)) &
      call refuse(to, rgs_e_arg, no_copy)
  end subroutine stepper_copy

  ! ---- columns of the host's arrays, methods from names, threads, saved blocks

  subroutine refuse_length(s, length, n, name)
    class(stepper), intent(inout) :: s
    integer, intent(in) :: length, n
    character(*), intent(in) :: name
    character(120) :: text
    if (length == n .or. s%status < 0) return
    write (text, '(2a,i0,a,i0)') name, ' must have one number for each body of x, which are ', n, ', not ', length
    call refuse(s, rgs_e_arg, trim(text))
  end subroutine refuse_length

  ! Where the library finds values(width, n), with the strides that they have.
  subroutine set_column(s, column, values, width, n, name)
    class(stepper), intent(inout) :: s
    type(rgs_column), intent(out) :: column
    real(c_double), target, intent(in) :: values(:, :)
    integer, intent(in) :: width, n
    character(*), intent(in) :: name
    character(120) :: text
    if (s%status < 0) return
    if (size(values, 1) /= width .or. size(values, 2) /= n) then
      write (text, '(2a,4(i0,a))') name, ' must have the shape (', width, ',', n, '), not (', size(values, 1), ',', &
        size(values, 2), ')'
      call refuse(s, rgs_e_arg, trim(text))
      return
    end if
    if (n == 0) return
    column = rgs_column(c_loc(values(1, 1)), int(width, c_intptr_t), 1)
    call set_stride(s, column%comp, values(1, 1), values(2, 1), name)
    if (n > 1) call set_stride(s, column%body, values(1, 1), values(1, 2), name)
  end subroutine set_column

  ! The same for one number a body.
  subroutine set_numbers(s, column, values, n, name)
    class(stepper), intent(inout) :: s
    type(rgs_column), intent(out) :: column
    real(c_double), target, intent(in) :: values(:)
    integer, intent(in) :: n
    character(*), intent(in) :: name
    call refuse_length(s, size(values), n, name)
    if (size(values) > 0) column = rgs_column(c_loc(values(1)), 1, 1)
    if (size(values) > 1) call set_stride(s, column%body, values(1), values(2), name)
  end subroutine set_numbers

  ! From one element to the next, in doubles.
  subroutine set_stride(s, stride, here, next, name)
    class(stepper), intent(inout) :: s
    integer(c_intptr_t), intent(out) :: stride
    real(c_double), target, intent(in) :: here, next
    character(*), intent(in) :: name
    integer(c_intptr_t) :: bytes
    bytes = transfer(c_loc(next), bytes) - transfer(c_loc(here), bytes)
    stride = bytes/8
    if (modulo(bytes, 8_c_intptr_t) /= 0) &
      call refuse(s, rgs_e_arg, name//': its elements must be a whole number of doubles apart')
  end subroutine set_stride

  subroutine create(s, rotor, scheme, method, params, thermostat, barostat)
    class(stepper), intent(inout) :: s
    character(*), intent(in) :: rotor, scheme
    type(c_ptr), intent(out) :: method
    character(*), intent(in), optional :: params, thermostat, barostat
    character(kind=c_char), allocatable, target :: names(:, :), words(:)
    character(:), allocatable :: flaw
    type(rgs_param), allocatable, target :: list(:)
    type(rgs_method_spec) :: spec
    integer :: longest
    longest = max(len(rotor), len(scheme))
    if (present(thermostat)) longest = max(longest, len(thermostat))
    if (present(barostat)) longest = max(longest, len(barostat))
    allocate (names(longest + 1, 4), source=c_null_char)
    call put(rotor, names(:, 1))
    call put(scheme, names(:, 2))
    if (present(thermostat)) call put(thermostat, names(:, 3), spec%thermostat)
    if (present(barostat)) call put(barostat, names(:, 4), spec%barostat)
    spec%size = int(c_sizeof(spec), c_int32_t)
    if (scheme == '') then
      spec%integrator = c_loc(names(1, 1))
    else
      spec%rotor = c_loc(names(1, 1))
      spec%scheme = c_loc(names(1, 2))
    end if
    s%status = 0
    flaw = ''
    if (present(params)) call read_params(params, words, list, spec, flaw)
    if (flaw /= '') call refuse(s, merge(rgs_e_param, rgs_e_arg, flaw(1:9) == 'parameter'), flaw)
    if (s%status < 0) return
    if (allocated(list)) then
      if (size(list) > 0) then
        spec%params = c_loc(list(1))
        spec%n_params = size(list)
        spec%param_size = int(c_sizeof(list(1)), c_int32_t)
      end if
    end if
    if (makes_trials(thermostat)) s%status = rgs_draft_allow(s%context, rgs_draft_abi, s%error)
    if (s%status == 0) s%status = rgs_method_create(s%context, spec, method, s%error)
  end subroutine create

  ! Where the text is, if there is any.
  subroutine put(text, letters, at)
    character(*), intent(in) :: text
    character(kind=c_char), target, contiguous, intent(inout) :: letters(:)
    type(c_ptr), intent(inout), optional :: at
    integer :: i
    do i = 1, len_trim(text)
      letters(i) = text(i:i)
    end do
    if (present(at)) at = merge(c_loc(letters(1)), c_null_ptr, text /= '')
  end subroutine put

  ! ---- threads ----------------------------------------------------------------------------------------------------
  ! Done by as many threads as the address `self` says, which is none.  See rgs_executor in rigidstep/host.h.
  integer(c_int) function share_out(self, n, run, work) bind(c, name='')
    type(c_ptr), value :: self, work
    integer(c_int64_t), value :: n
    type(c_funptr), value :: run
    abstract interface
      subroutine run_parts(work, begin, end) bind(c)
        import :: c_ptr, c_int64_t
        type(c_ptr), value :: work
        integer(c_int64_t), value :: begin, end
      end subroutine run_parts
    end interface
    procedure(run_parts), pointer :: parts
    integer(c_intptr_t) :: threads
    integer(c_int64_t) :: part
    threads = transfer(self, threads)
    call c_f_procpointer(run, parts)
    !$omp parallel do schedule(static) num_threads(int(threads))
    do part = 0, n - 1
      call parts(work, part, part + 1)
    end do
    !$omp end parallel do
    share_out = 0
  end function share_out

  ! ---- a check of forces ---------------------------------------------------------------------------------
  subroutine stepper_check_forces(s, forces, text, right, sample)
    class(stepper), target, intent(inout) :: s
    procedure(forces_of_host) :: forces
    character(:), allocatable, intent(out) :: text
    logical, intent(out), optional :: right
    integer, intent(in), optional :: sample
    character(kind=c_char), target :: letters(6144)
    type(rgs_draft_force_check) :: check
    type(rgs_host) :: host
    type(rgs_cell) :: cell
    integer :: i
    real(c_double) :: energy, virial(3, 3)
    text = ''
    if (present(right)) right = .false.
    if (.not. is_open(s)) return
    check%size = int(c_sizeof(check), c_int32_t)
    check%time = rgs_stepper_time(s%handle)
    check%text = c_loc(letters)
    check%text_size = size(letters)
    if (present(sample)) check%sample = sample
    cell%size = int(c_sizeof(cell), c_int32_t)
    if (rgs_stepper_cell(s%handle, cell, s%error) == 0) then
      check%cell = cell%vectors
      check%origin = cell%origin
    end if
    host%size = int(c_sizeof(host), c_int32_t)
    host%eval = c_funloc(evaluate)
    host%provides = ior(ior(rgs_eval_force, rgs_eval_energy), rgs_eval_virial)
    if (s%levels) host%provides = ior(host%provides, rgs_draft_eval_slow)
    energy = s%energy
    virial = s%virial
    checked => s
    write_forces => forces
    s%error = new_error()
    s%status = rgs_draft_check_forces(s%bodies, host, check, s%error)
    checked => null()
    s%energy = energy
    s%virial = virial
    if (s%status < 0) return
    do i = 1, size(letters)
      if (letters(i) == c_null_char) exit
      text = text//letters(i)
    end do
    if (present(right)) right = index(text(:index(text, new_line('a'))), ': right') > 0
  end subroutine stepper_check_forces

  ! The library hands over a view, and null in place of self.
  integer(c_int) function evaluate(self, request, view) bind(c, name='')
    type(c_ptr), value :: self, view
    type(rgs_eval), intent(inout) :: request
    evaluate = merge(0, 1, c_associated(view) .and. .not. c_associated(self))
    checked%eval_time = request%time
    checked%wants_slow = iand(request%what, rgs_draft_eval_slow) /= 0
    checked%wants_energy = .false.
    checked%vectors = request%cell
    checked%energy = request%energy
    checked%virial = transpose(request%virial)
    call write_forces()
    request%energy = checked%energy
    request%virial = transpose(checked%virial)
  end function evaluate

  ! ---- saved blocks -----------------------------------------------------------------------------------------------
  subroutine stepper_save(s, block)
    class(stepper), intent(inout) :: s
    character(kind=c_char), allocatable, target, intent(out) :: block(:)
    call write_block(s, block, .true.)
  end subroutine stepper_save

  subroutine stepper_save_ensemble(s, block)
    class(stepper), intent(inout) :: s
    character(kind=c_char), allocatable, target, intent(out) :: block(:)
    call write_block(s, block, .false.)
  end subroutine stepper_save_ensemble

  subroutine write_block(s, block, whole)
    class(stepper), intent(inout) :: s
    character(kind=c_char), allocatable, target, intent(out) :: block(:)
    logical, intent(in) :: whole
    type(c_ptr) :: at
    integer(c_size_t) :: size
    integer :: round
    size = 0
    at = c_null_ptr
    do round = 1, 2                                   ! the first asks for the size
      if (.not. is_open(s)) exit
      if (whole) then
        s%status = rgs_stepper_save(s%handle, at, size, s%error)
      else
        s%status = rgs_stepper_save_ensemble(s%handle, at, size, s%error)
      end if
      if (round == 2 .or. size == 0) exit
      allocate (block(size))
      at = c_loc(block(1))
    end do
    if (.not. allocated(block)) allocate (block(0))
  end subroutine write_block

  subroutine stepper_load(s, block)
    class(stepper), intent(inout) :: s
    character(kind=c_char), contiguous, target, intent(in) :: block(:)
    if (is_open(s)) s%status = rgs_stepper_load(s%handle, begin_of(block), size(block, kind=c_size_t), s%error)
  end subroutine stepper_load

  subroutine stepper_load_ensemble(s, block)
    class(stepper), intent(inout) :: s
    character(kind=c_char), contiguous, target, intent(in) :: block(:)
    if (is_open(s)) s%status = rgs_stepper_load_ensemble(s%handle, begin_of(block), size(block, kind=c_size_t), s%error)
  end subroutine stepper_load_ensemble

  type(c_ptr) function begin_of(block)
    character(kind=c_char), contiguous, target, intent(in) :: block(:)
    begin_of = c_null_ptr
    if (size(block) > 0) begin_of = c_loc(block(1))
  end function begin_of

end module rigidstep_stepper
