// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Barrier, data movement and reductions of a team.

#include <chrono>
#include <functional>
#include <random>

#include "huge_buffer.h"
#include "operations.h"
#include "support.h"

namespace dart::test {
namespace {

/// Operand of a reduction, chosen so that products over a few units are exact in each type.
template <class T>
T operand(size_t unit, size_t i)
{
  return static_cast<T>((unit * 3 + i * 7 + 1) % 6);
}

template <class T>
std::vector<T> operands(size_t unit, size_t n)
{
  std::vector<T> values(n);
  for (size_t i = 0; i < n; ++i) {
    values[i] = operand<T>(unit, i);
  }
  return values;
}

/// The collectives of one team on elements of type T, which check their results on each unit. Each
/// function is collective and may be called repeatedly.
template <class T>
class Checker {
 public:
  explicit Checker(dart_team_t team, dart_datatype_t type = datatype_v<T>)
      : team_(team),
        type_(type),
        self_(static_cast<size_t>(team_myid(team))),
        size_(team_size(team))
  {}

  size_t size() const { return size_; }

  void bcast(size_t n, size_t root) const
  {
    std::vector<T> buffer = elements<T>(self_ == root ? root + 50 : self_, n);
    EXPECT_OK(dart_bcast(buffer.data(), n, type_, as_unit(root), team_));
    EXPECT_TRUE(same(elements<T>(root + 50, n), buffer)) << "bcast from " << root;
  }

  void scatter(size_t n, size_t root) const
  {
    const std::vector<T> source = elements<T>(root, n * size_);
    std::vector<T> result(n, T{111});
    EXPECT_OK(dart_scatter(
        self_ == root ? source.data() : nullptr, result.data(), n, type_, as_unit(root), team_));
    EXPECT_TRUE(same(source.data() + self_ * n, result.data(), n)) << "scatter from " << root;
  }

  void gather(size_t n, size_t root) const
  {
    const std::vector<T> source = elements<T>(self_, n);
    std::vector<T> result(self_ == root ? n * size_ : 0);
    EXPECT_OK(dart_gather(
        source.data(), self_ == root ? result.data() : nullptr, n, type_, as_unit(root), team_));
    for (size_t unit = 0; self_ == root && unit < size_; ++unit) {
      EXPECT_TRUE(same(elements<T>(unit, n).data(), result.data() + unit * n, n))
          << "gather to " << root;
    }
  }

  /// How the send buffer of an operation is passed.
  enum class Source { separate, same_buffer, null };
  static constexpr Source all_sources[] = {Source::separate, Source::same_buffer, Source::null};

  void allgather(size_t n, Source source) const
  {
    const std::vector<T> mine = elements<T>(self_, n);
    std::vector<T> result(n * size_, T{111});
    if (source != Source::separate) {
      std::copy(mine.begin(), mine.end(), result.begin() + static_cast<std::ptrdiff_t>(self_ * n));
    }
    EXPECT_OK(dart_allgather(send_buffer(source, mine, result), result.data(), n, type_, team_));
    for (size_t unit = 0; unit < size_; ++unit) {
      EXPECT_TRUE(same(elements<T>(unit, n).data(), result.data() + unit * n, n)) << "allgather";
    }
  }

  /// Unit u contributes count(u) elements; the parts are stored in descending order, with gaps.
  void allgatherv(const std::function<size_t(size_t)>& count, Source source) const
  {
    constexpr size_t gap = 2;
    std::vector<size_t> counts(size_);
    std::vector<size_t> displacements(size_);
    size_t end = gap;
    for (size_t unit = size_; unit-- > 0;) {
      counts[unit] = count(unit);
      displacements[unit] = end;
      end += counts[unit] + gap;
    }
    std::vector<T> expected(end, T{111});
    for (size_t unit = 0; unit < size_; ++unit) {
      const std::vector<T> part = elements<T>(unit, counts[unit]);
      std::copy(
          part.begin(), part.end(),
          expected.begin() + static_cast<std::ptrdiff_t>(displacements[unit]));
    }
    const std::vector<T> mine = elements<T>(self_, counts[self_]);
    std::vector<T> result(end, T{111});
    if (source != Source::separate) {
      std::copy(
          mine.begin(), mine.end(),
          result.begin() + static_cast<std::ptrdiff_t>(displacements[self_]));
    }
    EXPECT_OK(dart_allgatherv(
        send_buffer(source, mine, result), mine.size(), type_, result.data(), counts.data(),
        displacements.data(), team_));
    EXPECT_TRUE(same(expected, result)) << "allgatherv";
  }

