#include <dash/kernel/KernelTeam.h>

#include <dash/Init.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/KernelFiles.h>
#include <dash/detail/kernel/Requests.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/AtomicAccess.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/CallAgreement.h>
#include <dash/detail/memory/GlobalPointer.h>

#include <dash/dart/if/dart_gpu.h>

#include <array>
#include <atomic>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace dash {

namespace kernel::detail {

void Ring::open(std::size_t slots)
{
  dash::detail::CheckedCall().result(
      dart_kernel_ring_open(slots, &ring_), "making a ring for requests of kernels");
}

void Ring::serve() const
{
  dash::detail::CheckedCall().result(
      dart_kernel_ring_serve(ring_.id), "starting the thread for requests of kernels");
}

void Ring::close() noexcept
{
  if (dash::is_initialized()) dart_kernel_ring_close(&ring_);
  ring_ = {};
}

Word update_by_call(const Request& request)
{
  Word result = 0;
  if (request.operation == DART_KERNEL_UPDATE) {
    dash::detail::CheckedAccess().result(
        dart_accumulate_blocking_local(
            request.target, &request.value, 1, request.type, request.local),
        "atomic operation", request.target);
    dash::detail::flush(request.target);
  } else if (request.operation == DART_KERNEL_FETCH_OP) {
    dash::detail::remote_fetch_op(
        request.target, &request.value, &result, request.type, request.local);
  } else {
    dash::detail::remote_compare_exchange(
        request.target, &request.value, &request.local, &result, request.type);
  }
  return result;
}

}  // namespace kernel::detail

namespace {

using kernel::Access;
using kernel::detail::FaultRecord;
using kernel::detail::TeamLayout;

constexpr char name[] = "dash::KernelTeam";

/// What kernels of this unit can do with memory that they have an address of.
Access access_at(const void* address)
{
  if (address == nullptr) return Access::none;
  return dash::detail::kernels_update(address) ? Access::atomic : Access::load_store;
}

/// What a wait has waited for.
std::string describe(const FaultRecord& fault)
{
  std::ostringstream text;
  switch (fault.kind) {
    case FaultRecord::flag:
      text << "for the flag at address " << reinterpret_cast<const void*>(fault.place)
           << " to become " << fault.expected << ", but it was " << fault.seen;
      break;
    case FaultRecord::barrier:
      text << "in barrier " << fault.expected << " for unit " << fault.place
           << ", which has come to " << fault.seen << " barriers";
      break;
    case FaultRecord::exchange:
      text << "in collective " << fault.expected << " for the value of unit " << fault.place
           << ", whose last one there was of collective " << fault.seen;
      break;
    default:
      text << "for the runtime to complete " << fault.expected << " requests, but it has completed "
           << fault.seen;
  }
  return text.str();
}

}  // namespace

KernelTeam::KernelTeam(Team& team) : memory_(team, [this] { ring_.close(); })
{
  dash::detail::load_kernels();
  const TeamLayout layout(team.size());
  memory_.allocate_zeros(team, name, layout.bytes());
  fault_ = dash::detail::HeapBlock(DART_MEMORY_HOST, sizeof(FaultRecord), name);
  std::memset(fault_.address(), 0, sizeof(FaultRecord));
  ring_.open(TeamLayout::ring_slots);
  std::uint64_t limit = 0;
  dash::detail::CheckedCall().result(dart_kernel_time_limit(&limit), name);

  const team_unit_t me = team.myid();
  view_.own_ = memory_->kernel_base(me);
  view_.rank_ = static_cast<std::size_t>(me.id);
  view_.size_ = team.size();
  view_.memory_ = memory_->gptr(team_unit_t{0});
  view_.ring_ = ring_.view();
  view_.fault_ =
      static_cast<FaultRecord*>(dash::detail::kernel_address(fault_.gptr(), sizeof(FaultRecord)));
  view_.limit_ns_ = limit;
  view_.calls_runtime_ = !is_gpu_unit();
  find_peers();
  team.barrier();
}

void KernelTeam::find_peers()
{
  std::vector<std::byte*> peers;
  for (const int unit : team()) peers.push_back(memory_->kernel_base(team_unit_t(unit)));
  std::byte* const table = memory_->local_base() + TeamLayout(peers.size()).peers();
  dash::detail::copy_bytes(table, peers.data(), peers.size() * sizeof(std::byte*));
  for (const std::byte* const base : peers) {
    if (access_at(base) != Access::atomic) return ring_.serve();
  }
}

void KernelTeam::set_time_limit(std::chrono::nanoseconds limit) noexcept
{
  view_.limit_ns_ = static_cast<std::uint64_t>(limit.count());
}

KernelTeam::Found KernelTeam::find(dart_gptr_t gptr)
{
  void* const address =
      dash::detail::kernel_address(gptr, dash::detail::bytes_to_end_of_part(gptr));
  const Access access = access_at(address);
  if (access != Access::atomic) ring_.serve();
  return {address, access};
}

void KernelTeam::check_waits() const
{
  auto& fault = *static_cast<FaultRecord*>(fault_.address());
  if (std::atomic_ref(fault.is_set).load(std::memory_order_acquire) == 0) return;
  DASH_THROW(
      exception::RuntimeError,
      name << ": a kernel of unit " << team().myid() << " has waited "
           << 1e-9 * static_cast<double>(view_.limit_ns_) << " s (DART_KERNEL_TIMEOUT) "
           << describe(fault) << "; later waits of its kernels were given up, so make a new team");
}

void KernelTeam::check() const
{
  if (!memory_.is_allocated()) return;
  check_waits();
  dart_kernel_report_t report{};
  std::array<char, 512> reason{};
  dash::detail::CheckedCall().result(
      dart_kernel_ring_report(ring_.view().id, &report, reason.data(), reason.size()), name);
  if (report.failures > 0) {
    DASH_THROW(
        exception::RuntimeError, name << ": " << report.failures << " calls for kernels of unit "
                                      << team().myid() << " have failed: " << reason.data());
  }
}

dart_kernel_report_t KernelTeam::report() const
{
  dart_kernel_report_t report{};
  dash::detail::CheckedCall().result(
      dart_kernel_ring_report(ring_.view().id, &report, nullptr, 0), name);
  return report;
}

}  // namespace dash
