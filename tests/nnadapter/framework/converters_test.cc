// Converters, each on builtin_device against the CPU's kernels, the table of them in
// docs/nnadapter_converters.md, and that of their operations in
// lite/kernels/nnadapter/tested_forms.txt, which a run with LITE_UPDATE_SUPPORT=1 writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/library.h"
#include "lite/kernels/nnadapter/converter.h"
#include "lite/kernels/subgraph_kernel.h"
#include "lite/mir/text.h"
#include "lite/operators/infer_shape.h"
#include "lite/operators/op.h"
#include "tests/nnadapter/framework/networks.h"
#include "tests/nnadapter/net.h"
#include "tests/support/op_variables.h"

namespace paddle::lite::test {
namespace {

struct Case {
  const char* name;
  const char* ops;  // from %x and %z, floats of shape [2, 3, 4, 5], to %y
  // As declared: what follows from complete shapes is computed by the optimiser.
  const char* shape = "[2,3,4,5]";
};
constexpr char kOpen[] = "[-1,3,-1,-1]";

std::string NameOf(const testing::TestParamInfo<Case>& info) { return info.param.name; }

// More numbers than the optimiser makes a constant of.
const char* AssignedFloats() {
  static const std::string ops = [] {
    std::string text =
        "assign_value() -> (Out=%f) {shape=[600, 2, 3, 4, 5], dtype=5, fp32_values=[";
    for (int i = 0; i < 600 * 2 * 3 * 4 * 5; ++i) text += StrCat(i == 0 ? "" : ", ", i % 97, ".25");
    return text + "]}\nelementwise_mul(X=%f, Y=%x) -> (Out=%y) {axis=1}";
  }();
  return ops.c_str();
}
const char* AssignedIntegers() {
  static const std::string ops = [] {
    std::string text = "assign_value() -> (Out=%n) {shape=[66000], dtype=3, int64_values=[";
    for (int i = 0; i < 66000; ++i) text += StrCat(i == 0 ? "" : ", ", i % 89);
    return text +
           "]}\ncast(X=%n) -> (Out=%f) {in_dtype=3, out_dtype=5}\n"
           "reduce_mean(X=%x) -> (Out=%m) {dim=[0, 1, 2, 3], keep_dim=true}\n"
           "elementwise_add(X=%m, Y=%f) -> (Out=%y)";
  }();
  return ops.c_str();
}

// One for each converter that no network of networks_test.cc has in all its forms.
const Case kCases[] = {
    {"less_than", "less_than(X=%x, Y=%z) -> (Out=%y) {axis=-1}"},
    {"less_equal", "less_equal(X=%x, Y=%x) -> (Out=%y) {axis=-1}"},
    {"greater_than", "greater_than(X=%x, Y=%row) -> (Out=%y) {axis=1}"},
    {"greater_equal", "greater_equal(X=%x, Y=%z) -> (Out=%y) {axis=-1}"},
    {"equal",
     "floor(X=%x) -> (Out=%f)\nfloor(X=%z) -> (Out=%g)\n"
     "equal(X=%f, Y=%g) -> (Out=%y) {axis=-1}"},
    {"not_equal",
     "floor(X=%x) -> (Out=%f)\nfloor(X=%z) -> (Out=%g)\n"
     "not_equal(X=%f, Y=%g) -> (Out=%y) {axis=-1}"},
    {"logical_and",
     "less_than(X=%x, Y=%z) -> (Out=%p) {axis=-1}\n"
     "less_than(X=%x, Y=%row) -> (Out=%q) {axis=1}\n"
     "logical_and(X=%p, Y=%q) -> (Out=%y)"},
    {"logical_or",
     "less_than(X=%x, Y=%z) -> (Out=%p) {axis=-1}\n"
     "less_than(X=%x, Y=%row) -> (Out=%q) {axis=1}\n"
     "logical_or(X=%p, Y=%q) -> (Out=%y)"},
    {"logical_xor",
     "less_than(X=%x, Y=%z) -> (Out=%p) {axis=-1}\n"
     "less_than(X=%x, Y=%row) -> (Out=%q) {axis=1}\n"
     "logical_xor(X=%p, Y=%q) -> (Out=%y)"},
    {"logical_not", "less_than(X=%x, Y=%z) -> (Out=%p) {axis=-1}\nlogical_not(X=%p) -> (Out=%y)"},
    {"where",
     "less_than(X=%x, Y=%z) -> (Out=%p) {axis=-1}\n"
     "where(Condition=%p, X=%x, Y=%z) -> (Out=%y)"},
    {"sum", "sum(X=[%x, %z, %x]) -> (Out=%y)"},
    {"gather", "gather(X=%x, Index=%i) -> (Out=%y) {axis=2}"},
    {"gather_column",
     "reshape2(X=%i) -> (Out=%c) {shape=[4, 1]}\n"
     "gather(X=%x, Index=%c) -> (Out=%y) {axis=2}"},
    {"index_select", "index_select(X=%x, Index=%i) -> (Out=%y) {dim=-1}"},
    {"lookup_table",
     "lookup_table(W=%table, Ids=%ids) -> (Out=%t)\n"
     "elementwise_add(X=%x, Y=%t) -> (Out=%y) {axis=-1}"},
    {"lookup_table_v2",
     "lookup_table_v2(W=%table, Ids=%i) -> (Out=%t)\n"
     "elementwise_add(X=%x, Y=%t) -> (Out=%y) {axis=-1}"},
    {"top_k", "top_k(X=%x) -> (Out=%y, Indices=%n) {k=2}"},
    {"top_k_v2", "top_k_v2(X=%x) -> (Out=%v, Indices=%y) {k=2, axis=1, largest=false}"},
    {"cumsum", "cumsum(X=%x) -> (Out=%y) {axis=2, exclusive=true, reverse=true}"},
    {"cumsum_flat", "cumsum(X=%x) -> (Out=%y) {flatten=true}"},
    {"expand", "expand(X=%x) -> (Out=%y) {expand_times=[1, 2, 1, 3]}"},
    {"expand_v2",
     "expand_v2(X=%w) -> (Out=%t) {shape=[2, 3, 4, 5]}\n"
     "elementwise_mul(X=%x, Y=%t) -> (Out=%y) {axis=-1}"},
    {"expand_v2_ranks", "expand_v2(X=%x) -> (Out=%y) {shape=[3, 2, -1, 4, 5]}"},
    {"expand_as_v2",
     "slice(Input=%z) -> (Out=%s) {axes=[1], starts=[0], ends=[1]}\n"
     "expand_as_v2(X=%s, Y=%x) -> (Out=%y) {target_shape=[2, 3, 4, 5]}"},
    {"tile", "tile(X=%x) -> (Out=%y) {repeat_times=[2, 1, 3]}"},
    {"meshgrid",
     "reduce_mean(X=%x) -> (Out=%a) {dim=[1, 2, 3]}\n"
     "reduce_mean(X=%z) -> (Out=%b) {dim=[0, 2, 3]}\n"
     "meshgrid(X=[%a, %b]) -> (Out=[%g, %h])\nelementwise_sub(X=%g, Y=%h) -> (Out=%y)"},
    {"fill_any_like",
     "fill_any_like(X=%x) -> (Out=%t) {value=1.5, dtype=5}\n"
     "elementwise_add(X=%x, Y=%t) -> (Out=%y)"},
    {"fill_zeros_like",
     "fill_zeros_like(X=%x) -> (Out=%t)\nelementwise_max(X=%x, Y=%t) -> (Out=%y)"},
    {"group_norm",
     "reshape2(X=%x) -> (Out=%r) {shape=[2, 6, 2, 5]}\n"
     "group_norm(X=%r, Scale=%six) -> (Y=%y) {groups=3, epsilon=0.01}"},
    {"lrn", "lrn(X=%x) -> (Out=%y) {n=3, k=1.5, alpha=0.3, beta=0.6}"},
    {"log_softmax", "log_softmax(X=%x) -> (Out=%y) {axis=1}"},
    {"norm", "norm(X=%x) -> (Out=%y, Norm=%n) {axis=1, epsilon=0.1}"},
    {"p_norm_1", "p_norm(X=%x) -> (Out=%y) {porder=1.0, axis=2, keepdim=false}"},
    {"p_norm_2", "p_norm(X=%x) -> (Out=%y) {porder=2.0, axis=-1, keepdim=true}"},
    {"strided_slice",
     "strided_slice(Input=%x) -> (Out=%y) {axes=[1, 3], starts=[0, 1], ends=[3, 5], "
     "strides=[2, 2]}"},
    {"strided_slice_backwards",
     "strided_slice(Input=%x) -> (Out=%y) {axes=[2, 3], starts=[3, 4], ends=[-1, 0], "
     "strides=[-1, -3]}"},
    {"roll", "roll(X=%x) -> (Out=%y) {shifts=[1, -2], axis=[1, 3]}"},
    {"roll_flat", "roll(X=%x) -> (Out=%y) {shifts=[7]}"},
    {"unstack",
     "unstack(X=%x) -> (Y=[%a, %b, %c]) {axis=1, num=3}\n"
     "elementwise_sub(X=%a, Y=%c) -> (Out=%y)"},
    {"yolo_box",
     "reshape2(X=%x) -> (Out=%r) {shape=[1, 30, 2, 2]}\n"
     "yolo_box(X=%r, ImgSize=%size) -> (Boxes=%boxes, Scores=%scores) {anchors=[10, 13, 16, 30, "
     "33, "
     "23], class_num=5, conf_thresh=0.4, downsample_ratio=32, clip_bbox=true, scale_x_y=1.05}\n"
     "concat(X=[%boxes, %scores]) -> (Out=%y) {axis=2}"},
    {"grid_sampler",
     "slice(Input=%z) -> (Out=%s) {axes=[3], starts=[0], ends=[2]}\n"
     "grid_sampler(X=%x, Grid=%s) -> (Output=%y) {align_corners=false, padding_mode=\"border\"}"},
    {"grid_sampler_reflection",
     "slice(Input=%z) -> (Out=%s) {axes=[3], starts=[0], ends=[2]}\n"
     "grid_sampler(X=%x, Grid=%s) -> (Output=%y) {align_corners=true, "
     "padding_mode=\"reflection\"}"},
    {"deformable_conv",
     "concat(X=[%x, %z, %x]) -> (Out=%c) {axis=1}\nslice(Input=%c) -> (Out=%o) {axes=[1], "
     "starts=[0], ends=[8]}\nslice(Input=%c) -> (Out=%m) {axes=[1], starts=[2], ends=[6]}\n"
     "deformable_conv(Input=%x, Offset=%o, Mask=%m, Filter=%deform) -> (Output=%y) {strides=[1, "
     "1], paddings=[1, 1, 0, 1], dilations=[2, 1], groups=1, deformable_groups=1}"},
    {"elementwise_floordiv", "elementwise_floordiv(X=%x, Y=%row) -> (Out=%y) {axis=1}"},
    {"fusion_elementwise_floordiv_activation",
     "fusion_elementwise_floordiv_activation(X=%x, Y=%z) -> (Out=%y) {axis=-1, act_type=\"relu\"}"},
    {"prior_box",
     "relu(X=%x) -> (Out=%r)\n"
     "prior_box(Input=%r, Image=%z) -> (Boxes=%y, Variances=%v) {min_sizes=[1.5, 2.0], "
     "max_sizes=[2.5, 3.0], aspect_ratios=[2.0, 3.0], variances=[0.1, 0.1, 0.2, 0.2], flip=true, "
     "clip=true, offset=0.5}",
     kOpen},
    {"prior_box_order",
     "relu(X=%x) -> (Out=%r)\n"
     "prior_box(Input=%r, Image=%z) -> (Boxes=%y, Variances=%v) {min_sizes=[1.5], "
     "aspect_ratios=[2.0], variances=[0.1, 0.1, 0.2, 0.2], flip=false, clip=false, step_w=3.0, "
     "step_h=2.0, offset=0.25, min_max_aspect_ratios_order=true}",
     kOpen},
    {"roi_align",
     "slice(Input=%x) -> (Out=%one) {axes=[0], starts=[1], ends=[2]}\n"
     "relu(X=%z) -> (Out=%p)\nreshape2(X=%p) -> (Out=%rois) {shape=[30, 4]}\n"
     "roi_align(X=%one, ROIs=%rois) -> (Out=%y) {pooled_height=2, pooled_width=3, "
     "spatial_scale=0.75, sampling_ratio=2, aligned=true}"},
    {"fill_constant",
     "fill_constant() -> (Out=%f) {shape=[600, 2, 3, 4, 5], value=1.5, dtype=5}\n"
     "elementwise_mul(X=%f, Y=%x) -> (Out=%y) {axis=1}"},
    {"assign_value", AssignedFloats()},
    {"assign_value_integers", AssignedIntegers()},
    {"fill_constant_batch_size_like",
     "fill_constant_batch_size_like(Input=%x) -> (Out=%f) {shape=[-1, 3, 1, 1], value=-2.5, "
     "dtype=5}\nelementwise_mul(X=%x, Y=%f) -> (Out=%y)",
     kOpen},
    {"shape",
     "shape(Input=%x) -> (Out=%s)\ncast(X=%s) -> (Out=%t) {in_dtype=2, out_dtype=5}\n"
     "reduce_mean(X=%x) -> (Out=%m) {dim=[0, 1, 2], keep_dim=false}\nconcat(X=[%t, %m]) -> "
     "(Out=%y) {axis=0}",
     kOpen},
    {"range",
     "range(Start=%start, End=%end, Step=%step) -> (Out=%r)\n"
     "reduce_mean(X=%x) -> (Out=%m) {dim=[0, 1, 2, 3], keep_dim=true}\n"
     "elementwise_add(X=%m, Y=%r) -> (Out=%y)"},
    {"unbind", "unbind(X=%x) -> (Out=[%a, %b]) {axis=0}\nelementwise_sub(X=%a, Y=%b) -> (Out=%y)"},
};

std::string ProgramOf(const Case& c) {
  return StrCat(
      "input %x: float", c.shape, "\ninput %z: float", c.shape, "\n",
      "const %start: float[1] = [1.5]\nconst %end: float[1] = [35501.25]\n"
      "const %step: float[1] = [0.5]\n"
      "const %row: float[3] = [-0.5, 0.25, 0.5]\nconst %six: float[6] = range(0.5, 0.25)\n"
      "const %w: float[1,3,1,5] = range(-1, 0.25)\nconst %table: float[6,5] = range(-2, 0.125)\n"
      "const %deform: float[4,3,2,2] = range(-1, 0.0625)\nconst %size: int32[1,2] = [64, 48]\n"
      "const %i: int64[4] = [3, 0, 2, 2]\nconst %ids: int64[4,1] = [5, 0, 2, 2]\n",
      c.ops, "\noutput %y\n");
}

class NNAdapterConverterTest : public testing::TestWithParam<Case> {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }
};

TEST_P(NNAdapterConverterTest, EqualsTheCpu) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const auto model = mir::ParseModel(ProgramOf(GetParam()));
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  std::ostringstream explanation;
  const auto for_device = OptimisedForDevices(*model, {"builtin_device"}, &explanation);
  ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
  const Division division = DivisionOf(*for_device);
  EXPECT_EQ(division.outside, 0) << explanation.str();
  EXPECT_GT(division.inside, 0);
  const auto for_cpu = OptimisedForDevices(*model, {});
  ASSERT_TRUE(for_cpu.ok()) << for_cpu.status().ToString();
  operators::SubgraphSettings settings;
  settings.device_names = {"builtin_device"};
  const auto executable = MakeExecutable(*for_device, settings);
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  const auto reference = MakeExecutable(*for_cpu, {});
  ASSERT_TRUE(reference.ok()) << reference.status().ToString();
  ZooCase zoo_case;
  for (const char* name : {"x", "z"}) {
    const std::vector<float> values = FormulaFloats(name, 2 * 3 * 4 * 5, 2.0f, 0.0f);
    zoo_case.inputs.push_back(
        {name,
         PrecisionType::kFloat,
         {2, 3, 4, 5},
         {},
         {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}});
  }
  const auto worst = WorstDifference(executable->get(), reference->get(), zoo_case);
  ASSERT_TRUE(worst.ok()) << worst.status().ToString();
  EXPECT_LT(*worst, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, NNAdapterConverterTest, testing::ValuesIn(kCases), NameOf);

// The second column of each row whose first one is the name of an operator.
std::map<std::string, std::string> TableOfConverters() {
  std::ifstream page(LITE_TEST_DATA_DIR "/../docs/nnadapter_converters.md");
  std::map<std::string, std::string> rows;
  for (std::string line; std::getline(page, line);) {
    const size_t name_end = line.find("` | ");
    if (line.compare(0, 3, "| `") != 0 || name_end == std::string::npos) continue;
    const size_t begin = name_end + 4;
    rows[line.substr(3, name_end - 3)] = line.substr(begin, line.find(" |", begin) - begin);
  }
  return rows;
}

TEST(NNAdapterConverterTableTest, NamesWhatIsConverted) {
  std::set<std::string> converted;
  for (const auto* converter : kernels::nnadapter::Converters()) {
    for (size_t i = 0; i < converter->count; ++i) converted.insert(converter->types[i]);
  }
  const std::map<std::string, std::string> rows = TableOfConverters();
  ASSERT_GT(rows.size(), 100u);
  for (const auto& [type, state] : rows) {
    const std::string expected = converted.count(type) != 0  ? "yes"
                                 : CreateOp(type) == nullptr ? "no operator"
                                                             : "no";
    EXPECT_EQ(state, expected) << type;
  }
  for (const std::string& type : converted) EXPECT_EQ(rows.count(type), 1u) << type;
}

// --- what converters make of the cases that Paddle computed (tests/ops/golden), and of a few more
using Form = std::set<std::string>;  // names of operations
using Forms = std::map<std::string, std::set<Form>>;

// Operators without such cases, or only for integers, have the slots of another one.
const char* CasesFor(const std::string& type) {
  static const std::map<std::string, const char*> others = {
      {"fill_zeros_like", "fill_any_like"},
      {"fusion_elementwise_floordiv_activation", "fusion_elementwise_div_activation"},
      {"fusion_elementwise_pow_activation", "fusion_elementwise_mul_activation"},
      {"max", "reduce_max"},
      {"negative", "abs"},
      {"sync_batch_norm", "batch_norm"}};
  const auto other = others.find(type);
  return other == others.end() ? type.c_str() : other->second;
}

std::vector<OpCase> CasesOf(const std::string& type) {
  std::vector<OpCase> cases;
  if (type == "range") {  // of constants
    for (const char* slot : {"Start", "End", "Step"}) {
      cases.resize(1);
      cases[0].inputs[slot] = {MakeTensor<float>({1}, {1.0f}).AsWeight()};
    }
  } else if (type == "roi_align") {  // of one image
    cases.resize(1);
    cases[0].inputs = {{"X", {TestTensor(DDim{1, 2, 8, 8})}}, {"ROIs", {TestTensor(DDim{3, 4})}}};
  } else if (type == "squeeze" || type == "squeeze2") {  // not of an image
    cases.resize(1);
    cases[0].inputs["X"] = {TestTensor(DDim{2, 1, 3})};
  }
  for (const char* ending : {".txt", ".fluid.txt", ".lite.txt"}) {
    const std::string path = StrCat(LITE_TEST_DATA_DIR "/ops/golden/", CasesFor(type), ending);
    if (!std::filesystem::exists(path)) continue;
    Result<std::vector<OpCase>> more = LoadGolden(path);
    EXPECT_TRUE(more.ok()) << more.status().ToString();
    if (more.ok()) cases.insert(cases.end(), more->begin(), more->end());
  }
  return cases;
}

// An operator with the inputs of a case.
class BoundCase {
 public:
  Status Bind(const std::string& type, const OpCase& c) {
    for (const auto& [slot, tensors] : c.inputs) {
      for (size_t i = 0; i < tensors.size(); ++i) {
        const TestTensor& from = tensors[i];
        Tensor* tensor = variables_.TensorOf(VariableName(slot, i));
        tensor->Resize(from.dims);
        tensor->set_lod(from.lod);
        tensor->set_persistable(from.weight);
        LITE_RETURN_IF_ERROR(tensor->Allocate(from.precision));
        std::copy(from.bytes.begin(), from.bytes.end(), tensor->mutable_data<uint8_t>());
      }
    }
    LITE_ASSIGN_OR_RETURN(const model::OpDesc desc, Describe(type, c));
    for (const auto& [slot, names] : desc.outputs) {
      for (const std::string& name : names) {
        results_.push_back(variables_.TensorOf(name));
        // Programs of Paddle before 2.5 declare scalars as [1].
        variables_.TensorOf(name)->Resize(DDim{1});
      }
    }
    op_ = CreateOp(type);
    LITE_RETURN_IF_ERROR(model::LoadOp(desc, &variables_, op_.get()));
    LITE_RETURN_IF_ERROR(InferShapeFromValues(op_.get()));
    return op_->InferType();
  }
  const Op& op() const { return *op_; }
  const std::vector<const Tensor*>& results() const { return results_; }

