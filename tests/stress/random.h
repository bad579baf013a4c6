#pragma once

/// \file
/// Random numbers that are the same on all systems.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>

namespace dash::stress {

/// Random numbers from a seed. The distributions of the standard library differ between its
/// implementations, so the numbers are mapped here.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t word() { return engine_(); }
  /// A number in [0, n); 0 if n is 0.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(engine_() % n); }
  /// A number in [lowest, highest].
  std::size_t between(std::size_t lowest, std::size_t highest)
  {
    return lowest + below(highest - lowest + 1);
  }
  bool one_in(std::size_t n) { return below(n) == 0; }

  /// A size up to \c most: mostly small, often next to a power of two, sometimes 0.
  std::size_t size(std::size_t most)
  {
    std::size_t bits = 0;
    while ((most >> bits) > 1) ++bits;
    const std::size_t power = std::size_t{1} << below(bits + 1);
    std::size_t size = 0;
    switch (below(4)) {
      case 0:
        size = below(10);
        break;
      case 1:
        size = power + below(3) - 1;
        break;
      default:
        size = power + below(power);
        break;
    }
    return size > most ? most : size;
  }

  template <class Container>
  const auto& one_of(const Container& values)
  {
    return std::begin(values)[below(std::size(values))];
  }

 private:
  std::mt19937_64 engine_;
};

/// A generator for each unit, which all units know.
class RandomOfUnits {
 public:
  explicit RandomOfUnits(Random& common) : base_(common.word()) {}
  Random of(std::size_t unit) const { return Random(base_ + 0x9e3779b97f4a7c15 * (unit + 1)); }

 private:
  std::uint64_t base_;
};

}  // namespace dash::stress
