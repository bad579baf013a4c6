// Atomic operations on device memory, compared with the runtime's operations on host memory.

#include "types/processor_atomics.h"

#include <cuda_runtime_api.h>

#include <cstring>

#include "gpu_run.h"
#include "types/arithmetic.h"
#include "types/datatype.h"
#include "types/exclusive_update.h"

namespace {

using dart::AtomicRequest;
using dash::test::GpuTest;

constexpr dart_operation_t operations[] = {
    DART_OP_UNDEFINED, DART_OP_MIN,     DART_OP_MAX,  DART_OP_SUM, DART_OP_PROD,
    DART_OP_BAND,      DART_OP_LAND,    DART_OP_BOR,  DART_OP_LOR, DART_OP_BXOR,
    DART_OP_LXOR,      DART_OP_REPLACE, DART_OP_NO_OP};

template <class T>
bool exists(dart_operation_t operation)
{
  if (operation == DART_OP_UNDEFINED) return std::is_integral_v<T>;
  return operation == DART_OP_REPLACE || operation == DART_OP_NO_OP || dart::combines<T>(operation);
}

/// Small numbers, so that equal ones occur and products are exact.
template <class T>
std::vector<T> numbers(unsigned seed, std::size_t elements)
{
  std::vector<T> values(elements);
  for (T& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<T>(static_cast<int>(seed >> 24) % 7 - 3);
  }
  return values;
}

class GpuAtomicTest : public GpuTest {
 protected:
  static constexpr std::uint64_t part_bytes = 4 << 20;

  /// Allocates a part of the first GPU unit's memory for this unit alone.
  void SetUp() override
  {
    GpuTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    base_ = run().fresh_offset();
    mine_ = base_ + run().unit() * part_bytes;
    owner_ = run().first_gpu_unit();
    if (run().unit() == owner_) {
      ASSERT_TRUE(devices().commit(base_, run().units() * part_bytes));
    }
    run().barrier();
    memory_ = devices().reach(owner_, mine_, part_bytes);
    ASSERT_NE(memory_, nullptr);
  }

  template <class T>
  void store(std::size_t at, const std::vector<T>& values)
  {
    ASSERT_EQ(devices().copy(memory_ + at, values.data(), values.size() * sizeof(T)), DART_OK);
  }
  template <class T>
  std::vector<T> load(std::size_t at, std::size_t elements)
  {
    std::vector<T> values(elements);
    EXPECT_EQ(devices().copy(values.data(), memory_ + at, elements * sizeof(T)), DART_OK);
    return values;
  }

  /// Executes the operation on device memory and on a host model.
  template <class T>
  void compare_with_model(
      dart_datatype_t type, dart_operation_t operation, std::size_t elements, std::size_t at,
      bool with_result)
  {
    auto model = numbers<T>(1, elements);
    const auto operand = numbers<T>(2, elements);
    const auto compare = numbers<T>(3, elements);
    std::vector<T> result(elements), model_result(elements);
    store(at, model);
    AtomicRequest request{
        type,
        elements,
        operation,
        operation == DART_OP_NO_OP ? nullptr : operand.data(),
        operation == DART_OP_UNDEFINED ? compare.data() : nullptr,
        with_result ? result.data() : nullptr};
    ASSERT_EQ(devices().atomic(owner_, mine_ + at, request), DART_OK);
    request.result = with_result ? model_result.data() : nullptr;
    dart::apply_exclusively(model.data(), request);
    const auto got = load<T>(at, elements);
    EXPECT_TRUE(got == model) << "operation " << operation << ", type " << type << ", " << elements
                              << " elements";
    EXPECT_TRUE(result == model_result)
        << "old values of operation " << operation << ", type " << type;
  }

