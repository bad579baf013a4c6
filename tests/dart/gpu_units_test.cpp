// Tier: suite n3 c2g2

// GPU units: their memory, and each operation between each pair of kinds of memory. The tests hold
// for every run; in a run without GPU units all memory is host memory.

#include <cstdlib>
#include <map>
#include <memory>

#include "layout.h"
#include "operations.h"

namespace dart::test {
namespace {

size_t gpu_units_of_host()
{
  const char* text = std::getenv("DART_GPU_UNITS");
  return text != nullptr ? static_cast<size_t>(std::atoi(text)) : 0;
}

/// Kinds of memory that programs pass to calls.
enum class Place {
  own_private,  ///< private memory of the process
  own_unit,     ///< global memory of this unit, which is device memory on GPU units
  own_host,     ///< global memory in host memory of this unit
};

constexpr Place places[] = {Place::own_private, Place::own_unit, Place::own_host};

std::ostream& operator<<(std::ostream& os, Place place)
{
  return os
         << (place == Place::own_private ? "private memory"
             : place == Place::own_unit  ? "memory of the unit"
                                         : "memory of the host");
}

/// A buffer in memory of such a kind.
template <class T>
class Buffer {
 public:
  Buffer(Place place, size_t nelem, T value = T{}) : nelem_(nelem)
  {
    if (place == Place::own_private) {
      private_.resize(nelem);
      data_ = private_.data();
    } else {
      const dart_memory_t memory = place == Place::own_unit ? DART_MEMORY_UNIT : DART_MEMORY_HOST;
      EXPECT_OK(dart_memalloc_in(memory, nelem * sizeof(T), DART_TYPE_BYTE, &gptr_));
      data_ = address_of<T>(gptr_);
    }
    set(std::vector<T>(nelem, value));
  }
  Buffer(Place place, const std::vector<T>& values) : Buffer(place, values.size()) { set(values); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer()
  {
    if (!DART_GPTR_ISNULL(gptr_)) {
      EXPECT_OK(dart_memfree(gptr_));
    }
  }

  T* data() { return data_; }
  void set(const std::vector<T>& values) { write_at(data_, values); }
  std::vector<T> values() const { return read_at(data_, nelem_); }

 private:
  size_t nelem_;
  T* data_;
  std::vector<T> private_;
  dart_gptr_t gptr_ = DART_GPTR_NULL;
};

/// Does the same as dart_memory_copy_boxes, element by element.
void copy_elements(
    unsigned char* to, const unsigned char* from, size_t nbytes, const dart_box_dimension_t* box,
    size_t ndimensions)
{
  if (ndimensions == 0) {
    std::copy_n(from, nbytes, to);
    return;
  }
  for (size_t i = 0; i < box->extent; ++i) {
    copy_elements(
        to + i * box->to_stride, from + i * box->from_stride, nbytes, box + 1, ndimensions - 1);
  }
}

class GpuUnitsTest : public ThreadedTest {
 protected:
  bool is_gpu_unit(size_t unit) const
  {
    dart_unit_kind_t kind = DART_UNIT_CPU;
    EXPECT_OK(dart_unit_kind({static_cast<dart_unit_t>(unit)}, &kind));
    return kind == DART_UNIT_GPU;
  }

  /// Calls f(place) with a SCOPED_TRACE of the place.
  template <class F>
  static void for_each_place(F f)
  {
    for (Place place : places) {
      SCOPED_TRACE(testing::Message() << "buffer in " << place);
      f(place);
    }
  }

