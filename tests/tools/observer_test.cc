#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lite/model/file.h"
#include "lite/operators/op.h"
#include "lite/runtime/observer_list.h"
#include "lite/runtime/precision_observer.h"
#include "lite/runtime/profile_observer.h"
#include "lite/runtime/trace_observer.h"

namespace paddle::lite {
namespace {

// One activation, one weight, one output; four million operations.
struct FakeOp final : Op {
  Tensor activation, weight, result;
  FakeOp() {
    set_type("fake");
    activation.Resize(DDim{1, 3, 8, 8});
    weight.Resize(DDim{4, 3, 1, 1});
    weight.set_persistable(true);
    result.Resize(DDim{1, 4, 8, 8});
  }
  void Fields(FieldVisitor& v) override {
    const Tensor* w = &weight;
    const Tensor* x = &activation;
    Tensor* out = &result;
    v.Input("Filter", &w);
    v.Input("Input", &x);
    v.Output("Output", &out);
  }
  Status InferShape() override { return OkStatus(); }
  Cost Estimate() const override { return {4e6, 100}; }
};

KernelDef FakeKernel() {
  KernelDef def;
  def.op_type = "fake";
  def.alias = "a\"b";
  def.target = TargetType::kHost;
  def.precision = PrecisionType::kFloat;
  def.layout = DataLayoutType::kNCHW;
  return def;
}

void RunOnce(Observer* observer, const Op& op, const KernelDef& kernel, int64_t nanoseconds) {
  observer->BeginRun();
  observer->BeforeOp({0, 3}, op, kernel);
  observer->AfterOp({0, 3}, op, kernel, nanoseconds);
  observer->EndRun();
}

class ProfileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const int64_t time : {9000000, 1000000, 2000000, 6000000}) {
      RunOnce(&profile_, op_, kernel_, time);
    }
  }
  FakeOp op_;
  KernelDef kernel_ = FakeKernel();
  ProfileObserver profile_{1};
};

TEST_F(ProfileTest, CountsRunsAfterTheWarmup) {
  ASSERT_EQ(profile_.records().size(), 1u);
  const ProfileObserver::OpRecord& record = profile_.records()[0];
  EXPECT_EQ(profile_.counted_runs(), 3);
  EXPECT_EQ(record.count, 3);
  EXPECT_EQ(record.min_ns, 1000000);
  EXPECT_EQ(record.max_ns, 6000000);
  EXPECT_EQ(record.last_ns, 6000000);
  EXPECT_EQ(record.total_ns, 9000000);
  EXPECT_EQ(record.input, "1x3x8x8");
  EXPECT_EQ(record.filter, "4x3x1x1");
  EXPECT_EQ(record.output, "1x4x8x8");
}

TEST_F(ProfileTest, BasicIsTheDocumentedTable) {
  EXPECT_EQ(profile_.Report(ProfileFormat::kBasic),
            "                        kernel   average       min       max     count\n"
            "                fake/a\"b/1/1/1      3000      1000      6000         3\n");
}

