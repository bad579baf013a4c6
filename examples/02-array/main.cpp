/// 02-array: one array over all units.
///
/// Shows the distributions of dash::Array and the ways to access its elements: by global index, by
/// raw pointer to the unit's own part, asynchronously, with a notification, atomically and in bulk.
/// Use an array whenever units share data; use its local part for computation and global access for
/// the rest.
///
/// Each part of an array lies in the memory of its unit. On a GPU unit that is device memory, which
/// loops on the host cannot access by raw pointers. The elements of dash::HostArray lie in host
/// memory on every unit.
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

/// The distribution is chosen once, at construction; the rest of a program does not depend on it.
void distributions()
{
  const std::size_t n = 12;
  print_owners("BLOCKED       ", dash::Array<int>(n, dash::BLOCKED));  // neighbours stay together
  print_owners("CYCLIC        ", dash::Array<int>(n, dash::CYCLIC));   // balances unequal work
  // a compromise between the two
  print_owners("BLOCKCYCLIC(2)", dash::Array<int>(n, dash::BLOCKCYCLIC(2)));

  // The sizes may be given: here unit u gets u + 1 elements.
  std::vector<dash::default_size_t> sizes(dash::size());
  std::iota(sizes.begin(), sizes.end(), 1);
  using Irregular = dash::CSRPattern<1>;
  const Irregular pattern(sizes);
  print_owners("CSR 1, 2, ... ", dash::Array<int, dash::default_index_t, Irregular>(pattern));
}

/// Every unit writes its own part; afterwards every unit can read everything.
void local_and_global()
{
  dash::HostArray<int> squares(10);
  for (std::size_t i = 0; i < squares.local.size(); ++i) {
    const auto global = squares.pattern().global(i);
    squares.local[i] = static_cast<int>(global * global);  // a plain int&: no communication
  }
  squares.barrier();  // all units have written

  if (is_root()) {
    std::cout << "squares:";
    for (int value : squares) std::cout << ' ' << value;  // each element may belong to another unit
    std::cout << std::endl;
  }
  squares.barrier();  // all units have read

  if (is_root()) squares[squares.size() - 1] = -1;  // a global reference can also be assigned to
  squares.barrier();
  if (squares.is_local(squares.size() - 1)) {
    std::cout << "the owner of the last square sees " << *(squares.lend() - 1) << std::endl;
  }
}

/// Many small accesses overlap: start all of them, then wait once.
void asynchronous()
{
  dash::Array<int> mailbox(dash::size());  // one element per unit
  const auto right = (dash::myid() + 1) % dash::size();
  mailbox.async[right] = dash::myid();
  mailbox.barrier();  // completes the accesses of this unit, then waits for the others

  const auto left = (dash::myid() + dash::size() - 1) % dash::size();
  const bool ok = mailbox[dash::myid()] == static_cast<int>(left);
  if (is_root()) std::cout << "mail from the left neighbour: " << (ok ? "yes" : "no") << std::endl;
}

/// A put that tells its target: the neighbour goes on when the letter is there, and nobody else
/// waits.
void notified()
{
  constexpr int length = 3;
  dash::HostArray<int> letters(length * dash::size());  // one letter per unit
  dash::Flags<int> arrived;                             // one flag per unit
  const int me = dash::myid(), units = static_cast<int>(dash::size());
  const int right = (me + 1) % units, left = (me + units - 1) % units;

  const std::vector<int> letter{me, 10 * me, 100 * me};
  dash::put_notify(letters.begin() + length * right, letter, arrived(right), 1);

  arrived[0].wait();
  const bool ok = std::accumulate(letters.lbegin(), letters.lend(), 0) == 111 * left;
  if (is_root())
    std::cout << "letter from the left neighbour: " << (ok ? "yes" : "no") << std::endl;
}

/// Many units change the same elements at the same time.
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

/// Whole ranges are copied to and from local memory, also if they extend over several units.
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
  // Other work could be done here.
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
  notified();
  atomics();
  bulk();
  dash::finalize();
  return 0;
}
