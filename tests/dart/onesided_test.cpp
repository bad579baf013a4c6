// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Contiguous put and get with all forms of completion.

#include <random>

#include "huge_buffer.h"
#include "support.h"

namespace dart::test {
namespace {

class OnesidedTest : public DartTest {};

/* ---- sizes, alignments, completions -------------------------------------------------------- */

struct Transfer {
  size_t nbytes;
  Completion how;
};

std::ostream& operator<<(std::ostream& os, const Transfer& transfer)
{
  return os << transfer.nbytes << " bytes, " << transfer.how;
}

std::vector<Transfer> transfers()
{
  std::vector<Transfer> result;
  for (size_t nbytes : {1, 2, 7, 8, 63, 64, 65, 255, 4095, 4096, 4097, 65537, 1 << 20}) {
    for (Completion how : {Completion::blocking, Completion::flush, Completion::wait}) {
      result.push_back({nbytes, how});
    }
  }
  for (Completion how : all_completions) {
    result.push_back({1000, how});
  }
  for (Completion how : {Completion::blocking, Completion::wait}) {
    result.push_back({size_t{16} << 20, how});
  }
  return result;
}

class TransfersOnesidedTest : public OnesidedTest, public testing::WithParamInterface<Transfer> {
 protected:
  static constexpr size_t margin = 16;
  static constexpr unsigned char untouched = 0xEE;

  /// The \c nbytes bytes of \c unit, \c shift bytes behind the margin.
  static std::vector<unsigned char> framed(size_t unit, size_t shift, size_t nbytes)
  {
    std::vector<unsigned char> bytes(nbytes + 2 * margin, untouched);
    for (size_t i = 0; i < nbytes; ++i) {
      bytes[margin + shift + i] = static_cast<unsigned char>((i * 7 + i / 256 + unit * 31) % 199);
    }
    return bytes;
  }

