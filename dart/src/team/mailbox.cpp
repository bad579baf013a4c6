#include "team/mailbox.h"

#include <algorithm>
#include <mutex>

#include "base/copy_bytes.h"
#include "base/wait_place.h"

namespace dart {

struct Mailbox::Message {
  Message* next;
  dart_unit_t source;
  int tag;
  std::size_t bytes;

  std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
};

/// A message for which a thread waits.
struct Mailbox::Awaited {
  Awaited* next;
  dart_unit_t source;
  int tag;
  bool is_there;  ///< it has arrived, and will be taken
};

bool Mailbox::put(
    ControlHeap& heap, dart_unit_t source, int tag, const void* data, std::size_t bytes)
{
  if (bytes > ~std::size_t(0) - sizeof(Message)) return false;
  auto* message = static_cast<Message*>(heap.allocate(sizeof(Message) + bytes));
  if (message == nullptr) return false;
  *message = {nullptr, source, tag, bytes};
  copy_bytes(message->data(), data, bytes);
  {
    std::lock_guard guard(lock_);
    (last_ == nullptr ? first_ : last_->next) = message;
    last_ = message;
    for (Awaited* entry = awaited_; entry != nullptr; entry = entry->next) {
      if (entry->is_there || entry->source != source || entry->tag != tag) continue;
      entry->is_there = true;
      break;
    }
  }
  arrivals_.add(1);
  return true;
}

std::optional<std::size_t> Mailbox::try_take(
    ControlHeap& heap, dart_unit_t source, int tag, void* data, std::size_t bytes)
{
  Message* message = unlink(source, tag);
  if (message == nullptr) return std::nullopt;
  const std::size_t size = message->bytes;
  copy_bytes(data, message->data(), std::min(size, bytes));
  heap.free(message);
  return size;
}

std::size_t Mailbox::take(
    ControlHeap& heap, dart_unit_t source, int tag, void* data, std::size_t bytes)
{
  for (;;) {
    const WaitWord::Count seen = arrivals_.count();
    if (const auto size = try_take(heap, source, tag, data, bytes)) return *size;
    if (spin_until([&] { return arrivals_.reached(seen + 1); })) continue;
    // A sender whose account is used up waits until it sees that somebody waits for its message.
    const Awaiting told(*this, heap, source, tag);
    if (const auto size = try_take(heap, source, tag, data, bytes)) return *size;
    const ShownWait shown("dart_recv");
    arrivals_.wait(seen + 1);
  }
}

bool Mailbox::is_awaited(dart_unit_t source, int tag)
{
  std::lock_guard guard(lock_);
  for (const Awaited* entry = awaited_; entry != nullptr; entry = entry->next) {
    if (!entry->is_there && entry->source == source && entry->tag == tag) return true;
  }
  return false;
}

/// Removes the oldest matching message from the list; returns nullptr if there is none.
Mailbox::Message* Mailbox::unlink(dart_unit_t source, int tag)
{
  std::lock_guard guard(lock_);
  Message* previous = nullptr;
  for (Message* message = first_; message != nullptr; message = message->next) {
    if (message->source == source && message->tag == tag) {
      (previous == nullptr ? first_ : previous->next) = message->next;
      if (message == last_) last_ = previous;
      return message;
    }
    previous = message;
  }
  return nullptr;
}

Mailbox::Awaiting::Awaiting(Mailbox& mailbox, ControlHeap& heap, dart_unit_t source, int tag)
    : mailbox_(mailbox),
      heap_(heap),
      entry_(static_cast<Awaited*>(heap.allocate(sizeof(Awaited))))
{
  if (entry_ == nullptr) return;
  std::lock_guard guard(mailbox_.lock_);
  *entry_ = {mailbox_.awaited_, source, tag, false};
  mailbox_.awaited_ = entry_;
}

Mailbox::Awaiting::~Awaiting()
{
  if (entry_ == nullptr) return;
  {
    std::lock_guard guard(mailbox_.lock_);
    Awaited** at = &mailbox_.awaited_;
    while (*at != entry_) at = &(*at)->next;
    *at = entry_->next;
  }
  heap_.free(entry_);
}

}  // namespace dart
