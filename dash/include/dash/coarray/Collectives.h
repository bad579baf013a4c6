#pragma once

/// \file
/// Broadcast and reduction of coarrays.

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Bcast.h>
#include <dash/algorithm/Operation.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/HostCopy.h>

#include <dash/dart/if/dart.h>

#include <vector>

namespace dash {

template <class T, class IndexType, MemArrange Arrangement, class LocalMemSpace>
class Coarray;

}  // namespace dash

namespace dash::coarray {

/// Copies the values of unit \c master to all units. Collective over the coarray's team.
template <class T, class Index, MemArrange Arr, class LocalMem>
void cobroadcast(Coarray<T, Index, Arr, LocalMem>& coarray, const team_unit_t& master)
{
  const detail::CurrentCall call("dash::coarray::cobroadcast");
  dash::broadcast(coarray.lbegin(), coarray.lend(), master, coarray.team());
}

/// Combines the copies of all units, element by element. Collective over the coarray's team. With a
/// \c master, only its copy becomes the result, and others may read it after a \c sync_all; without
/// a master, all copies are the result on return.
///
/// \tparam BinaryOp  \c dash::plus, \c min, \c max, … of the element type
template <class T, class Index, MemArrange Arr, class LocalMem, class BinaryOp>
void coreduce(
    Coarray<T, Index, Arr, LocalMem>& coarray, const BinaryOp& /*op*/,
    team_unit_t master = team_unit_t{-1})
{
  using Value = typename Coarray<T, Index, Arr, LocalMem>::value_base_type;
  constexpr auto op = detail::dart_reduce_operation<BinaryOp>::value;
  static_assert(
      op != DART_OP_UNDEFINED && std::is_same_v<typename BinaryOp::value_type, Value>,
      "coreduce takes dash::plus, min, max, multiply or bit_… of the element type");
  constexpr auto dtype = dart_datatype<Value>::value;
  const detail::CurrentCall call("dash::coarray::coreduce");
  const auto team = coarray.team().dart_id();
  const std::size_t n = coarray.local_size();
  std::vector<Value> result(n);
  detail::CheckedCall().result(
      master.id < 0 ? dart_allreduce(coarray.lbegin(), result.data(), n, dtype, op, team)
                    : dart_reduce(coarray.lbegin(), result.data(), n, dtype, op, master, team),
      "coreduce");
  if (n == 0 || (master.id >= 0 && coarray.team().myid() != master)) return;
  detail::copy_host_bytes(coarray.lbegin(), result.data(), n * sizeof(Value));
}

}  // namespace dash::coarray

namespace dash {

/// Copies the values of unit \c root to all units. Collective over the coarray's team.
template <class T, class Index, MemArrange Arr, class LocalMem>
void broadcast(Coarray<T, Index, Arr, LocalMem>& coarray, const team_unit_t& root)
{
  dash::coarray::cobroadcast(coarray, root);
}

}  // namespace dash
