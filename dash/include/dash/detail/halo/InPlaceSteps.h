#pragma once

/// \file
/// Steps of a stencil on GPUs that load each other's elements.

#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/HostExecution.h>
#include <dash/detail/halo/BorderWords.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/KernelWords.h>
#include <dash/detail/halo/StepSignals.h>
#include <dash/halo/Measure.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>

#if defined(__CUDACC__)
#include <dash/detail/halo/StencilKernel.h>
#endif

namespace dash::halo::detail {

/// Steps that alternate between two matrices. Units proceed as far as their neighbours permit:
/// elements at a border are computed once the neighbour there has completed the preceding step.
template <MemArrange order, class T, dim_t N, class Body, class Measure>
struct InPlaceSteps {
  static constexpr auto name = "dash::halo::Stencil";
  using functions = dash::detail::Functions<Body>;
  using value_type = T;
  using Word = typename SignalWords<N>::Word;
  static constexpr dim_t ndim = N;

  dash::detail::Callable<Body> body;
  std::array<InPlaceField<T, N>, 2> fields;
  SignalWords<N> signal_words;
  BorderWords<T, N> borders;
  Word ready;  // signal that all units have given when they have called this
  std::size_t steps;
  std::int64_t reach;
  Measure measure;
  double* measured;  // sums of the measure, one for each step
  bool is_resident;  // whether one kernel executes many steps, on all units
  KernelWords* words;

  template <class Execution>
  void operator()(const Execution& exec) const
  {
    auto function = exec.function(body);
    if constexpr (std::is_same_v<Execution, dash::detail::HostExecution>) {
      run_on_host(function);
    } else {
      run_kernels<order>(exec, *this, function);
    }
  }

 private:
  /// Executes the steps on the host, if GPUs are emulated.
  template <class Function>
  void run_on_host(Function& function) const
  {
    tell(ready);
    for (std::size_t step = 0; step < steps; ++step) {
      await(ready + step);
      const double sum = compute(fields[step % 2], function);
      if (measured != nullptr) measured[step] = sum;
      tell(ready + step + 1);
    }
    await(ready + steps);
  }

  template <class Function>
  double compute(const InPlaceField<T, N>& field, Function& function) const
  {
    std::array<std::size_t, N> extents;
    std::size_t size = 1;
    for (std::size_t d = 0; d < N; ++d) {
      extents[d] = static_cast<std::size_t>(field.updated.last[d] - field.updated.first[d]);
      size *= extents[d];
    }
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      auto at = dash::detail::linear_coords<order>(static_cast<default_index_t>(i), extents);
      for (std::size_t d = 0; d < N; ++d) at[d] += field.updated.first[d];
      const T* const center = field.from.parts[field.from.center].address(at);
      T& result = field.to[center - field.from.parts[field.from.center].address({})];
      result = static_cast<T>(function(BorderNeighborhood<T, N>(field.from, at)));
      if constexpr (is_measured<Measure>) sum += static_cast<double>(measure(*center, result));
    }
    return sum;
  }

  void tell(Word count) const
  {
    for (std::size_t i = 0; i < signal_words.count; ++i) {
      std::atomic_ref(*signal_words.at_neighbours[i]).store(count, std::memory_order_release);
    }
  }

  void await(Word count) const
  {
    for (std::size_t i = 0; i < signal_words.count; ++i) {
      const std::atomic_ref word(signal_words.arrived[i]);
      while (word.load(std::memory_order_acquire) < count) std::this_thread::yield();
    }
  }
};

}  // namespace dash::halo::detail
