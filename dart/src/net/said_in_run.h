#pragma once

/// \file
/// What the units of a run have said already.

#include <string_view>

#include "base/said_texts.h"
#include "job/hosts.h"
#include "net/remote_calls.h"

namespace dart {

/// Decides which unit says a text that each unit of the run would say otherwise. The host of unit 0
/// remembers what was said; each host asks it once about each text.
class SaidInRun {
 public:
  /// \param here  what the units of this host have asked about
  /// \param calls to other hosts; nullptr in a run on one host
  SaidInRun(SaidTexts& here, const Hosts& hosts, RemoteCalls* calls);
  SaidInRun(const SaidInRun&) = delete;
  SaidInRun& operator=(const SaidInRun&) = delete;

  /// \return whether no unit of the run has said this before; true, too, when unit 0 does not
  /// answer
  bool is_new(std::string_view text);
  /// The same for the units of this host.
  bool is_new_here(std::string_view text) { return here_.is_new(text); }

 private:
  SaidTexts& here_;
  RemoteCalls* calls_;  // nullptr on the host of unit 0
};

}  // namespace dart
