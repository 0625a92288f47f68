# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of koma(1) for bash. The program itself tells its commands and options.

# What stands at the beginning of the lines of its help.
_koma_words () {
  LC_ALL=C koma "${@:2}" --help 2>/dev/null | sed -nE "$1"
}

_koma () {
  local cur prev words cword split
  _init_completion -s || return
  local -r options='s/^  (-., )?(--[a-z0-9-]+)(=?).*/\2\3/p'
  local -r commands='/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p'

  # "merge INTO FROM…|info FILE" of the usage
  local -r actions='/^  koma .*\|[a-z]/{s/^  koma [a-z]+ (\[[^]]*\] )?//; s/(^|\|)([a-z-]+)[^|]*/\2 /g; p}'

  case $prev in
    --backend | -b)
      mapfile -t COMPREPLY < <(compgen -W "auto xnnpack gles cpu" -- "$cur")
      return ;;
    --format | -f)
      mapfile -t COMPREPLY < <(compgen -W "$(_koma_words \
        '/--format=/{s/.*: //; s/(classify|watch|profile|and|also)//g; s/[,;]//g; p}' "${words[1]}")" -- "$cur")
      return ;;
  esac
  if [[ $split == false && $cur == -* ]]; then
    local command=
    [[ ${words[1]} != -* ]] && command=${words[1]}
    mapfile -t COMPREPLY < <(compgen -W "$(_koma_words "$options" $command)" -- "$cur")
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
    return
  fi
  _filedir
  if [[ $cword == 1 ]]; then
    local found
    mapfile -t found < <(compgen -W "$(_koma_words "$commands")" -- "$cur")
    COMPREPLY+=("${found[@]}")
  elif [[ $cword == 2 && ${words[1]} != -* ]]; then
    local found
    mapfile -t found < <(compgen -W "$(_koma_words "$actions" "${words[1]}")" -- "$cur")
    COMPREPLY+=("${found[@]}")
  fi
}

complete -F _koma koma