  void alltoall(size_t n, Source source) const
  {
    // Block b of unit u holds the elements of "unit" u * size + b.
    std::vector<T> mine;
    std::vector<T> expected;
    for (size_t unit = 0; unit < size_; ++unit) {
      append(mine, elements<T>(self_ * size_ + unit, n));
      append(expected, elements<T>(unit * size_ + self_, n));
    }
    std::vector<T> result = source == Source::separate ? std::vector<T>(n * size_, T{111}) : mine;
    EXPECT_OK(dart_alltoall(send_buffer(source, mine, result), result.data(), n, type_, team_));
    EXPECT_TRUE(same(expected, result)) << "alltoall";
  }

  void allreduce(size_t n, dart_operation_t op) const
  {
    const std::vector<T> mine = operands<T>(self_, n);
    std::vector<T> result(n, T{111});
    EXPECT_OK(dart_allreduce(mine.data(), result.data(), n, type_, op, team_));
    EXPECT_TRUE(same(reduced(n, op), result)) << "allreduce with operation " << op;
  }

  void reduce(size_t n, dart_operation_t op, size_t root) const
  {
    const std::vector<T> mine = operands<T>(self_, n);
    std::vector<T> result(n, T{111});
    EXPECT_OK(dart_reduce(
        mine.data(), self_ == root ? result.data() : nullptr, n, type_, op, as_unit(root), team_));
    if (self_ == root) {
      EXPECT_TRUE(same(reduced(n, op), result)) << "reduce to " << root << " with operation " << op;
    }
  }

  /// Pairs of minimum and maximum.
  void minmax(size_t npairs, size_t root) const
  {
    std::vector<T> mine(2 * npairs);
    std::vector<T> expected(2 * npairs);
    for (size_t i = 0; i < npairs; ++i) {
      mine[2 * i + DART_OP_MINMAX_MIN] = element<T>(self_, i);
      mine[2 * i + DART_OP_MINMAX_MAX] = element<T>(self_ + 5, i);
      T lowest = element<T>(0, i);
      T highest = element<T>(5, i);
      for (size_t unit = 1; unit < size_; ++unit) {
        lowest = std::min(lowest, element<T>(unit, i));
        highest = std::max(highest, element<T>(unit + 5, i));
      }
      expected[2 * i + DART_OP_MINMAX_MIN] = lowest;
      expected[2 * i + DART_OP_MINMAX_MAX] = highest;
    }
    std::vector<T> result(2 * npairs, T{111});
    EXPECT_OK(dart_allreduce(mine.data(), result.data(), 2 * npairs, type_, DART_OP_MINMAX, team_));
    EXPECT_TRUE(same(expected, result)) << "allreduce";

    std::fill(result.begin(), result.end(), T{111});
    EXPECT_OK(dart_reduce(
        mine.data(), result.data(), 2 * npairs, type_, DART_OP_MINMAX, as_unit(root), team_));
    if (self_ == root) {
      EXPECT_TRUE(same(expected, result)) << "reduce";
    }
  }

  /// Tests all collectives that move data, once for each root and source.
  void movement(size_t n) const
  {
    for (size_t root = 0; root < size_; ++root) {
      bcast(n, root);
      scatter(n, root);
      gather(n, root);
    }
    for (Source source : all_sources) {
      allgather(n, source);
      allgatherv([n](size_t unit) { return (n + 3 * unit) % (n + 1); }, source);
      alltoall(n, source);
    }
  }

 private:
  static dart_team_unit_t as_unit(size_t id) { return static_cast<dart_unit_t>(id); }

  static const T* send_buffer(
      Source source, const std::vector<T>& mine, const std::vector<T>& result)
  {
    switch (source) {
      case Source::separate:
        return mine.data();
      case Source::same_buffer:
        return result.data();
      default:
        return nullptr;
    }
  }

  static void append(std::vector<T>& to, const std::vector<T>& from)
  {
    to.insert(to.end(), from.begin(), from.end());
  }

