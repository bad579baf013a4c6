#pragma once

/// \file
/// Helpers shared by the tests of the DART interface.

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <ostream>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "dart_test_base.h"
#include "native_memory.h"

#define EXPECT_OK(call) EXPECT_EQ(DART_OK, call)
#define ASSERT_OK(call) ASSERT_EQ(DART_OK, call)
#define EXPECT_INVAL(call) EXPECT_EQ(DART_ERR_INVAL, call)

/// Compares global pointers by DART_GPTR_EQUAL.
inline bool operator==(const dart_gptr_t& a, const dart_gptr_t& b)
{
  return DART_GPTR_EQUAL(a, b);
}

inline std::ostream& operator<<(std::ostream& os, const dart_gptr_t& gptr)
{
  return os << "gptr(unit " << gptr.unitid << ", segment " << gptr.segid << ", team " << gptr.teamid
            << ", offset " << gptr.addr_or_offs.offset << ")";
}

namespace dart::test {

/// Fixture with the neighbours of a unit in the ring of all units.
class DartTest : public TestBase {
 protected:
  size_t me() const { return static_cast<size_t>(myid.id); }
  size_t next() const { return (me() + 1) % size; }
  size_t previous() const { return (me() + size - 1) % size; }
};

/// Fixture of tests in which a unit has several threads.
class ThreadedTest : public DartTest {
 protected:
  void SetUp() override
  {
    dash::test::Arguments& args = dash::test::arguments();
    dart_thread_support_level_t level = DART_THREAD_SINGLE;
    ASSERT_EQ(DART_OK, dart_init_thread(&args.count, &args.values, &level));
    ASSERT_EQ(DART_THREAD_MULTIPLE, level);
    ASSERT_EQ(DART_OK, dart_myid(&myid));
    ASSERT_EQ(DART_OK, dart_size(&size));
  }
};

/* ---- data types --------------------------------------------------------------------------- */

template <class T>
inline constexpr dart_datatype_t datatype_v = DART_TYPE_UNDEFINED;
template <>
inline constexpr dart_datatype_t datatype_v<signed char> = DART_TYPE_BYTE;
template <>
inline constexpr dart_datatype_t datatype_v<unsigned char> = DART_TYPE_UBYTE;
template <>
inline constexpr dart_datatype_t datatype_v<short> = DART_TYPE_SHORT;
template <>
inline constexpr dart_datatype_t datatype_v<unsigned short> = DART_TYPE_USHORT;
template <>
inline constexpr dart_datatype_t datatype_v<int> = DART_TYPE_INT;
template <>
inline constexpr dart_datatype_t datatype_v<unsigned int> = DART_TYPE_UINT;
template <>
inline constexpr dart_datatype_t datatype_v<long> = DART_TYPE_LONG;
template <>
inline constexpr dart_datatype_t datatype_v<unsigned long> = DART_TYPE_ULONG;
template <>
inline constexpr dart_datatype_t datatype_v<long long> = DART_TYPE_LONGLONG;
template <>
inline constexpr dart_datatype_t datatype_v<unsigned long long> = DART_TYPE_ULONGLONG;
template <>
inline constexpr dart_datatype_t datatype_v<float> = DART_TYPE_FLOAT;
template <>
inline constexpr dart_datatype_t datatype_v<double> = DART_TYPE_DOUBLE;
template <>
inline constexpr dart_datatype_t datatype_v<long double> = DART_TYPE_LONG_DOUBLE;

using IntegralTypes = ::testing::Types<
    signed char, unsigned char, short, unsigned short, int, unsigned int, long, unsigned long,
    long long, unsigned long long>;
using BasicTypes = ::testing::Types<
    signed char, unsigned char, short, unsigned short, int, unsigned int, long, unsigned long,
    long long, unsigned long long, float, double, long double>;

/// A derived type that is destroyed at the end of its scope.
class DerivedType {
 public:
  DerivedType() = default;
  explicit DerivedType(dart_datatype_t type) : type_(type) {}
  DerivedType(DerivedType&& other) noexcept : type_(std::exchange(other.type_, DART_TYPE_UNDEFINED))
  {}
  DerivedType& operator=(DerivedType&& other) noexcept
  {
    std::swap(type_, other.type_);
    return *this;
  }
  ~DerivedType()
  {
    if (type_ != DART_TYPE_UNDEFINED) {
      EXPECT_OK(dart_type_destroy(&type_));
    }
  }

