// Programs of DASH 0.4 compile: each public name of its interface exists and takes what it took
// there. One function for each part of the interface; nothing of it is executed.

#include <dash/Comutex.h>
#include <dash/HView.h>
#include <dash/Pair.h>
#include <dash/internal/Annotation.h>
#include <dash/internal/Macro.h>
#include <dash/internal/StreamConversion.h>
#include <dash/io/HDF5.h>
#include <dash/memory/SimpleMemoryPoolResource.h>
#include <dash/memory/UniquePtr.h>
#include <dash/meta/TypeInfo.h>
#include <dash/pattern/DynamicPattern.h>
#include <dash/pattern/internal/PatternLogging.h>
#include <dash/util/ArrayExpr.h>
#include <dash/util/TeamLocality.h>
#include <dash/util/UniversalMember.h>
#include <libdash.h>

using namespace dash;
using namespace dash::halo;

static_assert(dash::internal::DIST_BLOCKED == 2);
static_assert(dash::internal::OpKind::ARITHMETIC == dash::plus<int>::op_kind());
static_assert(dash::internal::dart_reduce_operation<dash::plus<int>>::value == DART_OP_SUM);
static_assert(dash::halo::internal::NumRegionsMax<2> == 9);

void logging()
{
  dash::internal::logging::enable_log();
  dash::internal::logging::disable_log();
  (void)dash::internal::logging::log_enabled();
}

void units()
{
  team_unit_t u;
  global_unit_t g(3);
  team_unit_t v(g);
  u = 3;
  u += 2;
  u -= 1L;
  u %= 5;
  ++u;
  u++;
  int i = u;
  auto w = u + v;
  bool b = u == v && u != v && u < v && u > v;
  b = u == 3 && u < std::size_t(4);
  std::cout << u;
  v = team_unit_t(dash::myid());
  const team_unit_t& cc = (u = 3);
  static_assert(std::is_base_of_v<dart_team_unit_t, team_unit_t>);
  dart_team_unit_t du{3};
  team_unit_t x = du;
  b = u != dash::myid();
  static_assert(noexcept(team_unit_t(3)));
  (void)UNDEFINED_GLOBAL_UNIT_ID;
  dash::unit_id<dash::local_unit, dart_team_unit_t> q = u;
  dash::default_index_t di;
  dash::default_extent_t de;
  dash::default_size_t ds;
  dash::gptrdiff_t gd;
  dash::max_align_t ma;
  dash::dim_t dt;
  dash::dart_storage<double> st(3);
  static_assert(dash::dart_storage<double>::dtype == DART_TYPE_DOUBLE);
  auto n = st.nelem;
  static_assert(
      dash::is_container_compatible<int>::value && dash::is_atomic_compatible<int>::value &&
      dash::is_arithmetic<int>::value && dash::has_operator_equal<int>::value);
  static_assert(
      dash::is_atomic<dash::Atomic<int>>::value &&
      std::is_same_v<dash::remove_atomic<dash::Atomic<int>>::type, int>);
}

void team()
{
  Team& t = Team::All();
  Team& s = t.locality_split(dash::util::Locality::Scope::Node, 2);
  t.is_all();
  t.is_leaf();
  t.is_root();
  t.is_null();
  t.parent();
  t.sub();
  t.sub(2);
  t.bottom();
  t.position();
  t.num_siblings();
  t.relative_id();
  t.relative_id(global_unit_t(0));
  t.global_id(team_unit_t(0));
  for (int u : t) (void)u;
  t.is_member(global_unit_t(0));
  t.free();
  t.register_deallocator(nullptr, [] {});
  t.unregister_deallocator(nullptr, [] {});
  std::cout << t;
  Team::Get(t.dart_id());
  Team::iterator it = t.begin();
}

void specs()
{
  Distribution d(dash::internal::DIST_BLOCKED, 3);
  d.type;
  d.blocksz;
  d.max_blocksize_in_range(10, 3);
  d.local_index_to_block_coord(1, 2, 3);
  std::cout << d;
  bool b = d == d && d != d;
  Distribution t = TILE(3), c = BLOCKCYCLIC(4);
  DistributionSpec<1> ds = BLOCKED;
  DistributionSpec<3> d3;
  d3.is_tiled();
  d3.is_tiled_in_dimension(0u);
  DistributionSpec<2> da(std::array<Distribution, 2>{{BLOCKED, NONE}});
  dash::ndim(d3);
  dash::rank(d3);
  SizeSpec<3> ss(1, 2, 3);
  dash::extent<1>(ss);
  dash::extent(1, ss);
  ss.resize(1, 2, 3);
  ss.resize(std::array<int, 3>{{1, 2, 3}});
  SizeSpec<1> s1(3);
  s1.resize(0, 5);
  ss.rank();
  ss.size();
  ss.extents();
  ss.extent(0);
  std::cout << ss;
  SizeSpec<3>::index_type i0;
  SizeSpec<3>::size_type z;
  SizeSpec<3>::extents_type e;
  static_assert(SizeSpec<3>::ndim::value == 3);
  CartesianSpace<2> cs(2, 3);
  CartesianIndexSpace<2> ci(2, 3);
  ci.at(1, 2);
  ci.at(std::array<int, 2>{{1, 2}});
  ci.at<COL_MAJOR>(std::array<int, 2>{{1, 2}});
  ci.at(std::array<long, 2>{{1, 2}}, ViewSpec<2>());
  ci.coords(3);
  ci.coords<COL_MAJOR>(3);
  ci.coords(3, ViewSpec<2>({{0, 0}, {1, 1}}));
  ci.x(1);
  ci.y(2);
  CartesianIndexSpace<3>(1, 2, 3).z(2);
  TeamSpec<2> ts(Team::All());
  TeamSpec<2> t2(ts, DistributionSpec<2>(BLOCKED, NONE), Team::All());
  TeamSpec<2> t3(DistributionSpec<2>(BLOCKED, NONE), Team::All());
  TeamSpec<2> t4(2, 3), t5(std::array<std::size_t, 2>{{2, 3}});
  ts.balance_extents();
  ts.num_units(0);
  ts.rank();
  ts.resize(2, 3);
  ts.resize(std::array<std::size_t, 2>{{1, 2}});
  ts.resize_dim(0, 3);
  ts.neighbor({1, 0});
  ts.neighbor(std::array<int, 2>{{1, 0}});
  ts.periodic_neighbor({-1, 0});
  ts.periodic_neighbor(std::array<int, 2>{{1, 0}});
  ts.x(0);
  ts.coords(Team::All().myid());
  ts.at(0, 0);
  ViewPair<> vp{1, 2};
  ViewRegion<2, long> vr;
  ViewRange<long> vg;
  vg.begin;
  vr.begin[0];
  ViewSpec<2> v;
  v.resize(1, 2);
  v.resize(std::array<ViewPair<long>, 2>{});
  v.resize(std::array<std::size_t, 2>{{1, 2}});
  v.resize_dim(0, 1, 2);
  v.slice(0);
  v.set_rank(1);
  v.size();
  v.size(0);
  v.extents();
  v.extent(0);
  v.offsets();
  v.offset(1);
  v.range(0).begin;
  v.region().end[0];
  ViewSpec<2>::region_type r;
  ViewSpec<2>::range_type g;
  std::cout << v;
}