  std::vector<T> reduced(size_t n, dart_operation_t op) const
  {
    std::vector<T> result = operands<T>(0, n);
    for (size_t unit = 1; unit < size_; ++unit) {
      for (size_t i = 0; i < n; ++i) {
        result[i] = combine(op, result[i], operand<T>(unit, i));
      }
    }
    return result;
  }

  dart_team_t team_;
  dart_datatype_t type_;
  size_t self_;
  size_t size_;
};

class CollectivesTest : public DartTest {
 protected:
  /// Teams of the neighbours i and i + 1 for each i: each unit belongs to two of them.
  std::vector<SubTeam> neighbours() const
  {
    std::vector<SubTeam> teams;
    for (size_t first = 0; first < size; ++first) {
      teams.emplace_back(every(1, first, std::min(first + 2, size)));
    }
    return teams;
  }
};

/* ---- barrier -----------------------------------------------------------------------------------
 */

TEST_F(CollectivesTest, BarrierWaitsForAll)
{
  Segment<int> arrived(size);
  arrived.fill(0);
  for (int round = 1; round <= 200; ++round) {
    for (size_t unit = 0; unit < size; ++unit) {
      store(arrived.at(unit, me()), round);
    }
    barrier();
    for (int seen : arrived.values()) {
      EXPECT_GE(seen, round);
    }
  }
}

TEST_F(CollectivesTest, BarrierWaitsForTheSlowest)
{
  Segment<int> arrived(1);
  arrived.fill(0);
  for (size_t slow = 0; slow < size; ++slow) {
    const int round = static_cast<int>(slow) + 1;
    if (me() == slow) {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      store(arrived.at(0), round);
    }
    barrier();
    EXPECT_EQ(round, load<int>(arrived.at(0)));
    barrier();
  }
}

/* ---- all types ---------------------------------------------------------------------------------
 */

template <class T>
class TypesCollectivesTest : public CollectivesTest {};
TYPED_TEST_SUITE(TypesCollectivesTest, BasicTypes);

TYPED_TEST(TypesCollectivesTest, Movement)
{
  const Checker<TypeParam> all(DART_TEAM_ALL);
  for (size_t n : {0, 1, 2, 5, 100, 3001}) {
    SCOPED_TRACE(n);
    all.movement(n);
  }
}

TYPED_TEST(TypesCollectivesTest, Reductions)
{
  const Checker<TypeParam> all(DART_TEAM_ALL);
  for (size_t n : {0, 1, 2, 17, 3001}) {
    SCOPED_TRACE(n);
    for (dart_operation_t op : operations_on<TypeParam>()) {
      all.allreduce(n, op);
      for (size_t root = 0; root < this->size; ++root) {
        all.reduce(n, op, root);
      }
    }
  }
}

TYPED_TEST(TypesCollectivesTest, MinMax)
{
  const Checker<TypeParam> all(DART_TEAM_ALL);
  for (size_t npairs : {0, 1, 2, 17, 3001}) {
    SCOPED_TRACE(npairs);
    for (size_t root = 0; root < this->size; ++root) {
      all.minmax(npairs, root);
    }
  }
}

TEST_F(CollectivesTest, NegativeValues)
{
  const long mine = -static_cast<long>(me()) - 1;
  long result = 0;
  EXPECT_OK(dart_allreduce(&mine, &result, 1, DART_TYPE_LONG, DART_OP_MAX, DART_TEAM_ALL));
  EXPECT_EQ(-1, result);
  EXPECT_OK(dart_allreduce(&mine, &result, 1, DART_TYPE_LONG, DART_OP_MIN, DART_TEAM_ALL));
  EXPECT_EQ(-static_cast<long>(size), result);
  const double fraction = static_cast<double>(mine) / 2;
  double sum = 0;
  EXPECT_OK(dart_allreduce(&fraction, &sum, 1, DART_TYPE_DOUBLE, DART_OP_SUM, DART_TEAM_ALL));
  EXPECT_EQ(-static_cast<double>(size * (size + 1)) / 4, sum);
}

TEST_F(CollectivesTest, FloatingSumsAreTheSameAtEachUnit)
{
  constexpr size_t n = 1000;
  std::mt19937 random(static_cast<unsigned>(me()));
  std::uniform_real_distribution<double> distribution(-1e9, 1e-9);
  std::vector<double> mine(n);
  for (double& value : mine) {
    value = distribution(random);
  }
  std::vector<double> result(n);
  EXPECT_OK(
      dart_allreduce(mine.data(), result.data(), n, DART_TYPE_DOUBLE, DART_OP_SUM, DART_TEAM_ALL));
  std::vector<double> all(n * size);
  EXPECT_OK(dart_allgather(result.data(), all.data(), n, DART_TYPE_DOUBLE, DART_TEAM_ALL));
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_EQ(0, std::memcmp(result.data(), all.data() + unit * n, n * sizeof(double)));
  }
}

/* ---- large -------------------------------------------------------------------------------------
 */

TEST_F(CollectivesTest, LargeMovement)
{
  const Checker<int> all(DART_TEAM_ALL);
  using Source = Checker<int>::Source;
  constexpr size_t n = (1 << 20) + 3;
  all.bcast(n, size - 1);
  all.bcast(2 * n, 0);
  all.scatter(n, 0);
  all.gather(n, size - 1);
  all.allgather(n, Source::separate);
  all.allgather(n, Source::same_buffer);
  all.allgatherv([](size_t unit) { return unit % 2 == 0 ? n : 1; }, Source::separate);
  all.allgatherv([](size_t unit) { return unit % 2 == 1 ? n : 0; }, Source::null);
  all.alltoall(n / 2, Source::separate);
  all.alltoall(n / 2, Source::null);
}

TEST_F(CollectivesTest, LargeReductions)
{
  constexpr size_t n = (1 << 20) + 3;
  const Checker<int> ints(DART_TEAM_ALL);
  ints.allreduce(n, DART_OP_SUM);
  ints.reduce(n, DART_OP_MAX, size - 1);
  ints.minmax(n / 2, 0);
  const Checker<double> doubles(DART_TEAM_ALL);
  doubles.allreduce(n / 2, DART_OP_SUM);
  doubles.reduce(n / 2, DART_OP_PROD, 0);
}

TEST_F(CollectivesTest, BroadcastOfMoreThanIntMaxElements)
{
  if (hosts() > 1) GTEST_SKIP() << "goes between hosts in steps of the same size as any other";
  HugeBuffer buffer;
  buffer.fill(me());
  EXPECT_OK(dart_bcast(buffer.bytes(), HugeBuffer::nbytes, DART_TYPE_BYTE, 0, DART_TEAM_ALL));
  EXPECT_TRUE(buffer.is_filled(0));
}

TEST_F(CollectivesTest, UnalignedBuffers)
{
  constexpr size_t n = 100000;
  std::vector<unsigned char> buffer(n + 3);
  if (me() == 0) {
    const std::vector<unsigned char> source = elements<unsigned char>(0, n);
    std::copy(source.begin(), source.end(), buffer.begin() + 3);
  }
  EXPECT_OK(dart_bcast(buffer.data() + 3, n, DART_TYPE_BYTE, 0, DART_TEAM_ALL));
  EXPECT_TRUE(same(elements<unsigned char>(0, n).data(), buffer.data() + 3, n));
}

TEST_F(CollectivesTest, BuffersInGlobalMemory)
{
  Segment<int> from(1000);
  Segment<int> to(1000);
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), myid.id);
  from.set(values);
  EXPECT_OK(
      dart_allreduce(from.local(), to.local(), 1000, DART_TYPE_INT, DART_OP_SUM, DART_TEAM_ALL));
  EXPECT_EQ(static_cast<int>(999 * size + size * (size - 1) / 2), to.value(999));
}

