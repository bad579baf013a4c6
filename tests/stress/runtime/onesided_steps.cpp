#include <dash/dart/if/dart.h>

#include <cstring>
#include <deque>

#include "runtime/layout.h"
#include "runtime/steps.h"

namespace dash::stress {
namespace {

/// Puts of one unit that may still be under way, with their buffers.
class Puts {
 public:
  void put(Random& random, dart_gptr_t to, const Bytes& from, const TransferShape& shape)
  {
    buffers_.push_back(from);
    const void* data = buffers_.back().data();
    const dart_datatype_t local = shape.local.type(), global = shape.global.type();
    switch (random.below(3)) {
      case 0:
        STRESS_OK(dart_put(to, data, shape.elements, local, global));
        to_flush_.push_back(to);
        break;
      case 1:
        STRESS_OK(dart_put_blocking(to, data, shape.elements, local, global));
        break;
      default:
        handles_.push_back(DART_HANDLE_NULL);
        STRESS_OK(dart_put_handle(to, data, shape.elements, local, global, &handles_.back()));
        break;
    }
  }

  void complete(Random& random)
  {
    if (random.one_in(2)) {
      STRESS_OK(dart_waitall(handles_.data(), handles_.size()));
    } else {
      for (dart_handle_t& handle : handles_) {
        std::int32_t done = 0;
        while (done == 0) STRESS_OK(dart_test(&handle, &done));
      }
    }
    for (const dart_gptr_t gptr : to_flush_) {
      STRESS_OK(random.one_in(2) ? dart_flush(gptr) : dart_flush_all(gptr));
    }
  }

