#include <dash/detail/execution/StepCall.h>

#include <dash/Exception.h>
#include <dash/detail/base/CurrentStream.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/plan/Explain.h>
#include <dash/meta/TypeInfo.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace dash::detail {

namespace {

std::size_t bytes_of(const NativeElements& elements)
{
  return static_cast<std::size_t>(
      static_cast<const std::byte*>(elements.last) - static_cast<const std::byte*>(elements.first));
}

NativeElements elements_of(void* first, std::size_t nbytes)
{
  return {first, static_cast<std::byte*>(first) + nbytes};
}

/// What a launcher gets of an operand.
const void* launched(const AnyOperand& operand)
{
  return operand.is_native ? &operand.native : operand.iterators;
}

void launch_on(
    StepLauncher launch, const void* step, std::span<const AnyOperand> operands, void* result)
{
  std::array<const void*, most_operands> elements{};
  std::transform(operands.begin(), operands.end(), elements.begin(), launched);
  launch(step, elements.data(), result);
}

/// A native operand in memory that host code or kernels can access, while a step runs: in place if
/// possible, otherwise as a copy.
class Workplace {
 public:
  void place(MemoryKind memory, AnyOperand& operand)
  {
    original_ = operand.native;
    access_ = operand.access;
    const std::size_t nbytes = bytes_of(original_);
    if (!operand.is_native || nbytes == 0) return;
    void* address = reach_from(memory, original_.first, nbytes);
    if (address == nullptr) {
      require_no_stream("an algorithm");  // the copy would end before kernels of a stream use it
      copy_ = Scratch(memory, nbytes);
      copied_ = address = reach_from(memory, copy_.address(), nbytes);
      if (access_ != Access::write) copy_bytes_between(address, original_.first, nbytes);
    }
    operand.native = elements_of(address, nbytes);
  }

  /// Writes the results back.
  void finish() const
  {
    if (copied_ == nullptr || access_ == Access::read) return;
    copy_bytes_between(original_.first, copied_, bytes_of(original_));
  }

 private:
  NativeElements original_;
  Access access_ = Access::read;
  Scratch copy_;
  void* copied_ = nullptr;
};

/// The copy of an operand's elements that a step works on.
class Copy {
 public:
  void make(MemoryKind memory, AnyOperand& operand)
  {
    original_ = operand;
    if (operand.copies == nullptr) return;
    const ElementCopies& copies = *operand.copies;
    const std::size_t nbytes = static_cast<std::size_t>(operand.size) * copies.element_size;
    copy_ = Scratch(copies.are_on_host ? MemoryKind::host : memory, nbytes);
    if (operand.access != Access::write && operand.size > 0) {
      copies.read(operand.iterators, operand.size, copy_.address());
    }
    operand.is_native = true;
    operand.native = elements_of(copy_.address(), nbytes);
  }

  /// Writes the results back.
  void finish() const
  {
    if (original_.copies == nullptr || original_.access == Access::read) return;
    if (original_.size == 0) return;
    original_.copies->write(original_.iterators, original_.size, copy_.address());
  }

 private:
  AnyOperand original_{};
  Scratch copy_;
};

/// The operands of a step, to be replaced by others.
class Operands {
 public:
  explicit Operands(std::span<const AnyOperand> operands) : size_(operands.size())
  {
    std::copy(operands.begin(), operands.end(), operands_.begin());
  }

  std::span<AnyOperand> all() { return {operands_.data(), size_}; }

