/// Many algorithms with function objects of the program, for each of TYPES.

#include <libdash.h>

template <class T>
void use()
{
  const auto small = [](T x) { return x < T(7); };
  const auto next = [](T x) { return T(x + T(1)); };
  const auto more = [](T x, T y) { return x > y; };
  const auto sum = [](T x, T y) { return T(x + y); };
  dash::Array<T> a(1000), b(1000), c(2000);
  dash::fill(a, T(1));
  dash::iota(b, T(0));
  dash::generate_with_index(a, [](auto i) { return T(i); });
  dash::for_each(a, [](T& x) { x = T(x + T(1)); });
  dash::transform(a, b, next);
  dash::transform(a, b, c.begin(), sum);
  dash::replace_if(a, small, T(9));
  T result = dash::reduce(a, T(0), sum);
  result = T(result + dash::transform_reduce(a, T(0), sum, next));
  result = T(result + T(dash::count_if(a, small)));
  result = T(result + T(dash::find_if(a, small) - a.begin()));
  result = T(result + T(dash::max_element(a, more) - a.begin()));
  result = T(result + T(dash::equal(a, b)));
  dash::inclusive_scan(a, b.begin(), sum);
  dash::copy_if(a, c.begin(), small);
  dash::sort(a, more);
  dash::stable_sort(b, more);
  dash::unique(a);
  dash::merge(a, b, c.begin(), more);
  dash::partition(a, small);
  dash::rotate(a, a.begin() + 3);
  dash::reverse(a);
  dash::nth_element(a, a.begin() + 5, more);
  dash::sort_by_key(a, b, more);
  dash::lower_bound(a, T(5), more);
  if (dash::myid() == 0) a[0] = result;
}

template <class... T>
void use_all()
{
  (use<T>(), ...);
}

int main(int argc, char* argv[])
{
  dash::init(&argc, &argv);
  use_all<TYPES>();
  dash::finalize();
}