  /// Distances from an aligned address; a single one for transfers that take long.
  static std::vector<size_t> shifts(size_t nbytes)
  {
    return nbytes < (1 << 20) ? std::vector<size_t>{0, 1, 5, 8} : std::vector<size_t>{3};
  }
};

TEST_P(TransfersOnesidedTest, Put)
{
  const auto [nbytes, how] = GetParam();
  Segment<unsigned char> segment(nbytes + 2 * margin);
  for (size_t distance : {0, 1}) {
    const size_t target = (me() + distance) % size;
    const size_t source = (me() + size - distance) % size;
    for (size_t shift : shifts(nbytes)) {
      segment.fill(untouched);
      const std::vector<unsigned char> mine = framed(me(), shift, nbytes);
      EXPECT_OK(
          put(how, segment.at(target, margin + shift), &mine[margin + shift], nbytes,
              DART_TYPE_BYTE, DART_TYPE_BYTE));
      EXPECT_OK(dart_flush(segment.at(target)));
      barrier();
      const std::vector<unsigned char> expected = framed(source, shift, nbytes);
      EXPECT_TRUE(same(expected, segment.values()));
      barrier();
    }
  }
}

TEST_P(TransfersOnesidedTest, Get)
{
  const auto [nbytes, how] = GetParam();
  Segment<unsigned char> segment(nbytes + 2 * margin);
  for (size_t shift : shifts(nbytes)) {
    const std::vector<unsigned char> mine = framed(me(), shift, nbytes);
    segment.set(mine);
    barrier();
    for (size_t target : {me(), next()}) {
      std::vector<unsigned char> result(nbytes + 2 * margin, untouched);
      EXPECT_OK(
          get(how, &result[margin + shift], segment.at(target, margin + shift), nbytes,
              DART_TYPE_BYTE, DART_TYPE_BYTE));
      const std::vector<unsigned char> expected = framed(target, shift, nbytes);
      EXPECT_EQ(0, std::memcmp(expected.data(), result.data(), expected.size()));
    }
    barrier();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Transfers, TransfersOnesidedTest, testing::ValuesIn(transfers()),
    [](const testing::TestParamInfo<Transfer>& info) {
      return std::to_string(info.index) + "_" + std::to_string(info.param.nbytes) + "_bytes_" +
             name_of(info.param.how);
    });

/* ---- types --------------------------------------------------------------------------------- */

template <class T>
class TypesOnesidedTest : public OnesidedTest {};
TYPED_TEST_SUITE(TypesOnesidedTest, BasicTypes);

TYPED_TEST(TypesOnesidedTest, CountsElements)
{
  using T = TypeParam;
  constexpr size_t n = 100;
  Segment<T> segment(n + 1);
  segment.fill(T{77});
  const std::vector<T> mine = elements<T>(this->me(), n);
  EXPECT_OK(
      dart_put_blocking(segment.at(this->next()), mine.data(), n, datatype_v<T>, datatype_v<T>));
  barrier();
  EXPECT_TRUE(same(elements<T>(this->previous(), n), read_at(segment.local(), n)));
  EXPECT_EQ(T{77}, segment.value(n));

  std::vector<T> result(n + 1, T{55});
  EXPECT_OK(
      dart_get_blocking(result.data(), segment.at(this->next()), n, datatype_v<T>, datatype_v<T>));
  EXPECT_TRUE(same(mine.data(), result.data(), n));
  EXPECT_EQ(T{55}, result[n]);
}

TEST_F(OnesidedTest, CustomType)
{
  struct Triple {
    int a, b, c;
    bool operator==(const Triple& other) const
    {
      return a == other.a && b == other.b && c == other.c;
    }
  };
  const DerivedType type = DerivedType::custom(sizeof(Triple));
  Segment<Triple> segment(10);
  std::vector<Triple> mine(10);
  for (int i = 0; i < 10; ++i) {
    mine[static_cast<size_t>(i)] = {myid.id, i, -i};
  }
  EXPECT_OK(dart_put_blocking(segment.at(next()), mine.data(), 10, type, type));
  barrier();
  EXPECT_EQ(static_cast<int>(previous()), segment.value(9).a);
  EXPECT_EQ(-9, segment.value(9).c);
  std::vector<Triple> result(10);
  EXPECT_OK(dart_get_blocking(result.data(), segment.at(next()), 10, type, type));
  EXPECT_TRUE(mine == result);
}

TEST_F(OnesidedTest, NoElements)
{
  Segment<int> segment(1);
  segment.fill(5);
  for (Completion how : all_completions) {
    EXPECT_OK(put(how, segment.at(next()), nullptr, 0, DART_TYPE_INT, DART_TYPE_INT)) << how;
    EXPECT_OK(get(how, nullptr, segment.at(next()), 0, DART_TYPE_INT, DART_TYPE_INT)) << how;
  }
  barrier();
  EXPECT_EQ(5, segment.value());
}

/* ---- completion ---------------------------------------------------------------------------- */

TEST_F(OnesidedTest, SourceIsReusableAfterLocalCompletion)
{
  constexpr size_t n = 1000;
  Segment<int> segment(4 * n);
  for (size_t round = 0; round < 4; ++round) {
    std::vector<int> source = elements<int>(me() + round, n);
    const dart_gptr_t gptr = segment.at(next(), round * n);
    const Completion how[] = {
        Completion::flush_local, Completion::flush_local_all, Completion::wait_local,
        Completion::test_local};
    EXPECT_OK(put(how[round], gptr, source.data(), n, DART_TYPE_INT, DART_TYPE_INT));
    std::fill(source.begin(), source.end(), -1);
  }
  EXPECT_OK(dart_flush(segment.at(next())));
  barrier();
  for (size_t round = 0; round < 4; ++round) {
    EXPECT_TRUE(
        same(elements<int>(previous() + round, n), read_at(segment.local() + round * n, n)));
  }
}

TEST_F(OnesidedTest, FlushIgnoresTheOffset)
{
  Segment<int> segment(100);
  const int value = myid.id;
  EXPECT_OK(dart_put(segment.at(next(), 99), &value, 1, DART_TYPE_INT, DART_TYPE_INT));
  EXPECT_OK(dart_flush(segment.at(next(), 3)));
  barrier();
  EXPECT_EQ(static_cast<int>(previous()), segment.value(99));
}

TEST_F(OnesidedTest, FlushAllCompletesAllUnits)
{
  Segment<int> segment(size);
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_OK(dart_put(segment.at(unit, me()), &myid.id, 1, DART_TYPE_INT, DART_TYPE_INT));
  }
  EXPECT_OK(dart_flush_all(segment.at(0)));
  barrier();
  EXPECT_TRUE(same(every(1, 0, size), segment.values()));

  std::vector<int> result(size, -1);
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_OK(dart_get(&result[unit], segment.at(unit, unit), 1, DART_TYPE_INT, DART_TYPE_INT));
  }
  EXPECT_OK(dart_flush_local_all(segment.at(0)));
  EXPECT_EQ(every(1, 0, size), result);
}

TEST_F(OnesidedTest, FlushWithoutOperations)
{
  const Segment<int> segment(1);
  EXPECT_OK(dart_flush(segment.at(next())));
  EXPECT_OK(dart_flush_all(segment.at(next())));
  EXPECT_OK(dart_flush_local(segment.at(next())));
  EXPECT_OK(dart_flush_local_all(segment.at(next())));
}

TEST_F(OnesidedTest, FlushCompletesDroppedHandles)
{
  Segment<int> segment(1);
  const int value = myid.id;
  dart_handle_t handle = DART_HANDLE_NULL;
  EXPECT_OK(dart_put_handle(segment.at(next()), &value, 1, DART_TYPE_INT, DART_TYPE_INT, &handle));
  EXPECT_OK(dart_handle_free(&handle));
  EXPECT_EQ(DART_HANDLE_NULL, handle);
  EXPECT_OK(dart_flush(segment.at(next())));
  barrier();
  EXPECT_EQ(static_cast<int>(previous()), segment.value());
  EXPECT_OK(dart_handle_free(&handle)) << "a null handle";
}

/* ---- handles ------------------------------------------------------------------------------- */

TEST_F(OnesidedTest, NullHandlesAreComplete)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  EXPECT_OK(dart_wait(&handle));
  EXPECT_OK(dart_wait_local(&handle));
  for (auto test : {dart_test, dart_test_local}) {
    int32_t finished = 7;
    EXPECT_OK(test(&handle, &finished));
    EXPECT_EQ(1, finished);
  }
  EXPECT_EQ(DART_HANDLE_NULL, handle);
}

