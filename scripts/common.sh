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
  export CMAKE_CUDA_COMPILER_LAUNCHER=${CMAKE_CUDA_COMPILER_LAUNCHER:-ccache}
fi

# Without a GPU, device code only compiles. CMake takes these as its first flags; ccache does not see
# those that nvcc reads from the environment.
if ! nvidia-smi --list-gpus &>/dev/null && [[ $(nvcc --help 2>/dev/null) == *--Ofast-compile* ]]; then
  export CUDAFLAGS=${CUDAFLAGS:--Ofc=max}
fi

# configure PRESET [ARGUMENT OF CMAKE...]: configures build/PRESET.
configure() { (cd "$root" && cmake --preset "$@"); }

# build PRESET [ARGUMENT OF CMAKE...]: builds what is configured in build/PRESET.
build() { (cd "$root" && cmake --build --preset "$@" -j "$jobs"); }

# tests_of FOLDER [OPTION OF ctest...]: prints the names of the selected tests.
tests_of() {
  local folder=$1
  shift
  ctest --test-dir "$folder" -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p'
}

# targets_of FOLDER [OPTION OF ctest...]: prints the targets that the selected tests need, of those
# configured in a build folder.
targets_of() {
  tests_of "$@" |
    awk 'NR == FNR { selected[$1]; next } $1 in selected { print $2 }' - "$1/tests/targets.txt" |
    sort -u
}

gpu_count() { { nvidia-smi --list-gpus 2>/dev/null || true; } | wc -l; }
gpu_name() { nvidia-smi --query-gpu=name --format=csv,noheader | head -1; }

commit() {
  if [[ -n ${DASH_COMMIT:-} ]]; then
    echo "$DASH_COMMIT"
  elif command -v git >/dev/null && git -C "$root" rev-parse --short HEAD 2>/dev/null; then
    :
  else
    local head
    head=$(cat "$root/.git/HEAD" 2>/dev/null) || head=unknown
    if [[ $head == ref:* ]]; then head=$(cat "$root/.git/${head#ref: }" 2>/dev/null) || head=unknown; fi
    echo "${head:0:7}"
  fi
}

# The first line of a file of results: the machine and the version that were measured.
machine_line() {
  local cpu name driver=none cuda=none
  cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)
  name=$cpu
  if (($(gpu_count) > 0)); then
    name=$(gpu_name)
    driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)
    cuda=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
  fi
  printf '{"machine": "%s", "gpus": %d, "cpu": "%s", "cores": %d, "driver": "%s", "cuda": "%s", ' \
    "$name" "$(gpu_count)" "$cpu" "$(nproc)" "$driver" "$cuda"
  printf '"date": "%s", "commit": "%s"}\n' "$(date +%F)" "$(commit)"
}

# usage SCRIPT: prints the comment at its top.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"; }
