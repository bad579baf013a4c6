#include "transfer/transfer.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "runtime/runtime.h"
#include "transfer/datatype.h"
#include "transfer/target.h"

namespace dart {
namespace {

/// Iterates over the elements of a layout in contiguous stretches.
class LayoutCursor {
 public:
  explicit LayoutCursor(const Datatype& type) : type_(type) {}

  std::size_t offset() const { return base_ + block().offset + inside_; }
  /// Number of elements up to the end of the stretch; all remaining ones for contiguous types.
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
  Datatype::Block block() const
  {
    return type_.blocks.empty() ? Datatype::Block{} : type_.blocks[index_];
  }

  const Datatype& type_;
  std::size_t base_ = 0, index_ = 0, inside_ = 0;
};

/// Number of bytes from a layout's origin to the end of the last of \c elements elements.
/// \return false if it exceeds the address range
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

/// Some transports can only transfer to and from host memory.
dart_ret_t move_by_bounce(
    const Route& route, std::uint64_t offset, std::size_t at, std::size_t bytes)
{
  const auto bounce = std::make_unique_for_overwrite<std::byte[]>(bytes);
  DeviceSpace& devices = *route.rt.devices();
  Transport& transport = *route.target.part->transport;
  const RemoteAddress remote = route.target.remote(offset);
  const bool gets = route.direction == Direction::get;
  Transport::Ticket ticket = 0;
  dart_ret_t moved = gets ? transport.get(bounce.get(), remote, bytes, &ticket)
                          : devices.copy(bounce.get(), route.buffer + at, bytes);
  if (moved == DART_OK) {
    moved =
        gets ? transport.wait(ticket, true) : transport.put(remote, bounce.get(), bytes, &ticket);
  }
  if (moved != DART_OK) return moved;
  return gets ? devices.copy(route.buffer + at, bounce.get(), bytes) : transport.wait(ticket, true);
}

/// Copies between host memory of the arena and a device buffer.
dart_ret_t move_device_buffer(
    const Route& route, std::byte* mapped, std::byte* buffer, std::size_t bytes, Pending* pending)
{
  DeviceSpace& devices = *route.rt.devices();
  pending->transport = route.rt.device_transport();
  return route.direction == Direction::get
             ? devices.start_copy(buffer, mapped, bytes, &pending->ticket)
             : devices.start_copy(mapped, buffer, bytes, &pending->ticket);
}

}  // namespace

dart_ret_t move_stretch(
    const Route& route, std::uint64_t offset, std::size_t at, std::size_t bytes, Pending* pending)
{
  const Segment::Part& part = *route.target.part;
  const bool gets = route.direction == Direction::get;
  std::byte* buffer = route.buffer + at;
  if (part.mapped != nullptr) [[likely]] {
    std::byte* mapped = part.mapped + offset;
    if (route.buffer_on_device) return move_device_buffer(route, mapped, buffer, bytes, pending);
    if (gets)
      __builtin_memmove(buffer, mapped, bytes);
    else
      __builtin_memmove(mapped, buffer, bytes);
    return DART_OK;
  }
  Transport& transport = *part.transport;
  if (route.buffer_on_device && !transport.takes_device_buffers()) {
    return move_by_bounce(route, offset, at, bytes);
  }
  pending->transport = &transport;
  return gets ? transport.get(buffer, route.target.remote(offset), bytes, &pending->ticket)
              : transport.put(route.target.remote(offset), buffer, bytes, &pending->ticket);
}

namespace {

/// Collects stretches of equal length at constant distances, which device memory transfers as rows.
class Rows {
 public:
  std::uint64_t offset = 0;
  std::size_t at = 0, bytes = 0, count = 0;
  std::uint64_t offset_stride = 0, at_stride = 0;

