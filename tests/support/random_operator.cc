#include "tests/support/random_operator.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"
#include "lite/model/op_fields.h"
#include "lite/runtime/executable.h"
#include "tests/support/op_variables.h"
#include "tests/support/operator_templates.h"
#include "tests/support/tiny_models.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

using model::AttrValue;
using model::FieldInfo;
using model::FieldKind;

// Decisions, one byte each; when the bytes are used up, a generator that they seed goes on.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes), state_(Fnv1a64(std::string(bytes))) {}

  uint64_t Bits() { return SplitMix64(state_++); }
  // 0 <= result < bound <= 256
  int Below(int bound) {
    const int byte = at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_++])
                                         : static_cast<int>(Bits() & 255);
    return byte % bound;
  }
  bool OneIn(int n) { return Below(n) == 0; }
  template <typename List>
  const auto& Pick(const List& list) {
    return list[static_cast<size_t>(Below(static_cast<int>(std::size(list))))];
  }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  uint64_t state_;
};

// Nothing from 2^13 to 2^29: a result of that size is what the program asks for, and takes long.
constexpr int64_t kOddIntegers[] = {0,
                                    -1,
                                    -2,
                                    1,
                                    2,
                                    3,
                                    7,
                                    9,
                                    10,
                                    64,
                                    255,
                                    300,
                                    5000,
                                    1 << 30,
                                    INT32_MAX - 1,
                                    INT32_MAX,
                                    INT32_MIN,
                                    INT32_MIN + 1,
                                    int64_t{1} << 31,
                                    int64_t{1} << 32,
                                    int64_t{1} << 40,
                                    int64_t{1} << 62,
                                    INT64_MAX,
                                    INT64_MIN};
