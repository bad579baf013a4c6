#!/usr/bin/env bash
# Runs a program over emulated hosts of this machine, by each transport that needs no adapter.
#
#   hosts_emulated.sh DARTRUN PROGRAM FAULTY_PROGRAM
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"
dartrun=$1 program=$2 faulty=$3

run() { timeout -k 1 60 "$dartrun" "$@" "$program" 2>&1; }

# expect_failure WHAT TEXT OPTION... PROGRAM ARGUMENT: the run ends in time with an error and the text.
expect_failure() {
  local what=$1 text=$2 output code
  shift 2
  output=$(DART_NETWORK_TIMEOUT=3 timeout -k 1 60 "$dartrun" "$@" 2>&1)
  code=$?
  if ((code == 0 || code >= 124 && code != 137)) || ! grep -q "$text" <<<"$output"; then
    echo "$what: code $code, no \"$text\" in"
    echo "$output"
    ((++failures))
    return
  fi
  echo "$what: as expected"
}

expect_hosts "4 units on 2 hosts" 4 2 "$(run --hosts-emulated 2 -n 4)"
expect_hosts "3 units on 3 hosts" 3 3 "$(run --hosts-emulated 3 -n 3)"
expect_hosts "2 units on 1 host" 2 1 "$(run --hosts localhost -n 2)"
expect_hosts "by messages" 4 2 "$(run --hosts-emulated 2 -n 4 --transport messages)"
expect_hosts "by variable" 4 2 "$(DART_HOSTS_EMULATED=2 run -n 4)"
for transport in mpi messages; do
  expect_failure "a unit is killed, $transport" "signal 9 (Killed)" \
    --hosts-emulated 2 -n 4 --transport $transport "$program" 9
  expect_failure "a unit is killed while others wait for tasks, $transport" "signal 9 (Killed)" \
    --hosts-emulated 2 -n 4 --transport $transport "$program" 9 tasks
done
expect_failure "a unit is stopped" "unit 3 does not answer within 3 s (DART_NETWORK_TIMEOUT)" \
  --hosts-emulated 2 -n 4 --transport messages "$program" 19

# missing_in OUTPUT TEXT...: prints the first text that is not in the output.
missing_in() {
  local output=$1 text
  shift
  for text in "$@"; do
    grep -q "$text" <<<"$output" || {
      echo "$text"
      return
    }
  done
}

# expect_waits COMMAND... -- TEXT...: dartrun --who tells all this of one moment of the units of all emulated
# hosts of a run.
expect_waits() {
  local output run missing command=()
  while [[ $1 != -- ]]; do
    command+=("$1")
    shift
  done
  shift
  DART_NETWORK_TIMEOUT=20 timeout -k 1 60 "${command[@]}" >/dev/null 2>&1 &
  run=$!
  for _ in {1..150}; do
    output=$("$dartrun" --who $run 2>&1)
    missing=$(missing_in "$output" "$@")
    [[ -z $missing ]] && break
    sleep 0.1
  done
  kill $run
  wait $run
  if [[ -n $missing ]]; then
    echo "waits: no \"$missing\" in"
    echo "$output"
    ((++failures))
    return
  fi
  echo "waits: as expected"
}
expect_waits "$dartrun" --hosts-emulated 2 -n 4 --transport messages "$program" 19 \
  -- "unit 3 is stopped (signal 19)" "unit 2 waits .* s in dart_barrier (team 0)"
expect_waits env LD_PRELOAD="$DASH_TEST_ENDLESS_FLUSH" "$dartrun" --hosts-emulated 2 -n 4 --transport mpi "$program" \
  -- "units 0-1 wait .* s in MPI_Win_flush" "units 2-3 wait .* s in MPI_Win_flush"
expect_failure "a put to a stopped unit" "the put has failed" \
  --hosts-emulated 2 -n 2 --transport messages "$program" put-to-stopped
for scenario in caught-and-finalized caught-and-stays caught-while-others-receive run-and-throw; do
  expect_failure "$scenario" "unit 1. dart error.*the run ends because .*: disc is full" \
    --hosts-emulated 2 -n 2 "$faulty" $scenario
done
# Children of units have no MPI that they could end.
expect_success() {
  local output
  if output=$(timeout -k 1 20 "$dartrun" --hosts-emulated 2 -n 2 "$faulty" "$1" 2>&1); then
    echo "$1: as expected"
  else
    echo "$1: code $?"
    echo "$output"
    ((++failures))
  fi
}
expect_success child-leaves-main
expect_success child-finalizes
# A process with the variables of another launcher runs alone.
expect_warning() {
  local output
  output=$(PMI_SIZE=4 PMI_RANK=$1 timeout -k 1 20 "$program" 2>&1)
  if (($(grep -c "PMI_SIZE=4 says that a launcher has started several" <<<"$output") == $2)); then
    echo "process $1 of another launcher: as expected"
  else
    echo "process $1 of another launcher: not $2 warnings in"
    echo "$output"
    ((++failures))
  fi
}
expect_warning 0 1
expect_warning 1 0
expect_failure "two programs" "another program of this run has been the same unit" \
  --hosts-emulated 2 -n 2 sh -c "$program && $program"
end
