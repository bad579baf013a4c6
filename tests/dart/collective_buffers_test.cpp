// Tier: suite n3 c2g2 h2n2.messages

// Collectives whose buffers lie in each kind of memory, at each unit in another one, too.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <thread>

#include "collective_way.h"
#include "memories.h"
#include "operations.h"

namespace dart::test {
namespace {

/// The runtime copies memory that other units cannot access in pieces of this size, set before it
/// starts.
[[maybe_unused]] const int pieces_are_small = setenv("DART_COLLECTIVE_SCRATCH", "4K", 1);

/// Which memory the buffers of a unit are in.
struct Arrangement {
  const char* name;
  std::function<Place(size_t unit)> send, recv;
};

std::vector<Arrangement> arrangements()
{
  const auto everywhere = [](Place place) { return [place](size_t) { return place; }; };
  const auto in_turn = [](size_t first) {
    return [first](size_t unit) { return places[(unit + first) % std::size(places)]; };
  };
  return {
      {"memory of the units", everywhere(Place::own_unit), everywhere(Place::own_unit)},
      {"memory of the units to private memory", everywhere(Place::own_unit),
       everywhere(Place::heap)},
      {"private memory to memory of the units", everywhere(Place::heap),
       everywhere(Place::own_unit)},
      {"memory of the host to memory of the units", everywhere(Place::own_host),
       everywhere(Place::own_unit)},
      {"private memory", everywhere(Place::stack), everywhere(Place::heap)},
      {"each unit another one", in_turn(0), in_turn(1)},
      {"each unit another one, turned", in_turn(2), in_turn(0)},
  };
}

/// Operands of one block repeat after so many elements.
constexpr size_t period = 6;

/// Values for which sums and products over a few units are exact in each type.
template <class T>
T operand(size_t unit, size_t block, size_t i)
{
  return static_cast<T>((unit * 3 + block * 5 + i * 7 + 1) % period);
}

/// Appends n values that repeat after a period. They are copied, because to compute each of
/// millions takes longer than the collectives that they are compared with.
template <class T, class Function>
void append_periodic(std::vector<T>& values, size_t n, Function value_at)
{
  const size_t begin = values.size();
  values.resize(begin + n);
  T* const first = values.data() + begin;
  for (size_t i = 0; i < std::min(n, period); ++i) first[i] = value_at(i);
  for (size_t done = period; done < n; done *= 2)
    std::memcpy(first + done, first, std::min(done, n - done) * sizeof(T));
}

/// \c blocks blocks of a unit.
template <class T>
std::vector<T> blocks_of(size_t unit, size_t blocks, size_t n)
{
  std::vector<T> values;
  for (size_t block = 0; block < blocks; ++block)
    append_periodic(values, n, [=](size_t i) { return operand<T>(unit, block, i); });
  return values;
}

/// Values in memory of some kind.
template <class T>
class Values {
 public:
  Values(Place place, const std::vector<T>& values) : buffer_(place, bytes_of(values)) {}