  std::uint64_t base_ = 0, mine_ = 0;
  std::uint32_t owner_ = 0;
  std::byte* memory_ = nullptr;
};

TEST_F(GpuAtomicTest, AllTypesAndOperations)
{
  for (dart_datatype_t type = DART_TYPE_BYTE; type < DART_TYPE_LAST; ++type) {
    for (const dart_operation_t operation : operations) {
      dart::with_basic_type(type, [&]<class T>(T) {
        if (!exists<T>(operation)) return;
        for (const bool with_result : {true, false}) {
          compare_with_model<T>(type, operation, 1, 0, with_result);
          compare_with_model<T>(type, operation, 1003, 16 * sizeof(T), with_result);
        }
      });
    }
  }
}

TEST_F(GpuAtomicTest, MoreElementsThanABatch)
{
  compare_with_model<int>(DART_TYPE_INT, DART_OP_SUM, 200'001, 0, true);
  compare_with_model<char>(DART_TYPE_BYTE, DART_OP_MAX, 600'001, 1, true);
}

TEST_F(GpuAtomicTest, MisalignedElements)
{
  compare_with_model<int>(DART_TYPE_INT, DART_OP_SUM, 17, 1, true);
  compare_with_model<long>(DART_TYPE_LONG, DART_OP_UNDEFINED, 9, 4, true);
  compare_with_model<double>(DART_TYPE_DOUBLE, DART_OP_MIN, 33, 3, false);
}

TEST_F(GpuAtomicTest, NothingIsLegal)
{
  EXPECT_EQ(
      devices().atomic(owner_, mine_, {DART_TYPE_INT, 0, DART_OP_SUM, nullptr, nullptr, nullptr}),
      DART_OK);
}

TEST_F(GpuAtomicTest, BuffersInDeviceMemory)
{
  constexpr std::size_t elements = 5000;
  const auto start = numbers<float>(1, elements), operand = numbers<float>(2, elements);
  void* buffer = nullptr;
  ASSERT_EQ(cudaMalloc(&buffer, 2 * elements * sizeof(float)), cudaSuccess);
  auto* device_operand = static_cast<float*>(buffer);
  float* device_result = device_operand + elements;
  constexpr std::size_t bytes = elements * sizeof(float);
  ASSERT_EQ(cudaMemcpy(device_operand, operand.data(), bytes, cudaMemcpyDefault), cudaSuccess);
  store(0, start);
  ASSERT_EQ(
      devices().atomic(
          owner_, mine_,
          {DART_TYPE_FLOAT, elements, DART_OP_SUM, device_operand, nullptr, device_result}),
      DART_OK);
  std::vector<float> old(elements);
  ASSERT_EQ(cudaMemcpy(old.data(), device_result, bytes, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(old, start);
  const auto sums = load<float>(0, elements);
  for (std::size_t i = 0; i < elements; ++i) ASSERT_EQ(sums[i], start[i] + operand[i]) << i;
  EXPECT_EQ(cudaFree(buffer), cudaSuccess);
}

TEST_F(GpuAtomicTest, UnitsDoNotLoseUpdates)
{
  constexpr int rounds = 200;
  const std::uint64_t shared = base_;
  if (run().unit() == owner_) {
    const std::vector<std::byte> zeros(4096);
    std::byte* memory = devices().reach(owner_, shared, zeros.size());
    ASSERT_EQ(devices().copy(memory, zeros.data(), zeros.size()), DART_OK);
  }
  run().barrier();
  const long one = 1;
  const short two = 2;
  const AtomicRequest add_one{DART_TYPE_LONG, 1, DART_OP_SUM, &one, nullptr, nullptr};
  const AtomicRequest add_two{DART_TYPE_SHORT, 1, DART_OP_SUM, &two, nullptr, nullptr};
  // adjacent ones are in one word
  const std::uint64_t half_word = shared + 64 + 2 * (run().unit() % 2);
  for (int round = 0; round < rounds; ++round) {
    ASSERT_EQ(devices().atomic(owner_, shared, add_one), DART_OK);
    ASSERT_EQ(devices().atomic(owner_, half_word, add_two), DART_OK);
    ASSERT_EQ(devices().atomic(owner_, shared + 129, add_one), DART_OK);  // misaligned
  }
  run().barrier();
  const std::byte* memory = devices().reach(owner_, shared, 4096);
  long sum = 0, misaligned_sum = 0;
  short halves[2];
  ASSERT_EQ(devices().copy(&sum, memory, sizeof sum), DART_OK);
  ASSERT_EQ(devices().copy(halves, memory + 64, sizeof halves), DART_OK);
  ASSERT_EQ(devices().copy(&misaligned_sum, memory + 129, sizeof misaligned_sum), DART_OK);
  const long all = long(rounds) * run().units();
  EXPECT_EQ(sum, all);
  EXPECT_EQ(halves[0] + halves[1], 2 * all);
  EXPECT_EQ(misaligned_sum, all);
}

}  // namespace
