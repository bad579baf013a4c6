#include <dash/detail/halo/Mailbox.h>
#include <dash/detail/memory/AccessError.h>

#include <dash/dart/if/dart_notify.h>

#include <atomic>

namespace dash::halo::detail {

Mailbox::Mailbox(Team& team, std::size_t nbytes, const dart_agreement_t* agreement) : memory_(team)
{
  memory_.allocate_zeros(team, "dash::halo::HaloUpdateEnv", nbytes, agreement);
}

std::byte* Mailbox::mapped(team_unit_t unit, std::size_t offset) const
{
  std::byte* const base = memory_->mapped_base(unit);
  return base != nullptr ? base + offset : nullptr;
}

void Mailbox::put(
    team_unit_t unit, std::size_t offset, const void* data, std::size_t nbytes, std::size_t flag,
    std::uint64_t value) const
{
  const dart_gptr_t target = at(unit, offset);
  dash::detail::CheckedAccess().result(
      dart_put_notify(target, data, nbytes, DART_TYPE_BYTE, at(unit, flag), value),
      "dart_put_notify", target);
}

bool Mailbox::is_set(std::size_t flag) const
{
  const std::atomic_ref word(*reinterpret_cast<std::uint64_t*>(local(flag)));
  return word.load(std::memory_order_relaxed) != 0;
}

std::uint64_t Mailbox::await(std::size_t flag) const
{
  const dart_gptr_t word = at(memory_.team().myid(), flag);
  std::size_t index = 0;
  std::uint64_t value = 0;
  dash::detail::CheckedAccess().result(dart_notify_wait(word, 1, &index), "dart_notify_wait", word);
  dash::detail::CheckedAccess().result(dart_notify_reset(word, &value), "dart_notify_reset", word);
  return value;
}

}  // namespace dash::halo::detail
