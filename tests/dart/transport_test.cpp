// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Each one-sided operation on each kind of memory, with each kind of buffer, wherever the units
// are: these tests do not need mapped memory.

#include <functional>
#include <limits>
#include <random>

#include "memories.h"
#include "operations.h"
#include "scale.h"

namespace dart::test {
namespace {

using dash::test::scaled;

/* ---- shapes of transfers -------------------------------------------------------------------- */

/// A data type of bytes, and the positions of a number of its elements.
class Shape {
 public:
  static Shape contiguous(size_t nelem)
  {
    Shape shape;
    shape.add(0, nelem);
    return shape;
  }
  static Shape strided(size_t blocks, size_t length, size_t stride)
  {
    Shape shape;
    for (size_t block = 0; block < blocks; ++block) {
      shape.add(block * stride, length);
    }
    shape.derived_ = DerivedType::strided(DART_TYPE_BYTE, stride, length);
    return shape;
  }
  static Shape indexed(const std::vector<size_t>& lengths, const std::vector<size_t>& offsets)
  {
    Shape shape;
    for (size_t block = 0; block < lengths.size(); ++block) {
      shape.add(offsets[block], lengths[block]);
    }
    shape.derived_ = DerivedType::indexed(DART_TYPE_BYTE, lengths, offsets);
    return shape;
  }

  dart_datatype_t type() const
  {
    return derived_ != DART_TYPE_UNDEFINED ? derived_ : DART_TYPE_BYTE;
  }
  size_t nelem() const { return nelem_; }
  /// Number of bytes from the first element to the end of the last one.
  size_t extent() const { return extent_; }

  /// The elements in \c bytes, whose positions are relative to \c origin.
  Bytes gathered(const Bytes& bytes, size_t origin) const
  {
    Bytes elements(nelem_);
    for (const Block& block : blocks_) {
      std::memcpy(&elements[block.first], &bytes[origin + block.offset], block.length);
    }
    return elements;
  }
  /// Copies elements to their positions relative to \c origin.
  void scatter(const Bytes& elements, Bytes& bytes, size_t origin) const
  {
    for (const Block& block : blocks_) {
      std::memcpy(&bytes[origin + block.offset], &elements[block.first], block.length);
    }
  }

 private:
  struct Block {
    size_t first, offset, length;
  };

  void add(size_t offset, size_t length)
  {
    blocks_.push_back({nelem_, offset, length});
    nelem_ += length;
    extent_ = std::max(extent_, offset + length);
  }

  std::vector<Block> blocks_;
  size_t nelem_ = 0;
  size_t extent_ = 0;
  DerivedType derived_;
};

/// The shapes at the two ends of a transfer.
struct Shapes {
  Shape remote, local;
};

enum class Layout { contiguous, strided, indexed };

const char* name_of(Layout layout)
{
  static constexpr const char* names[] = {"contiguous", "strided", "indexed"};
  return names[static_cast<int>(layout)];
}

/// Shapes of about \c nbytes bytes, in few blocks whatever the size.
Shapes shapes_of(Layout layout, size_t nbytes)
{
  const size_t length = (nbytes + 6) / 7;
  switch (layout) {
    case Layout::contiguous:
      return {Shape::contiguous(nbytes), Shape::contiguous(nbytes)};
    case Layout::strided:
      return {Shape::strided(7, length, length + 5), Shape::contiguous(7 * length)};
    default:
      // The blocks differ at the two ends; those at the far end are not in ascending order.
      return {
          Shape::indexed({2 * length, length, 4 * length}, {6 * length + 1, 0, length + 3}),
          Shape::strided(7, length, length + 2)};
  }
}

/* ---- transfers ------------------------------------------------------------------------------ */

enum class Direction { put, get };

/// The unit on whose memory a unit works.
enum class Partner { next, self, first };

constexpr Partner partners[] = {Partner::next, Partner::self, Partner::first};

constexpr Completion completions[] = {
    Completion::blocking, Completion::wait, Completion::test, Completion::flush,
    Completion::flush_local};

struct Case {
  Direction direction;
  Partner partner;
  Completion how;
  Place place;
  size_t shift;  ///< distance from an aligned address, in opposite directions at the two ends