template <class P>
void pattern(P p, std::integral_constant<int, 1>)
{}
template <class P>
void pattern(P p)
{
  using C = std::array<typename P::index_type, 2>;
  C c{{0, 0}};
  typename P::viewspec_type vs;
  team_unit_t u(0);
  p.lbegin();
  p.lend();
  p.unit_at(c);
  p.unit_at(c, vs);
  p.unit_at(0L);
  p.unit_at(0L, vs);
  p.extent(0);
  p.local_extent(0);
  p.local_extents();
  p.local_extents(u);
  p.extents();
  typename P::local_coords_t lc = p.local(c);
  typename P::local_index_t li = p.local(0L);
  lc.unit;
  lc.coords;
  li.index;
  p.local_coords(c);
  p.local_index(c);
  p.local_at(c);
  p.local_at(c, vs);
  p.global(u, c);
  p.global(c);
  p.global(0L);
  p.global_index(u, c);
  p.global_index(u, {{0}});
  p.global({0, 0});
  p.local({0, 0}).unit;
  p.global_at(c);
  p.global_at(c, vs);
  p.at(c);
  p.at(c, vs);
  p.at(0, 0);
  p.is_local(0L);
  p.is_local(0L, u);
  p.has_local_elements(0, 0, u, vs);
  p.blockspec().extents();
  p.local_blockspec().size();
  p.block_at(c);
  p.local_block_at(c);
  p.block(0);
  p.local_block(0);
  p.local_block_local(0);
  p.blocksize(0);
  p.max_blocksize();
  p.underfilled_blocksize(0);
  p.local_capacity();
  p.local_size();
  p.local_size(u);
  p.num_units();
  p.capacity();
  p.size();
  p.team();
  p.distspec();
  p.sizespec();
  p.teamspec();
  p.coords(0);
  p.coords(0, vs);
  P::memory_order();
  P::ndim();
  P::PatternName;
  std::cout << p.blockspec();
  typename P::partitioning_properties pp;
  typename P::mapping_properties mp;
  typename P::layout_properties lp;
  P q(p);
  q = p;
  bool b = q == p && q != p;
}

template void pattern(BlockPattern<2>);
template void pattern(TilePattern<2>);
template void pattern(ShiftTilePattern<2>);
template void pattern(SeqTilePattern<2>);
template <class P>
void pattern1(P p)
{
  using C = std::array<typename P::index_type, 1>;
  C c{{0}};
  typename P::viewspec_type vs;
  team_unit_t u(0);
  p.lbegin();
  p.lend();
  p.unit_at(c);
  p.unit_at(c, vs);
  p.unit_at(0L);
  p.unit_at(0L, vs);
  p.extent(0);
  p.local_extent(0);
  p.local_extents();
  p.local_extents(u);
  p.extents();
  p.global(u, 0L);
  p.local(c);
  p.local(0L);
  p.local_coords(c);
  p.local_index(c);
  p.local_at(c);
  p.local_at(c, vs);
  p.global(u, c);
  p.global(c);
  p.global(0L);
  p.global_index(u, c);
  p.global_at(c);
  p.global_at(c, vs);
  p.at(c);
  p.at(c, vs);
  p.is_local(0L);
  p.is_local(0L, u);
  p.has_local_elements(0, 0, u, vs);
  p.blockspec().extents();
  p.local_blockspec().size();
  p.block_at(c);
  p.local_block_at(c);
  p.block(0);
  p.local_block(0);
  p.local_block_local(0);
  p.blocksize(0);
  p.max_blocksize();
  p.underfilled_blocksize(0);
  p.local_capacity();
  p.local_size();
  p.local_size(u);
  p.num_units();
  p.capacity();
  p.size();
  p.team();
  p.distspec();
  p.sizespec();
  p.teamspec();
  p.coords(0);
  p.coords(0, vs);
  P::memory_order();
  P::ndim();
  P::PatternName;
}

