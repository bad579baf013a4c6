#!/usr/bin/env bash
# Makes Debian packages of what is built, unpacks them, compiles a program with the development package,
# and runs it in a root folder that has the runtime package and the libraries that it depends on, and
# nothing else.
#
#   packages.sh CPACK BUILD_DIR COMPILER
set -euo pipefail
cpack=$1 build=$2 compiler=$3
project=$(cd "$(dirname "$0")/../consumer/project" && pwd)

for tool in dpkg-deb pkg-config; do
  command -v $tool >/dev/null || {
    echo "skipped: no $tool here"
    exit 77
  }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "packages: $*" >&2
  exit 1
}

(cd "$build" && "$cpack" -G DEB -B "$work/packages" >"$work/log" 2>&1) || {
  cat "$work/log"
  fail "cpack failed"
}

# unpack NAME FOLDER: unpacks the only package whose file begins so.
unpack() {
  local files=("$work"/packages/"$1"_*.deb)
  ((${#files[@]} == 1)) && [[ -e ${files[0]} ]] || fail "not one package $1: ${files[*]}"
  dpkg-deb -x "${files[0]}" "$2"
  dpkg-deb -f "${files[0]}" Package Version Depends
}
abi=$(readlink "$build/lib/libdash.so" | sed 's/.*\.so\.//')
unpack "libdash$abi" "$work/runtime"
unpack libdash-dev "$work/development" | tee "$work/fields"
grep -q "^Depends:.*libdash$abi" "$work/fields" || fail "libdash-dev does not depend on libdash$abi"

# Each file is in the package to which it belongs.
for file in bin/dartrun bin/dart-info "lib/libdash.so.$abi" "lib/libdart.so.$abi"; do
  [[ -e $work/runtime/usr/$file ]] || fail "no $file in the runtime package"
done
for file in lib/libdash.so lib/pkgconfig/dash.pc lib/cmake/dash/dash-config.cmake include/libdash.h \
  share/doc/libdash/README.md share/doc/libdash/docs/running.md share/doc/libdash/docs/figures \
  share/doc/libdash/examples/01-hello/main.cpp; do
  [[ -e $work/development/usr/$file || -L $work/development/usr/$file ]] ||
    fail "no $file in the development package"
  [[ ! -e $work/runtime/usr/$file ]] || fail "$file is in the runtime package, too"
done
cuda=("$build"/lib/libd*-cuda.so)
if [[ -e ${cuda[0]} ]]; then
  unpack "libdash-cuda$abi" "$work/cuda"
  for module in libdart-cuda.so libdash-cuda.so; do
    [[ -e $work/cuda/usr/lib/$module ]] || fail "no $module in the package for CUDA"
    [[ ! -e $work/runtime/usr/lib/$module ]] || fail "$module is in the runtime package, too"
  done
fi

# Pages refer only to files that are there, apart from scripts and results of measurements.
while IFS=: read -r page link; do
  target=$(dirname "$page")/$link
  case $link in *scripts/* | *benchmarks/*) continue ;; esac
  [[ -e $target ]] || fail "a link of $page leads nowhere: $link"
done < <(cd "$work/development/usr/share/doc/libdash" &&
  find "$PWD" -name '*.md' -print0 | xargs -0 grep -noE '\]\([^():# ]+\.(md|svg|jsonl)|\]\(LICENSE' |
  sed -E 's/:[0-9]+:\]\(/:/')

# Both packages in one folder, as if installed.
cp -r "$work/runtime" "$work/all"
cp -r "$work/development/." "$work/all"
export PKG_CONFIG_PATH=$work/all/usr/lib/pkgconfig
read -ra flags < <(pkg-config --cflags --libs dash)
"$compiler" "$project/main.cpp" -o "$work/consumer" "${flags[@]}"

# The root folder gets the libraries that files of the package need, with their places.
bare=$work/runtime
cp "$work/consumer" "$bare/usr/bin/"
LD_LIBRARY_PATH=$bare/usr/lib ldd "$bare"/usr/bin/dartrun "$bare/usr/bin/consumer" |
  sed -nE 's/.*=> (\/[^ ]+) .*/\1/p; s/^[[:space:]]*(\/[^ ]+) .*/\1/p' | sort -u |
  while read -r library; do
    [[ $library == "$bare"/* ]] && continue
    mkdir -p "$bare$(dirname "$library")"
    cp -L "$library" "$bare$library"
  done
mkdir -p "$bare/proc" "$bare/dev" "$bare/tmp"
touch "$bare/dev/null"

# in_bare_root COMMAND...: where this machine permits that.
in_bare_root() {
  unshare --user --map-root-user --mount --pid --fork sh -c '
    mount -t proc proc "$0/proc" && mount --bind /dev/null "$0/dev/null" && exec "$@"' "$bare" "$@"
}
run=("$bare/usr/bin/dartrun" -n 2 "$bare/usr/bin/consumer")
if in_bare_root true 2>/dev/null; then
  run=(in_bare_root chroot "$bare" /usr/bin/dartrun -n 2 /usr/bin/consumer)
else
  echo "packages: no user namespaces here; runs outside of the root folder"
  export LD_LIBRARY_PATH=$bare/usr/lib
fi
output=$("${run[@]}" 2>&1) || fail "${run[*]}: $output"
printf '%s\n' "$output"
grep -qx 'sum over 2 units: 499500' <<<"$output" || fail "another output was expected"