/* ---- teams -------------------------------------------------------------------------------------
 */

TEST_F(CollectivesTest, SubTeams)
{
  const SubTeam even(every(2, 0, size));
  const SubTeam odd(every(2, 1, size));
  const Checker<double> half(even ? even.id() : odd.id());
  for (size_t n : {0, 1, 10, 5000}) {
    SCOPED_TRACE(n);
    half.movement(n);
    half.minmax(n, half.size() - 1);
    for (dart_operation_t op : operations_on<double>()) {
      half.allreduce(n, op);
      half.reduce(n, op, half.size() - 1);
    }
  }
}

TEST_F(CollectivesTest, OverlappingTeams)
{
  const std::vector<SubTeam> teams = neighbours();
  for (size_t round = 0; round < 20; ++round) {
    for (const SubTeam& team : teams) {
      if (team) {
        const Checker<int> pair(team.id());
        pair.movement(round * 7);
        pair.allreduce(round * 7, DART_OP_SUM);
        barrier(team.id());
      }
    }
  }
}

TEST_F(CollectivesTest, RandomSequence)
{
  const std::vector<SubTeam> teams = neighbours();
  const SubTeam clone = SubTeam::clone(DART_TEAM_ALL);
  std::mt19937 random(41);
  std::mt19937 delay(static_cast<unsigned>(me()));
  for (int round = 0; round < 300; ++round) {
    // The random numbers are the same on each unit.
    const size_t which = random() % (size + 2);
    const size_t n = random() % (size_t{1} << (random() % 15));
    const unsigned kind = random() % 8;
    const size_t drawn_root = random();
    if (which < size && !teams[which]) {
      continue;
    }
    if (delay() % 10 == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(delay() % 300));
    }
    const Checker<int> team(
        which < size    ? teams[which].id()
        : which == size ? clone.id()
                        : DART_TEAM_ALL);
    const size_t root = drawn_root % team.size();
    const auto source = Checker<int>::all_sources[drawn_root % 3];
    switch (kind) {
      case 0:
        team.bcast(n, root);
        break;
      case 1:
        team.scatter(n, root);
        break;
      case 2:
        team.gather(n, root);
        break;
      case 3:
        team.allgather(n, source);
        break;
      case 4:
        team.allgatherv([n](size_t unit) { return n * unit % (n + 1); }, source);
        break;
      case 5:
        team.alltoall(n, source);
        break;
      case 6:
        team.allreduce(n, DART_OP_SUM);
        break;
      default:
        team.reduce(n, DART_OP_MAX, root);
        break;
    }
  }
}