  uint64_t seed;  ///< seed of the random bytes
};

std::ostream& operator<<(std::ostream& os, const Case& c)
{
  static constexpr const char* names[] = {"the next unit", "itself", "unit 0"};
  return os << (c.direction == Direction::put ? "put to " : "get from ")
            << names[static_cast<int>(c.partner)] << ", " << c.how << ", buffer in " << c.place
            << ", shifted by " << c.shift;
}

struct Target {
  Memory memory;
  Layout layout;
};

class TransportTest : public DartTest {
 protected:
  static constexpr size_t margin = 8;  // on each side of the transferred bytes
  static constexpr unsigned char untouched = 0xEE;

  size_t partner_of(size_t unit, Partner partner) const
  {
    switch (partner) {
      case Partner::next:
        return (unit + 1) % size;
      case Partner::self:
        return unit;
      default:
        return 0;
    }
  }
};

class MatrixTransportTest : public TransportTest, public testing::WithParamInterface<Target> {
 protected:
  /// A row of the matrix of tests: all transfers with shapes of one size.
  class Row {
   public:
    Row(const MatrixTransportTest& test, size_t nbytes)
        : test_(test),
          shapes_(shapes_of(GetParam().layout, nbytes)),
          room_((shapes_.remote.extent() + 3 * margin) / margin * margin),
          memory_(GetParam().memory, room_ * test.size)
    {}

    void check(const Case& c)
    {
      SCOPED_TRACE(testing::Message() << shapes_.remote.nelem() << " bytes: " << c);
      memory_.set(background(test_.me(), c));
      barrier();
      if (c.direction == Direction::put) {
        put_one(c);
        barrier();
        EXPECT_TRUE(same_bytes(expected_after_puts(c), memory_.values()));
      } else {
        get_one(c);
        barrier();
      }
    }

   private:
    /// Each unit has separate room in the memory of each unit.
    size_t origin(size_t unit, const Case& c) const { return unit * room_ + margin + c.shift; }
    size_t local_origin(const Case& c) const { return margin - c.shift; }
    dart_gptr_t remote(const Case& c) const
    {
      return memory_.at(test_.partner_of(test_.me(), c.partner), origin(test_.me(), c));
    }

    /// All bytes of a unit before the transfers.
    Bytes background(size_t unit, const Case& c) const
    {
      return random_bytes(c.seed * 64 + unit, memory_.nbytes());
    }
    /// The elements that a unit puts.
    Bytes payload(size_t unit, const Case& c) const
    {
      return random_bytes(c.seed * 64 + 32 + unit, shapes_.remote.nelem());
    }
    /// The local buffer that contains these elements.
    Bytes framed(const Bytes& elements, const Case& c) const
    {
      Bytes bytes(shapes_.local.extent() + 2 * margin, untouched);
      shapes_.local.scatter(elements, bytes, local_origin(c));
      return bytes;
    }

    void put_one(const Case& c) const
    {
      LocalBuffer source(c.place, framed(payload(test_.me(), c), c));
      EXPECT_OK(
          put(c.how, remote(c), source.data() + local_origin(c), shapes_.local.nelem(),
              shapes_.local.type(), shapes_.remote.type()));
      if (c.how == Completion::flush_local) {
        EXPECT_OK(dart_flush(remote(c)));
      }
    }

    Bytes expected_after_puts(const Case& c) const
    {
      Bytes bytes = background(test_.me(), c);
      for (size_t unit = 0; unit < test_.size; ++unit) {
        if (test_.partner_of(unit, c.partner) != test_.me()) continue;
        shapes_.remote.scatter(payload(unit, c), bytes, origin(unit, c));
      }
      return bytes;
    }

