// Tier: suite n3 c2g2; sanitized c2g2

// Data types and operations as objects; other files test transfers with them.

#include <set>

#include "support.h"

namespace dart::test {
namespace {

static_assert(DART_TYPE_UNDEFINED == 0 && DART_TYPE_BYTE == 1 && DART_TYPE_SHORT == 2);
static_assert(DART_TYPE_INT == 3 && DART_TYPE_UINT == 4 && DART_TYPE_LONG == 5);
static_assert(DART_TYPE_ULONG == 6 && DART_TYPE_LONGLONG == 7 && DART_TYPE_ULONGLONG == 8);
static_assert(DART_TYPE_FLOAT == 9 && DART_TYPE_DOUBLE == 10 && DART_TYPE_LONG_DOUBLE == 11);
static_assert(DART_TYPE_UBYTE == 12 && DART_TYPE_USHORT == 13 && DART_TYPE_LAST == 14);
static_assert(DART_TYPE_SIZET == (sizeof(size_t) == 8 ? DART_TYPE_ULONGLONG : DART_TYPE_ULONG));

static_assert(DART_OP_UNDEFINED == 0 && DART_OP_MIN == 1 && DART_OP_MAX == 2);
static_assert(DART_OP_MINMAX == 3 && DART_OP_SUM == 4 && DART_OP_PROD == 5);
static_assert(DART_OP_BAND == 6 && DART_OP_LAND == 7 && DART_OP_BOR == 8 && DART_OP_LOR == 9);
static_assert(DART_OP_BXOR == 10 && DART_OP_LXOR == 11 && DART_OP_REPLACE == 12);
static_assert(DART_OP_NO_OP == 13 && DART_OP_LAST == 14);

template <dart_operation_t Op>
struct TakesOperation {
  static constexpr dart_operation_t value = Op;
};
static_assert(TakesOperation<DART_OP_SUM>::value == DART_OP_SUM);

constexpr dart_datatype_t basic_types[] = {
    DART_TYPE_BYTE,  DART_TYPE_SHORT,  DART_TYPE_INT,         DART_TYPE_UINT,
    DART_TYPE_LONG,  DART_TYPE_ULONG,  DART_TYPE_LONGLONG,    DART_TYPE_ULONGLONG,
    DART_TYPE_FLOAT, DART_TYPE_DOUBLE, DART_TYPE_LONG_DOUBLE, DART_TYPE_UBYTE,
    DART_TYPE_USHORT};

constexpr size_t too_long = static_cast<size_t>(INT_MAX) + 1;

class DatatypeTest : public DartTest {
 protected:
  /// Expects that the creation fails with DART_ERR_INVAL and an undefined type.
  template <class Create>
  static void expect_refused(Create create)
  {
    dart_datatype_t type = DART_TYPE_INT;
    EXPECT_INVAL(create(&type));
    EXPECT_EQ(DART_TYPE_UNDEFINED, type);
  }

  static void expect_strided_refused(dart_datatype_t base, size_t stride, size_t blocklen)
  {
    expect_refused([&](dart_datatype_t* type) {
      return dart_type_create_strided(base, stride, blocklen, type);
    });
  }