TEST_F(OnesidedTest, NoHandlesAreComplete)
{
  dart_handle_t none[3] = {DART_HANDLE_NULL, DART_HANDLE_NULL, DART_HANDLE_NULL};
  EXPECT_OK(dart_waitall(none, 3));
  EXPECT_OK(dart_waitall(none, 0));
  EXPECT_OK(dart_waitall(nullptr, 0));
  EXPECT_OK(dart_waitall_local(none, 3));
  EXPECT_OK(dart_waitall_local(none, 0));
  EXPECT_OK(dart_waitall_local(nullptr, 0));
  for (auto testall : {dart_testall, dart_testall_local}) {
    for (size_t n : {0, 3}) {
      int32_t finished = 7;
      EXPECT_OK(testall(none, n, &finished));
      EXPECT_EQ(1, finished);
    }
    int32_t finished = 7;
    EXPECT_OK(testall(nullptr, 0, &finished));
    EXPECT_EQ(1, finished);
  }
}

/// Completes an array of handles that contains null handles.
class HandlesOnesidedTest : public OnesidedTest, public testing::WithParamInterface<Completion> {
 protected:
  static constexpr size_t nhandles = 60;

  /// Every third entry of the array is null.
  static bool is_null(size_t i) { return i % 3 == 1; }

  static void finish_all(std::vector<dart_handle_t>& handles)
  {
    int32_t finished = 0;
    dart_ret_t ret = DART_OK;
    while (ret == DART_OK && finished == 0) {
      finished = 1;
      switch (GetParam()) {
        case Completion::waitall:
          ret = dart_waitall(handles.data(), nhandles);
          break;
        case Completion::waitall_local:
          ret = dart_waitall_local(handles.data(), nhandles);
          break;
        case Completion::testall:
          ret = dart_testall(handles.data(), nhandles, &finished);
          break;
        default:
          ret = dart_testall_local(handles.data(), nhandles, &finished);
          break;
      }
    }
    EXPECT_OK(ret);
    EXPECT_EQ(
        static_cast<std::ptrdiff_t>(nhandles),
        std::count(handles.begin(), handles.end(), DART_HANDLE_NULL));
  }
};

