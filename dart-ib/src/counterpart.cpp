#include "counterpart.h"

#include <cerrno>

namespace dart::ib {
namespace {

template <class Message>
void reply_with(Message message, ByteBuffer& reply)
{
  const auto bytes = bytes_of(message);
  reply.insert(reply.end(), bytes.begin(), bytes.end());
}

}  // namespace

Counterpart::Counterpart(
    const Device& device, const Settings& settings, const IbSetup& setup,
    const ExposedMemory& exposed)
    : device_(device),
      settings_(settings),
      setup_(setup),
      exposed_(exposed),
      completions_(ibv_create_cq(device.context(), 1, nullptr, nullptr, 0))
{
  if (completions_ == nullptr) {
    throw verbs_failure(
        std::string("creating a completion queue of adapter ") + device.name(), errno);
  }
  setup_.peers->answer(
      [this](dart_unit_t from, std::span<const std::byte> request, ByteBuffer& reply) {
        return answer(from, request, reply);
      });
}

Counterpart::~Counterpart()
{
  setup_.peers->answer({});
}

dart_ret_t Counterpart::answer(
    dart_unit_t from, std::span<const std::byte> request, ByteBuffer& reply)
{
  ConnectRequest connect;
  KeyRequest key;
  if (read_message(request, connect) && connect.kind == Request::connect) {
    return accept(from, connect, reply);
  }
  if (read_message(request, key) && key.kind == Request::key) return tell_key(key, reply);
  log(LogLevel::error, "unit %d has sent a request that this version does not understand", from);
  return DART_ERR_INVAL;
}

dart_ret_t Counterpart::accept(dart_unit_t from, const ConnectRequest& request, ByteBuffer& reply)
{
  try {
    auto end = std::make_unique<QueuePair>(device_, settings_, completions_.get(), 1);
    end->connect(request.origin, setup_.timeout_s);
    reply_with(end->end_point(), reply);
    ends_.push_back(std::move(end));
    return DART_OK;
  } catch (const std::runtime_error& failure) {
    log(LogLevel::error, "no connection from unit %d: %s", from, failure.what());
    return DART_ERR_OTHER;
  }
}

dart_ret_t Counterpart::tell_key(const KeyRequest& request, ByteBuffer& reply) const
{
  const auto range = exposed_.find(request.address);
  if (!range) return DART_ERR_NOTFOUND;
  reply_with(KeyReply{range->begin, range->end - range->begin, range->rkey, range->device}, reply);
  return DART_OK;
}

}  // namespace dart::ib