TEST_F(ProfileTest, DetailedShowsRateAndShapes) {
  const std::string table = profile_.Report(ProfileFormat::kDetailed);
  EXPECT_NE(table.find("Exclude 1 warm-ups"), std::string::npos);
  // 4 million operations in 3 ms on average are 1.33 GOPS.
  EXPECT_NE(table.find("3.0000      1.0000      6.0000      6.0000      100.00  4.000     1.33"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("1x3x8x8         4x3x1x1         1x4x8x8"), std::string::npos) << table;
}

TEST_F(ProfileTest, ConciseJoinsEqualKernels) {
  FakeOp second;
  RunOnce(&profile_, second, kernel_, 3000000);
  const std::string table = profile_.Report(ProfileFormat::kConcise);
  EXPECT_NE(table.find("Timing cycle = 4\n"), std::string::npos);
  // Four executions of 12 ms in total, 16 million operations.
  EXPECT_NE(table.find("3.0000    1.0000    6.0000    100.00  1.33   4"), std::string::npos)
      << table;
}

TEST_F(ProfileTest, JsonParses) {
  const auto json = nlohmann::json::parse(profile_.Report(ProfileFormat::kJson));
  EXPECT_EQ(json["runs"], 3);
  ASSERT_EQ(json["ops"].size(), 1u);
  EXPECT_EQ(json["ops"][0]["kernel"], "fake/a\"b/1/1/1");
  EXPECT_EQ(json["ops"][0]["average_ns"], 3000000.0);
  EXPECT_EQ(json["ops"][0]["flops"], 4000000);
}

TEST(ProfileFormatTest, Names) {
  EXPECT_EQ(ParseProfileFormat("concise"), ProfileFormat::kConcise);
  EXPECT_FALSE(ParseProfileFormat("Concise").has_value());
}

// One operator with two results, of which the program reads the first.
struct SplitOp final : Op {
  Tensor kept, unread;
  SplitOp() { set_type("split"); }
  void Fields(FieldVisitor& v) override {
    Tensor* first = &kept;
    Tensor* second = &unread;
    v.Output("Out", &first);
    v.Output("Mask", &second);
  }
  Status InferShape() override { return OkStatus(); }
};

class PrecisionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    program_.blocks.resize(1);
    model::OpDesc split, reader;
    split.type = "split";
    split.outputs = {{"Out", {"a/b"}}, {"Mask", {"mask"}}};
    reader.type = "fetch";
    reader.inputs = {{"X", {"a/b"}}};
    program_.blocks[0].ops = {split, reader};
  }
  // The values in memory order.
  void Compute(DDim dims, DataLayoutType layout, const std::vector<float>& values) {
    op_.kept.Resize(dims);
    op_.kept.set_layout(layout);
    ASSERT_TRUE(op_.kept.Allocate(PrecisionType::kFloat).ok());
    std::copy(values.begin(), values.end(), op_.kept.mutable_data<float>());
  }
  void Run(Observer* observer) {
    observer->BeginRun();
    observer->BeforeOp({0, 0}, op_, kernel_);
    observer->AfterOp({0, 0}, op_, kernel_, 5);
    observer->EndRun();
  }
  model::Program program_;
  SplitOp op_;
  KernelDef kernel_ = FakeKernel();
};

TEST_F(PrecisionTest, StatisticsOfTheLastRun) {
  PrecisionObserver precision(program_);
  Compute(DDim{4}, DataLayoutType::kNCHW, {9, 9, 9, 9});
  Run(&precision);
  Compute(DDim{4}, DataLayoutType::kNCHW, {1, 2, 4, 1});
  Run(&precision);
  ASSERT_EQ(precision.records().size(), 1u);
  const PrecisionObserver::TensorRecord& record = precision.records()[0];
  EXPECT_EQ(record.name, "a/b");
  EXPECT_EQ(record.mean, 2);
  EXPECT_DOUBLE_EQ(record.deviation, std::sqrt(6.0 / 4));
  EXPECT_NEAR(record.growth, (1.0 + 1.0 - 0.75) / 4, 1e-4);
}

TEST_F(PrecisionTest, TheDocumentedTable) {
  PrecisionObserver precision(program_);
  Compute(DDim{2, 0}, DataLayoutType::kNCHW, {});
  Run(&precision);
  const std::string table = precision.Report();
  const std::string header = table.substr(table.find('\n') + 1);
  EXPECT_NE(table.find("Detailed Precision Profiler Summary"), std::string::npos);
  EXPECT_EQ(header.find("output_tensor_name:(tensor_info)"), 46u);
  EXPECT_EQ(header.find("dims"), 117u);
  EXPECT_EQ(header.find("mean"), 133u);
  EXPECT_EQ(header.find("std_deviation"), 149u);
  EXPECT_EQ(header.find("ave_grow_rate*"), 165u);
  EXPECT_NE(table.find("split:(host/float/NCHW)"), std::string::npos) << table;
  EXPECT_NE(table.find("2x0             unused          unused          unused\n"),
            std::string::npos)
      << table;
}

