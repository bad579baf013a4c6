/// Compiles the programs with MPI and CUDA beside which benchmarks/applications/lines.py counts
/// lines. Nobody runs them: they show what has to be written without the library.

#include <algorithm>
#include <stdexcept>

#include "jacobi.h"
#include "k_means.h"
#include "random_access.h"

int main(int argc, char** argv)
{
  MPI_Init(&argc, &argv);
  mpi_cuda::select_gpu();
  {
    mpi_cuda::Jacobi(1024).run(10);
    mpi_cuda::RandomAccess(1 << 22).update_all();
    const std::vector<mpi_cuda::Point> points(1 << 20);
    mpi_cuda::KMeans(points).step({});
  }
  MPI_Finalize();
}
