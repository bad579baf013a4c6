// Tier: suite; sanitized

// Ids of objects: which are assigned, and which are reserved for objects with fixed ids.

#include "base/slot_table.h"

#include <gtest/gtest.h>

#include "dash/dart/if/dart_gpu.h"

namespace {

using dart::SlotTable;

TEST(SlotTableTest, IdsAreGivenAgainAfterAllOthers)
{
  SlotTable<int> table;
  EXPECT_EQ(table.add(std::make_unique<int>(10)), 1);
  EXPECT_EQ(table.add(std::make_unique<int>(20)), 2);
  EXPECT_EQ(table.add(std::make_unique<int>(30)), 3);
  EXPECT_EQ(*table.remove(2), 20);
  EXPECT_EQ(table.find(2), nullptr);
  for (int id = 4; id < DART_SEGMENT_LOCAL_HOST; ++id) {
    ASSERT_EQ(table.add(std::make_unique<int>(id)), id);
    table.remove(id);
  }
  EXPECT_EQ(table.add(std::make_unique<int>(40)), 2) << "1 is in use";
  EXPECT_EQ(*table.find(2), 40);
  EXPECT_EQ(table.add(std::make_unique<int>(50)), 4) << "3 is in use";
  int sum = 0;
  table.for_each([&](int id, int value) { sum += id + value; });
  EXPECT_EQ(sum, 1 + 10 + 2 + 40 + 3 + 30 + 4 + 50);
}

TEST(SlotTableTest, IdsOfLocalSegmentsAreNotHandedOut)
{
  SlotTable<int> table;
  int last = 0;
  for (int id = 0; id >= 0; id = table.add(std::make_unique<int>(0))) last = id;
  EXPECT_EQ(last, DART_SEGMENT_LOCAL_HOST - 1);
  for (const int id : {int{DART_SEGMENT_LOCAL}, int{DART_SEGMENT_LOCAL_HOST}}) {
    EXPECT_EQ(table.find(id), nullptr);
    table.set(id, std::make_unique<int>(id));
    EXPECT_EQ(*table.find(id), id);
    table.remove(id);
    EXPECT_EQ(table.add(std::make_unique<int>(0)), -1);
  }
  table.remove(last);
  EXPECT_EQ(table.add(std::make_unique<int>(0)), last);
}

TEST(SlotTableTest, FirstObjectOfAnyPage)
{
  SlotTable<int> table;
  int id = 0;
  EXPECT_EQ(table.first(&id), nullptr);
  for (const int used : {0, 5, 1000, 32767}) table.set(used, std::make_unique<int>(used));
  for (const int expected : {5, 1000, 32767}) {
    ASSERT_NE(table.first(&id), nullptr);
    EXPECT_EQ(id, expected);
    EXPECT_EQ(*table.remove(id), expected);
  }
  EXPECT_EQ(table.first(&id), nullptr);
}

TEST(SlotTableTest, PreparedIdsAreFree)
{
  SlotTable<int> table;
  table.prepare_to_add();
  table.prepare_to_set(1000);
  EXPECT_EQ(table.find(1), nullptr);
  EXPECT_EQ(table.find(1000), nullptr);
  EXPECT_EQ(table.add(std::make_unique<int>(10)), 1);
}

}  // namespace
