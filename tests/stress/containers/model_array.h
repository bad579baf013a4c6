#pragma once

/// \file
/// Arrays with random distributions, and what they have to contain.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/pattern/CSRPattern.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "stress.h"

namespace dash::stress {

template <class T>
using CsrArray = dash::Array<T, dash::default_index_t, dash::CSRPattern<1>>;

/// A small number, so that sums are exact and equal values are common.
template <class T>
std::vector<T> random_values(Random& random, std::size_t count)
{
  const std::size_t most = random.one_in(3) ? 4 : 1000;
  std::vector<T> values(count);
  for (T& value : values) {
    value = static_cast<T>(static_cast<int>(random.below(2 * most + 1)) - static_cast<int>(most));
  }
  return values;
}

/// Whether an element is what the model has. NaN differs from itself, but its sign counts.
template <class T>
bool is_same(const T& a, const T& b)
{
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a && b != b) return std::signbit(a) == std::signbit(b);
  }
  return a == b;
}

template <class Array>
Array make_array(Random& random, std::size_t size, dash::Team& team)
{
  using Pattern = typename Array::pattern_type;
  if constexpr (std::is_same_v<Pattern, dash::CSRPattern<1>>) {
    std::vector<std::size_t> parts(team.size());
    std::size_t left = size;
    for (std::size_t unit = 0; unit + 1 < parts.size(); ++unit) {
      parts[unit] = random.one_in(3) ? 0 : random.below(left + 1);
      left -= parts[unit];
    }
    parts.back() = left;
    return Array(Pattern(parts, team));
  } else {
    const std::size_t block = random.between(1, 40);
    switch (random.below(4)) {
      case 0:
        return Array(size, dash::BLOCKED, team);
      case 1:
        return Array(size, dash::CYCLIC, team);
      case 2:
        return Array(size, dash::BLOCKCYCLIC(block), team);
      default:
        return Array(size, dash::TILE(block), team);
    }
  }
}

/// An array of a team with its model; all units of the team do the same with it.
template <class Array>
class ModelArray {
 public:
  using T = typename Array::value_type;

  ModelArray(Random& random, std::size_t size, dash::Team& team)
      : array(make_array<Array>(random, size, team)),
        model(random_values<T>(random, size))
  {
    write_model();
  }

  /// Sets the elements to those of the model; each unit sets its own.
  void write_model()
  {
    array.barrier();
    const std::vector<T> mine = own_model();
    if (!mine.empty()) {
      dart_memory_copy(array.lbegin(), mine.data(), mine.size() * sizeof(T));
    }
    array.barrier();
  }

  /// Compares all elements, once as others see them and once in own memory.
  void check(const char* algorithm)
  {
    array.barrier();
    if (!model.empty() && model_forgets()) model.back() = model.back() == T{1} ? T{2} : T{1};
    std::vector<T> all(array.size());
    if (!all.empty()) dash::copy(array.begin(), array.end(), all.data());
    require(
        all.size() == model.size(), algorithm, ": ", all.size(), " elements in place of ",
        model.size());
    const auto wrong = std::mismatch(all.begin(), all.end(), model.begin(), is_same<T>).first;
    require(
        wrong == all.end(), algorithm, " on ", describe(), ": element ", wrong - all.begin(),
        " is wrong");
    std::vector<T> mine(array.lsize());
    if (!mine.empty()) {
      dart_memory_copy(mine.data(), array.lbegin(), mine.size() * sizeof(T));
    }
    require(
        std::ranges::equal(mine, own_model(), is_same<T>), algorithm, " on ", describe(),
        ": own elements are wrong");
    array.barrier();
  }

  std::string describe() const
  {
    std::ostringstream text;
    text << array.size() << " elements, parts";
    for (std::size_t unit = 0; unit < array.team().size(); ++unit) {
      text << ' ' << array.pattern().local_size(dash::team_unit_t(static_cast<int>(unit)));
    }
    return text.str();
  }

  Array array;
  std::vector<T> model;

 private:
  std::vector<T> own_model() const
  {
    std::vector<T> own(array.lsize());
    for (std::size_t i = 0; i < own.size(); ++i) {
      const auto at = array.pattern().global(static_cast<dash::default_index_t>(i));
      own[i] = model[static_cast<std::size_t>(at)];
    }
    return own;
  }
};

/// A range of positions.
struct Positions {
  Positions(std::ptrdiff_t begin, std::ptrdiff_t size) : first(begin), count(size) {}
  /// A random sub-range of so many positions.
  Positions(Random& random, std::size_t size)
  {
    first = random.one_in(3) ? 0 : static_cast<std::ptrdiff_t>(random.below(size + 1));
    const std::size_t left = size - static_cast<std::size_t>(first);
    count = static_cast<std::ptrdiff_t>(random.one_in(3) ? left : random.below(left + 1));
  }
  std::ptrdiff_t last() const { return first + count; }

  std::ptrdiff_t first = 0, count = 0;
};

}  // namespace dash::stress
