#!/usr/bin/env bash
# Fails if a program that includes <libdash.h> has more than LIMIT lines to compile: preprocessed,
# without blank lines and line markers.
#
#   preprocessed_size.sh LIMIT COMPILER [FLAG...]
set -euo pipefail

limit=$1
shift
source=$(dirname "$0")/include_all.cpp
lines=$("$@" -std=c++20 -E "$source" | grep -c -v -e '^[[:space:]]*$' -e '^# ')
echo "<libdash.h>: $lines lines, at most $limit"
((lines <= limit))
