// Argument-dependent lookup must not find the library's private functions: no public type has a
// private class among its bases or arguments. Each private namespace gets a function that takes
// anything; whether an unqualified call with a public type finds it tells.

#include <dash/Comutex.h>
#include <dash/pattern/DynamicPattern.h>
#include <libdash.h>

#include <type_traits>
#include <utility>

#define DASH_PROBE(space)                                     \
  namespace space {                                           \
  template <class T>                                          \
  void found_by_argument_dependent_lookup(const volatile T&); \
  }                                                           \
  static_assert(true)

DASH_PROBE(dash::detail);
DASH_PROBE(dash::coarray::detail);
DASH_PROBE(dash::exception::detail);
DASH_PROBE(dash::halo::detail);
DASH_PROBE(dash::halo::internal);
DASH_PROBE(dash::internal);
DASH_PROBE(dash::math::detail);
DASH_PROBE(dash::util::detail);

namespace {

template <class T>
constexpr bool finds_private_functions =
    requires(const T& x) { found_by_argument_dependent_lookup(x); };

// The probe finds what it looks for.
namespace probe {
struct Visible {};
template <class T>
void found_by_argument_dependent_lookup(const volatile T&);
}  // namespace probe
static_assert(finds_private_functions<probe::Visible>);

#define DASH_CHECK(...) static_assert(!finds_private_functions<__VA_ARGS__>, #__VA_ARGS__)

template <class T>
T& value();

using Array = dash::Array<int>;
DASH_CHECK(Array);
DASH_CHECK(Array::iterator);
DASH_CHECK(Array::const_iterator);
DASH_CHECK(Array::reverse_iterator);
DASH_CHECK(Array::reference);
DASH_CHECK(Array::const_reference);
DASH_CHECK(Array::async_reference);
DASH_CHECK(Array::pointer);
DASH_CHECK(Array::local_type);
DASH_CHECK(Array::async_type);
DASH_CHECK(Array::view_type);
DASH_CHECK(Array::device_view_type);
DASH_CHECK(Array::memory_type);
DASH_CHECK(Array::pattern_type);
DASH_CHECK(dash::HostArray<double>);
DASH_CHECK(dash::Array<dash::Atomic<int>>);
DASH_CHECK(dash::Array<dash::Atomic<int>>::reference);
DASH_CHECK(dash::Array<dash::Atomic<int>>::const_reference);

using Matrix = dash::Matrix<int, 3>;
DASH_CHECK(Matrix);
DASH_CHECK(Matrix::iterator);
DASH_CHECK(Matrix::local_type);
DASH_CHECK(Matrix::device_view_type);
DASH_CHECK(decltype(value<Matrix>()[0]));
DASH_CHECK(decltype(value<Matrix>()[0][0]));
DASH_CHECK(decltype(value<Matrix>().block(0)));
DASH_CHECK(decltype(value<Matrix>().block(0).begin()));
DASH_CHECK(decltype(value<Matrix>().local[0]));
DASH_CHECK(decltype(dash::rows(0, 1, value<Matrix>())));
DASH_CHECK(decltype(value<Matrix>().local.begin()));
DASH_CHECK(decltype(value<Matrix>().sub<1>(0, 1)));
DASH_CHECK(dash::NArray<int, 2>);
DASH_CHECK(dash::MdSpan<int, 2>);

using List = dash::List<int>;
DASH_CHECK(List);
DASH_CHECK(List::iterator);
DASH_CHECK(List::reference);
using Map = dash::UnorderedMap<int, int>;
DASH_CHECK(Map);
DASH_CHECK(Map::iterator);
DASH_CHECK(Map::const_iterator);
DASH_CHECK(Map::local_iterator);
DASH_CHECK(Map::reference);
DASH_CHECK(dash::Coarray<int>);
DASH_CHECK(dash::Coarray<int[3]>);
DASH_CHECK(decltype(value<dash::Coarray<int[3]>>()[0]));
DASH_CHECK(dash::Coevent);
DASH_CHECK(dash::Comutex);
DASH_CHECK(dash::Mutex);
DASH_CHECK(dash::Shared<int>);
DASH_CHECK(dash::SharedCounter<int>);

DASH_CHECK(dash::Team);
DASH_CHECK(dash::TeamSpec<2>);
DASH_CHECK(dash::team_unit_t);
DASH_CHECK(dash::global_unit_t);
DASH_CHECK(dash::Future<int>);
DASH_CHECK(dash::Future<void>);

DASH_CHECK(dash::BlockPattern<1>);
DASH_CHECK(dash::BlockPattern<2>);
DASH_CHECK(dash::TilePattern<2>);
DASH_CHECK(dash::ShiftTilePattern<2>);
DASH_CHECK(dash::SeqTilePattern<2>);
DASH_CHECK(dash::CSRPattern<1>);
DASH_CHECK(dash::DynamicPattern<1>);
DASH_CHECK(dash::LoadBalancePattern<1>);
DASH_CHECK(dash::Distribution);
DASH_CHECK(dash::DistributionSpec<2>);
DASH_CHECK(dash::SizeSpec<2>);
DASH_CHECK(dash::ViewSpec<2>);
DASH_CHECK(dash::CartesianIndexSpace<2>);

DASH_CHECK(decltype(dash::sub(0, 1, value<Array>())));
DASH_CHECK(decltype(dash::local(dash::sub(0, 1, value<Array>()))));
DASH_CHECK(decltype(dash::global(dash::local(dash::sub(0, 1, value<Array>())))));
DASH_CHECK(decltype(dash::sub<1>(0, 1, value<Matrix>())));
DASH_CHECK(decltype(dash::sub<1>(0, 1, value<Matrix>()).begin()));
DASH_CHECK(decltype(dash::blocks(value<Array>())));
DASH_CHECK(decltype(dash::blocks(value<Array>()).begin()));
DASH_CHECK(decltype(dash::index(value<Array>())));
DASH_CHECK(decltype(dash::index(value<Array>()).begin()));
DASH_CHECK(decltype(dash::views::zip(value<Array>(), value<Array>())));
DASH_CHECK(decltype(dash::views::zip(value<Array>(), value<Array>()).begin()));
DASH_CHECK(decltype(dash::views::sub(0, 1)));
DASH_CHECK(decltype(dash::views::local));
DASH_CHECK(decltype(dash::views::blocks));
DASH_CHECK(dash::IteratorRange<int*>);
DASH_CHECK(dash::Section<dash::TilePattern<2>>);
DASH_CHECK(decltype(value<dash::Section<dash::TilePattern<2>>>().local()));
DASH_CHECK(decltype(value<dash::Section<dash::TilePattern<2>>>().blocks()));
DASH_CHECK(decltype(dash::views::sub(0, 1) | dash::views::blocks));

DASH_CHECK(dash::plus<int>);
DASH_CHECK(dash::first<int>);
DASH_CHECK(dash::exception::RuntimeError);
DASH_CHECK(dash::exception::OutOfRange);
DASH_CHECK(dash::util::Timer<dash::util::TimeMeasure::Clock>);

DASH_CHECK(dash::GlobHeapMem<int>);
DASH_CHECK(dash::GlobHeapMem<int>::pointer);
DASH_CHECK(dash::GlobHeapMem<int>::local_pointer);
DASH_CHECK(dash::GlobStaticMem<dash::UnitSpace>);
DASH_CHECK(dash::GlobLocalMemoryPool<dash::HostSpace>);
DASH_CHECK(dash::HostSpace);
DASH_CHECK(dash::UnitSpace);

DASH_CHECK(dash::halo::GlobalBoundarySpec<2>);
DASH_CHECK(dash::halo::HaloSpec<2>);
DASH_CHECK(dash::halo::StencilPoint<2>);
DASH_CHECK(dash::halo::HaloBlock<int, dash::BlockPattern<2>, dash::GlobStaticMem<dash::UnitSpace>>);
DASH_CHECK(dash::halo::HaloMatrixWrapper<dash::NArray<int, 2>>);
DASH_CHECK(dash::tasks::task_group);
DASH_CHECK(decltype(dash::in));
DASH_CHECK(decltype(dash::in(value<Array>())));

}  // namespace
