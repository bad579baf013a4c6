#include "send_queue.h"

#include <bit>
#include <cerrno>

namespace dart::ib {
namespace {

constexpr std::uint32_t default_depth = 256;
/// Number of completions that are read in one call.
constexpr int batch = 16;

CompletionQueue make_completion_queue(const Device& device, int entries)
{
  CompletionQueue queue(ibv_create_cq(device.context(), entries, nullptr, nullptr, 0));
  if (queue == nullptr) {
    throw verbs_failure(
        std::string("creating a completion queue of adapter ") + device.name(), errno);
  }
  return queue;
}

/// Explanation of the status of a work request for the user.
std::string explain(ibv_wc_status status)
{
  switch (status) {
    case IBV_WC_RETRY_EXC_ERR:
    case IBV_WC_RNR_RETRY_EXC_ERR:
      return "that unit's host does not answer: its process has ended, the link is down (ip link, "
             "ibv_devinfo), or the GIDs of the two ends do not reach each other (DART_IB_GID)";
    case IBV_WC_REM_ACCESS_ERR:
      return "that unit's adapter refused the address: the memory was freed, or the access left "
             "its range";
    case IBV_WC_REM_INV_REQ_ERR:
      return "that unit's adapter cannot serve the request";
    case IBV_WC_REM_OP_ERR:
      return "that unit's adapter failed";
    case IBV_WC_LOC_PROT_ERR:
      return "the local buffer is not registered memory any more";
    case IBV_WC_WR_FLUSH_ERR:
      return "the connection was closed";
    default:
      return "the adapter reports a failure; see the kernel's log (dmesg) for its link";
  }
}

}  // namespace

SendQueue::SendQueue(
    const Device& device, const Settings& settings, dart_unit_t unit, std::uint32_t timeout_s,
    Finisher finisher)
    : device_(device),
      unit_(unit),
      timeout_s_(timeout_s),
      finisher_(std::move(finisher)),
      completions_(make_completion_queue(device, default_depth)),
      pair_(device, settings, completions_.get(), default_depth),
      slots_(std::bit_ceil(pair_.depth())),
      mask_(slots_.size() - 1),
      depth_(pair_.depth()),
      signal_interval_(std::max(1u, depth_ / 4))
{}

SendQueue::~SendQueue()
{
  pair_.close();
  complete_until(posted_, false);
}

void SendQueue::progress()
{
  ibv_wc completed[batch];
  if (failed()) return;
  const int count = ibv_poll_cq(completions_.get(), batch, completed);
  if (count < 0) [[unlikely]]
    return abandon("the completion queue cannot be read");
  for (int i = 0; i < count; ++i) {
    if (completed[i].status != IBV_WC_SUCCESS) [[unlikely]]
      return fail(completed[i]);
    complete_until(completed[i].wr_id, true);
  }
}

void SendQueue::complete_until(Number number, bool good)
{
  while (completed_ < number) {
    Slot& slot = slots_[++completed_ & mask_];
    if (!slot.unfinished) continue;
    slot.unfinished = false;
    finisher_(slot.finish, good);
  }
}

dart_ret_t SendQueue::make_room(const char* what)
{
  DART_REQUIRE(
      !failed(), DART_ERR_OTHER, "%s: the connection to unit %d failed before", what, unit_);
  Patience patience = this->patience();
  while (posted_ - completed_ >= depth_ && !failed()) {
    const Number before = completed_;
    progress();
    if (completed_ != before) patience.refresh();
    if (!patience.step()) give_up(what);
  }
  return failed() ? DART_ERR_OTHER : DART_OK;
}

dart_ret_t SendQueue::signal(Number number)
{
  if (number <= signalled_ || failed()) return DART_OK;
  ibv_send_wr empty{};
  empty.opcode = IBV_WR_RDMA_WRITE;
  empty.send_flags = IBV_SEND_SIGNALED;
  return post(empty, nullptr, "wait");
}

dart_ret_t SendQueue::refuse(int error, const char* what)
{
  slots_[(posted_ + 1) & mask_].unfinished = false;
  abandon(
      std::string(what) + ": adapter " + device_.name() +
      " takes no more requests: " + std::strerror(error));
  return DART_ERR_OTHER;
}

void SendQueue::fail(const ibv_wc& completion)
{
  complete_until(completion.wr_id - 1, true);  // requests complete in order
  const char* what = slots_[completion.wr_id & mask_].what;
  abandon(
      std::string(what) + ": " + explain(completion.status) + " (adapter " + device_.name() + ": " +
      ibv_wc_status_str(completion.status) + ")");
}

void SendQueue::give_up(const char* what)
{
  abandon(
      std::string(what) + ": adapter " + device_.name() + " completed nothing for " +
      std::to_string(wait_limit().count()) + " s; see the kernel's log (dmesg)");
}

/// When the queue pair is gone, nothing accesses the buffers of the requests that were in progress.
void SendQueue::abandon(const std::string& cause)
{
  if (failed()) return;  // another thread has already done this
  log(LogLevel::error, "connection to unit %d: %s", unit_, cause.c_str());
  failed_from_ = completed_ + 1;
  depth_ = 0;  // all further requests take the slow path, and fail there
  pair_.close();
  complete_until(posted_, false);
}

}  // namespace dart::ib
