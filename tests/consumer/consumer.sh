#!/usr/bin/env bash
# Installs the library to a folder, moves it, builds the consumer project against it, by CMake and by
# pkg-config, and runs the program by the installed launcher.
#
#   consumer.sh CMAKE BUILD_DIR COMPILER [ARGUMENT OF CMAKE...]
set -euo pipefail

cmake=$1 build=$2
read -ra compiler <<<"$3"  # with its flags
shift 3
project=$(cd "$(dirname "$0")/project" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/installed" >/dev/null
mv "$work/installed" "$work/moved"
targets=$work/moved/lib/cmake/dash/dash-targets.cmake
cuda=$(grep -q dash::cuda-language "$targets" && echo ON || echo OFF)
"$cmake" -S "$project" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/moved" -DCONSUMER_CUDA=$cuda "$@"
"$cmake" --build "$work/build"

output=$("$work/moved/bin/dartrun" -n 2 "$work/build/consumer")
printf '%s\n' "$output"
grep -qx 'sum over 2 units: 499500' <<<"$output"
if [[ -e $work/moved/lib/libdart-mpi.so ]] && command -v mpirun >/dev/null; then
  mpirun -n 2 "$work/build/consumer" | grep -qx 'sum over 2 units: 499500'
fi

# pkg-config finds the moved folders. The runtime alone is for C, too.
export PKG_CONFIG_PATH=$work/moved/lib/pkgconfig LD_LIBRARY_PATH=$work/moved/lib
pkg-config --exact-version "$(pkg-config --modversion dash-dart)" dash
read -ra flags < <(pkg-config --cflags --libs dash)
"${compiler[@]}" "$project/small.cpp" -o "$work/small" "${flags[@]}"
"$work/moved/bin/dartrun" -n 2 "$work/small" | grep -qx '2 units'
read -ra flags < <(pkg-config --cflags --libs dash-dart)
"${compiler[@]}" -x c "$project/runtime_only.c" -x none -o "$work/runtime_only" "${flags[@]}"
"$work/moved/bin/dartrun" -n 2 "$work/runtime_only" | grep -qx '2 units'
