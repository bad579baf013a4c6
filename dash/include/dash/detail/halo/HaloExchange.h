#pragma once

/// \file
/// Exchange of halos between neighbours, without collective operations.

#include <dash/detail/halo/BoxCopy.h>
#include <dash/detail/halo/HaloAgreement.h>
#include <dash/detail/halo/Loan.h>
#include <dash/detail/halo/Mailbox.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloMemory.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace dash::halo::detail {

/// How elements get to a neighbour.
enum class Borders : bool {
  sent,  ///< as they are when the round starts
  lent   ///< the neighbour may read them where they are
};

/// Fills halo memory with the elements at the borders of the neighbours' blocks.
///
/// Each part of a region has a channel: two slots in the mailbox of the reading unit, which are
/// used alternately, and for each slot a flag that the owner sets when it has written its elements.
/// Two flags in the mailbox of the owner tell that the reader has copied a slot. So units may be
/// two rounds apart, a slot is never overwritten before it was read, and each flag is set and
/// cleared alternately.
///
/// An owner that leaves its elements as they are until it has received its own may lend them: then
/// the first flag has their address, and a reader on the same host copies them from there, without
/// the slot. When the owner needs them back and the reader has not come, it fills the slot after
/// all, and says so by another flag. Only contiguous elements are lent: others are packed by their
/// owner, in whose cache they are.
template <class HaloBlockT>
class HaloExchange {
  static constexpr MemArrange order = HaloBlockT::Pattern_t::memory_order();
  using Pattern = typename HaloBlockT::Pattern_t;
  using T = typename HaloBlockT::Element_t;
  using View = typename HaloBlockT::ViewSpec_t;
  using Index = typename HaloBlockT::index_type;
  using Part = HaloPart<View>;
  using Span = MdSpan<const T, HaloBlockT::ndim(), Index>;

 public:
  using Memory = HaloMemory<HaloBlockT>;

  /// Collective over the pattern's team; synchronises at its end.
  /// \throws exception::InvalidArgument on all units if they do not agree in the halos
  explicit HaloExchange(const HaloBlockT& block)
      : plan_(block),
        mailbox_(block.pattern().team(), plan_.nbytes(), halo_agreement(block).get())
  {
    plan_.map_slots(mailbox_);
    tell_owners_flags();
  }

  /// Starts a round for the regions from \p begin to before \p end: sends elements of this unit to
  /// the units in whose regions they are, or lends them: then they must not change before
  /// \c take_back.
  void start(
      region_index_t begin, region_index_t end, const Span& elements, Memory& halo, Borders borders)
  {
    take_back();
    const bool lends = borders == Borders::lent && is_shared_memory(elements.data());
    for (region_index_t region = begin; region < end; ++region) {
      const std::size_t slot = open_round(region, halo);
      for (Outgoing& out : plan_.outgoing(region)) {
        const Span source = part_of(elements, out.source);
        out.is_unread[slot] = true;
        if (lends && out.mapped != nullptr && is_contiguous<order>(source)) {
          lend(out, slot, source.data());
        } else if (packs_in_slot(out, source)) {
          auto* const packed = reinterpret_cast<T*>(out.mapped_slot(slot));
          copies_.add(dense_span<order>(packed, out.source), source);
          packed_slots_.push_back({&out, slot});
        } else {
          send(out, slot, source);
        }
      }
      for (const Part& part : plan_.own(region)) {
        copies_.add(target_of(part, halo), part_of(elements, part.source));
      }
    }
    complete_copies();
  }

  /// Waits for the region's elements. Has no effect unless a round was started.
  void finish(region_index_t region, Memory& halo)
  {
    Round& round = rounds_[region];
    if (!round.is_open) return;
    round.is_open = false;
    const std::size_t slot = round.slot();
    for (const Incoming& in : plan_.incoming(region)) {
      const T* const received = await_elements(in, slot);
      copy_box<order>(target_of(in.part, halo), dense_span<order>(received, in.part.target));
      mailbox_.put(in.part.owner, 0, nullptr, 0, read_flag_of(in) + slot * flag_size);
    }
  }

  /// Ends the loans of all rounds: this unit may change its elements then.
  void take_back()
  {
    for (const Lent& lent : lent_) take_back(lent);
    lent_.clear();
  }

 private:
  static constexpr std::size_t flag_size = sizeof(std::uint64_t);
  /// Size of the head of a channel. Its words are, each for the two slots: the flags of the owner,
  /// the states of loans, the flags for slots that the owner has filled after all; and the position
  /// of the owner's flags.
  static constexpr std::size_t line = 64;
  static constexpr std::size_t loans_at = 2 * flag_size, filled_at = 4 * flag_size,
                               read_flag_at = 6 * flag_size;
  /// Value of the owner's flag if the slot has the elements; otherwise it is their address.
  static constexpr std::uint64_t in_slot = 1;

