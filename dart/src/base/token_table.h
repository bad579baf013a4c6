#pragma once

/// \file
/// Objects that programs refer to by tokens, which are never mistaken for each other.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace dart {

/// What a token stands for.
enum class TokenKind : std::uint8_t {
  operation = 1,
  transfer,
  type,
  group,
  lock,
  allocator,
  stream,
  triggers,
  kernel_ring
};

/// The first serial number of this process, which is drawn at random: so a token of another process
/// stands for nothing here.
std::uint64_t first_token_serial();

/// Owns objects that programs refer to by tokens of 64 bits. A token contains the object's kind,
/// its slot, and a serial number that no other object in this slot gets: so one whose object has
/// been removed, a token of another process or kind, and an arbitrary number stand for nothing. It
/// is never 0 and, as a signed number, positive.
///
/// All functions may be called by several threads at the same time, without a lock but for the call
/// that makes room for more objects than there ever were. A thread that removes an object while
/// another one uses it is not noticed.
template <class T, TokenKind kind>
class TokenTable {
 public:
  using Token = std::uint64_t;
  /// Number of objects that can exist at the same time.
  static constexpr std::uint64_t most = (std::uint64_t(1) << 20) - 1;

  constexpr TokenTable() = default;
  TokenTable(const TokenTable&) = delete;
  TokenTable& operator=(const TokenTable&) = delete;

  /// Adds T{arguments...}, which does not throw. \return its token; 0 if memory is exhausted
  template <class... Arguments>
  Token try_add(Arguments&&... arguments) noexcept
  {
    Slot* const slot = take_free();
    if (slot == nullptr) return 0;
    ::new (&slot->object) T{std::forward<Arguments>(arguments)...};
    const Token token = slot->next_token;
    slot->token.store(token, std::memory_order_release);
    return token;
  }

  /// Does what try_add() does.
  /// \throws std::bad_alloc if memory is exhausted
  template <class... Arguments>
  Token add(Arguments&&... arguments)
  {
    const Token token = try_add(std::forward<Arguments>(arguments)...);
    if (token == 0) throw std::bad_alloc();
    return token;
  }

  /// The object of a token; nullptr if it stands for nothing.
  T* find(Token token)
  {
    Slot* const slot = slot_of(token);
    const bool is_its = slot != nullptr && slot->token.load(std::memory_order_acquire) == token;
    return is_its ? &slot->object : nullptr;
  }

  /// Removes the object of a token. \return the object; nothing if the token stands for nothing. Of
  /// several threads that remove an object, one gets it.
  std::optional<T> take(Token token)
    requires std::is_move_constructible_v<T>
  {
    Slot* const slot = claim(token);
    if (slot == nullptr) return std::nullopt;
    std::optional<T> object(std::move(slot->object));
    release(*slot);
    return object;
  }

  /// Removes and destroys the object of a token. \return whether there was one
  bool remove(Token token)
  {
    Slot* const slot = claim(token);
    if (slot != nullptr) release(*slot);
    return slot != nullptr;
  }

  /// Calls \c f(object) for all objects.
  template <class F>
  void for_each(F f)
  {
    const std::uint64_t used = slots_used_.load(std::memory_order_acquire);
    for (std::uint64_t number = 0; number < used; ++number) {
      Slot& slot = existing(number);
      if (slot.token.load(std::memory_order_acquire) != 0) f(slot.object);
    }
  }

  /// Removes all objects.
  void clear()
  {
    const std::uint64_t used = slots_used_.load(std::memory_order_acquire);
    for (std::uint64_t number = 0; number < used; ++number) {
      remove(existing(number).token.load());
    }
  }

 private:
  static constexpr int page_at = 8, serial_at = 20, kind_at = 59;
  static constexpr std::uint64_t page_slots = std::uint64_t(1) << page_at;
  static constexpr std::uint64_t number_mask = (std::uint64_t(1) << serial_at) - 1;
  static constexpr std::uint64_t kind_bits = std::uint64_t(kind) << kind_at;
  static constexpr std::uint64_t serial_mask = ((std::uint64_t(1) << kind_at) - 1) & ~number_mask;

