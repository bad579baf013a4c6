#include "atomic_update.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "types/arithmetic.h"

namespace dart::ib {
namespace {

static_assert(sizeof(long) == 8 && sizeof(long long) == 8);

using Word = std::uint64_t;

/// Number of elements whose operations are in progress at the same time.
constexpr std::size_t group = 32;

/// A group of elements of a request. Operands and results are in the byte order of the host; the
/// adapters convert them.
class Group {
 public:
  Group(
      Connection& connection, std::uint64_t address, const AtomicRequest& request,
      std::size_t first)
      : connection_(connection),
        address_(address + first * sizeof(Word)),
        request_(request),
        first_(first),
        count_(std::min(group, request.elements - first))
  {}

  dart_ret_t run()
  {
    dart_ret_t done;
    switch (request_.operation) {
      case DART_OP_SUM:
        done = add(true);
        break;
      case DART_OP_NO_OP:
        done = add(false);
        break;
      case DART_OP_UNDEFINED:
        done = compare_and_swap();
        break;
      default:
        done = loop();
    }
    if (done == DART_OK && request_.result != nullptr) {
      std::memcpy(
          static_cast<std::byte*>(request_.result) + first_ * sizeof(Word), old_.data(),
          count_ * sizeof(Word));
    }
    return done;
  }

 private:
  Word operand(std::size_t i) const { return word_of(request_.operand, i); }

  Word word_of(const void* words, std::size_t i) const
  {
    Word word;
    std::memcpy(
        &word, static_cast<const std::byte*>(words) + (first_ + i) * sizeof word, sizeof word);
    return word;
  }

  dart_ret_t post(std::size_t i, ibv_wr_opcode opcode, Word add_or_compare, Word swap, Word* old)
  {
    return connection_.update(
        {address_ + i * sizeof(Word), opcode, add_or_compare, swap, old}, &last_);
  }

  /// The results are written to this object, so they have to be awaited even after an error.
  dart_ret_t wait(dart_ret_t posted)
  {
    const dart_ret_t done = last_ == 0 ? DART_OK : connection_.wait(last_, false);
    return posted != DART_OK ? posted : done;
  }

  dart_ret_t add(bool operands)
  {
    dart_ret_t posted = DART_OK;
    for (std::size_t i = 0; i < count_ && posted == DART_OK; ++i) {
      posted = post(i, IBV_WR_ATOMIC_FETCH_AND_ADD, operands ? operand(i) : 0, 0, &old_[i]);
    }
    return wait(posted);
  }

  dart_ret_t compare_and_swap()
  {
    dart_ret_t posted = DART_OK;
    for (std::size_t i = 0; i < count_ && posted == DART_OK; ++i) {
      posted =
          post(i, IBV_WR_ATOMIC_CMP_AND_SWP, word_of(request_.compare, i), operand(i), &old_[i]);
    }
    return wait(posted);
  }

  Word wanted(std::size_t i) const
  {
    return with_basic_type(request_.type, [&]<class T>(T) -> Word {
      if constexpr (std::is_integral_v<T>) {
        return static_cast<Word>(updated<T>(
            request_.operation, static_cast<T>(old_[i]), static_cast<T>(operand(i)), T{}));
      } else {
        return old_[i];
      }
    });
  }

  /// Reads all elements and then tries to replace them, until no other update comes in between.
  dart_ret_t loop()
  {
    dart_ret_t done = add(false);
    std::array<bool, group> open;
    open.fill(true);
    for (bool any = true; done == DART_OK && any;) {
      std::array<Word, group> found;
      dart_ret_t posted = DART_OK;
      for (std::size_t i = 0; i < count_ && posted == DART_OK; ++i) {
        if (!open[i]) continue;
        posted = post(i, IBV_WR_ATOMIC_CMP_AND_SWP, old_[i], wanted(i), &found[i]);
      }
      done = wait(posted);
      if (done != DART_OK) break;
      any = false;
      for (std::size_t i = 0; i < count_; ++i) {
        if (!open[i]) continue;
        open[i] = found[i] != old_[i];
        old_[i] = found[i];
        any = any || open[i];
      }
    }
    return done;
  }

  Connection& connection_;
  std::uint64_t address_;
  const AtomicRequest& request_;
  std::size_t first_;
  std::size_t count_;
  Connection::Number last_ = 0;
  std::array<Word, group> old_{};
};

}  // namespace

dart_ret_t update_atomically(
    Connection& connection, std::uint64_t address, const AtomicRequest& request)
{
  DART_REQUIRE(
      address % sizeof(Word) == 0, DART_ERR_INVAL,
      "atomic operation: the adapter needs addresses that are multiples of 8, not 0x%llx",
      static_cast<unsigned long long>(address));
  for (std::size_t first = 0; first < request.elements; first += group) {
    const dart_ret_t done = Group(connection, address, request, first).run();
    if (done != DART_OK) return done;
  }
  return DART_OK;
}

}  // namespace dart::ib