  /// Calls f(place, unit) for each memory of a buffer and each unit, the calling unit last.
  template <class F>
  void for_each_pair(F f) const
  {
    for_each_place([&](Place place) {
      for (size_t distance = 1; distance <= size; ++distance) {
        const size_t unit = (me() + distance) % size;
        SCOPED_TRACE(testing::Message() << "with unit " << unit);
        f(place, unit);
      }
    });
  }
};

/* ---- kinds of units ------------------------------------------------------------------------ */

TEST(GpuUnitsOutsideOfARun, NoBackend)
{
  EXPECT_EQ(DART_GPU_NONE, dart_gpu_backend());
  dart_unit_kind_t kind = DART_UNIT_GPU;
  int gpu = 0;
  void* stream = nullptr;
  EXPECT_NE(DART_OK, dart_unit_kind({0}, &kind));
  EXPECT_NE(DART_OK, dart_unit_gpu({0}, &gpu));
  EXPECT_NE(DART_OK, dart_gpu_stream(&stream));
  EXPECT_FALSE(dart_is_device_memory(&kind));
}

TEST_F(GpuUnitsTest, AreTheLastUnitsOfEachHost)
{
  const size_t gpu_units = gpu_units_of_host();
  std::map<std::string, size_t> behind;  // number of units of the host with higher ids
  for (size_t unit = size; unit-- > 0;) {
    const bool is_last = behind[host_of(static_cast<dart_unit_t>(unit))]++ < gpu_units;
    EXPECT_EQ(is_last, is_gpu_unit(unit)) << "unit " << unit;
  }
  for (size_t unit = 0; unit < size; ++unit) {
    int gpu = -2;
    EXPECT_OK(dart_unit_gpu({static_cast<dart_unit_t>(unit)}, &gpu));
    EXPECT_EQ(is_gpu_unit(unit), gpu >= 0) << "unit " << unit << ", GPU " << gpu;
    EXPECT_EQ(std::vector<int>(size, gpu), gather_all(gpu)) << "all units agree";
  }
  EXPECT_EQ(gpu_units > 0, dart_gpu_backend() != DART_GPU_NONE);
}

TEST_F(GpuUnitsTest, UnknownUnits)
{
  dart_unit_kind_t kind = DART_UNIT_CPU;
  int gpu = 0;
  for (dart_unit_t unit : {-1, static_cast<dart_unit_t>(size)}) {
    EXPECT_INVAL(dart_unit_kind({unit}, &kind));
    EXPECT_INVAL(dart_unit_gpu({unit}, &gpu));
  }
}

TEST_F(GpuUnitsTest, StreamOfGpuUnitsOnly)
{
  void* stream = nullptr;
  if (!is_gpu_unit(me())) {
    EXPECT_INVAL(dart_gpu_stream(&stream));
    return;
  }
  EXPECT_OK(dart_gpu_stream(&stream));
  EXPECT_EQ(dart_gpu_backend() == DART_GPU_CUDA, stream != nullptr);
}

/* ---- memory -------------------------------------------------------------------------------- */

TEST_F(GpuUnitsTest, SegmentsLieInDeviceMemory)
{
  const Segment<int> segment(100);
  EXPECT_EQ(is_gpu_unit(me()), dart_is_device_memory(segment.local()));
  for (size_t unit = 0; unit < size; ++unit) {
    void* mapped = nullptr;
    EXPECT_OK(dart_gptr_mapped(segment.at(unit, 1), &mapped));
    EXPECT_EQ(is_gpu_unit(unit) || !is_here(unit), mapped == nullptr) << "unit " << unit;
  }
}

TEST_F(GpuUnitsTest, SegmentsInHostMemory)
{
  const Segment<int> segment(100, DART_TEAM_ALL, DART_MEMORY_HOST);
  EXPECT_FALSE(dart_is_device_memory(segment.local()));
  for (size_t unit = 0; unit < size; ++unit) {
    void* mapped = nullptr;
    ASSERT_OK(dart_gptr_mapped(segment.at(unit, me()), &mapped));
    ASSERT_EQ(is_here(unit), mapped != nullptr);
    if (mapped != nullptr) *static_cast<int*>(mapped) = myid.id;
  }
  barrier();
  for (size_t unit = 0; unit < size; ++unit) {
    if (is_here(unit)) {
      EXPECT_EQ(static_cast<int>(unit), segment.local()[unit]);
    }
  }
}

TEST_F(GpuUnitsTest, BlocksOfBothMemoriesReachedByAll)
{
  for (dart_memory_t memory : {DART_MEMORY_UNIT, DART_MEMORY_HOST}) {
    dart_gptr_t mine = DART_GPTR_NULL;
    ASSERT_OK(dart_memalloc_in(memory, size, DART_TYPE_INT, &mine));
    EXPECT_EQ(myid.id, mine.unitid);
    EXPECT_EQ(
        memory == DART_MEMORY_UNIT && is_gpu_unit(me()),
        dart_is_device_memory(address_of<int>(mine)));
    for (dart_gptr_t theirs : gather_all(mine)) {
      store(advanced(theirs, static_cast<int64_t>(me() * sizeof(int))), myid.id);
    }
    barrier();
    EXPECT_TRUE(same(every(1, 0, size), read_at(address_of<int>(mine), size)));
    barrier();
    EXPECT_OK(dart_memfree(mine));
  }
}

TEST_F(GpuUnitsTest, ProgramsOwnMemoryIsNoDeviceMemory)
{
  static int in_data = 0;
  const int on_stack = 0;
  const auto on_heap = std::make_unique<int>();
  for (const int* address : {&on_stack, &std::as_const(in_data), &std::as_const(*on_heap)}) {
    EXPECT_FALSE(dart_is_device_memory(address));
    EXPECT_EQ(address, dart_kernel_address(address));
  }
  EXPECT_FALSE(dart_is_device_memory(nullptr));
}

TEST_F(GpuUnitsTest, AlignedForVectorAccess)
{
  for (size_t nbytes : {1, 17, 100, 5000, 1 << 20}) {
    const Segment<char> segment(nbytes);
    EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(segment.local()) % 16);
    Buffer<char> block(Place::own_unit, nbytes);
    EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(block.data()) % 64);
  }
}

TEST_F(GpuUnitsTest, PlacesAreTheSameInEachProcessOfAHost)
{
  for (dart_memory_t memory : {DART_MEMORY_UNIT, DART_MEMORY_HOST}) {
    const Segment<int> segment(100, DART_TEAM_ALL, memory);
    for (size_t unit = 0; unit < size; ++unit) {
      void* place = nullptr;
      void* mapped = nullptr;
      ASSERT_OK(dart_gptr_place(segment.at(unit, 3), &place));
      ASSERT_OK(dart_gptr_mapped(segment.at(unit, 3), &mapped));
      const auto all = gather_all(place);
      for (size_t other = 0; other < size; ++other) {
        if (is_here(other)) {
          EXPECT_EQ(place, all[other]);
        }
      }
      EXPECT_EQ(static_cast<dart_unit_t>(unit), dart_owner_of_mapped(place));
      EXPECT_TRUE(mapped == nullptr || mapped == place);
      void* next_place = nullptr;
      ASSERT_OK(dart_gptr_place(segment.at(unit, 4), &next_place));
      EXPECT_EQ(static_cast<int*>(place) + 1, next_place);
    }
  }
}

TEST_F(GpuUnitsTest, ZeroSizePartsAndSubTeams)
{
  const SubTeam even(every(2, 0, size));
  const SubTeam odd(every(2, 1, size));
  const SubTeam& team = even ? even : odd;
  const auto self = static_cast<size_t>(team.myid());
  Segment<int> segment(self * 10, team.id());
  const size_t next_member = (self + 1) % team.size();
  if (next_member > 0) store(segment.at(next_member, 9), myid.id);
  barrier(team.id());
  if (self > 0) {
    dart_global_unit_t writer;
    ASSERT_OK(dart_team_unit_l2g(team.id(), static_cast<dart_unit_t>(self - 1), &writer));
    EXPECT_EQ(writer.id, segment.value(9));
  }
}

TEST_F(GpuUnitsTest, OutOfMemory)
{
  constexpr size_t too_much = size_t{1} << 50;
  for (dart_memory_t memory : {DART_MEMORY_UNIT, DART_MEMORY_HOST}) {
    dart_gptr_t gptr{0, 0, 1, 0, {8}};
    EXPECT_EQ(DART_ERR_NOMEM, dart_memalloc_in(memory, too_much, DART_TYPE_BYTE, &gptr));
    EXPECT_TRUE(DART_GPTR_ISNULL(gptr));
    for (size_t greedy = 0; greedy < size; ++greedy) {
      const size_t nbytes = me() == greedy ? too_much : 64;
      gptr = {0, 0, 1, 0, {8}};
      EXPECT_EQ(
          DART_ERR_NOMEM,
          dart_team_memalloc_aligned_in(memory, DART_TEAM_ALL, nbytes, DART_TYPE_BYTE, &gptr));
      EXPECT_TRUE(DART_GPTR_ISNULL(gptr)) << "unit " << greedy << " asked for too much";
    }
  }
  Segment<int> segment(10);
  segment.fill(1);
  EXPECT_EQ(1, load<int>(segment.at(next(), 9))) << "the program goes on";
}

TEST_F(GpuUnitsTest, FreedMemoryIsUsedAgain)
{
  // If memory was not reused, these allocations would take 25 GiB per unit.
  constexpr size_t nbytes = size_t{128} << 20;
  for (int round = 0; round < 100; ++round) {
    dart_gptr_t block = DART_GPTR_NULL;
    ASSERT_OK(dart_memalloc(nbytes, DART_TYPE_BYTE, &block));
    store(advanced(block, nbytes - 1), static_cast<unsigned char>(round));
    EXPECT_EQ(round, load<unsigned char>(advanced(block, nbytes - 1)));
    EXPECT_OK(dart_memfree(block));
    const Segment<unsigned char> segment(nbytes);
    store(segment.at(next(), nbytes - 1), static_cast<unsigned char>(round));
    EXPECT_EQ(round, load<unsigned char>(segment.at(next(), nbytes - 1)));
  }
}

TEST_F(GpuUnitsTest, BlocksThatGrowInPlaceAreReachedWhole)
{
  // A block reuses the memory of a smaller one, which other units know, and gets more memory behind
  // it.
  for (size_t nbytes = size_t{64} << 20; nbytes <= size_t{256} << 20; nbytes *= 2) {
    dart_gptr_t block = DART_GPTR_NULL;
    ASSERT_OK(dart_memalloc(nbytes, DART_TYPE_BYTE, &block));
    const auto blocks = gather_all(block);
    for (size_t unit = 0; unit < size; ++unit) {
      void* address = nullptr;
      EXPECT_OK(dart_gptr_kernel_address(blocks[unit], nbytes, &address));
      EXPECT_EQ(is_here(unit), address != nullptr) << nbytes << " bytes of unit " << unit;
    }
    barrier();
    EXPECT_OK(dart_memfree(block));
  }
}

TEST_F(GpuUnitsTest, NewRunsOfTheRuntimeStartAnew)
{
  for (int round = 0; round < 5; ++round) {
    {
      Segment<int> segment(1000);
      store(segment.at(next(), 999), round);
      barrier();
      EXPECT_EQ(round, segment.value(999));
    }
    ASSERT_OK(dart_exit());
    ASSERT_OK(dart_init(nullptr, nullptr));
  }
}

/* ---- kernel addresses ---------------------------------------------------------------------- */

TEST_F(GpuUnitsTest, KernelAddressesReachEachUnit)
{
  for (dart_memory_t memory : {DART_MEMORY_UNIT, DART_MEMORY_HOST}) {
    Segment<int> segment(100, DART_TEAM_ALL, memory);
    segment.set(elements<int>(me(), 100));
    barrier();
    for (size_t unit = 0; unit < size; ++unit) {
      void* address = nullptr;
      ASSERT_OK(dart_gptr_kernel_address(segment.at(unit, 10), 90 * sizeof(int), &address));
      ASSERT_EQ(is_here(unit), address != nullptr) << "unit " << unit;
      if (!is_here(unit)) continue;
      const std::vector<int> theirs = elements<int>(unit, 100);
      EXPECT_TRUE(same(theirs.data() + 10, read_at(static_cast<int*>(address), 90).data(), 90));
    }
    void* own = nullptr;
    ASSERT_OK(dart_gptr_kernel_address(segment.at(me()), 1, &own));
    EXPECT_EQ(own, dart_kernel_address(segment.local()));
  }
}

TEST_F(GpuUnitsTest, HostCodeMayUseKernelAddressesOfEmulatedGpus)
{
  if (dart_gpu_backend() == DART_GPU_CUDA) GTEST_SKIP() << "device memory of a real GPU";
  Segment<int> segment(size);
  segment.fill(-1);
  for (size_t unit = 0; unit < size; ++unit) {
    if (!is_here(unit)) continue;
    void* address = nullptr;
    ASSERT_OK(dart_gptr_kernel_address(segment.at(unit, me()), sizeof(int), &address));
    *static_cast<int*>(address) = myid.id;
  }
  barrier();
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_EQ(is_here(unit) ? static_cast<int>(unit) : -1, segment.value(unit));
  }
}