TEST_P(HandlesOnesidedTest, Put)
{
  Segment<int> segment(nhandles);
  segment.fill(-1);
  std::vector<int> source = elements<int>(me(), nhandles);
  std::vector<dart_handle_t> handles(nhandles, DART_HANDLE_NULL);
  for (size_t i = 0; i < nhandles; ++i) {
    if (!is_null(i)) {
      EXPECT_OK(dart_put_handle(
          segment.at(next(), i), &source[i], 1, DART_TYPE_INT, DART_TYPE_INT, &handles[i]));
    }
  }
  finish_all(handles);
  EXPECT_OK(dart_flush(segment.at(next())));
  barrier();
  for (size_t i = 0; i < nhandles; ++i) {
    EXPECT_EQ(is_null(i) ? -1 : element<int>(previous(), i), segment.value(i));
  }
}

TEST_P(HandlesOnesidedTest, Get)
{
  Segment<int> segment(nhandles);
  segment.set(elements<int>(me(), nhandles));
  barrier();
  std::vector<int> result(nhandles, -1);
  std::vector<dart_handle_t> handles(nhandles, DART_HANDLE_NULL);
  for (size_t i = 0; i < nhandles; ++i) {
    if (!is_null(i)) {
      EXPECT_OK(dart_get_handle(
          &result[i], segment.at((me() + i) % size, i), 1, DART_TYPE_INT, DART_TYPE_INT,
          &handles[i]));
    }
  }
  finish_all(handles);
  for (size_t i = 0; i < nhandles; ++i) {
    EXPECT_EQ(is_null(i) ? -1 : element<int>((me() + i) % size, i), result[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Completions, HandlesOnesidedTest,
    testing::Values(
        Completion::waitall, Completion::waitall_local, Completion::testall,
        Completion::testall_local),
    [](const testing::TestParamInfo<Completion>& info) { return name_of(info.param); });

/* ---- many units at once --------------------------------------------------------------------- */

TEST_F(OnesidedTest, EachUnitWritesToAllUnits)
{
  constexpr size_t n = 500;
  Segment<int> segment(n * size);
  for (size_t round = 0; round < 10; ++round) {
    const std::vector<int> mine = elements<int>(me() + round, n);
    for (size_t unit = 0; unit < size; ++unit) {
      EXPECT_OK(dart_put(segment.at(unit, me() * n), mine.data(), n, DART_TYPE_INT, DART_TYPE_INT));
    }
    EXPECT_OK(dart_flush_all(segment.begin()));
    barrier();
    for (size_t unit = 0; unit < size; ++unit) {
      EXPECT_TRUE(same(elements<int>(unit + round, n), read_at(segment.local() + unit * n, n)));
    }
    barrier();
  }
}

TEST_F(OnesidedTest, RandomAccessAgreesWithAModel)
{
  constexpr size_t n = 256;
  Segment<int> segment(n);
  segment.fill(0);
  // Unit u writes the elements i of all units with i % size == u.
  std::vector<std::vector<int>> model(size, std::vector<int>(n, 0));
  std::mt19937 random(static_cast<unsigned>(me()));
  for (int step = 1; step < 5000; ++step) {
    const size_t unit = random() % size;
    const size_t i = random() % (n / size) * size + me();
    if (random() % 2 == 0) {
      store(segment.at(unit, i), step);
      model[unit][i] = step;
    } else {
      EXPECT_EQ(model[unit][i], load<int>(segment.at(unit, i)));
    }
  }
}

TEST_F(OnesidedTest, SubTeamsUseTeamRelativeIds)
{
  const SubTeam even(every(2, 0, size));
  const SubTeam odd(every(2, 1, size));
  const SubTeam& team = even ? even : odd;
  Segment<int> segment(1, team.id());
  const size_t self = static_cast<size_t>(team.myid());
  store(segment.at((self + 1) % team.size()), myid.id);
  barrier(team.id());
  dart_global_unit_t writer;
  ASSERT_OK(dart_team_unit_l2g(
      team.id(), static_cast<dart_unit_t>((self + team.size() - 1) % team.size()), &writer));
  EXPECT_EQ(writer.id, segment.value());
}

TEST_F(OnesidedTest, MoreThanIntMaxElements)
{
  HugeBuffer buffer;
  buffer.fill(me());
  dart_gptr_t gptr = DART_GPTR_NULL;
  ASSERT_OK(dart_team_memregister(
      DART_TEAM_ALL, HugeBuffer::nbytes, DART_TYPE_BYTE, buffer.bytes(), &gptr));
  barrier();
  if (me() == 0) {
    HugeBuffer mine;
    gptr.unitid = static_cast<dart_unit_t>(next());
    EXPECT_OK(
        dart_get_blocking(mine.bytes(), gptr, HugeBuffer::nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
    EXPECT_TRUE(mine.is_filled(next()));
    mine.fill(77);
    EXPECT_OK(
        dart_put_blocking(gptr, mine.bytes(), HugeBuffer::nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
  }
  barrier();
  EXPECT_TRUE(buffer.is_filled(previous() == 0 ? 77 : me()));
  gptr.unitid = 0;
  ASSERT_OK(dart_team_memderegister(gptr));
}

/// Other hosts reach memory from its first allocation on. A block that is larger than the one
/// before it at the same place becomes reachable in two pieces.
TEST_F(OnesidedTest, BlockThatWasSmallerBefore)
{
  constexpr size_t nbytes = size_t{16} << 20;
  {
    const Segment<unsigned char> smaller((size_t{9} << 20));
  }
  Segment<unsigned char> segment(nbytes);
  const std::vector<unsigned char> mine = elements<unsigned char>(me(), nbytes);
  EXPECT_OK(
      dart_put_blocking(segment.at(next()), mine.data(), nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
  barrier();
  const std::vector<unsigned char> expected = elements<unsigned char>(previous(), nbytes);
  EXPECT_TRUE(same(expected, segment.values()));

  std::vector<unsigned char> result(nbytes);
  EXPECT_OK(
      dart_get_blocking(result.data(), segment.at(next()), nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
  EXPECT_EQ(mine, result);
  barrier();
}

TEST_F(OnesidedTest, SegmentToSegment)
{
  constexpr size_t n = 1000;
  Segment<int> from(n);
  Segment<int> to(n);
  from.set(elements<int>(me(), n));
  barrier();
  EXPECT_OK(dart_get_blocking(to.local(), from.at(next()), n, DART_TYPE_INT, DART_TYPE_INT));
  EXPECT_TRUE(same(elements<int>(next(), n), to.values()));
}

TEST_F(OnesidedTest, CopyBetweenTwoPlaces)
{
  constexpr size_t n = 1000, nbytes = n * sizeof(int);
  Segment<int> from(n);
  Segment<int> to(n);
  from.set(elements<int>(me(), n));
  barrier();
  // Into the own part: that has an address here wherever the source is.
  dart_handle_t handle = DART_HANDLE_NULL;
  EXPECT_OK(dart_copy_handle(to.at(me()), from.at(next()), nbytes, &handle));
  EXPECT_OK(dart_wait(&handle));
  EXPECT_TRUE(same(elements<int>(next(), n), to.values()));
  barrier();
  // Out of the own part.
  EXPECT_OK(dart_copy_handle(to.at(next()), from.at(me()), nbytes, &handle));
  EXPECT_OK(dart_wait(&handle));
  barrier();
  EXPECT_TRUE(same(elements<int>(previous(), n), to.values()));
}

TEST_F(OnesidedTest, CopyOfOverlappingPlacesIsLeftToTheCaller)
{
  Segment<int> segment(16);
  dart_gptr_t behind = segment.at(me());
  behind.addr_or_offs.offset += 8;
  dart_handle_t handle = DART_HANDLE_NULL;
  EXPECT_EQ(DART_ERR_NOTFOUND, dart_copy_handle(behind, segment.at(me()), 16, &handle));
  EXPECT_EQ(DART_HANDLE_NULL, handle);
  EXPECT_OK(dart_copy_handle(behind, segment.at(me()), 8, &handle));
  EXPECT_OK(dart_wait(&handle));
}

/// The types of a transfer may differ in the sign.
TEST_F(OnesidedTest, NumbersWithAndWithoutSign)
{
  Segment<unsigned char> segment(4);
  segment.fill(0);
  const std::vector<unsigned char> sent{1, 200, 3, 255};
  EXPECT_OK(dart_put_blocking(
      segment.at(next()), sent.data(), sent.size(), DART_TYPE_UBYTE, DART_TYPE_BYTE));
  barrier();
  std::vector<unsigned char> received(4);
  EXPECT_OK(dart_get_blocking(
      received.data(), segment.at(me()), received.size(), DART_TYPE_BYTE, DART_TYPE_UBYTE));
  EXPECT_EQ(sent, received);
  short number = 0;
  EXPECT_INVAL(dart_get_blocking(&number, segment.at(me()), 1, DART_TYPE_UBYTE, DART_TYPE_USHORT));
}

}  // namespace
}  // namespace dart::test
