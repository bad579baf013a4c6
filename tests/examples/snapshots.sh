#!/usr/bin/env bash
# h5py reads what the examples write as snapshots, and a plot of them is drawn where there is
# matplotlib.
#
#   snapshots.sh PYTHON DARTRUN 05-HEAT 10-STENCIL-3D DRAW
set -euo pipefail
python=$1 dartrun=$2 heat=$3 stencil=$4 draw=$5
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"

"$dartrun" -n 3 "$heat" --iterations 20 --snapshots cells- --every 10 >heat.txt
"$dartrun" --cpu 1 --gpu 1 --gpu-backend emulated "$stencil" --size XS --iterations 4 \
  --snapshot pressure.h5 >stencil.txt
if ! "$python" -c 'import h5py' 2>/dev/null; then
  echo "snapshots: no h5py; install python3-h5py"
  exit 0
fi
"$python" - <<'END'
import h5py

for step in (10, 20):
    cells = h5py.File(f"cells-{step}.h5")["cells"]
    assert cells.shape == (512, 512), cells.shape
    assert abs(cells[:].mean() - 129.061) < 1e-3, cells[:].mean()
pressure = h5py.File("pressure.h5")["pressure"]
assert pressure.shape == (32, 32, 64), pressure.shape
# The planes at both ends keep their values, from 0 to 1.
assert pressure[0].max() == 0 and pressure[31].min() == 1, pressure[:]
assert 0 < pressure[16].min() and pressure[16].max() < 1
END
if "$python" -c 'import matplotlib' 2>/dev/null; then
  "$python" "$draw" pressure.h5 pressure.png
  "$python" "$draw" cells-20.h5 cells.png
fi
