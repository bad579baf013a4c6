// Headers bring along what programs of DASH 0.4 use without including it. The order matters: each
// part uses what the header in front of it brings.

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
