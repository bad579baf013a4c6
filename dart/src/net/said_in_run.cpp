#include "net/said_in_run.h"

#include <cstddef>
#include <span>
#include <vector>

namespace dart {

SaidInRun::SaidInRun(SaidTexts& here, const Hosts& hosts, RemoteCalls* calls)
    : here_(here),
      calls_(hosts.is_here(0) ? nullptr : calls)
{
  if (calls == nullptr || calls_ != nullptr) return;
  calls->serve(
      RemoteCalls::Kind::said, [this](dart_unit_t, RemoteCalls::Bytes text, ByteBuffer& reply) {
        const bool is_new = here_.is_new({reinterpret_cast<const char*>(text.data()), text.size()});
        reply.push_back(static_cast<std::byte>(is_new));
        return DART_OK;
      });
}

bool SaidInRun::is_new(std::string_view text)
{
  if (!here_.is_new(text)) return false;
  if (calls_ == nullptr) return true;
  std::byte is_new{1};
  calls_->call(0, RemoteCalls::Kind::said, {std::as_bytes(std::span(text))}, reply_to(is_new));
  return is_new != std::byte{0};
}

}  // namespace dart
