// Operators written as for Paddle Lite's source tree, OpLite and KernelLite with REGISTER_LITE_OP
// and REGISTER_LITE_KERNEL, in a project of your own. Public header; parses as C++11. See
// docs/custom_operators.md, which also has a shorter form.
//
// A shared library of such files is loaded like any library of operators. A program that contains
// them calls paddle::lite::RegisterUserOps() before it creates a predictor.
//
// The slots and attributes are those that AttachImpl reads: it is called once with a description
// that contains every name. An operator and its kernel are created for each call, so a kernel keeps
// nothing between runs. Kernels of all CPU targets can run; one for this machine is preferred. A
// kernel takes the element types that its BindInput names.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "paddle_custom_op.h"

#ifndef LAYOUT
#define LAYOUT(item) DATALAYOUT(item)
#endif

#define LITE_CHECK_OR_FALSE(condition, text) \
  do {                                       \
    if (!(condition)) {                      \
      ::paddle::lite::FailedCheck() = text;  \
      return false;                          \
    }                                        \
  } while (0)
#define CHECK_OR_FALSE(condition) LITE_CHECK_OR_FALSE(condition, #condition)
#define CHECK_EQ_OR_FALSE(a, b) LITE_CHECK_OR_FALSE((a) == (b), #a " == " #b)
#define CHECK_NE_OR_FALSE(a, b) LITE_CHECK_OR_FALSE((a) != (b), #a " != " #b)
#define CHECK_GT_OR_FALSE(a, b) LITE_CHECK_OR_FALSE((a) > (b), #a " > " #b)
#define CHECK_GE_OR_FALSE(a, b) LITE_CHECK_OR_FALSE((a) >= (b), #a " >= " #b)
#define CHECK_LT_OR_FALSE(a, b) LITE_CHECK_OR_FALSE((a) < (b), #a " < " #b)
#define CHECK_LE_OR_FALSE(a, b) LITE_CHECK_OR_FALSE((a) <= (b), #a " <= " #b)

// Each program or library has its own registrations.
#if defined(_WIN32)
#define LITE_LOCAL
#else
#define LITE_LOCAL __attribute__((visibility("hidden")))
#endif