template void pattern1(BlockPattern<1>);
template void pattern1(TilePattern<1>);
template void pattern1(ShiftTilePattern<1>);
template void pattern1(SeqTilePattern<1>);
template void pattern1(CSRPattern<1>);
template void pattern1(LoadBalancePattern<1>);
template void pattern1(DynamicPattern<1>);
void arrays(dash::Array<int>& a, const dash::Array<int>& ca)
{
  a.data();
  a.barrier();
  a.flush();
  a.flush(team_unit_t(0));
  a.flush_local();
  a.flush_local(team_unit_t(0));
  a.allocate(10, BLOCKED);
  a.allocate(10, CYCLIC, Team::All());
  a.allocate(10, Team::All());
  a.allocate(10, {1, 2}, BLOCKED);
  a.allocate(10, {1, 2}, BLOCKED, Team::All());
  a.allocate(a.pattern());
  a.deallocate();
  a.at(0);
  a.lsize();
  a.lcapacity();
  a.capacity();
  a.empty();
  a.is_local(0);
  a.globmem();
  a.block(0);
  dash::Array<int>::rank::value;
  dash::Array<int>::ndim();
  dash::Array<int> b(10, {1, 2}, BLOCKED), c(10, {1, 2}), d(10, {1, 2}, BLOCKED, Team::All());
  dash::Array<int>::distribution_spec ds;
  dash::Array<int>::allocator_type* al;
  dash::Array<int>::view_type* vt;
  dash::Array<int>::async_type* at;
  a.local.block(0);
  a.local.is_local(0);
  a.local.pattern();
  a.async.size();
  a.async[0].set(3);
  a.async.flush();
  ca.local[0];
  a.local.size();
}

void matrices(dash::Matrix<int, 2>& m, const dash::Matrix<int, 2>& cm, NArray<int, 3>& n)
{
  m.local_size();
  m.local_capacity();
  m.extent(0);
  m.extents();
  m.offset(0);
  m.offsets();
  m.empty();
  m.team();
  m.pattern();
  m.flush();
  m.flush(team_unit_t(0));
  m.flush_local();
  m.flush_local(team_unit_t(0));
  m.at(0, 0);
  m(0, 0);
  m.sub<0>(1);
  m.sub<1>(0, 2);
  m.row(0);
  m.col(1);
  m.rows(0, 1);
  m.cols(0, 1);
  m.block(0);
  m.block({0, 0});
  m.is_local(0);
  m.is_local<0>(0);
  m.sub_local();
  MatrixRef<int, 2, 2, TilePattern<2>, UnitSpace> r = m;
  cm.row(0);
  cm.col(0);
  cm[0][0];
  cm(0, 0);
  cm.at(0, 0);
  dash::Matrix<int, 2>::view_type<1>* v;
  dash::Matrix<int, 2>::const_view_type<1>* cv;
  dash::Matrix<int, 2>::GlobMem_t* g;
  dash::Matrix<int, 2>::local_type* l;
  dash::Matrix<int, 2>::const_local_type* cl;
  auto row = m[0];
  row.size();
  row.local_size();
  row.local_capacity();
  row.extent(0);
  row.extents();
  row.offset(0);
  row.offsets();
  row.empty();
  row.barrier();
  row.pattern();
  row.data();
  row.begin();
  row.end();
  row.lbegin();
  row.lend();
  row[0];
  row.at(0);
  row.is_local(0);
  row.viewspec();
  row.sub_local();
  m.sub<0>(0, 1).at(std::array<long, 2>{{0, 0}});
  n[0][1][2];
  n[0].sub<1>(0, 1).sub<2>(0, 1);
  n.sub<0>(1)[1];
  m.local.block(0);
  m.local.block({0, 0});
  m.local.extent(0);
  m.local.extents();
  m.local.offset(0);
  m.local.offsets();
  m.local.at(0, 0);
  m.local(0, 0);
  m.local[0][0];
  m.local.local_at(0);
  m.local.lbegin();
  m.local.begin();
  m.local.row(0).lbegin();
  m.local.col(0);
  m.local.sub<0>(0);
  m.local.sub<1>(0, 1);
  m.local.rows(0, 1);
  m.local.cols(0, 1);
  m.local.pattern();
  m.local.team();
  cm.local.row(0);
  cm.local[0][0];
  cm.local.sub<0>(0, 1);
  m.local.block(0).begin().viewspec();
  m.local.size();
  m.local.local_size();
  m.local.empty();
  m.allocate(SizeSpec<2>(2, 2), DistributionSpec<2>(), TeamSpec<2>());
  m.allocate(m.pattern());
  m.allocate(2, 2);
  n.allocate(2, 3, 4, BLOCKED, NONE, NONE);
  dash::Matrix<int, 2> k(SizeSpec<2>(2, 2), DistributionSpec<2>(), Team::All(), TeamSpec<2>());
  std::swap(m, k);
}

void sync()
{
  dash::Shared<Atomic<std::size_t>> s(team_unit_t(0));
  s.get().fetch_add(2);
  std::size_t v = s.get();
  s.init();
  s.set(3);
  s.owner();
  s.team();
  s.flush();
  s.barrier();
  s.dart_gptr();
  s.local();
  dash::Shared<float> f(1.0f);
  dash::SharedCounter<> c;
  c.inc(1);
  c.dec(1);
  c.get();
  dash::SharedCounter<long> c2(Team::All());
  dash::Mutex m;
  m.init();
  m.lock();
  m.try_lock();
  m.unlock();
  std::lock_guard<dash::Mutex> g(m);
  dash::Coevent e;
  e(0).post();
  e(team_unit_t(0)).test();
  e.wait();
  e.wait(2);
  e.test();
  e.size();
  e.begin();
  e.end();
  e.initialize(Team::All());
  e.team();
  bool b = e(0) == e(0) && e(0) != e(1);
  e(0).team();
  dash::Comutex cm;
  cm(0).lock();
  cm(team_unit_t(0)).unlock();
  cm.begin();
  cm.end();
  cm.size();
  cm.initialize(Team::All());
  cm.team();
  dash::coarray::this_image();
  dash::coarray::num_images();
  dash::coarray::sync_all();
  std::vector<int> ids;
  dash::coarray::sync_images(ids);
  dash::Coarray<int> x;
  dash::coarray::cobroadcast(x, team_unit_t(0));
  dash::coarray::coreduce(x, dash::plus<int>());
  dash::coarray::coreduce(x, dash::plus<int>(), team_unit_t(0));
  x.sync_images(ids);
  x.flush();
  x.flush_local();
  int y = 3 + x;
  y = x + 3;
  y = x * 2;
  x += 2;
  x /= 2;
  x.cbegin();
  x.cend();
  DART_TAG_SYNC_IMAGES;
  dash::Coarray<int[][5]> z(3);
  z.allocate(4);
  z.deallocate();
  z.is_local(0);
  z.local_size();
}

