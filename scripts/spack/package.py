# Copyright: see LICENSE
"""Recipe for Spack. To use it from this repository:

    spack repo create ~/spack-local && mkdir ~/spack-local/packages/libdash
    cp scripts/spack/package.py ~/spack-local/packages/libdash/
    spack repo add ~/spack-local
    spack install libdash +cuda cuda_arch=90
"""

from spack.package import *


class Libdash(CMakePackage, CudaPackage):
    """Distributed arrays and algorithms in C++20 on a partitioned global address space: units on
    cores and GPUs, on one host or several."""

    homepage = "https://www.dash-project.org"
    git = "https://github.com/dash-project/dash.git"

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("mpi", default=True, description="Start by mpirun, and runs over several hosts")
    variant("ib", default=False, description="Access to other hosts by InfiniBand and RoCE")
    variant("hdf5", default=False, description="Files of the format HDF5")
    variant("assertions", default=False, description="Check preconditions such as index bounds")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("hwloc@2:")
    depends_on("mpi", when="+mpi")
    depends_on("rdma-core@34:", when="+ib")
    depends_on("hdf5", when="+hdf5")
    depends_on("cuda@12:", when="+cuda")

    conflicts("%gcc@:11", msg="DASH is written in C++20: GCC 12 or later")
    conflicts("platform=darwin", msg="DASH runs on Linux")
    conflicts("+ib", when="~mpi", msg="runs over several hosts are started by MPI")

    def cmake_args(self):
        args = [
            self.define_from_variant("DASH_WITH_MPI", "mpi"),
            self.define_from_variant("DASH_WITH_IB", "ib"),
            self.define_from_variant("DASH_WITH_HDF5", "hdf5"),
            self.define_from_variant("DASH_WITH_CUDA", "cuda"),
            self.define_from_variant("DASH_ENABLE_ASSERTIONS", "assertions"),
            self.define("DASH_BUILD_TESTS", False),
            self.define("DASH_BUILD_EXAMPLES", False),
            self.define("DASH_BUILD_BENCHMARKS", False),
        ]
        if self.spec.satisfies("+cuda"):
            archs = self.spec.variants["cuda_arch"].value
            if archs != ("none",):
                args.append(self.define("CMAKE_CUDA_ARCHITECTURES", ";".join(archs)))
        return args