  /// \return false if the stretch does not continue the rows
  bool add(std::uint64_t next_offset, std::size_t next_at, std::size_t next_bytes)
  {
    if (count == 0) {
      *this = Rows{next_offset, next_at, next_bytes, 1, 0, 0};
      return true;
    }
    if (next_bytes != bytes || next_offset < offset || next_at < at) return false;
    if (count == 1) {
      offset_stride = next_offset - offset;
      at_stride = next_at - at;
      // Rows must not overlap.
      if (offset_stride < bytes || at_stride < bytes) return false;
    } else if (next_offset != offset + count * offset_stride || next_at != at + count * at_stride) {
      return false;
    }
    ++count;
    return true;
  }
};

dart_ret_t move_rows(const Route& route, const Rows& rows, Pending* pending)
{
  if (rows.count == 0) return DART_OK;
  if (rows.count == 1) return move_stretch(route, rows.offset, rows.at, rows.bytes, pending);
  DeviceSpace& devices = *route.rt.devices();
  const Segment::Part& part = *route.target.part;
  const std::uint64_t span = (rows.count - 1) * rows.offset_stride + rows.bytes;
  std::byte* there = part.mapped != nullptr
                         ? part.mapped + rows.offset
                         : route.rt.reach(part, route.target.unit, rows.offset, span);
  if (there == nullptr) return DART_ERR_OTHER;
  std::byte* here = route.buffer + rows.at;
  pending->transport = route.rt.device_transport();
  return route.direction == Direction::get
             ? devices.start_copy_box(
                   here, there,
                   Box::rows(rows.bytes, {rows.count, rows.at_stride, rows.offset_stride}),
                   &pending->ticket)
             : devices.start_copy_box(
                   there, here,
                   Box::rows(rows.bytes, {rows.count, rows.offset_stride, rows.at_stride}),
                   &pending->ticket);
}

/// Collects short stretches that a transport transfers together.
class Parcel {
 public:
  explicit Parcel(const Route& route) : route_(route) {}

  dart_ret_t add(std::uint64_t offset, std::size_t at, std::size_t bytes)
  {
    constexpr std::size_t most_bytes = std::size_t(1) << 20, most_stretches = std::size_t(1) << 14;
    stretches_.push_back({route_.target.remote(offset).address, route_.buffer + at, bytes});
    bytes_ += bytes;
    return bytes_ < most_bytes && stretches_.size() < most_stretches ? DART_OK : send();
  }

  dart_ret_t send()
  {
    if (stretches_.empty()) return DART_OK;
    const dart_ret_t sent = route_.buffer_on_device ? move_by_host() : move(stretches_);
    stretches_.clear();
    bytes_ = 0;
    return sent;
  }

 private:
  bool gets() const { return route_.direction == Direction::get; }

  dart_ret_t move(const std::vector<Stretch>& stretches) const
  {
    Transport& transport = *route_.target.part->transport;
    const dart_global_unit_t unit = route_.target.unit;
    return gets() ? transport.get_all(unit, stretches) : transport.put_all(unit, stretches);
  }

  dart_ret_t move_by_host() const
  {
    const auto host = std::make_unique_for_overwrite<std::byte[]>(bytes_);
    std::vector<Stretch> copies;
    std::byte* next = host.get();
    for (const Stretch& stretch : stretches_) {
      copies.push_back({stretch.address, next, stretch.bytes});
      next += stretch.bytes;
    }
    DeviceSpace& devices = *route_.rt.devices();
    dart_ret_t result = DART_OK;
    const auto copy = [&](bool to_host) {
      for (std::size_t i = 0; i < copies.size() && result == DART_OK; ++i) {
        std::byte *own = stretches_[i].buffer, *other = copies[i].buffer;
        result = devices.copy(to_host ? other : own, to_host ? own : other, copies[i].bytes);
      }
    };
    if (!gets()) copy(true);
    if (result == DART_OK) result = move(copies);
    if (gets()) copy(false);
    return result;
  }

