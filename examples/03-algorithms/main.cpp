/// 03-algorithms: the algorithms of the standard library, on all units at once.
///
/// Shows how to fill, transform, reduce, search, sort and scan global ranges, whole and in part,
/// and how to pass your own function objects. Use algorithms instead of loops over a global array:
/// all units call them together, each works on its own elements at the speed of a local loop, and
/// only partial results are communicated.
///
/// Most of them do not synchronise: put a barrier before reading elements that another unit has
/// just written.
///
///     dartrun -n 4 03-algorithms

#include <libdash.h>

#include <cmath>
#include <cstddef>
#include <iostream>

namespace {

constexpr std::size_t n = 1000;

/// Prints on one unit; results of algorithms are the same on all.
template <class... Args>
void print(const Args&... args)
{
  if (dash::myid() == 0) (std::cout << ... << args) << std::endl;
}

/// Fill, generate and transform write elements; each unit writes its own ones.
void modify(dash::Array<int>& numbers)
{
  dash::fill(numbers.begin(), numbers.end(), 7);
  print("filled with 7, the sum is ", dash::reduce(numbers.begin(), numbers.end(), 0));

  // Computing from the index makes the contents independent of the number of units: they are a
  // permutation of 0 ... 999.
  dash::generate_with_index(
      numbers.begin(), numbers.end(), [](auto i) { return static_cast<int>(i * 7 % n); });
  dash::transform(numbers.begin(), numbers.end(), numbers.begin(), [](int x) { return x - 500; });
  print("shifted by 500, the sum is ", dash::reduce(numbers.begin(), numbers.end(), 0));
}

/// Searching returns a global iterator; the element that it refers to may belong to any unit.
void search(dash::Array<int>& numbers)
{
  const auto smallest = dash::min_element(numbers.begin(), numbers.end());
  print("smallest: ", static_cast<int>(*smallest), " at ", dash::index(smallest));

  const auto zero = dash::find(numbers.begin(), numbers.end(), 0);
  print("first 0 at ", dash::index(zero));

  // Algorithms take any sub-range, no matter which units own it.
  const auto first = numbers.begin() + 600;
  const auto last = numbers.begin() + 700;
  const auto big = dash::find_if(first, last, [](int x) { return x > 380; });
  print("first above 380 in [600, 700) at ", dash::index(big));
  print("0 in [600, 700): ", dash::find(first, last, 0) == last ? "no" : "yes");
}

/// Sorting works in place: the distribution stays the same, and elements move between units.
void order(dash::Array<int>& numbers)
{
  dash::sort(numbers.begin(), numbers.end());
  numbers.barrier();
  print(
      "sorted: ", static_cast<int>(numbers[0]), " ", static_cast<int>(numbers[1]), " ... ",
      static_cast<int>(numbers[n - 1]));
  numbers.barrier();  // all units have read
}

/// A scan computes running sums: here, how far each element pushes the next ones.
void scan()
{
  dash::Array<long> lengths(n);
  dash::Array<long> ends(n);
  dash::fill(lengths.begin(), lengths.end(), 3);
  dash::inclusive_scan(lengths.begin(), lengths.end(), ends.begin());
  ends.barrier();
  print(
      "ends: ", static_cast<long>(ends[0]), " ", static_cast<long>(ends[1]), " ... ",
      static_cast<long>(ends[n - 1]));
}

/// The sums over samples that determine their mean and deviation.
struct Moments {
  double count;
  double sum;
  double squares;
};

struct AddMoments {
  Moments operator()(const Moments& a, const Moments& b) const
  {
    return {a.count + b.count, a.sum + b.sum, a.squares + b.squares};
  }
};

/// Reductions accept your own types and any associative function object.
void statistics()
{
  dash::Array<double> samples(n, dash::CYCLIC);
  dash::generate_with_index(
      samples.begin(), samples.end(), [](auto i) { return i % 2 == 0 ? 10.0 : 14.0; });
  const Moments m = dash::transform_reduce(
      samples.begin(), samples.end(), Moments{0, 0, 0}, AddMoments{},
      [](double x) { return Moments{1, x, x * x}; });
  const double mean = m.sum / m.count;
  print("mean ", mean, ", deviation ", std::sqrt(m.squares / m.count - mean * mean));
}

}  // namespace

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  {
    dash::Array<int> numbers(n);
    modify(numbers);
    search(numbers);
    order(numbers);
  }
  scan();
  statistics();
  dash::finalize();
  return 0;
}