  static DerivedType custom(size_t nbytes)
  {
    DerivedType type;
    EXPECT_OK(dart_type_create_custom(nbytes, &type.type_));
    return type;
  }
  static DerivedType strided(dart_datatype_t base, size_t stride, size_t blocklen)
  {
    DerivedType type;
    EXPECT_OK(dart_type_create_strided(base, stride, blocklen, &type.type_));
    return type;
  }
  static DerivedType indexed(
      dart_datatype_t base, const std::vector<size_t>& blocklen, const std::vector<size_t>& offset)
  {
    DerivedType type;
    EXPECT_OK(dart_type_create_indexed(
        base, blocklen.size(), blocklen.data(), offset.data(), &type.type_));
    return type;
  }

  static DerivedType resized(dart_datatype_t original, size_t extent)
  {
    DerivedType type;
    EXPECT_OK(dart_type_create_resized(original, extent, &type.type_));
    return type;
  }

  operator dart_datatype_t() const { return type_; }

 private:
  dart_datatype_t type_ = DART_TYPE_UNDEFINED;
};

/* ---- values ------------------------------------------------------------------------------- */

/// Value of element \c i of unit \c unit, small enough for every basic type.
template <class T>
T element(size_t unit, size_t i)
{
  return static_cast<T>((unit * 31 + i * 7 + 1) % 101);
}

template <class T>
std::vector<T> elements(size_t unit, size_t n)
{
  std::vector<T> values(n);
  for (size_t i = 0; i < n; ++i) {
    values[i] = element<T>(unit, i);
  }
  return values;
}

/// Compares two ranges and reports the first difference.
template <class T>
::testing::AssertionResult same(const T* expected, const T* actual, size_t n)
{
  // Without optimisations, this takes a tenth of the loop's time.
  if (std::is_trivially_copyable_v<T> &&
      (n == 0 || std::memcmp(expected, actual, n * sizeof(T)) == 0))
    return ::testing::AssertionSuccess();
  for (size_t i = 0; i < n; ++i) {
    if (!(expected[i] == actual[i])) {
      return ::testing::AssertionFailure() << "element " << i << " of " << n << ": expected "
                                           << ::testing::PrintToString(expected[i]) << ", is "
                                           << ::testing::PrintToString(actual[i]);
    }
  }
  return ::testing::AssertionSuccess();
}

template <class T>
::testing::AssertionResult same(const std::vector<T>& expected, const std::vector<T>& actual)
{
  if (expected.size() != actual.size()) {
    return ::testing::AssertionFailure()
           << "expected " << expected.size() << " elements, are " << actual.size();
  }
  return same(expected.data(), actual.data(), expected.size());
}

/* ---- teams -------------------------------------------------------------------------------- */

inline dart_unit_t team_myid(dart_team_t team)
{
  dart_team_unit_t id;
  EXPECT_OK(dart_team_myid(team, &id));
  return id.id;
}

inline size_t team_size(dart_team_t team)
{
  size_t size = 0;
  EXPECT_OK(dart_team_size(team, &size));
  return size;
}

inline void barrier(dart_team_t team = DART_TEAM_ALL)
{
  EXPECT_OK(dart_barrier(team));
}

/// A team of given units, destroyed at the end of its scope; DART_TEAM_NULL on all other units.
class SubTeam {
 public:
  /// Collective over \c parent. \param members  global ids
  SubTeam(const std::vector<dart_unit_t>& members, dart_team_t parent = DART_TEAM_ALL)
  {
    dart_group_t group = DART_GROUP_NULL;
    EXPECT_OK(dart_group_create(&group));
    for (dart_unit_t member : members) {
      EXPECT_OK(dart_group_addmember(group, member));
    }
    EXPECT_OK(dart_team_create(parent, group, &team_));
    EXPECT_OK(dart_group_destroy(&group));
  }
  SubTeam(SubTeam&& other) noexcept : team_(std::exchange(other.team_, DART_TEAM_NULL)) {}
  SubTeam& operator=(SubTeam&& other) = delete;
  ~SubTeam() { EXPECT_OK(dart_team_destroy(&team_)); }

