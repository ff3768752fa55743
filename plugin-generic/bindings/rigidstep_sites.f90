! SPDX-License-Identifier: BSD-3-Clause
!
! rigidstep_sites.f90 - bodies made of atoms (rigidstep/sites.h), for Fortran 2008 and later.
! Compile rigidstep.f90 first; its head has the compile line.
!
!     type(body_sites) :: molecules
!     call molecules%open(r, m, first, atoms)               ! body i has the atoms atoms(first(i)) .. atoms(first(i+1)-1)
!     call molecules%shape(x, q, mass, inertia)             ! of the bodies, where the atoms are
!     .. in each evaluation:
!     call molecules%place(x, q, r)                         ! where the atoms are now
!     call molecules%gather(q, forces, f, tau)              ! forces on the atoms become f and tau of the bodies
!
!   call s%open(r, m, first, atoms [, cell] [, periodic])
!                             real(c_double) r(3,N), m(N); integer first(n+1), atoms(:), from 1 on
!                             real(c_double) cell(3,3): its columns are vectors of a periodic cell, for bodies that lie
!                             across its faces; logical periodic(3): along which of them it repeats, if not all
!   call s%shape(x, q, mass, inertia)            real(c_double) x(3,n), q(4,n), mass(n), inertia(3,n)
!   call s%place(x, q, r)                        writes r(3,N)
!   call s%gather(q, forces, f, tau [, intramolecular])   forces(3,N); writes f(3,n), tau(3,n), and intramolecular(3,3), whose element
!                             (a,b) sums F_a times arm_b: the virial of the atoms less this is what a barostat
!                             wants
!   call s%momenta(q, v, p, l)                   v(3,N) of the atoms; writes p(3,n), l(3,n)
!   call s%fit(r, x, q [, misfit])               whole r(3,N); writes the nearest x(3,n), q(4,n); misfit(n): how far an
!                             atom is off
!   s%status, s%why()                            of the last call: below 0 if it was refused, and why
!   call s%close()                               done by itself where s goes.  A copy, s2 = s, leaves s2 as it was
module rigidstep_sites
  use, intrinsic :: iso_c_binding
  use rigidstep_calls
  use rigidstep, only: new_error, error_text
  implicit none
  private
  public :: body_sites

  type, bind(c) :: sites_spec
    integer(c_int32_t) :: size = 0, abi = rgs_abi
    integer(c_int64_t) :: n_sites = 0, n_bodies = 0
    type(c_ptr) :: first = c_null_ptr, site = c_null_ptr
    type(rgs_column) :: mass, x
    type(c_ptr) :: cell = c_null_ptr
    integer(c_int32_t) :: periodic = 0, flags = 0
    real(c_double) :: linear_tolerance = 0, rounding = 0
    type(c_ptr) :: executor = c_null_ptr
  end type sites_spec

  type :: body_sites
    integer(c_int32_t) :: status = 0
    type(c_ptr), private :: context = c_null_ptr, handle = c_null_ptr, home = c_null_ptr    ! of self%status
    type(rgs_error), private :: error
    integer(c_int64_t), private :: n = 0, atoms = 0
  contains
    procedure :: open => sites_open
    procedure :: shape => sites_shape
    procedure :: place => sites_place
    procedure :: gather => sites_gather
    procedure :: momenta => sites_momenta
    procedure :: fit => sites_fit
    procedure :: why => sites_why
    procedure :: close => sites_close
    procedure, private :: refuse_copy
    generic :: assignment(=) => refuse_copy
    final :: sites_final
  end type body_sites

  interface
    integer(c_int32_t) function rgs_sites_create(context, spec, out, error) bind(c)
      import
      type(c_ptr), value :: context
      type(sites_spec), intent(in) :: spec
      type(c_ptr), intent(out) :: out
      type(rgs_error), intent(inout) :: error
    end function rgs_sites_create

    subroutine rgs_sites_destroy(sites) bind(c)
      import
      type(c_ptr), value :: sites
    end subroutine rgs_sites_destroy

    integer(c_int32_t) function rgs_sites_shape(sites, bodies, local, error) bind(c)
      import
      type(c_ptr), value :: sites, local
      type(rgs_view), intent(in) :: bodies
      type(rgs_error), intent(inout) :: error
    end function rgs_sites_shape

    integer(c_int32_t) function rgs_sites_place(sites, bodies, x, v, error) bind(c)
      import
      type(c_ptr), value :: sites, v
      type(rgs_view), intent(in) :: bodies
      type(rgs_column), intent(in) :: x
      type(rgs_error), intent(inout) :: error
    end function rgs_sites_place

    integer(c_int32_t) function rgs_sites_gather(sites, bodies, force, intramolecular, error) bind(c)
      import
      type(c_ptr), value :: sites, intramolecular
      type(rgs_view), intent(in) :: bodies
      type(rgs_column), intent(in) :: force
      type(rgs_error), intent(inout) :: error
    end function rgs_sites_gather

    integer(c_int32_t) function rgs_sites_momenta(sites, bodies, v, lost, error) bind(c)
      import
      type(c_ptr), value :: sites, lost
      type(rgs_view), intent(in) :: bodies
      type(rgs_column), intent(in) :: v
      type(rgs_error), intent(inout) :: error
    end function rgs_sites_momenta

    integer(c_int32_t) function rgs_sites_fit(sites, bodies, x, misfit, error) bind(c)
      import
      type(c_ptr), value :: sites, misfit
      type(rgs_view), intent(in) :: bodies
      type(rgs_column), intent(in) :: x
      type(rgs_error), intent(inout) :: error
    end function rgs_sites_fit
  end interface

