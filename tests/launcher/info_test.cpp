// dart-info: tables for people, JSON for programs.

#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

using Json = nlohmann::json;

const Setting no_gpu{{"DART_MODULE_PATH=/no/such/folder"}, {}};
const Setting two_gpus{{"DART_MODULE_PATH=" TWO_GPUS}, {}};

std::string info_text(const Setting& setting)
{
  const Outcome outcome = run({DART_INFO}, setting);
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  return outcome.out;
}

Json info_json(const Setting& setting)
{
  const Outcome outcome = run({DART_INFO, "--json"}, setting);
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  return Json::parse(outcome.out);
}

TEST(Info, TellsOfTheHost)
{
  EXPECT_TRUE(says(
      info_text(no_gpu),
      {"DASH " DASH_RELEASE ", host ", "processor", "memory", "NUMA node", "units",
       "RLIMIT_MEMLOCK", "memory (cgroup)", "ptrace_scope", "huge pages", "reserved huge pages"}));
  const Json info = info_json(no_gpu);
  EXPECT_LE(sysconf(_SC_NPROCESSORS_ONLN), info["host"]["hardware_threads"].get<long>());
  EXPECT_EQ(
      sorted_lines(dartrun({"echo"}).out).size(), info["units"]["default"].get<std::size_t>());
  EXPECT_GT(info["host"]["memory_bytes"].get<std::uint64_t>(), 1u << 20);
  std::uint64_t memory_of_nodes = 0;
  for (const Json& node : info["host"]["numa_nodes"]) {
    EXPECT_TRUE(node["processors"].is_array());
    memory_of_nodes += node["memory_bytes"].get<std::uint64_t>();
  }
  EXPECT_EQ(info["host"]["memory_bytes"], memory_of_nodes);
  const Json& limits = info["limits"];
  EXPECT_EQ(limits["memory_bytes"].is_null(), limits["memory_source"].is_null());
  const std::set<std::string> settings = {"always", "within_size", "advise",
                                          "never",  "deny",        "force"};
  const Json& huge_pages = limits["shared_huge_pages"];
  EXPECT_TRUE(huge_pages.is_null() || settings.contains(huge_pages)) << huge_pages;
  const Json& reserved = limits["reserved_huge_pages"];
  EXPECT_EQ(2u << 20, reserved["page_bytes"].get<std::uint64_t>());
  EXPECT_LE(reserved["free"].get<std::uint64_t>(), reserved["all"].get<std::uint64_t>());
  EXPECT_TRUE(reserved["on_demand"].is_number_unsigned());
}

TEST(Info, TellsOfTransports)
{
  const Json info = info_json(no_gpu);
  const auto available = [&](const char* name) {
    for (const Json& transport : info["transports"]) {
      if (transport["name"] == name) return transport["available"].get<bool>();
    }
    ADD_FAILURE() << "no transport " << name;
    return false;
  };
  EXPECT_TRUE(available("shared memory"));
  EXPECT_TRUE(available("emulated GPU"));
  EXPECT_FALSE(available("MPI")) << "no module in this folder";
  EXPECT_FALSE(available("verbs")) << "no module in this folder";
  EXPECT_FALSE(available("CUDA virtual memory"));
  EXPECT_TRUE(info["adapters"].is_array());
  EXPECT_TRUE(says(info_text(no_gpu), {"Network adapters for verbs", "libdart-ib.so"}));
}

TEST(Info, SaysInOneLineWhyThereIsNoGpu)
{
  const std::string text = info_text(no_gpu);
  EXPECT_TRUE(says(
      text,
      {"GPUs: none; no CUDA module: /no/such/folder/libdart-cuda.so", "--gpu-backend emulated\n"}));
  EXPECT_TRUE(info_json(no_gpu)["gpus"].empty());
  EXPECT_TRUE(info_json(no_gpu)["cuda"].contains("trouble"));
}

TEST(Info, TellsOfGpusAndLinks)
{
  EXPECT_TRUE(says(
      info_text(two_gpus), {"CUDA 12.8, driver for 13.2", "Model A", "8.0 GiB", "Model B",
                            "16.0 GiB", "9.0", "NVLink, atomics", "by host"}));
  const Json info = info_json(two_gpus);
  ASSERT_EQ(2u, info["gpus"].size());
  EXPECT_EQ("Model B", info["gpus"][1]["name"]);
  EXPECT_TRUE(info["gpus"][1]["numa_node"].is_null()) << "not known";
  EXPECT_EQ("12.8", info["cuda"]["runtime_version"]);
  ASSERT_EQ(2u, info["links"].size());
  EXPECT_EQ("NVLink", info["links"][0]["kind"]);
  EXPECT_EQ(1, info["links"][1]["from"]);
  EXPECT_EQ(false, info["links"][1]["peer_access"]);
}

TEST(Info, DartrunNamesTheGpus)
{
  const Outcome outcome = dartrun({"--cpu", "1", "--gpu", "3", "--verbose", "true"}, two_gpus);
  EXPECT_TRUE(says(
      outcome.err, {": CPU unit\n", "GPU unit, GPU 0 (Model A)\n", "GPU unit, GPU 1 (Model B)\n"}));
  const Outcome mapped = dartrun({"--gpu", "1", "--gpu-map", "1", "--verbose", "true"}, two_gpus);
  EXPECT_TRUE(says(mapped.err, "GPU unit, GPU 1 (Model B)\n"));
}

TEST(Info, WrongUseAndHelp)
{
  EXPECT_NE(0, run({DART_INFO, "--xml"}).exit_code);
  EXPECT_TRUE(says(run({DART_INFO, "--help"}).out, {"dart-info", "--json"}));
}

}  // namespace
}  // namespace dart::test
