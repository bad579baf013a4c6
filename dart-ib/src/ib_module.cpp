// Entry point of the module libdart-ib.so.

#include "transport/ib_module.h"

#include "ib_transport.h"
#include "module_log.h"

extern "C" __attribute__((visibility("default"))) dart::Transport* dart_make_ib_transport(
    const dart::IbSetup& setup)
{
  dart::set_log_sink(setup.log);
  dart::wait_sight = setup.wait_sight;
  return new dart::ib::IbTransport(setup);
}
