#pragma once

/// \file
/// All steps of a relaxation in one kernel, whose blocks have roles: some compute the borders, put
/// them to the neighbours and wait for theirs, while the others compute the inside.
///
/// No block waits for all others. Each group of blocks counts its steps, and a block begins a step
/// when its own group and the adjacent ones have completed the one before: then the cells that it
/// reads are there, and nobody reads those that it overwrites. All blocks run at the same time, and
/// waits only go back by one step, so there is always a block that can go on.
///
/// A block of a border gets the part of the neighbour's layer that lies beside its own part, from
/// one block. So both have a flag for each other, which is the number of the step. One counter for
/// all parts would not tell whether a part is missing, or another one is a step ahead.

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/TeamCollectives.h>
#include <dash/kernel/KernelTeam.h>
#include <dash/kernel/Launch.h>
#include <dash/kernel/PutGet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/slabs.h"

namespace slabs {

namespace kernel = dash::kernel;

/// What a block does: it computes its part of some adjacent layers.
struct Role {
  std::uint32_t group;
  std::uint32_t member, members;  ///< number of the block in the group, and number of blocks
  std::uint32_t first, end;       ///< layers
};

/// Which block has which role. Groups are in the order of their layers. The first and the last
/// layer, which neighbours need, have a group each; where they are the same layer, there is one.
class Roles {
 public:
  /// Number of blocks without which there are not all roles.
  static constexpr std::size_t fewest_blocks = 3;

  Roles() = default;
  /// \param layers          of the unit
  /// \param blocks          that run at the same time
  /// \param border_members  blocks of a border's group, the same at all units, because those at
  ///                        both sides of a cut belong together
  /// \param most_members    blocks to which a layer gives work
  Roles(
      std::size_t layers, std::size_t blocks, std::size_t border_members, std::size_t most_members)
      : layers_(static_cast<std::uint32_t>(layers)),
        border_members_(static_cast<std::uint32_t>(border_members))
  {
    if (layers <= 2) return;
    const std::size_t inner_blocks = blocks - 2 * border_members;
    const std::size_t groups = std::min(layers - 2, inner_blocks);
    inner_groups_ = static_cast<std::uint32_t>(groups);
    inner_members_ = static_cast<std::uint32_t>(std::min(inner_blocks / groups, most_members));
  }

  /// How many blocks should compute a border: a block gets half as many cells as others, because
  /// it communicates as well.
  static std::size_t good_border_members(
      std::size_t layers, std::size_t blocks, std::size_t most_members)
  {
    const std::size_t room = (blocks - 1) / 2;
    return std::max<std::size_t>(1, std::min({2 * blocks / layers, most_members, room}));
  }

  DASH_HOST_DEVICE std::uint32_t layers() const { return layers_; }
  DASH_HOST_DEVICE std::uint32_t border_members() const { return border_members_; }
  DASH_HOST_DEVICE std::uint32_t groups() const { return layers_ == 1 ? 1 : inner_groups_ + 2; }
  /// Number of blocks that have a role.
  DASH_HOST_DEVICE std::uint32_t blocks() const
  {
    return (layers_ == 1 ? 1 : 2) * border_members_ + inner_groups_ * inner_members_;
  }
  DASH_HOST_DEVICE std::uint32_t members(std::uint32_t group) const
  {
    return is_border(group) ? border_members_ : inner_members_;
  }

  DASH_HOST_DEVICE Role of(std::uint32_t block) const
  {
    if (block < border_members_) return {0, block, border_members_, 0, 1};
    const std::uint32_t inner = block - border_members_;
    if (inner < inner_groups_ * inner_members_) {
      const std::uint32_t group = inner / inner_members_;
      return {
          group + 1, inner % inner_members_, inner_members_, first_layer(group),
          first_layer(group + 1)};
    }
    const std::uint32_t member = inner - inner_groups_ * inner_members_;
    return {inner_groups_ + 1, member, border_members_, layers_ - 1, layers_};
  }

 private:
  DASH_HOST_DEVICE bool is_border(std::uint32_t group) const
  {
    return group == 0 || group == inner_groups_ + 1;
  }
  DASH_HOST_DEVICE std::uint32_t first_layer(std::uint32_t inner_group) const
  {
    return 1 + static_cast<std::uint32_t>(std::uint64_t(layers_ - 2) * inner_group / inner_groups_);
  }

