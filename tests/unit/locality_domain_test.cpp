// Tier: suite; sanitized

// Trees of locality domains that are made by hand, without the runtime.

#include "locality/locality_domain.h"

#include <dash/dart/if/dart_team_group.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "locality/locality_tree.h"

namespace dart {
namespace {

struct Core {
  int node, numa, core;
};

dart_hwinfo_t hardware_at(const Core& place)
{
  dart_hwinfo_t hw{};
  set_text(hw.host, "host" + std::to_string(place.node));
  hw.num_cores = 1;
  hw.numa_memory_bytes = 1000;
  hw.scopes[0] = {DART_LOCALITY_SCOPE_NODE, place.node};
  hw.scopes[1] = {DART_LOCALITY_SCOPE_MODULE, 0};
  hw.scopes[2] = {DART_LOCALITY_SCOPE_NUMA, place.numa};
  hw.scopes[3] = {DART_LOCALITY_SCOPE_CORE, place.core};
  hw.num_scopes = 4;
  return hw;
}

std::vector<LocatedUnit> units_at(const std::vector<Core>& places)
{
  std::vector<LocatedUnit> units;
  for (const Core& place : places) {
    const auto unit = static_cast<dart_unit_t>(units.size());
    units.push_back({unit, {unit, DART_TEAM_ALL, hardware_at(place), {}}});
  }
  return units;
}

std::vector<dart_unit_t> ids(const Domain& domain)
{
  std::vector<dart_unit_t> units;
  for (int i = 0; i < domain.num_units; ++i) units.push_back(domain.unit_ids[i].id);
  return units;
}

using Ids = std::vector<dart_unit_t>;

/// Expects the invariants of each domain of a tree.
void expect_consistent(Domain& root)
{
  for_each_domain(root, [&](Domain& domain) {
    SCOPED_TRACE(domain.domain_tag);
    Domain* found = nullptr;
    EXPECT_EQ(DART_OK, dart_domain_find(&root, domain.domain_tag, &found));
    EXPECT_EQ(&domain, found);
    EXPECT_EQ(domain.num_domains == 0, domain.children == nullptr);
    if (domain.num_domains == 0) return;
    Ids below;
    for (const Domain* child : domain_children(domain)) {
      EXPECT_EQ(&domain, child->parent);
      EXPECT_EQ(domain.level + 1, child->level);
      const std::string stem = domain.level == 0 ? "" : domain.domain_tag;
      EXPECT_EQ(stem + "." + std::to_string(child->relative_index), child->domain_tag);
      for (const dart_unit_t id : ids(*child)) below.push_back(id);
    }
    std::sort(below.begin(), below.end());
    EXPECT_EQ(below, ids(domain));
  });
}

void expect_equal(const Domain& a, const Domain& b)
{
  SCOPED_TRACE(a.domain_tag);
  EXPECT_STREQ(a.domain_tag, b.domain_tag);
  EXPECT_STREQ(a.host, b.host);
  EXPECT_EQ(a.scope, b.scope);
  EXPECT_EQ(a.level, b.level);
  EXPECT_EQ(a.global_index, b.global_index);
  EXPECT_EQ(a.relative_index, b.relative_index);
  EXPECT_EQ(a.is_symmetric, b.is_symmetric);
  EXPECT_EQ(a.team, b.team);
  EXPECT_EQ(a.num_nodes, b.num_nodes);
  EXPECT_EQ(a.node_id, b.node_id);
  EXPECT_EQ(a.num_cores, b.num_cores);
  EXPECT_EQ(a.shared_mem_bytes, b.shared_mem_bytes);
  EXPECT_EQ(ids(a), ids(b));
  ASSERT_EQ(a.num_domains, b.num_domains);
  for (int i = 0; i < a.num_domains; ++i) expect_equal(*a.children[i], *b.children[i]);
}

/// Two nodes with two NUMA domains of two cores each, and one unit per core.
class LocalityDomainTest : public testing::Test {
 protected:
  LocalityDomainTest()
  {
    std::vector<Core> cores;
    for (int core = 0; core < 8; ++core) cores.push_back({core / 4, core / 2 % 2, core % 4});
    units = units_at(cores);
    root = build_tree(DART_TEAM_ALL, units);
  }

