# Sourced by the scripts beside it.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=${JOBS:-$(nproc)}

# CMake uses these when it configures a build folder for the first time.
if command -v ninja >/dev/null; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
if command -v ccache >/dev/null; then
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1  # clones share what they compile
  # ccache takes the names of included files from the compiler instead of preprocessing each file
  # first, and accepts that tests use a precompiled header.
  export CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}
fi

# configure PRESET [ARGUMENT OF CMAKE...]: configures build/PRESET.
configure() { (cd "$root" && cmake --preset "$@"); }

# build PRESET [ARGUMENT OF CMAKE...]: builds what is configured in build/PRESET.
build() { (cd "$root" && cmake --build --preset "$@" -j "$jobs"); }

# targets_of FOLDER [OPTION OF ctest...]: prints the targets that the selected tests need, of those
# configured in a build folder.
targets_of() {
  local folder=$1
  shift
  ctest --test-dir "$folder" -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p' |
    awk 'NR == FNR { selected[$1]; next } $1 in selected { print $2 }' - "$folder/tests/targets.txt" |
    sort -u
}

# usage SCRIPT: prints the comment at its top.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"; }