  struct Incoming {
    Part part;  // its source is in global coordinates
    std::size_t channel, first_slot;

    std::size_t size() const { return slot_size(part.target); }
  };

  struct Outgoing {
    team_unit_t reader;
    View source;  // in local coordinates
    std::size_t channel, first_slot, read_flag;
    /// The address of the channel in this process; nullptr if the reader is on another host.
    std::byte* mapped = nullptr;
    /// Whether the reader has yet to set its flag for a slot.
    std::array<bool, 2> is_unread{};

    std::byte* mapped_slot(std::size_t slot) const
    {
      return mapped + line + slot * slot_size(source);
    }
    std::size_t read_flag_of(std::size_t slot) const { return read_flag + slot * flag_size; }
  };

  /// Elements that a neighbour may be reading.
  struct Lent {
    Outgoing* out;
    std::size_t slot;
    const T* elements;
  };

  struct Round {
    std::uint64_t count = 0;
    bool is_open = false;

    std::size_t slot() const { return count % 2; }
  };

  static std::size_t slot_size(const View& box)
  {
    return (box.size() * sizeof(T) + line - 1) / line * line;
  }

  /// Determines which elements each unit sends, to which unit and where. All units derive the same
  /// plan from the pattern.
  class Plan {
   public:
    explicit Plan(const HaloBlockT& block)
    {
      const auto& pattern = block.pattern();
      const team_unit_t me = pattern.team().myid();
      std::size_t end = 0;
      for (const int id : pattern.team()) {
        const team_unit_t unit(id);
        const std::size_t size = for_each_channel(block, unit, [&](const Incoming& channel) {
          add_channel(channel, unit, me, block.view());
        });
        if (unit == me) end = size;
      }
      for (auto& all : outgoing_) {
        for (Outgoing& out : all) out.read_flag = end, end += line;
      }
      nbytes_ = end;
    }

    std::size_t nbytes() const { return nbytes_; }
    const std::vector<Incoming>& incoming(region_index_t region) const { return incoming_[region]; }
    std::vector<Outgoing>& outgoing(region_index_t region) { return outgoing_[region]; }
    /// Parts that the calling unit owns itself, because a dimension is periodic.
    const std::vector<Part>& own(region_index_t region) const { return own_[region]; }

    void map_slots(const Mailbox& mailbox)
    {
      for (auto& all : outgoing_) {
        for (Outgoing& out : all) out.mapped = mailbox.mapped(out.reader, out.channel);
      }
    }

   private:
    template <class Value>
    using ByRegion = std::array<std::vector<Value>, NumRegionsMax<HaloBlockT::ndim()>>;

    /// Calls \c f for each part that a unit receives from others or from itself. \return size of
    /// its channels in bytes
    template <class F>
    static std::size_t for_each_channel(const HaloBlockT& block, team_unit_t unit, F f)
    {
      const Pattern& pattern = block.pattern();
      std::size_t end = 0;
      const auto boxes = detail::halo_boxes(
          block_of(pattern, unit), pattern.extents(), block.global_boundary_spec(),
          block.halo_spec());
      for (const auto& box : boxes) {
        for_each_halo_part(pattern, block.global_boundary_spec(), box, [&](const Part& part) {
          f(Incoming{part, end, end + line});
          if (part.owner != unit) end += line + 2 * slot_size(part.target);
        });
      }
      return end;
    }

    void add_channel(
        const Incoming& channel, team_unit_t reader, team_unit_t me, const View& own_block)
    {
      const Part& part = channel.part;
      const bool is_mine = part.owner == me;
      if (!is_mine && reader != me) return;
      if (!is_mine) return incoming_[part.region].push_back(channel);
      const View source = dash::detail::relative_to(own_block, part.source);
      if (reader == me) {
        own_[part.region].push_back({part.region, part.target, me, source});
      } else {
        outgoing_[part.region].push_back({reader, source, channel.channel, channel.first_slot, 0});
      }
    }

    ByRegion<Incoming> incoming_;
    ByRegion<Outgoing> outgoing_;
    ByRegion<Part> own_;
    std::size_t nbytes_ = 0;
  };

  /// Tells the readers, in their channels, where the owners' flags are.
  void tell_owners_flags()
  {
    for (region_index_t r = 0; r < rounds_.size(); ++r) {
      for (const Outgoing& out : plan_.outgoing(r)) {
        const std::uint64_t flag = out.read_flag;
        dash::detail::write_bytes(
            mailbox_.at(out.reader, out.channel + read_flag_at), &flag, sizeof(flag));
      }
    }
    mailbox_.barrier();
  }

