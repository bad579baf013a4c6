#pragma once

/// \file
/// Exchange of halos between neighbours, without collective operations.

#include <dash/detail/halo/BoxCopy.h>
#include <dash/detail/halo/Mailbox.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/halo/HaloBlock.h>
#include <dash/halo/HaloMemory.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace dash::halo::detail {

/// Fills halo memory with the elements at the borders of the neighbours' blocks.
///
/// Each part of a region has a channel: two slots in the mailbox of the reading unit, which are
/// used alternately, and for each slot a flag that the owner sets when it has written its elements.
/// Two flags in the mailbox of the owner tell that the reader has copied a slot. So units may be
/// two rounds apart, a slot is never overwritten before it was read, and each flag is set and
/// cleared alternately.
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
  explicit HaloExchange(const HaloBlockT& block)
      : plan_(block),
        mailbox_(block.pattern().team(), plan_.nbytes())
  {
    tell_owners_flags();
  }

  /// Starts a round for a region: sends elements of this unit to the units in whose region they
  /// are.
  void start(region_index_t region, const Span& elements, Memory& halo)
  {
    Round& round = rounds_[region];
    if (round.is_open) finish(region, halo);
    round.is_open = true;
    const std::size_t slot = ++round.count % 2;
    for (const Outgoing& out : plan_.outgoing(region)) {
      if (round.count > 2) mailbox_.await(out.read_flag + slot * flag_size);
      send(out, slot, part_of(elements, out.source));
    }
    for (const Part& part : plan_.own(region)) {
      copy_box<order>(target_of(part, halo), part_of(elements, part.source));
    }
  }

  /// Waits for the region's elements. Has no effect unless a round was started.
  void finish(region_index_t region, Memory& halo)
  {
    Round& round = rounds_[region];
    if (!round.is_open) return;
    round.is_open = false;
    const std::size_t slot = round.count % 2;
    for (const Incoming& in : plan_.incoming(region)) {
      mailbox_.await(in.channel + slot * flag_size);
      const auto* received =
          reinterpret_cast<const T*>(mailbox_.local(in.slots + slot * in.size()));
      copy_box<order>(target_of(in.part, halo), dense_span<order>(received, in.part.target));
      mailbox_.put(in.part.owner, 0, nullptr, 0, read_flag_of(in) + slot * flag_size);
    }
  }

 private:
  static constexpr std::size_t flag_size = sizeof(std::uint64_t);
  /// Size of the head of a channel: two flags, and the position of the owner's flags.
  static constexpr std::size_t line = 64;

  struct Incoming {
    Part part;  // its source is in global coordinates
    std::size_t channel, slots;

    std::size_t size() const { return slot_size(part.target); }
  };

  struct Outgoing {
    team_unit_t reader;
    View source;  // in local coordinates
    std::size_t channel, slots, read_flag;
  };

  struct Round {
    std::uint64_t count = 0;
    bool is_open = false;
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
    const std::vector<Outgoing>& outgoing(region_index_t region) const { return outgoing_[region]; }
    /// Parts that the calling unit owns itself, because a dimension is periodic.
    const std::vector<Part>& own(region_index_t region) const { return own_[region]; }

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
        outgoing_[part.region].push_back({reader, source, channel.channel, channel.slots, 0});
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
            mailbox_.at(out.reader, out.channel + 2 * flag_size), &flag, sizeof(flag));
      }
    }
    mailbox_.barrier();
  }

  std::size_t read_flag_of(const Incoming& in) const
  {
    std::uint64_t flag;
    std::memcpy(&flag, mailbox_.local(in.channel + 2 * flag_size), sizeof(flag));
    return flag;
  }

  static auto target_of(const Part& part, Memory& halo)
  {
    const auto region = dense_span<order>(halo.data_at(part.region), halo.view_at(part.region));
    return part_of(region, part.target);
  }

  /// Sends contiguous elements from where they are. Others are packed, directly in the slot if it
  /// is mapped.
  void send(const Outgoing& out, std::size_t slot, const Span& elements)
  {
    const std::size_t place = out.slots + slot * slot_size(out.source);
    const std::size_t flag = out.channel + slot * flag_size;
    const std::size_t nbytes = elements.size() * sizeof(T);
    if (is_contiguous<order>(elements)) {
      return mailbox_.put(out.reader, place, elements.data(), nbytes, flag);
    }
    std::byte* const mapped = mailbox_.mapped(out.reader, place);
    if (mapped == nullptr) packed_.resize(nbytes);
    auto* const packed = reinterpret_cast<T*>(mapped != nullptr ? mapped : packed_.data());
    copy_box<order>(dense_span<order>(packed, out.source), elements);
    mailbox_.put(out.reader, place, packed, mapped != nullptr ? 0 : nbytes, flag);
  }

  Plan plan_;
  Mailbox mailbox_;
  std::array<Round, NumRegionsMax<HaloBlockT::ndim()>> rounds_{};
  std::vector<std::byte> packed_;
};

}  // namespace dash::halo::detail
