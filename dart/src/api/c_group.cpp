// Groups: sets of global unit ids in ascending order.

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "api/guard.h"
#include "dash/dart/if/dart_team_group.h"
#include "team/group.h"

using dart::Group;
using dart::guarded_always;

namespace {

using SetOperation = std::back_insert_iterator<std::vector<dart_unit_t>> (*)(
    const std::vector<dart_unit_t>&, const std::vector<dart_unit_t>&,
    std::back_insert_iterator<std::vector<dart_unit_t>>);

/// Runs the body of a function about a group like guarded_always(); \c body gets the group.
template <class Body>
dart_ret_t guarded_group(dart_group_t handle, const char* function, const Body& body)
{
  return guarded_always(function, [&](const char*) {
    Group* const group = dart::known_group(handle, function);
    return group == nullptr ? DART_ERR_INVAL : body(*group);
  });
}

dart_ret_t combine(
    dart_group_t g1, dart_group_t g2, dart_group_t* gout, SetOperation operation,
    const char* function)
{
  DART_REQUIRE_POINTER(gout, function);
  return guarded_group(g1, function, [=](const Group& one) {
    return guarded_group(g2, function, [&](const Group& other) {
      Group result;
      operation(one.units, other.units, std::back_inserter(result.units));
      *gout = dart::hand_out(std::move(result));
      return DART_OK;
    });
  });
}

/// Splits units into up to \c n groups of equal size; the last ones may be smaller or empty.
std::vector<Group> split_evenly(const std::vector<dart_unit_t>& units, std::size_t n)
{
  const std::size_t size = units.size();
  const std::size_t chunk = (size + n - 1) / n;
  std::vector<Group> parts;
  for (std::size_t part = 0; part < n; ++part) {
    const auto begin = units.begin() + std::min(part * chunk, size);
    const auto end = units.begin() + std::min((part + 1) * chunk, size);
    parts.push_back({{begin, end}});
  }
  return parts;
}

}  // namespace

extern "C" {

dart_ret_t dart_group_create(dart_group_t* group) DART_NOTHROW
{
  DART_REQUIRE_POINTER(group, __func__);
  return guarded_always(__func__, [=](const char*) {
    *group = dart::hand_out(Group{});
    return DART_OK;
  });
}

dart_ret_t dart_group_destroy(dart_group_t* group) DART_NOTHROW
{
  DART_REQUIRE_POINTER(group, __func__);
  const dart_group_t ended = std::exchange(*group, DART_GROUP_NULL);
  if (ended == DART_GROUP_NULL || dart::end_group(ended)) return DART_OK;
  dart::known_group(ended, __func__);
  return DART_ERR_INVAL;
}

dart_ret_t dart_group_clone(const dart_group_t gin, dart_group_t* gout) DART_NOTHROW
{
  DART_REQUIRE_POINTER(gout, __func__);
  return guarded_group(gin, __func__, [=](const Group& group) {
    *gout = dart::hand_out(Group(group));
    return DART_OK;
  });
}

dart_ret_t dart_group_union(const dart_group_t g1, const dart_group_t g2, dart_group_t* gout)
    DART_NOTHROW
{
  const auto unite = [](const auto& a, const auto& b, auto out) {
    return std::set_union(a.begin(), a.end(), b.begin(), b.end(), out);
  };
  return combine(g1, g2, gout, unite, __func__);
}

dart_ret_t dart_group_intersect(const dart_group_t g1, const dart_group_t g2, dart_group_t* gout)
    DART_NOTHROW
{
  const auto intersect = [](const auto& a, const auto& b, auto out) {
    return std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out);
  };
  return combine(g1, g2, gout, intersect, __func__);
}

dart_ret_t dart_group_addmember(dart_group_t g, dart_global_unit_t unitid) DART_NOTHROW
{
  DART_REQUIRE(unitid.id >= 0, DART_ERR_INVAL, "dart_group_addmember: unit id %d", unitid.id);
  return guarded_group(g, __func__, [=](Group& group) {
    const auto place = std::lower_bound(group.units.begin(), group.units.end(), unitid.id);
    if (place == group.units.end() || *place != unitid.id) group.units.insert(place, unitid.id);
    return DART_OK;
  });
}

dart_ret_t dart_group_delmember(dart_group_t g, dart_global_unit_t unitid) DART_NOTHROW
{
  return guarded_group(g, __func__, [=](Group& group) {
    std::erase(group.units, unitid.id);
    return DART_OK;
  });
}

dart_ret_t dart_group_ismember(const dart_group_t g, dart_global_unit_t unitid, int32_t* ismember)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(ismember, __func__);
  return guarded_group(g, __func__, [=](const Group& group) {
    *ismember = std::binary_search(group.units.begin(), group.units.end(), unitid.id);
    return DART_OK;
  });
}

dart_ret_t dart_group_size(const dart_group_t g, size_t* size) DART_NOTHROW
{
  DART_REQUIRE_POINTER(size, __func__);
  return guarded_group(g, __func__, [=](const Group& group) {
    *size = group.units.size();
    return DART_OK;
  });
}

dart_ret_t dart_group_getmembers(const dart_group_t g, dart_global_unit_t* unitids) DART_NOTHROW
{
  DART_REQUIRE_POINTER(unitids, __func__);
  return guarded_group(g, __func__, [=](const Group& group) {
    std::copy(group.units.begin(), group.units.end(), unitids);
    return DART_OK;
  });
}

dart_ret_t dart_group_split(const dart_group_t g, size_t n, size_t* nout, dart_group_t* gout)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(nout, __func__);
  DART_REQUIRE_POINTER(gout, __func__);
  DART_REQUIRE(n > 0, DART_ERR_INVAL, "dart_group_split: 0 parts");
  return guarded_group(g, __func__, [=](const Group& group) {
    dart::hand_out(split_evenly(group.units, n), gout);
    *nout = n;
    return DART_OK;
  });
}

}  // extern "C"
