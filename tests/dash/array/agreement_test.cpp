// Tier: suite n3 c2g2; sanitized c2g2

// Units that make containers of different sizes, distributions or types get an error on all units
// that names them, and the program can go on.

#include <dash/Array.h>
#include <dash/Coevent.h>
#include <dash/Comutex.h>
#include <dash/Exception.h>
#include <dash/List.h>
#include <dash/Matrix.h>
#include <dash/Pattern.h>
#include <dash/Shared.h>
#include <dash/UnorderedMap.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloUpdateEnv.h>
#include <dash/memory/GlobHeapMem.h>
#include <dash/pattern/CSRPattern.h>

#include <functional>
#include <string>
#include <vector>

#include "dash_test_base.h"

namespace dash::test {
namespace {

struct Container {
  const char* text;  ///< that the message has for it
  std::function<void()> make;
};

template <class T>
void make_array(std::size_t size, const DistributionSpec<1>& distribution = BLOCKED)
{
  Array<T> array(size, distribution);
}

void make_matrix(std::size_t rows, std::size_t columns)
{
  Matrix<int, 2> matrix(rows, columns);
}

void make_csr_array(std::size_t first, std::size_t last = 10)
{
  std::vector<std::size_t> sizes(dash::size(), 10);
  sizes.back() = last;
  sizes.front() = first;
  const CSRPattern<1> pattern(sizes);
  Array<int, default_index_t, CSRPattern<1>> array(pattern);
}

template <class T>
void make_shared(int owner)
{
  Shared<T> shared{team_unit_t(owner)};
}

/// Each two are different.
const std::vector<Container>& containers()
{
  static const std::vector<Container> all = {
      {"dash::Array of 100 × int", [] { make_array<int>(100); }},
      {"dash::Array of 101 × int", [] { make_array<int>(101); }},
      {"dash::Array of 100 × float", [] { make_array<float>(100); }},
      {"dash::Array of 100 × int", [] { make_array<int>(100, CYCLIC); }},
      {"dash::Array of 100 × int", [] { make_array<int>(100, BLOCKCYCLIC(7)); }},
      {"dash::Matrix of 100 × int", [] { make_matrix(10, 10); }},
      {"dash::Matrix of 100 × int", [] { make_matrix(20, 5); }},
      {"dash::Array of ", [] { make_csr_array(10); }},
      {"dash::Array of ", [] { make_csr_array(12, 8); }},
      {"dash::Array of ", [] { make_csr_array(12); }},
  };
  return all;
}

/// Each two are different. They are in host memory, where containers are not: both together are
/// different calls of the runtime.
const std::vector<Container>& values()
{
  static const std::vector<Container> all = {
      {"dash::Shared of int at unit 0", [] { make_shared<int>(0); }},
      {"dash::Shared of float at unit 0", [] { make_shared<float>(0); }},
      {"dash::Shared of int at unit 1", [] { make_shared<int>(dash::size() > 1 ? 1 : 0); }},
  };
  return all;
}

template <class Made>
void make(std::size_t nelem)
{
  Made made(nelem);
}

/// Each two are different. Their first step is the same call of the runtime.
const std::vector<Container>& heaps()
{
  static const std::vector<Container> all = {
      {"dash::List of 100 × int", [] { make<List<int>>(100); }},
      {"dash::List of 101 × int", [] { make<List<int>>(101); }},
      {"dash::List of 100 × float", [] { make<List<float>>(100); }},
      {"dash::GlobHeapMem of int", [] { make<GlobHeapMem<int>>(100); }},
      {"dash::Comutex", [] { Comutex mutexes; }},
  };
  return all;
}

/// Each two are different. They are in host memory, and each unit has a part of it.
const std::vector<Container>& parts()
{
  using Map = UnorderedMap<int, int>;
  static const std::vector<Container> all = {
      {"dash::UnorderedMap of 100 × ", [] { make<Map>(100); }},
      {"dash::UnorderedMap of 200 × ", [] { make<Map>(200); }},
      {"dash::Coevent", [] { Coevent event; }},
  };
  return all;
}

using HaloMatrix = Matrix<int, 2>;

void make_halo(const HaloMatrix& matrix, halo::spoint_value_t distance, halo::BoundaryProp sides)
{
  using Block = halo::HaloBlock<
      int, HaloMatrix::pattern_type, std::remove_cvref_t<decltype(matrix.globmem())>>;
  const Block block(
      matrix.globmem(), matrix.pattern(), halo::GlobalBoundarySpec<2>(sides, sides),
      halo::HaloSpec<2>::full(distance));
  const halo::HaloUpdateEnv<Block> halos(block);
}

/// Each two are different.
std::vector<Container> halos(const HaloMatrix& matrix)
{
  using halo::BoundaryProp;
  return {
      {"halos of 1600 × int", [&] { make_halo(matrix, 1, BoundaryProp::NONE); }},
      {"halos of 1600 × int", [&] { make_halo(matrix, 2, BoundaryProp::NONE); }},
      {"halos of 1600 × int", [&] { make_halo(matrix, 1, BoundaryProp::CYCLIC); }},
  };
}

/// What the exception says that all units get.
std::string refusal_of(const Container& container)
{
  try {
    container.make();
  } catch (const exception::InvalidArgument& refused) {
    return refused.what();
  }
  return "no exception";
}

class AgreementTest : public TestBase {};

/// Each two of them are refused if the last unit makes the other one.
void expect_refusals(const std::vector<Container>& containers)
{
  if (dash::size() < 2) return;
  const auto last = static_cast<dart_unit_t>(dash::size() - 1);
  for (const Container& one : containers) {
    for (const Container& other : containers) {
      if (&one == &other) continue;
      const std::string message = refusal_of(dash::myid() == last ? other : one);
      EXPECT_NE(message.npos, message.find(std::string("unit 0 asks for ") + one.text)) << message;
      EXPECT_NE(
          message.npos,
          message.find("unit " + std::to_string(last) + " for " + std::string(other.text)))
          << message;
    }
  }
}

TEST_F(AgreementTest, DifferentContainers)
{
  expect_refusals(containers());
}

TEST_F(AgreementTest, DifferentValues)
{
  expect_refusals(values());
}

TEST_F(AgreementTest, DifferentHeaps)
{
  expect_refusals(heaps());
}

TEST_F(AgreementTest, DifferentMapsAndEvents)
{
  expect_refusals(parts());
}

TEST_F(AgreementTest, DifferentHalos)
{
  const HaloMatrix matrix(40, 40);
  expect_refusals(halos(matrix));
}

TEST_F(AgreementTest, TheSameContainersAgree)
{
  for (const Container& heap : heaps()) EXPECT_NO_THROW(heap.make());
  for (const Container& part : parts()) EXPECT_NO_THROW(part.make());
  const HaloMatrix matrix(40, 40);
  for (const Container& halo : halos(matrix)) EXPECT_NO_THROW(halo.make());
  for (const Container& container : containers()) EXPECT_NO_THROW(container.make());
  for (const Container& value : values()) EXPECT_NO_THROW(value.make());
}

}  // namespace
}  // namespace dash::test