 private:
  Variables variables_;
  std::vector<const Tensor*> results_;
  std::unique_ptr<Op> op_;
};

// The operations for the case; an error if the converter refuses it.
Result<Form> FormOf(const std::string& type, const OpCase& c) {
  BoundCase bound;
  LITE_RETURN_IF_ERROR(bound.Bind(type, c));
  kernels::nnadapter::Builder plan;
  LITE_RETURN_IF_ERROR(kernels::nnadapter::ConvertOp(bound.op(), &plan));
  Form form;
  for (const auto& operation : plan.operations()) {
    form.insert(kernels::nnadapter::OperationName(operation.type));
  }
  return form;
}

// A device that has the operations of one form needs no others. A case in which only the shape
// changes, such as the sum of one tensor, does not represent its operator.
std::set<Form> WithoutLarger(std::set<Form> forms) {
  if (forms.size() > 1) forms.erase({"RESHAPE"});
  std::set<Form> kept;
  for (const Form& form : forms) {
    const bool larger = std::any_of(forms.begin(), forms.end(), [&](const Form& other) {
      return other != form && std::includes(form.begin(), form.end(), other.begin(), other.end());
    });
    if (!larger) kept.insert(form);
  }
  return kept;
}

std::string TextOf(const Forms& forms) {
  std::string text =
      "# The operations of each operator in its tested forms; forms that need all of another and "
      "more are left out.\n"
      "# converters_test.cc writes this file with LITE_UPDATE_SUPPORT=1.\n";
  for (const auto& [type, of_type] : forms) {
    text += StrCat(type, ":");
    for (const Form& form : of_type) {
      if (form != *of_type.begin()) text += ",";
      for (const std::string& operation : form) text += StrCat(" ", operation);
    }
    text += "\n";
  }
  return text;
}

TEST(NNAdapterConverterTableTest, HasTheOperationsOfEachForm) {
  Forms forms;
  for (const auto* converter : kernels::nnadapter::Converters()) {
    for (size_t i = 0; i < converter->count; ++i) {
      const std::string type = converter->types[i];
      std::set<Form> all;
      std::string refusals;
      for (const OpCase& c : CasesOf(type)) {
        const Result<Form> form = FormOf(type, c);
        if (form.ok()) all.insert(*form);
        if (!form.ok()) refusals += StrCat("\n", form.status().ToString());
      }
      EXPECT_FALSE(all.empty()) << type << " is converted in no case" << refusals;
      forms[type] = WithoutLarger(all);
    }
  }
  if (HasFailure()) return;
  const char* const path = LITE_TEST_DATA_DIR "/../lite/kernels/nnadapter/tested_forms.txt";
  if (std::getenv("LITE_UPDATE_SUPPORT") != nullptr) {
    std::ofstream file(path);
    file << TextOf(forms);
    file.flush();
    EXPECT_TRUE(file.good()) << "cannot write " << path;
    return;
  }
  std::ostringstream table;
  table << std::ifstream(path).rdbuf();
  EXPECT_EQ(table.str(), TextOf(forms)) << "LITE_UPDATE_SUPPORT=1 rewrites " << path;
}

TEST(NNAdapterConverterTableTest, AnswersForDevices) {
  using Answer = kernels::DeviceAnswer;
  const auto runs = kernels::NNAdapterDeviceRuns;
  for (const char* device : {"huawei_kirin_npu", "rockchip_npu", "google_xnnpack"}) {
    EXPECT_EQ(runs(device, "conv2d"), Answer::kYes) << device;
    EXPECT_EQ(runs(device, "cos"), Answer::kNo) << device;
  }
  EXPECT_EQ(runs("huawei_kirin_npu", "gather"), Answer::kYes);
  EXPECT_EQ(runs("rockchip_npu", "gather"), Answer::kNo);
  EXPECT_EQ(runs("rockchip_npu", "batch_norm"), Answer::kNo);  // has real parameters
  EXPECT_EQ(runs("intel_openvino", "conv2d"), Answer::kUnknown);
  for (const auto* converter : kernels::nnadapter::Converters()) {
    for (size_t i = 0; i < converter->count; ++i) {
      EXPECT_EQ(runs("builtin_device", converter->types[i]), Answer::kYes) << converter->types[i];
    }
  }
}

#ifdef LITE_NNADAPTER_TEST_XNNPACK
// Whether the driver takes every operation of the case.
Result<bool> DriverTakes(const nnadapter_test::Devices& devices, const std::string& type,
                         const OpCase& c) {
  LITE_ASSIGN_OR_RETURN(const auto* api, nnadapter::LoadApi());
  BoundCase bound;
  LITE_RETURN_IF_ERROR(bound.Bind(type, c));
  kernels::nnadapter::Builder builder(api);
  LITE_RETURN_IF_ERROR(kernels::nnadapter::ConvertOp(bound.op(), &builder));
  Status status = Internal("no result is computed");
  for (const Tensor* result : bound.results()) {
    const auto model = builder.Finish({result});
    status = model.status();
    if (!status.ok()) continue;
    const size_t count = model->operations.size();
    const std::unique_ptr<bool[]> taken(new bool[count]);
    LITE_RETURN_IF_ERROR(
        nnadapter::CheckCall(api->NNAdapterModel_getSupportedOperations(
                                 model->handle.get(), devices.context(), taken.get()),
                             "NNAdapterModel_getSupportedOperations"));
    return std::all_of(taken.get(), taken.get() + count, [](bool one) { return one; });
  }
  return status;
}

TEST(NNAdapterConverterTableTest, ClaimsNothingThatTheDriverRefuses) {
  UseBuiltNNAdapter();
  const nnadapter_test::Devices devices({"google_xnnpack"});
  ASSERT_EQ(devices.code(), NNADAPTER_NO_ERROR);
  int claimed = 0;
  for (const auto* converter : kernels::nnadapter::Converters()) {
    for (size_t i = 0; i < converter->count; ++i) {
      const std::string type = converter->types[i];
      if (kernels::NNAdapterDeviceRuns("google_xnnpack", type) != kernels::DeviceAnswer::kYes) {
        continue;
      }
      bool taken = false;
      for (const OpCase& c : CasesOf(type)) {
        const auto takes = DriverTakes(devices, type, c);
        taken |= takes.ok() && *takes;
      }
      EXPECT_TRUE(taken) << type;
      ++claimed;
    }
  }
  EXPECT_GT(claimed, 30);
}
#endif

}  // namespace
}  // namespace paddle::lite::test
