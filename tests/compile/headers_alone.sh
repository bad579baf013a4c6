#!/usr/bin/env bash
# Compiles each public header alone: all as C++20, those of the runtime as C99, too.
#
#   headers_alone.sh CXX CC DART_INCLUDE_DIR DASH_INCLUDE_DIR
set -euo pipefail

export CXX=$1 CC=$2 DART=$3 DASH=$4

check() {  # LANGUAGE HEADER
  local compiler
  case $1 in
    c++) compiler=("$CXX" -std=c++20) ;;
    c) compiler=("$CC" -std=c99 -pedantic) ;;
  esac
  # The header comes twice to prove its guard; C wants a declaration in each file.
  if ! printf '#include <%s>\n#include <%s>\nextern int declared;\n' "$2" "$2" |
    "${compiler[@]}" -x "$1" -fsyntax-only -Wall -Wextra -Werror "-I$DART" "-I$DASH" -; then
    echo "FAILED: <$2> does not compile alone as $1" >&2
    return 1
  fi
}
export -f check

dart_headers=$(cd "$DART" && find . -name '*.h' -printf '%P\n' | sort)
dash_headers=$(cd "$DASH" && find . -name '*.h' -printf '%P\n' | sort)
{
  printf 'c %s\n' $dart_headers
  printf 'c++ %s\n' $dart_headers $dash_headers
} | xargs -P 2 -L 1 bash -c 'check "$0" "$1"'
echo "$(wc -w <<<"$dart_headers $dash_headers") headers compile alone"
