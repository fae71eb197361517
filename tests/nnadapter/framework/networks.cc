#include "tests/nnadapter/framework/networks.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

#include "lite/mir/optimizer.h"
#include "tests/support/digits.h"

namespace paddle::lite::test {
namespace {

Result<std::vector<std::string>> OutputsOfRun(Executable* executable, const ZooCase& zoo_case) {
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable));
  LITE_RETURN_IF_ERROR(executable->Run());
  std::vector<std::string> outputs;
  for (size_t i = 0; i < executable->output_names().size(); ++i) {
    const Tensor& tensor = *executable->output(i);
    outputs.emplace_back(static_cast<const char*>(tensor.raw_data()), tensor.memory_size());
  }
  return outputs;
}

Span<const float> AsFloats(const std::string& bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

}  // namespace

ScopedVariable::ScopedVariable(const char* name, const char* value) : name_(name) {
  setenv(name, value, 1);
}
ScopedVariable::~ScopedVariable() { unsetenv(name_.c_str()); }

void UseBuiltNNAdapter() { setenv("LITE_NNADAPTER_LIBRARY", LITE_NNADAPTER_TEST_LIBRARY, 1); }

Result<ZooNet> LoadNetwork(const std::string& name) {
  const std::vector<std::string> digits = DigitsNetNames();
  if (std::find(digits.begin(), digits.end(), name) == digits.end()) {
    return LoadZooNet(LITE_TEST_DATA_DIR "/data/zoo", name);
  }
  ZooNet net = LoadDigitsNet(name);
  net.cases.emplace_back();
  net.cases[0].inputs.push_back(DigitsInput(0, kImages));
  return net;
}

model::Model WithoutBoxes(model::Model model, const std::set<std::string>& choices) {
  const std::set<std::string> slots = {"X", "BBoxes", "Scores"};  // of what is chosen from
  std::set<std::string> removed;  // values of boxes, and what is computed from them
  std::vector<std::string> heads;
  std::vector<model::OpDesc> kept;
  model::OpDesc fetch;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    const bool chooses = choices.count(op.type) != 0;
    bool removes = chooses;
    for (const auto& slot : op.inputs) {
      for (const std::string& name : slot.second) removes |= removed.count(name) != 0;
    }
    if (op.type == "fetch") fetch = op;
    if (!removes) {
      kept.push_back(op);
      continue;
    }
    if (op.type == "fetch") continue;
    for (const auto& [slot, names] : op.inputs) {
      const bool head = chooses && slots.count(slot) != 0;
      if (head && removed.count(names[0]) == 0) heads.push_back(names[0]);
    }
    for (const auto& slot : op.outputs) removed.insert(slot.second.begin(), slot.second.end());
  }
  for (size_t i = 0; i < heads.size(); ++i) {
    fetch.inputs = {{"X", {heads[i]}}};
    fetch.attrs["col"] = static_cast<int>(i);
    kept.push_back(fetch);
  }
  model.program.blocks[0].ops = std::move(kept);
  return model;
}

Result<model::Model> OptimisedForDevices(const ZooNet& net, const std::vector<std::string>& devices,
                                         std::ostream* explain) {
  LITE_ASSIGN_OR_RETURN(model::Model model, LoadProgram(net));
  return OptimisedForDevices(std::move(model), devices, explain);
}

Result<model::Model> OptimisedForDevices(model::Model model,
                                         const std::vector<std::string>& devices,
                                         std::ostream* explain) {
  mir::OptimizeOptions options;
  if (!devices.empty()) options.valid_places.emplace_back(TargetType::kNNAdapter);
  options.valid_places.emplace_back(TargetType::kX86);
  options.valid_places.emplace_back(TargetType::kHost);
  options.subgraph_devices = devices;
  options.weigh_subgraphs = false;  // networks of tests are small
  options.explain = explain;
  options.verify_each = true;
  return mir::Optimize(std::move(model), options);
}

Division DivisionOf(const model::Model& model) {
  Division division;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    if (op.type == "subgraph") {
      const int block = std::get<model::BlockRef>(op.attrs.at("sub_block")).index;
      ++division.subgraphs;
      division.inside +=
          static_cast<int>(model.program.blocks[static_cast<size_t>(block)].ops.size());
    } else if (op.type != "feed" && op.type != "fetch") {
      ++division.outside;
    }
  }
  return division;
}