  const Route& route_;
  std::vector<Stretch> stretches_;
  std::size_t bytes_ = 0;
};

dart_ret_t move_stretches(
    const Route& route, std::uint64_t offset, std::size_t elements, const Datatype& remote,
    const Datatype& local, Pending* pending)
{
  constexpr std::size_t long_stretch = std::size_t(64) << 10;
  LayoutCursor there(remote), here(local);
  const std::size_t width = remote.element_bytes;
  const Segment::Part& part = *route.target.part;
  const bool is_device_here =
      part.memory == Segment::Memory::device && part.transport == route.rt.device_transport();
  const bool as_rows = is_device_here || (route.buffer_on_device && part.mapped != nullptr);
  const bool as_parcel = part.mapped == nullptr && part.transport->moves_many();
  Rows rows;
  Parcel parcel(route);
  while (elements > 0) {
    const std::size_t stretch = std::min(there.stretch(elements), here.stretch(elements));
    const std::uint64_t from = offset + there.offset() * width;
    const std::size_t at = here.offset() * width;
    dart_ret_t moved = DART_OK;
    if (as_parcel && stretch * width < long_stretch) {
      moved = parcel.add(from, at, stretch * width);
    } else if (!as_rows) {
      moved = move_stretch(route, from, at, stretch * width, pending);
    } else if (!rows.add(from, at, stretch * width)) {
      moved = move_rows(route, rows, pending);
      rows = {};
      rows.add(from, at, stretch * width);
    }
    if (moved != DART_OK) return moved;
    there.advance(stretch);
    here.advance(stretch);
    elements -= stretch;
  }
  const dart_ret_t sent = parcel.send();
  return sent == DART_OK ? move_rows(route, rows, pending) : sent;
}

/// Waits at the end of a scope for what has been started, unless the whole transfer has been
/// started: after an error, the buffer must not be in use any more.
class CompletedUnlessReleased {
 public:
  explicit CompletedUnlessReleased(const Pending& pending) : pending_(pending) {}
  ~CompletedUnlessReleased()
  {
    if (!is_released_ && pending_.ticket != 0) pending_.transport->wait(pending_.ticket, false);
  }
  CompletedUnlessReleased(const CompletedUnlessReleased&) = delete;
  CompletedUnlessReleased& operator=(const CompletedUnlessReleased&) = delete;

  void release() { is_released_ = true; }

 private:
  const Pending& pending_;
  bool is_released_ = false;
};

}  // namespace

dart_ret_t start_transfer_of_types(
    Runtime& rt, Direction direction, dart_gptr_t gptr, void* buffer, std::size_t elements,
    dart_datatype_t src_type, dart_datatype_t dst_type, const char* function, Pending* pending)
{
  const Datatype* source = describe(src_type);
  const Datatype* destination = describe(dst_type);
  dart_ret_t checked = check_types(source, destination, elements, function);
  if (checked != DART_OK) return checked;
  DART_REQUIRE(
      buffer != nullptr || elements == 0, DART_ERR_INVAL, "%s: the buffer is null", function);

  const Datatype& remote = direction == Direction::get ? *source : *destination;
  const Datatype& local = direction == Direction::get ? *destination : *source;
  std::size_t bytes = 0;
  DART_REQUIRE(
      span_bytes(remote, elements, &bytes), DART_ERR_INVAL,
      "%s: %zu elements are more than there are addresses", function, elements);
  Target target{};
  checked = resolve(rt, gptr, bytes, function, &target);
  if (checked != DART_OK || elements == 0) return checked;
  const Route route{rt, direction, target, static_cast<std::byte*>(buffer), rt.is_device(buffer)};
  CompletedUnlessReleased under_way(*pending);
  const dart_ret_t moved =
      move_stretches(route, gptr.addr_or_offs.offset, elements, remote, local, pending);
  if (moved == DART_OK) under_way.release();
  return moved;
}

}  // namespace dart
