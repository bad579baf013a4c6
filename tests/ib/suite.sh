#!/usr/bin/env bash
# Runs SPMD test programs on two emulated hosts that are connected by verbs; called inside
# tests/rxevm/run.
#
#   suite.sh DARTRUN UNITS PROGRAM...
#
# Units take the two adapters in turn. Tests that need more memory than the machine has are left
# out, and so are those that start the runtime hundreds of times, which takes minutes there.
# DARTRUN tells where the units of a program wait that does not end in SUITE_LIMIT seconds.
set -euo pipefail

dartrun=$1
units=$2
shift 2

# Commands run as root there, with more threads than cores.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export DART_TRANSPORT=verbs DART_HOSTS_EMULATED=2 DART_IB_DEVICE=rxe0,rxe1 DASH_TEST_SCALE=${DASH_TEST_SCALE:-10}
log=$(mktemp)

run() {
  mpirun --mca btl vader,self -n "$units" "$1" \
    --gtest_filter=-*MoreThanIntMax*:InitTest.ManyTimes &>"$log" &
  local job=$!
  if ! timeout "${SUITE_LIMIT:-200}" tail --pid "$job" --sleep-interval 0.1 --follow /dev/null; then
    echo "does not end:"
    "$dartrun" --who "$job" || true
    kill "$job"
    sleep 5
    kill -KILL "$job" 2>/dev/null || true
    wait "$job" || true
    return 1
  fi
  wait "$job"
}

for program in "$@"; do
  echo "== ${program##*/}"
  if ! run "$program"; then
    tail -n 60 "$log"
    exit 1
  fi
  tail -n 1 "$log"
done