constexpr double kOddNumbers[] = {0,
                                  -0.0,
                                  1,
                                  -1,
                                  0.5,
                                  1e-30,
                                  1e-6,
                                  1e6,
                                  2147483648.0,
                                  1e19,
                                  3e38,
                                  -3e38,
                                  1e-45,
                                  std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
constexpr const char* kTexts[] = {
    "",        "relu",       "relu6",     "prelu",    "leaky_relu", "hard_swish", "NCHW",
    "NHWC",    "AnyLayout",  "SAME",      "VALID",    "EXPLICIT",   "max",        "avg",
    "channel", "element",    "all",       "bilinear", "nearest",    "bicubic",    "trilinear",
    "linear",  "constant",   "reflect",   "edge",     "replicate",  "circular",   "NCDHW",
    "NDHWC",   "reflection", "no such x", "matmul",   "MAX",        "LAST",       "AVERAGE"};
constexpr PrecisionType kTypes[] = {
    PrecisionType::kFloat, PrecisionType::kFP64,  PrecisionType::kInt32,
    PrecisionType::kInt64, PrecisionType::kBool,  PrecisionType::kInt8,
    PrecisionType::kUInt8, PrecisionType::kInt16, PrecisionType::kFP16};

constexpr int64_t kMaxElements = 1 << 15;  // of a tensor that is fed

class Maker {
 public:
  explicit Maker(std::string_view bytes) : choose_(bytes) {}

  OperatorProgram Make() {
    const std::vector<std::string>& types = FuzzedOperators();
    const size_t which =
        static_cast<size_t>(choose_.Below(256)) * 256 + static_cast<size_t>(choose_.Below(256));
    type_ = types[which % types.size()];
    template_ = FindOperatorTemplate(type_, choose_.Below(256));
    std::unique_ptr<Op> op = CreateOp(type_);
    fields_ = model::DescribeFields(FieldsOf(op.get()));
    NameSizes();

    model::Model& model = program_.model;
    model.source = type_;
    model.program.version = choose_.OneIn(4) ? 1008005 : 2006000;
    model.program.blocks.emplace_back();
    Declare("feed", model::VarType::kFeedMinibatch);
    Declare("fetch", model::VarType::kFetchList);

    op_.type = type_;
    for (const FieldInfo& field : fields_) AddField(field);
    // The scales of values, which operators do not declare.
    for (const AttrTemplate& attr : template_.attrs) {
      if (!model::ScaledValue(op_, attr.name).has_value()) continue;
      fields_.push_back({FieldKind::kAttribute, attr.name, false, std::vector<float>()});
      AddField(fields_.back());
    }
    const int changes = static_cast<int>(choose_.Pick(std::vector<int>{0, 0, 1, 1, 1, 2, 2, 3}));
    for (int i = 0; i < changes; ++i) ChangeAttribute();
    if (choose_.OneIn(4)) {
      const Span<const KernelDef* const> kernels = KernelsOf(type_);
      if (kernels.size() != 0) {
        kernel_ = kernels[static_cast<size_t>(choose_.Below(256)) % kernels.size()];
        op_.attrs[model::kKernelTypeAttr] = kernel_->Key();
      }
    }
    program_.host_only = choose_.OneIn(4);
    program_.threads = choose_.OneIn(4) ? 2 : 1;
    Assemble();
    return std::move(program_);
  }

 private:
  struct Input {
    std::string variable;
    FedTensor tensor;
    bool parameter = false;
    bool bounded = false;   // integers that index something
    bool positive = false;  // integers that divide something
  };

  void NameSizes() {
    constexpr int kUsual[] = {1, 2, 3, 4, 5, 6, 8, 1, 2, 3, 4, 7, 9, 12, 16, 17};
    for (char letter = 'A'; letter <= 'Z'; ++letter) sizes_[letter] = choose_.Pick(kUsual);
    constexpr int kWindows[] = {1, 1, 2, 3, 3, 3, 5};
    sizes_['K'] = choose_.Pick(kWindows);
    if (choose_.OneIn(16)) sizes_[template_.any_letter(choose_.Below(256))] = 0;
    if (choose_.OneIn(16)) sizes_[template_.any_letter(choose_.Below(256))] = 65;
  }

  int64_t SizeOf(const SizeTerm& term) const {
    int64_t size = 1;
    for (const char letter : term.factors) size *= sizes_.at(letter);
    return size * term.factor;
  }

  void Declare(const std::string& name, model::VarType type, const FedTensor* like = nullptr) {
    model::VarDesc var;
    var.name = name;
    var.type = type;
    if (like != nullptr) {
      var.data_type = model::VarTypeOf(like->precision);
      var.shape = like->dims.Vectorize();
    }
    var.has_tensor_desc = type == model::VarType::kLoDTensor;
    var.persistable = like == nullptr && type != model::VarType::kLoDTensor &&
                      type != model::VarType::kLoDTensorArray;
    program_.model.program.blocks[0].vars.push_back(std::move(var));
  }

  void AddField(const FieldInfo& field) {
    const SlotTemplate* slot = template_.slot(field.name);
    const bool list = field.kind == FieldKind::kInputList || field.kind == FieldKind::kOutputList;
    const int count = !list                                ? 1
                      : slot != nullptr && slot->count > 0 ? slot->count
                                                           : choose_.Below(3) + 1;
    switch (field.kind) {
      case FieldKind::kInput:
      case FieldKind::kInputList: {
        const bool wanted = slot != nullptr ? !slot->optional || choose_.OneIn(2)
                                            : field.required || choose_.OneIn(24);
        if (!wanted) return;
        for (int i = 0; i < count; ++i) {
          inputs_.push_back(MakeInput(slot, field.name, static_cast<size_t>(i)));
          op_.inputs[field.name].push_back(inputs_.back().variable);
        }
        return;
      }
      case FieldKind::kInputArray:
      case FieldKind::kInputArrayList:
        op_.inputs[field.name] = {"array"};
        return;
      case FieldKind::kOutputArray:
        op_.outputs[field.name] = {"array"};
        return;
      case FieldKind::kOutput:
      case FieldKind::kOutputList:
        if (!field.required && !choose_.OneIn(3)) return;
        for (int i = 0; i < count; ++i) {
          const std::string name = VariableName("out " + field.name, static_cast<size_t>(i));
          op_.outputs[field.name].push_back(name);
          results_.push_back(name);
        }
        return;
      case FieldKind::kAttribute:
        if (const AttrTemplate* attr = template_.attr(field.name))
          op_.attrs[field.name] = FromTemplate(*attr, field.default_value);
        return;
      case FieldKind::kBlock:
        return;
    }
  }

  AttrValue FromTemplate(const AttrTemplate& attr, const AttrValue& like) {
    if (!attr.texts.empty()) {
      const std::string text = choose_.Pick(attr.texts);
      if (std::holds_alternative<std::vector<std::string>>(like)) return std::vector{text};
      return text;
    }
    std::vector<int32_t> values;
    for (const SizeTerm& term : attr.values) values.push_back(static_cast<int32_t>(SizeOf(term)));
    if (std::holds_alternative<std::vector<float>>(like))
      return std::vector<float>(values.begin(), values.end());
    if (std::holds_alternative<std::vector<int32_t>>(like) ||
        std::holds_alternative<std::vector<int64_t>>(like)) {
      return values;
    }
    return values.at(0);
  }

  // Tensor number i of the slot `name`.
  Input MakeInput(const SlotTemplate* slot, const std::string& name, size_t i) {
    Input input;
    input.variable = VariableName(name, i);
    FedTensor& tensor = input.tensor;
    if (slot != nullptr) {
      const auto& shape = slot->shapes[std::min(i, slot->shapes.size() - 1)];
      for (const SizeTerm& term : shape) tensor.dims.push_back(SizeOf(term));
      tensor.precision = slot->type;
      input.positive = slot->positive;
      input.bounded = slot->type != PrecisionType::kFloat;
      input.parameter = slot->parameter ? !choose_.OneIn(5) : choose_.OneIn(12);
      if (slot->lod) tensor.lod = MakeLoD(tensor.dims);
    } else {
      if (generic_.empty()) {
        for (int rank = choose_.Below(5); rank > 0; --rank)
          generic_.push_back(choose_.Below(5) + 1);
      }
      tensor.dims = generic_;
    }
    if (choose_.OneIn(24)) tensor.precision = choose_.Pick(kTypes);
    if (choose_.OneIn(32)) ChangeShape(&tensor.dims);
    if (choose_.OneIn(64)) tensor.lod = MakeLoD(tensor.dims);
    Fill(&input);
    return input;
  }

  void ChangeShape(DDim* dims) {
    constexpr int64_t kSizes[] = {0, 1, 2, 3, 5, 16, 33, 300};
    switch (choose_.Below(4)) {
      case 0:
        dims->push_back(choose_.Pick(kSizes));
        return;
      case 1: {
        const DDim all = *dims;
        *dims = DDim();
        for (int i = 0; i + 1 < all.rank(); ++i) dims->push_back(all[i]);
        return;
      }
      case 2:
        if (dims->rank() > 0) {
          // An empty tensor has room for every size.
          (*dims)[choose_.Below(dims->rank())] = 0;
          (*dims)[choose_.Below(dims->rank())] = int64_t{1} << choose_.Below(63);
        }
        return;
      default:
        if (dims->rank() > 0) (*dims)[choose_.Below(dims->rank())] = choose_.Pick(kSizes);
    }
  }

  LoD MakeLoD(const DDim& dims) {
    const uint64_t rows = dims.rank() > 0 ? static_cast<uint64_t>(dims[0]) : 0;
    LoD lod(1);
    lod[0] = {0};
    while (lod[0].back() < rows && lod[0].size() < 100)
      lod[0].push_back(std::min(rows, lod[0].back() + static_cast<uint64_t>(choose_.Below(3))));
    if (choose_.OneIn(8)) lod[0].push_back(static_cast<uint64_t>(choose_.Pick(kOddIntegers)));
    if (choose_.OneIn(16)) lod[0].clear();
    if (choose_.OneIn(8)) lod.push_back({0, rows});
    return lod;
  }

  void Fill(Input* input) {
    FedTensor& tensor = input->tensor;
    const Result<int64_t> count = CheckedElementCount(tensor.dims);
    if (!count.ok() || *count > kMaxElements) tensor.dims = DDim{2, 3};
    const auto elements = static_cast<size_t>(tensor.dims.production());
    tensor.bytes.resize(elements * PrecisionTypeLength(tensor.precision));
    const bool odd = choose_.OneIn(8);
    const int most = input->bounded ? 3 : 5;
    for (size_t i = 0; i < elements; ++i) {
      const uint64_t bits = choose_.Bits();
      const bool is_odd = odd && bits % 4 == 0;
      const uint64_t which = bits >> 8;
      const double number =
          is_odd ? kOddNumbers[which % std::size(kOddNumbers)]
                 : static_cast<double>(bits >> 40) / static_cast<double>(1 << 23) - 1;
      const int64_t integer = is_odd ? kOddIntegers[which % std::size(kOddIntegers)]
                                     : static_cast<int64_t>(which % static_cast<uint64_t>(most)) +
                                           (input->positive ? 1 : 0);
      char* at = tensor.bytes.data() + i * PrecisionTypeLength(tensor.precision);
      const Status known = VisitElementType(tensor.precision, [&](auto type) {
        using T = StoredAs<typename decltype(type)::Type>;
        T value = static_cast<T>(integer);
        if constexpr (kIsReal<T>) value = static_cast<T>(number);
        if (tensor.precision == PrecisionType::kBool) value = static_cast<T>(integer & 1);
        std::memcpy(at, &value, sizeof(value));
      });
      if (!known.ok()) std::abort();
    }
  }

  void ChangeAttribute() {
    std::vector<const FieldInfo*> attributes;
    for (const FieldInfo& field : fields_) {
      if (field.kind == FieldKind::kAttribute) attributes.push_back(&field);
    }
    if (attributes.empty()) return;
    const FieldInfo& field =
        *attributes[static_cast<size_t>(choose_.Below(256)) % attributes.size()];
    AttrValue& value = op_.attrs.emplace(field.name, field.default_value).first->second;
    // One time in three a small number, which often makes sense.
    const bool tame = choose_.OneIn(3);
    const auto integer = [&] {
      return tame ? static_cast<int64_t>(choose_.Below(6)) - 1 : choose_.Pick(kOddIntegers);
    };
    const auto number = [&] { return tame ? choose_.Below(8) / 4.0 : choose_.Pick(kOddNumbers); };
    const auto change = [&](auto* list, const auto& element) {
      constexpr size_t kMany = 100000;
      if (choose_.OneIn(4)) list->resize(list->size() + static_cast<size_t>(choose_.Below(3)));
      if (choose_.OneIn(16)) list->resize(kMany, element());
      if (choose_.OneIn(16)) list->clear();
      if (list->empty()) return;
      const bool all = choose_.OneIn(4);
      const size_t one = static_cast<size_t>(choose_.Below(256)) % list->size();
      for (size_t i = 0; i < list->size() && i < 16; ++i) {
        if (all || i == one) (*list)[i] = element();
      }
    };
    if (auto* flag = std::get_if<bool>(&value)) {
      *flag = !*flag;
    } else if (auto* i32 = std::get_if<int32_t>(&value)) {
      *i32 = static_cast<int32_t>(integer());
    } else if (auto* i64 = std::get_if<int64_t>(&value)) {
      *i64 = integer();
    } else if (auto* real = std::get_if<float>(&value)) {
      *real = static_cast<float>(number());
    } else if (auto* wide = std::get_if<double>(&value)) {
      *wide = number();
    } else if (auto* text = std::get_if<std::string>(&value)) {
      const AttrTemplate* usual = template_.attr(field.name);
      const bool known = usual != nullptr && !usual->texts.empty() && tame;
      *text = known ? choose_.Pick(usual->texts) : std::string(choose_.Pick(kTexts));
    } else if (auto* ints = std::get_if<std::vector<int32_t>>(&value)) {
      change(ints, [&] { return static_cast<int32_t>(integer()); });
    } else if (auto* longs = std::get_if<std::vector<int64_t>>(&value)) {
      change(longs, integer);
    } else if (auto* reals = std::get_if<std::vector<float>>(&value)) {
      change(reals, [&] { return static_cast<float>(number()); });
    } else if (auto* texts = std::get_if<std::vector<std::string>>(&value)) {
      change(texts, [&] { return std::string(choose_.Pick(kTexts)); });
    }
  }

  // Feeds, the operator, perhaps another one before and after it, and fetches.
  void Assemble() {
    std::vector<model::OpDesc>& ops = program_.model.program.blocks[0].ops;
    std::vector<const Input*> fed;
    const Input element = ArrayElement();
    if (!element.variable.empty()) inputs_.push_back(element);
    for (const Input& input : inputs_) {
      Declare(input.variable, model::VarType::kLoDTensor, &input.tensor);
      if (input.parameter) {
        program_.model.program.blocks[0].vars.back().persistable = true;
        Tensor& tensor = program_.model.params[input.variable];
        tensor.Resize(input.tensor.dims);
        if (!tensor.Allocate(input.tensor.precision).ok()) std::abort();
        std::copy(input.tensor.bytes.begin(), input.tensor.bytes.end(),
                  tensor.mutable_data<char>());
        continue;
      }
      ops.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {input.variable}}},
                           {{"col", static_cast<int32_t>(fed.size())}}));
      fed.push_back(&input);
    }
    // A value that the program computed may be overwritten; one that is fed may not.
    if (!inputs_.empty() && !inputs_[0].parameter &&
        inputs_[0].tensor.precision == PrecisionType::kFloat && choose_.OneIn(4)) {
      const std::string before = inputs_[0].variable;
      Declare("before", model::VarType::kLoDTensor, &inputs_[0].tensor);
      ops.push_back(MakeOp("abs", {{"X", {before}}}, {{"Out", {"before"}}}));
      for (auto& [slot, names] : op_.inputs)
        std::replace(names.begin(), names.end(), before, std::string("before"));
    }
    if (uses_array_) Declare("array", model::VarType::kLoDTensorArray);
    if (!element.variable.empty()) {
      ops.push_back(MakeOp("write_to_array", {{"X", {element.variable}}, {"I", {"zero"}}},
                           {{"Out", {"array"}}}));
    }
    const std::vector<model::OpDesc> after = ConvertLayouts(&ops);
    ops.push_back(op_);
    ops.insert(ops.end(), after.begin(), after.end());
    if (type_ == "write_to_array") {
      ops.push_back(MakeOp("lod_array_length", {{"X", {"array"}}}, {{"Out", {"length"}}}));
      results_.push_back("length");
    }
    const FedTensor unknown;
    for (const std::string& name : results_) Declare(name, model::VarType::kLoDTensor, &unknown);
    int column = 0;
    for (const std::string& name : results_) {
      ops.push_back(MakeOp("fetch", {{"X", {name}}}, {{"Out", {"fetch"}}}, {{"col", column++}}));
    }

    const int sets = choose_.OneIn(3) ? 2 : 1;
    const int64_t factor = choose_.Below(3);
    for (int set = 0; set < sets; ++set) {
      std::vector<FedTensor>& tensors = program_.feeds.emplace_back();
      for (const Input* input : fed) {
        Input copy = *input;
        // Another batch, where dimension 0 is one.
        if (set > 0 && copy.tensor.dims.rank() > 0 &&
            copy.tensor.dims[0] == inputs_[0].tensor.dims[0]) {
          copy.tensor.dims[0] *= factor;
          if (!copy.tensor.lod.empty()) copy.tensor.lod = MakeLoD(copy.tensor.dims);
          Fill(&copy);
        }
        tensors.push_back(std::move(copy.tensor));
      }
    }
  }

  // Where the chosen kernel takes channels-last tensors the program converts them, before (into
  // `ops`) and after (the result).
  std::vector<model::OpDesc> ConvertLayouts(std::vector<model::OpDesc>* ops) {
    std::vector<model::OpDesc> after;
    if (kernel_ == nullptr) return after;
    const FedTensor any;
    for (auto& [slot, names] : op_.inputs) {
      if (kernel_->InputType(slot.c_str()).layout != DataLayoutType::kNHWC) continue;
      for (std::string& name : names) {
        const std::string converted = name + " nhwc";
        Declare(converted, model::VarType::kLoDTensor, &any);
        ops->push_back(Conversion(name, converted, DataLayoutType::kNHWC));
        name = converted;
      }
    }
    for (auto& [slot, names] : op_.outputs) {
      if (kernel_->OutputType(slot.c_str()).layout != DataLayoutType::kNHWC) continue;
      for (std::string& name : names) {
        const std::string given = name + " nhwc";
        Declare(given, model::VarType::kLoDTensor, &any);
        after.push_back(Conversion(given, name, DataLayoutType::kNCHW));
        name = given;
      }
    }
    return after;
  }

  static model::OpDesc Conversion(const std::string& from, const std::string& to,
                                  DataLayoutType layout) {
    model::OpDesc op = MakeOp("layout", {{"Input", {from}}}, {{"Out", {to}}});
    for (const KernelDef* def : KernelsOf("layout")) {
      if (def->OutputType("Out").layout == layout) op.attrs[model::kKernelTypeAttr] = def->Key();
    }
    return op;
  }

  // What a list holds that the operator reads; without a name where it reads none.
  Input ArrayElement() {
    Input element;
    for (const FieldInfo& field : fields_) {
      const bool reads_array =
          field.kind == FieldKind::kInputArray || field.kind == FieldKind::kInputArrayList;
      uses_array_ |= reads_array || field.kind == FieldKind::kOutputArray;
      if (!reads_array) continue;
      Input zero;
      zero.variable = "zero";
      zero.parameter = true;
      zero.tensor.precision = PrecisionType::kInt64;
      zero.tensor.dims = DDim{1};
      zero.tensor.bytes.resize(sizeof(int64_t));
      inputs_.push_back(std::move(zero));
      element = MakeInput(nullptr, "element", 0);
    }
    return element;
  }

  Choices choose_;
  std::string type_;
  OperatorTemplate template_;
  std::vector<FieldInfo> fields_;
  std::map<char, int64_t> sizes_;
  DDim generic_;  // shape of inputs that the template does not know
  model::OpDesc op_;
  std::vector<Input> inputs_;
  std::vector<std::string> results_;
  bool uses_array_ = false;
  const KernelDef* kernel_ = nullptr;  // that the program names, if it does
  OperatorProgram program_;
};

}  // namespace

