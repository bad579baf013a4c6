#!/usr/bin/env bash
# Fails if a loop of local_access.cpp calls a function: access to own elements has to be a load or a
# store, whatever form a program uses.
#
#   local_access.sh COMPILER [FLAG...]
set -euo pipefail

source=$(dirname "$0")/local_access.cpp
assembly=$("$@" -std=c++20 -O2 -DNDEBUG -S -o - "$source")
for function in by_subscripts by_coordinates by_row in_a_view of_constants in_three_dimensions \
  by_mdspan; do
  body=$(sed -n "/^_Z[0-9]*${function}R.*:\$/,/\.cfi_endproc/p" <<<"$assembly")
  if [[ -z $body ]]; then
    echo "$function: not found in the assembly" >&2
    exit 1
  fi
  if grep -E '^\s+(call|jmp\s+_Z|bl)\b' <<<"$body" >&2; then
    echo "FAILED: $function calls a function" >&2
    exit 1
  fi
done