 private:
  std::deque<Bytes> buffers_;
  std::vector<dart_gptr_t> to_flush_;
  std::vector<dart_handle_t> handles_;
};

void get(Random& random, Bytes& to, dart_gptr_t from, const TransferShape& shape)
{
  const dart_datatype_t local = shape.local.type(), global = shape.global.type();
  switch (random.below(3)) {
    case 0:
      STRESS_OK(dart_get(to.data(), from, shape.elements, global, local));
      STRESS_OK(random.one_in(2) ? dart_flush_local(from) : dart_flush_local_all(from));
      break;
    case 1:
      STRESS_OK(dart_get_blocking(to.data(), from, shape.elements, global, local));
      break;
    default: {
      dart_handle_t handle = DART_HANDLE_NULL;
      STRESS_OK(dart_get_handle(to.data(), from, shape.elements, global, local, &handle));
      STRESS_OK(random.one_in(2) ? dart_wait(&handle) : dart_wait_local(&handle));
      break;
    }
  }
}

/// Calls f(unit, begin, count) for disjoint ranges of a segment.
template <class F>
void for_random_ranges(Random& random, const ModelSegment& segment, std::size_t units, F f)
{
  for (std::size_t unit = 0; unit < units; ++unit) {
    std::size_t at = 0;
    const std::size_t end = segment.elements(unit);
    while (at < end && !random.one_in(6)) {
      at += random.size(end - at) / 2;
      const std::size_t count = random.size(end - at);
      f(unit, at, count);
      at += count;
    }
  }
}

}  // namespace

void put_step(Group& group, ModelSegment& segment)
{
  begin_step("put, " + segment.describe());
  Puts puts;
  const std::size_t width = segment.width();
  for_random_ranges(
      group.random, segment, group.size,
      [&](std::size_t unit, std::size_t begin, std::size_t count) {
        const std::size_t origin = group.random.below(group.size);
        Random random(group.random.word());
        const auto shape = TransferShape::within(random, segment.type(), count);
        const Bytes values =
            random_elements(random, segment.type(), shape.local.extent(shape.elements));
        for (std::size_t n = 0; n < shape.elements; ++n) {
          std::byte* const model = segment.model(unit, begin + shape.global.slot(n));
          const std::byte* const value = &values[shape.local.slot(n) * width];
          if (std::memcmp(model, value, width) != 0 && model_forgets()) continue;
          std::memcpy(model, value, width);
        }
        if (origin == group.me) puts.put(random, segment.at(unit, begin), values, shape);
      });
  Random random(group.random.word());
  puts.complete(random);
  segment.check(random);
}

void get_step(Group& group, ModelSegment& segment)
{
  begin_step("get, " + segment.describe());
  const RandomOfUnits seeds(group.random);
  Random random = seeds.of(group.me);
  const std::size_t width = segment.width();
  for (std::size_t calls = random.below(12); calls > 0; --calls) {
    const std::size_t unit = random.below(group.size);
    const std::size_t begin = random.below(segment.elements(unit) + 1);
    const std::size_t count = random.below(segment.elements(unit) - begin + 1);
    const auto shape = TransferShape::within(random, segment.type(), count);
    Bytes got = random_elements(random, segment.type(), shape.local.extent(shape.elements));
    Bytes expected = got;
    for (std::size_t n = 0; n < shape.elements; ++n) {
      std::memcpy(
          &expected[shape.local.slot(n) * width], segment.model(unit, begin + shape.global.slot(n)),
          width);
    }
    get(random, got, segment.at(unit, begin), shape);
    require(got == expected, segment.describe(), ": a get from unit ", unit, " is wrong");
  }
  group.barrier();
}

void copy_step(Group& group, ModelSegment& to, ModelSegment& from)
{
  begin_step("copy from " + from.describe() + " to " + to.describe());
  std::vector<dart_handle_t> handles;
  for_random_ranges(
      group.random, to, group.size, [&](std::size_t unit, std::size_t begin, std::size_t count) {
        const std::size_t origin = group.random.below(group.size);
        const std::size_t source = group.random.below(group.size);
        const std::size_t most = std::min(count, from.elements(source));
        const std::size_t n = group.random.below(most + 1);
        const std::size_t at = group.random.below(from.elements(source) - n + 1);
        if (n == 0) return;
        std::memcpy(to.model(unit, begin), from.model(source, at), n * to.width());
        if (origin != group.me) return;
        dart_handle_t handle = DART_HANDLE_NULL;
        const dart_gptr_t target = to.at(unit, begin);
        const dart_ret_t started =
            dart_copy_handle(target, from.at(source, at), n * to.width(), &handle);
        if (started == DART_OK) {
          handles.push_back(handle);
          return;
        }
        require(started == DART_ERR_NOTFOUND, "dart_copy_handle fails");
        Bytes bytes(n * to.width());
        STRESS_OK(dart_get_blocking(bytes.data(), from.at(source, at), n, to.type(), to.type()));
        STRESS_OK(dart_put_blocking(target, bytes.data(), n, to.type(), to.type()));
        STRESS_OK(dart_flush(target));
      });
  STRESS_OK(dart_waitall(handles.data(), handles.size()));
  Random random(group.random.word());
  to.check(random);
}

void accumulate_step(Group& group, ModelSegment& segment)
{
  begin_step("accumulate, " + segment.describe());
  with_type(segment.type(), [&](auto zero) {
    using T = decltype(zero);
    const dart_operation_t op = group.random.one_of(operations_on<T>());
    const RandomOfUnits seeds(group.random);
    for (std::size_t origin = 0; origin < group.size; ++origin) {
      Random random = seeds.of(origin);
      std::vector<dart_gptr_t> touched;
      for (std::size_t calls = random.below(40); calls > 0; --calls) {
        const std::size_t unit = random.below(group.size);
        if (segment.elements(unit) == 0) continue;
        const std::size_t begin = random.below(segment.elements(unit));
        const std::size_t count =
            1 + random.below(std::min<std::size_t>(segment.elements(unit) - begin, 20));
        const Bytes values = random_elements(random, segment.type(), count);
        for (std::size_t i = 0; i < count; ++i) {
          T old, operand;
          std::memcpy(&old, segment.model(unit, begin + i), sizeof old);
          std::memcpy(&operand, &values[i * sizeof(T)], sizeof operand);
          const T result = combined(op, old, operand);
          std::memcpy(segment.model(unit, begin + i), &result, sizeof result);
        }
        const std::size_t how = random.below(3);
        if (origin != group.me) continue;
        const dart_gptr_t to = segment.at(unit, begin);
        if (how == 0) {
          STRESS_OK(dart_accumulate(to, values.data(), count, segment.type(), op));
          STRESS_OK(dart_flush(to));
        } else if (how == 1) {
          STRESS_OK(dart_accumulate_blocking_local(to, values.data(), count, segment.type(), op));
          touched.push_back(to);
        } else {
          for (std::size_t i = 0; i < count; ++i) {
            T result;
            STRESS_OK(dart_fetch_and_op(
                segment.at(unit, begin + i), &values[i * sizeof(T)], &result, segment.type(), op));
          }
        }
      }
      for (const dart_gptr_t gptr : touched) STRESS_OK(dart_flush(gptr));
    }
  });
  Random random(group.random.word());
  segment.check(random);
}

namespace {

/// The number of steps from one value to another, also around the end of the type.
template <class T>
T distance(T from, T to)
{
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(static_cast<U>(to) - static_cast<U>(from)));
  } else {
    return to - from;
  }
}

