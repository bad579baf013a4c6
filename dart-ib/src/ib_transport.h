#pragma once

/// \file
/// Accesses memory of units on other hosts through an adapter, by InfiniBand verbs.

#include "connections.h"
#include "counterpart.h"

namespace dart::ib {

class IbTransport final : public Transport {
 public:
  /// \throws std::runtime_error with reason and remedy if there is no usable adapter
  explicit IbTransport(const IbSetup& setup);

  dart_ret_t put(RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket) override;
  dart_ret_t get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket) override;
  bool has_atomics(dart_datatype_t type) const override;
  dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request) override;
  dart_ret_t put_notify(
      RemoteAddress to, const void* from, std::size_t bytes, std::uint64_t flag,
      std::uint64_t value, Ticket* ticket) override;

  bool test(Ticket ticket, bool remotely) override;
  dart_ret_t wait(Ticket ticket, bool remotely) override;
  dart_ret_t flush(dart_global_unit_t unit, bool remotely) override;

  dart_ret_t expose(void* begin, std::size_t bytes) override;
  void conceal(void* begin, std::size_t bytes) override;
  void forget_memory(RemoteAddress begin, std::size_t bytes) override;
  bool reaches_devices() const override { return exposed_.reaches_devices(); }
  bool keeps_order() const override { return true; }
  bool takes_device_buffers() const override { return setup_.is_device != nullptr; }

 private:
  const IbSetup setup_;
  const Settings settings_;
  const Device device_;
  ExposedMemory exposed_;
  Counterpart counterpart_;
  Connections connections_;
};

}  // namespace dart::ib