  Domain* find(const char* tag)
  {
    Domain* found = nullptr;
    dart_domain_find(root.get(), tag, &found);
    return found;
  }
  dart_ret_t select(std::vector<const char*> tags)
  {
    return dart_domain_select(root.get(), static_cast<int>(tags.size()), tags.data());
  }
  dart_ret_t exclude(std::vector<const char*> tags)
  {
    return dart_domain_exclude(root.get(), static_cast<int>(tags.size()), tags.data());
  }
  dart_ret_t group(std::vector<const char*> tags, char* group_tag)
  {
    return dart_domain_group(root.get(), static_cast<int>(tags.size()), tags.data(), group_tag);
  }

  std::vector<LocatedUnit> units;
  DomainPtr root;
};

TEST_F(LocalityDomainTest, TreeOfSeveralNodes)
{
  expect_consistent(*root);
  EXPECT_EQ(DART_LOCALITY_SCOPE_GLOBAL, root->scope);
  EXPECT_EQ(0, root->level);
  EXPECT_EQ(2, root->num_domains);
  EXPECT_EQ(2, root->num_nodes);
  EXPECT_EQ(8, root->num_cores);
  EXPECT_EQ((Ids{0, 1, 2, 3, 4, 5, 6, 7}), ids(*root));
  EXPECT_TRUE(root->is_symmetric);

  const Domain* numa = find(".1.0.1");
  ASSERT_NE(nullptr, numa);
  EXPECT_EQ(DART_LOCALITY_SCOPE_NUMA, numa->scope);
  EXPECT_EQ(3, numa->level);
  EXPECT_EQ(3, numa->global_index);
  EXPECT_EQ(1, numa->relative_index);
  EXPECT_EQ(1, numa->node_id);
  EXPECT_EQ(1, numa->num_nodes);
  EXPECT_EQ(1000, numa->shared_mem_bytes);
  EXPECT_STREQ("host1", numa->host);
  EXPECT_EQ((Ids{6, 7}), ids(*numa));
}

TEST_F(LocalityDomainTest, EachUnitIsInItsDomain)
{
  for (const LocatedUnit& unit : units) {
    const Domain* domain = find(unit.record.domain_tag);
    ASSERT_NE(nullptr, domain);
    EXPECT_EQ(DART_LOCALITY_SCOPE_CORE, domain->scope);
    EXPECT_GT(domain->level, 2);
    EXPECT_EQ(Ids{unit.id.id}, ids(*domain));
  }
}

TEST_F(LocalityDomainTest, UnitsThatShareACoreHaveDomainsOfTheirOwn)
{
  units = units_at({{0, 0, 5}, {0, 0, 5}, {0, 1, 9}});
  root = build_tree(3, units);
  expect_consistent(*root);
  EXPECT_STREQ(".0.0.0.0", units[0].record.domain_tag);
  EXPECT_STREQ(".0.0.0.1", units[1].record.domain_tag);
  EXPECT_STREQ(".0.0.1.0", units[2].record.domain_tag);
  EXPECT_FALSE(root->is_symmetric);
  EXPECT_EQ(1, root->num_nodes);
  EXPECT_EQ(3, find(".0.0.1")->team);
}

TEST_F(LocalityDomainTest, UnitsOfInterleavedNodes)
{
  units = units_at({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}});
  root = build_tree(DART_TEAM_ALL, units);
  expect_consistent(*root);
  EXPECT_EQ((Ids{0, 2}), ids(*find(".0")));
  EXPECT_EQ((Ids{1, 3}), ids(*find(".1")));
}

TEST_F(LocalityDomainTest, CreateIsEmpty)
{
  Domain* domain = nullptr;
  ASSERT_EQ(DART_OK, dart_domain_create(&domain));
  EXPECT_STREQ(".", domain->domain_tag);
  EXPECT_EQ(DART_LOCALITY_SCOPE_UNDEFINED, domain->scope);
  EXPECT_EQ(0, domain->num_domains);
  EXPECT_EQ(nullptr, domain->children);
  EXPECT_EQ(nullptr, domain->parent);
  EXPECT_EQ(0, domain->num_units);
  EXPECT_EQ(-1, domain->num_cores);
  EXPECT_EQ(DART_OK, dart_domain_destroy(domain));
}

TEST_F(LocalityDomainTest, CloneIsEqualAndIndependent)
{
  Domain* copy = nullptr;
  ASSERT_EQ(DART_OK, dart_domain_clone(root.get(), &copy));
  expect_equal(*root, *copy);
  const char* tags[] = {".0"};
  ASSERT_EQ(DART_OK, dart_domain_exclude(copy, 1, tags));
  EXPECT_EQ(1, copy->num_domains);
  EXPECT_EQ(2, root->num_domains);
  EXPECT_EQ(DART_OK, dart_domain_destroy(copy));
}

TEST_F(LocalityDomainTest, CloneOfSubtreeIsARoot)
{
  Domain* copy = nullptr;
  ASSERT_EQ(DART_OK, dart_domain_clone(find(".1.0"), &copy));
  expect_equal(*find(".1.0"), *copy);
  EXPECT_EQ(nullptr, copy->parent);
  Domain* core = nullptr;
  EXPECT_EQ(DART_OK, dart_domain_find(copy, ".1.0.1.1", &core));
  EXPECT_EQ(DART_OK, dart_domain_destroy(copy));
}

TEST_F(LocalityDomainTest, AssignReplacesContent)
{
  Domain* target = nullptr;
  ASSERT_EQ(DART_OK, dart_domain_create(&target));
  ASSERT_EQ(DART_OK, dart_domain_assign(target, find(".0")));
  expect_equal(*find(".0"), *target);
  ASSERT_EQ(DART_OK, dart_domain_assign(target, root.get()));
  expect_equal(*root, *target);
  expect_consistent(*target);
  ASSERT_EQ(DART_OK, dart_domain_assign(target, target));
  expect_equal(*root, *target);
  ASSERT_EQ(DART_OK, dart_domain_assign(target, target->children[1]));
  expect_equal(*find(".1"), *target);
  EXPECT_EQ(DART_OK, dart_domain_destroy(target));
}

TEST_F(LocalityDomainTest, FindOfMissingTags)
{
  for (const char* tag : {".2", ".0.0.0.2", ".00", "", "0", ".0.", "x"}) {
    Domain* found = root.get();
    EXPECT_EQ(DART_ERR_NOTFOUND, dart_domain_find(root.get(), tag, &found)) << tag;
    EXPECT_EQ(nullptr, found);
  }
  Domain* found = nullptr;
  EXPECT_EQ(DART_ERR_NOTFOUND, dart_domain_find(find(".0"), ".1.0", &found));
}

TEST_F(LocalityDomainTest, SelectKeepsListedAndAncestors)
{
  ASSERT_EQ(DART_OK, select({".0.0.1", ".1.0.0.1"}));
  expect_consistent(*root);
  EXPECT_EQ((Ids{2, 3, 5}), ids(*root));
  EXPECT_EQ(3, root->num_cores);
  EXPECT_NE(nullptr, find(".0.0.1.0"));
  EXPECT_NE(nullptr, find(".1.0.0.1"));
  EXPECT_EQ(nullptr, find(".0.0.0"));
  EXPECT_EQ(nullptr, find(".1.0.0.0"));
  EXPECT_EQ(nullptr, find(".1.0.1"));
}

TEST_F(LocalityDomainTest, SelectOfAllAndOfNone)
{
  DomainPtr before = domain_clone(*root);
  ASSERT_EQ(DART_OK, select({"."}));
  expect_equal(*before, *root);
  ASSERT_EQ(DART_OK, select({}));
  EXPECT_EQ(0, root->num_domains);
  EXPECT_EQ(nullptr, root->children);
  EXPECT_EQ(0, root->num_units);
}

TEST_F(LocalityDomainTest, ExcludeRemovesListedAndEmptied)
{
  ASSERT_EQ(DART_OK, exclude({".0.0.0.0", ".0.0.0.1", ".1.0.1.0"}));
  expect_consistent(*root);
  EXPECT_EQ((Ids{2, 3, 4, 5, 7}), ids(*root));
  EXPECT_EQ(nullptr, find(".0.0.0.0"));
  EXPECT_EQ(nullptr, find(".0.0.0"));
  EXPECT_EQ(nullptr, find(".1.0.1.0"));
  EXPECT_EQ(Ids{7}, ids(*find(".1.0.1.1")));
}

TEST_F(LocalityDomainTest, ExcludeBelowASubdomainUpdatesAncestors)
{
  const char* tags[] = {".0.0.1.1"};
  ASSERT_EQ(DART_OK, dart_domain_exclude(find(".0.0"), 1, tags));
  expect_consistent(*root);
  EXPECT_EQ((Ids{0, 1, 2, 4, 5, 6, 7}), ids(*root));
}

TEST_F(LocalityDomainTest, UnknownTagsChangeNothing)
{
  DomainPtr before = domain_clone(*root);
  char tag[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE];
  EXPECT_EQ(DART_ERR_NOTFOUND, select({".0", ".7"}));
  EXPECT_EQ(DART_ERR_NOTFOUND, exclude({".0", ".7"}));
  EXPECT_EQ(DART_ERR_NOTFOUND, group({".0", ".7"}, tag));
  EXPECT_EQ(DART_ERR_INVAL, exclude({"."}));
  EXPECT_EQ(DART_ERR_INVAL, group({"."}, tag));
  EXPECT_EQ(DART_ERR_INVAL, group({}, tag));
  EXPECT_EQ(DART_ERR_INVAL, select({nullptr}));
  expect_equal(*before, *root);
}

Domain* new_leaf(dart_unit_t unit)
{
  Domain* leaf = nullptr;
  EXPECT_EQ(DART_OK, dart_domain_create(&leaf));
  leaf->scope = DART_LOCALITY_SCOPE_CORE;
  leaf->num_cores = 2;
  leaf->num_units = 1;
  leaf->unit_ids = static_cast<dart_global_unit_t*>(std::malloc(sizeof(dart_global_unit_t)));
  *leaf->unit_ids = unit;
  return leaf;
}

TEST_F(LocalityDomainTest, AddSubdomainBetweenSiblings)
{
  Domain* leaf = new_leaf(8);
  ASSERT_EQ(DART_OK, dart_domain_add_subdomain(find(".0.0.1"), leaf, 1));
  expect_consistent(*root);
  EXPECT_STREQ(".0.0.1.1", leaf->domain_tag);
  EXPECT_EQ(Ids{3}, ids(*find(".0.0.1.2")));
  EXPECT_EQ((Ids{2, 3, 8}), ids(*find(".0.0.1")));
  EXPECT_EQ(10, root->num_cores);
  EXPECT_EQ(9, root->num_units);
  EXPECT_EQ(3, leaf->global_index);
  EXPECT_EQ(4, find(".0.0.1.2")->global_index);
}

TEST_F(LocalityDomainTest, AddSubdomainBehindTheLast)
{
  Domain* leaf = new_leaf(8);
  ASSERT_EQ(DART_OK, dart_domain_add_subdomain(find(".1.0.1"), leaf, -1));
  EXPECT_STREQ(".1.0.1.2", leaf->domain_tag);
  expect_consistent(*root);
}

TEST_F(LocalityDomainTest, TreeFromScratch)
{
  Domain* node = nullptr;
  ASSERT_EQ(DART_OK, dart_domain_create(&node));
  ASSERT_EQ(DART_OK, dart_domain_add_subdomain(node, new_leaf(1), 0));
  ASSERT_EQ(DART_OK, dart_domain_add_subdomain(node, new_leaf(0), 0));
  expect_consistent(*node);
  EXPECT_EQ((Ids{0, 1}), ids(*node));
  EXPECT_EQ(Ids{0}, ids(*node->children[0]));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_add_subdomain(node->children[0], node, 0));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_destroy(node->children[0]));
  EXPECT_EQ(DART_OK, dart_domain_destroy(node));
}

