#include <dash/Stream.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/CurrentStream.h>
#include <dash/detail/base/KernelFiles.h>
#include <dash/detail/base/StreamCalls.h>

#include <cstdint>
#include <memory>
#include <utility>

namespace dash {

namespace detail {
namespace {

thread_local void* stream_of_thread = nullptr;

}  // namespace

void* current_stream() noexcept
{
  return stream_of_thread;
}

StreamScope::StreamScope(void* stream) noexcept : outer_(std::exchange(stream_of_thread, stream)) {}

StreamScope::~StreamScope()
{
  stream_of_thread = outer_;
}

void require_no_stream(const char* algorithm)
{
  if (stream_of_thread == nullptr) return;
  DASH_THROW(
      exception::RuntimeError,
      algorithm << " cannot take a place in a stream: kernels cannot call its function object or "
                   "reach its elements, or the ranges are distributed differently. Mark the "
                   "function object __host__ __device__ and compile the file with nvcc, use "
                   "elements of the calling unit's memory, or wait for the stream first");
}

}  // namespace detail

namespace {

using detail::StreamCalls;

void call(void* entry)
{
  static_cast<StreamCalls::Entry*>(entry)->function();
}

void call_once(void* entry)
{
  struct Drop {
    StreamCalls::Entry* entry;
    ~Drop() { entry->owner->drop(entry->number); }
  } const drop{static_cast<StreamCalls::Entry*>(entry)};
  call(entry);
}

}  // namespace

Stream::Stream() : calls_(std::make_shared<StreamCalls>())
{
  detail::load_kernels();
  detail::checked_call("dash::Stream", [this] { return dart_stream_create(&stream_); });
}

Stream::Stream(void* cuda_stream) : calls_(std::make_shared<StreamCalls>())
{
  detail::load_kernels();
  detail::checked_call("dash::Stream", [&] { return dart_stream_attach(cuda_stream, &stream_); });
}

Stream::~Stream()
{
  dart_stream_destroy(&stream_);
}

void* Stream::native() const
{
  void* native = nullptr;
  detail::checked_call(
      "dash::Stream::native", [&] { return dart_stream_native(stream_, &native); });
  return native;
}

void Stream::wait() const
{
  const detail::CurrentCall call("dash::Stream::wait");
  const std::uint64_t last = calls_ != nullptr ? calls_->last() : 0;  // null after a move
  const detail::CheckedCall checked;
  const dart_ret_t result = dart_stream_wait(stream_);
  // After a failure, the stream has skipped what was behind it.
  std::int32_t complete = 0;
  if (result != DART_OK && dart_stream_test(stream_, &complete) == DART_OK && complete != 0)
    calls_->drop_until(last);
  checked.result(result, "waiting for a stream");
}

bool Stream::is_complete() const
{
  std::int32_t complete = 0;
  detail::checked_call(
      "dash::Stream::is_complete", [&] { return dart_stream_test(stream_, &complete); });
  return complete != 0;
}

void Stream::barrier(Team& team) const
{
  detail::checked_call(
      "dash::Stream::barrier", [&] { return dart_stream_barrier(stream_, team.dart_id()); });
}

void Stream::call(std::function<void()> function)
{
  constexpr const char* name = "dash::Stream::call";
  std::int32_t is_captured = 0;
  detail::checked_call(name, [&] { return dart_stream_is_captured(stream_, &is_captured); });
  const bool is_repeated = is_captured != 0;
  StreamCalls::Entry* const entry = calls_->add(std::move(function), is_repeated);
  const std::uint64_t number = entry->number;  // the call may end the entry
  detail::checked_call(name, [&] {
    const dart_ret_t added = dart_stream_call(stream_, is_repeated ? dash::call : call_once, entry);
    if (added != DART_OK) calls_->drop(number);
    return added;
  });
}

void Stream::require_no_capture(const char* function) const
{
  std::int32_t is_captured = 0;
  detail::checked_call(function, [&] { return dart_stream_is_captured(stream_, &is_captured); });
  if (is_captured == 0) return;
  DASH_THROW(
      exception::RuntimeError,
      function << " cannot be a part of a graph; add it to a stream that is not being captured");
}

void Stream::add_algorithm(std::function<void()> algorithm)
{
  void* const cuda_stream = native();
  if (cuda_stream == nullptr) return call(std::move(algorithm));
  const detail::StreamScope scope(cuda_stream);
  algorithm();
}

void Stream::add_put(dart_gptr_t to, const void* values, std::size_t nbytes) const
{
  detail::checked_call("dash::Stream::put", [&] {
    return dart_stream_put(stream_, to, values, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE);
  });
}

void Stream::add_get(dart_gptr_t from, void* values, std::size_t nbytes) const
{
  detail::checked_call("dash::Stream::get", [&] {
    return dart_stream_get(stream_, values, from, nbytes, DART_TYPE_BYTE, DART_TYPE_BYTE);
  });
}

void Stream::add_put_notify(
    dart_gptr_t to, const void* values, std::size_t nbytes, dart_gptr_t flag, std::uint64_t value,
    detail::FlagUpdate update) const
{
  const auto put =
      update == detail::FlagUpdate::add ? dart_stream_put_notify_add : dart_stream_put_notify;
  detail::checked_call("dash::Stream::put_notify", [&] {
    return put(stream_, to, values, nbytes, DART_TYPE_BYTE, flag, value);
  });
}

void Stream::add_wait(dart_gptr_t flag, dart_flag_condition_t condition, std::uint64_t value) const
{
  detail::checked_call("dash::Stream::wait_for", [&] {
    return dart_stream_notify_wait(stream_, flag, condition, value);
  });
}

void Stream::add_reset(dart_gptr_t flag) const
{
  detail::checked_call(
      "dash::Stream::reset", [&] { return dart_stream_notify_reset(stream_, flag); });
}

void Stream::add_update(
    dart_gptr_t element, const void* operand, void* old, dart_datatype_t type,
    dart_operation_t operation) const
{
  detail::checked_call("dash::Stream::update", [&] {
    return dart_stream_fetch_and_op(stream_, element, operand, old, 1, type, operation);
  });
}

}  // namespace dash
