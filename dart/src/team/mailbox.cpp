#include "team/mailbox.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace dart {

struct Mailbox::Message {
  Message* next;
  dart_unit_t source;
  int tag;
  std::size_t bytes;

  std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
};

bool Mailbox::put(
    ControlHeap& heap, dart_unit_t source, int tag, const void* data, std::size_t bytes)
{
  if (bytes > ~std::size_t(0) - sizeof(Message)) return false;
  auto* message = static_cast<Message*>(heap.allocate(sizeof(Message) + bytes));
  if (message == nullptr) return false;
  *message = {nullptr, source, tag, bytes};
  if (bytes > 0) std::memcpy(message->data(), data, bytes);
  {
    std::lock_guard guard(lock_);
    (last_ == nullptr ? first_ : last_->next) = message;
    last_ = message;
  }
  arrivals_.add(1);
  return true;
}

std::size_t Mailbox::take(
    ControlHeap& heap, dart_unit_t source, int tag, void* data, std::size_t bytes)
{
  for (;;) {
    const WaitWord::Count seen = arrivals_.count();
    if (Message* message = unlink(source, tag)) {
      const std::size_t size = message->bytes;
      if (size > 0) std::memcpy(data, message->data(), std::min(size, bytes));
      heap.free(message);
      return size;
    }
    arrivals_.wait(seen + 1);
  }
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

}  // namespace dart
