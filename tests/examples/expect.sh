#!/usr/bin/env bash
# Runs a command and compares its exit status and its output.
#
#   expect.sh STATUS FILE COMMAND...
#
# Each line of FILE must occur in the output, of stdout and stderr, in any order; ~ begins a line
# of which it is enough to be part of a line of the output.
set -uo pipefail
status=$1 expected=$2
shift 2

output=$("$@" 2>&1)
got=$?
failed=0
if ((got != status)); then
  echo "expect: exit status $got instead of $status"
  failed=1
fi
while IFS= read -r line; do
  case $line in
    "~"*) found=$(grep -F -e "${line#\~}" <<<"$output") ;;
    *) found=$(grep -Fx -e "$line" <<<"$output") ;;
  esac
  if [[ -z $found ]]; then
    echo "expect: not in the output: $line"
    failed=1
  fi
done <"$expected"
((failed == 0)) || printf 'output of %s:\n%s\n' "$*" "$output"
exit $failed
