// Tier: suite n3 c2g2; sanitized c2g2

// Groups: sets of units.

#include <dash/dart/if/dart_locality.h>

#include <random>
#include <set>

#include "support.h"

namespace dart::test {
namespace {

using Ids = std::vector<dart_unit_t>;

/// A group that is destroyed at the end of its scope.
class Group {
 public:
  Group() { EXPECT_OK(dart_group_create(&group_)); }
  explicit Group(dart_group_t group) : group_(group) {}
  explicit Group(const Ids& ids) : Group()
  {
    for (dart_unit_t id : ids) {
      EXPECT_OK(dart_group_addmember(group_, id));
    }
  }
  Group(Group&& other) noexcept : group_(std::exchange(other.group_, DART_GROUP_NULL)) {}
  ~Group()
  {
    if (group_ != DART_GROUP_NULL) {
      EXPECT_OK(dart_group_destroy(&group_));
      EXPECT_EQ(DART_GROUP_NULL, group_);
    }
  }

  dart_group_t get() const { return group_; }
  size_t size() const
  {
    size_t size = 0;
    EXPECT_OK(dart_group_size(group_, &size));
    return size;
  }
  Ids ids() const
  {
    // There is room for one more, because an empty vector might have a null pointer.
    std::vector<dart_global_unit_t> members(size() + 1);
    EXPECT_OK(dart_group_getmembers(group_, members.data()));
    members.pop_back();
    Ids ids;
    for (dart_global_unit_t member : members) {
      ids.push_back(member.id);
    }
    return ids;
  }
  bool has(dart_unit_t id) const
  {
    int32_t is_member = -1;
    EXPECT_OK(dart_group_ismember(group_, id, &is_member));
    EXPECT_TRUE(is_member == 0 || is_member == 1) << is_member;
    return is_member == 1;
  }

 private:
  dart_group_t group_ = DART_GROUP_NULL;
};

class GroupTest : public DartTest {
 protected:
  /// A random subset of all units.
  std::set<dart_unit_t> random_subset()
  {
    std::set<dart_unit_t> subset;
    for (dart_unit_t id : every(1, 0, size)) {
      if (random_() % 2 == 0) {
        subset.insert(id);
      }
    }
    return subset;
  }
  static Ids as_ids(const std::set<dart_unit_t>& set) { return Ids(set.begin(), set.end()); }

