// Headers bring along what programs of DASH 0.4 use without including it. The order matters: each
// part uses what the header in front of it brings.

#include <cpp17/cstddef.h>

static_assert(sizeof(std::byte) == 1);

#include <cpp17/type_traits.h>

static_assert(std::is_nothrow_swappable<int>::value);

#include <cpp17/polymorphic_allocator.h>

inline std::byte* use_memory_resource(std::pmr::memory_resource& resource)
{
  auto* const before = std::pmr::set_default_resource(&resource);
  std::pmr::polymorphic_allocator<std::byte> by_default;
  std::pmr::set_default_resource(before);
  const bool is_same = by_default == std::pmr::polymorphic_allocator<std::byte>(&resource);
  if (!is_same || *std::pmr::get_default_resource() != *before) return nullptr;
  return by_default.allocate(1);
}

#include <cpp17/monotonic_buffer.h>

inline std::byte* use_monotonic_buffer(void* buffer)
{
  std::pmr::monotonic_buffer_resource resource(buffer, 64, std::pmr::get_default_resource());
  return use_memory_resource(resource);
}

#include <dash/util/Config.h>

static_assert(dash::util::DashConfig.avail_algo_summa);

inline char use_macros(int variable)
{
  dash__unused(variable);
  return dash__toxstr(variable)[0];
}

#include <dash/view/IndexSet.h>

// The names are there; their arguments are not.
using dash::begin;
using dash::end;
using dash::index;
template <class Set>
using sub_set = dash::IndexSetSub<Set>;

#include <dash/Array.h>

inline void use_stack_trace()
{
  dash__print_stacktrace();
  dash__print_stacktrace(stdout, 3);
}

inline void use_standard_library(std::list<int>& list, std::set<int>& set, std::map<int, int>& map)
{
  std::cout << std::setw(4) << list.size() + set.size() + map.size() << std::endl;
  std::ostringstream text;
  assert(text.str().empty());
  std::thread thread([] {});
  thread.join();
  std::unordered_map<int, std::vector<int>> vectors;
  std::memset(text.str().data(), 0, std::min<std::size_t>(std::sqrt(1.0), INT_MAX));
  std::function<int()> one = [&] { return std::accumulate(list.begin(), list.end(), 0); };
  std::unique_ptr<int> pointer = std::make_unique<int>(one());
  dart_barrier(DART_TEAM_ALL);
}
