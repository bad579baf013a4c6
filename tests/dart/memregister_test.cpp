// Tier: suite n3 c2g2; sanitized c2g2

// Registration of memory that the program owns: dart_team_memregister.

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

#include "support.h"

namespace dart::test {
namespace {

/// Open MPI reads this when it starts: that few ranges can be exposed to other hosts at a time, so
/// that the lack of those that stay exposed by mistake is noticed.
constexpr size_t most_ranges = 80;
[[maybe_unused]] const int is_limited =
    setenv("OMPI_MCA_osc_rdma_max_attach", std::to_string(most_ranges).c_str(), 1);

/// A registration that ends (after a barrier) at the end of its scope.
class Registration {
 public:
  Registration(void* addr, size_t nbytes, dart_team_t team = DART_TEAM_ALL) : team_(team)
  {
    EXPECT_OK(dart_team_memregister(team, nbytes, DART_TYPE_BYTE, addr, &gptr_));
    EXPECT_LT(gptr_.segid, DART_SEGMENT_LOCAL);
    EXPECT_EQ(team, gptr_.teamid);
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  ~Registration()
  {
    barrier(team_);
    EXPECT_OK(dart_team_memderegister(gptr_));
  }

  dart_gptr_t at(size_t unit, size_t offset = 0) const
  {
    dart_gptr_t gptr = gptr_;
    gptr.unitid = static_cast<dart_unit_t>(unit);
    return advanced(gptr, static_cast<int64_t>(offset));
  }

 private:
  dart_team_t team_;
  dart_gptr_t gptr_ = DART_GPTR_NULL;
};

class MemregisterTest : public DartTest {
 protected:
  /// Each unit reads and writes the next unit's memory.
  template <class T>
  void expect_shared(T* values, size_t nelem)
  {
    write_at(values, elements<T>(me(), nelem));
    Registration registration(values, nelem * sizeof(T));
    barrier();

    std::vector<T> result(nelem);
    EXPECT_OK(dart_get_blocking(
        result.data(), registration.at(next()), nelem, datatype_v<T>, datatype_v<T>));
    EXPECT_TRUE(same(elements<T>(next(), nelem), result));
    barrier();

    const std::vector<T> news = elements<T>(me() + 10, nelem);
    EXPECT_OK(dart_put_blocking(
        registration.at(next()), news.data(), nelem, datatype_v<T>, datatype_v<T>));
    barrier();
    EXPECT_TRUE(same(elements<T>(previous() + 10, nelem), read_at(values, nelem)));
  }
};

TEST_F(MemregisterTest, Heap)
{
  for (size_t nelem : {1, 7, 1000, 100000}) {
    std::vector<int> values(nelem);
    expect_shared(values.data(), nelem);
    std::vector<double> doubles(nelem);
    expect_shared(doubles.data(), nelem);
  }
}

TEST_F(MemregisterTest, Stack)
{
  long values[100];
  expect_shared(values, 100);
  char c;
  expect_shared(reinterpret_cast<unsigned char*>(&c), 1);
}

TEST_F(MemregisterTest, StaticMemory)
{
  static int values[1000];
  expect_shared(values, 1000);
}

TEST_F(MemregisterTest, GlobalMemory)
{
  Segment<int> segment(1000);
  expect_shared(segment.local() + 100, 500);

  dart_gptr_t block = DART_GPTR_NULL;
  ASSERT_OK(dart_memalloc(1000, DART_TYPE_INT, &block));
  expect_shared(address_of<int>(block), 1000);
  ASSERT_OK(dart_memfree(block));
}

TEST_F(MemregisterTest, ReadOnlyMemoryCanBeRead)
{
  static const char text[] = "published but constant";
  Registration registration(const_cast<char*>(text), sizeof(text));
  char result[sizeof(text)] = {};
  EXPECT_OK(dart_get_blocking(
      result, registration.at(next()), sizeof(text), DART_TYPE_BYTE, DART_TYPE_BYTE));
  EXPECT_STREQ(text, result);
}

TEST_F(MemregisterTest, LargeAndUnaligned)
{
  std::vector<unsigned char> values((8 << 20) + 1);
  expect_shared(values.data() + 1, 8 << 20);
}

TEST_F(MemregisterTest, AddressOfOwnMemory)
{
  std::vector<int> values(10);
  const Registration registration(values.data(), 10 * sizeof(int));
  for (size_t unit = 0; unit < size; ++unit) {
    const dart_gptr_t gptr = registration.at(unit, 3 * sizeof(int));
    EXPECT_EQ(unit == me() ? &values[3] : nullptr, address_of<int>(gptr));
    void* mapped = &values;
    EXPECT_OK(dart_gptr_mapped(gptr, &mapped));
    EXPECT_EQ(nullptr, mapped) << "private memory has no address that all units share";
  }
  dart_gptr_t gptr = registration.at(me());
  EXPECT_OK(dart_gptr_setaddr(&gptr, &values[7]));
  EXPECT_EQ(registration.at(me(), 7 * sizeof(int)), gptr);
}

TEST_F(MemregisterTest, DifferingSizes)
{
  std::vector<int> values = elements<int>(me(), me() * 100);
  const Registration registration(values.data(), values.size() * sizeof(int));
  barrier();
  for (size_t unit = 0; unit < size; ++unit) {
    size_t nbytes = 7;
    EXPECT_OK(dart_segment_size(registration.at(unit), &nbytes));
    EXPECT_EQ(unit * 100 * sizeof(int), nbytes);
    std::vector<int> result(unit * 100);
    EXPECT_OK(dart_get_blocking(
        result.data(), registration.at(unit), result.size(), DART_TYPE_INT, DART_TYPE_INT));
    EXPECT_TRUE(same(elements<int>(unit, unit * 100), result));
  }
}

TEST_F(MemregisterTest, NothingToPublish)
{
  const Registration registration(nullptr, 0);
  int dummy = 0;
  EXPECT_OK(dart_put_blocking(registration.at(next()), &dummy, 0, DART_TYPE_INT, DART_TYPE_INT));
}

TEST_F(MemregisterTest, EqualSizes)
{
  std::vector<double> values = elements<double>(me(), 50);
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(
      dart_team_memregister_aligned(DART_TEAM_ALL, 50, DART_TYPE_DOUBLE, values.data(), &gptr));
  EXPECT_LT(gptr.segid, DART_SEGMENT_LOCAL);
  barrier();
  gptr.unitid = static_cast<dart_unit_t>(next());
  EXPECT_EQ(element<double>(next(), 49), load<double>(advanced(gptr, 49 * sizeof(double))));
  barrier();
  EXPECT_OK(dart_team_memderegister(gptr));
}

TEST_F(MemregisterTest, ManyAtOnce)
{
  std::vector<std::vector<int>> values;
  std::vector<std::unique_ptr<Registration>> registrations;
  for (size_t i = 0; i < 50; ++i) {
    values.push_back(elements<int>(me() + i, 10));
    registrations.push_back(std::make_unique<Registration>(values.back().data(), 10 * sizeof(int)));
    for (size_t j = 0; j < i; ++j) {
      EXPECT_NE(registrations[j]->at(0).segid, registrations[i]->at(0).segid);
    }
  }
  barrier();
  for (size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(
        element<int>(next() + i, 9), load<int>(registrations[i]->at(next(), 9 * sizeof(int))));
  }
  barrier();
}

TEST_F(MemregisterTest, OverlappingPublications)
{
  std::vector<int> values = elements<int>(me(), 100);
  const Registration all(values.data(), 100 * sizeof(int));
  const Registration part(values.data() + 50, 10 * sizeof(int));
  barrier();
  store(part.at(next(), sizeof(int)), 4711);
  EXPECT_EQ(4711, load<int>(all.at(next(), 51 * sizeof(int))));
  barrier();
  EXPECT_EQ(4711, values[51]);
}

TEST_F(MemregisterTest, AroundAnEarlierPublication)
{
  constexpr size_t nbytes = 100000;
  std::vector<unsigned char> values(nbytes);
  const Registration part(values.data() + 30001, 20001);
  expect_shared(values.data(), nbytes);
  expect_shared(values.data() + 40000, 50000);
}

TEST_F(MemregisterTest, RefusedOnesLeaveNothingExposed)
{
  constexpr size_t page = 4096, pages = most_ranges + 10;
  std::vector<unsigned char> values(pages * 2 * page);
  const SubTeam team = SubTeam::clone(DART_TEAM_ALL);
  dart_gptr_t gptr = DART_GPTR_NULL;
  dart_ret_t registered = DART_OK;
  while (registered == DART_OK) {  // until all segment ids are in use
    registered = dart_team_memregister(team.id(), 0, DART_TYPE_BYTE, values.data(), &gptr);
  }
  EXPECT_EQ(DART_ERR_NOMEM, registered);
  for (size_t k = 0; k < pages; ++k) {
    EXPECT_EQ(
        DART_ERR_NOMEM,
        dart_team_memregister(team.id(), page, DART_TYPE_BYTE, &values[2 * k * page], &gptr));
  }
  expect_shared(values.data(), page);
}

TEST_F(MemregisterTest, RepeatedManyTimes)
{
  std::vector<int> values(100);
  for (int round = 0; round < 300; ++round) {
    values.assign(100 + static_cast<size_t>(round), round);
    const Registration registration(values.data(), values.size() * sizeof(int));
    barrier();
    EXPECT_EQ(round, load<int>(registration.at(next(), (values.size() - 1) * sizeof(int))));
  }
}

TEST_F(MemregisterTest, MemoryStaysWithItsOwner)
{
  std::vector<int> values = elements<int>(me(), 100);
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_team_memregister(DART_TEAM_ALL, 100, DART_TYPE_INT, values.data(), &gptr));
  ASSERT_OK(dart_team_memderegister(gptr));
  EXPECT_EQ(elements<int>(me(), 100), values);
  void* addr = nullptr;
  EXPECT_INVAL(dart_gptr_getaddr(gptr, &addr));
  int value = 0;
  EXPECT_INVAL(dart_get_blocking(&value, gptr, 1, DART_TYPE_INT, DART_TYPE_INT));
}

TEST_F(MemregisterTest, SubTeams)
{
  const SubTeam even(every(2, 0, size));
  const SubTeam odd(every(2, 1, size));
  const SubTeam& team = even ? even : odd;
  std::vector<int> values = elements<int>(me(), 100);
  const Registration registration(values.data(), 100 * sizeof(int), team.id());
  barrier(team.id());
  const size_t neighbour = (static_cast<size_t>(team.myid()) + 1) % team.size();
  dart_global_unit_t global;
  ASSERT_OK(dart_team_unit_l2g(team.id(), static_cast<dart_unit_t>(neighbour), &global));
  EXPECT_EQ(
      element<int>(static_cast<size_t>(global.id), 5),
      load<int>(registration.at(neighbour, 5 * sizeof(int))));
}

TEST_F(MemregisterTest, DerivedTypes)
{
  std::vector<int> values(100, -1);
  const Registration registration(values.data(), 100 * sizeof(int));
  barrier();
  const DerivedType strided = DerivedType::strided(DART_TYPE_INT, 3, 1);
  const std::vector<int> mine = elements<int>(me(), 30);
  EXPECT_OK(dart_put_blocking(registration.at(next()), mine.data(), 30, DART_TYPE_INT, strided));
  barrier();
  for (size_t i = 0; i < 90; ++i) {
    EXPECT_EQ(i % 3 == 0 ? element<int>(previous(), i / 3) : -1, values[i]);
  }
  std::vector<int> result(30);
  EXPECT_OK(dart_get_blocking(result.data(), registration.at(next()), 30, strided, DART_TYPE_INT));
  EXPECT_TRUE(same(mine, result));
}

TEST_F(MemregisterTest, Atomics)
{
  long counters[2] = {0, 100};
  {
    const Registration registration(counters, sizeof(counters));
    barrier();
    const long one = 1;
    for (int i = 0; i < 100; ++i) {
      EXPECT_OK(dart_accumulate(registration.at(0), &one, 1, DART_TYPE_LONG, DART_OP_SUM));
      long old = 0;
      EXPECT_OK(dart_fetch_and_op(
          registration.at(next(), sizeof(long)), &one, &old, DART_TYPE_LONG, DART_OP_SUM));
      EXPECT_OK(dart_flush_all(registration.at(0)));
      EXPECT_EQ(100 + i, old);
    }
    barrier();
  }
  EXPECT_EQ(me() == 0 ? static_cast<long>(100 * size) : 0, counters[0]);
  EXPECT_EQ(200, counters[1]);
}

/// A team ends with what it has registered: other memory may have the same address then.
TEST_F(MemregisterTest, OfADestroyedTeam)
{
  constexpr size_t nelem = 16 * 1024, bytes = nelem * sizeof(int);
  void* address = nullptr;
  for (int round = 0; round < 3; ++round) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (address != nullptr ? MAP_FIXED : 0);
    address = mmap(address, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    ASSERT_NE(MAP_FAILED, address);
    const auto value_of = [=](size_t unit) { return 100 * round + static_cast<int>(unit); };
    std::fill_n(static_cast<int*>(address), nelem, value_of(me()));
    const SubTeam team = SubTeam::clone(DART_TEAM_ALL);
    dart_gptr_t gptr = DART_GPTR_NULL;
    ASSERT_OK(dart_team_memregister(team.id(), nelem, DART_TYPE_INT, address, &gptr));
    gptr.unitid = static_cast<dart_unit_t>(next());
    int value = -1;
    EXPECT_OK(dart_get_blocking(&value, gptr, 1, DART_TYPE_INT, DART_TYPE_INT));
    EXPECT_EQ(value_of(next()), value);
    barrier();
  }
  munmap(address, bytes);
}

TEST_F(MemregisterTest, NullAndInvalidArguments)
{
  EXPECT_OK(dart_team_memderegister(DART_GPTR_NULL));
  int value = 0;
  dart_gptr_t gptr = DART_GPTR_NULL;
  EXPECT_INVAL(dart_team_memregister(12345, 1, DART_TYPE_INT, &value, &gptr));
  EXPECT_INVAL(dart_team_memregister(DART_TEAM_NULL, 1, DART_TYPE_INT, &value, &gptr));
  EXPECT_INVAL(dart_team_memregister(DART_TEAM_ALL, 1, DART_TYPE_INT, &value, nullptr));
  EXPECT_INVAL(dart_team_memregister_aligned(12345, 1, DART_TYPE_INT, &value, &gptr));
  gptr = {0, 0, -12345, DART_TEAM_ALL, {0}};
  EXPECT_INVAL(dart_team_memderegister(gptr));
}

}  // namespace
}  // namespace dart::test