 private:
  std::array<AnyOperand, most_operands> operands_;
  std::size_t size_;
};

/// Replaces the operands of which copies are needed while it calls \c run, and writes results back.
template <class Run>
void with_copies(MemoryKind memory, std::span<const AnyOperand> operands, const Run& run)
{
  Operands native(operands);
  std::array<Copy, most_operands> copies;
  for (std::size_t i = 0; i < operands.size(); ++i) copies[i].make(memory, native.all()[i]);
  run(std::span<const AnyOperand>(native.all()));
  for (const Copy& copy : copies) copy.finish();
}

bool is_copied(const AnyOperand& operand)
{
  return operand.copies != nullptr;
}

bool is_in_device_memory(const AnyOperand& operand)
{
  return operand.is_native && operand.native.first != operand.native.last &&
         is_device_memory(operand.native.first);
}

const char* cause_of(StagingReason reason)
{
  switch (reason) {
    case StagingReason::function:
      return "with a function object that the GPU cannot call or that changes its state";
    case StagingReason::size:
      return "with function objects or values that are larger than what kernels take";
    case StagingReason::constructor:
      return "with elements that lack the default constructor its kernels need";
    case StagingReason::not_shipped:
      break;
  }
  return "with operands of a type for which the library has no GPU code";
}

/// The memory to which elements are copied for a step: where the step runs.
MemoryKind memory_of_copies(const StepInfo& info)
{
  if (memory_of_unit() == MemoryKind::host) return MemoryKind::host;
  if (info.on_device != nullptr && info.on_device() != nullptr) return MemoryKind::device;
  explain_step(info.staging.algorithm, "host code runs its step", cause_of(info.staging.reason));
  report_staging_once(info.staging);
  return MemoryKind::host;
}

/// Runs a step on operands of which no copies are needed, unless they are in device memory.
void run_in_place(
    const StepInfo& info, const void* step, std::span<const AnyOperand> operands, void* result)
{
  const auto is_native = [](const AnyOperand& operand) { return operand.is_native; };
  if (!run_has_gpu_units || std::none_of(operands.begin(), operands.end(), is_native)) {
    explain_step(info.staging.algorithm, "host code runs its step");
    return launch_on(info.on_host, step, operands, result);
  }
  const char* cause = "";
  if (is_gpu_unit() && std::any_of(operands.begin(), operands.end(), is_in_device_memory)) {
    const StepLauncher launch = info.on_device != nullptr ? info.on_device() : nullptr;
    if (launch != nullptr) {
      explain_step(info.staging.algorithm, "kernels run its step");
      return launch_at(MemoryKind::device, launch, step, operands, result);
    }
    if (std::all_of(operands.begin(), operands.end(), is_native)) report_staging_once(info.staging);
    cause = cause_of(info.staging.reason);
  }
  explain_step(info.staging.algorithm, "host code runs its step", cause);
  require_no_stream(info.staging.algorithm);
  launch_at(MemoryKind::host, info.on_host, step, operands, result);
}

const char* remedy_for(StagingReason reason)
{
  if (reason == StagingReason::constructor) return "Give the elements a default constructor";
  return "Compile this file with nvcc and mark the function object __host__ __device__, or use "
         "function objects of the library (dash::plus, std::plus, …) on arithmetic types";
}

void report_staging(const StagingReport& report)
{
  const std::string cause = cause_of(report.reason);
  const std::string effect = report.staged == Staged::elements
                                 ? " works on a copy of this unit's elements in host memory"
                                 : " runs on this unit's host, where device memory is closed";
  const std::string text = cause + effect + ", in " + demangled_name(report.step) + ". " +
                           remedy_for(report.reason) +
                           " (DASH_STRICT_DEVICE=1 makes this an error)";
  const char* const strict = secure_getenv("DASH_STRICT_DEVICE");
  const std::string_view value = strict != nullptr ? strict : "";
  if (!value.empty() && value != "0") {
    DASH_THROW(exception::RuntimeError, report.algorithm << ' ' << text);
  }
  if (dart_is_new_in_run(report.step.name())) DASH_LOG_WARN(report.algorithm, text);
}

}  // namespace

void report_staging_once(const StagingReport& report)
{
  if (report.is_done.load(std::memory_order_relaxed)) return;
  report_staging(report);
  report.is_done.store(true, std::memory_order_relaxed);
}

void launch_at(
    MemoryKind memory, StepLauncher launch, const void* step, std::span<const AnyOperand> operands,
    void* result)
{
  Operands reached(operands);
  std::array<Workplace, most_operands> places;
  for (std::size_t i = 0; i < operands.size(); ++i) places[i].place(memory, reached.all()[i]);
  launch_on(launch, step, reached.all(), result);
  for (const Workplace& place : places) place.finish();
}

void run_any_step(
    const StepInfo& info, const void* step, std::span<const AnyOperand> operands, void* result)
{
  if (std::none_of(operands.begin(), operands.end(), is_copied)) {
    return run_in_place(info, step, operands, result);
  }
  require_no_stream(info.staging.algorithm);
  with_copies(memory_of_copies(info), operands, [&](std::span<const AnyOperand> native) {
    run_in_place(info, step, native, result);
  });
}

void run_any_on_host(
    StepLauncher launch, const void* step, std::span<const AnyOperand> operands, void* result)
{
  with_copies(MemoryKind::host, operands, [&](std::span<const AnyOperand> native) {
    if (run_has_gpu_units) return launch_at(MemoryKind::host, launch, step, native, result);
    launch_on(launch, step, native, result);
  });
}

}  // namespace dash::detail
