# Options of the build, and the optional parts that they select.

option(DASH_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(DASH_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(DASH_BUILD_BENCHMARKS "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(DASH_BENCH_NVSHMEM "Build the benchmark beside NVSHMEM, which NVSHMEM_ROOT names" OFF)

# Without optimisations, the many programs of examples/, benchmarks/ and tests/ compile in half the time.
option(DASH_OPTIMISE_PROGRAMS "Optimise programs, not only the libraries, as the build type says" ON)

option(DASH_WERROR "Treat compiler warnings as errors" OFF)

# Defines the macro of the same name in the library and in all code that uses it.
option(DASH_ENABLE_ASSERTIONS "Check preconditions and throw where they are violated" OFF)

# dash_optional_part(<name> <found> <remedy> <what>)
#
# Resolves the option DASH_WITH_<name> = AUTO, ON or OFF to the variable DASH_HAVE_<name>: AUTO
# takes the part if it is found; ON stops with <remedy> if it is not.
function(dash_optional_part name found remedy what)
  set(DASH_WITH_${name} AUTO CACHE STRING "${what}: AUTO (if found), ON or OFF")
  set_property(CACHE DASH_WITH_${name} PROPERTY STRINGS AUTO ON OFF)
  set(choice "${DASH_WITH_${name}}")
  if(NOT choice MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "DASH_WITH_${name}=${choice}: choose AUTO, ON or OFF")
  endif()

  set(have OFF)
  if(NOT choice STREQUAL "OFF" AND found)
    set(have ON)
  elseif(choice STREQUAL "ON")
    message(FATAL_ERROR "DASH_WITH_${name}=ON: ${remedy}")
  endif()
  message(STATUS "${what}: ${have} (DASH_WITH_${name}=${choice})")
  set(DASH_HAVE_${name} ${have} PARENT_SCOPE)
endfunction()

find_package(MPI QUIET COMPONENTS C)
dash_optional_part(
  MPI "${MPI_C_FOUND}"
  "no MPI found; install libopenmpi-dev and openmpi-bin, or choose AUTO or OFF"
  "Start by mpirun")

find_program(DASH_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda/bin DOC "CUDA's compiler")
mark_as_advanced(DASH_NVCC)
dash_optional_part(
  CUDA "${DASH_NVCC}"
  "nvcc not found; install nvidia-cuda-toolkit, put nvcc on PATH, or choose AUTO or OFF"
  "GPU units by CUDA")

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(ibverbs QUIET IMPORTED_TARGET libibverbs>=1.12)
endif()
dash_optional_part(
  IB "${ibverbs_FOUND}"
  "no libibverbs of rdma-core 34 or later found; install libibverbs-dev, or choose AUTO or OFF"
  "Runs over InfiniBand and RoCE")

if(PkgConfig_FOUND)
  # The package of HDF5 without MPI has a name of its own where there are both.
  pkg_search_module(hdf5 QUIET IMPORTED_TARGET hdf5-serial hdf5)
endif()
dash_optional_part(
  HDF5 "${hdf5_FOUND}"
  "no HDF5 found; install libhdf5-dev, or choose AUTO or OFF"
  "Files of the format HDF5")

# A second module for runs with MPI uses HDF5 with MPI-IO, if there is one for this MPI.
set(DASH_HAVE_HDF5_MPI OFF)
if(DASH_HAVE_HDF5 AND DASH_HAVE_MPI)
  set(mpi_name openmpi)
  if("${MPI_C_LIBRARIES};${MPI_C_INCLUDE_DIRS}" MATCHES "mpich")
    set(mpi_name mpich)
  endif()
  pkg_search_module(hdf5_mpi QUIET IMPORTED_TARGET hdf5-${mpi_name} hdf5)
  if(hdf5_mpi_FOUND)
    include(CheckCSourceCompiles)
    set(CMAKE_REQUIRED_LIBRARIES PkgConfig::hdf5_mpi MPI::MPI_C)
    check_c_source_compiles(
      "#include <hdf5.h>
       #include <mpi.h>
       int main(void) { return H5Pset_fapl_mpio(H5P_DEFAULT, MPI_COMM_WORLD, MPI_INFO_NULL); }"
      DASH_HDF5_HAS_MPI)
    unset(CMAKE_REQUIRED_LIBRARIES)
    set(DASH_HAVE_HDF5_MPI ${DASH_HDF5_HAS_MPI})
  endif()
endif()
if(DASH_HAVE_HDF5)
  if(DASH_HAVE_HDF5_MPI)
    message(STATUS "Files of the format HDF5 by MPI-IO, in runs with MPI: ON")
  else()
    message(STATUS
      "Files of the format HDF5 by MPI-IO: OFF (needs MPI, and HDF5 for it: libhdf5-openmpi-dev)")
  endif()
endif()

# Dense linear algebra, which one example and one benchmark use.
set(DASH_HAVE_LAPACK OFF)
if(PkgConfig_FOUND)
  pkg_check_modules(lapack QUIET IMPORTED_TARGET lapacke openblas)
  set(DASH_HAVE_LAPACK ${lapack_FOUND})
endif()
