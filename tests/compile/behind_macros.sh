#!/usr/bin/env bash
# Compiles all public headers in one program behind the macros of behind_macros.h. Headers that
# include parts of the CUDA toolkit or range-v3 are left out: those do not compile there themselves.
#
#   behind_macros.sh CXX INCLUDE_DIR...
set -euo pipefail

cxx=$1
shift
program=$(mktemp --suffix .cpp)
trap 'rm "$program"' EXIT
for folder in "$@"; do
  find "$folder" -name '*.h' -not -path '*/detail/*' -print0 |
    { xargs -0 grep -LE '^#include <(cuda|cub|thrust|range)[/_.]' || true; } | sed "s,^$folder/,,"
done | sort | sed 's/.*/#include <&>/' >"$program"
"$cxx" -std=c++20 -fsyntax-only -w "${@/#/-I}" -include behind_macros.h "$program"
echo "$(wc -l <"$program") headers compile behind macros"