    void get_one(const Case& c) const
    {
      LocalBuffer result(c.place, Bytes(shapes_.local.extent() + 2 * margin, untouched));
      EXPECT_OK(
          get(c.how, result.data() + local_origin(c), remote(c), shapes_.local.nelem(),
              shapes_.remote.type(), shapes_.local.type()));
      const size_t target = test_.partner_of(test_.me(), c.partner);
      const Bytes elements = shapes_.remote.gathered(background(target, c), origin(test_.me(), c));
      EXPECT_TRUE(same_bytes(framed(elements, c), result.values()));
    }

    const MatrixTransportTest& test_;
    Shapes shapes_;
    size_t room_;  ///< size of a unit's room
    GlobalMemory memory_;
  };

  /// Tests both directions. Completions, buffers and alignments take turns, so that all
  /// combinations occur, each with some size.
  void check_row(size_t nbytes, std::vector<Partner> row_partners, size_t completions_each)
  {
    Row row(*this, nbytes);
    for (Direction direction : {Direction::put, Direction::get}) {
      for (Partner partner : row_partners) {
        for (size_t i = 0; i < completions_each; ++i, ++turn_) {
          row.check(
              {direction, partner, completions[turn_ % std::size(completions)],
               places[turn_ / 2 % std::size(places)], turn_ % margin, turn_});
        }
      }
    }
  }