TEST_F(LocalityDomainTest, TagsThatWouldNotFitAreRefused)
{
  Domain* below = find(".0.0.0.0");
  Domain* leaf = new_leaf(9);
  dart_ret_t ret = DART_OK;
  while (ret == DART_OK) {
    ret = dart_domain_add_subdomain(below, leaf, 100);
    if (ret == DART_OK) {
      below = leaf;
      leaf = new_leaf(9);
    }
  }
  EXPECT_EQ(DART_ERR_INVAL, ret);
  EXPECT_EQ(DART_OK, dart_domain_destroy(leaf));
  expect_consistent(*root);
}

TEST_F(LocalityDomainTest, MoveSubdomain)
{
  Domain* numa = find(".0.0.1");
  ASSERT_EQ(DART_OK, dart_domain_move_subdomain(numa, find(".1.0"), 0));
  expect_consistent(*root);
  EXPECT_STREQ(".1.0.0", numa->domain_tag);
  EXPECT_EQ((Ids{2, 3, 4, 5, 6, 7}), ids(*find(".1")));
  EXPECT_EQ((Ids{0, 1}), ids(*find(".0")));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_move_subdomain(find(".1"), numa, 0));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_move_subdomain(root.get(), numa, 0));
  expect_consistent(*root);
}

TEST_F(LocalityDomainTest, ScopeTagsAndDomains)
{
  int count = -1;
  char** tags = nullptr;
  ASSERT_EQ(DART_OK, dart_domain_scope_tags(root.get(), DART_LOCALITY_SCOPE_NUMA, &count, &tags));
  ASSERT_EQ(4, count);
  const char* expected[] = {".0.0.0", ".0.0.1", ".1.0.0", ".1.0.1"};
  for (int i = 0; i < count; ++i) {
    EXPECT_STREQ(expected[i], tags[i]);
    std::free(tags[i]);
  }
  std::free(tags);

  Domain** domains = nullptr;
  ASSERT_EQ(
      DART_OK, dart_domain_scope_domains(find(".1"), DART_LOCALITY_SCOPE_NODE, &count, &domains));
  ASSERT_EQ(1, count);
  EXPECT_EQ(find(".1"), domains[0]);
  std::free(domains);

  EXPECT_EQ(
      DART_ERR_NOTFOUND,
      dart_domain_scope_domains(root.get(), DART_LOCALITY_SCOPE_GROUP, &count, &domains));
  EXPECT_EQ(0, count);
}