TEST_F(GpuUnitsTest, KernelAddressesAreBuffersOfTransfers)
{
  constexpr size_t n = 1000;
  Segment<int> from(n);
  Segment<int> to(n * size);
  from.set(elements<int>(me(), n));
  barrier();
  // Copies directly from the memory of the next unit of the host to that of each unit.
  size_t neighbour = next();
  while (!is_here(neighbour)) neighbour = (neighbour + 1) % size;
  void* source = nullptr;
  ASSERT_OK(dart_gptr_kernel_address(from.at(neighbour), n * sizeof(int), &source));
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_OK(dart_put(to.at(unit, me() * n), source, n, DART_TYPE_INT, DART_TYPE_INT));
  }
  EXPECT_OK(dart_flush_all(to.begin()));
  const auto neighbours = gather_all(neighbour);
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_TRUE(same(elements<int>(neighbours[unit], n), read_at(to.local() + unit * n, n)));
  }
}

TEST_F(GpuUnitsTest, MemoryCopiesBetweenEachTwoPlaces)
{
  for (size_t n : {0, 1, 7, 100003}) {
    for_each_place([&](Place from) {
      for_each_place([&](Place to) {
        Buffer<int> source(from, elements<int>(me(), n));
        Buffer<int> target(to, n + 1, -1);
        EXPECT_OK(dart_memory_copy(target.data(), source.data(), n * sizeof(int)));
        std::vector<int> expected = elements<int>(me(), n);
        expected.push_back(-1);
        EXPECT_TRUE(same(expected, target.values()));
      });
    });
  }
}