namespace paddle {
namespace lite {

using lite_api::DataLayoutType;
using lite_api::Place;
using lite_api::PrecisionType;
using lite_api::PrecisionTypeTrait;
using lite_api::TargetType;

// The names below must not collide with those in the static library.
inline namespace user_op {

// The condition that made CheckShape or InferShape return false.
LITE_LOCAL inline const char*& FailedCheck() {
  static thread_local const char* text = "";
  return text;
}

class DDim {
 public:
  using value_type = int64_t;
  DDim() = default;
  explicit DDim(const std::vector<int64_t>& dims) : dims_(dims) {}
  DDim(std::initializer_list<int64_t> dims) : dims_(dims) {}

  size_t size() const { return dims_.size(); }
  bool empty() const { return dims_.empty(); }
  int64_t operator[](int i) const { return dims_[static_cast<size_t>(i)]; }
  int64_t& operator[](int i) { return dims_[static_cast<size_t>(i)]; }
  // The product of dimensions [begin, end).
  int64_t count(int begin, int end) const {
    int64_t product = 1;
    for (int i = begin < 0 ? 0 : begin; i < end && i < static_cast<int>(size()); ++i) {
      product *= (*this)[i];
    }
    return product;
  }
  int64_t production() const { return count(0, static_cast<int>(size())); }
  const std::vector<int64_t>& data() const { return dims_; }
  std::vector<int64_t> Vectorize() const { return dims_; }
  bool operator==(const DDim& other) const { return dims_ == other.dims_; }
  bool operator!=(const DDim& other) const { return dims_ != other.dims_; }

 private:
  std::vector<int64_t> dims_;
};

// A tensor of the current call.
class Tensor {
 public:
  explicit Tensor(PDL_OpTensor* tensor) : tensor_(tensor) {}
  // One outside of a call, with memory that mutable_data makes.
  Tensor(PDL_OpTensor* tensor, std::vector<char>* memory) : tensor_(tensor), memory_(memory) {}

  DDim dims() const { return DDim(lite_api::OpTensor(tensor_).shape()); }
  int64_t numel() const { return lite_api::OpTensor(tensor_).numel(); }
  PrecisionType precision() const { return static_cast<PrecisionType>(tensor_->type); }
  TargetType target() const { return TargetType::kHost; }
  void Resize(const DDim& dims) { lite_api::OpTensor(tensor_).Resize(dims.data()); }
  void Resize(const std::vector<int64_t>& dims) { lite_api::OpTensor(tensor_).Resize(dims); }

  template <typename T>
  const T* data() const {
    return lite_api::OpTensor(tensor_).data<T>();
  }
  // The memory of an output, whose type is the one that BindOutput names.
  template <typename T>
  T* mutable_data() {
    if (memory_ != nullptr) {
      tensor_->type = static_cast<PDL_Type>(PrecisionTypeTrait<T>::Type());
      memory_->resize(static_cast<size_t>(numel()) * sizeof(T));
      tensor_->data = memory_->data();
    }
    return lite_api::OpTensor(tensor_).mutable_data<T>();
  }
  template <typename T>
  T* mutable_data(TargetType) {
    return mutable_data<T>();
  }

  const PDL_OpTensor& raw() const { return *tensor_; }

 private:
  PDL_OpTensor* tensor_;
  std::vector<char>* memory_ = nullptr;
};

// A variable, which is always a tensor.
class Variable {
 public:
  explicit Variable(PDL_OpTensor* tensor, std::vector<char>* memory = nullptr)
      : tensor_(tensor, memory) {}
  template <typename T>
  T* GetMutable() {
    static_assert(std::is_same<T, Tensor>::value, "a variable of an operator is a lite::Tensor");
    return &tensor_;
  }
  template <typename T>
  const T& Get() const {
    static_assert(std::is_same<T, Tensor>::value, "a variable of an operator is a lite::Tensor");
    return tensor_;
  }

 private:
  Tensor tensor_;
};

class Scope {
 public:
  Scope() = default;
  // Has a variable of any name.
  explicit Scope(PDL_OpTensor* stand_in) : stand_in_(stand_in) {}

  Variable* FindVar(const std::string& name) {
    const auto found = variables_.find(name);
    if (found != variables_.end()) return found->second.get();
    if (stand_in_ == nullptr) return nullptr;
    Add(name, stand_in_);
    return variables_[name].get();
  }
  Tensor* FindMutableTensor(const std::string& name) {
    Variable* variable = FindVar(name);
    return variable == nullptr ? nullptr : variable->GetMutable<Tensor>();
  }
  const Tensor* FindTensor(const std::string& name) { return FindMutableTensor(name); }

  void Add(const std::string& name, PDL_OpTensor* tensor) {
    variables_[name] = std::unique_ptr<Variable>(new Variable(tensor));
  }

  // The variable, which is made outside of a call: a tensor with memory of its own.
  Variable* Var(const std::string& name) {
    if (FindVar(name) == nullptr) {
      owned_[name] = std::unique_ptr<Owned>(new Owned());
      variables_[name] =
          std::unique_ptr<Variable>(new Variable(&owned_[name]->tensor, &owned_[name]->memory));
    }
    return FindVar(name);
  }
  Tensor* NewTensor(const std::string& name) { return Var(name)->GetMutable<Tensor>(); }

 private:
  struct Owned {
    PDL_OpTensor tensor = {};
    std::vector<char> memory;
  };
  std::map<std::string, std::unique_ptr<Owned>> owned_;
  std::map<std::string, std::unique_ptr<Variable>> variables_;
  PDL_OpTensor* stand_in_ = nullptr;
};

// The slots and attributes that AttachImpl reads.
struct Request {
  std::vector<std::string> inputs, outputs;
  std::vector<std::pair<std::string, std::string>> attributes;  // name and kind

  static void Note(std::vector<std::string>* names, const std::string& name) {
    for (const std::string& known : *names) {
      if (known == name) return;
    }
    names->push_back(name);
  }
  void NoteAttribute(const std::string& name, const char* kind) {
    for (const auto& known : attributes) {
      if (known.first == name) return;
    }
    attributes.emplace_back(name, kind);
  }
};

// Defaults that stand for an absent attribute.
inline int64_t AbsentInt() { return std::numeric_limits<int64_t>::min(); }
inline const char* AbsentText() { return "(absent)"; }

template <typename T>
struct AttributeOf {
  static_assert(std::is_arithmetic<T>::value, "attributes are numbers, texts or lists of numbers");
  static constexpr bool kReal = std::is_floating_point<T>::value;
  static const char* Kind() { return kReal ? "float" : "int"; }
  static T Read(const PDL_OpAttribute& found) {
    return kReal ? static_cast<T>(found.floats[0]) : static_cast<T>(found.ints[0]);
  }
  template <typename Value>
  static void Write(T value, Value* to) {
    to->kind = kReal ? 'f' : 'i';
    to->ints.assign(1, static_cast<int64_t>(value));
    to->floats.assign(1, static_cast<double>(value));
  }
};
template <>
struct AttributeOf<std::string> {
  static const char* Kind() { return "string"; }
  static std::string Read(const PDL_OpAttribute& found) { return found.text; }
  template <typename Value>
  static void Write(const std::string& value, Value* to) {
    to->kind = 't';
    to->text = value;
  }
};
template <typename T>
struct AttributeOf<std::vector<T>> {
  static constexpr bool kReal = std::is_floating_point<T>::value;
  static const char* Kind() { return kReal ? "floats" : "ints"; }
  static std::vector<T> Read(const PDL_OpAttribute& found) {
    std::vector<T> values;
    for (size_t i = 0; i < found.count; ++i) {
      values.push_back(kReal ? static_cast<T>(found.floats[i]) : static_cast<T>(found.ints[i]));
    }
    return values;
  }
  template <typename Value>
  static void Write(const std::vector<T>& values, Value* to) {
    to->kind = kReal ? 'f' : 'i';
    to->ints.assign(values.begin(), values.end());
    to->floats.assign(values.begin(), values.end());
  }
};

namespace cpp {

class OpDesc {
 public:
  // What a test describes (paddle_op_test.h).
  struct Value {
    std::vector<int64_t> ints;
    std::vector<double> floats;
    std::string text;
    char kind = 'i';  // i, f or t
  };
  struct Description {
    std::map<std::string, std::vector<std::string>> inputs, outputs;
    std::map<std::string, Value> values;
  };
  OpDesc() : OpDesc("", nullptr, nullptr) {}
  void SetType(const std::string& type) { type_ = type; }
  void SetInput(const std::string& slot, const std::vector<std::string>& names) {
    described_.inputs[slot] = names;
  }
  void SetOutput(const std::string& slot, const std::vector<std::string>& names) {
    described_.outputs[slot] = names;
  }
  template <typename T>
  void SetAttr(const std::string& name, const T& value) {
    AttributeOf<T>::Write(value, &described_.values[name]);
  }
  void SetAttr(const std::string& name, const char* value) { SetAttr<std::string>(name, value); }
  const Description& described() const { return described_; }

  // With a request: has everything, and notes what is requested.
  OpDesc(const std::string& type, const PDL_OpCall* call, Request* request)
      : type_(type), call_(call), request_(request) {}

  const std::string& Type() const { return type_; }
  bool HasInput(const std::string& slot) const { return HasSlot(slot, false); }
  bool HasOutput(const std::string& slot) const { return HasSlot(slot, true); }
  std::vector<std::string> Input(const std::string& slot) const { return Names(slot, false); }
  std::vector<std::string> Output(const std::string& slot) const { return Names(slot, true); }

  bool HasAttr(const std::string& name) const {
    if (request_ != nullptr) return true;
    const PDL_OpAttribute* found = Find(name);
    if (found == nullptr) return false;
    if (found->text != nullptr) return std::strcmp(found->text, AbsentText()) != 0;
    if (found->ints != nullptr) return found->count != 1 || found->ints[0] != AbsentInt();
    return found->count != 1 || !std::isnan(found->floats[0]);
  }
  template <typename T>
  T GetAttr(const std::string& name) const {
    if (request_ != nullptr) {
      request_->NoteAttribute(name, AttributeOf<T>::Kind());
      return T();
    }
    if (!HasAttr(name)) lite_api::OpCall::Fail("attribute ", name.c_str(), " is absent");
    return AttributeOf<T>::Read(*Find(name));
  }

 private:
  bool HasSlot(const std::string& slot, bool output) const {
    if (request_ != nullptr) {
      Request::Note(output ? &request_->outputs : &request_->inputs, slot);
      return true;
    }
    return Count(slot, output) != 0;
  }
  size_t Count(const std::string& slot, bool output) const {
    const lite_api::OpCall call(call_);
    return output ? call.output_count(slot.c_str()) : call.input_count(slot.c_str());
  }
  std::vector<std::string> Names(const std::string& slot, bool output) const {
    if (!HasSlot(slot, output)) lite_api::OpCall::Fail("slot ", slot.c_str(), " is absent");
    const size_t count = request_ != nullptr ? 1 : Count(slot, output);
    std::vector<std::string> names;
    for (size_t i = 0; i < count; ++i) names.push_back(slot + "/" + std::to_string(i));
    return names;
  }
  const PDL_OpAttribute* Find(const std::string& name) const {
    for (size_t i = 0; i < call_->attribute_count; ++i) {
      if (name == call_->attributes[i].name) return &call_->attributes[i];
    }
    return nullptr;
  }

  std::string type_;
  const PDL_OpCall* call_;
  Request* request_;
  Description described_;
};

}  // namespace cpp

class KernelBase {
 public:
  virtual ~KernelBase() = default;
  virtual void PrepareForRun() {}
  virtual void Run() = 0;
  virtual TargetType target() const = 0;
  virtual PrecisionType precision() const = 0;
  virtual DataLayoutType layout() const = 0;
  virtual Place place() const { return Place(target(), precision(), layout()); }
  virtual std::string name() const { return "kernel"; }

  template <typename P>
  void SetParam(const P& param) {
    param_ = std::make_shared<P>(param);
  }
  template <typename P>
  P& Param() const {
    return *static_cast<P*>(param_.get());
  }

 private:
  std::shared_ptr<void> param_;
};

template <TargetType Target, PrecisionType Precision,
          DataLayoutType DataLayout = DataLayoutType::kNCHW>
class KernelLite : public KernelBase {
 public:
  TargetType target() const override { return Target; }
  PrecisionType precision() const override { return Precision; }
  DataLayoutType layout() const override { return DataLayout; }
};

class OpLite {
 public:
  OpLite() = default;
  explicit OpLite(const std::string& type) : type_(type) {}
  virtual ~OpLite() = default;

  virtual bool CheckShape() const { return true; }
  virtual bool InferShape() const { return InferShapeImpl(); }
  virtual bool InferShapeImpl() const { return true; }  // the later name
  virtual bool AttachImpl(const cpp::OpDesc& op_desc, Scope* scope) = 0;
  virtual void AttachKernel(KernelBase* kernel) = 0;
  virtual std::string DebugString() const { return type_; }

 private:
  std::string type_;
};

// --- registration

class LiteType {
 public:
  static LiteType GetTensorTy(TargetType target, PrecisionType precision = PrecisionType::kFloat,
                              DataLayoutType layout = DataLayoutType::kNCHW) {
    return LiteType(Place(target, precision, layout));
  }
  const Place& place() const { return place_; }

 private:
  explicit LiteType(const Place& place) : place_(place) {}
  Place place_;
};

struct ParamType {
  ParamType(const LiteType& type) : place(type.place()) {}  // NOLINT: written as {type}
  Place place;
};

struct KernelEntry {
  std::string op_type;
  Place place;
  std::function<std::unique_ptr<KernelBase>()> make;
  std::map<std::string, PrecisionType> inputs, outputs;
};

struct OpEntry {
  std::string type;
  std::function<std::unique_ptr<OpLite>()> make;
};

struct UserOps {
  std::vector<OpEntry> ops;
  std::vector<KernelEntry> kernels;

  LITE_LOCAL static UserOps& Get() {
    static UserOps* const made = new UserOps;
    return *made;
  }
};

class KernelRegistrar {
 public:
  explicit KernelRegistrar(KernelEntry entry) : entry_(std::move(entry)) {}
  KernelRegistrar& BindInput(const std::string& slot, const ParamType& type) {
    entry_.inputs[slot] = type.place.precision;
    return *this;
  }
  KernelRegistrar& BindOutput(const std::string& slot, const ParamType& type) {
    entry_.outputs[slot] = type.place.precision;
    return *this;
  }
  bool Finalize() {
    UserOps::Get().kernels.push_back(entry_);
    return true;
  }

 private:
  KernelEntry entry_;
};

// How well a CPU target's kernels suit this machine; negative: they do not run.
inline int TargetRank(TargetType target) {
#if defined(__arm__) || defined(__aarch64__)
  const TargetType own = TargetType::kARM;
#else
  const TargetType own = TargetType::kX86;
#endif
  if (target == own) return 2;
  if (target == TargetType::kHost || target == TargetType::kAny) return 1;
  return target == TargetType::kARM || target == TargetType::kX86 ? 0 : -1;
}

// An operator in the process. Lives as long as it.
class UserOp {
 public:
  // kAny: with the kernels of all CPU targets.
  explicit UserOp(const OpEntry& op, TargetType only = TargetType::kAny) : op_(op) {
    for (const KernelEntry& kernel : UserOps::Get().kernels) {
      if (only != TargetType::kAny && kernel.place.target != only) continue;
      if (kernel.op_type == op_.type && TargetRank(kernel.place.target) >= 0) {
        kernels_.push_back(kernel);
      }
    }
  }

  bool has_kernels() const { return !kernels_.empty(); }

  // The element type of an output as its kernels name it; kUnk if they do not agree.
  PrecisionType TypeOfOutput(const std::string& slot) const {
    PrecisionType type = PrecisionType::kUnk;
    for (const KernelEntry& kernel : kernels_) {
      const auto bound = kernel.outputs.find(slot);
      const PrecisionType named =
          bound == kernel.outputs.end() ? kernel.place.precision : bound->second;
      if (type != PrecisionType::kUnk && named != type) return PrecisionType::kUnk;
      type = named;
    }
    return type;
  }

  // From one call of AttachImpl, and from the types of the kernels.
  std::string Signature() const {
    Request request;
    PDL_OpTensor none = {};
    Scope scope(&none);
    const cpp::OpDesc desc(op_.type, nullptr, &request);
    op_.make()->AttachImpl(desc, &scope);
    for (const KernelEntry& kernel : kernels_) {
      for (const auto& slot : kernel.inputs) Request::Note(&request.inputs, slot.first);
      for (const auto& slot : kernel.outputs) Request::Note(&request.outputs, slot.first);
    }
    std::string text = op_.type + "(";
    for (const std::string& slot : request.inputs) text += Separator(text) + slot + "*";
    text += ") -> (";
    for (const std::string& slot : request.outputs) {
      text += Separator(text) + slot + "*" + OutputType(slot);
    }
    text += ") {";
    for (const auto& attribute : request.attributes) {
      const std::string& kind = attribute.second;
      const std::string absent = kind == "string" ? std::string("'") + AbsentText() + "'"
                                 : kind[0] == 'i' ? std::to_string(AbsentInt())
                                                  : std::string("nan");
      text += Separator(text) + attribute.first + ": " + kind + " = " +
              (kind.back() == 's' ? "[" + absent + "]" : absent);
    }
    return text + "}";
  }

  lite_api::Status Infer(const PDL_OpCall& call) const {
    Scope scope;
    std::unique_ptr<OpLite> op;
    const lite_api::Status attached = Attach(call, &scope, &op);
    if (!attached.ok()) return attached;
    if (!op->CheckShape()) return Failed("CheckShape");
    return op->InferShape() ? lite_api::Status() : Failed("InferShape");
  }

  lite_api::Status Compute(const PDL_OpCall& call) const {
    Scope scope;
    std::unique_ptr<OpLite> op;
    const lite_api::Status attached = Attach(call, &scope, &op);
    if (!attached.ok()) return attached;
    const KernelEntry* entry = Choose(call);
    if (entry == nullptr) {
      return lite_api::Status(lite_api::StatusCode::kUnsupported,
                              "no registered kernel takes inputs of these types");
    }
    const std::unique_ptr<KernelBase> kernel = entry->make();
    op->AttachKernel(kernel.get());
    kernel->PrepareForRun();
    kernel->Run();
    return lite_api::Status();
  }

 private:
  static std::string Separator(const std::string& text) {
    return text.back() == '(' || text.back() == '{' ? "" : ", ";
  }

  // An element type that all kernels agree on.
  std::string OutputType(const std::string& slot) const {
    static const char* const kNames[] = {"",     "float32", "int8",  "int32", "",       "float16",
                                         "bool", "int64",   "int16", "uint8", "float64"};
    std::string type;
    for (const KernelEntry& kernel : kernels_) {
      const auto bound = kernel.outputs.find(slot);
      const size_t number = static_cast<size_t>(
          bound == kernel.outputs.end() ? kernel.place.precision : bound->second);
      const std::string name = number < sizeof(kNames) / sizeof(*kNames) ? kNames[number] : "";
      if (name.empty() || (!type.empty() && type != name)) return "";
      type = name;
    }
    return type.empty() ? "" : ": " + type;
  }

  lite_api::Status Failed(const char* what) const {
    const std::string check = FailedCheck();
    return lite_api::Status(lite_api::StatusCode::kInvalidArgument,
                            std::string(what) + " of " + op_.type +
                                (check.empty() ? " failed" : ": expected " + check));
  }

  lite_api::Status Attach(const PDL_OpCall& call, Scope* scope, std::unique_ptr<OpLite>* op) const {
    const auto add = [scope](const PDL_OpSlot* slots, size_t count) {
      for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < slots[i].count; ++k) {
          scope->Add(std::string(slots[i].name) + "/" + std::to_string(k), &slots[i].tensors[k]);
        }
      }
    };
    add(call.inputs, call.input_count);
    add(call.outputs, call.output_count);
    FailedCheck() = "";
    *op = op_.make();
    const cpp::OpDesc desc(op_.type, &call, nullptr);
    return (*op)->AttachImpl(desc, scope) ? lite_api::Status() : Failed("AttachImpl");
  }