  struct Slot {
    Slot() {}
    ~Slot() {}

    std::atomic<Token> token{0};  ///< the object's token; 0 if there is none
    Token next_token = 0;         ///< for the next object
    /// number of the next free slot, plus 1
    std::atomic<std::uint64_t> next_free{0};
    union {
      T object;
    };
  };

  using Page = std::array<Slot, page_slots>;

  /// The slot of a token; nullptr if there is none.
  Slot* slot_of(Token token) const
  {
    if (token == 0) return nullptr;
    Page* const page = pages_[(token & number_mask) >> page_at].load(std::memory_order_acquire);
    return page == nullptr ? nullptr : &(*page)[token % page_slots];
  }

  /// The slot with a number that was given before.
  Slot& existing(std::uint64_t number) const
  {
    return (*pages_[number >> page_at].load(std::memory_order_acquire))[number % page_slots];
  }

  /// The slot of a token that this call alone ends; nullptr if it stands for nothing.
  Slot* claim(Token token)
  {
    Slot* const slot = slot_of(token);
    if (slot == nullptr) return nullptr;
    if (Token expected = token; !slot->token.compare_exchange_strong(expected, 0)) return nullptr;
    slot->next_token = next_after(token);
    return slot;
  }

  static Token next_after(Token token)
  {
    return kind_bits | ((token + number_mask + 1) & serial_mask) | (token & number_mask);
  }

  /// Destroys the object of a claimed slot, which others may get then.
  void release(Slot& slot)
  {
    slot.object.~T();
    give_free(slot);
  }

  // Free slots are a list. Its head holds the number of the first one plus 1, and counts the
  // changes, so that a thread notices when the slot that it is about to take was taken and given
  // back meanwhile. Slots are never freed, so it can read the successor of one that is taken.

  Slot* take_free() noexcept
  {
    std::uint64_t head = free_.load(std::memory_order_acquire);
    while ((head & number_mask) != 0) {
      Slot& slot = existing((head & number_mask) - 1);
      const std::uint64_t next = slot.next_free.load(std::memory_order_relaxed);
      if (free_.compare_exchange_weak(head, changed(head, next), std::memory_order_acq_rel)) {
        return &slot;
      }
    }
    return make_slot();
  }

  void give_free(Slot& slot)
  {
    const std::uint64_t number = slot.next_token & number_mask;
    std::uint64_t head = free_.load(std::memory_order_relaxed);
    do {
      slot.next_free.store(head & number_mask, std::memory_order_relaxed);
    } while (
        !free_.compare_exchange_weak(head, changed(head, number + 1), std::memory_order_acq_rel));
  }

  static std::uint64_t changed(std::uint64_t head, std::uint64_t first)
  {
    return ((head & ~number_mask) + number_mask + 1) | first;
  }

  /// A slot that was never used; nullptr if memory is exhausted.
  [[gnu::cold, gnu::noinline]] Slot* make_slot() noexcept
  {
    std::lock_guard guard(mutex_);
    const std::uint64_t number = slots_used_.load(std::memory_order_relaxed);
    if (number == most) return nullptr;
    std::atomic<Page*>& page = pages_[number >> page_at];
    if (page.load(std::memory_order_relaxed) == nullptr) {
      Page* const made = new (std::nothrow) Page;
      if (made == nullptr) return nullptr;
      page.store(made, std::memory_order_release);
    }
    slots_used_.store(number + 1, std::memory_order_release);
    Slot& slot = existing(number);
    slot.next_token = kind_bits | (first_token_serial() << serial_at & serial_mask) | number;
    return &slot;
  }

  std::array<std::atomic<Page*>, (number_mask + 1) / page_slots> pages_{};
  std::atomic<std::uint64_t> free_{0}, slots_used_{0};
  std::mutex mutex_;
};

}  // namespace dart
