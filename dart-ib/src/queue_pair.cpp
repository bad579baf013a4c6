#include "queue_pair.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <random>

#include "registration.h"

namespace dart::ib {
namespace {

/// How often an adapter repeats a request. Seven, the largest value, means forever to Soft-RoCE.
constexpr int retries = 6;

/// Number of reads that an end may answer at the same time.
std::uint8_t few(int reads)
{
  return static_cast<std::uint8_t>(std::clamp(reads, 0, 255));
}

/// The exponent n for which a request and its repetitions fit into the time; the adapter waits
/// 4.096 µs · 2^n for each answer.
std::uint8_t timeout_exponent(std::uint32_t timeout_s)
{
  const double each = timeout_s / (1.0 + retries);
  const int exponent = static_cast<int>(std::floor(std::log2(each / 4.096e-6)));
  return static_cast<std::uint8_t>(std::clamp(exponent, 8, 31));
}

/// A random first packet number, so that packets of an earlier connection with the same queue pair
/// number are recognised as foreign.
std::uint32_t random_packet_number()
{
  return std::random_device()() & 0xffffff;
}

}  // namespace

QueuePair::QueuePair(
    const Device& device, const Settings& settings, ibv_cq* completions, std::uint32_t depth)
    : device_(device),
      settings_(settings),
      first_packet_(random_packet_number())
{
  create(completions, depth);
  initialise();
}

void QueuePair::create(ibv_cq* completions, std::uint32_t depth)
{
  // The largest possible inline size can only be found by trying. The larger it is, the larger each
  // request becomes.
  for (std::uint32_t inline_bytes : {256, 128, 64, 16, 0}) {
    ibv_qp_init_attr attributes{};
    attributes.send_cq = completions;
    attributes.recv_cq = completions;
    attributes.cap = {
        .max_send_wr = std::min<std::uint32_t>(depth, device_.attributes().max_qp_wr),
        .max_recv_wr = 1,
        .max_send_sge = 1,
        .max_recv_sge = 1,
        .max_inline_data = inline_bytes};
    attributes.qp_type = IBV_QPT_RC;
    object_.reset(ibv_create_qp(device_.protection_domain(), &attributes));
    if (object_ == nullptr) continue;
    depth_ = std::min(depth, attributes.cap.max_send_wr);
    inline_bytes_ = std::min<std::uint32_t>(256, attributes.cap.max_inline_data);
    return;
  }
  throw verbs_failure(std::string("creating a queue pair of adapter ") + device_.name(), errno);
}

void QueuePair::modify(ibv_qp_attr& attributes, int mask, const char* what)
{
  if (const int error = ibv_modify_qp(object_.get(), &attributes, mask)) {
    throw verbs_failure(
        std::string("bringing a queue pair of adapter ") + device_.name() + " to state " + what,
        error);
  }
}

void QueuePair::initialise()
{
  ibv_qp_attr attributes{};
  attributes.qp_state = IBV_QPS_INIT;
  attributes.pkey_index = 0;
  attributes.port_num = device_.port();
  attributes.qp_access_flags = static_cast<unsigned>(remote_access(device_));
  modify(attributes, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS, "INIT");
}

EndPoint QueuePair::end_point() const
{
  EndPoint end{};
  end.gid = device_.gid().value;
  end.number = object_->qp_num;
  end.first_packet = first_packet_;
  end.lid = device_.port_attributes().lid;
  end.mtu = static_cast<std::uint8_t>(device_.port_attributes().active_mtu);
  end.link_layer = device_.port_attributes().link_layer;
  end.reads = few(device_.attributes().max_qp_rd_atom);
  end.needs_global_address = device_.needs_global_address();
  return end;
}

ibv_ah_attr QueuePair::path_to(const EndPoint& peer) const
{
  ibv_ah_attr path{};
  path.port_num = device_.port();
  path.dlid = peer.lid;
  path.sl = static_cast<std::uint8_t>(settings_.service_level);
  // Inside an InfiniBand subnet the LID is sufficient, except for ports that share one.
  path.is_global = device_.is_ethernet() || peer.needs_global_address ||
                   device_.needs_global_address() ||
                   peer.gid.global.subnet_prefix != device_.gid().value.global.subnet_prefix;
  path.grh.dgid = peer.gid;
  path.grh.sgid_index = static_cast<std::uint8_t>(device_.gid().index);
  path.grh.hop_limit = 64;
  path.grh.traffic_class = static_cast<std::uint8_t>(settings_.traffic_class);
  return path;
}

void QueuePair::ready_to_receive(const EndPoint& peer)
{
  ibv_qp_attr attributes{};
  attributes.qp_state = IBV_QPS_RTR;
  attributes.path_mtu =
      static_cast<ibv_mtu>(std::min<int>(device_.port_attributes().active_mtu, peer.mtu));
  attributes.dest_qp_num = peer.number;
  attributes.rq_psn = peer.first_packet;
  attributes.max_dest_rd_atomic = few(device_.attributes().max_qp_rd_atom);
  attributes.min_rnr_timer = 12;
  attributes.ah_attr = path_to(peer);
  modify(
      attributes,
      IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
          IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
      "RTR");
}

void QueuePair::ready_to_send(const EndPoint& peer, std::uint32_t timeout_s)
{
  ibv_qp_attr attributes{};
  attributes.qp_state = IBV_QPS_RTS;
  attributes.timeout = timeout_exponent(timeout_s);
  attributes.retry_cnt = retries;
  attributes.rnr_retry = 7;
  attributes.sq_psn = first_packet_;
  // The adapter itself delays further reads until earlier ones are answered.
  attributes.max_rd_atomic = std::min(few(device_.attributes().max_qp_init_rd_atom), peer.reads);
  modify(
      attributes,
      IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
          IBV_QP_MAX_QP_RD_ATOMIC,
      "RTS");
}

void QueuePair::connect(const EndPoint& peer, std::uint32_t timeout_s)
{
  if (peer.link_layer != device_.port_attributes().link_layer) {
    throw std::runtime_error(
        std::string("one end is InfiniBand and the other one Ethernet, here adapter ") +
        device_.name() + " serves; choose adapters of one network by DART_IB_DEVICE");
  }
  ready_to_receive(peer);
  ready_to_send(peer, timeout_s);
}

}  // namespace dart::ib