TEST_F(GpuUnitsTest, MemoryCopiesOfBoxes)
{
  // Each dimension has the extent, and the strides in the target and in the source, in elements.
  const std::vector<std::vector<dart_box_dimension_t>> boxes = {
      {},
      {{1, 1, 1}},
      {{100, 3, 5}},
      {{7, 100, 1}, {100, 1, 7}},                   // a transposition
      {{70, 41, 1}, {3, 5000, 4000}, {40, 1, 75}},  // transpositions of several matrices
      {{3, 1000, 2000}, {4, 50, 100}, {5, 8, 10}, {6, 1, 1}},
      {{3, 900, 1}, {4, 200, 300}, {5, 30, 50}, {6, 4, 7}},
      {{2, 1, 1}, {0, 2, 2}, {3, 4, 4}},
      {{300, 500, 1}, {500, 1, 300}},  // so many elements that their order is changed on the GPU
      {{20000, 1, 3}},
      {{20000, 3, 1}}};
  for (const std::size_t bytes : {1, 2, 4, 8, 12, 16, 40}) {
    for (const auto& elements_apart : boxes) {
      std::vector<dart_box_dimension_t> box = elements_apart;
      std::size_t to_bytes = bytes, from_bytes = bytes;
      for (auto& dimension : box) {
        dimension.to_stride *= bytes;
        dimension.from_stride *= bytes;
        to_bytes += dimension.extent * dimension.to_stride;
        from_bytes += dimension.extent * dimension.from_stride;
      }
      const auto values = elements<unsigned char>(me(), from_bytes);
      std::vector<unsigned char> expected(to_bytes, 0xEE);
      copy_elements(expected.data(), values.data(), bytes, box.data(), box.size());
      for_each_place([&](Place from) {
        for_each_place([&](Place to) {
          Buffer<unsigned char> source(from, values);
          Buffer<unsigned char> target(to, to_bytes, 0xEE);
          const dart_box_copy_t copy{target.data(), source.data(), bytes, box.data(), box.size()};
          EXPECT_OK(dart_memory_copy_boxes(&copy, 1));
          EXPECT_TRUE(same(expected, target.values()))
              << box.size() << " dimensions, elements of " << bytes << " bytes";
        });
      });
    }
  }
}

TEST_F(GpuUnitsTest, MemoryCopiesOfLargeBoxesOfSmallElements)
{
  constexpr std::size_t rows = 700'000, bytes = 32;
  for (const bool to_host : {false, true}) {
    const dart_box_dimension_t dimension{
        rows, to_host ? bytes : 2 * bytes, to_host ? 2 * bytes : bytes};
    const auto values = elements<unsigned char>(me(), rows * dimension.from_stride);
    std::vector<unsigned char> expected(rows * dimension.to_stride, 0xEE);
    copy_elements(expected.data(), values.data(), bytes, &dimension, 1);
    Buffer<unsigned char> source(to_host ? Place::own_unit : Place::own_private, values);
    Buffer<unsigned char> target(
        to_host ? Place::own_private : Place::own_unit, expected.size(), 0xEE);
    const dart_box_copy_t copy{target.data(), source.data(), bytes, &dimension, 1};
    EXPECT_OK(dart_memory_copy_boxes(&copy, 1));
    EXPECT_TRUE(same(expected, target.values()));
  }
}