  static void expect_indexed_refused(dart_datatype_t base, size_t blocklen, size_t offset)
  {
    expect_refused([&](dart_datatype_t* type) {
      return dart_type_create_indexed(base, 1, &blocklen, &offset, type);
    });
  }
};

TEST_F(DatatypeTest, DerivedTypesOfEachBasicType)
{
  for (dart_datatype_t base : basic_types) {
    for (dart_datatype_t type :
         {dart_datatype_t{DerivedType::strided(base, 2, 1)},
          dart_datatype_t{DerivedType::indexed(base, {1, 2}, {0, 4})}}) {
      EXPECT_NE(DART_TYPE_UNDEFINED, type);
      EXPECT_EQ(
          std::end(basic_types), std::find(std::begin(basic_types), std::end(basic_types), type));
    }
  }
}

TEST_F(DatatypeTest, CustomTypesMayBeBaseTypes)
{
  const DerivedType custom = DerivedType::custom(24);
  const DerivedType strided = DerivedType::strided(custom, 2, 1);
  const DerivedType indexed = DerivedType::indexed(custom, {1}, {0});
  EXPECT_NE(custom, strided);
  EXPECT_NE(custom, indexed);
}

TEST_F(DatatypeTest, LiveTypesDiffer)
{
  std::vector<DerivedType> types;
  std::set<dart_datatype_t> handles(std::begin(basic_types), std::end(basic_types));
  handles.insert({DART_TYPE_UNDEFINED, DART_TYPE_LAST});
  for (size_t i = 1; i <= 1000; ++i) {
    types.push_back(DerivedType::custom(i));
    types.push_back(DerivedType::strided(DART_TYPE_INT, i, 1));
    types.push_back(DerivedType::indexed(DART_TYPE_INT, {i}, {i}));
    for (size_t last = types.size() - 3; last < types.size(); ++last) {
      EXPECT_TRUE(handles.insert(types[last]).second);
    }
  }
}

TEST_F(DatatypeTest, DestroySetsUndefined)
{
  dart_datatype_t type = DART_TYPE_UNDEFINED;
  ASSERT_OK(dart_type_create_strided(DART_TYPE_INT, 2, 1, &type));
  EXPECT_OK(dart_type_destroy(&type));
  EXPECT_EQ(DART_TYPE_UNDEFINED, type);
}

TEST_F(DatatypeTest, BasicTypesAreNotDestroyed)
{
  for (dart_datatype_t basic : basic_types) {
    dart_datatype_t type = basic;
    EXPECT_INVAL(dart_type_destroy(&type));
    EXPECT_EQ(basic, type);
  }
  EXPECT_INVAL(dart_type_destroy(nullptr));
}

TEST_F(DatatypeTest, BaseTypesMustBeContiguous)
{
  const DerivedType strided = DerivedType::strided(DART_TYPE_INT, 2, 1);
  const DerivedType indexed = DerivedType::indexed(DART_TYPE_INT, {1}, {0});
  for (dart_datatype_t base :
       {dart_datatype_t{strided}, dart_datatype_t{indexed}, DART_TYPE_UNDEFINED}) {
    expect_strided_refused(base, 2, 1);
    expect_indexed_refused(base, 1, 0);
  }
}

TEST_F(DatatypeTest, LengthsAreLimited)
{
  expect_strided_refused(DART_TYPE_INT, too_long, 1);
  expect_strided_refused(DART_TYPE_INT, too_long, too_long);
  expect_strided_refused(DART_TYPE_INT, 2, 0);
  expect_indexed_refused(DART_TYPE_INT, too_long, 0);
  expect_indexed_refused(DART_TYPE_INT, 1, too_long);
  const DerivedType longest = DerivedType::strided(DART_TYPE_INT, INT_MAX, INT_MAX);
  const DerivedType farthest = DerivedType::indexed(DART_TYPE_INT, {1}, {INT_MAX});
}

TEST_F(DatatypeTest, NullResults)
{
  const size_t one = 1;
  EXPECT_INVAL(dart_type_create_custom(8, nullptr));
  EXPECT_INVAL(dart_type_create_strided(DART_TYPE_INT, 2, 1, nullptr));
  EXPECT_INVAL(dart_type_create_indexed(DART_TYPE_INT, 1, &one, &one, nullptr));
}

TEST_F(DatatypeTest, Operations)
{
  const dart_operator_t function = [](const void*, void*, size_t, void*) {};
  std::set<dart_operation_t> handles;
  std::vector<dart_operation_t> operations(100, DART_OP_UNDEFINED);
  for (size_t i = 0; i < operations.size(); ++i) {
    ASSERT_OK(dart_op_create(
        function, nullptr, i % 2 == 0, basic_types[i % std::size(basic_types)], false,
        &operations[i]));
    EXPECT_GT(operations[i], static_cast<dart_operation_t>(DART_OP_LAST));
    EXPECT_TRUE(handles.insert(operations[i]).second);
  }
  for (dart_operation_t& op : operations) {
    EXPECT_OK(dart_op_destroy(&op));
    EXPECT_EQ(static_cast<dart_operation_t>(DART_OP_UNDEFINED), op);
  }
}

TEST_F(DatatypeTest, InvalidOperations)
{
  const dart_operator_t function = [](const void*, void*, size_t, void*) {};
  const DerivedType strided = DerivedType::strided(DART_TYPE_INT, 2, 1);
  dart_operation_t op = DART_OP_UNDEFINED;
  EXPECT_INVAL(dart_op_create(nullptr, nullptr, true, DART_TYPE_INT, false, &op));
  EXPECT_INVAL(dart_op_create(function, nullptr, true, DART_TYPE_UNDEFINED, false, &op));
  EXPECT_INVAL(dart_op_create(function, nullptr, true, strided, false, &op));
  EXPECT_INVAL(dart_op_create(function, nullptr, true, DART_TYPE_INT, false, nullptr));
  EXPECT_EQ(static_cast<dart_operation_t>(DART_OP_UNDEFINED), op);
  EXPECT_INVAL(dart_op_destroy(nullptr));
  for (dart_operation_t predefined : {DART_OP_SUM, DART_OP_MINMAX, DART_OP_NO_OP}) {
    op = predefined;
    EXPECT_INVAL(dart_op_destroy(&op));
    EXPECT_EQ(predefined, op);
  }
}

}  // namespace
}  // namespace dart::test