  const KernelEntry* Choose(const PDL_OpCall& call) const {
    const KernelEntry* best = nullptr;
    for (const KernelEntry& kernel : kernels_) {
      bool fits = true;
      for (size_t i = 0; i < call.input_count; ++i) {
        const auto bound = kernel.inputs.find(call.inputs[i].name);
        if (bound == kernel.inputs.end() || bound->second == PrecisionType::kAny) continue;
        for (size_t k = 0; k < call.inputs[i].count; ++k) {
          fits &= call.inputs[i].tensors[k].type == static_cast<PDL_Type>(bound->second);
        }
      }
      if (fits &&
          (best == nullptr || TargetRank(kernel.place.target) > TargetRank(best->place.target))) {
        best = &kernel;
      }
    }
    return best;
  }

  OpEntry op_;
  std::vector<KernelEntry> kernels_;
};

LITE_LOCAL inline PDL_Code AddUserOps(PDL_AddOperator add) {
  using lite_api::OpFunction;
  UserOps& registered = UserOps::Get();
  for (const OpEntry& entry : registered.ops) {
    UserOp* op = new UserOp(entry);
    // The functions that the short form wraps get the call itself.
    const auto call_of = [](lite_api::OpCall& call) -> const PDL_OpCall& { return call.raw(); };
    const PDL_Code code = lite_api::custom_op_internal::Add(
        add, op->Signature(),
        OpFunction([op, call_of](lite_api::OpCall& call) { return op->Infer(call_of(call)); }),
        op->has_kernels() ? OpFunction([op, call_of](lite_api::OpCall& call) {
          return op->Compute(call_of(call));
        })
                          : OpFunction());
    if (code != PDL_OK) return code;
  }
  registered.ops.clear();
  return PDL_OK;
}

// Adds the operators of this program, whose kernels it also contains.
LITE_LOCAL inline lite_api::Status RegisterUserOps() {
  const PDL_Code code = AddUserOps(&PDL_RegisterOperator);
  if (code == PDL_OK) return lite_api::Status();
  return lite_api::Status(static_cast<lite_api::StatusCode>(code), PDL_GetLastError());
}

}  // namespace user_op
}  // namespace lite
}  // namespace paddle