/* ---- custom types and operations
 * ------------------------------------------------------------------ */

/// An affine map; the composition is associative, but not commutative.
struct Affine {
  unsigned long factor = 1;
  unsigned long offset = 0;

  bool operator==(const Affine& other) const
  {
    return factor == other.factor && offset == other.offset;
  }
};

Affine then(const Affine& first, const Affine& second)
{
  return {first.factor * second.factor, first.offset * second.factor + second.offset};
}

void compose(const void* in, void* inout, size_t len, void*)
{
  const auto* first = static_cast<const Affine*>(in);
  auto* second = static_cast<Affine*>(inout);
  for (size_t i = 0; i < len; ++i) {
    second[i] = then(first[i], second[i]);
  }
}

/// A custom operation that is destroyed at the end of its scope.
class CustomOperation {
 public:
  CustomOperation(
      dart_operator_t op, dart_datatype_t type, bool commute, void* userdata = nullptr,
      bool type_is_tmp = false)
  {
    EXPECT_OK(dart_op_create(op, userdata, commute, type, type_is_tmp, &op_));
    EXPECT_GT(op_, static_cast<dart_operation_t>(DART_OP_LAST));
  }
  CustomOperation(const CustomOperation&) = delete;
  CustomOperation& operator=(const CustomOperation&) = delete;
  ~CustomOperation()
  {
    EXPECT_OK(dart_op_destroy(&op_));
    EXPECT_EQ(static_cast<dart_operation_t>(DART_OP_UNDEFINED), op_);
  }
  operator dart_operation_t() const { return op_; }

 private:
  dart_operation_t op_ = DART_OP_UNDEFINED;
};

Affine map_of(size_t unit, size_t i)
{
  return {2 * unit + 3 + i % 5, 7 * unit + i};
}

TEST_F(CollectivesTest, CustomTypesMove)
{
  struct Triple {
    int a, b, c;
  };
  const DerivedType type = DerivedType::custom(sizeof(Triple));
  const Triple mine{myid.id, 10 * myid.id, 100 * myid.id};
  std::vector<Triple> all(size);
  EXPECT_OK(dart_allgather(&mine, all.data(), 1, type, DART_TEAM_ALL));
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_EQ(static_cast<int>(unit), all[unit].a);
    EXPECT_EQ(static_cast<int>(100 * unit), all[unit].c);
  }
  Triple last = mine;
  EXPECT_OK(dart_bcast(&last, 1, type, static_cast<dart_unit_t>(size - 1), DART_TEAM_ALL));
  EXPECT_EQ(static_cast<int>(10 * (size - 1)), last.b);
}