void algos(dash::Array<int>& a, dash::Array<int>& b)
{
  auto lr = dash::local_range(a.begin(), a.end());
  const int* p = lr.begin;
  auto bb = a.begin(), ee = a.end();
  dash::LocalRange<int> l2 = dash::local_range(bb, ee);
  dash::LocalIndexRange<long> li = dash::local_index_range(a.begin(), a.end());
  li.begin;
  dash::fill(a.begin(), a.end(), 0L);
  dash::generate(a.begin(), a.end(), [] { return 1; });
  dash::generate_with_index(a.begin(), a.end(), [](auto i) { return int(i); });
  dash::for_each(a.begin(), a.end(), [](int& x) {});
  dash::for_each(a.begin(), a.end(), [](const int& x) {});
  dash::for_each_with_index(a.begin(), a.end(), [](int& x, auto i) {});
  dash::transform(a.begin(), a.end(), b.begin(), b.begin(), dash::plus<int>());
  dash::transform(a.lbegin(), a.lend(), b.begin(), b.begin(), dash::plus<int>());
  int buf[10];
  dash::copy<int>(a.begin(), a.end(), b.begin());
  dash::copy<int, decltype(a.begin()), true>(a.begin(), a.end(), buf);
  dash::copy_async(a.begin(), a.end(), buf).get();
  dash::copy_async(buf, buf + 1, a.begin()).wait();
  dash::min_element(buf, buf + 1);
  dash::max_element(buf, buf + 1);
  dash::min_element(a.begin(), a.end());
  dash::max_element(a.begin(), a.end());
  dash::find(a.begin(), a.end(), 1);
  dash::find_if(a.begin(), a.end(), [](int) { return true; });
  dash::find_if_not(a.begin(), a.end(), [](int) { return true; });
  dash::all_of(a.begin(), a.end(), [](int) { return true; });
  dash::any_of(a.begin(), a.end(), [](int) { return true; });
  dash::equal(a.begin(), a.end(), b.begin());
  dash::equal(a.begin(), a.end(), b.begin(), [](int, int) { return true; });
  dash::reduce(a.lbegin(), a.lend(), 0);
  dash::reduce(a.lbegin(), a.lend(), 0, dash::plus<int>(), true, Team::All());
  dash::reduce(a.lbegin(), a.lend(), 0, true);
  dash::reduce(a.lbegin(), a.lend(), 0, true, Team::All());
  dash::reduce(a.begin(), a.end(), 0, dash::min<int>());
  std::list<int> li2;
  dash::reduce(li2.begin(), li2.end(), 0);
  dash::broadcast(li2.begin(), li2.end(), team_unit_t(0));
  dash::broadcast(li2.begin(), li2.end(), team_unit_t(0), Team::All());
  dash::Shared<int> sh;
  int v = dash::broadcast(sh);
  dash::Coarray<int> co;
  dash::broadcast(co, team_unit_t(0));
  dash::sort(a.begin(), a.end());
  dash::sort(a.begin(), a.end(), [](const int& x) { return x; });
  dash::memalloc<int>(3);
  dash::GlobMemAllocPtr<int> gp = dash::memalloc<int>(3);
  dash::memfree(gp, 3);
  dash::fence<int>(a.begin());
  dash::put_value(3, a.begin());
  int w;
  dash::get_value(&w, a.begin());
  dash::put_value_async(w, a.begin());
  dash::get_value_async(&w, a.begin());
  dash::fence_local<int>(a.begin());
  dash::GlobPtr<int, dash::Array<int>::memory_type> g(a.begin().dart_gptr());
  dash::distance(g, g);
  dash::local_begin(g, team_unit_t(0));
  dash::distance(a.begin(), a.end());
  dash::index(a.begin());
  dash::index(3);
  dash::distance(1, 3);
  static_assert(
      dash::iterator_traits<decltype(a.begin())>::is_global_iterator::value &&
      dash::detail::is_global_iterator<decltype(a.begin())>::value);
  dash::atomic::load(dash::GlobRef<Atomic<int>>(DART_GPTR_NULL));
}