  T* data() { return reinterpret_cast<T*>(buffer_.data()); }
  std::vector<T> get() const
  {
    const Bytes bytes = buffer_.values();
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

 private:
  static Bytes bytes_of(const std::vector<T>& values)
  {
    Bytes bytes(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  }

  LocalBuffer buffer_;
};

/// Whether a unit receives into the buffer that it sends from.
enum class InPlace { no, yes };

/// The collectives of one team, which check their results on each unit.
template <class T>
class Checker {
 public:
  Checker(dart_team_t team, const Arrangement& arrangement, Way way = Way::complete)
      : team_(team),
        way_(way),
        type_(datatype_v<T>),
        self_(static_cast<size_t>(team_myid(team))),
        size_(team_size(team)),
        send_place_(arrangement.send(self_)),
        recv_place_(arrangement.recv(self_))
  {}

  void bcast(size_t n, size_t root) const
  {
    Values<T> buffer(self_ == root ? send_place_ : recv_place_, blocks_of<T>(self_, 1, n));
    EXPECT_OK(DART_TEST_CALL(way_, bcast, buffer.data(), n, type_, as_unit(root), team_));
    EXPECT_TRUE(same(blocks_of<T>(root, 1, n), buffer.get())) << "bcast from " << root;
  }

  void scatter(size_t n, size_t root) const
  {
    Values<T> sent(send_place_, blocks_of<T>(self_, size_, n)), received(recv_place_, none(n));
    EXPECT_OK(DART_TEST_CALL(
        way_, scatter, sent.data(), received.data(), n, type_, as_unit(root), team_));
    std::vector<T> expected;
    append_periodic(expected, n, [&](size_t i) { return operand<T>(root, self_, i); });
    EXPECT_TRUE(same(expected, received.get())) << "scatter from " << root;
  }

  void gather(size_t n, size_t root) const
  {
    Values<T> sent(send_place_, blocks_of<T>(self_, 1, n)), received(recv_place_, none(n * size_));
    EXPECT_OK(
        DART_TEST_CALL(way_, gather, sent.data(), received.data(), n, type_, as_unit(root), team_));
    const std::vector<T> expected = self_ == root ? gathered(0, n) : none(n * size_);
    EXPECT_TRUE(same(expected, received.get())) << "gather to " << root;
  }

  void allgather(size_t n, InPlace in_place) const
  {
    std::vector<T> before = none(n * size_);
    const std::vector<T> mine = blocks_of<T>(self_, 1, n);
    if (in_place == InPlace::yes) std::copy(mine.begin(), mine.end(), begin_of(before, self_ * n));
    Values<T> sent(send_place_, mine), received(recv_place_, before);
    const T* const from = in_place == InPlace::yes ? received.data() : sent.data();
    EXPECT_OK(DART_TEST_CALL(way_, allgather, from, received.data(), n, type_, team_));
    EXPECT_TRUE(same(gathered(0, n), received.get())) << "allgather";
  }

  /// Units contribute different numbers of elements, and each has an order and gaps of its own.
  void allgatherv(size_t n, InPlace in_place) const
  {
    std::vector<size_t> counts(size_), displacements(size_);
    for (size_t unit = 0; unit < size_; ++unit) counts[unit] = (n + 3 * unit) % (n + 1);
    size_t end = 1 + self_;
    for (size_t k = 0; k < size_; ++k) {
      const size_t unit = (k + self_) % size_;
      displacements[unit] = end;
      end += counts[unit] + self_;
    }
    std::vector<T> expected = none(end);
    for (size_t unit = 0; unit < size_; ++unit) {
      const std::vector<T> theirs = blocks_of<T>(unit, 1, counts[unit]);
      std::copy(theirs.begin(), theirs.end(), begin_of(expected, displacements[unit]));
    }
    std::vector<T> before = none(end);
    const std::vector<T> mine = blocks_of<T>(self_, 1, counts[self_]);
    if (in_place == InPlace::yes)
      std::copy(mine.begin(), mine.end(), begin_of(before, displacements[self_]));
    Values<T> sent(send_place_, mine), received(recv_place_, before);
    EXPECT_OK(DART_TEST_CALL(
        way_, allgatherv, in_place == InPlace::yes ? nullptr : sent.data(), counts[self_], type_,
        received.data(), counts.data(), displacements.data(), team_));
    EXPECT_TRUE(same(expected, received.get())) << "allgatherv";
  }

  void alltoall(size_t n, InPlace in_place) const
  {
    const std::vector<T> mine = blocks_of<T>(self_, size_, n);
    Values<T> sent(send_place_, mine);
    Values<T> received(recv_place_, in_place == InPlace::yes ? mine : none(n * size_));
    const T* const from = in_place == InPlace::yes ? received.data() : sent.data();
    EXPECT_OK(DART_TEST_CALL(way_, alltoall, from, received.data(), n, type_, team_));
    EXPECT_TRUE(same(gathered(self_, n), received.get())) << "alltoall";
  }

  /// Number of elements that a unit sends to another one: also none, and different in both
  /// directions.
  static size_t count(size_t from, size_t to, size_t n)
  {
    return (n + 3 * from + 5 * to) % (n + 1);
  }

  /// Blocks of a unit for or from others, at places that only this unit knows, with gaps.
  struct Blocks {
    std::vector<size_t> counts, displacements;
    std::vector<T> values;

    void add(const std::vector<T>& block, size_t gap)
    {
      values.insert(values.end(), gap, T{77});
      counts.push_back(block.size());
      displacements.push_back(values.size());
      values.insert(values.end(), block.begin(), block.end());
    }
  };

  /// What unit \c from sends to \c to.
  static std::vector<T> block(size_t from, size_t to, size_t n)
  {
    std::vector<T> values;
    append_periodic(values, count(from, to, n), [=](size_t i) { return operand<T>(from, to, i); });
    return values;
  }
  Blocks sent_by(size_t from, size_t n) const
  {
    Blocks blocks;
    for (size_t to = 0; to < size_; ++to) blocks.add(block(from, to, n), from + to);
    return blocks;
  }
  Blocks received_by(size_t to, size_t n) const
  {
    Blocks blocks;
    for (size_t from = 0; from < size_; ++from) blocks.add(block(from, to, n), 1 + to);
    return blocks;
  }

  void scatterv(size_t n, size_t root) const
  {
    const Blocks blocks = sent_by(root, n);
    const std::vector<T> expected = block(root, self_, n);
    Values<T> sent(send_place_, blocks.values), received(recv_place_, none(expected.size()));
    const bool is_root = self_ == root;
    EXPECT_OK(DART_TEST_CALL(
        way_, scatterv, is_root ? sent.data() : nullptr, is_root ? blocks.counts.data() : nullptr,
        is_root ? blocks.displacements.data() : nullptr, type_, received.data(), expected.size(),
        as_unit(root), team_));
    EXPECT_TRUE(same(expected, received.get())) << "scatterv from " << root;
  }

  void gatherv(size_t n, size_t root) const
  {
    const Blocks blocks = received_by(root, n);
    const std::vector<T> mine = block(self_, root, n);
    Values<T> sent(send_place_, mine), received(recv_place_, none(blocks.values.size()));
    const bool is_root = self_ == root;
    EXPECT_OK(DART_TEST_CALL(
        way_, gatherv, sent.data(), mine.size(), type_, is_root ? received.data() : nullptr,
        is_root ? blocks.counts.data() : nullptr, is_root ? blocks.displacements.data() : nullptr,
        as_unit(root), team_));
    EXPECT_TRUE(same(is_root ? blocks.values : none(blocks.values.size()), received.get()))
        << "gatherv to " << root;
  }

  void alltoallv(size_t n) const
  {
    const Blocks from = sent_by(self_, n), to = received_by(self_, n);
    Values<T> sent(send_place_, from.values), received(recv_place_, none(to.values.size()));
    EXPECT_OK(DART_TEST_CALL(
        way_, alltoallv, sent.data(), from.counts.data(), from.displacements.data(), type_,
        received.data(), to.counts.data(), to.displacements.data(), team_));
    EXPECT_TRUE(same(to.values, received.get())) << "alltoallv";
  }

  void allreduce(size_t n, dart_operation_t op, InPlace in_place) const
  {
    const std::vector<T> mine = blocks_of<T>(self_, 1, n);
    Values<T> sent(send_place_, mine), received(recv_place_, in_place_or(in_place, mine, n));
    const T* const from = in_place == InPlace::yes ? received.data() : sent.data();
    EXPECT_OK(DART_TEST_CALL(way_, allreduce, from, received.data(), n, type_, op, team_));
    EXPECT_TRUE(same(combined(size_, 0, n, op), received.get())) << "allreduce, operation " << op;
  }

  void reduce(size_t n, dart_operation_t op, size_t root) const
  {
    Values<T> sent(send_place_, blocks_of<T>(self_, 1, n)), received(recv_place_, none(n));
    EXPECT_OK(DART_TEST_CALL(
        way_, reduce, sent.data(), received.data(), n, type_, op, as_unit(root), team_));
    const std::vector<T> expected = self_ == root ? combined(size_, 0, n, op) : none(n);
    EXPECT_TRUE(same(expected, received.get())) << "reduce to " << root << ", operation " << op;
  }

  void reduce_scatter(size_t n, dart_operation_t op, InPlace in_place) const
  {
    Values<T> sent(send_place_, blocks_of<T>(self_, size_, n)), received(recv_place_, none(n));
    T* const to = in_place == InPlace::yes ? sent.data() + self_ * n : received.data();
    EXPECT_OK(DART_TEST_CALL(way_, reduce_scatter, sent.data(), to, n, type_, op, team_));
    const std::vector<T> all = in_place == InPlace::yes ? sent.get() : received.get();
    const std::vector<T> result =
        in_place == InPlace::yes
            ? std::vector<T>(begin_of(all, self_ * n), begin_of(all, self_ * n + n))
            : all;
    EXPECT_TRUE(same(combined(size_, self_, n, op), result)) << "reduce_scatter, operation " << op;
  }

  void scan(size_t n, dart_operation_t op, InPlace in_place) const
  {
    const std::vector<T> mine = blocks_of<T>(self_, 1, n);
    Values<T> sent(send_place_, mine), received(recv_place_, in_place_or(in_place, mine, n));
    const T* const from = in_place == InPlace::yes ? received.data() : sent.data();
    EXPECT_OK(DART_TEST_CALL(way_, scan, from, received.data(), n, type_, op, team_));
    EXPECT_TRUE(same(combined(self_ + 1, 0, n, op), received.get())) << "scan, operation " << op;
  }

  void exscan(size_t n, dart_operation_t op, InPlace in_place) const
  {
    const std::vector<T> mine = blocks_of<T>(self_, 1, n);
    const std::vector<T> before = in_place_or(in_place, mine, n);
    Values<T> sent(send_place_, mine), received(recv_place_, before);
    const T* const from = in_place == InPlace::yes ? received.data() : sent.data();
    EXPECT_OK(DART_TEST_CALL(way_, exscan, from, received.data(), n, type_, op, team_));
    const std::vector<T> expected = self_ == 0 ? before : combined(self_, 0, n, op);
    EXPECT_TRUE(same(expected, received.get())) << "exscan, operation " << op;
  }

  void movement(size_t n) const
  {
    for (size_t root = 0; root < size_; ++root) {
      bcast(n, root);
      scatter(n, root);
      gather(n, root);
      scatterv(n, root);
      gatherv(n, root);
    }
    alltoallv(n);
    for (InPlace in_place : {InPlace::no, InPlace::yes}) {
      allgather(n, in_place);
      allgatherv(n, in_place);
      alltoall(n, in_place);
    }
  }

  void reductions(size_t n, dart_operation_t op) const
  {
    for (size_t root = 0; root < size_; ++root) reduce(n, op, root);
    for (InPlace in_place : {InPlace::no, InPlace::yes}) {
      allreduce(n, op, in_place);
      reduce_scatter(n, op, in_place);
      scan(n, op, in_place);
      exscan(n, op, in_place);
    }
  }

 private:
  static dart_team_unit_t as_unit(size_t id) { return {static_cast<dart_unit_t>(id)}; }
  static std::vector<T> none(size_t n) { return std::vector<T>(n, T{77}); }
  static std::vector<T> in_place_or(InPlace in_place, const std::vector<T>& mine, size_t n)
  {
    return in_place == InPlace::yes ? mine : none(n);
  }
  template <class Vector>
  static auto begin_of(Vector& values, size_t at)
  {
    return values.begin() + static_cast<std::ptrdiff_t>(at);
  }

  /// Block \c block of all units.
  std::vector<T> gathered(size_t block, size_t n) const
  {
    std::vector<T> all;
    for (size_t unit = 0; unit < size_; ++unit)
      append_periodic(all, n, [=](size_t i) { return operand<T>(unit, block, i); });
    return all;
  }

  /// That block of the first units, combined.
  std::vector<T> combined(size_t units, size_t block, size_t n, dart_operation_t op) const
  {
    std::vector<T> result;
    append_periodic(result, n, [=](size_t i) {
      T value = operand<T>(0, block, i);
      for (size_t unit = 1; unit < units; ++unit)
        value = combine(op, value, operand<T>(unit, block, i));
      return value;
    });
    return result;
  }

  dart_team_t team_;
  Way way_;
  dart_datatype_t type_;
  size_t self_, size_;
  Place send_place_, recv_place_;
};

template <class F>
void for_each_arrangement(F f)
{
  for (const Arrangement& arrangement : arrangements()) {
    SCOPED_TRACE(arrangement.name);
    f(arrangement);
  }
}

class CollectiveBuffersTest : public DartTest {};

TEST_F(CollectiveBuffersTest, Movement)
{
  for_each_arrangement([](const Arrangement& arrangement) {
    const Checker<int> all(DART_TEAM_ALL, arrangement);
    for (size_t n : {0, 1, 7, 1000}) {
      SCOPED_TRACE(n);
      all.movement(n);
    }
  });
}

TEST_F(CollectiveBuffersTest, Reductions)
{
  for_each_arrangement([](const Arrangement& arrangement) {
    const Checker<int> all(DART_TEAM_ALL, arrangement);
    for (size_t n : {0, 1, 7, 1000}) {
      SCOPED_TRACE(n);
      all.reductions(n, DART_OP_SUM);
    }
  });
}

class LaterCollectiveBuffersTest : public CollectiveBuffersTest,
                                   public testing::WithParamInterface<Way> {};
INSTANTIATE_TEST_SUITE_P(
    , LaterCollectiveBuffersTest, testing::Values(Way::started, Way::in_stream));

/// The same collectives, which go on beside the program.
TEST_P(LaterCollectiveBuffersTest, AllCollectives)
{
  for_each_arrangement([](const Arrangement& arrangement) {
    const Checker<int> all(DART_TEAM_ALL, arrangement, GetParam());
    for (size_t n : {0, 7, 2500}) {
      SCOPED_TRACE(n);
      all.movement(n);
      all.reductions(n, DART_OP_SUM);
    }
  });
}

/// GPUs divide collectives in streams in other ways, depending on the size and the type.
TEST_F(CollectiveBuffersTest, SizesInStreams)
{
  const Arrangement on_units = arrangements().front();
  // More bytes would be moved in thousands of the small pieces, which wait for turns on a GPU that
  // units share.
  constexpr size_t most_bytes = 2'500'003;
  const auto check = [&]<class T>(T, size_t n, dart_operation_t op) {
    if (n * sizeof(T) > most_bytes) return;
    SCOPED_TRACE(testing::Message() << n << " elements of " << sizeof(T) << " bytes");
    const Checker<T> all(DART_TEAM_ALL, on_units, Way::in_stream);
    all.movement(n);
    all.reductions(n, op);
  };
  for (size_t n : std::initializer_list<size_t>{1, 9, 2047, 16'384, 70'001, 300'000, most_bytes}) {
    if (n > 20'000 && dart_gpu_backend() != DART_GPU_CUDA) break;
    check(uint8_t{}, n, DART_OP_BXOR);
    check(int8_t{}, n, DART_OP_SUM);
    check(short{}, n, DART_OP_MAX);
    check(float{}, n, DART_OP_SUM);
    check(double{}, n, DART_OP_MIN);
  }
}

/// Many pieces, of which the last one is odd.
TEST_F(CollectiveBuffersTest, InPieces)
{
  constexpr size_t n = 20'011;
  for_each_arrangement([](const Arrangement& arrangement) {
    const Checker<short> all(DART_TEAM_ALL, arrangement);
    all.movement(n);
    all.reductions(n, DART_OP_MAX);
  });
}

/// So large that copy engines write the results of CPU units.
TEST_F(CollectiveBuffersTest, LargeResultsInHostMemory)
{
  constexpr size_t n = (size_t{3} << 19) + 5;
  for (const Arrangement& arrangement : arrangements()) {
    const auto is_private = [&](size_t unit) {
      const auto in_pieces = [](Place place) {
        return place == Place::heap || place == Place::stack;
      };
      return in_pieces(arrangement.send(unit)) || in_pieces(arrangement.recv(unit));
    };
    bool all_are_global = true;
    for (size_t unit = 0; unit < size; ++unit) all_are_global &= !is_private(unit);
    if (!all_are_global) continue;
    SCOPED_TRACE(arrangement.name);
    const Checker<short> all(DART_TEAM_ALL, arrangement);
    all.allreduce(n, DART_OP_MAX, InPlace::no);
    all.reduce(n, DART_OP_SUM, 0);
    all.reduce_scatter(n, DART_OP_MIN, InPlace::no);
    all.scan(n, DART_OP_SUM, InPlace::no);
    all.allgather(n, InPlace::no);
  }
}

TEST_F(CollectiveBuffersTest, SubTeams)
{
  const SubTeam reversed([this] {
    std::vector<dart_unit_t> ids = every(1, 0, size);
    std::reverse(ids.begin(), ids.end());
    return ids;
  }());
  const SubTeam odd(every(2, me() % 2, size));
  for (const SubTeam* team : {&reversed, &odd}) {
    for_each_arrangement([&](const Arrangement& arrangement) {
      const Checker<long> checker(team->id(), arrangement);
      checker.movement(33);
      checker.reductions(33, DART_OP_SUM);
    });
  }
}

template <class T>
class TypesCollectiveBuffersTest : public CollectiveBuffersTest {};
TYPED_TEST_SUITE(TypesCollectiveBuffersTest, BasicTypes);

TYPED_TEST(TypesCollectiveBuffersTest, AllOperations)
{
  for (const Way way : {Way::complete, Way::in_stream}) {
    const Checker<TypeParam> all(DART_TEAM_ALL, arrangements().front(), way);
    for (size_t n : {1, 3, 130}) {
      SCOPED_TRACE(n);
      all.movement(n);
      for (dart_operation_t op : operations_on<TypeParam>()) all.reductions(n, op);
    }
  }
}

/// Pairs of minimum and maximum; an odd beginning keeps kernels from loading several at once.
TYPED_TEST(TypesCollectiveBuffersTest, MinMax)
{
  for (size_t first : {0, 1}) {
    constexpr size_t n = 2 * 77;
    std::vector<TypeParam> mine(first + n), expected(n);
    for (size_t i = 0; i < n; ++i) {
      mine[first + i] = element<TypeParam>(this->me(), i);
      expected[i] = element<TypeParam>(0, i);
      for (size_t unit = 1; unit < this->size; ++unit) {
        const auto theirs = element<TypeParam>(unit, i);
        expected[i] = i % 2 == DART_OP_MINMAX_MIN ? std::min(expected[i], theirs)
                                                  : std::max(expected[i], theirs);
      }
    }
    Values<TypeParam> sent(Place::own_unit, mine), received(Place::own_unit, expected);
    EXPECT_OK(dart_allreduce(
        sent.data() + first, received.data(), n, datatype_v<TypeParam>, DART_OP_MINMAX,
        DART_TEAM_ALL));
    EXPECT_TRUE(same(expected, received.get()));
  }
}

/// Buffers of reductions begin anywhere in memory of each kind, both or one of them.
TEST_F(CollectiveBuffersTest, MisalignedReductions)
{
  constexpr size_t n = 777;
  const auto bytes_of = [](const std::vector<double>& values, size_t first) {
    Bytes bytes(first + n * sizeof(double));
    std::memcpy(bytes.data() + first, values.data(), n * sizeof(double));
    return bytes;
  };
  // Sums of the first units, with elements that differ.
  const auto sum_of = [](size_t units) {
    std::vector<double> sums(n);
    for (size_t i = 0; i < n; ++i) sums[i] = static_cast<double>(units * (units + 1) / 2 * (i + 1));
    return sums;
  };
  std::vector<double> mine(n);
  for (size_t i = 0; i < n; ++i) mine[i] = static_cast<double>((me() + 1) * (i + 1));
  for_each_arrangement([&](const Arrangement& arrangement) {
    for (const Way way : ways) {
      for (const auto& [send_at, recv_at] : {std::pair<size_t, size_t>{1, 3}, {0, 4}, {7, 0}}) {
        SCOPED_TRACE(testing::Message() << "at " << send_at << " and " << recv_at);
        LocalBuffer sent(arrangement.send(me()), bytes_of(mine, send_at));
        LocalBuffer received(arrangement.recv(me()), bytes_of(mine, recv_at));
        EXPECT_OK(DART_TEST_CALL(
            way, allreduce, sent.data() + send_at, received.data() + recv_at, n, DART_TYPE_DOUBLE,
            DART_OP_SUM, DART_TEAM_ALL));
        EXPECT_TRUE(same_bytes(bytes_of(sum_of(size), recv_at), received.values()));
        LocalBuffer both(arrangement.recv(me()), bytes_of(mine, recv_at));
        std::byte* const in_place = reinterpret_cast<std::byte*>(both.data()) + recv_at;
        EXPECT_OK(DART_TEST_CALL(
            way, scan, in_place, in_place, n, DART_TYPE_DOUBLE, DART_OP_SUM, DART_TEAM_ALL));
        EXPECT_TRUE(same_bytes(bytes_of(sum_of(me() + 1), recv_at), both.values()));
      }
    }
  });
}

/// Floating-point sums depend on their order, which has to be the same for all units and memories.
TEST_F(CollectiveBuffersTest, SameBitsEverywhere)
{
  constexpr size_t n = 5000;
  std::vector<double> mine(n);
  for (size_t i = 0; i < n; ++i)
    mine[i] = 1.0 / static_cast<double>(3 + random_word(me(), i) % 1'000'003);
  std::vector<double> expected;
  for_each_arrangement([&](const Arrangement& arrangement) {
    Values<double> sent(arrangement.send(me()), mine);
    Values<double> received(arrangement.recv(me()), std::vector<double>(n));
    for (const Way way : ways) {
      EXPECT_OK(DART_TEST_CALL(
          way, allreduce, sent.data(), received.data(), n, DART_TYPE_DOUBLE, DART_OP_SUM,
          DART_TEAM_ALL));
      const std::vector<double> result = received.get();
      if (expected.empty()) expected = result;
      EXPECT_EQ(0, std::memcmp(expected.data(), result.data(), n * sizeof(double)));
      std::vector<double> first = result;
      EXPECT_OK(dart_bcast(first.data(), n, DART_TYPE_DOUBLE, {0}, DART_TEAM_ALL));
      EXPECT_EQ(0, std::memcmp(first.data(), result.data(), n * sizeof(double)));
    }
  });
}

/// Functions x -> slope x + offset, which are combined one after the other: that is associative,
/// and does not commute.
struct Function {
  std::int64_t slope, offset;

  bool operator==(const Function&) const = default;
  Function then(const Function& next) const
  {
    return {slope * next.slope, offset * next.slope + next.offset};
  }
};

/// An operation of the program, which no GPU can execute, on a type of the program.
struct CustomOperation {
  const char* name;
  bool commutes;
  Function (*combine)(const Function&, const Function&);
};

constexpr CustomOperation custom_operations[] = {
    {"one after the other", false, [](const Function& a, const Function& b) { return a.then(b); }},
    {"sum", true,
     [](const Function& a, const Function& b) {
       return Function{a.slope + b.slope, a.offset + b.offset};
     }},
};

class CustomCollectiveBuffersTest
    : public CollectiveBuffersTest,
      public testing::WithParamInterface<std::tuple<const CustomOperation*, Way>> {
 protected:
  static std::vector<Function> functions_of(size_t unit, size_t blocks, size_t n)
  {
    std::vector<Function> functions;
    for (size_t i = 0; i < blocks * n; ++i) {
      const auto k = static_cast<std::int64_t>(i);
      functions.push_back({static_cast<std::int64_t>(unit) % 3 + k % 2 + 1, k % 5 - 2});
    }
    return functions;
  }

  /// A block of the first units, combined in their order.
  std::vector<Function> combined(size_t units, size_t block, size_t n) const
  {
    const auto all = [&](size_t unit) { return functions_of(unit, size, n); };
    std::vector<Function> result = all(0);
    for (size_t unit = 1; unit < units; ++unit) {
      const std::vector<Function> next = all(unit);
      for (size_t i = 0; i < result.size(); ++i)
        result[i] = operation().combine(result[i], next[i]);
    }
    const auto begin = result.begin() + static_cast<std::ptrdiff_t>(block * n);
    return {begin, begin + static_cast<std::ptrdiff_t>(n)};
  }

  static const CustomOperation& operation() { return *std::get<0>(GetParam()); }
  static Way way() { return std::get<1>(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(
    , CustomCollectiveBuffersTest,
    testing::Combine(
        testing::Values(&custom_operations[0], &custom_operations[1]), testing::ValuesIn(ways)));

TEST_P(CustomCollectiveBuffersTest, AllReductions)
{
  const DerivedType described = DerivedType::custom(sizeof(Function));
  const dart_datatype_t type = described;
  dart_operation_t op = DART_OP_UNDEFINED;
  EXPECT_OK(dart_op_create(
      [](const void* in, void* inout, size_t n, void* combine) {
        const auto* a = static_cast<const Function*>(in);
        auto* b = static_cast<Function*>(inout);
        for (size_t i = 0; i < n; ++i)
          b[i] = static_cast<const CustomOperation*>(combine)->combine(a[i], b[i]);
      },
      const_cast<CustomOperation*>(&operation()), operation().commutes, type, false, &op));
  for_each_arrangement([&](const Arrangement& arrangement) {
    for (const size_t n : {1, 10, 700}) {
      SCOPED_TRACE(n);
      const std::vector<Function> mine = functions_of(me(), size, n);
      const std::vector<Function> none(n, Function{-1, -1});
      Values<Function> sent(arrangement.send(me()), mine), received(arrangement.recv(me()), none);
      const auto expect = [&](const std::vector<Function>& expected, const char* call) {
        EXPECT_TRUE(expected == received.get()) << call << " by " << operation().name;
      };
      Function* const from = sent.data();
      Function* const to = received.data();
      EXPECT_OK(DART_TEST_CALL(way(), exscan, from, to, n, type, op, DART_TEAM_ALL));
      expect(me() == 0 ? none : combined(me(), 0, n), "exscan");
      EXPECT_OK(DART_TEST_CALL(way(), allreduce, from, to, n, type, op, DART_TEAM_ALL));
      expect(combined(size, 0, n), "allreduce");
      EXPECT_OK(DART_TEST_CALL(way(), reduce_scatter, from, to, n, type, op, DART_TEAM_ALL));
      expect(combined(size, me(), n), "reduce_scatter");
      EXPECT_OK(DART_TEST_CALL(way(), scan, from, to, n, type, op, DART_TEAM_ALL));
      expect(combined(me() + 1, 0, n), "scan");
      const size_t root = size - 1;
      EXPECT_OK(DART_TEST_CALL(
          way(), reduce, from, to, n, type, op, dart_team_unit_t{static_cast<dart_unit_t>(root)},
          DART_TEAM_ALL));
      expect(me() == root ? combined(size, 0, n) : combined(me() + 1, 0, n), "reduce");
    }
  });
  EXPECT_OK(dart_op_destroy(&op));
}

/// Where the memory of the units is full, collectives go through copies in memory of the processes,
/// or kernels write to host memory.
class FullCollectiveBuffersTest : public CollectiveBuffersTest,
                                  public testing::WithParamInterface<dart_memory_t> {};
INSTANTIATE_TEST_SUITE_P(
    , FullCollectiveBuffersTest, testing::Values(DART_MEMORY_HOST, DART_MEMORY_UNIT));

TEST_P(FullCollectiveBuffersTest, NoMemoryIsLeft)
{
  constexpr size_t n = size_t{1} << 19;  // large enough for copy engines
  const std::vector<int> mine(n, static_cast<int>(me())), largest(n, static_cast<int>(size) - 1);
  Values<int> in_heap(Place::heap, mine), in_unit(Place::own_unit, mine),
      in_host(Place::own_host, mine);
  std::vector<dart_gptr_t> blocks;
  for (size_t bytes = size_t{1} << 34; bytes >= 64; bytes /= 2) {
    dart_gptr_t block = DART_GPTR_NULL;
    while (dart_memalloc_in(GetParam(), bytes, DART_TYPE_BYTE, &block) == DART_OK)
      blocks.push_back(block);
  }
  EXPECT_OK(
      dart_allreduce(in_heap.data(), in_unit.data(), n, DART_TYPE_INT, DART_OP_MAX, DART_TEAM_ALL));
  EXPECT_EQ(largest, in_unit.get());
  EXPECT_OK(
      dart_allreduce(in_unit.data(), in_host.data(), n, DART_TYPE_INT, DART_OP_MAX, DART_TEAM_ALL));
  EXPECT_EQ(largest, in_host.get());
  for (dart_gptr_t block : blocks) EXPECT_OK(dart_memfree(block));
}

/// Where a unit sends another number of elements than is received, all units get an error that
/// names both, and the team works on.
TEST_F(CollectiveBuffersTest, CountsThatDoNotAgree)
{
  std::vector<int> from(2 * size, 1), to(2 * size, 2);
  std::vector<size_t> ones(size, 1), wrong = ones, places(size);
  std::iota(places.begin(), places.end(), 0);
  wrong[size - 1] = 2;
  const dart_team_unit_t root{0};
  const struct {
    std::string text;
    std::function<dart_ret_t(Way)> call;
  } cases[] = {
      {"dart_gatherv: unit 0 of the team sends 2 elements to unit 0 of the team, which receives 1",
       [&](Way way) {
         return DART_TEST_CALL(
             way, gatherv, from.data(), size_t{me() == 0 ? 2u : 1u}, DART_TYPE_INT, to.data(),
             ones.data(), places.data(), root, DART_TEAM_ALL);
       }},
      {"sends 2 elements to unit " + std::to_string(size - 1) + " of the team, which receives 1",
       [&](Way way) {
         return DART_TEST_CALL(
             way, scatterv, from.data(), wrong.data(), places.data(), DART_TYPE_INT, to.data(),
             size_t{1}, root, DART_TEAM_ALL);
       }},
      {"unit 0 of the team sends 2 elements to unit " + std::to_string(size - 1),
       [&](Way way) {
         return DART_TEST_CALL(
             way, alltoallv, from.data(), wrong.data(), places.data(), DART_TYPE_INT, to.data(),
             ones.data(), places.data(), DART_TEAM_ALL);
       }},
  };
  for (const auto& wrong_call : cases) {
    for (const Way way : ways) {
      testing::internal::CaptureStderr();
      const dart_ret_t result = wrong_call.call(way);
      std::string message = testing::internal::GetCapturedStderr();
      for (const std::string mark : {"_handle", "stream_"}) {
        if (const size_t at = message.find(mark); at != message.npos)
          message.erase(at, mark.size());
      }
      EXPECT_INVAL(result);
      EXPECT_NE(message.npos, message.find(wrong_call.text)) << message;
    }
  }
  EXPECT_EQ(std::vector<int>(2 * size, 2), to);
  barrier();
}

/// What lies between received blocks belongs to others, who may write there in the meantime.
TEST_F(CollectiveBuffersTest, GapsAreWrittenMeanwhile)
{
  Segment<int> segment(2 * size);
  segment.fill(0);
  std::vector<size_t> counts(size, 1), places(size);
  for (size_t unit = 0; unit < size; ++unit) places[unit] = 2 * unit;
  const int mine = static_cast<int>(me()) + 1;
  dart_handle_t handle = DART_HANDLE_NULL;
  const auto start = [&] {
    EXPECT_OK(dart_allgatherv_handle(
        &mine, 1, DART_TYPE_INT, segment.local(), counts.data(), places.data(), DART_TEAM_ALL,
        &handle));
  };
  // The last unit comes when all others have begun, and have written into their gaps.
  const bool is_last = me() == size - 1;
  if (!is_last) {
    start();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    for (size_t gap = 1; gap < 2 * size; gap += 2) write_at(segment.local() + gap, 77);
  }
  barrier();
  if (is_last) start();
  EXPECT_OK(dart_wait(&handle));
  const std::vector<int> values = segment.values();
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_EQ(static_cast<int>(unit) + 1, values[2 * unit]);
    EXPECT_EQ(is_last ? 0 : 77, values[2 * unit + 1]);
  }
}

TEST_F(CollectiveBuffersTest, WrongArguments)
{
  int value = 1, result = 0;
  for (const auto call : {dart_scan, dart_exscan, dart_reduce_scatter}) {
    EXPECT_EQ(DART_ERR_INVAL, call(nullptr, &result, 1, DART_TYPE_INT, DART_OP_SUM, DART_TEAM_ALL));
    if (call != dart_exscan || me() > 0) {
      EXPECT_EQ(
          DART_ERR_INVAL, call(&value, nullptr, 1, DART_TYPE_INT, DART_OP_SUM, DART_TEAM_ALL));
    }
    EXPECT_EQ(DART_ERR_INVAL, call(&value, &result, 1, DART_TYPE_INT, DART_OP_SUM, 99));
    EXPECT_EQ(
        DART_ERR_INVAL, call(&value, &result, 1, DART_TYPE_DOUBLE, DART_OP_BAND, DART_TEAM_ALL));
  }
  EXPECT_EQ(0, result);
}

}  // namespace
}  // namespace dart::test