 private:
  std::mt19937 random_{7};
};

TEST_F(GroupTest, EmptyAtFirst)
{
  const Group group;
  EXPECT_EQ(0U, group.size());
  EXPECT_EQ(Ids{}, group.ids());
  EXPECT_FALSE(group.has(0));
}

TEST_F(GroupTest, MembersAscendWhateverTheOrderOfInsertion)
{
  Group group;
  for (size_t id = size; id-- > 0;) {
    ASSERT_OK(dart_group_addmember(group.get(), static_cast<dart_unit_t>(id)));
  }
  EXPECT_EQ(every(1, 0, size), group.ids());
}

TEST_F(GroupTest, AddingTwiceChangesNothing)
{
  Group group(Ids{0});
  ASSERT_OK(dart_group_addmember(group.get(), 0));
  EXPECT_EQ(Ids{0}, group.ids());
}

TEST_F(GroupTest, RemovingMembers)
{
  Group group(every(1, 0, size));
  ASSERT_OK(dart_group_delmember(group.get(), 0));
  EXPECT_EQ(every(1, 1, size), group.ids());
  EXPECT_FALSE(group.has(0));
  ASSERT_OK(dart_group_delmember(group.get(), 0)) << "no member: no effect";
  EXPECT_EQ(size - 1, group.size());
}

TEST_F(GroupTest, CloneIsIndependent)
{
  Group group(every(1, 0, size));
  dart_group_t raw = DART_GROUP_NULL;
  ASSERT_OK(dart_group_clone(group.get(), &raw));
  const Group clone(raw);
  ASSERT_OK(dart_group_delmember(group.get(), 0));
  EXPECT_EQ(every(1, 0, size), clone.ids());
}

TEST_F(GroupTest, UnionAndIntersectionOfRandomSets)
{
  for (int round = 0; round < 50; ++round) {
    const std::set<dart_unit_t> a = random_subset();
    const std::set<dart_unit_t> b = random_subset();
    std::set<dart_unit_t> both = a;
    both.insert(b.begin(), b.end());
    std::set<dart_unit_t> common;
    for (dart_unit_t id : a) {
      if (b.count(id) != 0) {
        common.insert(id);
      }
    }

    const Group ga(as_ids(a));
    const Group gb(as_ids(b));
    dart_group_t raw = DART_GROUP_NULL;
    ASSERT_OK(dart_group_union(ga.get(), gb.get(), &raw));
    EXPECT_EQ(as_ids(both), Group(raw).ids());
    ASSERT_OK(dart_group_intersect(ga.get(), gb.get(), &raw));
    EXPECT_EQ(as_ids(common), Group(raw).ids());
    EXPECT_EQ(as_ids(a), ga.ids());
    EXPECT_EQ(as_ids(b), gb.ids());
    for (dart_unit_t id : every(1, 0, size)) {
      EXPECT_EQ(a.count(id) != 0, ga.has(id));
    }
  }
}

TEST_F(GroupTest, SplitGivesContiguousChunks)
{
  const Group group(every(1, 0, size));
  for (size_t n = 1; n <= size + 3; ++n) {
    SCOPED_TRACE(n);
    std::vector<dart_group_t> raw(n, DART_GROUP_NULL);
    size_t nout = 0;
    ASSERT_OK(dart_group_split(group.get(), n, &nout, raw.data()));
    EXPECT_EQ(n, nout);
    const size_t chunk = (size + n - 1) / n;
    for (size_t i = 0; i < n; ++i) {
      const size_t begin = std::min(i * chunk, size);
      const size_t end = std::min(begin + chunk, size);
      EXPECT_EQ(every(1, begin, end), Group(raw[i]).ids());
    }
  }
}

TEST_F(GroupTest, SplitOfEmptyGroup)
{
  const Group empty;
  dart_group_t raw[2] = {DART_GROUP_NULL, DART_GROUP_NULL};
  size_t nout = 0;
  ASSERT_OK(dart_group_split(empty.get(), 2, &nout, raw));
  EXPECT_EQ(2U, nout);
  for (dart_group_t part : raw) {
    EXPECT_EQ(0U, Group(part).size());
  }
}

TEST_F(GroupTest, LocalitySplitIsAPartition)
{
  dart_domain_locality_t* root = nullptr;
  ASSERT_OK(dart_domain_team_locality(DART_TEAM_ALL, ".", &root));
  const Group group(every(1, 0, size));
  for (dart_locality_scope_t scope : {DART_LOCALITY_SCOPE_NODE, DART_LOCALITY_SCOPE_CORE}) {
    for (size_t n = 1; n <= size; ++n) {
      SCOPED_TRACE(n);
      std::vector<dart_group_t> raw(n, DART_GROUP_NULL);
      size_t nout = 0;
      ASSERT_OK(dart_group_locality_split(group.get(), root, scope, n, &nout, raw.data()));
      ASSERT_GE(nout, 1U);
      ASSERT_LE(nout, n);
      Ids all;
      for (size_t i = 0; i < nout; ++i) {
        const Ids part = Group(raw[i]).ids();
        EXPECT_FALSE(part.empty());
        all.insert(all.end(), part.begin(), part.end());
      }
      std::sort(all.begin(), all.end());
      EXPECT_EQ(every(1, 0, size), all);
    }
  }
}

TEST_F(GroupTest, NullArgumentsAreInvalid)
{
  Group group(Ids{0});
  dart_group_t out = DART_GROUP_NULL;
  int32_t flag = 0;
  size_t n = 0;
  dart_global_unit_t id;
  EXPECT_INVAL(dart_group_create(nullptr));
  EXPECT_INVAL(dart_group_destroy(nullptr));
  EXPECT_INVAL(dart_group_clone(DART_GROUP_NULL, &out));
  EXPECT_INVAL(dart_group_clone(group.get(), nullptr));
  EXPECT_INVAL(dart_group_union(DART_GROUP_NULL, group.get(), &out));
  EXPECT_INVAL(dart_group_union(group.get(), DART_GROUP_NULL, &out));
  EXPECT_INVAL(dart_group_union(group.get(), group.get(), nullptr));
  EXPECT_INVAL(dart_group_intersect(DART_GROUP_NULL, group.get(), &out));
  EXPECT_INVAL(dart_group_intersect(group.get(), DART_GROUP_NULL, &out));
  EXPECT_INVAL(dart_group_intersect(group.get(), group.get(), nullptr));
  EXPECT_INVAL(dart_group_addmember(DART_GROUP_NULL, 0));
  EXPECT_INVAL(dart_group_delmember(DART_GROUP_NULL, 0));
  EXPECT_INVAL(dart_group_ismember(DART_GROUP_NULL, 0, &flag));
  EXPECT_INVAL(dart_group_ismember(group.get(), 0, nullptr));
  EXPECT_INVAL(dart_group_size(DART_GROUP_NULL, &n));
  EXPECT_INVAL(dart_group_size(group.get(), nullptr));
  EXPECT_INVAL(dart_group_getmembers(DART_GROUP_NULL, &id));
  EXPECT_INVAL(dart_group_getmembers(group.get(), nullptr));
  EXPECT_INVAL(dart_group_split(DART_GROUP_NULL, 1, &n, &out));
  EXPECT_INVAL(dart_group_split(group.get(), 1, nullptr, &out));
  EXPECT_INVAL(dart_group_split(group.get(), 1, &n, nullptr));
  EXPECT_INVAL(dart_team_get_group(DART_TEAM_ALL, nullptr));
}

}  // namespace
}  // namespace dart::test