TEST_F(LocalityDomainTest, GroupMovesDomainsOfSeveralParents)
{
  char tag[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE];
  ASSERT_EQ(DART_OK, group({".0.0.0.1", ".0.0.1"}, tag));
  EXPECT_STREQ(".0.0.2", tag);
  expect_consistent(*root);
  const Domain* made = find(tag);
  ASSERT_NE(nullptr, made);
  EXPECT_EQ(DART_LOCALITY_SCOPE_GROUP, made->scope);
  EXPECT_EQ(0, made->global_index);
  EXPECT_EQ((Ids{1, 2, 3}), ids(*made));
  ASSERT_EQ(2, made->num_domains);
  EXPECT_EQ(DART_LOCALITY_SCOPE_NUMA, made->children[0]->scope);
  EXPECT_EQ(Ids{1}, ids(*made->children[0]));
  EXPECT_EQ(nullptr, find(".0.0.0.1"));
  EXPECT_EQ(nullptr, find(".0.0.1"));
  EXPECT_EQ(Ids{0}, ids(*find(".0.0.0")));
  EXPECT_EQ(8, root->num_units);
}

TEST_F(LocalityDomainTest, GroupsLeaveTheTagsOfOthers)
{
  char first[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE], second[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE];
  ASSERT_EQ(DART_OK, group({".0.0.0.0", ".1.0.0.0"}, first));
  ASSERT_EQ(DART_OK, group({".0.0.0.1", ".1.0.0.1", ".1.0.1.1"}, second));
  expect_consistent(*root);
  EXPECT_STREQ(".2", first);
  EXPECT_STREQ(".3", second);
  EXPECT_EQ((Ids{0, 4}), ids(*find(first)));
  EXPECT_EQ((Ids{1, 5, 7}), ids(*find(second)));
  EXPECT_EQ(2, find(second)->num_nodes);
  EXPECT_EQ(1, find(second)->global_index);
  EXPECT_EQ(2, root->num_nodes);
}

