#include "team/unit_messages.h"

#include <vector>

namespace dart {

Messages::Messages(
    Mailbox* mailboxes, ControlHeap& heap, const UnitTable& units, RemoteCalls* calls)
    : mailboxes_(mailboxes),
      heap_(heap),
      units_(units),
      calls_(calls)
{
  if (calls == nullptr) return;
  calls->serve(
      RemoteCalls::Kind::message,
      [this](dart_unit_t source, RemoteCalls::Bytes call, std::vector<std::byte>&) {
        const int tag = front_of<int>(call);
        return put(source, units_.me(), tag, call.subspan(sizeof tag));
      });
}

dart_ret_t Messages::put(dart_unit_t from, dart_unit_t to, int tag, Bytes data)
{
  Mailbox& mailbox = mailboxes_[units_.hosts().index_of(to)];
  return mailbox.put(heap_, from, tag, data.data(), data.size()) ? DART_OK : DART_ERR_NOMEM;
}

dart_ret_t Messages::send(dart_unit_t to, int tag, Bytes data)
{
  if (units_.hosts().is_here(to)) return put(units_.me(), to, tag, data);
  return calls_->call(to, RemoteCalls::Kind::message, {bytes_of(tag), data});
}

std::size_t Messages::receive(dart_unit_t from, int tag, std::span<std::byte> data)
{
  return mailboxes_[units_.index()].take(heap_, from, tag, data.data(), data.size());
}

}  // namespace dart
