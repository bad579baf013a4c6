/// 04-ranges: views of global ranges, and algorithms on views.
///
/// Shows std::views and dash::views on a distributed array; views of range-v3 work, too. Use views
/// to define which part of the data, and which function of it, an algorithm works on, without
/// storing anything. Algorithms still run where the elements are: each unit evaluates the view for
/// its own elements.
///
///     dartrun -n 4 04-ranges

#include <libdash.h>

#include <cstddef>
#include <iostream>
#include <ranges>
#include <tuple>
#include <vector>

namespace {

namespace views = std::views;

/// Prints on one unit; results of algorithms are the same on all.
template <class... Args>
void print(const Args&... args)
{
  if (dash::myid() == 0) (std::cout << ... << args) << std::endl;
}

double square(double x)
{
  return x * x;
}

/// A distributed array is a range: loops and views read its elements one by one, whichever unit
/// owns them.
void read_anywhere(dash::Array<double>& numbers)
{
  if (dash::myid() == 0) {
    std::cout << "from 40, every one squared:";
    for (double x : numbers | views::drop(40) | views::take(4) | views::transform(square)) {
      std::cout << ' ' << x;
    }
    std::cout << std::endl;
  }
}

/// Algorithms take ranges. If the range is a view, all units work, each on its own elements.
void compute_where_the_data_is(dash::Array<double>& numbers)
{
  print("sum of all: ", dash::reduce(numbers, 0.0));
  print("sum of 10 ... 19: ", dash::reduce(numbers | views::drop(10) | views::take(10), 0.0));
  print("sum of squares: ", dash::reduce(numbers | views::transform(square), 0.0));
  print("above 90: ", dash::count_if(numbers, [](double x) { return x > 90; }));

  // The base of an iterator that was found in a view is an iterator of the array.
  const auto from_50 = numbers | views::drop(50);
  const auto found = dash::find(from_50, 64.0);
  print("64 is at ", found - from_50.begin(), " from 50 on");
}

/// Views of stored elements can also be written.
void write_through_views(dash::Array<double>& numbers)
{
  dash::fill(numbers | views::take(50), 1.0);
  dash::fill(numbers | views::drop(50), 2.0);
  print("after filling both halves: ", dash::reduce(numbers, 0.0));
}

/// A view of several arrays combines their elements i, on the unit that owns this element of the
/// first array.
void together(dash::Array<double>& prices)
{
  dash::Array<int> amounts(prices.size());
  dash::fill(amounts, 3);
  amounts.barrier();

  const auto cost = [](const auto& item) {
    return static_cast<double>(std::get<0>(item)) * static_cast<int>(std::get<1>(item));
  };
  const auto items = dash::views::zip(prices, amounts);
  print("total cost: ", dash::reduce(items | views::transform(cost), 0.0));
  print("the first ten: ", dash::reduce(items | views::take(10) | views::transform(cost), 0.0));
}

/// Views of DASH know which unit owns what: here, the elements of a part of the array that the
/// calling unit owns.
void work_on_own_part(dash::Array<double>& numbers)
{
  const auto middle = numbers | dash::views::sub(40, 60);
  // native memory, which is that of the GPU on a GPU unit
  const auto mine = middle | dash::views::local;
  const std::vector<double> sevens(mine.size(), 7);
  dash::copy(sevens.data(), sevens.data() + sevens.size(), mine.begin());
  numbers.barrier();
  print("sevens from ", dash::index(middle).first(), " on: ", dash::count(middle, 7.0));
}

}  // namespace

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  {
    dash::Array<double> numbers(100);
    dash::generate_with_index(
        numbers.begin(), numbers.end(), [](auto i) { return static_cast<double>(i); });
    numbers.barrier();

    read_anywhere(numbers);
    compute_where_the_data_is(numbers);
    numbers.barrier();  // unit 0 has read the elements that are overwritten next
    write_through_views(numbers);
    together(numbers);
    work_on_own_part(numbers);
  }
  dash::finalize();
  return 0;
}
