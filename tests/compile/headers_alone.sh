#!/usr/bin/env bash
# Compiles each public header alone: all as C++20, those of the runtime also as C99. Headers that
# include parts of the CUDA toolkit are compiled by nvcc; without it they are skipped. Headers in
# folders called detail or internal are private. What another header includes before all else is
# compiled alone there, so it needs no compilation of its own.
#
#   headers_alone.sh PART/PARTS CXX CC NVCC DART_INCLUDE_DIR DASH_INCLUDE_DIR...
#
# NVCC is - where there is none. PART, from 1 to PARTS, says which of the headers this run compiles.
set -euo pipefail

part=${1%/*} parts=${1#*/}
shift
export CXX=$1 CC=$2 NVCC=$3
dart=$4
shift 3
flags=("${@/#/-I}")
export FLAGS=${flags[*]}
work=$(mktemp -d)
export work
trap 'rm -r "$work"' EXIT

check() {  # LANGUAGE HEADER
  local compiler
  # nvcc only reads and writes files.
  local source=$work/$1-${2//\//-}
  case $1 in
    c++) compiler=("$CXX" -std=c++20 -fsyntax-only -Wall -Wextra -Werror) ;;
    c) compiler=("$CC" -std=c99 -pedantic -fsyntax-only -Wall -Wextra -Werror) ;;
    cu) compiler=("$NVCC" -std=c++20 -ccbin "$CXX" --extended-lambda --expt-relaxed-constexpr
      -Werror all-warnings -cuda -o "$source.ii") ;;
  esac
  # The header is included twice to test its guard; C requires a declaration in each file.
  printf '#include <%s>\n#include <%s>\nextern int declared;\n' "$2" "$2" >"$source"
  # shellcheck disable=SC2086: FLAGS is a list of words.
  if ! "${compiler[@]}" $FLAGS -x "$1" "$source"; then
    echo "FAILED: <$2> does not compile alone as $1" >&2
    return 1
  fi
}
export -f check

public_headers_in() {
  for folder in "$@"; do (cd "$folder" && find . -name '*.h' -printf '%P\n'); done |
    grep -vE '(^|/)(detail|internal)/' | sort
}
# with_line PATTERN FOLDER...: prints those of the headers that have a line which matches.
with_line() {
  local pattern=$1 header folder
  shift
  while read -r header; do
    for folder in "$@"; do
      if grep -qsE "$pattern" "$folder/$header"; then echo "$header"; fi
    done
  done
}

# Prints those of the headers that another one includes in its first line of code.
included_first() {
  local header folder
  while read -r header; do
    for folder in "$@"; do
      [[ ! -e $folder/$header ]] ||
        awk '/^#include </ { print substr($2, 2, length($2) - 2) } !/^(\/\/.*|#pragma once|)$/ { exit }' \
          "$folder/$header"
    done
  done | sort -u
}
all_headers=$(public_headers_in "$@")
cuda_headers=$(with_line '^#include <(cuda|cub|thrust)[/_.]' "$@" <<<"$all_headers")
host_headers=$(comm -23 <(echo "$all_headers") <(echo "$cuda_headers"))
compiled_first=$(comm -12 <(included_first "$@" <<<"$host_headers") <(with_line '^#pragma once$' "$@" <<<"$host_headers"))
dart_headers=$(comm -12 <(public_headers_in "$dart") <(echo "$host_headers"))
{
  # These come first because they take longest.
  if [[ $NVCC != - ]]; then printf 'cu %s\n' $cuda_headers; fi
  printf 'c %s\n' $dart_headers
  printf 'c++ %s\n' $(comm -23 <(echo "$host_headers") <(echo "$compiled_first"))
} | awk -v part="$part" -v parts="$parts" 'NR % parts == part % parts' | xargs -P 2 -L 1 bash -c 'check "$0" "$1"'

echo "part $part of $parts: these of $(wc -w <<<"$host_headers") headers compile alone"
if [[ $NVCC == - ]]; then echo "left out, as there is no nvcc:" $cuda_headers; fi