TEST_F(PrecisionTest, FilesHoldTheProgramsOrder) {
  const std::string folder = ::testing::TempDir();
  PrecisionObserver precision(program_, folder);
  // Two channels of one row of three.
  Compute(DDim{1, 2, 1, 3}, DataLayoutType::kNHWC, {1, 10, 2, 20, 3, 0.5f});
  Run(&precision);
  ASSERT_TRUE(precision.dump_status().ok()) << precision.dump_status().message();
  const auto file = model::ReadFile(folder + "/0_split_a_b.txt");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*file, "1\n2\n3\n10\n20\n0.5\n");
  PrecisionObserver nowhere(program_, folder + "/none");
  Run(&nowhere);
  EXPECT_FALSE(nowhere.dump_status().ok());
}

TEST_F(PrecisionTest, ProfilesNameWhatOperatorsCompute) {
  ProfileObserver profile(0, &program_);
  Compute(DDim{1}, DataLayoutType::kNCHW, {1});
  Run(&profile);
  ASSERT_EQ(profile.records().size(), 1u);
  EXPECT_EQ(profile.records()[0].name, "a/b");
  EXPECT_EQ(profile.records()[0].index, 0);
}

TEST_F(PrecisionTest, BesideAnotherObserver) {
  PrecisionObserver precision(program_);
  ProfileObserver profile;
  ObserverList both({&precision, &profile});
  Compute(DDim{1}, DataLayoutType::kNCHW, {1});
  Run(&both);
  EXPECT_EQ(precision.records().size(), 1u);
  EXPECT_EQ(profile.counted_runs(), 1);
  EXPECT_EQ(profile.total_ns(), 5);
}

TEST(TraceTest, EventsOfDevicesNameTheirOperator) {
  FakeOp op;
  const KernelDef kernel = FakeKernel();
  TraceObserver trace;
  trace.BeginRun();
  trace.BeforeOp({2, 7}, op, kernel);
  trace.DeviceTime({2, 7}, op, 4000);
  trace.AfterOp({2, 7}, op, kernel, 9000);
  trace.EndRun();
  int found = 0;
  const auto parsed = nlohmann::json::parse(trace.ToJson());
  for (const auto& event : parsed["traceEvents"]) {
    if (event["ph"] != "X" || event["args"].empty()) continue;
    EXPECT_EQ(event["args"]["block"], 2);
    EXPECT_EQ(event["args"]["index"], 7);
    EXPECT_EQ(event["dur"], ++found == 1 ? 9.0 : 4.0);
  }
  EXPECT_EQ(found, 2);
}

TEST(TraceTest, EventsOfNestedOperators) {
  FakeOp op;
  const KernelDef kernel = FakeKernel();
  TraceObserver trace;
  trace.BeginRun();
  trace.BeforeOp({0, 0}, op, kernel);
  trace.BeforeOp({0, 1}, op, kernel);
  trace.AfterOp({0, 1}, op, kernel, 10);
  trace.AfterOp({0, 0}, op, kernel, 1500);
  trace.EndRun();
  auto events = nlohmann::json::parse(trace.ToJson())["traceEvents"];
  ASSERT_EQ(events.size(), 6u);
  EXPECT_EQ(events[0]["name"], "process_name");
  EXPECT_EQ(events[1]["args"]["name"], "runs");
  EXPECT_EQ(events[2]["args"]["name"], "operators");
  events.erase(events.begin(), events.begin() + 3);
  EXPECT_EQ(events[0]["args"]["index"], 1);
  EXPECT_EQ(events[1]["args"]["index"], 0);
  EXPECT_EQ(events[1]["dur"], 1.5);
  EXPECT_LE(events[1]["ts"], events[0]["ts"]);
  EXPECT_EQ(events[2]["name"], "run 0");
  EXPECT_NE(events[2]["tid"], events[0]["tid"]);
}

}  // namespace
}  // namespace paddle::lite