void memory()
{
  dash::memory_domain_global a;
  dash::memory_domain_local b;
  dash::memory_space_host_tag c;
  dash::memory_space_hbw_tag d;
  dash::memory_space_cuda_tag e;
  dash::memory_space_pmem_tag f;
  dash::allocation_static g;
  dash::allocation_dynamic h;
  dash::synchronization_collective i;
  dash::synchronization_independent j;
  dash::synchronization_single k;
  dash::memory_space_noncontiguous l;
  dash::memory_space_contiguous m;
  dash::HostSpace hs;
  dash::HBWSpace hb;
  dash::HBWSpace::check_hbw_available();
  auto* p =
      dash::get_default_memory_space<dash::memory_domain_local, dash::memory_space_host_tag>();
  auto* p2 =
      dash::get_default_memory_space<dash::memory_domain_global, dash::memory_space_host_tag>();
  dash::GlobStaticMem<HostSpace> s(&hs, Team::All());
  s.capacity();
  s.get_allocator();
  dash::GlobLocalMemoryPool<HostSpace> pool(10, Team::All());
  dash::GlobLocalMemoryPool<HostSpace> pool2(&hs, 10, Team::All());
  auto pp = pool.allocate(10);
  pool.deallocate(pp, 10);
  pool.release();
  pool.size();
  pool.capacity();
  pool.flush(pp);
  pool.flush_local(pp);
  pool.barrier();
  pool.team();
  dash::GlobHeapMem<int> gh(10);
  dash::GlobHeapMem<int> gh2(10, Team::All()), gh3(10, &hs), gh4(10, &hs, Team::All());
  gh.grow(1);
  gh.shrink(1);
  gh.resize(3);
  gh.commit();
  gh.size();
  gh.local_size();
  gh.local_size(team_unit_t(0));
  gh.begin();
  gh.lbegin();
  gh.at(team_unit_t(0), 1);
  gh.put_value(1, 0);
  int v;
  gh.get_value(&v, 0);
  gh.local_buckets();
  int* lp = gh.lbegin();
  dash::EpochSynchronizedAllocator<int> al(Team::All());
  al.detach(al.attach(al.allocate_local(3), 3), 3);
  dash::allocator_traits<decltype(al)>::allocator_category* ac;
  al.max_size();
  al.get_local_allocator();
  dash::SimpleMemoryPoolResource<HostSpace> mp;
  mp.reserve(3);
  mp.upstream_resource();
  dash::GlobalAllocator<int, dash::GlobLocalMemoryPool<HostSpace>> ga(&pool);
  ga.resource();
  decltype(ga)::memory_resource* gm;
  auto up = dash::allocate_unique<int>(ga, 3);
  void* vp;
  std::size_t sp;
  dash::align(1, 2, vp, sp);
  dash::global_allocation_policy pol = dash::global_allocation_policy::epoch_synchronized;
}

void maps()
{
  using M = dash::UnorderedMap<int, double>;
  M m;
  M m2(10), m3(10, 4, Team::All()), m4(10, Team::All());
  auto r = m.insert({1, 2.0});
  r.first;
  r.second;
  m.insert(m.begin(), {1, 2.0});
  m[1] = 2;
  const double& x = m[1];
  m.at(1);
  m.count(1);
  m.find(1) == m.end();
  m.size();
  m.lsize();
  m.capacity();
  m.lcapacity();
  m.empty();
  m.max_size();
  m.barrier();
  m.cbegin();
  m.cend();
  m.lbegin();
  m.lend();
  m.clbegin();
  m.clend();
  m.bucket(1);
  m.bucket_size(0);
  m.key_eq();
  m.hash_function();
  m.team();
  m.globmem();
  m.allocate(3);
  m.deallocate();
  m.erase(1);
  m.erase(m.begin());
  m.erase(m.begin(), m.end());
  std::vector<std::pair<const int, double>> v;
  m.insert(v.begin(), v.end());
  auto it = m.begin();
  it.pos();
  it.gpos();
  it.lpos().unit;
  it.lpos().index;
  it.is_local();
  it.local();
  it.dart_gptr();
  M::value_type val = *it;
  m.local.insert({1, 2});
  m.local.find(1);
  m.local.count(1);
  m.local.size();
  m.local.capacity();
  m.local.begin();
  m.local.empty();
  m.local.at(1);
  m.local[1];
  M::reverse_iterator ri(m.end());
  m[1] += 2;
  using L = dash::List<int>;
  L l(Team::All());
  L l2(3), l3(3, Team::All()), l4(3, 4), l5(3, 4, Team::All());
  l.local.push_back(3);
  l.local.size();
  (*(l.local.begin() + 0)).value;
  l.size();
  l.lsize();
  l.capacity();
  l.lcapacity();
  l.empty();
  l.barrier();
  l.allocate();
  l.deallocate();
  l.begin();
  l.lbegin();
  L::reverse_iterator* lr;
}

void views(dash::Array<int>& a, dash::Matrix<int, 2>& m)
{
  auto s = dash::sub(1, 3, a);
  auto s2 = dash::sub<0>(1, 3, a);
  auto m1 = dash::sub<1>(2, 7, dash::sub<0>(1, 3, m));
  auto ll = dash::local(a);
  auto g = dash::global(dash::local(s));
  dash::origin(s);
  auto& d = dash::domain(s);
  auto b = dash::blocks(s);
  b.size();
  (*b.begin()).size();
  b[0];
  b.begin().pos();
  dash::local(dash::blocks(a));
  dash::blocks(dash::local(a));
  dash::block(0, a);
  dash::index(s);
  dash::intersect(s, s2);
  dash::begin(s);
  dash::end(s);
  dash::size(s);
  dash::make_range(a.begin(), a.end());
  dash::make_view(a.begin(), a.end());
  s.size();
  m1.size(0);
  s.extents();
  s.extent<0>();
  s.extent(0);
  s.offsets();
  s.offset(0);
  s[0];
  s.local();
  s.domain();
  s.origin();
  s.index_set();
  s.is_local();
  decltype(s)::rank::value;
  decltype(s)::ndim();
  auto is = dash::index(dash::local(s));
  is.size();
  is[0];
  is.first();
  is.last();
  is.begin();
  is.pre();
  is.domain();
  is.local();
  is.global();
  is.pattern();
  is.is_local();
  is.is_strided();
  is.extents();
  is.extent(0);
  is.extent<0>();
  is.offsets();
  is.offset(0);
  is.rel(0);
  is.step(2);
  is.domain_block_gidx_last();
  is.domain_block_lidx_last();
  is.local_block_gidx_last();
  is.local_block_gidx_at_block_lidx(0);
  std::cout << is;
  using T = dash::view_traits<decltype(s)>;
  T::is_view::value;
  T::is_origin::value;
  T::is_local::value;
  T::is_projection::value;
  T::rank::value;
  T::origin_type* o;
  T::domain_type* dd;
  T::image_type* im;
  T::local_type* lt;
  T::global_type* gt;
  T::index_type* it;
  T::size_type* st;
  T::index_set_type* ist;
  T::pattern_type* pt;
  static_assert(dash::is_view<decltype(s)>::value && dash::is_range<decltype(s)>::value);
  dash::sub(0, 2, m.local);
  dash::sub(1, 2, a.local);
  auto vi = s.begin();
  vi.gpos();
  vi.pos();
  vi.local();
  vi.dart_gptr();
  vi - vi;
  (dash::Array<int>::iterator)(vi);
}

