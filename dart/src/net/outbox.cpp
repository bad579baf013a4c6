#include "net/outbox.h"

#include <utility>

namespace dart {

void cancel(Network& network, Network::Ticket ticket, ByteBuffer& buffer)
{
  if (network.cancel(ticket)) return;
  static std::mutex mutex;
  static auto& kept = *new std::vector<ByteBuffer>;
  std::lock_guard guard(mutex);
  kept.push_back(std::move(buffer));
  buffer.clear();
}

Outbox::Outbox(Network& network) : network_(network)
{
  spare_.reserve(most_spare);
}

Outbox::~Outbox()
{
  for (Message& message : messages_) cancel(network_, message.sent, message.bytes);
}

ByteBuffer Outbox::buffer()
{
  std::lock_guard guard(mutex_);
  if (spare_.empty()) return {};
  ByteBuffer last = std::move(spare_.back());
  spare_.pop_back();
  last.clear();
  return last;
}

void Outbox::send(dart_unit_t to, int tag, ByteBuffer message, Time end)
{
  std::lock_guard guard(mutex_);
  Message& last = messages_.emplace_back(Message{std::move(message), 0, end});
  last.sent = network_.start_send(to, tag, last.bytes.data(), last.bytes.size());
}

/// The caller holds the lock.
void Outbox::take_back(ByteBuffer& buffer)
{
  if (spare_.size() < most_spare && buffer.capacity() <= most_kept_bytes)
    spare_.push_back(std::move(buffer));
}

void Outbox::forget_sent()
{
  std::list<Message> late;
  {
    std::lock_guard guard(mutex_);
    for (auto at = messages_.begin(); at != messages_.end();) {
      const auto message = at++;
      if (network_.test(message->sent)) {
        take_back(message->bytes);
        messages_.erase(message);
      } else if (message->end < std::chrono::steady_clock::now()) {
        late.splice(late.end(), messages_, message);
      }
    }
  }
  // This takes long, and others may send meanwhile.
  for (Message& message : late) cancel(network_, message.sent, message.bytes);
}

bool Outbox::is_empty()
{
  std::lock_guard guard(mutex_);
  return messages_.empty();
}

}  // namespace dart
