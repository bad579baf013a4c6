#!/usr/bin/env bash
# Compiles each public header alone: all as C++20, those of the runtime also as C99. Headers that
# include parts of the CUDA toolkit are compiled by nvcc; without it they are skipped.
#
#   headers_alone.sh CXX CC DART_INCLUDE_DIR DASH_INCLUDE_DIR [NVCC]
set -euo pipefail

export CXX=$1 CC=$2 DART=$3 DASH=$4 NVCC=${5:-}
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
      -Werror all-warnings -c -o "$source.o") ;;
  esac
  # The header is included twice to test its guard; C requires a declaration in each file.
  printf '#include <%s>\n#include <%s>\nextern int declared;\n' "$2" "$2" >"$source"
  if ! "${compiler[@]}" "-I$DART" "-I$DASH" -x "$1" "$source"; then
    echo "FAILED: <$2> does not compile alone as $1" >&2
    return 1
  fi
}
export -f check

headers_in() { (cd "$1" && find . -name '*.h' -printf '%P\n' | sort); }

cuda_headers_in() {
  (cd "$1" && grep -rlE '^#include <(cuda|cub|thrust)[/_.]' --include='*.h' . || true) |
    sed 's|^\./||' | sort
}
without() { comm -23 <(echo "$1") <(echo "$2"); }

dart_cuda_headers=$(cuda_headers_in "$DART")
dash_cuda_headers=$(cuda_headers_in "$DASH")
dart_headers=$(without "$(headers_in "$DART")" "$dart_cuda_headers")
host_headers=$(without "$(headers_in "$DASH")" "$dash_cuda_headers")
cuda_headers="$dart_cuda_headers $dash_cuda_headers"
{
  # These come first because they take longest.
  if [[ -n $NVCC ]]; then printf 'cu %s\n' $cuda_headers; fi
  printf 'c %s\n' $dart_headers
  printf 'c++ %s\n' $dart_headers $host_headers
} | xargs -P 2 -L 1 bash -c 'check "$0" "$1"'

compiled=$(wc -w <<<"$dart_headers $host_headers")
if [[ -n $NVCC ]]; then
  echo "$compiled headers compile alone, and $(wc -w <<<"$cuda_headers") by nvcc"
else
  echo "$compiled headers compile alone; left out, as there is no nvcc:" $cuda_headers
fi
