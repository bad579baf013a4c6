#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench::hosts {

inline constexpr std::size_t largest = std::size_t(1) << 20;

/// The memory of each unit that the other unit accesses. The words are on separate cache lines.
struct Shown {
  std::byte data[largest];
  alignas(64) std::uint64_t flag;
  alignas(64) std::int64_t counter;
  alignas(64) std::uint64_t stop;
};

/// One way to access memory of the paired unit. The pair consists of the first units of two hosts,
/// unit 0 and the unit in the middle. Other units take part in collectives only.
class Side {
 public:
  Side(int me, int units) : me_(me), other_(me == 0 ? units / 2 : 0), paired_(units / 2) {}
  virtual ~Side() = default;
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  bool is_origin() const { return me_ == 0; }
  bool is_target() const { return me_ == paired_; }

  virtual void put(std::size_t bytes) = 0;
  virtual void get(std::size_t bytes) = 0;
  virtual void flush() = 0;
  /// Adds to the other unit's counter. \return its previous value
  virtual std::int64_t add() = 0;

  /// Puts 8 bytes, then sets the flag behind them.
  virtual void signal() = 0;
  /// Waits until the own flag is set, and clears it.
  virtual void await_signal() = 0;

  /// Collective. Waits as the runtime does: looks for network requests and yields.
  virtual void barrier() = 0;
  /// The library's own barrier. Collective.
  virtual void native_barrier() { barrier(); }
  /// Collective.
  virtual void allreduce(std::size_t doubles) = 0;

  /// Computes without calling the library in this thread until the other unit calls stop_computing.
  virtual void compute() = 0;
  virtual void stop_computing() = 0;

 protected:
  int other() const { return other_; }
  std::byte* buffer() { return buffer_.data(); }
  double* operands() { return operands_.data(); }
  double* sums() { return sums_.data(); }

 private:
  int me_, other_, paired_;
  std::vector<std::byte> buffer_ = std::vector<std::byte>(largest, std::byte{1});
  std::vector<double> operands_ = std::vector<double>(largest / sizeof(double), 1);
  std::vector<double> sums_ = std::vector<double>(largest / sizeof(double), 0);
};

}  // namespace bench::hosts