TEST_F(LocalityDomainTest, GroupOfAllChildren)
{
  char tag[DART_LOCALITY_DOMAIN_TAG_MAX_SIZE];
  ASSERT_EQ(DART_OK, group({".0", ".1"}, tag));
  expect_consistent(*root);
  EXPECT_EQ(1, root->num_domains);
  EXPECT_EQ(8, find(tag)->num_units);
}

TEST_F(LocalityDomainTest, SplitScopeIsBalanced)
{
  DomainPtr parts = domain_new();
  ASSERT_EQ(DART_OK, dart_domain_split_scope(root.get(), DART_LOCALITY_SCOPE_CORE, 3, parts.get()));
  expect_consistent(*parts);
  ASSERT_EQ(3, parts->num_domains);
  EXPECT_EQ((Ids{0, 1}), ids(*parts->children[0]));
  EXPECT_EQ((Ids{2, 3, 4}), ids(*parts->children[1]));
  EXPECT_EQ((Ids{5, 6, 7}), ids(*parts->children[2]));
  EXPECT_EQ(2, parts->children[1]->num_nodes);
  for (const Domain* part : domain_children(*parts)) {
    EXPECT_EQ(DART_LOCALITY_SCOPE_GROUP, part->scope);
  }
  EXPECT_EQ(8, parts->num_units);
}