contains

  ! Every call begins with it: a view of no columns yet.
  subroutine begin(self, view)
    class(body_sites), intent(inout) :: self
    type(rgs_view), intent(out) :: view
    self%error = new_error()
    self%status = 0
    if (is_copy(self)) call refuse(self, 'a body_sites cannot be copied; open another one')
    view%size = int(c_sizeof(view), c_int32_t)
    view%n = self%n
  end subroutine begin

  ! Where C finds an array, which has to have this width and n columns or more.
  subroutine set(self, column, what, a, width, n)
    class(body_sites), intent(inout) :: self
    type(rgs_column), intent(out) :: column
    character(*), intent(in) :: what
    real(c_double), intent(in), target, contiguous :: a(:, :)
    integer, intent(in) :: width
    integer(c_int64_t), intent(in) :: n
    character(200) :: text
    if (self%status < 0) return
    if (size(a, 1) /= width .or. size(a, 2, c_int64_t) < n) then
      write (text, '(a, " has the shape (", i0, ",", i0, "); must be (", i0, ",", i0, ")")') what, size(a, 1), &
        size(a, 2), width, n
      call refuse(self, trim(text))
      return
    end if
    column%body = width
    column%comp = 1
    if (size(a) > 0) column%data = c_loc(a)
  end subroutine set

  ! The same for one number each.
  subroutine set_numbers(self, column, what, a, n)
    class(body_sites), intent(inout) :: self
    type(rgs_column), intent(out) :: column
    character(*), intent(in) :: what
    real(c_double), intent(in), target, contiguous :: a(:)
    integer(c_int64_t), intent(in) :: n
    real(c_double), pointer, contiguous :: rows(:, :)
    rows(1:1, 1:size(a)) => a
    call set(self, column, what, rows, 1, n)
  end subroutine set_numbers

  ! allocate(b, source=a) makes no assignment: b has a's handles.
  logical function is_copy(self)
    class(body_sites), target, intent(in) :: self
    is_copy = c_associated(self%home) .and. .not. c_associated(self%home, c_loc(self%status))
  end function is_copy

  subroutine refuse(self, text)
    class(body_sites), intent(inout) :: self
    character(*), intent(in) :: text
    integer :: i
    self%status = rgs_e_arg
    self%error = new_error()
    do i = 1, len(text)
      self%error%text(i) = text(i:i)
    end do
  end subroutine refuse

  subroutine sites_open(self, r, m, first, atoms, cell, periodic)
    class(body_sites), target, intent(inout) :: self
    real(c_double), intent(in), target, contiguous :: r(:, :), m(:)
    integer, intent(in) :: first(:), atoms(:)
    real(c_double), intent(in), target, contiguous, optional :: cell(:, :)
    logical, intent(in), optional :: periodic(3)
    integer(c_int64_t), allocatable, target :: from_0(:), site(:)
    type(sites_spec) :: spec
    type(rgs_view) :: view
    type(rgs_column) :: box
    call self%close()
    self%home = c_loc(self%status)
    self%n = max(0, size(first) - 1)
    self%atoms = size(m, kind=c_int64_t)
    call begin(self, view)
    self%status = rgs_context_create(c_null_ptr, self%context, self%error)
    call set(self, spec%x, 'r', r, 3, self%atoms)
    call set_numbers(self, spec%mass, 'm', m, self%atoms)
    if (present(cell)) call set(self, box, 'cell', cell, 3, 3_c_int64_t)
    if (self%status < 0) return
    if (size(first) < 1) then
      call refuse(self, 'first is empty; it has one number more than there are bodies')
      return
    end if
    if (first(size(first)) /= size(atoms) + 1) then
      call refuse(self, 'the last number of first must be the number of atoms in the list atoms, plus 1')
      return
    end if
    from_0 = first - 1
    site = atoms - 1
    spec%size = int(c_sizeof(spec), c_int32_t)
    spec%n_sites = self%atoms
    spec%n_bodies = self%n
    spec%first = c_loc(from_0)
    spec%site = c_loc(site)
    if (present(cell)) then
      spec%cell = box%data
      spec%periodic = 7
      if (present(periodic)) spec%periodic = sum(merge([1, 2, 4], 0, periodic))
    end if
    self%status = rgs_sites_create(self%context, spec, self%handle, self%error)
  end subroutine sites_open

  subroutine sites_shape(self, x, q, mass, inertia)
    class(body_sites), intent(inout) :: self
    real(c_double), intent(inout), target, contiguous :: x(:, :), q(:, :), mass(:), inertia(:, :)
    type(rgs_view) :: view
    call begin(self, view)
    call set(self, view%x, 'x', x, 3, self%n)
    call set(self, view%q, 'q', q, 4, self%n)
    call set(self, view%inertia, 'inertia', inertia, 3, self%n)
    call set_numbers(self, view%mass, 'mass', mass, self%n)
    if (self%status == 0) self%status = rgs_sites_shape(self%handle, view, c_null_ptr, self%error)
  end subroutine sites_shape

  subroutine sites_place(self, x, q, r)
    class(body_sites), intent(inout) :: self
    real(c_double), intent(in), target, contiguous :: x(:, :), q(:, :)
    real(c_double), intent(inout), target, contiguous :: r(:, :)
    type(rgs_view) :: view
    type(rgs_column) :: at
    call begin(self, view)
    call set(self, view%x, 'x', x, 3, self%n)
    call set(self, view%q, 'q', q, 4, self%n)
    call set(self, at, 'r', r, 3, self%atoms)
    if (self%status == 0) self%status = rgs_sites_place(self%handle, view, at, c_null_ptr, self%error)
  end subroutine sites_place

  subroutine sites_gather(self, q, forces, f, tau, intramolecular)
    class(body_sites), intent(inout) :: self
    real(c_double), intent(in), target, contiguous :: q(:, :), forces(:, :)
    real(c_double), intent(inout), target, contiguous :: f(:, :), tau(:, :)
    real(c_double), intent(out), target, optional :: intramolecular(3, 3)
    type(rgs_view) :: view
    type(rgs_column) :: force
    type(c_ptr) :: sums
    sums = c_null_ptr
    if (present(intramolecular)) sums = c_loc(intramolecular)
    call begin(self, view)
    call set(self, view%q, 'q', q, 4, self%n)
    call set(self, view%f, 'f', f, 3, self%n)
    call set(self, view%tau, 'tau', tau, 3, self%n)
    call set(self, force, 'forces', forces, 3, self%atoms)
    if (self%status == 0) self%status = rgs_sites_gather(self%handle, view, force, sums, self%error)
    if (present(intramolecular)) intramolecular = transpose(intramolecular)
  end subroutine sites_gather

  subroutine sites_momenta(self, q, v, p, l)
    class(body_sites), intent(inout) :: self
    real(c_double), intent(in), target, contiguous :: q(:, :), v(:, :)
    real(c_double), intent(inout), target, contiguous :: p(:, :), l(:, :)
    type(rgs_view) :: view
    type(rgs_column) :: speed
    call begin(self, view)
    call set(self, view%q, 'q', q, 4, self%n)
    call set(self, view%p, 'p', p, 3, self%n)
    call set(self, view%l, 'l', l, 3, self%n)
    call set(self, speed, 'v', v, 3, self%atoms)
    if (self%status == 0) self%status = rgs_sites_momenta(self%handle, view, speed, c_null_ptr, self%error)
  end subroutine sites_momenta

  subroutine sites_fit(self, r, x, q, misfit)
    class(body_sites), intent(inout) :: self
    real(c_double), intent(in), target, contiguous :: r(:, :)
    real(c_double), intent(inout), target, contiguous :: x(:, :), q(:, :)
    real(c_double), intent(inout), target, contiguous, optional :: misfit(:)
    type(rgs_view) :: view
    type(rgs_column) :: at, off
    call begin(self, view)
    call set(self, view%x, 'x', x, 3, self%n)
    call set(self, view%q, 'q', q, 4, self%n)
    call set(self, at, 'r', r, 3, self%atoms)
    if (present(misfit)) call set_numbers(self, off, 'misfit', misfit, self%n)
    if (self%status == 0) self%status = rgs_sites_fit(self%handle, view, at, off%data, self%error)
  end subroutine sites_fit

  function sites_why(self) result(text)
    class(body_sites), intent(in) :: self
    character(:), allocatable :: text
    text = ''
    if (self%status < 0) text = error_text(self%error)
  end function sites_why

  subroutine sites_close(self)
    class(body_sites), intent(inout) :: self
    if (.not. is_copy(self)) then
      call rgs_sites_destroy(self%handle)
      call rgs_context_destroy(self%context)
    end if
    self%home = c_null_ptr
    self%handle = c_null_ptr
    self%context = c_null_ptr
  end subroutine sites_close

  subroutine refuse_copy(self, other)
    class(body_sites), intent(inout) :: self
    type(body_sites), intent(in) :: other
    self%status = min(rgs_e_arg, other%status)
  end subroutine refuse_copy

  subroutine sites_final(self)
    type(body_sites), intent(inout) :: self
    call sites_close(self)
  end subroutine sites_final
end module rigidstep_sites
