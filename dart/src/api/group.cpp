// Groups: sets of global unit ids in ascending order.

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/log.h"
#include "dash/dart/if/dart_team_group.h"

struct dart_group_struct {
  std::vector<dart_unit_t> units;
};

namespace {

using SetOperation = std::back_insert_iterator<std::vector<dart_unit_t>> (*)(
    const std::vector<dart_unit_t>&, const std::vector<dart_unit_t>&,
    std::back_insert_iterator<std::vector<dart_unit_t>>);

dart_ret_t combine(dart_group_t g1, dart_group_t g2, dart_group_t* gout, SetOperation operation)
{
  DART_REQUIRE(g1 && g2 && gout, DART_ERR_INVAL, "dart_group: null group");
  auto* result = new dart_group_struct;
  operation(g1->units, g2->units, std::back_inserter(result->units));
  *gout = result;
  return DART_OK;
}

}  // namespace

extern "C" {

dart_ret_t dart_group_create(dart_group_t* group) DART_NOTHROW
{
  DART_REQUIRE(group, DART_ERR_INVAL, "dart_group_create: null group");
  *group = new dart_group_struct;
  return DART_OK;
}

dart_ret_t dart_group_destroy(dart_group_t* group) DART_NOTHROW
{
  DART_REQUIRE(group, DART_ERR_INVAL, "dart_group_destroy: null group");
  delete *group;
  *group = DART_GROUP_NULL;
  return DART_OK;
}

dart_ret_t dart_group_clone(const dart_group_t gin, dart_group_t* gout) DART_NOTHROW
{
  DART_REQUIRE(gin && gout, DART_ERR_INVAL, "dart_group_clone: null group");
  *gout = new dart_group_struct(*gin);
  return DART_OK;
}

dart_ret_t dart_group_union(const dart_group_t g1, const dart_group_t g2, dart_group_t* gout)
    DART_NOTHROW
{
  return combine(g1, g2, gout, [](const auto& a, const auto& b, auto out) {
    return std::set_union(a.begin(), a.end(), b.begin(), b.end(), out);
  });
}

dart_ret_t dart_group_intersect(const dart_group_t g1, const dart_group_t g2, dart_group_t* gout)
    DART_NOTHROW
{
  return combine(g1, g2, gout, [](const auto& a, const auto& b, auto out) {
    return std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out);
  });
}

dart_ret_t dart_group_addmember(dart_group_t g, dart_global_unit_t unitid) DART_NOTHROW
{
  DART_REQUIRE(g, DART_ERR_INVAL, "dart_group_addmember: null group");
  DART_REQUIRE(unitid.id >= 0, DART_ERR_INVAL, "dart_group_addmember: unit id %d", unitid.id);
  auto place = std::lower_bound(g->units.begin(), g->units.end(), unitid.id);
  if (place == g->units.end() || *place != unitid.id) g->units.insert(place, unitid.id);
  return DART_OK;
}

dart_ret_t dart_group_delmember(dart_group_t g, dart_global_unit_t unitid) DART_NOTHROW
{
  DART_REQUIRE(g, DART_ERR_INVAL, "dart_group_delmember: null group");
  std::erase(g->units, unitid.id);
  return DART_OK;
}

dart_ret_t dart_group_ismember(const dart_group_t g, dart_global_unit_t unitid, int32_t* ismember)
    DART_NOTHROW
{
  DART_REQUIRE(g && ismember, DART_ERR_INVAL, "dart_group_ismember: null argument");
  *ismember = std::binary_search(g->units.begin(), g->units.end(), unitid.id);
  return DART_OK;
}

dart_ret_t dart_group_size(const dart_group_t g, size_t* size) DART_NOTHROW
{
  DART_REQUIRE(g && size, DART_ERR_INVAL, "dart_group_size: null argument");
  *size = g->units.size();
  return DART_OK;
}

dart_ret_t dart_group_getmembers(const dart_group_t g, dart_global_unit_t* unitids) DART_NOTHROW
{
  DART_REQUIRE(g && unitids, DART_ERR_INVAL, "dart_group_getmembers: null argument");
  std::copy(g->units.begin(), g->units.end(), unitids);
  return DART_OK;
}

dart_ret_t dart_group_split(const dart_group_t g, size_t n, size_t* nout, dart_group_t* gout)
    DART_NOTHROW
{
  DART_REQUIRE(g && nout && gout, DART_ERR_INVAL, "dart_group_split: null argument");
  DART_REQUIRE(n > 0, DART_ERR_INVAL, "dart_group_split: 0 parts");
  const std::size_t size = g->units.size();
  const std::size_t chunk = (size + n - 1) / n;
  for (std::size_t part = 0; part < n; ++part) {
    const auto begin = g->units.begin() + std::min(part * chunk, size);
    const auto end = g->units.begin() + std::min((part + 1) * chunk, size);
    gout[part] = new dart_group_struct{{begin, end}};
  }
  *nout = n;
  return DART_OK;
}

}  // extern "C"
