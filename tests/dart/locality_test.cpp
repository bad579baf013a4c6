// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// The locality tree of teams, the records of units, and splits of groups by locality.

#include <dash/dart/if/dart_locality.h>

#include <cstdlib>

#include "support.h"

namespace dart::test {
namespace {

using Ids = std::vector<dart_unit_t>;

Ids ids(const dart_domain_locality_t& domain)
{
  Ids units;
  for (int i = 0; i < domain.num_units; ++i) {
    units.push_back(domain.unit_ids[i].id);
  }
  return units;
}

dart_domain_locality_t* domain_of(dart_team_t team, const char* tag = ".")
{
  dart_domain_locality_t* domain = nullptr;
  EXPECT_OK(dart_domain_team_locality(team, tag, &domain));
  return domain;
}

dart_unit_locality_t* record_of(dart_team_t team, dart_unit_t unit)
{
  dart_unit_locality_t* record = nullptr;
  EXPECT_OK(dart_unit_locality(team, unit, &record));
  return record;
}

/// Expects that each domain below is found by its tag and has the units of its subdomains.
void expect_consistent(const dart_domain_locality_t& root, const dart_domain_locality_t& domain)
{
  SCOPED_TRACE(domain.domain_tag);
  dart_domain_locality_t* found = nullptr;
  EXPECT_OK(dart_domain_find(&root, domain.domain_tag, &found));
  EXPECT_EQ(&domain, found);
  EXPECT_EQ(domain.num_domains == 0, domain.children == nullptr);
  EXPECT_EQ(root.team, domain.team);
  EXPECT_GT(domain.num_cores, 0);
  if (domain.num_domains == 0) {
    return;
  }
  Ids below;
  for (int i = 0; i < domain.num_domains; ++i) {
    const dart_domain_locality_t& child = *domain.children[i];
    EXPECT_EQ(&domain, child.parent);
    EXPECT_EQ(domain.level + 1, child.level);
    EXPECT_EQ(i, child.relative_index);
    EXPECT_GT(child.scope, domain.scope);
    for (const dart_unit_t id : ids(child)) {
      below.push_back(id);
    }
    expect_consistent(root, child);
  }
  std::sort(below.begin(), below.end());
  EXPECT_EQ(below, ids(domain));
}

class LocalityTest : public TestBase {
 protected:
  Ids all() const { return every(1, 0, size); }
};

TEST_F(LocalityTest, TreeOfAllUnits)
{
  const dart_domain_locality_t* root = domain_of(DART_TEAM_ALL);
  ASSERT_NE(nullptr, root);
  EXPECT_EQ(DART_LOCALITY_SCOPE_GLOBAL, root->scope);
  EXPECT_EQ(0, root->level);
  EXPECT_STREQ(".", root->domain_tag);
  EXPECT_EQ(all(), ids(*root));
  EXPECT_EQ(hosts(), root->num_nodes);
  ASSERT_EQ(hosts(), root->num_domains);
  EXPECT_EQ(DART_LOCALITY_SCOPE_NODE, root->children[0]->scope);
  expect_consistent(*root, *root);
}

TEST_F(LocalityTest, EveryScopeOnTheWay)
{
  const dart_domain_locality_t* root = domain_of(DART_TEAM_ALL);
  for (const auto scope :
       {DART_LOCALITY_SCOPE_NODE, DART_LOCALITY_SCOPE_MODULE, DART_LOCALITY_SCOPE_NUMA,
        DART_LOCALITY_SCOPE_CORE}) {
    int count = 0;
    dart_domain_locality_t** domains = nullptr;
    ASSERT_OK(dart_domain_scope_domains(root, scope, &count, &domains));
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(i, domains[i]->global_index);
    }
    std::free(domains);
  }
}

TEST_F(LocalityTest, UnitIsInItsDomain)
{
  for (const dart_unit_t unit : all()) {
    const dart_unit_locality_t* record = record_of(DART_TEAM_ALL, unit);
    ASSERT_NE(nullptr, record);
    EXPECT_EQ(unit, record->unit.id);
    EXPECT_EQ(DART_TEAM_ALL, record->team);
    const dart_domain_locality_t* domain = domain_of(DART_TEAM_ALL, record->domain_tag);
    ASSERT_NE(nullptr, domain);
    EXPECT_EQ(DART_LOCALITY_SCOPE_CORE, domain->scope);
    EXPECT_GT(domain->level, 2);
    EXPECT_EQ(Ids{unit}, ids(*domain));
    EXPECT_STREQ(record->hwinfo.host, domain->host);
  }
}

TEST_F(LocalityTest, Hardware)
{
  const dart_hwinfo_t& hw = record_of(DART_TEAM_ALL, myid.id)->hwinfo;
  EXPECT_STRNE("", hw.host);
  EXPECT_GE(hw.cpu_id, 0);
  EXPECT_GE(hw.core_id, 0);
  EXPECT_GE(hw.num_cores, 1);
  EXPECT_GE(hw.num_numa, 1);
  EXPECT_GE(hw.min_threads, 1);
  EXPECT_GE(hw.max_threads, hw.min_threads);
  EXPECT_GT(hw.system_memory_bytes, 0);
  EXPECT_GE(hw.max_cpu_mhz, hw.min_cpu_mhz);
  ASSERT_GE(hw.num_scopes, 4);
  EXPECT_EQ(DART_LOCALITY_SCOPE_NODE, hw.scopes[0].scope);
  EXPECT_EQ(DART_LOCALITY_SCOPE_CORE, hw.scopes[hw.num_scopes - 1].scope);
}

TEST_F(LocalityTest, UnitsAgreeOnTheTree)
{
  std::string mine;
  for (const dart_unit_t unit : all()) {
    const dart_unit_locality_t& record = *record_of(DART_TEAM_ALL, unit);
    const dart_hwinfo_t& hw = record.hwinfo;
    for (const int known : {hw.num_cores, hw.core_id, hw.max_threads, hw.system_memory_bytes}) {
      mine += std::to_string(known) + ' ';
    }
    mine += record.domain_tag + std::string(hw.host);
  }
  const auto hashes = gather_all(std::hash<std::string>{}(mine));
  for (const size_t hash : hashes) {
    EXPECT_EQ(hashes.front(), hash);
  }
}

TEST_F(LocalityTest, RecordsAreMutable)
{
  record_of(DART_TEAM_ALL, myid.id)->hwinfo.num_cores = 123;
  EXPECT_EQ(123, record_of(DART_TEAM_ALL, myid.id)->hwinfo.num_cores);
}

TEST_F(LocalityTest, EnvironmentDeclaresBandwidth)
{
  const auto restart = [] {
    ASSERT_OK(dart_exit());
    ASSERT_OK(dart_init(nullptr, nullptr));
  };
  unsetenv("DASH_MAX_SHMEM_MBPS");
  restart();
  EXPECT_EQ(-1, record_of(DART_TEAM_ALL, 0)->hwinfo.max_shmem_mbps);
  setenv("DASH_MAX_SHMEM_MBPS", "4711", 1);
  restart();
  EXPECT_EQ(4711, record_of(DART_TEAM_ALL, 0)->hwinfo.max_shmem_mbps);
  unsetenv("DASH_MAX_SHMEM_MBPS");
}

TEST_F(LocalityTest, TreeOfASubTeam)
{
  const Ids odd = every(2, 1, size);
  SubTeam team(odd);
  if (!team) {
    return;
  }
  ASSERT_OK(dart_team_locality_init(team.id()));
  const dart_domain_locality_t* root = domain_of(team.id());
  EXPECT_EQ(odd, ids(*root));
  EXPECT_EQ(team.id(), root->team);
  expect_consistent(*root, *root);
  const dart_unit_locality_t* record = record_of(team.id(), team.myid());
  EXPECT_EQ(team.myid(), record->unit.id);
  EXPECT_EQ(Ids{myid.id}, ids(*domain_of(team.id(), record->domain_tag)));
  EXPECT_OK(dart_team_locality_finalize(team.id()));
}

TEST_F(LocalityTest, TeamIdsAreNotMixedUp)
{
  for (size_t members = 1; members <= size; ++members) {
    const Ids units = every(1, 0, members);
    SubTeam team(units);
    if (team) {
      EXPECT_EQ(units, ids(*domain_of(team.id())));
    }
  }
}

TEST_F(LocalityTest, CloneOfTheTree)
{
  dart_domain_locality_t* copy = nullptr;
  ASSERT_OK(dart_domain_clone(domain_of(DART_TEAM_ALL), &copy));
  expect_consistent(*copy, *copy);
  const char* tags[] = {record_of(DART_TEAM_ALL, 0)->domain_tag};
  ASSERT_OK(dart_domain_exclude(copy, 1, tags));
  dart_domain_locality_t* found = nullptr;
  EXPECT_EQ(DART_ERR_NOTFOUND, dart_domain_find(copy, tags[0], &found));
  EXPECT_EQ(nullptr, found);
  EXPECT_EQ(every(1, 1, size), ids(*copy));
  EXPECT_OK(dart_domain_destroy(copy));
  EXPECT_EQ(all(), ids(*domain_of(DART_TEAM_ALL)));
}

TEST_F(LocalityTest, UnknownTagsUnitsAndTeams)
{
  dart_domain_locality_t* domain = nullptr;
  dart_unit_locality_t* record = nullptr;
  const auto end = static_cast<dart_unit_t>(size);
  EXPECT_EQ(DART_ERR_NOTFOUND, dart_domain_team_locality(DART_TEAM_ALL, ".7", &domain));
  EXPECT_INVAL(dart_domain_team_locality(DART_TEAM_NULL, ".", &domain));
  EXPECT_INVAL(dart_domain_team_locality(DART_TEAM_ALL, nullptr, &domain));
  EXPECT_INVAL(dart_unit_locality(DART_TEAM_ALL, end, &record));
  EXPECT_INVAL(dart_unit_locality(DART_TEAM_ALL, -1, &record));
  EXPECT_INVAL(dart_unit_locality(DART_TEAM_ALL, 0, nullptr));
  EXPECT_INVAL(dart_team_locality_init(DART_TEAM_NULL));
  EXPECT_INVAL(dart_team_locality_finalize(DART_TEAM_NULL));
}

TEST_F(LocalityTest, NotBetweenExitAndInit)
{
  domain_of(DART_TEAM_ALL);
  ASSERT_OK(dart_exit());
  dart_domain_locality_t* domain = nullptr;
  EXPECT_EQ(DART_ERR_NOTINIT, dart_domain_team_locality(DART_TEAM_ALL, ".", &domain));
  EXPECT_EQ(DART_ERR_NOTINIT, dart_team_locality_finalize(DART_TEAM_ALL));
  dash::test::Arguments& args = dash::test::arguments();
  ASSERT_OK(dart_init(&args.count, &args.values));
  EXPECT_EQ(all(), ids(*domain_of(DART_TEAM_ALL)));
}

TEST_F(LocalityTest, ConcurrentFirstCalls)
{
  std::vector<const dart_domain_locality_t*> found(4);
  std::vector<std::thread> threads;
  for (auto& domain : found) {
    threads.emplace_back([&domain] { domain = domain_of(DART_TEAM_ALL); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const auto* domain : found) {
    EXPECT_EQ(found.front(), domain);
  }
}

/// The members of each part of a group that is split by locality.
std::vector<Ids> locality_split(const Ids& members, dart_locality_scope_t scope, size_t parts)
{
  dart_group_t group = DART_GROUP_NULL;
  EXPECT_OK(dart_group_create(&group));
  for (const dart_unit_t unit : members) {
    EXPECT_OK(dart_group_addmember(group, unit));
  }
  std::vector<dart_group_t> groups(parts, DART_GROUP_NULL);
  size_t made = 99;
  EXPECT_OK(dart_group_locality_split(
      group, domain_of(DART_TEAM_ALL), scope, parts, &made, groups.data()));
  EXPECT_LE(made, parts);
  std::vector<Ids> split;
  for (size_t i = 0; i < made; ++i) {
    size_t n = 0;
    EXPECT_OK(dart_group_size(groups[i], &n));
    std::vector<dart_global_unit_t> units(n);
    EXPECT_OK(dart_group_getmembers(groups[i], units.data()));
    split.emplace_back();
    for (const dart_global_unit_t unit : units) {
      split.back().push_back(unit.id);
    }
    EXPECT_OK(dart_group_destroy(&groups[i]));
  }
  EXPECT_OK(dart_group_destroy(&group));
  return split;
}

TEST_F(LocalityTest, GroupSplitByNode)
{
  std::vector<Ids> by_host;
  for (const dart_unit_t unit : all()) {
    const bool is_first = unit == 0 || host_of(unit) != host_of(unit - 1);
    if (is_first) by_host.emplace_back();
    by_host.back().push_back(unit);
  }
  EXPECT_EQ(by_host, locality_split(all(), DART_LOCALITY_SCOPE_NODE, by_host.size() + 2));
}

TEST_F(LocalityTest, GroupSplitByCore)
{
  const auto split = locality_split(all(), DART_LOCALITY_SCOPE_CORE, 2);
  EXPECT_EQ(std::min<size_t>(2, size), split.size());
  Ids united;
  for (const Ids& part : split) {
    EXPECT_GE(part.size(), size / 2);
    united.insert(united.end(), part.begin(), part.end());
  }
  std::sort(united.begin(), united.end());
  EXPECT_EQ(all(), united);
}

TEST_F(LocalityTest, GroupSplitHasMembersOnly)
{
  const auto last = static_cast<dart_unit_t>(size - 1);
  EXPECT_EQ(std::vector<Ids>{Ids{last}}, locality_split({last}, DART_LOCALITY_SCOPE_CORE, 4));
}

TEST_F(LocalityTest, GroupSplitOfNothing)
{
  dart_group_t group = DART_GROUP_NULL, part = DART_GROUP_NULL;
  ASSERT_OK(dart_group_create(&group));
  dart_domain_locality_t* all_units = domain_of(DART_TEAM_ALL);
  size_t made = 99;
  EXPECT_EQ(
      DART_ERR_NOTFOUND,
      dart_group_locality_split(group, all_units, DART_LOCALITY_SCOPE_CORE, 1, &made, &part));
  EXPECT_EQ(0u, made);
  EXPECT_INVAL(
      dart_group_locality_split(group, all_units, DART_LOCALITY_SCOPE_CORE, 0, &made, &part));
  EXPECT_INVAL(
      dart_group_locality_split(group, nullptr, DART_LOCALITY_SCOPE_CORE, 1, &made, &part));
  EXPECT_OK(dart_group_destroy(&group));
}

}  // namespace
}  // namespace dart::test