/// A random element of a segment that is not empty; false if all parts are empty.
bool choose_element(
    Group& group, const ModelSegment& segment, std::size_t* unit, std::size_t* element)
{
  *unit = group.random.below(group.size);
  for (std::size_t k = 0; k < group.size && segment.elements(*unit) == 0; ++k) {
    *unit = (*unit + 1) % group.size;
  }
  *element = group.random.below(segment.elements(*unit));
  return segment.elements(*unit) > 0;
}

}  // namespace

void ticket_step(Group& group, ModelSegment& segment)
{
  std::size_t unit = 0, element = 0;
  if (!choose_element(group, segment, &unit, &element)) return;
  begin_step("draw numbers from " + segment.describe());
  const dart_gptr_t at = segment.at(unit, element);
  const RandomOfUnits seeds(group.random);
  with_type(segment.type(), [&](auto zero) {
    using T = decltype(zero);
    T first;
    std::memcpy(&first, segment.model(unit, element), sizeof first);
    const T one = 1;
    std::size_t all = 0;
    T end = first;
    std::vector<T> mine;
    for (std::size_t origin = 0; origin < group.size; ++origin) {
      Random random = seeds.of(origin);
      const std::size_t draws = random.below(30);
      for (std::size_t k = 0; k < draws; ++k) end = combined(DART_OP_SUM, end, one);
      all += draws;
      if (origin != group.me) continue;
      for (std::size_t k = 0; k < draws; ++k) {
        T number;
        if (random.one_in(2) || !std::is_integral_v<T>) {
          STRESS_OK(dart_fetch_and_op(at, &one, &number, segment.type(), DART_OP_SUM));
        } else {
          T seen;
          STRESS_OK(dart_fetch_and_op(at, &one, &seen, segment.type(), DART_OP_NO_OP));
          for (;;) {
            number = seen;
            const T next = combined(DART_OP_SUM, number, one);
            STRESS_OK(dart_compare_and_swap(at, &next, &number, &seen, segment.type()));
            if (seen == number) break;
          }
        }
        mine.push_back(distance(first, number));
      }
    }
    // All units together have drawn each number once.
    unsigned long long sum[2] = {0, 0}, total[2] = {0, 0};
    for (const T number : mine) {
      const auto value = static_cast<unsigned long long>(number);
      sum[0] += value;
      sum[1] += value * value;
    }
    STRESS_OK(dart_allreduce(sum, total, 2, DART_TYPE_ULONGLONG, DART_OP_SUM, group.team));
    unsigned long long expected[2] = {0, 0};
    for (unsigned long long k = 0; k < all; ++k) {
      expected[0] += k;
      expected[1] += k * k;
    }
    require(
        total[0] == expected[0] && total[1] == expected[1], segment.describe(),
        ": units have drawn equal numbers");
    std::memcpy(segment.model(unit, element), &end, sizeof end);
  });
  Random random(group.random.word());
  segment.check(random);
}

