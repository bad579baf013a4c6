#pragma once

/// \file
/// Where things are in the memory by which GPUs do collectives within their streams.

#include <cstddef>
#include <cstdint>

#include "memory/flag_condition.h"

namespace dart {

/// Each unit of a team has such memory on its GPU, at which it looks and to which the others push.
/// It is divided into channels, each for one block of the kernel that executes a collective. A
/// channel goes in steps, the same ones on all units: in a step a unit pushes some data to each
/// other unit. There is room for the data of several steps, so that a unit may push while others
/// still read.
///
/// Small data are pushed as *lines* of 16 bytes, in which each 4 bytes of data have the number of
/// the step beside them, so whoever sees the number has the data. Others are pushed to *slots*, for
/// which a flag is set.
class ChannelLayout {
 public:
  static constexpr std::uint32_t most_units = 32;
  static constexpr std::uint32_t channels = 128;
  /// Steps whose data have room.
  static constexpr FlagWord steps = 4;

  /// Words of a channel. They count steps from 1.
  struct alignas(256) Header {
    FlagWord step;              ///< that this unit has completed
    FlagWord seen[most_units];  ///< for each unit, a step that it has completed, as this one knows
    FlagWord arrived[most_units];  ///< for each unit, the last step for which it has filled a slot
    FlagWord told[most_units];     ///< for each unit, a step that it has completed, as it has told
    FlagWord lost[most_units];     ///< for each unit, the last step whose slot it has left unfilled
  };
  struct Line {
    std::uint64_t words[2];  ///< data in the lower halves, the number of the step in the upper ones
  };
  /// Data of a line.
  static constexpr std::size_t data_of_line = 8;

  /// \param units  of the team, at most \c most_units
  explicit constexpr ChannelLayout(std::uint32_t units)
      : units_(units),
        line_bytes_(all_line_bytes / units / 256 * 256),
        slot_bytes_(all_slot_bytes / units / 256 * 256)
  {}

  /// Data that a unit pushes to another one in a step.
  constexpr std::size_t slot_bytes() const { return slot_bytes_; }
  constexpr std::size_t line_data_bytes() const
  {
    return line_bytes_ / sizeof(Line) * data_of_line;
  }

  // Offsets in the memory.
  static constexpr std::size_t header(std::uint32_t channel) { return channel * sizeof(Header); }
  /// \param unit  that pushes
  constexpr std::size_t lines(std::uint32_t channel, FlagWord step, std::uint32_t unit) const
  {
    return header(channels) + place(channel, step, unit) * line_bytes_;
  }
  constexpr std::size_t slot(std::uint32_t channel, FlagWord step, std::uint32_t unit) const
  {
    return zeroed_bytes() + place(channel, step, unit) * slot_bytes_;
  }

  /// Size of the part, from the start on, that has to be zero before first use.
  constexpr std::size_t zeroed_bytes() const
  {
    return header(channels) + std::size_t(channels) * steps * units_ * line_bytes_;
  }
  constexpr std::size_t bytes() const
  {
    return zeroed_bytes() + std::size_t(channels) * steps * units_ * slot_bytes_;
  }

 private:
  /// A step of a channel has so many bytes for all units together.
  static constexpr std::size_t all_line_bytes = std::size_t(16) << 10,
                               all_slot_bytes = std::size_t(128) << 10;

  constexpr std::size_t place(std::uint32_t channel, FlagWord step, std::uint32_t unit) const
  {
    return (channel * steps + step % steps) * units_ + unit;
  }

  std::uint32_t units_;
  std::size_t line_bytes_, slot_bytes_;
};

}  // namespace dart
