#include "team/host_reduction.h"

#include <algorithm>

#include "base/byte_buffer.h"
#include "base/copy_bytes.h"

namespace dart {

std::size_t HostReduction::begin_of(const Batch& batch, std::uint32_t host) const
{
  const std::size_t elements = batch.bytes / reduce_.element_bytes();
  return reduce_.begin_of_slice(elements, host, hosts_.hosts()) * reduce_.element_bytes();
}

void HostReduction::scatter(std::size_t number, std::byte* data, std::size_t bytes)
{
  Batch& own = batch(number);
  own.data = data;
  own.bytes = bytes;
  const std::size_t mine = bytes_of(own, hosts_.here());
  ByteBuffer& buffer = hosts_.buffer(number % depth);
  buffer.resize(std::max(buffer.size(), hosts_.hosts() * mine));
  own.slices = buffer.data();
  for (std::uint32_t host = 0; host < hosts_.hosts(); ++host) {
    std::byte* theirs = own.slices + host * mine;
    if (host == hosts_.here()) {
      copy_bytes(theirs, data + begin_of(own, host), mine);
    } else {
      hosts_.receive(host, theirs, mine, own.under_way);
      hosts_.send(host, data + begin_of(own, host), bytes_of(own, host), own.under_way);
    }
  }
}

void HostReduction::combine(std::size_t number)
{
  Batch& own = batch(number);
  hosts_.wait(own.under_way);
  const std::size_t mine = bytes_of(own, hosts_.here());
  const auto slice_of = [&](std::uint32_t host) { return own.slices + host * mine; };
  std::byte* result = slice_of(hosts_.hosts() - 1);
  for (std::uint32_t host = hosts_.hosts() - 1; host-- > 0;) {
    reduce_(slice_of(host), result, mine / reduce_.element_bytes());
  }
  std::byte* data = own.data;
  copy_bytes(data + begin_of(own, hosts_.here()), result, mine);
  for (std::uint32_t host = 0; host < hosts_.hosts(); ++host) {
    if (host == hosts_.here()) continue;
    hosts_.receive(host, data + begin_of(own, host), bytes_of(own, host), own.under_way);
    hosts_.send(host, result, mine, own.under_way);
  }
}

const std::byte* HostReduction::collect(std::size_t number)
{
  hosts_.wait(batch(number).under_way);
  return batch(number).data;
}

}  // namespace dart
