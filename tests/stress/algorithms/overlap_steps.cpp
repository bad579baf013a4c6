#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/Replace.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/ScanByKey.h>
#include <dash/algorithm/SetOperations.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/Transform.h>
#include <dash/algorithm/Unique.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/operations.h"
#include "algorithms/ranges.h"
#include "algorithms/steps.h"

namespace dash::stress {
namespace {

using Data = ModelArray<dash::Array<int>>;
using Values = std::vector<int>;

/// Which outputs an algorithm takes, of those that have elements of an input in common with it:
/// none, an input itself, or one that begins there or in front of it. Those that read all elements
/// before they write the first one may take any.
enum class Taken { none, input, leftwards, perhaps_any };

bool has_common(const Positions& a, const Positions& b)
{
  return std::max(a.first, b.first) < std::min(a.last(), b.last());
}

/// Whether the output is taken; \c is_refused, whether it was refused.
bool is_taken(Taken taken, const Positions& in, const Positions& out, bool is_refused)
{
  if (!has_common(in, out)) return true;
  switch (taken) {
    case Taken::none:
      return false;
    case Taken::input:
      return in.first == out.first;
    case Taken::leftwards:
      return out.first <= in.first;
    default:
      return !is_refused;
  }
}

/// A place for as many elements that often has some in common with the first one.
Positions place_beside(Random& random, const Positions& at, std::ptrdiff_t count, const Data& data)
{
  const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(data.model.size()) - count;
  Positions place = at;
  place.count = count;
  if (random.one_in(3)) place.first = any_position(random, last);
  if (random.one_in(2)) place.first += any_position(random, 6) - 3;
  place.first = std::clamp<std::ptrdiff_t>(place.first, 0, last);
  return place;
}

/// Ranges of one array, and what an algorithm does with them: it is refused, or does the same as
/// the serial one on copies of the ranges.
class Overlap {
 public:
  Overlap(Random& random, Data& data) : random_(random), data_(data)
  {
    const auto half = static_cast<std::ptrdiff_t>(data.model.size() / 2);
    in_ = {any_position(random, half), any_position(random, half / 2)};
    other_ = place_beside(random, in_, any_position(random, half / 2), data);
  }

  /// Does any step. \return the name of its algorithm
  const char* run()
  {
    const auto difference = [](int a, int b) { return a - 2 * b; };
    switch (random_.below(20)) {
      case 0:
        return compare(Taken::input, BOTH(transform, std::negate<int>{}));
      case 1:
        return compare(Taken::input, BOTH(replace_copy, 1, 7));
      case 2:
        return compare(Taken::input, BOTH(inclusive_scan));
      case 3:
        return compare(Taken::input, BOTH(inclusive_scan, LastNonZero{}, 3));
      case 4:
        return compare(Taken::input, BOTH(exclusive_scan, 4));
      case 5:
        return compare(Taken::input, BOTH(adjacent_difference));
      case 6:
        return compare(Taken::input, BOTH(swap_ranges));
      case 7:
        return compare(Taken::perhaps_any, BOTH(copy_if, IsOdd{}));
      case 8:
        return compare(Taken::perhaps_any, BOTH(unique_copy));
      case 9:
        return compare(Taken::perhaps_any, BOTH(reverse_copy));
      case 10:
        return compare_sorted(Taken::none, BOTH(merge));
      case 11:
        return compare_sorted(Taken::perhaps_any, BOTH(set_union));
      case 12:
        return compare_sorted(Taken::perhaps_any, BOTH(set_intersection));
      case 13:
        return compare_sorted(Taken::perhaps_any, BOTH(set_difference));
      case 14:
        return compare_sorted(Taken::perhaps_any, BOTH(set_symmetric_difference));
      case 15:
      case 16:
        return copy_by_one(Taken::leftwards, "copy", [](auto... its) { dash::copy(its...); });
      case 17:
        return copy_by_one(
            Taken::input, "copy_async", [](auto... its) { dash::copy_async(its...).wait(); });
      case 18:
        make_equally_long();
        return compare_two(
            Taken::perhaps_any, in_.count, "inclusive_scan_by_key",
            [](auto keys, auto keys_last, auto values, auto, auto out) {
              dash::inclusive_scan_by_key(keys, keys_last, values, out);
            },
            [](auto... its) { scan_by_key(its...); });
      default:
        make_equally_long();
        return compare_two(
            Taken::input, in_.count, "transform of two",
            [&](auto a, auto a_last, auto b, auto, auto out) {
              dash::transform(a, a_last, b, out, difference);
            },
            [&](auto a, auto a_last, auto b, auto, auto out) {
              std::transform(a, a_last, b, out, difference);
            });
    }
  }

