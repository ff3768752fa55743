# SPDX-License-Identifier: BSD-3-Clause
#
# Completion of the command `rigidstep` for bash: commands, options, files, and the names of methods as the
# library knows them.

_rigidstep() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
  local command=${COMP_WORDS[1]} common='--module --library --help'
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    words='list describe modules run forces check bench help --help --version'
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    return
  fi
  case $before in
    --module | --library | --output)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return ;;
    --layout)
      mapfile -t COMPREPLY < <(compgen -W 'columns structs' -- "$word")
      return ;;
    --step | --steps | --every | --bodies | --seconds) return ;;
  esac
  case $command in
    list) words="rotors schemes integrators thermostats barostats $common" ;;
    describe) words="$(_rigidstep_methods) --json $common" ;;
    modules) words="$common" ;;
    run) words="--method --step --steps --every --output $common" ;;
    forces) words="--bodies $common" ;;
    bench) words="$(_rigidstep_methods) --bodies --step --seconds --layout $common" ;;
    check) words='--only --all --help' ;;
    help) words='list describe modules run forces check bench help' ;;
  esac
  [ "$before" != --method ] || words=$(_rigidstep_methods)
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  # What is neither an option nor a method may be a file.
  if [ "$command" = run ] || [ "$command" = forces ] || [ "$command" = check ]; then
    [ "$before" = --method ] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
  fi
}

# Rotors, schemes and integrators; after ROTOR/ the pairs with this rotor.
_rigidstep_methods() {
  local name
  case ${COMP_WORDS[COMP_CWORD]} in
    */*)
      for name in $("${COMP_WORDS[0]}" list schemes 2>/dev/null | sed -n 's/^  \([^ ]*\) .*/\1/p'); do
        printf '%s/%s\n' "${COMP_WORDS[COMP_CWORD]%%/*}" "$name"
      done ;;
    *) "${COMP_WORDS[0]}" list 2>/dev/null | sed -n 's/^  \([^ ]*\) .*/\1/p' ;;
  esac
}

complete -o filenames -F _rigidstep rigidstep