TEST_F(LocalityDomainTest, SplitIntoMorePartsThanDomains)
{
  DomainPtr parts = domain_new();
  ASSERT_EQ(DART_OK, dart_domain_split_scope(root.get(), DART_LOCALITY_SCOPE_NODE, 9, parts.get()));
  EXPECT_EQ(2, parts->num_domains);
  EXPECT_EQ(
      DART_ERR_NOTFOUND,
      dart_domain_split_scope(root.get(), DART_LOCALITY_SCOPE_CPU, 2, parts.get()));
  EXPECT_EQ(
      DART_ERR_INVAL,
      dart_domain_split_scope(root.get(), DART_LOCALITY_SCOPE_NODE, 0, parts.get()));
}

TEST_F(LocalityDomainTest, SplitOfASingleCore)
{
  DomainPtr parts = domain_new();
  ASSERT_EQ(
      DART_OK, dart_domain_split_scope(find(".0.0.0.1"), DART_LOCALITY_SCOPE_CORE, 2, parts.get()));
  EXPECT_EQ(1, parts->num_domains);
  EXPECT_EQ(Ids{1}, ids(*parts));
  EXPECT_EQ(Ids{1}, ids(*parts->children[0]));
}

TEST_F(LocalityDomainTest, NullArgumentsAreInvalid)
{
  Domain* domain = nullptr;
  Domain** domains = nullptr;
  char** tags = nullptr;
  int count = 0;
  const char* dot = ".";
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_create(nullptr));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_clone(nullptr, &domain));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_destroy(nullptr));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_assign(root.get(), nullptr));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_find(root.get(), nullptr, &domain));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_select(nullptr, 1, &dot));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_select(root.get(), 1, nullptr));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_add_subdomain(root.get(), nullptr, 0));
  EXPECT_EQ(DART_ERR_INVAL, dart_domain_move_subdomain(find(".0"), nullptr, 0));
  EXPECT_EQ(
      DART_ERR_INVAL, dart_domain_split_scope(root.get(), DART_LOCALITY_SCOPE_NODE, 1, nullptr));
  EXPECT_EQ(
      DART_ERR_INVAL, dart_domain_scope_tags(root.get(), DART_LOCALITY_SCOPE_NODE, nullptr, &tags));
  EXPECT_EQ(
      DART_ERR_INVAL,
      dart_domain_scope_domains(nullptr, DART_LOCALITY_SCOPE_NODE, &count, &domains));
}

}  // namespace
}  // namespace dart