void fut()
{
  dash::Future<int> f;
  dash::Future<int> g([=]() { return 1; }), h(42), i([] { return 1; }, [](int*) { return true; }),
      j([] { return 1; }, [](int*) { return true; }, [] {});
  f.valid();
  g.test();
  g.wait();
  g.get();
  std::cout << g;
  dash::Future<void> v([] {}, [] { return true; });
  v.get();
  dash::launch l = dash::launch::async;
  static_assert(std::is_same_v<std::underlying_type_t<dash::launch>, std::uint16_t>);
  dash::Deferred<int> d([] { return 1; });
}

void utils()
{
  using T = dash::util::Timer<dash::util::TimeMeasure::Clock>;
  T t;
  t.Elapsed();
  t.Start();
  T::Now();
  T::ElapsedSince(0);
  T::FromInterval(0ull, 1ull);
  T::FromInterval(0.0, 1.0);
  T::Calibrate(0);
  T::TimerName();
  T::TimestampInfinity();
  T::TimestampNegInfinity();
  T::FrequencyScaling();
  dash::util::Timer<dash::util::TimeMeasure::Counter>::Now();
  dash::util::Config::get<bool>("a");
  dash::util::Config::set("a", 3);
  dash::util::Config::init();
  for (auto& kv : dash::util::Config()) {
  }
  dash::util::Config::begin();
  dash::util::BenchmarkParams p("x");
  p.parse_args(0, nullptr);
  p.config();
  p.print_header();
  p.print_pinning();
  p.print_section_start("a");
  p.print_section_end();
  p.print_param("a", 1);
  p.print_param("a", "b", 1);
  p.set_output_width(3);
  p.output_width();
  std::stringstream ss;
  p.print(ss);
  p.print(ss, "x");
  p.config().env_mpi_config;
  dash::util::TraceStore::on();
  dash::util::TraceStore::write(std::cout);
  dash::util::TraceStore::write("a", "b");
  dash::util::TraceStore::context_trace("a");
  dash::util::Trace tr("a");
  tr.enter_state("a");
  tr.exit_state("a");
  dash::util::Locality::NumNodes();
  dash::util::LocalityJSONPrinter() << "a";
  dash::math::div_ceil(1, 2);
  dash::math::max(1, 2);
  dash::math::NextPowerOf2(3);
  std::vector<int> v{1};
  dash::math::div_mean(v.begin(), v.end());
  dash::math::sigma(v.begin(), v.end());
  dash::math::factorize(12);
  dash::math::factors(12);
  dash::math::balance_extents(std::array<int, 2>{{1, 2}}, std::set<int>{1});
  dash::math::slrand(1);
  dash::math::lrand();
  dash::math::sxrand(1);
  dash::math::xrand();
  dash::math::sdrand(1);
  dash::math::drand();
  dash::math::slrand();
  dash::math::sxrand();
  dash::math::sdrand();
  dash::ce::take<1>(std::array<int, 2>{{1, 2}});
  dash::ce::append(std::array<int, 2>{{1, 2}}, 3);
  dash::ce::reverse(std::array<int, 2>{{1, 2}});
  dash::ce::replace_nth<0>(1, std::array<int, 2>{{1, 2}});
  dash::ce::split<int, 1, 1> sp(std::array<int, 2>{{1, 2}});
  sp.left();
  dash::ce::accumulate(std::array<int, 2>{{1, 2}}, 0, 2, 0, dash::ce::plus<int>);
  dash::ce::inner_product(std::array<int, 2>{{1, 2}}, std::array<int, 2>{{1, 2}}, 0, 2, 0);
  dash::ce::pow(2, 3);
  dash::ce::are_integral<int, long>::value;
  dash::ce::make_index_sequence<3>();
  dash::prevent_opt_elimination();
  int q;
  dash::prevent_opt_elimination(q);
  dash::typestr(3);
  dash::typestr<int>();
  dash::Pair<int, int> a{1, 2};
  auto pr = dash::make_pair(1, 2);
  std::cout << pr;
  dash::conjunction<std::true_type>::value;
  dash::functional::closure_traits<int (*)(int)>::result_type* cr;
  dash::tools::PatternVisualizer<dash::BlockPattern<2>> viz(dash::BlockPattern<2>(2, 2), "a", "b");
  viz.set_title("a");
  viz.set_description("b");
  viz.draw_pattern(std::cout);
  viz.draw_pattern(std::cout, true, {}, 1, 0);
  dash::exception::AssertionFailed("a");
  dash::exception::RuntimeError("a");
  dash::exception::NotImplemented("a");
  dash::exception::InvalidArgument("a");
  dash::exception::OutOfRange("a");
  DASH_ASSERT(true);
  DASH_ASSERT_MSG(true, "a");
  DASH_ASSERT_RETURNS(3, 3);
  DASH_ASSERT_EQ(1, 1, "a");
  DASH_ASSERT_NE(1, 2, "a" << 3);
  DASH_ASSERT_RANGE(1, 2, 3, "a");
  DASH_ASSERT_GT(2, 1, "a");
  DASH_ASSERT_ALWAYS(true);
  DASH_ASSERT_MSG_ALWAYS(true, "a");
  DASH_STACK_TRACE();
  dash__unused(q);
  DASH_LOG_ERROR("a", "b");
  DASH_LOG_WARN("a");
  DASH_LOG_DEBUG_VAR("a", q);
  DASH_LOG_TRACE_RANGE("a", v.begin(), v.end());
  const char* c = dash__toxstr(a);
  DASH_LOG_TRACE_VAR("x", v.size());
  DASH_VERSION_STRING;
  DASH_COMPILER_ID;
}

