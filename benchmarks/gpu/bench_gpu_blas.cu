/// Measures dash::dot, dash::norm, dash::axpy and dash::matrix_vector_product on GPU units in
/// comparison with cuBLAS, which each unit calls for its own part. All of them are limited by
/// memory, so the library's general algorithms have to be as fast as functions that were written
/// for the purpose.

#include <cublas_v2.h>
#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/algorithm/Axpy.h>
#include <dash/algorithm/Dot.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/MatrixVectorProduct.h>
#include <dash/algorithm/Norm.h>

#include <cstddef>
#include <source_location>

#include "gpu/gpu.h"

namespace {

void require_cublas(
    cublasStatus_t status, const std::source_location& place = std::source_location::current())
{
  if (status != CUBLAS_STATUS_SUCCESS) bench::fail(cublasGetStatusString(status), place);
}

/// cuBLAS on the unit's GPU.
class Cublas {
 public:
  Cublas()
  {
    require_cublas(cublasCreate(&handle_));
    require_cublas(cublasSetStream(handle_, stream_));
  }
  ~Cublas() { cublasDestroy(handle_); }
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  operator cublasHandle_t() const { return handle_; }
  void wait() const { stream_.wait(); }

 private:
  bench::RawStream stream_;
  cublasHandle_t handle_ = nullptr;
};

void measure_vectors(bench::Bench& bench, const Cublas& cublas)
{
  for (const std::size_t n : bench.sizes({1 << 20, 1 << 24, 1 << 28}, 1 << 12)) {
    dash::Array<double> x(n * dash::size()), y(n * dash::size());
    dash::fill(x, 1.0);
    dash::fill(y, 2.0);
    x.barrier();
    auto* const own_x = static_cast<double*>(dart_kernel_address(x.lbegin()));
    auto* const own_y = static_cast<double*>(dart_kernel_address(y.lbegin()));
    const auto elements = static_cast<int>(n);
    const double alpha = 1e-9;
    double result = 0;
    const auto report = [&](const char* name, double vectors, auto dash_call, auto raw_call) {
      const auto seconds = bench.duel(bench::by_all(dash_call), bench::by_all(raw_call));
      const double bytes = vectors * static_cast<double>(n * dash::size() * sizeof(double));
      bench.report(
          name, {{"elements a unit", n}, bench::gpu_units()}, seconds.rate(bytes, bench::giga),
          "GB/s", "cuBLAS, each part", bench::at_least_ratio(0.9));
    };
    report(
        "dot", 2, [&] { result = dash::dot(x, y); },
        [&] { require_cublas(cublasDdot(cublas, elements, own_x, 1, own_y, 1, &result)); });
    report(
        "norm", 1, [&] { result = dash::norm(x); },
        [&] { require_cublas(cublasDnrm2(cublas, elements, own_x, 1, &result)); });
    report(
        "axpy", 3, [&] { dash::axpy(alpha, x, y); },
        [&] {
          require_cublas(cublasDaxpy(cublas, elements, &alpha, own_x, 1, own_y, 1));
          cublas.wait();
        });
  }
}

/// A matrix in rows times a vector. For cuBLAS each unit has the whole vector already, and keeps
/// its part of the result.
void measure_matrices(bench::Bench& bench, const Cublas& cublas)
{
  for (const std::size_t n : bench.sizes({1 << 10, 1 << 13, 1 << 15}, 1 << 6)) {
    const dash::SizeSpec<2> sizes(n, n);
    dash::NArray<double, 2> a(sizes, dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE));
    dash::Array<double> x(n), y(n);
    dash::Array<double> copies(n * dash::size());
    dash::fill(a, 1.0);
    dash::fill(x, 1.0);
    dash::fill(copies, 1.0);
    copies.barrier();
    const auto* const own_a = static_cast<double*>(dart_kernel_address(a.lbegin()));
    const auto* const own_x = static_cast<double*>(dart_kernel_address(copies.lbegin()));
    auto* const own_y = static_cast<double*>(dart_kernel_address(y.lbegin()));
    const auto columns = static_cast<int>(n), rows = static_cast<int>(y.lsize());
    const double one = 1, zero = 0;
    const auto by_dash = [&] { dash::matrix_vector_product(a, x, y); };
    const auto by_cublas = [&] {
      require_cublas(cublasDgemv(
          cublas, CUBLAS_OP_T, columns, rows, &one, own_a, columns, own_x, 1, &zero, own_y, 1));
      cublas.wait();
    };
    const auto seconds = bench.duel(bench::by_all(by_dash), bench::by_all(by_cublas));
    bench.report(
        "matrix_vector_product", {{"rows", n}, bench::gpu_units()},
        seconds.rate(static_cast<double>(n * n * sizeof(double)), bench::giga), "GB/s",
        "cuBLAS, each part", n == 1 << 15 ? bench::at_least_ratio(0.9) : bench::Reach{});
  }
}

void measure(bench::Bench& bench)
{
  const Cublas cublas;
  measure_vectors(bench, cublas);
  measure_matrices(bench, cublas);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_gpu_units("blas", argc, argv, bench::Units::gpu_only, measure);
}
