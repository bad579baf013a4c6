// Tier: suite; sanitized

#include "transport/transport_report.h"

#include <gtest/gtest.h>

namespace {

TEST(TransportReportTest, OneHost)
{
  EXPECT_EQ(
      dart::transport_report(dart::Hosts(3, 1), "a", ""),
      "on host 0 of 1 (a): units 0-2 by shared memory");
}

TEST(TransportReportTest, SeveralHosts)
{
  const dart::Hosts hosts({0, 0, 1, 1, 0, 2}, 4);
  EXPECT_EQ(
      dart::transport_report(hosts, "a", "verbs (mlx5_0 port 1)"),
      "on host 0 of 3 (a): units 0-1,4 by shared memory, all others by verbs (mlx5_0 port 1)");
  EXPECT_EQ(
      dart::transport_report(dart::Hosts({0, 1}, 1), "b", "messages"),
      "on host 1 of 2 (b): unit 1 by shared memory, all others by messages");
}

}  // namespace
