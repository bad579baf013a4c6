#!/usr/bin/env bash
# Runs SPMD test programs on two emulated hosts that are connected by verbs; called inside
# tests/rxevm/run.
#
#   suite.sh UNITS PROGRAM...
#
# Units take the two adapters in turn. Tests that need more memory than the machine has are left
# out, and so are those that start the runtime hundreds of times, which takes minutes there.
set -euo pipefail

units=$1
shift

# Commands run as root there, with more threads than cores.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export DART_TRANSPORT=verbs DART_HOSTS_EMULATED=2 DART_IB_DEVICE=rxe0,rxe1 DASH_TEST_SCALE=${DASH_TEST_SCALE:-10}
for program in "$@"; do
  echo "== ${program##*/}"
  mpirun --mca btl vader,self -n "$units" "$program" \
    --gtest_filter=-*MoreThanIntMax*:InitTest.ManyTimes
done