DASH__META__DEFINE_TRAIT__HAS_TYPE(foo)
void braces()
{
  RegionCoords<3> rc({1, 0, 1});
  RegionCoords<2> rc2({1, 0});
  RegionCoords<3> rc3{1, 0, 1};
  RegionCoords<3> rc4{{1, 0, 1}};
  RegionSpec<3> rs({1, 0, 1}, 2);
  StencilPoint<2> sp({-1, 0});
  StencilPoint<2> sp1{-1, 0};
  StencilPoint<2> sp2(-1, 0);
  StencilPoint<2> sp3(0.5, -1, 0);
  StencilPoint<2> sp4{{-1, 0}};
  StencilPoint<1> sq(-1);
  StencilPoint<2> spd(0.5, -1, 0);
  GlobalBoundarySpec<2> g({BoundaryProp::NONE, BoundaryProp::CYCLIC});
  DistributionSpec<2> d2(BLOCKED, NONE);
  DistributionSpec<2> d3{BLOCKED, NONE};
  SizeSpec<2> s2{10, 10};
  TeamSpec<2> t({1, 1});
  TeamSpec<2> t3{1, 1};
  ViewSpec<2> v({{1, 0}, {2, 3}});
  ViewSpec<2> v2{{1, 0}, {2, 3}};
  Point<2> p{{1, 2}};
  Extent<2> e{{1, 2}};
  dash::Domain<2> dom({{0, 10}, {5, 20}});
  dash::Domain<2> dom2{{0, 10}, {5, 20}};
  static_assert(std::is_same_v<decltype(dom.extents()[0]), const default_index_t&>);
}

void atomics(
    dash::Array<Atomic<int>>& a, const dash::Array<Atomic<int>>& ca, dash::Array<int>& b,
    dash::Array<int>& c)
{
  auto r = a[0];
  GlobRef<Atomic<const int>> cr = a[0];
  GlobRef<Atomic<const int>> cr2 = r;
  GlobRef<Atomic<const int>> cr3 = ca[0];
  GlobRef<const Atomic<int>> cr4 = r;
  int x = cr;
  x = cr.load();
  x = cr.get();
  GlobAsyncRef<Atomic<int>> ar = r;
  GlobAsyncRef<Atomic<int>> ar2 = a[1];
  GlobAsyncRef<Atomic<int>> ar3(a[1]);
  GlobAsyncRef<Atomic<const int>> car = r;
  GlobAsyncRef<const Atomic<int>> car2 = ca[0];
  GlobAsyncRef<Atomic<const int>> car3 = cr;
  GlobAsyncRef<Atomic<const int>> car4 = ar;
  auto cas = ca.async[0];
  auto as = a.async[0];
  x = cas.get();
  as.set(x);
  as.fetch_add(1, &x);
  as.flush();
  car.get(&x);
  car.flush();
  GlobRef<Atomic<int>> back = ar;
  GlobRef<Atomic<const int>> back2 = ar;
  (void)(as == ar);
  auto p = b[0];
  auto q = b[1];
  const auto& cp = p;
  dash::swap(p, q);
  dash::swap(b[0], b[1]);
  dash::swap(p, b[1]);
  dash::swap(b[1], p);
  dash::swap(cp, q);
  swap(p, q);
  swap(b[0], b[1]);
  using std::swap;
  swap(p, q);
  swap(b[0], b[1]);
  std::iter_swap(b.begin(), b.begin() + 1);
  dash::Shared<int> s1, s2;
  dash::swap(s1, s2);
  swap(s1, s2);
  std::swap(s1, s2);
  dash::Pair<int, int> p1{1, 2}, p2{3, 4};
  dash::swap(p1, p2);
  auto pm = dash::make_pair(1, 2.0);
  dash::Array<int>::reverse_iterator rb(b.end());
  x = *rb;
  GlobPtr<int, dash::Array<int>::memory_type> gp = addressof<dash::Array<int>::memory_type>(b[0]);
}

void coarrays()
{
  dash::Coarray<int[4][5]> x;
  dash::Coarray<int[4]> y;
  dash::Coarray<int> z;
  dash::Coarray<Atomic<int>> w;
  typedef dash::Coarray<int[4][5]> C;
  C::reverse_iterator rb(x.end());
  C::const_reverse_iterator re;
  int n = 0;
  for (int v : x(0)) n += v;
  std::vector<int> v(20);
  std::copy(x(0).begin(), x(0).end(), v.begin());
  std::copy(v.begin(), v.end(), x(0).begin());
  dash::copy(x(1).begin(), x(1).end(), v.data());
  std::fill(y(0).begin(), y(0).end(), 3);
  for (auto&& e : x(0)[1]) e = 4;
  for (auto& e : x[1]) e = 4;
  static_assert(std::random_access_iterator<decltype(x(0).begin())>);
  w = 3;
  z = 4;
  z += w;
  w(0) = 4;
  dash::copy(y(0).begin(), y(0).end(), v.data());
  dash::copy(v.data(), v.data() + 4, y(0).begin());
}