  std::uint32_t layers_ = 0;
  std::uint32_t border_members_ = 0;
  std::uint32_t inner_groups_ = 0, inner_members_ = 0;
};

/// The kernel.
template <int N>
struct FusedStencil {
  using Word = std::uint64_t;
  /// What a kernel needs for the layer at a side.
  struct Border {
    std::array<kernel::Pointer<float>, 2> place;  ///< at the neighbour, in each copy
    kernel::Pointer<Word> arrives;                ///< flags there, one for each block
    kernel::Pointer<Word> arrived;                ///< the same here
  };
  /// Words are apart, because blocks poll them.
  static constexpr std::ptrdiff_t word_distance = 4;

  kernel::Team team;
  Layer<N> layer;
  Roles roles;
  std::array<float*, 2> cells;  ///< the unit's cells in each copy
  std::array<Border, 2> borders;
  kernel::Pointer<Word> completed;  ///< steps of all blocks of a group
  Step first, count;                ///< number of steps before, and of those to do

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    const kernel::Block block;
    const Role role = roles.of(static_cast<std::uint32_t>(grid.block()));
    for (Step step = first + 1; step <= first + count; ++step) {
      if (!await_others(block, role, step - 1)) return;
      for (std::uint32_t l = role.first; l < role.end; ++l) relax(block, role, l, step);
      kernel::notify_add(block, team, counter(role.group));  // behind all threads of the block
      std::uint32_t side = is_at(role, above) ? above : below;
      for (; side < num_sides && is_at(role, Side(side)); ++side)
        put_border(block, role, Side(side), step);
    }
  }

 private:
  DASH_HOST_DEVICE bool is_at(const Role& role, Side side) const
  {
    return side == above ? role.first == 0 : role.end == roles.layers();
  }
  DASH_HOST_DEVICE kernel::Pointer<Word> counter(std::uint32_t group) const
  {
    return completed + group * word_distance;
  }
  /// The first cell of a block's part of a layer. \param member  may be one behind the last
  DASH_HOST_DEVICE std::uint32_t part(const Role& role, std::uint32_t member) const
  {
    return static_cast<std::uint32_t>(std::uint64_t(layer.size()) * member / role.members);
  }

  /// What has to be reached before a step begins.
  struct Awaited {
    kernel::Pointer<Word> word;
    Word value;
  };
  static constexpr std::uint32_t adjacent_groups = 3;  ///< with the block's own one
  static constexpr std::uint32_t most_awaited = adjacent_groups + num_sides;

  /// One of them; 0 where there is nothing to wait for.
  DASH_HOST_DEVICE Awaited awaited(const Role& role, std::uint32_t k, Step step) const
  {
    const std::uint32_t group = role.group + k - 1;
    const Side side = k == adjacent_groups ? above : below;
    if (k < adjacent_groups) {
      if (group < roles.groups()) return {counter(group), roles.members(group) * step};
    } else if (is_at(role, side)) {
      return {borders[side].arrived + role.member * word_distance, step};
    }
    return {counter(role.group), 0};
  }

  /// Waits until a step is complete where the next one reads and writes. Each thread looks at one
  /// word, because each look takes time.
  DASH_HOST_DEVICE bool await_others(const kernel::Block& block, const Role& role, Step step) const
  {
    bool fails = false;
    for (std::size_t k = block.rank(); k < most_awaited; k += block.size()) {
      const auto [word, value] = awaited(role, static_cast<std::uint32_t>(k), step);
      const bool is_reached =
          kernel::wait(kernel::Thread{}, team, word, kernel::Comparison::greater_equal, value);
      fails = fails || !is_reached;
    }
    return !block.any(fails);
  }

