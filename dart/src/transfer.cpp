#include "transfer.h"

#include <algorithm>

#include "datatype.h"
#include "runtime.h"
#include "target.h"

namespace dart {
namespace {

/// Walks through the elements of a layout in stretches without gaps.
class LayoutCursor {
public:
  explicit LayoutCursor(const Datatype& type) : type_(type) {}

  std::size_t offset() const { return base_ + block().offset + inside_; }
  /// Elements up to the end of the stretch; all there are for contiguous types.
  std::size_t stretch(std::size_t remaining) const
  {
    return type_.blocks.empty() ? remaining : std::min(remaining, block().length - inside_);
  }
  void advance(std::size_t elements)
  {
    inside_ += elements;
    if (type_.blocks.empty() || inside_ < block().length) return;
    inside_ = 0;
    if (++index_ < type_.blocks.size()) return;
    index_ = 0;
    base_ += type_.extent;
  }

private:
  Datatype::Block block() const { return type_.blocks.empty() ? Datatype::Block{} : type_.blocks[index_]; }

  const Datatype& type_;
  std::size_t base_ = 0, index_ = 0, inside_ = 0;
};

/// Bytes from a layout's origin to the end of the last of \c elements elements.
/// \return false if they are more than there are addresses
bool span_bytes(const Datatype& type, std::size_t elements, std::size_t* bytes)
{
  std::size_t span = elements;
  if (!type.blocks.empty() && elements > 0) {
    const std::size_t instances = elements / type.instance;
    std::size_t last = 0;
    for (const auto& block : type.blocks) last = std::max(last, block.offset + block.length);
    if (__builtin_mul_overflow(instances - 1, type.extent, &span)) return false;
    if (__builtin_add_overflow(span, last, &span)) return false;
  }
  return !__builtin_mul_overflow(span, type.element_bytes, bytes);
}

dart_ret_t check_types(
    const Datatype* source, const Datatype* destination, std::size_t elements, const char* function)
{
  DART_REQUIRE(
      source != nullptr && destination != nullptr, DART_ERR_INVAL, "%s: undefined data type",
      function);
  DART_REQUIRE(
      source->base == destination->base, DART_ERR_INVAL,
      "%s: source and destination have different base types", function);
  for (const Datatype* type : {source, destination}) {
    DART_REQUIRE(
        elements % type->instance == 0, DART_ERR_INVAL,
        "%s: %zu elements are no multiple of the data type's block of %zu", function, elements,
        type->instance);
  }
  return DART_OK;
}

/// Moves one stretch; mapped memory at once, other memory by the transport.
dart_ret_t move_stretch(
    Runtime& rt, Direction direction, const Target& target, std::uint64_t offset, std::byte* buffer,
    std::size_t bytes, Pending* pending)
{
  if (std::byte* mapped = target.part->mapped; mapped != nullptr) {
    if (direction == Direction::get) rt.host_space().copy(buffer, mapped + offset, bytes);
    else rt.host_space().copy(mapped + offset, buffer, bytes);
    return DART_OK;
  }
  Transport& transport = rt.transport_to(target.unit);
  pending->transport = &transport;
  return direction == Direction::get
             ? transport.get(buffer, target.remote(offset), bytes, &pending->ticket)
             : transport.put(target.remote(offset), buffer, bytes, &pending->ticket);
}

dart_ret_t move_stretches(
    Runtime& rt, Direction direction, const Target& target, std::uint64_t offset, std::byte* buffer,
    std::size_t elements, const Datatype& remote, const Datatype& local, Pending* pending)
{
  LayoutCursor there(remote), here(local);
  const std::size_t width = remote.element_bytes;
  while (elements > 0) {
    const std::size_t stretch = std::min(there.stretch(elements), here.stretch(elements));
    const dart_ret_t moved = move_stretch(
        rt, direction, target, offset + there.offset() * width, buffer + here.offset() * width,
        stretch * width, pending);
    if (moved != DART_OK) return moved;
    there.advance(stretch);
    here.advance(stretch);
    elements -= stretch;
  }
  return DART_OK;
}

}  // namespace

dart_ret_t start_transfer(
    Direction direction, dart_gptr_t gptr, void* buffer, std::size_t elements,
    dart_datatype_t src_type, dart_datatype_t dst_type, const char* function, Pending* pending)
{
  DART_RUNTIME(rt, function);
  Target target{};
  std::size_t bytes = 0;
  auto* local_bytes = static_cast<std::byte*>(buffer);
  const std::uint64_t offset = gptr.addr_or_offs.offset;
  if (src_type == dst_type && is_basic(src_type) && buffer != nullptr) [[likely]] {
    if (!contiguous_bytes(elements, src_type, function, &bytes)) return DART_ERR_INVAL;
    const dart_ret_t found = resolve(rt, gptr, bytes, function, &target);
    if (found != DART_OK || bytes == 0) return found;
    return move_stretch(rt, direction, target, offset, local_bytes, bytes, pending);
  }
  const Datatype* source = describe(src_type);
  const Datatype* destination = describe(dst_type);
  dart_ret_t checked = check_types(source, destination, elements, function);
  if (checked != DART_OK) return checked;
  DART_REQUIRE(
      buffer != nullptr || elements == 0, DART_ERR_INVAL, "%s: the buffer is null", function);

  const Datatype& remote = direction == Direction::get ? *source : *destination;
  const Datatype& local = direction == Direction::get ? *destination : *source;
  DART_REQUIRE(
      span_bytes(remote, elements, &bytes), DART_ERR_INVAL, "%s: %zu elements are more than there are addresses", function, elements);
  checked = resolve(rt, gptr, bytes, function, &target);
  if (checked != DART_OK || elements == 0) return checked;
  return move_stretches(
      rt, direction, target, offset, local_bytes, elements, remote, local, pending);
}

}  // namespace dart