 private:
  /// Calls an algorithm with one input and the beginning of an output of as many elements.
  template <class Global, class Serial>
  const char* compare(Taken taken, const char* name, Global global, Serial serial)
  {
    const Positions out = begin(name, in_.count);
    const bool is_refused = refuses<dash::exception::InvalidArgument>(
        [&] { global(at(in_.first), at(in_.last()), at(out.first)); });
    require_reason(name, is_refused, is_taken(taken, in_, out, is_refused));
    if (is_refused) return name;
    Values from = values(in_), to = values(out);
    serial(from.begin(), from.end(), to.begin());
    assign(in_, from);
    assign(out, to);
    return name;
  }

  /// Calls an algorithm with two inputs and the beginning of an output of so many elements.
  template <class Global, class Serial>
  const char* compare_two(
      Taken taken, std::ptrdiff_t count, const char* name, Global global, Serial serial)
  {
    const Positions out = begin(name, count);
    const bool is_refused = refuses<dash::exception::InvalidArgument>([&] {
      global(at(in_.first), at(in_.last()), at(other_.first), at(other_.last()), at(out.first));
    });
    const bool may_do =
        is_taken(taken, in_, out, is_refused) && is_taken(taken, other_, out, is_refused);
    require_reason(name, is_refused, may_do);
    if (is_refused) return name;
    const Values a = values(in_), b = values(other_);
    Values to = values(out);
    serial(a.begin(), a.end(), b.begin(), b.end(), to.begin());
    assign(out, to);
    return name;
  }

  template <class Global, class Serial>
  const char* compare_sorted(Taken taken, const char* name, Global global, Serial serial)
  {
    std::sort(data_.model.begin(), data_.model.end());
    data_.write_model();
    return compare_two(taken, in_.count + other_.count, name, global, serial);
  }

  /// One unit copies by itself; the others know from the positions what it does.
  template <class Copy>
  const char* copy_by_one(Taken taken, const char* name, Copy copy)
  {
    const Positions out = begin(name, in_.count);
    const bool is_done = is_taken(taken, in_, out, false);
    const std::size_t unit = random_.below(data_.array.team().size());
    data_.array.barrier();
    if (static_cast<std::size_t>(data_.array.team().myid().id) == unit) {
      const bool is_refused = refuses<dash::exception::InvalidArgument>(
          [&] { copy(at(in_.first), at(in_.last()), at(out.first)); });
      require_reason(name, is_refused, is_done);
    }
    if (is_done) assign(out, values(in_));
    return name;
  }

  /// Gives the second input as many elements as the first.
  void make_equally_long()
  {
    const auto size = static_cast<std::ptrdiff_t>(data_.model.size());
    other_ = {std::min(other_.first, size - in_.count), in_.count};
  }

  static void scan_by_key(auto keys, auto keys_last, auto values, auto, auto out)
  {
    int fold = 0;
    for (auto key = keys; key != keys_last; ++key) {
      const bool is_first = key == keys || *key != *std::prev(key);
      *out++ = fold = is_first ? *values : fold + *values;
      ++values;
    }
  }

  /// Draws an output of so many elements, and describes the step.
  Positions begin(const char* name, std::ptrdiff_t count) const
  {
    const Positions out = place_beside(random_, random_.one_in(3) ? other_ : in_, count, data_);
    begin_step(
        std::string(name) + " of " + describe(in_) + " and " + describe(other_) + " to " +
        describe(out) + " of " + data_.describe());
    return out;
  }

  static void require_reason(const char* name, bool is_refused, bool may_do)
  {
    require(is_refused != may_do, name, is_refused ? " is refused" : " is not refused");
  }

  dash::Array<int>::iterator at(std::ptrdiff_t position) const
  {
    return data_.array.begin() + position;
  }

  Values values(const Positions& range) const
  {
    const auto begin = data_.model.begin();
    return {begin + range.first, begin + range.last()};
  }
  void assign(const Positions& range, const Values& values) const
  {
    std::copy(values.begin(), values.end(), data_.model.begin() + range.first);
  }

  Random& random_;
  Data& data_;
  Positions in_{0, 0}, other_{0, 0};
};

}  // namespace

void overlap_steps(Random& random, dash::Team& team)
{
  const std::size_t size = any_size(random);
  Data data(random, size, team);
  for (std::size_t k = random.below(12); k > 0; --k) {
    const char* const name = Overlap(random, data).run();
    data.check(name);
    // Sums stay exact.
    for (int& value : data.model) value %= 1000;
    data.write_model();
  }
}

}  // namespace dash::stress
