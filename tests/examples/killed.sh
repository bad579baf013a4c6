#!/usr/bin/env bash
# A run that is killed while it writes a checkpoint goes on from the last complete one, on other
# numbers of units of both kinds, to the result that a run without an interruption has.
#
#   killed.sh DARTRUN 05-HEAT
set -euo pipefail
dartrun=$1 heat=$2
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"
options=(--size 700 --iterations 40 --checkpoint state.npz)

"$dartrun" -n 4 "$heat" "${options[@]}" --every 1 >killed.txt 2>&1 &
run=$!
for ((i = 0; i < 2000; ++i)); do
  # The first checkpoint is complete, and the next one is being written.
  [[ -e state.npz && -e state.npz.part ]] && break
  sleep 0.005
done
kill -9 $run 2>/dev/null || true
wait $run 2>/dev/null || true

# expect COMMAND...: the run goes on from a checkpoint and ends with the right result.
expect() {
  local output
  output=$("$@" 2>&1) || { echo "killed: failed: $*"; echo "$output"; exit 1; }
  for line in 'goes on from step' 'check: equal to the serial run to the last bit'; do
    grep -q "$line" <<<"$output" && continue
    echo "killed: '$line' is missing in the output of $*"
    echo "$output"
    exit 1
  done
}

cp state.npz killed.npz
expect "$dartrun" -n 3 "$heat" "${options[@]}" --check
cp killed.npz state.npz
expect "$dartrun" --cpu 1 --gpu 2 --gpu-backend emulated "$heat" "${options[@]}" --every 7 --check
# The second run has saved later steps, and removed what the killed one left.
expect "$dartrun" -n 1 "$heat" "${options[@]}" --check
[[ ! -e state.npz.part ]] || { echo "killed: the file of the killed run is still there"; exit 1; }

# Another setup is refused.
if "$dartrun" -n 2 "$heat" "${options[@]}" --model heat >other.txt 2>&1 ||
  ! grep -q 'state.npz is of a run with other options' other.txt; then
  echo "killed: a checkpoint of another run was taken"
  cat other.txt
  exit 1
fi