  /// Computes the block's part of a layer. Threads load some cells before they store the first one,
  /// so that latencies overlap.
  DASH_HOST_DEVICE void relax(
      const kernel::Block& block, const Role& role, std::uint32_t l, Step step) const
  {
    constexpr std::uint32_t at_once = 4;
    const float* const from = cells[(step - 1) % 2] + std::size_t(l) * layer.size();
    float* const to = cells[step % 2] + std::size_t(l) * layer.size();
    const std::uint32_t end = part(role, role.member + 1);
    const auto threads = static_cast<std::uint32_t>(block.size());
    const auto rank = static_cast<std::uint32_t>(block.rank());
    for (std::uint32_t i = part(role, role.member) + rank; i < end; i += at_once * threads) {
      const auto for_each = [&](auto f) {
        for (std::uint32_t k = 0; k < at_once; ++k) {
          const std::uint32_t cell = i + k * threads;
          if (cell < end && layer.is_inner(cell)) f(k, cell);
        }
      };
      float values[at_once] = {};
      for_each(
          [&](std::uint32_t k, std::uint32_t cell) { values[k] = layer.relaxed(from + cell); });
      for_each([&](std::uint32_t k, std::uint32_t cell) { to[cell] = values[k]; });
    }
  }

  DASH_HOST_DEVICE void put_border(
      const kernel::Block& block, const Role& role, Side side, Step step) const
  {
    const Border& border = borders[side];
    const std::uint32_t begin = part(role, role.member), end = part(role, role.member + 1);
    const float* const own =
        cells[step % 2] + (side == above ? 0 : roles.layers() - 1) * std::size_t(layer.size());
    kernel::put_notify(
        block, team, border.place[step % 2] + static_cast<std::ptrdiff_t>(begin), own + begin,
        end - begin, border.arrives + role.member * word_distance, step);
  }
};

/// A field whose steps are one kernel. Construction and functions are collective.
template <int N>
class FusedSteps {
  using Word = std::uint64_t;

 public:
  static constexpr std::size_t threads = 256;

  /// \param blocks  0: as many as run at the same time at all units
  explicit FusedSteps(std::size_t size, std::size_t blocks = 0)
      : slabs_(size),
        roles_(roles(blocks)),
        words_((flags() + slabs_.cut().most()) * distance * dash::size())
  {
    dash::fill(words_, Word{0});
    words_.barrier();
    body_ = {team_.view(), slabs_.layer(), roles_, {}, {}, word(me(), flags()), 0, 0};
    for (const Step copy : {0, 1}) {
      body_.cells[copy] = slabs_.cells_after(copy);
      for (const Side side : {above, below})
        body_.borders[side].place[copy] = team_.pointer(slabs_.place_at_neighbour(side, copy));
    }
    for (const Side side : {above, below}) {
      const auto neighbour = static_cast<std::size_t>(slabs_.neighbour(side));
      body_.borders[side].arrives = word(neighbour, (1 - side) * roles_.border_members());
      body_.borders[side].arrived = word(me(), side * roles_.border_members());
    }
  }

  void begin() { slabs_.begin(); }

  void run(std::size_t steps)
  {
    body_.count = steps;
    kernel::launch({roles_.blocks(), threads}, body_).wait();
    team_.check();
    body_.first += steps;
  }

  std::vector<float> cells() { return slabs_.all_after(body_.first); }

 private:
  static constexpr std::size_t distance = FusedStencil<N>::word_distance;

  static std::size_t me() { return static_cast<std::size_t>(dash::myid().id); }

  /// Number of flags of a unit; the counters of its groups follow them.
  std::size_t flags() const { return num_sides * roles_.border_members(); }
  kernel::Pointer<Word> word(std::size_t unit, std::size_t i)
  {
    const std::size_t of_unit = words_.size() / dash::size();
    return team_.pointer(
        words_.begin() + static_cast<std::ptrdiff_t>(unit * of_unit + i * distance));
  }

  Roles roles(std::size_t blocks) const
  {
    if (blocks == 0) blocks = kernel::most_blocks(threads, FusedStencil<N>{});
    blocks = std::max(dash::all_reduce(blocks, dash::min<std::size_t>()), Roles::fewest_blocks);
    const std::size_t most_members = (slabs_.layer().size() + threads - 1) / threads;
    return {
        slabs_.layers(), blocks,
        Roles::good_border_members(slabs_.cut().fewest(), blocks, most_members), most_members};
  }

  Slabs<N> slabs_;
  Roles roles_;
  dash::Array<Word> words_;
  dash::KernelTeam team_;
  FusedStencil<N> body_{};
};

}  // namespace slabs