const std::vector<std::string>& FuzzedOperators() {
  static const auto* const types = [] {
    auto* list = new std::vector<std::string>;
    for (const std::string& type : KnownOpTypes()) {
      // The program itself consists of these; the others run blocks.
      if (type == "feed" || type == "fetch" || type == "layout" || type == "layout_once") continue;
      // Programs have one list, and these are two of different element types.
      if (type == "beam_search_decode") continue;
      // Its 106 parameters have 102 MB.
      if (type == "__xpu__resnet50") continue;
      // Those that only devices run.
      if (KernelsOf(type).empty()) continue;
      bool has_block = false;
      for (const FieldInfo& field : model::DescribeFields(FieldsOf(CreateOp(type).get())))
        has_block |= field.kind == FieldKind::kBlock;
      if (!has_block) list->push_back(type);
    }
    return list;
  }();
  return *types;
}

OperatorProgram MakeOperatorProgram(std::string_view bytes) { return Maker(bytes).Make(); }

std::string OperatorProgram::ToString() const {
  std::string text = StrCat("threads ", threads, host_only ? ", host kernels\n" : "\n");
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    if (op.type == "feed" || op.type == "fetch") continue;
    text += op.type + "(";
    for (const auto& [slot, names] : op.inputs) text += StrCat(slot, "=", ListToString(names), " ");
    text += ") -> ";
    for (const auto& [slot, names] : op.outputs)
      text += StrCat(slot, "=", ListToString(names), " ");
    for (const auto& [name, value] : op.attrs)
      text += StrCat("\n  ", name, " = ", model::AttrToString(value).substr(0, 200));
    text += "\n";
  }
  for (const auto& [name, tensor] : model.params)
    text += StrCat(name, ": parameter ", PrecisionToStr(tensor.precision()), tensor.dims(), "\n");
  for (const std::vector<FedTensor>& set : feeds) {
    text += "feeds:";
    for (const FedTensor& tensor : set) {
      text += StrCat(" ", PrecisionToStr(tensor.precision), tensor.dims);
      for (const auto& level : tensor.lod) text += StrCat(" lod", ListToString(level));
    }
    text += "\n";
  }
  return text;
}

Status RunOperatorProgram(const OperatorProgram& program) {
  ExecutableOptions options;
  options.threads = program.threads;
  if (program.host_only) options.targets = {TargetType::kHost};
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<Executable> executable,
                        Executable::Create(program.model, options));
  for (const std::vector<FedTensor>& set : program.feeds) {
    for (size_t i = 0; i < set.size() && i < executable->input_names().size(); ++i) {
      Tensor* input = executable->input(i);
      input->Resize(set[i].dims);
      input->set_lod(set[i].lod);
      LITE_RETURN_IF_ERROR(input->Allocate(set[i].precision));
      std::copy(set[i].bytes.begin(), set[i].bytes.end(), input->mutable_data<char>());
    }
    LITE_RETURN_IF_ERROR(executable->Run());
  }
  return OkStatus();
}

}  // namespace paddle::lite::test
