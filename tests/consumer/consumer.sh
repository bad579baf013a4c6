#!/usr/bin/env bash
# Installs the library to a folder, moves it, builds the consumer project against it and runs the
# program by the installed launcher.
#
#   consumer.sh CMAKE BUILD_DIR [ARGUMENT OF CMAKE...]
set -euo pipefail

cmake=$1 build=$2
shift 2
project=$(cd "$(dirname "$0")/project" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/installed" >/dev/null
mv "$work/installed" "$work/moved"
"$cmake" -S "$project" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/moved" "$@"
"$cmake" --build "$work/build"

output=$("$work/moved/bin/dartrun" -n 2 "$work/build/consumer")
printf '%s\n' "$output"
grep -qx 'sum over 2 units: 499500' <<<"$output"
if [[ -e $work/moved/lib/libdart-mpi.so ]] && command -v mpirun >/dev/null; then
  mpirun -n 2 "$work/build/consumer" | grep -qx 'sum over 2 units: 499500'
fi