#if !defined(_WIN32)
extern "C" PDL_API __attribute__((weak)) PDL_Code PDL_OperatorLibrary(PDL_AddOperator add) {
  return ::paddle::lite::AddUserOps(add);
}
#endif

#define REGISTER_LITE_OP(op_type, OpClass)                                                \
  static const bool lite_user_op_##op_type = [] {                                         \
    ::paddle::lite::UserOps::Get().ops.push_back(                                         \
        {#op_type,                                                                        \
         [] { return std::unique_ptr<::paddle::lite::OpLite>(new OpClass(#op_type)); }}); \
    return true;                                                                          \
  }();                                                                                    \
  extern int touch_op_##op_type();                                                        \
  int touch_op_##op_type() { return lite_user_op_##op_type ? 0 : 1; }

#define REGISTER_LITE_KERNEL(op_type, target_, precision_, layout_, KernelClass, alias_)       \
  extern int touch_##op_type##target_##precision_##layout_##alias_();                          \
  int touch_##op_type##target_##precision_##layout_##alias_() { return 0; }                    \
  using ::paddle::lite::LiteType;                                                              \
  static const bool lite_user_kernel_##op_type##target_##precision_##layout_##alias_ =         \
      ::paddle::lite::KernelRegistrar(                                                         \
          {#op_type,                                                                           \
           ::paddle::lite::Place(TARGET(target_), PRECISION(precision_), DATALAYOUT(layout_)), \
           [] { return std::unique_ptr<::paddle::lite::KernelBase>(new KernelClass); },        \
           {},                                                                                 \
           {}})
