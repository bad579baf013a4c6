#!/usr/bin/env bash
# Compiles a program that must not compile, and looks for the message that it announces in its
# first line: // error: REGEX. With -DFIXED, the same program must compile.
#
#   must_fail.sh SOURCE COMPILER [FLAG...]
set -euo pipefail

source=$1
shift
expected=$(sed -n '1s,^// error: ,,p' "$source")
if [[ -z $expected ]]; then
  echo "$source: the first line must be '// error: REGEX'" >&2
  exit 1
fi

compile() {
  local check=(-fsyntax-only)
  if [[ $source == *.cu ]]; then check=(-c -o /dev/null); fi  # nvcc cannot do less
  "$@" -std=c++20 "${check[@]}" "$source" 2>&1
}

if output=$(compile "$@"); then
  echo "$source compiles, but must not" >&2
  exit 1
fi
if ! grep -qE -e "$expected" <<<"$output"; then
  printf '%s\nThe message is not there: %s\n' "$output" "$expected" >&2
  exit 1
fi
if ! output=$(compile "$@" -DFIXED); then
  printf '%s\n%s does not compile with -DFIXED either\n' "$output" "$source" >&2
  exit 1
fi
