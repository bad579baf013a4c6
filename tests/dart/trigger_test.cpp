// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Puts that wait for tags: order of posting and firing, sizes, flags, descriptions, misuse.

#include <dash/dart/if/dart_error.h>
#include <dash/dart/if/dart_trigger.h>

#include <chrono>

#include "flag_set.h"
#include "memories.h"
#include "scale.h"

namespace dart::test {
namespace {

using dash::test::scaled;

/// Tags of this unit, which end with their scope.
class Tags {
 public:
  explicit Tags(size_t count) { EXPECT_OK(dart_triggers_create(count, &triggers_)); }
  ~Tags() { EXPECT_OK(dart_triggers_destroy(&triggers_)); }
  Tags(const Tags&) = delete;
  Tags& operator=(const Tags&) = delete;

  operator dart_triggers_t() const { return triggers_; }
  void fire(size_t tag, uint64_t count = 1) const
  {
    EXPECT_OK(dart_trigger_fire(triggers_, tag, count));
  }

 private:
  dart_triggers_t triggers_ = DART_TRIGGERS_NULL;
};

class TriggerTest : public ThreadedTest {
 protected:
  static uint64_t value_of(dart_gptr_t flag)
  {
    uint64_t value = 77;
    EXPECT_OK(dart_notify_value(flag, &value));
    return value;
  }
  static void await(dart_gptr_t flag, uint64_t value)
  {
    EXPECT_OK(dart_notify_wait_for(flag, DART_FLAG_REACHED, value));
  }
};

enum class Order { post_first, fire_first, fire_between };

constexpr Order orders[] = {Order::post_first, Order::fire_first, Order::fire_between};

TEST_F(TriggerTest, EachMemorySizeAndOrder)
{
  constexpr size_t largest = 70'001;
  for (Memory memory : memories) {
    GlobalMemory data(memory, largest);
    const FlagSet flags(memory, 1), done(Memory::host, 1);
    const Tags tags(2);
    uint64_t round = 0;
    for (size_t nbytes : {size_t{0}, size_t{1}, size_t{8}, size_t{1000}, largest}) {
      for (Place place : places) {
        for (Order order : orders) {
          SCOPED_TRACE(testing::Message() << nbytes << " bytes from " << place << " to " << memory);
          ++round;
          LocalBuffer source(place, random_bytes(round * size + me(), nbytes));
          const size_t tag = round % 2;
          dart_triggered_put_t put{3,      data.at(next()), source.data(),
                                   nbytes, DART_TYPE_BYTE,  flags.at(next()),
                                   round,  done.at(me()),   round};
          if (order == Order::fire_first) tags.fire(tag, 3);
          if (order == Order::fire_between) tags.fire(tag, 1);
          EXPECT_OK(dart_trigger_put(tags, tag, &put));
          put = {};  // it was read
          if (order == Order::post_first) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            EXPECT_EQ(round - 1, value_of(done.at(me())));  // nothing has begun
            tags.fire(tag, 2);
            tags.fire(tag, 1);
          }
          if (order == Order::fire_between) tags.fire(tag, 2);
          await(flags.at(me()), round);
          EXPECT_TRUE(same_bytes(
              random_bytes(round * size + previous(), nbytes), read_at(data.local(), nbytes)));
          await(done.at(me()), round);
          EXPECT_OK(dart_triggers_wait(tags));
          barrier();
        }
      }
    }
  }
}

/// Puts of different tags begin in the order in which the tags are fired, those of one tag in the
/// order in which they were posted.
TEST_F(TriggerTest, TagsDoNotWaitForEachOther)
{
  constexpr size_t count = 8, puts = 3;
  const Tags tags(count);
  const FlagSet flags(Memory::host, count);
  for (size_t tag = 0; tag < count; ++tag) {
    for (size_t k = 1; k <= puts; ++k) {
      const dart_triggered_put_t put{1, flags.at(next(), tag), nullptr,
                                     0, DART_TYPE_BYTE,        flags.at(next(), tag),
                                     k, DART_GPTR_NULL,        0};
      EXPECT_OK(dart_trigger_put(tags, tag, &put));
    }
  }
  for (size_t k = 1; k <= puts; ++k) {
    for (size_t tag = count; tag-- > 0;) {
      EXPECT_EQ(k - 1, value_of(flags.at(me(), tag)));
      barrier();
      tags.fire(tag);
      await(flags.at(me(), tag), k);
      barrier();
    }
  }
  EXPECT_OK(dart_triggers_wait(tags));
  barrier();
}

/// A ring in which each unit's put starts the next one's, without the program.
TEST_F(TriggerTest, ManyRoundsOfReuse)
{
  const auto rounds = static_cast<uint64_t>(scaled(200));
  const Tags tags(1);
  FlagSet words(Memory::unit, 2);  // data and flag
  LocalBuffer numbers(Place::own_host, Bytes(rounds * sizeof(uint64_t)));
  std::vector<uint64_t> values(rounds);
  std::iota(values.begin(), values.end(), 1);
  std::memcpy(numbers.data(), values.data(), rounds * sizeof(uint64_t));
  for (uint64_t i = 0; i < rounds; ++i) {
    const dart_triggered_put_t put{
        2,     words.at(next(), 0), numbers.data() + i * sizeof(uint64_t),
        1,     DART_TYPE_ULONGLONG, words.at(next(), 1),
        i + 1, DART_GPTR_NULL,      0};
    EXPECT_OK(dart_trigger_put(tags, 0, &put));
  }
  for (uint64_t i = 1; i <= rounds; ++i) {
    tags.fire(0, 1);
    tags.fire(0, 1);
    await(words.at(me(), 1), i);
    EXPECT_GE(value_of(words.at(me(), 0)), i);
  }
  EXPECT_OK(dart_triggers_wait(tags));
  barrier();
}

/// Targets, sizes and flags that are written after the put was posted.
TEST_F(TriggerTest, Descriptions)
{
  constexpr size_t room = 5000, flag_at = 4992;
  for (Memory memory : {Memory::unit, Memory::host}) {
    for (Place place : places) {
      SCOPED_TRACE(testing::Message() << place << " to " << memory);
      GlobalMemory data(memory, room);
      data.set(Bytes(room, 0));
      barrier();
      const Tags tags(1);
      const Bytes values = random_bytes(me(), 3001);
      LocalBuffer source(place, values);
      LocalBuffer description(Place::own_unit, Bytes(sizeof(dart_put_description_t)));
      void* const seen = dart_kernel_address(description.data());
      EXPECT_OK(dart_trigger_put_described(
          tags, 0, 1, data.at(0), source.data(), static_cast<dart_put_description_t*>(seen)));
      const dart_put_description_t put{
          17, values.size(), flag_at, 5, static_cast<dart_unit_t>(next())};
      Bytes bytes(sizeof put);
      std::memcpy(bytes.data(), &put, sizeof put);
      write_at(description.data(), bytes);
      tags.fire(0);
      await(data.at(me(), flag_at), 5);
      const Bytes all = data.values();
      EXPECT_TRUE(same_bytes(
          random_bytes(previous(), 3001), Bytes(all.begin() + 17, all.begin() + 17 + 3001)));
      EXPECT_OK(dart_triggers_wait(tags));
      barrier();
    }
  }
}

TEST_F(TriggerTest, DescriptionsThatDoNotFit)
{
  constexpr size_t room = 64;
  GlobalMemory data(Memory::unit, room);
  data.set(Bytes(room, 0));
  barrier();
  const auto unit = static_cast<dart_unit_t>(me());
  const dart_put_description_t bad[] = {
      {60, 8, 0, 0, unit},                           // the end is outside
      {~uint64_t{0}, 8, 0, 0, unit},                 // so is the begin
      {0, 8, room, 1, unit},                         // the flag is outside
      {0, 8, 12, 1, unit},                           // it is not aligned
      {0, 8, 0, 0, static_cast<dart_unit_t>(size)},  // there is no such unit
      {0, 8, 0, 0, -1}};
  for (const dart_put_description_t& put : bad) {
    const Tags tags(1);
    LocalBuffer source(Place::own_unit, Bytes(8, 0xEE));
    LocalBuffer description(Place::own_unit, Bytes(sizeof put));
    Bytes bytes(sizeof put);
    std::memcpy(bytes.data(), &put, sizeof put);
    write_at(description.data(), bytes);
    EXPECT_OK(dart_trigger_put_described(
        tags, 0, 1, data.at(0), source.data(),
        static_cast<dart_put_description_t*>(dart_kernel_address(description.data()))));
    tags.fire(0);
    EXPECT_NE(DART_OK, dart_triggers_wait(tags));
    EXPECT_EQ(Bytes(room, 0), data.values());
  }
  barrier();
}

TEST_F(TriggerTest, Misuse)
{
  const FlagSet flags(Memory::host, 1);
  const dart_gptr_t flag = flags.at(me());
  const dart_triggered_put_t put{1, flag, nullptr, 0, DART_TYPE_BYTE, flag, 1, DART_GPTR_NULL, 0};
  dart_triggers_t tags = DART_TRIGGERS_NULL;
  EXPECT_INVAL(dart_triggers_create(0, &tags));
  EXPECT_INVAL(dart_triggers_create(DART_MOST_TAGS + 1, &tags));
  EXPECT_INVAL(dart_triggers_create(1, nullptr));
  ASSERT_OK(dart_triggers_create(DART_MOST_TAGS, &tags));
  dart_triggers_t more = DART_TRIGGERS_NULL;
  EXPECT_INVAL(dart_triggers_create(1, &more));

  EXPECT_INVAL(dart_trigger_put(tags, DART_MOST_TAGS, &put));
  EXPECT_INVAL(dart_trigger_fire(tags, DART_MOST_TAGS, 1));
  EXPECT_INVAL(dart_trigger_put(tags, 0, nullptr));
  dart_triggered_put_t wrong = put;
  wrong.threshold = 0;
  EXPECT_INVAL(dart_trigger_put(tags, 0, &wrong));
  wrong = put;
  wrong.value = 0;
  EXPECT_INVAL(dart_trigger_put(tags, 0, &wrong));

  // Armed tags cannot end.
  EXPECT_OK(dart_trigger_put(tags, 3, &put));
  EXPECT_INVAL(dart_triggers_destroy(&tags));
  EXPECT_NE(DART_TRIGGERS_NULL, tags);
  EXPECT_OK(dart_trigger_fire(tags, 3, 1));
  await(flag, 1);
  // One that is fired too often is named, and so is one that does not exist, which kernels fire.
  EXPECT_OK(dart_trigger_fire(tags, 3, 1));
  EXPECT_INVAL(dart_triggers_wait(tags));
  EXPECT_OK(dart_trigger_put(tags, 3, &put));  // now it has its put
  EXPECT_OK(dart_triggers_wait(tags));
  dart_trigger_view_t view{};
  EXPECT_OK(dart_triggers_view(tags, &view));
  EXPECT_EQ(DART_MOST_TAGS, static_cast<int>(view.tags));
  const Bytes unknown{100, 0, 0, 0, 0, 0, 0, 0};
  write_at(reinterpret_cast<unsigned char*>(view.unknown), unknown);
  EXPECT_INVAL(dart_triggers_wait(tags));
  write_at(reinterpret_cast<unsigned char*>(view.unknown), Bytes(8, 0));

  dart_triggers_t copy = tags;
  EXPECT_OK(dart_triggers_destroy(&tags));
  EXPECT_EQ(DART_TRIGGERS_NULL, tags);
  EXPECT_OK(dart_triggers_destroy(&tags));
  EXPECT_INVAL(dart_triggers_wait(copy));
  EXPECT_INVAL(dart_trigger_fire(copy, 0, 1));
  EXPECT_INVAL(dart_triggers_view(copy, &view));
  EXPECT_INVAL(dart_trigger_put(copy, 0, &put));
  EXPECT_INVAL(dart_triggers_destroy(&copy));
  barrier();
}

}  // namespace
}  // namespace dart::test