TEST_F(GpuUnitsTest, MemoryCopiesOfOneElementToManyPlaces)
{
  constexpr std::size_t bytes = 32;
  for (const std::size_t rows : {10, 100'000}) {
    for (const std::size_t stride : {bytes, 2 * bytes}) {
      const dart_box_dimension_t dimension{rows, stride, 0};
      const auto values = elements<unsigned char>(me(), bytes);
      std::vector<unsigned char> expected(rows * stride, 0xEE);
      copy_elements(expected.data(), values.data(), bytes, &dimension, 1);
      for_each_place([&](Place from) {
        Buffer<unsigned char> source(from, values);
        Buffer<unsigned char> target(Place::own_unit, expected.size(), 0xEE);
        const dart_box_copy_t copy{target.data(), source.data(), bytes, &dimension, 1};
        EXPECT_OK(dart_memory_copy_boxes(&copy, 1));
        EXPECT_TRUE(same(expected, target.values())) << rows << " rows at " << stride << " bytes";
      });
    }
  }
}

TEST_F(GpuUnitsTest, MemoryCopiesOfBoxesThatAreNone)
{
  const dart_box_dimension_t none{0, 1, 1};
  const dart_box_copy_t empty[] = {
      {nullptr, nullptr, 8, &none, 1}, {nullptr, nullptr, 0, nullptr, 0}};
  EXPECT_OK(dart_memory_copy_boxes(empty, 2));
  EXPECT_OK(dart_memory_copy_boxes(nullptr, 0));
  const dart_box_copy_t nowhere{nullptr, nullptr, 8, nullptr, 0},
      unknown{nullptr, nullptr, 8, nullptr, 1};
  EXPECT_INVAL(dart_memory_copy_boxes(&nowhere, 1));
  EXPECT_INVAL(dart_memory_copy_boxes(&unknown, 1));
  EXPECT_INVAL(dart_memory_copy_boxes(nullptr, 1));
}

TEST_F(GpuUnitsTest, MemoryCopiesOfSeveralBoxes)
{
  constexpr size_t n = 100;
  for_each_place([&](Place place) {
    const auto values = elements<int>(me(), n);
    Buffer<int> source(place, values);
    Buffer<int> even(Place::own_unit, n / 2), odd(Place::own_host, n / 2);
    const dart_box_dimension_t every_second{n / 2, sizeof(int), 2 * sizeof(int)};
    const dart_box_copy_t copies[] = {
        {even.data(), source.data(), sizeof(int), &every_second, 1},
        {odd.data(), source.data() + 1, sizeof(int), &every_second, 1}};
    ASSERT_OK(dart_memory_copy_boxes(copies, 2));
    for (size_t i = 0; i < n / 2; ++i) {
      ASSERT_EQ(values[2 * i], even.values()[i]);
      ASSERT_EQ(values[2 * i + 1], odd.values()[i]);
    }
  });
}

/* ---- transfers ----------------------------------------------------------------------------- */

class TransfersGpuUnitsTest : public GpuUnitsTest, public testing::WithParamInterface<Completion> {
 protected:
  /// Puts elements of the buffer behind a margin into the unit's part, and gets them back.
  void check(Place place, size_t unit, Segment<unsigned char>& segment, size_t n, size_t shift)
  {
    const Completion how = GetParam();
    std::vector<unsigned char> framed = elements<unsigned char>(me() + n, n);
    framed.insert(framed.begin(), shift, 0xEE);
    framed.push_back(0xEE);
    Buffer<unsigned char> source(place, framed);
    Buffer<unsigned char> target(place, framed.size(), 0xEE);
    const dart_gptr_t gptr = segment.at(unit, shift + me() * segment.nelem() / size);
    EXPECT_OK(put(how, gptr, source.data() + shift, n, DART_TYPE_BYTE, DART_TYPE_BYTE));
    EXPECT_OK(dart_flush(gptr));
    EXPECT_OK(get(how, target.data() + shift, gptr, n, DART_TYPE_BYTE, DART_TYPE_BYTE));
    EXPECT_TRUE(same(framed, target.values())) << n << " bytes, from offset " << shift;
  }
};

TEST_P(TransfersGpuUnitsTest, Contiguous)
{
  constexpr size_t most = (1 << 18) + 3;
  Segment<unsigned char> segment((most + 64) * size);
  for_each_pair([&](Place place, size_t unit) {
    for (size_t n : {size_t{0}, size_t{1}, size_t{8}, size_t{4099}, most}) {
      check(place, unit, segment, n, 0);
      check(place, unit, segment, n, 5);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(
    Completions, TransfersGpuUnitsTest, testing::ValuesIn(all_completions),
    [](const testing::TestParamInfo<Completion>& info) { return name_of(info.param); });

/// Transfers between layouts, to and from each kind of memory.
class LayoutsGpuUnitsTest : public GpuUnitsTest {
 protected:
  /// Collective.
  void check(const Layout& src, const Layout& dst, size_t nelem) const
  {
    const ModelledTransfer transfer(src, dst, nelem, sizeof(int));
    Segment<unsigned char> sources(transfer.src_bytes());
    sources.set(transfer.source(me()));
    Segment<unsigned char> results(transfer.dst_bytes() * size);
    results.fill(ModelledTransfer::gap);
    for_each_pair([&](Place place, size_t unit) {
      check_get(transfer, place, unit, sources);
      check_put(transfer, place, unit, results);
    });
    barrier();
  }

 private:
  static void check_get(
      const ModelledTransfer& transfer, Place place, size_t unit,
      const Segment<unsigned char>& sources)
  {
    Buffer<unsigned char> result(place, transfer.dst_bytes(), ModelledTransfer::gap);
    EXPECT_OK(dart_get_blocking(
        result.data(), sources.at(unit), transfer.nelem, transfer.src.type(), transfer.dst.type()));
    EXPECT_TRUE(same(transfer.result(unit), result.values())) << "get";
  }

  /// Each unit has a separate part in the memory of each other unit.
  void check_put(
      const ModelledTransfer& transfer, Place place, size_t unit,
      const Segment<unsigned char>& results) const
  {
    const dart_gptr_t gptr = results.at(unit, me() * transfer.dst_bytes());
    Buffer<unsigned char> source(place, transfer.source(me()));
    EXPECT_OK(dart_put_blocking(
        gptr, source.data(), transfer.nelem, transfer.src.type(), transfer.dst.type()));
    std::vector<unsigned char> result(transfer.dst_bytes());
    EXPECT_OK(
        dart_get_blocking(result.data(), gptr, result.size(), DART_TYPE_BYTE, DART_TYPE_BYTE));
    EXPECT_TRUE(same(transfer.result(me()), result)) << "put";
  }
};

TEST_F(LayoutsGpuUnitsTest, StridedAndIndexed)
{
  const Layout contiguous = Layout::contiguous(DART_TYPE_INT);
  const Layout strided = Layout::strided(DART_TYPE_INT, 5, 2);
  const Layout wide = Layout::strided(DART_TYPE_INT, 300, 100);
  const Layout indexed = Layout::indexed(DART_TYPE_INT, {1, 3, 2}, {0, 4, 11});
  // Between hosts, each block may need a message and a reply.
  const size_t blocks = hosts() > 1 ? 50 : 300;
  check(strided, contiguous, 2 * blocks);
  check(contiguous, strided, 2 * blocks);
  check(strided, wide, 2 * blocks);
  check(wide, wide, 200 * blocks);
  check(indexed, contiguous, 6 * (blocks / 3));
  check(contiguous, indexed, 6 * (blocks / 3));
  check(indexed, strided, 6 * (blocks / 3));
}

/* ---- atomic operations --------------------------------------------------------------------- */

template <class T>
class TypesGpuUnitsTest : public GpuUnitsTest {};
TYPED_TEST_SUITE(TypesGpuUnitsTest, BasicTypes);

TYPED_TEST(TypesGpuUnitsTest, AtomicsWithOperandsInEachPlace)
{
  using T = TypeParam;
  Segment<T> segment(2 * this->size);
  for (dart_operation_t op : atomic_operations_on<T>()) {
    const T target{6}, value{3};
    this->for_each_pair([&](Place place, size_t unit) {
      const dart_gptr_t gptr = segment.at(unit, 2 * this->me());
      store(gptr, target);
      store(segment.at(unit, 2 * this->me() + 1), target);
      Buffer<T> operand(place, 2, value);
      Buffer<T> old(place, 1);
      EXPECT_OK(dart_fetch_and_op(gptr, operand.data(), old.data(), datatype_v<T>, op));
      EXPECT_OK(dart_flush(gptr));
      EXPECT_EQ(target, old.values().front()) << "operation " << op;
      EXPECT_OK(dart_accumulate(gptr, operand.data(), 2, datatype_v<T>, op));
      EXPECT_OK(dart_flush(gptr));
      const T once = combine(op, target, value);
      EXPECT_EQ(combine(op, once, value), load<T>(gptr)) << "operation " << op;
      EXPECT_EQ(once, load<T>(segment.at(unit, 2 * this->me() + 1))) << "operation " << op;
    });
  }
}

TYPED_TEST(TypesGpuUnitsTest, SumsUnderContention)
{
  using T = TypeParam;
  constexpr int threads = 2;
  constexpr int rounds = 5;
  Segment<T> segment(3);
  segment.fill(T{0});
  run_threads(threads, [&](int) {
    const T one{1};
    const T ones[] = {one, one, one};
    T old{};
    for (int round = 0; round < rounds; ++round) {
      for (size_t unit = 0; unit < this->size; ++unit) {
        EXPECT_OK(dart_fetch_and_op(segment.at(unit), &one, &old, datatype_v<T>, DART_OP_SUM));
        EXPECT_OK(dart_accumulate(segment.at(unit), ones, 3, datatype_v<T>, DART_OP_SUM));
      }
    }
    EXPECT_OK(dart_flush_all(segment.begin()));
  });
  barrier();
  // With 4 units, these are 40 and 80, which fit into each type.
  const auto adds = static_cast<T>(threads * rounds * this->size);
  EXPECT_TRUE(same({static_cast<T>(2 * adds), adds, adds}, segment.values()));
}

TEST_F(GpuUnitsTest, CompareAndSwapUnderContention)
{
  constexpr int rounds = 50;
  Segment<long> counters(1);
  counters.fill(0);
  const auto increment = [](dart_gptr_t counter) {
    long expected = -1;
    for (long seen = load<long>(counter); seen != expected;) {
      expected = seen;
      const long desired = expected + 1;
      EXPECT_OK(dart_compare_and_swap(counter, &desired, &expected, &seen, DART_TYPE_LONG));
      EXPECT_OK(dart_flush(counter));
    }
  };
  for (size_t unit = 0; unit < size; ++unit) {
    for (int round = 0; round < rounds; ++round) {
      increment(counters.at(unit));
    }
  }
  barrier();
  EXPECT_EQ(static_cast<long>(rounds * size), counters.value());
}

/* ---- collectives --------------------------------------------------------------------------- */

/// Collectives with buffers of each kind; units of both kinds take part in each.
class CollectivesGpuUnitsTest : public GpuUnitsTest {
 protected:
  static constexpr size_t n = 1500;

  std::vector<int> all_elements() const
  {
    std::vector<int> all;
    for (size_t unit = 0; unit < size; ++unit) {
      const std::vector<int> theirs = elements<int>(unit, n);
      all.insert(all.end(), theirs.begin(), theirs.end());
    }
    return all;
  }
};

TEST_F(CollectivesGpuUnitsTest, Broadcast)
{
  for_each_place([&](Place place) {
    for (size_t root = 0; root < size; ++root) {
      const dart_team_unit_t id{static_cast<dart_unit_t>(root)};
      Buffer<int> buffer(place, elements<int>(me(), n));
      EXPECT_OK(dart_bcast(buffer.data(), n, DART_TYPE_INT, id, DART_TEAM_ALL));
      EXPECT_TRUE(same(elements<int>(root, n), buffer.values()));
    }
  });
}

TEST_F(CollectivesGpuUnitsTest, GatherAndScatter)
{
  for_each_place([&](Place place) {
    for (size_t root = 0; root < size; ++root) {
      const dart_team_unit_t id{static_cast<dart_unit_t>(root)};
      Buffer<int> mine(place, elements<int>(me(), n));
      Buffer<int> all(place, n * size, -1);
      EXPECT_OK(dart_gather(mine.data(), all.data(), n, DART_TYPE_INT, id, DART_TEAM_ALL));
      EXPECT_TRUE(me() != root || same(all_elements(), all.values()));
      Buffer<int> back(place, n, -1);
      EXPECT_OK(dart_scatter(all.data(), back.data(), n, DART_TYPE_INT, id, DART_TEAM_ALL));
      EXPECT_TRUE(same(elements<int>(me(), n), back.values()));
    }
  });
}

TEST_F(CollectivesGpuUnitsTest, AllgatherAndAllToAll)
{
  for_each_place([&](Place place) {
    Buffer<int> mine(place, elements<int>(me(), n));
    Buffer<int> all(place, n * size, -1);
    EXPECT_OK(dart_allgather(mine.data(), all.data(), n, DART_TYPE_INT, DART_TEAM_ALL));
    EXPECT_TRUE(same(all_elements(), all.values()));

    std::vector<int> addressed(size);
    std::iota(addressed.begin(), addressed.end(), static_cast<int>(me() * size));
    Buffer<int> sent(place, addressed);
    Buffer<int> received(place, size, -1);
    EXPECT_OK(dart_alltoall(sent.data(), received.data(), 1, DART_TYPE_INT, DART_TEAM_ALL));
    for (size_t unit = 0; unit < size; ++unit) {
      EXPECT_EQ(static_cast<int>(unit * size + me()), received.values()[unit]);
    }

    std::vector<size_t> counts(size), displacements(size);
    for (size_t unit = 0, before = 0; unit < size; before += counts[unit++]) {
      counts[unit] = unit + 1;
      displacements[unit] = before;
    }
    Buffer<int> several(place, me() + 1, myid.id);
    Buffer<int> joined(place, size * (size + 1) / 2, -1);
    EXPECT_OK(dart_allgatherv(
        several.data(), me() + 1, DART_TYPE_INT, joined.data(), counts.data(), displacements.data(),
        DART_TEAM_ALL));
    for (size_t unit = 0; unit < size; ++unit) {
      EXPECT_EQ(static_cast<int>(unit), joined.values()[displacements[unit] + unit]);
    }
  });
}

TEST_F(CollectivesGpuUnitsTest, Reductions)
{
  std::vector<int> sums(n, 0);
  for (size_t unit = 0; unit < size; ++unit) {
    for (size_t i = 0; i < n; ++i) sums[i] += element<int>(unit, i);
  }
  for_each_place([&](Place place) {
    Buffer<int> mine(place, elements<int>(me(), n));
    Buffer<int> result(place, n, -1);
    EXPECT_OK(
        dart_allreduce(mine.data(), result.data(), n, DART_TYPE_INT, DART_OP_SUM, DART_TEAM_ALL));
    EXPECT_TRUE(same(sums, result.values()));
    for (size_t root = 0; root < size; ++root) {
      Buffer<int> at_root(place, n, -1);
      EXPECT_OK(dart_reduce(
          mine.data(), at_root.data(), n, DART_TYPE_INT, DART_OP_SUM,
          {static_cast<dart_unit_t>(root)}, DART_TEAM_ALL));
      EXPECT_TRUE(me() != root || same(sums, at_root.values()));
    }
  });
}

TEST_F(CollectivesGpuUnitsTest, Messages)
{
  for (size_t count : {size_t{1}, n, size_t{300000}}) {
    for_each_place([&](Place place) {
      Buffer<int> sent(place, elements<int>(me(), count));
      Buffer<int> received(place, count, -1);
      EXPECT_OK(dart_sendrecv(
          sent.data(), count, DART_TYPE_INT, 7, {static_cast<dart_unit_t>(next())}, received.data(),
          count, DART_TYPE_INT, 7, {static_cast<dart_unit_t>(previous())}));
      EXPECT_TRUE(same(elements<int>(previous(), count), received.values()));
    });
  }
}

TEST_F(GpuUnitsTest, BounceBuffersAreLent)
{
  void* buffers[] = {nullptr, nullptr, nullptr};
  size_t nbytes = 0;
  if (dart_gpu_backend() == DART_GPU_NONE) {
    EXPECT_EQ(dart_bounce_buffer_acquire(&buffers[0], &nbytes), DART_ERR_NOTFOUND);
    EXPECT_EQ(buffers[0], nullptr);
    EXPECT_EQ(nbytes, 0);
    EXPECT_EQ(dart_bounce_buffer_release(&nbytes), DART_ERR_INVAL);
    return;
  }
  if (dart_bounce_buffer_acquire(&buffers[0], &nbytes) == DART_ERR_NOTFOUND) {
    GTEST_SKIP() << "processes share memory of several GPUs by CUDA IPC";
  }
  ASSERT_NE(buffers[0], nullptr);
  EXPECT_OK(dart_bounce_buffer_acquire(&buffers[1], &nbytes));
  EXPECT_NE(buffers[0], buffers[1]);
  EXPECT_EQ(dart_bounce_buffer_acquire(&buffers[2], &nbytes), DART_ERR_NOTFOUND);
  EXPECT_EQ(buffers[2], nullptr);
  EXPECT_OK(dart_bounce_buffer_release(buffers[0]));
  EXPECT_EQ(dart_bounce_buffer_release(buffers[0]), DART_ERR_INVAL) << "it is not lent any more";
  EXPECT_EQ(dart_bounce_buffer_release(&nbytes), DART_ERR_INVAL);
  EXPECT_OK(dart_bounce_buffer_acquire(&buffers[2], &nbytes));
  EXPECT_EQ(buffers[2], buffers[0]) << "buffers are used again";
  EXPECT_EQ(dart_bounce_buffer_acquire(nullptr, &nbytes), DART_ERR_INVAL);
  EXPECT_EQ(dart_bounce_buffer_acquire(&buffers[0], nullptr), DART_ERR_INVAL);
  for (void* const buffer : {buffers[1], buffers[2]}) EXPECT_OK(dart_bounce_buffer_release(buffer));
}

TEST_F(GpuUnitsTest, TransfersPassThroughBounceBuffers)
{
  void* memory = nullptr;
  size_t nbytes = 0;
  const dart_ret_t acquired = dart_bounce_buffer_acquire(&memory, &nbytes);
  ASSERT_TRUE(acquired == DART_OK || acquired == DART_ERR_NOTFOUND);
  std::vector<int> without;  // what host code would use instead
  constexpr size_t most = size_t(1) << 18;
  if (acquired != DART_OK) {
    without.resize(most);
    memory = without.data();
  }
  const Segment<int> segment(most);
  const auto value = [](size_t unit, size_t i) { return static_cast<int>(unit * 1'000'003 + i); };
  std::vector<int> mine(most);
  for (size_t i = 0; i < most; ++i) mine[i] = value(me(), i);
  EXPECT_OK(dart_put_blocking(segment.at(me()), mine.data(), most, DART_TYPE_INT, DART_TYPE_INT));
  barrier();
  for (size_t unit = 0; unit < size; ++unit) {
    EXPECT_OK(dart_get_blocking(memory, segment.at(unit), most, DART_TYPE_INT, DART_TYPE_INT));
    std::vector<int> there(most);
    EXPECT_OK(dart_memory_copy(there.data(), memory, most * sizeof(int)));
    EXPECT_EQ(there.front(), value(unit, 0));
    EXPECT_EQ(there.back(), value(unit, most - 1));
  }
  barrier();
  // Every second element of the next unit gets values of this unit.
  dart_datatype_t second = DART_TYPE_UNDEFINED;
  EXPECT_OK(dart_type_create_strided(DART_TYPE_INT, 2, 1, &second));
  EXPECT_OK(dart_memory_copy(memory, mine.data(), most * sizeof(int)));
  const size_t next = (me() + 1) % size, previous = (me() + size - 1) % size;
  EXPECT_OK(dart_put_blocking(segment.at(next), memory, most / 2, DART_TYPE_INT, second));
  barrier();
  EXPECT_OK(dart_get_blocking(mine.data(), segment.at(me()), most, DART_TYPE_INT, DART_TYPE_INT));
  for (size_t i = 0; i < most; ++i) {
    ASSERT_EQ(mine[i], i % 2 == 0 ? value(previous, i / 2) : value(me(), i)) << "element " << i;
  }
  EXPECT_OK(dart_type_destroy(&second));
  if (acquired == DART_OK) {
    EXPECT_OK(dart_bounce_buffer_release(memory));
  }
}

}  // namespace
}  // namespace dart::test