void lock_step(Group& group, ModelSegment& segment)
{
  std::size_t unit = 0, element = 0;
  if (!choose_element(group, segment, &unit, &element)) return;
  begin_step("lock, " + segment.describe());
  dart_lock_t lock = DART_LOCK_NULL;
  STRESS_OK(dart_team_lock_init(group.team, &lock));
  const dart_gptr_t at = segment.at(unit, element);
  const RandomOfUnits seeds(group.random);
  with_type(segment.type(), [&](auto zero) {
    using T = decltype(zero);
    T end;
    std::memcpy(&end, segment.model(unit, element), sizeof end);
    const T one = 1;
    for (std::size_t origin = 0; origin < group.size; ++origin) {
      Random random = seeds.of(origin);
      for (std::size_t rounds = random.below(15); rounds > 0; --rounds) {
        end = combined(DART_OP_SUM, end, one);
        const bool tries = random.one_in(2);
        if (origin != group.me) continue;
        std::int32_t held = 0;
        if (tries) STRESS_OK(dart_lock_try_acquire(lock, &held));
        if (held == 0) STRESS_OK(dart_lock_acquire(lock));
        T value;
        STRESS_OK(dart_get_blocking(&value, at, 1, segment.type(), segment.type()));
        value = combined(DART_OP_SUM, value, one);
        STRESS_OK(dart_put_blocking(at, &value, 1, segment.type(), segment.type()));
        STRESS_OK(dart_lock_release(lock));
      }
    }
    std::memcpy(segment.model(unit, element), &end, sizeof end);
  });
  group.barrier();
  STRESS_OK(dart_team_lock_destroy(&lock));
  Random random(group.random.word());
  segment.check(random);
}

void notify_step(Group& group)
{
  begin_step("notified puts");
  // Behind a flag for each unit follow the words that the unit writes.
  const std::size_t words = 1 + group.random.below(200);
  const std::size_t stride = (1 + words) * sizeof(std::uint64_t);
  const dart_memory_t memory = group.random.one_in(2) ? DART_MEMORY_HOST : DART_MEMORY_UNIT;
  dart_gptr_t begin = DART_GPTR_NULL;
  STRESS_OK(dart_team_memalloc_aligned_in(
      memory, group.team, group.size * stride, DART_TYPE_BYTE, &begin));
  const auto place = [&](std::size_t unit, std::size_t writer) {
    dart_gptr_t gptr = begin;
    gptr.unitid = static_cast<dart_unit_t>(unit);
    gptr.addr_or_offs.offset = writer * stride;
    return gptr;
  };
  void* own = nullptr;
  STRESS_OK(dart_gptr_getaddr(place(group.me, 0), &own));
  const Bytes zeros(group.size * stride);
  STRESS_OK(dart_memory_copy(own, zeros.data(), zeros.size()));
  group.barrier();
  const std::uint64_t base = group.random.word();
  const std::size_t rounds = 1 + group.random.below(4);
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < group.size; ++k) {
      const std::size_t target = (group.me + k) % group.size;
      const std::vector<std::uint64_t> data(words, base + round * 1000 + group.me);
      const dart_gptr_t flag = place(target, group.me);
      dart_gptr_t to = flag;
      to.addr_or_offs.offset += sizeof(std::uint64_t);
      STRESS_OK(dart_put_notify(to, data.data(), words, DART_TYPE_ULONGLONG, flag, round + 1));
    }
    for (std::size_t writer = 0; writer < group.size; ++writer) {
      const dart_gptr_t flag = place(group.me, writer);
      std::size_t index = 0;
      std::uint64_t value = 0;
      STRESS_OK(dart_notify_wait(flag, 1, &index));
      STRESS_OK(dart_notify_reset(flag, &value));
      require(value == round + 1, "a flag is ", value, " in place of ", round + 1);
      std::vector<std::uint64_t> got(words);
      const auto* from = static_cast<const std::byte*>(own) + writer * stride + sizeof value;
      STRESS_OK(dart_memory_copy(got.data(), from, words * sizeof value));
      const std::vector<std::uint64_t> expected(words, base + round * 1000 + writer);
      require(got == expected, "the data before a flag of unit ", writer, " are wrong");
    }
    group.barrier();
  }
  STRESS_OK(dart_team_memfree(begin));
}

}  // namespace dash::stress