TEST_F(CollectivesTest, NonCommutativeOperationsCombineInUnitOrder)
{
  const DerivedType type = DerivedType::custom(sizeof(Affine));
  const CustomOperation op(compose, type, false);
  for (size_t n : {0, 1, 2, 100, 40000}) {
    SCOPED_TRACE(n);
    std::vector<Affine> mine(n);
    std::vector<Affine> expected(n);
    for (size_t i = 0; i < n; ++i) {
      mine[i] = map_of(me(), i);
      for (size_t unit = 0; unit < size; ++unit) {
        expected[i] = then(expected[i], map_of(unit, i));
      }
    }
    std::vector<Affine> result(n);
    EXPECT_OK(dart_allreduce(mine.data(), result.data(), n, type, op, DART_TEAM_ALL));
    EXPECT_TRUE(expected == result);
    for (size_t root = 0; root < size; ++root) {
      std::fill(result.begin(), result.end(), Affine{});
      EXPECT_OK(dart_reduce(
          mine.data(), result.data(), n, type, op, static_cast<dart_unit_t>(root), DART_TEAM_ALL));
      if (me() == root) {
        EXPECT_TRUE(expected == result);
      }
    }
  }
}

TEST_F(CollectivesTest, NonCommutativeOperationsInSubTeams)
{
  const DerivedType type = DerivedType::custom(sizeof(Affine));
  const CustomOperation op(compose, type, false);
  for (const SubTeam& team : neighbours()) {
    if (team) {
      const Affine mine = map_of(static_cast<size_t>(team.myid()), 0);
      Affine expected;
      for (size_t unit = 0; unit < team.size(); ++unit) {
        expected = then(expected, map_of(unit, 0));
      }
      Affine result;
      EXPECT_OK(dart_allreduce(&mine, &result, 1, type, op, team.id()));
      EXPECT_TRUE(expected == result);
    }
  }
}

TEST_F(CollectivesTest, UserDataReachesTheOperation)
{
  int modulus = 7;
  const CustomOperation op(
      [](const void* in, void* inout, size_t len, void* data) {
        const auto* a = static_cast<const int*>(in);
        auto* b = static_cast<int*>(inout);
        for (size_t i = 0; i < len; ++i) {
          b[i] = (a[i] + b[i]) % *static_cast<int*>(data);
        }
      },
      DART_TYPE_INT, true, &modulus);
  for (int next_modulus : {7, 5}) {
    modulus = next_modulus;
    std::vector<int> mine(1000);
    for (size_t i = 0; i < mine.size(); ++i) {
      mine[i] = static_cast<int>(i + me()) % modulus;
    }
    std::vector<int> result(mine.size());
    EXPECT_OK(
        dart_allreduce(mine.data(), result.data(), mine.size(), DART_TYPE_INT, op, DART_TEAM_ALL));
    for (size_t i = 0; i < mine.size(); ++i) {
      int expected = 0;
      for (size_t unit = 0; unit < size; ++unit) {
        expected = (expected + static_cast<int>(i + unit)) % modulus;
      }
      ASSERT_EQ(expected, result[i]) << i;
    }
    // The operations of all units have read the modulus before it is changed.
    barrier();
  }
}

TEST_F(CollectivesTest, TypeOfAnOperationMayGoFirst)
{
  dart_datatype_t type = DART_TYPE_UNDEFINED;
  ASSERT_OK(dart_type_create_custom(sizeof(Affine), &type));
  {
    const CustomOperation op(compose, type, false, nullptr, true);
    const Affine mine = map_of(me(), 0);
    Affine result;
    EXPECT_OK(dart_allreduce(&mine, &result, 1, type, op, DART_TEAM_ALL));
    EXPECT_OK(dart_type_destroy(&type));
  }
}

/* ---- misuse
 * --------------------------------------------------------------------------------------- */

