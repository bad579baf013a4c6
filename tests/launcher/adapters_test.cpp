// Network adapters as dart-info finds them, in a folder with the structure of the kernel's.

#include "adapters.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace dart::test {
namespace {

namespace fs = std::filesystem;

class Adapters : public testing::Test {
 protected:
  void SetUp() override
  {
    char folder[] = "/tmp/adapters-test-XXXXXX";
    ASSERT_NE(nullptr, mkdtemp(folder));
    root_ = folder;
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const fs::path& path, const std::string& text)
  {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << '\n';
  }

  /// Creates an adapter with port 1 in the form in which the kernel shows it.
  void make(const std::string& name, const std::string& state, const std::string& link_layer)
  {
    const fs::path adapter = fs::path("sys/class/infiniband") / name;
    const fs::path device = "sys/devices/0000:18:00.0";
    write(device / "vendor", "0x15b3");
    write(device / "numa_node", "1");
    write(adapter / "fw_ver", "28.39.1002");
    fs::create_symlink("../../../devices/0000:18:00.0", root_ / adapter / "device");
    const fs::path port = adapter / "ports/1";
    write(port / "state", state);
    write(port / "rate", "400 Gb/sec (4X NDR)");
    write(port / "link_layer", link_layer);
    write(port / "gids/0", "fe80:0000:0000:0000:a088:c203:00ab:1234");
    write(port / "gids/1", "0000:0000:0000:0000:0000:0000:0000:0000");
    write(port / "gids/2", "fe80:0000:0000:0000:0000:0000:0000:0000");
    write(port / "gids/10", "0000:0000:0000:0000:0000:ffff:0a00:0001");
    write(port / "gid_attrs/types/0", "IB/RoCE v1");
    write(port / "gid_attrs/types/10", "RoCE v2");
    write(port / "gid_attrs/ndevs/10", "eth0");
  }

  void make_device_file(const std::string& name, const std::string& device)
  {
    write(fs::path("sys/class/infiniband_verbs") / device / "ibdev", name);
    write(fs::path("dev/infiniband") / device, "");
  }

  std::vector<info::Adapter> found() const { return info::inspect_adapters(root_); }

  fs::path root_;
};

TEST_F(Adapters, None)
{
  EXPECT_TRUE(found().empty());
}

TEST_F(Adapters, PortsAndTheirAddresses)
{
  make("mlx5_0", "4: ACTIVE", "InfiniBand");
  make_device_file("mlx5_0", "uverbs3");
  const auto adapters = found();
  ASSERT_EQ(1u, adapters.size());
  const info::Adapter& adapter = adapters.front();
  EXPECT_EQ("mlx5_0", adapter.name);
  EXPECT_EQ("28.39.1002", adapter.firmware);
  EXPECT_EQ("0000:18:00.0", adapter.pci_bus_id);
  EXPECT_EQ(1, adapter.numa_node);
  EXPECT_EQ("", adapter.trouble);
  EXPECT_TRUE(adapter.usable());
  ASSERT_EQ(1u, adapter.ports.size());
  const info::AdapterPort& port = adapter.ports.front();
  EXPECT_EQ(1u, port.number);
  EXPECT_EQ("ACTIVE", port.state);
  EXPECT_EQ("InfiniBand", port.link_layer);
  EXPECT_EQ("400 Gb/sec (4X NDR)", port.rate);
  ASSERT_EQ(2u, port.gids.size()) << "those that are set";
  EXPECT_EQ(0u, port.gids[0].index);
  EXPECT_EQ("", port.gids[0].interface);
  EXPECT_EQ(10u, port.gids[1].index);
  EXPECT_EQ("RoCE v2", port.gids[1].type);
  EXPECT_EQ("eth0", port.gids[1].interface);
}

TEST_F(Adapters, ThatCannotBeUsed)
{
  make("mlx5_0", "4: ACTIVE", "InfiniBand");
  make("mlx5_1", "1: DOWN", "Ethernet");
  make_device_file("mlx5_1", "uverbs1");
  make("mlx5_2", "4: ACTIVE", "Ethernet");
  make_device_file("mlx5_2", "uverbs2");
  fs::remove(root_ / "dev/infiniband/uverbs2");
  const auto adapters = found();
  ASSERT_EQ(3u, adapters.size());
  for (const auto& adapter : adapters) EXPECT_FALSE(adapter.usable()) << adapter.name;
  EXPECT_NE(adapters[0].trouble.find("ib_uverbs"), std::string::npos);
  EXPECT_EQ("", adapters[1].trouble) << "only its port is down";
  EXPECT_NE(adapters[2].trouble.find("dev/infiniband/uverbs2: No such file"), std::string::npos);
}

}  // namespace
}  // namespace dart::test