  static SubTeam clone(dart_team_t team)
  {
    SubTeam copy;
    EXPECT_OK(dart_team_clone(team, &copy.team_));
    return copy;
  }

  /// Whether the caller belongs to the team.
  explicit operator bool() const { return team_ != DART_TEAM_NULL; }
  dart_team_t id() const { return team_; }
  size_t size() const { return team_size(team_); }
  dart_unit_t myid() const { return team_myid(team_); }

 private:
  SubTeam() = default;

  dart_team_t team_ = DART_TEAM_NULL;
};

/// The ids first, first + step, … below \c end.
inline std::vector<dart_unit_t> every(size_t step, size_t first, size_t end)
{
  std::vector<dart_unit_t> ids;
  for (size_t id = first; id < end; id += step) {
    ids.push_back(static_cast<dart_unit_t>(id));
  }
  return ids;
}

/* ---- memory ------------------------------------------------------------------------------- */

inline dart_gptr_t advanced(dart_gptr_t gptr, int64_t nbytes)
{
  EXPECT_OK(dart_gptr_incaddr(&gptr, nbytes));
  return gptr;
}

/// The address of \c gptr if it is the caller's own memory, otherwise null.
template <class T>
T* address_of(dart_gptr_t gptr)
{
  void* addr = nullptr;
  EXPECT_OK(dart_gptr_getaddr(gptr, &addr));
  return static_cast<T*>(addr);
}

/// A collective segment, freed (after a barrier) at the end of its scope.
template <class T>
class Segment {
 public:
  /// Collective. \param nelem  number of elements at the calling unit
  explicit Segment(
      size_t nelem, dart_team_t team = DART_TEAM_ALL, dart_memory_t memory = DART_MEMORY_UNIT)
      : team_(team),
        nelem_(nelem)
  {
    EXPECT_OK(
        dart_team_memalloc_aligned_in(memory, team, nelem * sizeof(T), DART_TYPE_BYTE, &begin_));
  }
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;
  ~Segment()
  {
    barrier(team_);
    EXPECT_OK(dart_team_memfree(begin_));
  }

  dart_gptr_t begin() const { return begin_; }
  /// Global pointer to element \c i of a unit of the team.
  dart_gptr_t at(size_t unit, size_t i = 0) const
  {
    dart_gptr_t gptr = begin_;
    gptr.unitid = static_cast<dart_unit_t>(unit);
    return advanced(gptr, static_cast<int64_t>(i * sizeof(T)));
  }
  /// The calling unit's part, which is device memory on GPU units.
  T* local() const { return address_of<T>(at(static_cast<size_t>(team_myid(team_)))); }
  size_t nelem() const { return nelem_; }

  /// The calling unit's elements.
  std::vector<T> values() const { return read_at(local(), nelem_); }
  T value(size_t i = 0) const { return read_at(local() + i); }
  void set(const std::vector<T>& values) { write_at(local(), values); }

  /// Sets all local elements. Collective: returns when all units have done so.
  void fill(T value)
  {
    set(std::vector<T>(nelem_, value));
    barrier(team_);
  }

