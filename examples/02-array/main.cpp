/// 02-array: one array over all units.
///
/// Shows the distributions of dash::Array, and the ways to its elements: by global index, by raw
/// pointer to the own part, asynchronously, atomically and in bulk. Use an array whenever units
/// share data; use its local part for work and global access for the rest.
///
/// An array lives in each unit's own memory: that of its GPU on a GPU unit, where loops on the host
/// cannot use raw pointers. dash::HostArray lives in host memory on every unit.
///
///     dartrun -n 4 02-array

#include <libdash.h>

#include <cstddef>
#include <iostream>
#include <numeric>
#include <vector>

namespace {

bool is_root()
{
  return dash::myid() == 0;
}

/// Prints which unit owns each element.
template <class Array>
void print_owners(const char* distribution, const Array& array)
{
  if (!is_root()) return;
  std::cout << distribution;
  for (std::size_t i = 0; i < array.size(); ++i) std::cout << ' ' << array.pattern().unit_at(i);
  std::cout << std::endl;
}

/// How elements are spread is chosen once, at construction; the rest of a program stays the same.
void distributions()
{
  const std::size_t n = 12;
  print_owners("BLOCKED       ", dash::Array<int>(n, dash::BLOCKED));  // neighbours stay together
  print_owners("CYCLIC        ", dash::Array<int>(n, dash::CYCLIC));   // evens out unequal work
  print_owners("BLOCKCYCLIC(2)", dash::Array<int>(n, dash::BLOCKCYCLIC(2)));  // between the two

  // Explicit sizes: here unit u gets u + 1 elements.
  std::vector<dash::default_size_t> sizes(dash::size());
  std::iota(sizes.begin(), sizes.end(), 1);
  using Irregular = dash::CSRPattern<1>;
  const Irregular pattern(sizes);
  print_owners("CSR 1, 2, ... ", dash::Array<int, dash::default_index_t, Irregular>(pattern));
}

/// Every unit writes its own part; afterwards everyone can read everything.
void local_and_global()
{
  dash::HostArray<int> squares(10);
  for (std::size_t i = 0; i < squares.local.size(); ++i) {
    const auto global = squares.pattern().global(i);
    squares.local[i] = static_cast<int>(global * global);  // a plain int&: no communication
  }
  squares.barrier();  // everyone has written

  if (is_root()) {
    std::cout << "squares:";
    for (int value : squares) std::cout << ' ' << value;  // each may be another unit's
    std::cout << std::endl;
  }
  squares.barrier();  // everyone has read

  if (is_root()) squares[squares.size() - 1] = -1;  // a global reference writes, too
  squares.barrier();
  if (squares.is_local(squares.size() - 1)) {
    std::cout << "the owner of the last square sees " << *(squares.lend() - 1) << std::endl;
  }
}

/// Many small accesses at once: start all, then wait once.
void asynchronous()
{
  dash::Array<int> mailbox(dash::size());  // one element a unit
  const auto right = (dash::myid() + 1) % dash::size();
  mailbox.async[right] = dash::myid();
  mailbox.barrier();  // completes what this unit has started, then waits for the others

  const auto left = (dash::myid() + dash::size() - 1) % dash::size();
  const bool ok = mailbox[dash::myid()] == static_cast<int>(left);
  if (is_root()) std::cout << "mail from the left neighbour: " << (ok ? "yes" : "no") << std::endl;
}

/// Elements that many units change at the same time.
void atomics()
{
  dash::Array<dash::Atomic<long>> counters(2);
  dash::fill(counters.begin(), counters.end(), 0L);
  counters.barrier();

  for (int i = 0; i < 1000; ++i) counters[i % 2].add(1);
  counters.barrier();

  if (is_root()) {
    const long expected = 500 * static_cast<long>(dash::size());
    const bool exact = counters[0].load() == expected && counters[1].load() == expected;
    std::cout << "every atomic increment counted: " << (exact ? "yes" : "no") << std::endl;
  }
}

/// Whole ranges to and from own memory, across the borders of units.
void bulk()
{
  dash::Array<double> values(100, dash::BLOCKCYCLIC(3));
  if (is_root()) {
    std::vector<double> source(values.size());
    std::iota(source.begin(), source.end(), 0.0);
    dash::copy(source.data(), source.data() + source.size(), values.begin());
  }
  values.barrier();

  std::vector<double> middle(20);
  dash::Future<double*> arriving =
      dash::copy_async(values.begin() + 40, values.begin() + 60, middle.data());
  // ... time for other work ...
  arriving.wait();
  if (is_root()) {
    std::cout << "sum of elements 40 to 59: " << std::accumulate(middle.begin(), middle.end(), 0.0)
              << std::endl;
  }
}

}  // namespace

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  distributions();
  local_and_global();
  asynchronous();
  atomics();
  bulk();
  dash::finalize();
  return 0;
}