operators::SubgraphSettings SettingsFor(const std::string& device) {
  operators::SubgraphSettings settings;
  settings.device_names = {device};
  if (device == "huawei_kirin_npu") {
    settings.device_names = {"fake_device"};
    settings.context_properties = "FAKE_DEVICE_OPERATIONS=kirin;FAKE_DEVICE_PRECISION=fp16";
  } else if (device == "rockchip_npu") {
    settings.device_names = {"fake_device"};
    settings.context_properties = "FAKE_DEVICE_OPERATIONS=rockchip;FAKE_DEVICE_PRECISION=int8";
  }
  return settings;
}

Result<std::unique_ptr<Executable>> MakeExecutable(const model::Model& model,
                                                   const operators::SubgraphSettings& settings) {
  ExecutableOptions options;
  options.threads = 2;
  options.subgraph_settings = std::make_shared<operators::SubgraphSettings>(settings);
  return Executable::Create(model, options);
}

Result<double> WorstDifference(Executable* found, Executable* reference, const ZooCase& zoo_case) {
  LITE_ASSIGN_OR_RETURN(const auto expected, OutputsOfRun(reference, zoo_case));
  LITE_ASSIGN_OR_RETURN(const auto outputs, OutputsOfRun(found, zoo_case));
  double worst = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (outputs[i].size() != expected[i].size()) return Internal("output ", i, " has another size");
    if (reference->output(i)->precision() == PrecisionType::kFloat) {
      worst = std::max(worst, Compare(AsFloats(outputs[i]), AsFloats(expected[i])).rel_l2);
    } else if (outputs[i] != expected[i]) {
      worst = std::max(worst, 1.0);
    }
  }
  return worst;
}

bool RanOnDevice(const Executable& executable, const Division& division) {
  return executable.KernelCounts()[TargetType::kNNAdapter] == division.inside + division.subgraphs;
}

std::string RowName(const testing::TestParamInfo<DividedNetwork>& info) {
  return StrCat(info.param.network, "_", info.param.device,
                *info.param.outside == 0 ? "" : "_in_pieces",
                info.param.side == 0 ? "" : "_cropped");
}

bool TableIsRequested() { return std::getenv("LITE_NNADAPTER_TABLE") != nullptr; }
bool IsRequested(const DividedNetwork& row) { return !row.takes_long || TableIsRequested(); }

void ExpectDivision(const DividedNetwork& row, const Division& division) {
  EXPECT_EQ(division.subgraphs, row.expected.subgraphs);
  EXPECT_EQ(division.inside, row.expected.inside);
  EXPECT_EQ(division.outside, row.expected.outside);
}

void PrintRow(const std::string& network, const std::string& device, const std::string& outside,
              const Division& division, double difference, int programs) {
  std::string names = outside.empty() ? "" : StrCat("`", outside, "`");
  for (size_t at = 0; (at = names.find('\n')) != std::string::npos;) names.replace(at, 1, "`, `");
  char text[32];
  std::snprintf(text, sizeof(text), "%.1e", difference);
  std::cout << "| " << network << " | `" << device << "` | " << names << " | " << division.subgraphs
            << " | " << division.inside << " | " << division.outside << " | " << text << " | "
            << programs << " |\n";
}

PartitionFile::PartitionFile(const std::string& lines)
    : variable_("SUBGRAPH_PARTITION_CONFIG_FILE", (dir_ / "partition.txt").c_str()) {
  std::ofstream(dir_ / "partition.txt") << lines;
}

int ProgramCache::StartAgain(const model::Model& model, const operators::SubgraphSettings& settings,
                             Executable* first, const ZooCase& zoo_case) const {
  namespace fs = std::filesystem;
  // A program that is compiled is also written.
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24);
  int programs = 0;
  for (const auto& file : fs::directory_iterator(folder())) {
    fs::last_write_time(file.path(), old);
    ++programs;
  }
  const Division division = DivisionOf(model);
  EXPECT_EQ(programs > 0, division.subgraphs > 0);
  EXPECT_LE(programs, division.subgraphs);  // equal ones are one
  const ScopedVariable no_build("FAKE_DEVICE_FAIL_BUILD_AT", "1");
  const auto again = MakeExecutable(model, settings);
  EXPECT_TRUE(again.ok()) << again.status().ToString();
  if (!again.ok()) return 0;
  const auto same = WorstDifference(again->get(), first, zoo_case);
  EXPECT_TRUE(same.ok()) << same.status().ToString();
  if (same.ok()) {
    EXPECT_EQ(*same, 0);
  }
  EXPECT_TRUE(RanOnDevice(**again, division));
  int files = 0;
  for (const auto& file : fs::directory_iterator(folder())) {
    EXPECT_LT(fs::last_write_time(file.path()), old + std::chrono::hours(1)) << file.path();
    ++files;
  }
  EXPECT_EQ(files, programs);
  return programs;
}

}  // namespace paddle::lite::test