class MisusedCollectivesTest : public CollectivesTest {
 protected:
  /// Calls each collective and expects an error.
  void expect_invalid(
      dart_datatype_t type, dart_team_t team, dart_team_unit_t root = 0, size_t nelem = 1)
  {
    EXPECT_INVAL(dart_bcast(receive_, nelem, type, root, team));
    EXPECT_INVAL(dart_scatter(send_, receive_, nelem, type, root, team));
    EXPECT_INVAL(dart_gather(send_, receive_, nelem, type, root, team));
    EXPECT_INVAL(dart_reduce(send_, receive_, nelem, type, DART_OP_SUM, root, team));
  }
  void expect_invalid_rootless(dart_datatype_t type, dart_team_t team)
  {
    const std::vector<size_t> counts(size, 1);
    const std::vector<size_t> displacements(size, 0);
    EXPECT_INVAL(dart_allgather(send_, receive_, 1, type, team));
    EXPECT_INVAL(
        dart_allgatherv(send_, 1, type, receive_, counts.data(), displacements.data(), team));
    EXPECT_INVAL(dart_alltoall(send_, receive_, 1, type, team));
    EXPECT_INVAL(dart_allreduce(send_, receive_, 1, type, DART_OP_SUM, team));
  }
  void expect_invalid_operation(dart_datatype_t type, dart_operation_t op, size_t nelem = 2)
  {
    EXPECT_INVAL(dart_allreduce(send_, receive_, nelem, type, op, DART_TEAM_ALL));
    EXPECT_INVAL(dart_reduce(send_, receive_, nelem, type, op, 0, DART_TEAM_ALL));
  }

  unsigned char send_[1024] = {};
  unsigned char receive_[1024] = {};
};

TEST_F(MisusedCollectivesTest, Teams)
{
  for (dart_team_t team : {DART_TEAM_NULL, dart_team_t{12345}}) {
    EXPECT_INVAL(dart_barrier(team));
    expect_invalid(DART_TYPE_INT, team);
    expect_invalid_rootless(DART_TYPE_INT, team);
  }
}

TEST_F(MisusedCollectivesTest, Roots)
{
  expect_invalid(DART_TYPE_INT, DART_TEAM_ALL, static_cast<dart_unit_t>(size));
  expect_invalid(DART_TYPE_INT, DART_TEAM_ALL, -1);
}

TEST_F(MisusedCollectivesTest, Types)
{
  const DerivedType strided = DerivedType::strided(DART_TYPE_INT, 2, 1);
  const DerivedType indexed = DerivedType::indexed(DART_TYPE_INT, {1}, {0});
  for (dart_datatype_t type :
       {DART_TYPE_UNDEFINED, dart_datatype_t{strided}, dart_datatype_t{indexed}}) {
    expect_invalid(type, DART_TEAM_ALL);
    expect_invalid_rootless(type, DART_TEAM_ALL);
  }
}

TEST_F(MisusedCollectivesTest, Operations)
{
  for (dart_operation_t op : {DART_OP_UNDEFINED, DART_OP_REPLACE, DART_OP_NO_OP, DART_OP_LAST}) {
    SCOPED_TRACE(op);
    expect_invalid_operation(DART_TYPE_INT, op);
  }
  expect_invalid_operation(DART_TYPE_FLOAT, DART_OP_BAND);
  expect_invalid_operation(DART_TYPE_DOUBLE, DART_OP_BOR);
  expect_invalid_operation(DART_TYPE_LONG_DOUBLE, DART_OP_BXOR);
}

TEST_F(MisusedCollectivesTest, MinMaxNeedsPairs)
{
  expect_invalid_operation(DART_TYPE_INT, DART_OP_MINMAX, 3);
  expect_invalid_operation(DerivedType::custom(4), DART_OP_MINMAX, 2);
}

TEST_F(MisusedCollectivesTest, PredefinedOperationsNeedBasicTypes)
{
  expect_invalid_operation(DerivedType::custom(4), DART_OP_SUM);
}

TEST_F(MisusedCollectivesTest, CustomOperationsNeedTheirType)
{
  const DerivedType custom = DerivedType::custom(sizeof(Affine));
  const DerivedType other = DerivedType::custom(2 * sizeof(Affine));
  const CustomOperation op(compose, custom, false);
  expect_invalid_operation(DART_TYPE_INT, op);
  expect_invalid_operation(other, op);
}

TEST_F(MisusedCollectivesTest, TooManyElementsToReduce)
{
  const size_t nelem = static_cast<size_t>(INT_MAX) + 1;
  EXPECT_INVAL(dart_allreduce(send_, receive_, nelem, DART_TYPE_BYTE, DART_OP_SUM, DART_TEAM_ALL));
}

}  // namespace
}  // namespace dart::test