void local_index_sets(dash::Array<int>& a, dash::Matrix<int, 2>& m)
{
  auto s = dash::sub(1, 3, a);
  auto l = dash::local(s);
  auto is = dash::index(l);
  using IS = decltype(is);
  IS::domain_type* d = nullptr;
  (void)d;
  static_assert(dash::detail::has_type_domain_type<IS>::value);
  static_assert(dash::detail::has_type_domain_type<decltype(dash::index(s))>::value);
  auto u = dash::set_union({s, s});
  auto rm = dash::remote(dash::team_unit_t{0}, s);
  dash::CartViewBase<int*, 2> cv(a.lbegin(), 1, 1);
}

void misc()
{
  static_assert(dash::ce::head(std::array<int, 2>{{1, 2}}) == std::array<int, 1>{{1}});
  static_assert(dash::ce::tail(std::array<int, 2>{{1, 2}}) == std::array<int, 1>{{2}});
  bool b = dash::util::DashConfig.avail_hwloc;
  b = dash::util::DashConfig.avail_algo_summa;
  dash::UniversalMember<int> um(3);
  int k = 4;
  dash::UniversalMember<int> ur(k);
  um = 5;
  ur = 7;
  (void)b;
  dash::util::UnitLocality ul;
  dash::util::LocalityDomain& nd = ul.node_domain();
  nd.host();
  auto nn = ul.node_domain().num_cores();
  ul.parent_in_scope(dash::util::Locality::Scope::Node).host();
  dash::util::UnitLocality ul2 = dash::myid();
  dash::util::LocalityDomain pd = ul.parent();
  auto ts = make_team_spec<
      summa_pattern_partitioning_constraints, summa_pattern_mapping_constraints,
      summa_pattern_layout_constraints>(SizeSpec<2>(10, 10));
  auto pat = make_pattern<
      summa_pattern_partitioning_constraints, summa_pattern_mapping_constraints,
      summa_pattern_layout_constraints>(SizeSpec<2>(10, 10), ts);
  static_assert(std::is_same_v<decltype(pat), dash::TilePattern<2>>);
  dash::Matrix<double, 2, long, decltype(pat)> m(pat);
  static_assert(dash::summa_pattern_constraints<decltype(m)>::satisfied::value);
  static_assert(dash::summa_pattern_constraints<
                dash::Matrix<double, 2, long, ShiftTilePattern<2>>>::satisfied::value);
  static_assert(dash::summa_pattern_constraints<
                dash::Matrix<double, 2, long, SeqTilePattern<2>>>::satisfied::value);
}

namespace user {
template <class P>
void print_pattern_metrics(const P&)
{}
void f()
{
  print_pattern_metrics(dash::TilePattern<2>(10, 10, TILE(5), TILE(5)));
}
}  // namespace user
template <class P>
void print_pattern_metrics(const P&)
{}
template <class P, class F>
void print_pattern_mapping(const std::string&, const P&, int, F)
{}
void g()
{
  print_pattern_metrics(dash::TilePattern<2>(10, 10, TILE(5), TILE(5)));
  print_pattern_metrics(dash::BlockPattern<2>(10, 10));
  print_pattern_metrics(dash::SeqTilePattern<2>(10, 10, TILE(5), TILE(5)));
  print_pattern_metrics(dash::ShiftTilePattern<2>(10, 10, TILE(5), TILE(5)));
  print_pattern_metrics(dash::CSRPattern<1>(std::vector<std::size_t>{1, 2}));
  print_pattern_mapping(
      "x", dash::TilePattern<2>(10, 10, TILE(5), TILE(5)), 3,
      [](const auto& p, int x, int y) { return 1; });
}

void halo(dash::Matrix<double, 2, long, dash::Pattern<2>>& m)
{
  using S = StencilPoint<2>;
  StencilSpec<S, 2> spec(S(-1, 0), S(1, 0));
  StencilSpec<S, 2> spec2({S(-1, 0), S(1, 0)});
  StencilSpec<S, 2> spec3{S(-1, 0), S(1, 0)};
  HaloMatrixWrapper<dash::Matrix<double, 2, long, dash::Pattern<2>>> h(
      m, GlobalBoundarySpec<2>(BoundaryProp::CYCLIC, BoundaryProp::NONE), spec);
  auto op = h.stencil_operator(spec);
  auto op2 = op;
  op2 = op;
  auto byval = [](auto o) { return *o.inner.begin(); };
  byval(op);
  auto ca = h.coordinate_access();
  auto ca2 = ca;
  std::vector<decltype(op)> ops;
  ops.push_back(op);
  h.halo_block().boundary_dependencies(0);
  h.halo_block().halo_region(0)->border_dim(0);
  for (const auto& region : h.halo_block().halo_regions()) {
    h.halo_block().boundary_region(region.index())->size();
  }
}

void loc(dash::Team& team)
{
  using namespace dash::util;
  TeamLocality tl(team);
  tl.split(Locality::Scope::Node, 2);
  tl.parts();
  tl.groups();
  tl.global_units();
  tl.unit_locality(team_unit_t{0});
  tl.unit_locality(global_unit_t{0});
  tl.num_nodes();
  tl.num_cores();
  tl.domain();
  tl.team();
  tl.split_groups();
  std::cout << tl.domain() << Locality::Scope::NUMA << DART_LOCALITY_SCOPE_NUMA;
}

void structures_in_files()
{
  struct value_t {
    double a;
    int b;
  };
  using namespace dash::io::hdf5;
  const auto to_h5_type = []() { return std::int64_t(); };  // hid_t
  dash::Array<value_t> x(10);
  OutputStream("f.h5") << dataset("x") << type_converter(to_h5_type) << x;
  InputStream("f.h5") >> dataset("x") >> type_converter(to_h5_type) >> x;
  StoreHDF::write(x, "f.h5", "x", hdf5_options(), to_h5_type);
  StoreHDF::read(x, "f.h5", "x", StoreHDF::get_default_options(), to_h5_type);
}