 private:
  dart_team_t team_;
  size_t nelem_;
  dart_gptr_t begin_ = DART_GPTR_NULL;
};

/// Reads one element.
template <class T>
T load(dart_gptr_t gptr)
{
  T value{};
  EXPECT_OK(dart_get_blocking(&value, gptr, sizeof(T), DART_TYPE_BYTE, DART_TYPE_BYTE));
  return value;
}

/// Writes one element.
template <class T>
void store(dart_gptr_t gptr, T value)
{
  EXPECT_OK(dart_put_blocking(gptr, &value, sizeof(T), DART_TYPE_BYTE, DART_TYPE_BYTE));
}

/// Collects one value of each unit, ordered by team-relative id. Collective.
template <class T>
std::vector<T> gather_all(const T& value, dart_team_t team = DART_TEAM_ALL)
{
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> values(team_size(team));
  EXPECT_OK(dart_allgather(&value, values.data(), sizeof(T), DART_TYPE_BYTE, team));
  return values;
}

/* ---- transfers ---------------------------------------------------------------------------- */

/// The ways to complete a transfer.
enum class Completion {
  blocking,
  flush,
  flush_all,
  flush_local,
  flush_local_all,
  wait,
  waitall,
  wait_local,
  waitall_local,
  test,
  testall,
  test_local,
  testall_local
};

inline constexpr Completion all_completions[] = {
    Completion::blocking,        Completion::flush, Completion::flush_all, Completion::flush_local,
    Completion::flush_local_all, Completion::wait,  Completion::waitall,   Completion::wait_local,
    Completion::waitall_local,   Completion::test,  Completion::testall,   Completion::test_local,
    Completion::testall_local};

inline const char* name_of(Completion how)
{
  static constexpr const char* names[] = {"blocking",        "flush", "flush_all", "flush_local",
                                          "flush_local_all", "wait",  "waitall",   "wait_local",
                                          "waitall_local",   "test",  "testall",   "test_local",
                                          "testall_local"};
  return names[static_cast<int>(how)];
}

inline std::ostream& operator<<(std::ostream& os, Completion how)
{
  return os << name_of(how);
}

inline bool is_flush(Completion how)
{
  return how >= Completion::flush && how <= Completion::flush_local_all;
}

inline dart_ret_t finish(Completion how, dart_gptr_t gptr)
{
  switch (how) {
    case Completion::flush:
      return dart_flush(gptr);
    case Completion::flush_all:
      return dart_flush_all(gptr);
    case Completion::flush_local:
      return dart_flush_local(gptr);
    default:
      return dart_flush_local_all(gptr);
  }
}

inline dart_ret_t finish(Completion how, dart_handle_t* handle)
{
  int32_t finished = 0;
  dart_ret_t ret = DART_OK;
  while (ret == DART_OK && finished == 0) {
    finished = 1;
    switch (how) {
      case Completion::wait:
        ret = dart_wait(handle);
        break;
      case Completion::waitall:
        ret = dart_waitall(handle, 1);
        break;
      case Completion::wait_local:
        ret = dart_wait_local(handle);
        break;
      case Completion::waitall_local:
        ret = dart_waitall_local(handle, 1);
        break;
      case Completion::test:
        ret = dart_test(handle, &finished);
        break;
      case Completion::testall:
        ret = dart_testall(handle, 1, &finished);
        break;
      case Completion::test_local:
        ret = dart_test_local(handle, &finished);
        break;
      default:
        ret = dart_testall_local(handle, 1, &finished);
        break;
    }
  }
  EXPECT_EQ(DART_HANDLE_NULL, *handle);
  return ret;
}

/// Reads; the data are in the buffer on return.
inline dart_ret_t get(
    Completion how, void* dest, dart_gptr_t gptr, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type)
{
  if (how == Completion::blocking) {
    return dart_get_blocking(dest, gptr, nelem, src_type, dst_type);
  }
  if (is_flush(how)) {
    const dart_ret_t ret = dart_get(dest, gptr, nelem, src_type, dst_type);
    return ret != DART_OK ? ret : finish(how, gptr);
  }
  dart_handle_t handle = DART_HANDLE_NULL;
  const dart_ret_t ret = dart_get_handle(dest, gptr, nelem, src_type, dst_type, &handle);
  return ret != DART_OK ? ret : finish(how, &handle);
}

/// Writes and completes in the given way; after local completion, the data still need a flush.
inline dart_ret_t put(
    Completion how, dart_gptr_t gptr, const void* src, size_t nelem, dart_datatype_t src_type,
    dart_datatype_t dst_type)
{
  if (how == Completion::blocking) {
    return dart_put_blocking(gptr, src, nelem, src_type, dst_type);
  }
  if (is_flush(how)) {
    const dart_ret_t ret = dart_put(gptr, src, nelem, src_type, dst_type);
    return ret != DART_OK ? ret : finish(how, gptr);
  }
  dart_handle_t handle = DART_HANDLE_NULL;
  const dart_ret_t ret = dart_put_handle(gptr, src, nelem, src_type, dst_type, &handle);
  return ret != DART_OK ? ret : finish(how, &handle);
}

/* ---- threads ------------------------------------------------------------------------------ */

/// Runs \c f(0) … f(n - 1), each in a separate thread.
template <class F>
void run_threads(int n, F f)
{
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) {
    threads.emplace_back([&f, i] { f(i); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace dart::test