  std::size_t read_flag_of(const Incoming& in) const
  {
    std::uint64_t flag;
    std::memcpy(&flag, mailbox_.local(in.channel + read_flag_at), sizeof(flag));
    return flag;
  }

  static auto target_of(const Part& part, Memory& halo)
  {
    const auto region = dense_span<order>(halo.data_at(part.region), halo.view_at(part.region));
    return part_of(region, part.target);
  }

  /// Opens the next round for a region. \return the slot that it uses, which the readers have read
  std::size_t open_round(region_index_t region, Memory& halo)
  {
    Round& round = rounds_[region];
    if (round.is_open) {
      complete_copies();
      finish(region, halo);
    }
    round.is_open = true;
    ++round.count;
    for (Outgoing& out : plan_.outgoing(region)) {
      if (!out.is_unread[round.slot()]) continue;
      if (!mailbox_.is_set(out.read_flag_of(round.slot()))) complete_copies();
      await_reader(out, round.slot());
    }
    return round.slot();
  }

  void await_reader(Outgoing& out, std::size_t slot)
  {
    mailbox_.await(out.read_flag_of(slot));
    out.is_unread[slot] = false;
  }

  Loan loan_of(std::byte* channel, std::size_t slot) const
  {
    return Loan(channel + loans_at + slot * flag_size);
  }

  void lend(Outgoing& out, std::size_t slot, const T* elements)
  {
    loan_of(out.mapped, slot).offer();
    mailbox_.put(
        out.reader, 0, nullptr, 0, out.channel + slot * flag_size,
        reinterpret_cast<std::uintptr_t>(elements));
    lent_.push_back({&out, slot, elements});
  }

  /// Waits for a reader as long as it would take to fill the slot: it is likely to come soon.
  void take_back(const Lent& lent)
  {
    const auto& [out, slot, elements] = lent;
    const std::size_t nbytes = out->source.size() * sizeof(T);
    const std::size_t flag = out->read_flag_of(slot);
    for (std::size_t polls = 500 + nbytes / 8; polls > 0 && !mailbox_.is_set(flag); --polls) {
    }
    if (!mailbox_.is_set(flag) && loan_of(out->mapped, slot).take_back()) {
      dash::detail::copy_bytes(out->mapped_slot(slot), elements, nbytes);
      mailbox_.put(out->reader, 0, nullptr, 0, out->channel + filled_at + slot * flag_size);
    } else {
      await_reader(*out, slot);
    }
  }

  /// Waits until the elements of a part can be read. \return where they are
  const T* await_elements(const Incoming& in, std::size_t slot)
  {
    std::byte* const channel = mailbox_.local(in.channel);
    const std::uint64_t value = mailbox_.await(in.channel + slot * flag_size);
    if (value != in_slot) {
      if (loan_of(channel, slot).accept()) return reinterpret_cast<const T*>(value);
      mailbox_.await(in.channel + filled_at + slot * flag_size);
    }
    return reinterpret_cast<const T*>(mailbox_.local(in.first_slot + slot * in.size()));
  }

  /// Completes copies that were put off to be done in pairs. This unit does so before it waits, as
  /// the units it waits for may wait for these elements.
  void complete_copies()
  {
    copies_.finish();
    for (const auto& [out, slot] : packed_slots_) put(*out, slot, nullptr, 0);
    packed_slots_.clear();
  }

  static bool packs_in_slot(const Outgoing& out, const Span& elements)
  {
    return out.mapped != nullptr && !is_contiguous<order>(elements);
  }

  /// Sends contiguous elements from where they are, and packs others.
  void send(const Outgoing& out, std::size_t slot, const Span& elements)
  {
    const std::size_t nbytes = elements.size() * sizeof(T);
    if (is_contiguous<order>(elements)) return put(out, slot, elements.data(), nbytes);
    message_.resize(nbytes);
    auto* const packed = reinterpret_cast<T*>(message_.data());
    copy_box<order>(dense_span<order>(packed, out.source), elements);
    put(out, slot, packed, nbytes);
  }

  /// Puts bytes into a slot, unless there are none, and tells the reader that the slot is full.
  void put(const Outgoing& out, std::size_t slot, const void* data, std::size_t nbytes)
  {
    const std::size_t place = out.first_slot + slot * slot_size(out.source);
    mailbox_.put(out.reader, place, data, nbytes, out.channel + slot * flag_size, in_slot);
  }

  Plan plan_;
  Mailbox mailbox_;
  std::array<Round, NumRegionsMax<HaloBlockT::ndim()>> rounds_{};
  PairedBoxCopies<order, T, HaloBlockT::ndim(), Index> copies_;
  /// Slots that are full when \c copies_ is done.
  std::vector<std::pair<const Outgoing*, std::size_t>> packed_slots_;
  std::vector<Lent> lent_;
  std::vector<std::byte> message_;
};

}  // namespace dash::halo::detail