 private:
  uint64_t turn_ = 0;
};

TEST_P(MatrixTransportTest, PutAndGet)
{
  const std::vector<Partner> all(std::begin(partners), std::end(partners));
  const size_t each = scaled(std::size(completions));
  for (size_t nbytes : {size_t{1}, size_t{7}, size_t{8}, size_t{1} << 10, (size_t{4} << 10) + 1}) {
    check_row(nbytes, all, each);
  }
  check_row(size_t{64} << 10, all, 1);
  const auto turn = static_cast<size_t>(GetParam().layout);
  check_row(scaled(size_t{1} << 20) + 3, {partners[turn]}, 1);
}

TEST_P(MatrixTransportTest, ManyUnderWay)
{
  // Puts to all units, then gets from all units; each way of completion completes several at once.
  constexpr size_t longest = 3000;
  const size_t n = scaled(40);
  std::mt19937 random(7);  // the same on all units
  std::vector<Shapes> shapes;
  for (size_t i = 0; i < n; ++i) {
    shapes.push_back(shapes_of(GetParam().layout, 1 + random() % longest));
  }
  constexpr size_t room = 2 * longest;
  GlobalMemory memory(GetParam().memory, n * size * room);
  const auto seed = [&](size_t from, size_t to, size_t i) { return (from * size + to) * n + i; };
  const auto at = [&](size_t from, size_t i) { return (from * n + i) * room + i % 8; };
  memory.set(Bytes(memory.nbytes(), untouched));
  barrier();

  std::vector<Bytes> sources;
  std::vector<dart_handle_t> handles;
  for (size_t i = 0; i < n; ++i) {
    for (size_t to = 0; to < size; ++to) {
      const auto& [remote, local] = shapes[i];
      Bytes& source = sources.emplace_back(local.extent(), untouched);
      local.scatter(random_bytes(seed(me(), to, i), local.nelem()), source, 0);
      const dart_gptr_t gptr = memory.at(to, at(me(), i));
      if (i % 2 == 0) {
        EXPECT_OK(dart_put(gptr, source.data(), local.nelem(), local.type(), remote.type()));
      } else {
        EXPECT_OK(dart_put_handle(
            gptr, source.data(), local.nelem(), local.type(), remote.type(),
            &handles.emplace_back(DART_HANDLE_NULL)));
      }
    }
  }
  EXPECT_OK(dart_waitall(handles.data(), handles.size()));
  for (size_t to = 0; to < size; ++to) {
    EXPECT_OK(dart_flush(memory.at(to)));
  }
  barrier();
  Bytes expected(memory.nbytes(), untouched);
  for (size_t from = 0; from < size; ++from) {
    for (size_t i = 0; i < n; ++i) {
      const Shape& remote = shapes[i].remote;
      remote.scatter(random_bytes(seed(from, me(), i), remote.nelem()), expected, at(from, i));
    }
  }
  EXPECT_TRUE(same_bytes(expected, memory.values()));

  std::vector<Bytes> results;
  handles.clear();
  for (size_t i = 0; i < n; ++i) {
    for (size_t to = 0; to < size; ++to) {
      const auto& [remote, local] = shapes[i];
      Bytes& result = results.emplace_back(local.extent(), untouched);
      const dart_gptr_t gptr = memory.at(to, at(me(), i));
      if (i % 2 == 0) {
        EXPECT_OK(dart_get(result.data(), gptr, local.nelem(), remote.type(), local.type()));
      } else {
        EXPECT_OK(dart_get_handle(
            result.data(), gptr, local.nelem(), remote.type(), local.type(),
            &handles.emplace_back(DART_HANDLE_NULL)));
      }
    }
  }
  int32_t finished = 0;
  while (finished == 0) {
    ASSERT_OK(dart_testall(handles.data(), handles.size(), &finished));
  }
  for (size_t to = 0; to < size; ++to) {
    EXPECT_OK(dart_flush_local(memory.at(to)));
  }
  for (size_t transfer = 0; transfer < results.size(); ++transfer) {
    EXPECT_TRUE(same_bytes(sources[transfer], results[transfer])) << "transfer " << transfer;
  }
}

std::vector<Target> targets()
{
  std::vector<Target> all;
  for (Memory memory : memories) {
    for (Layout layout : {Layout::contiguous, Layout::strided, Layout::indexed}) {
      all.push_back({memory, layout});
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(
    Memories, MatrixTransportTest, testing::ValuesIn(targets()),
    [](const testing::TestParamInfo<Target>& info) {
      return std::string(name_of(info.param.memory)) + "_" + name_of(info.param.layout);
    });

class LargeTransportTest : public TransportTest {
 protected:
  static constexpr size_t piece = size_t{1} << 20;

  static Bytes random_pieces(size_t pieces)
  {
    Bytes bytes;
    bytes.reserve(pieces * piece);
    for (size_t i = 0; i < pieces; ++i) {
      const Bytes more = random_bytes(i, piece);
      bytes.insert(bytes.end(), more.begin(), more.end());
    }
    return bytes;
  }
  static void expect_random_pieces(const unsigned char* bytes, size_t pieces)
  {
    for (size_t i = 0; i < pieces; ++i) {
      EXPECT_TRUE(same_bytes(random_bytes(i, piece), read_at(bytes + i * piece, piece))) << i;
    }
  }
};

TEST_F(LargeTransportTest, PutAndGet)
{
  // From unit 0 to the last unit and back; the other units contribute no memory.
  const size_t pieces = scaled(64);
  const size_t nbytes = pieces * piece;
  const size_t last = size - 1;
  GlobalMemory memory(Memory::unit, me() == last ? nbytes + 1 : 0);
  if (!memory.is_allocated()) GTEST_SKIP() << "the units' memory is too small";
  if (me() == 0) {
    Bytes buffer = random_pieces(pieces);
    EXPECT_OK(dart_put_blocking(
        memory.at(last, 1), buffer.data(), nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
    std::fill(buffer.begin(), buffer.end(), untouched);
    EXPECT_OK(dart_get_blocking(
        buffer.data(), memory.at(last, 1), nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE));
    expect_random_pieces(buffer.data(), pieces);
  }
  barrier();
  if (me() == last) expect_random_pieces(memory.local() + 1, pieces);
}

/* ---- atomic operations ---------------------------------------------------------------------- */

/// Elements of each unit in memory of one kind.
template <class T>
class Elements {
 public:
  Elements(Memory memory, size_t n) : memory_(memory, n * sizeof(T)), n_(n) {}

  dart_gptr_t at(size_t unit, size_t i = 0) const { return memory_.at(unit, i * sizeof(T)); }
  std::vector<T> values() const { return read_at(reinterpret_cast<T*>(memory_.local()), n_); }
  /// Collective.
  void set(const std::vector<T>& values)
  {
    write_at(reinterpret_cast<T*>(memory_.local()), values);
    barrier();
  }
  void fill(T value) { set(std::vector<T>(n_, value)); }

 private:
  GlobalMemory memory_;
  size_t n_;
};

template <class T>
class AtomicTransportTest : public DartTest {
 protected:
  static T fetch(dart_gptr_t gptr, T value, dart_operation_t op)
  {
    T old{};
    EXPECT_OK(dart_fetch_and_op(gptr, &value, &old, datatype_v<T>, op));
    EXPECT_OK(dart_flush(gptr));
    return old;
  }
  static T swap_if(dart_gptr_t gptr, T compare, T value)
  {
    T old{};
    EXPECT_OK(dart_compare_and_swap(gptr, &value, &compare, &old, datatype_v<T>));
    EXPECT_OK(dart_flush(gptr));
    return old;
  }

  /// Calls f(elements) for \c n elements in memory of each kind.
  template <class F>
  static void for_each_memory(size_t n, F f)
  {
    for (Memory memory : memories) {
      SCOPED_TRACE(memory);
      Elements<T> elements(memory, n);
      f(elements);
    }
  }
};
TYPED_TEST_SUITE(AtomicTransportTest, BasicTypes);

TYPED_TEST(AtomicTransportTest, Operations)
{
  using T = TypeParam;
  const T pairs[][2] = {{T{0}, T{1}}, {T{5}, T{3}}, {T{7}, T{12}}, {T{10}, T{0}}};
  constexpr size_t n = std::size(pairs);
  this->for_each_memory(2 * n + 1, [&](Elements<T>& elements) {
    for (dart_operation_t op : atomic_operations_on<T>()) {
      std::vector<T> expected(2 * n + 1, T{99}), operands(n);
      std::vector<T> before = expected;
      for (size_t i = 0; i < n; ++i) {
        operands[i] = pairs[i][1];
        before[i] = before[n + i] = pairs[i][0];
        expected[i] = expected[n + i] = combine(op, pairs[i][0], pairs[i][1]);
      }
      elements.set(before);
      EXPECT_OK(dart_accumulate(elements.at(this->next()), operands.data(), n, datatype_v<T>, op));
      for (size_t i = 0; i < n; ++i) {
        EXPECT_EQ(before[i], this->fetch(elements.at(this->next(), n + i), operands[i], op));
      }
      EXPECT_OK(dart_flush(elements.at(this->next())));
      barrier();
      EXPECT_TRUE(same(expected, elements.values())) << "operation " << op;
      barrier();
    }
  });
}

TYPED_TEST(AtomicTransportTest, AllUnitsAddToOneWord)
{
  using T = TypeParam;
  const size_t rounds = scaled(60);
  this->for_each_memory(3, [&](Elements<T>& elements) {
    elements.fill(T{0});
    uint64_t olds = 0;
    const T one{1};
    for (size_t round = 0; round < rounds; ++round) {
      olds += static_cast<uint64_t>(this->fetch(elements.at(0, 1), T{1}, DART_OP_SUM));
      EXPECT_OK(
          dart_accumulate(elements.at(this->size - 1, 2), &one, 1, datatype_v<T>, DART_OP_SUM));
    }
    EXPECT_OK(dart_flush(elements.at(this->size - 1)));
    barrier();
    const size_t adds = rounds * this->size;
    if (this->me() == 0) {
      EXPECT_EQ(static_cast<T>(adds), elements.values()[1]);
    }
    if (this->me() == this->size - 1) {
      EXPECT_EQ(static_cast<T>(adds), elements.values()[2]);
    }
    // Each number was fetched once, if the type can represent all of them.
    const std::vector<uint64_t> all_olds = gather_all(olds);
    if (static_cast<double>(adds) <= static_cast<double>(std::numeric_limits<T>::max())) {
      EXPECT_EQ(
          adds * (adds - 1) / 2, std::accumulate(all_olds.begin(), all_olds.end(), uint64_t{0}));
    }
  });
}

TYPED_TEST(AtomicTransportTest, ManyElementsFromAllUnits)
{
  using T = TypeParam;
  const size_t n = scaled(1500);
  this->for_each_memory(n, [&](Elements<T>& elements) {
    elements.fill(T{1});
    std::vector<T> operands(n);
    for (size_t i = 0; i < n; ++i) {
      operands[i] = static_cast<T>(i % 7 + this->me());
    }
    EXPECT_OK(dart_accumulate(elements.at(0), operands.data(), n, datatype_v<T>, DART_OP_SUM));
    EXPECT_OK(dart_flush(elements.at(0)));
    barrier();
    if (this->me() != 0) return;
    std::vector<T> expected(n);
    for (size_t i = 0; i < n; ++i) {
      expected[i] = static_cast<T>(1 + this->size * (i % 7) + this->size * (this->size - 1) / 2);
    }
    EXPECT_TRUE(same(expected, elements.values()));
  });
}

template <class T>
class SwapTransportTest : public AtomicTransportTest<T> {};
TYPED_TEST_SUITE(SwapTransportTest, IntegralTypes);

TYPED_TEST(SwapTransportTest, CompareAndSwap)
{
  using T = TypeParam;
  constexpr T largest = std::numeric_limits<T>::max();
  this->for_each_memory(3, [&](Elements<T>& elements) {
    elements.fill(T{5});
    const dart_gptr_t gptr = elements.at(this->next(), 1);
    EXPECT_EQ(T{5}, this->swap_if(gptr, T{4}, T{9})) << "differs: no effect";
    EXPECT_EQ(T{5}, this->swap_if(gptr, T{5}, largest));
    EXPECT_EQ(largest, this->swap_if(gptr, T{5}, T{9}));
    barrier();
    EXPECT_TRUE(same(std::vector<T>{T{5}, largest, T{5}}, elements.values()));
  });
}

TYPED_TEST(SwapTransportTest, LoopsOfAllUnitsCountExactly)
{
  using T = TypeParam;
  const size_t rounds = scaled(20);  // with 4 units 80, which fits into each type
  this->for_each_memory(1, [&](Elements<T>& elements) {
    elements.fill(T{0});
    const dart_gptr_t counter = elements.at(this->size - 1);
    for (size_t round = 0; round < rounds; ++round) {
      T expected{0}, seen{0};
      do {
        expected = seen;
        seen = this->swap_if(counter, expected, static_cast<T>(expected + 1));
      } while (seen != expected);
    }
    barrier();
    if (this->me() == this->size - 1) {
      EXPECT_EQ(static_cast<T>(rounds * this->size), elements.values()[0]);
    }
  });
}

TEST_F(TransportTest, OperandsAndResultsInEachMemory)
{
  for (Memory memory : memories) {
    for (Place place : places) {
      SCOPED_TRACE(testing::Message() << memory << ", operands in " << place);
      Elements<long> elements(memory, 1);
      elements.fill(me());
      const auto bytes_of = [](long value) {
        Bytes bytes(sizeof value);
        std::memcpy(bytes.data(), &value, sizeof value);
        return bytes;
      };
      LocalBuffer value(place, bytes_of(100)), compare(place, bytes_of(100 + long(next()))),
          result(place, bytes_of(-1));
      const dart_gptr_t gptr = elements.at(next());
      EXPECT_OK(dart_fetch_and_op(gptr, value.data(), result.data(), DART_TYPE_LONG, DART_OP_SUM));
      EXPECT_OK(dart_flush(gptr));
      EXPECT_EQ(bytes_of(long(next())), result.values());
      EXPECT_OK(
          dart_compare_and_swap(gptr, value.data(), compare.data(), result.data(), DART_TYPE_LONG));
      EXPECT_OK(dart_flush(gptr));
      EXPECT_EQ(compare.values(), result.values());
      EXPECT_OK(dart_accumulate(gptr, value.data(), 1, DART_TYPE_LONG, DART_OP_SUM));
      EXPECT_OK(dart_flush(gptr));
      barrier();
      EXPECT_EQ(200, elements.values()[0]);
    }
  }
}

/* ---- messages ------------------------------------------------------------------------------- */

class MessageTransportTest : public TransportTest {
 protected:
  static constexpr int tag = 3;

  static dart_global_unit_t as_unit(size_t id) { return static_cast<dart_unit_t>(id); }

  Bytes message(size_t from, size_t to, size_t nbytes) const
  {
    return random_bytes((from * size + to) * 1000 + nbytes % 997, nbytes);
  }
  void send(size_t to, size_t nbytes, Place place) const
  {
    LocalBuffer buffer(place, message(me(), to, nbytes));
    EXPECT_OK(dart_send(buffer.data(), nbytes, DART_TYPE_BYTE, tag, as_unit(to)));
  }
  void receive(size_t from, size_t nbytes, Place place) const
  {
    LocalBuffer buffer(place, Bytes(nbytes, untouched));
    EXPECT_OK(dart_recv(buffer.data(), nbytes, DART_TYPE_BYTE, tag, as_unit(from)));
    EXPECT_TRUE(same_bytes(message(from, me(), nbytes), buffer.values())) << "from unit " << from;
  }
  void exchange(size_t partner, size_t nbytes, Place place) const
  {
    LocalBuffer out(place, message(me(), partner, nbytes));
    LocalBuffer in(place, Bytes(nbytes, untouched));
    EXPECT_OK(dart_sendrecv(
        out.data(), nbytes, DART_TYPE_BYTE, tag, as_unit(partner), in.data(), nbytes,
        DART_TYPE_BYTE, tag, as_unit(partner)));
    EXPECT_TRUE(same_bytes(message(partner, me(), nbytes), in.values())) << "with " << partner;
  }

  /// Calls f(nbytes, place) for all sizes up to a largest one.
  template <class F>
  static void for_each_size(size_t largest, F f)
  {
    size_t turn = 0;
    for (size_t nbytes :
         {size_t{0}, size_t{1}, size_t{7}, size_t{8}, size_t{1} << 10, (size_t{4} << 10) + 1,
          size_t{64} << 10, scaled(size_t{1} << 20) + 3, scaled(size_t{4} << 20)}) {
      if (nbytes > largest) break;
      const size_t buffers = nbytes < 100'000 ? 2 : 1;
      for (size_t i = 0; i < buffers; ++i, ++turn) {
        const Place place = places[turn % std::size(places)];
        SCOPED_TRACE(testing::Message() << nbytes << " bytes, buffer in " << place);
        f(nbytes, place);
      }
    }
  }
};

TEST_F(MessageTransportTest, SendAndReceiveBetweenAllPairs)
{
  for_each_size(size_t{4} << 20, [&](size_t nbytes, Place place) {
    for (size_t low = 0; low < size; ++low) {
      for (size_t high = low + 1; high < size; ++high) {
        // A send may wait for its receiver.
        if (me() == low) {
          send(high, nbytes, place);
          receive(high, nbytes, place);
        } else if (me() == high) {
          receive(low, nbytes, place);
          send(low, nbytes, place);
        }
      }
    }
  });
}

TEST_F(MessageTransportTest, ExchangeBetweenAllPairs)
{
  for_each_size(size_t{64} << 10, [&](size_t nbytes, Place place) {
    // In each round, units form pairs; each unit is its own partner once.
    for (size_t round = 0; round < size; ++round) {
      exchange((round + size - me()) % size, nbytes, place);
    }
  });
}

TEST_F(MessageTransportTest, InTheOrderOfSending)
{
  constexpr size_t n = 50;
  for (size_t i = 0; i < n; ++i) {
    exchange(me(), i % 2 == 0 ? 5000 + i : i, Place::heap);
  }
  if (size == 1) return;
  for (size_t i = 0; i < n; ++i) {
    const size_t nbytes = i % 5 == 0 ? 5000 + i : i;
    const Bytes mine = message(me(), next(), nbytes);
    Bytes theirs(nbytes);
    EXPECT_OK(dart_sendrecv(
        mine.data(), nbytes, DART_TYPE_BYTE, tag, as_unit(next()), theirs.data(), nbytes,
        DART_TYPE_BYTE, tag, as_unit(previous())));
    EXPECT_TRUE(same_bytes(message(previous(), me(), nbytes), theirs)) << "message " << i;
  }
}

}  // namespace
}  // namespace dart::test
