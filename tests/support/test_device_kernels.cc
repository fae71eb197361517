// Kernels of test devices: those of the host, on copies of their operators whose tensors share the
// device's memory.
#include <cstring>
#include <mutex>
#include <utility>

#include "lite/base/thread_pool.h"
#include "lite/core/image_layout.h"
#include "lite/core/targets.h"
#include "lite/kernels/binding.h"
#include "lite/kernels/device_copy.h"
#include "lite/model/op_fields.h"
#include "tests/support/test_device.h"

namespace paddle::lite::test {
namespace {

std::mutex refusals_mutex;
std::mt19937_64 refusals_random;
double refusals_share = 0;

bool RefusesAtRandom() {
  const std::lock_guard<std::mutex> lock(refusals_mutex);
  return refusals_share > 0 &&
         std::uniform_real_distribution<double>(0, 1)(refusals_random) < refusals_share;
}

// Tensors by name, for a copy of an operator.
class StandIns final : public model::SlotBinder {
 public:
  Tensor* Of(const std::string& name) { return &tensors_[name]; }
  const Tensor* InputTensor(const std::string& name) override { return Of(name); }
  Tensor* OutputTensor(const std::string& name) override { return Of(name); }
  const TensorArray* InputArray(const std::string&) override { return nullptr; }
  TensorArray* OutputArray(const std::string&) override { return nullptr; }

 private:
  std::map<std::string, Tensor> tensors_;
};

class OwnPackedWeights final : public PackedWeights {
 public:
  Result<const void*> Get(const Tensor&, const std::string&, size_t bytes,
                          const std::function<void(void*)>& pack) override {
    LITE_ASSIGN_OR_RETURN(auto block, Buffer::Allocate(TargetType::kHost, bytes));
    pack(block->data());
    blocks_.push_back(std::move(block));
    return static_cast<const void*>(blocks_.back()->data());
  }

 private:
  std::vector<std::shared_ptr<Buffer>> blocks_;
};

// An operand of an operation, as it is when the operation is queued.
struct Operand {
  Tensor* stand_in = nullptr;
  const Tensor* real = nullptr;
  bool output = false;
  Tensor header;  // shape, type, layout and LoD
  void* handle = nullptr;
  char* host = nullptr;  // for memory of the host
  size_t offset = 0;
  MemoryDesc desc;

  bool is_image() const { return desc.kind == MemoryKind::kImage2D; }
  MemoryAccess Access() const {
    const size_t bytes = is_image() ? SIZE_MAX : header.memory_size();
    if (host != nullptr) {
      const uintptr_t begin = reinterpret_cast<uintptr_t>(host);
      return {0, begin, begin + bytes, output};
    }
    return {reinterpret_cast<uintptr_t>(handle), offset, is_image() ? SIZE_MAX : offset + bytes,
            output};
  }
};

void CopyHeader(const Tensor& from, Tensor* to) {
  to->Resize(from.dims());
  to->set_precision(from.precision());
  to->set_layout(IsImageLayout(from.layout()) ? DataLayoutType::kNCHW : from.layout());
  to->set_lod(from.lod());
  to->set_persistable(from.persistable());
  to->set_settled(from.settled());
}

// Moves the elements between a tensor and the texels of an image.
Status MoveTexels(const Operand& operand, char* texels, Tensor* tensor, bool pack) {
  LITE_ASSIGN_OR_RETURN(const ImagePacking packing,
                        ImagePacking::Make(operand.real->layout(), tensor->dims()));
  const size_t bytes = PrecisionTypeLength(tensor->precision());
  if (packing.width() > operand.desc.width || packing.height() > operand.desc.height) {
    return Internal("a tensor of ", tensor->dims(), " in ", operand.desc.ToString());
  }
  if (pack) {
    for (int64_t y = 0; y < packing.height(); ++y) {
      std::memset(texels + static_cast<size_t>(y * operand.desc.width * 4) * bytes, 0,
                  static_cast<size_t>(packing.width() * 4) * bytes);
    }
  }
  char* elements = static_cast<char*>(tensor->mutable_raw_data());
  for (int64_t i = 0; i < tensor->numel(); ++i) {
    const ImagePacking::Texel at = packing.At(i);
    char* texel =
        texels + static_cast<size_t>((at.y * operand.desc.width + at.x) * 4 + at.lane) * bytes;
    char* element = elements + static_cast<size_t>(i) * bytes;
    std::memcpy(pack ? texel : element, pack ? element : texel, bytes);
  }
  return OkStatus();
}

// A kernel of the host on a test device.
class DeviceKernel final : public Kernel {
 public:
  explicit DeviceKernel(const KernelDef* host) : host_(host) {}

  Status Prepare(const Op& op, PrepareContext* context) override {
    auto* device = static_cast<TestContext*>(context->device)->device();
    if (device->Fails()) return Internal("injected failure of Prepare");
    Op& visited = const_cast<Op&>(op);  // Fields only reads here
    const auto name_of = [](const void* tensor) {
      return StrCat("t", reinterpret_cast<uintptr_t>(tensor));
    };
    const model::OpDesc desc = model::SaveFields(
        op.type(), [&visited](FieldVisitor& v) { visited.Fields(v); }, name_of);
    kernel_ = host_->create();
    copy_ = CreateOp(op.type());
    tensors_ = std::make_unique<StandIns>();
    packed_ = std::make_unique<OwnPackedWeights>();
    LITE_RETURN_IF_ERROR(model::LoadOp(desc, tensors_.get(), copy_.get()));
    copy_->set_scales(op.scales());
    operands_.clear();
    const BoundTensors bound = op.Bound();
    const auto add = [&](const Tensor* tensor, bool output) {
      Operand operand;
      operand.real = tensor;
      operand.output = output;
      operand.stand_in = tensors_->Of(name_of(tensor));
      CopyHeader(*tensor, operand.stand_in);
      operands_.push_back(std::move(operand));
    };
    for (const auto& input : bound.inputs) add(input.tensor, false);
    for (const auto& output : bound.outputs) add(output.tensor, true);
    for (Operand& operand : operands_) {
      const Tensor& real = *operand.real;
      if (operand.output || !real.persistable() || !real.IsInitialized()) continue;
      // Uploads of weights have finished.
      void* data = real.buffer()->data() != nullptr
                       ? const_cast<void*>(real.raw_data())
                       : device->Contents(real.handle()) + real.offset();
      operand.stand_in->SetBuffer(Buffer::Borrow(TargetType::kHost, data, real.capacity()));
    }
    PrepareContext inner;
    inner.pool = &pool_;
    inner.packed = packed_.get();
    LITE_RETURN_IF_ERROR(kernel_->Prepare(*copy_, &inner));
    scratch_ = context->BookScratch(inner.scratch_bytes + 1);
    scratch_bytes_ = inner.scratch_bytes;
    return OkStatus();
  }

  Status Run(const Op& op, const RunContext& context) override {
    auto* queue = static_cast<TestContext*>(context.device);
    std::vector<Operand> operands = operands_;
    std::vector<MemoryAccess> accesses;
    for (Operand& operand : operands) {
      const Tensor& real = *operand.real;
      if (real.buffer() == nullptr) return Internal("an operand of ", op.type(), " has no memory");
      CopyHeader(real, &operand.header);
      operand.host = static_cast<char*>(const_cast<void*>(real.raw_data()));
      operand.handle = real.handle();
      operand.offset = real.offset();
      operand.desc = real.buffer()->desc();
      if (!real.persistable()) accesses.push_back(operand.Access());
    }
    const uintptr_t scratch = reinterpret_cast<uintptr_t>(context.device_scratch);
    accesses.push_back({scratch, scratch_, scratch_ + scratch_bytes_, true});
    TestDevice* device = queue->device();
    return queue->Enqueue(op.type(), accesses,
                          [this, device, operands = std::move(operands),
                           scratch = context.device_scratch]() -> Status {
                            return Execute(device, operands, scratch);
                          });
  }

 private:
  Status Execute(TestDevice* device, const std::vector<Operand>& operands, void* scratch) {
    for (const Operand& operand : operands) {
      CopyHeader(operand.header, operand.stand_in);
      char* data = operand.host;
      if (data == nullptr) {
        data = device->Contents(operand.handle);
        if (data == nullptr) return Internal("a kernel uses a block that was freed");
        if (operand.is_image()) {
          operand.stand_in->ReleaseBuffer();
          LITE_RETURN_IF_ERROR(operand.stand_in->Allocate(operand.header.precision()));
          if (!operand.output) {
            LITE_RETURN_IF_ERROR(MoveTexels(operand, data, operand.stand_in, /*pack=*/false));
          }
          continue;
        }
        data += operand.offset;
      }
      operand.stand_in->SetBuffer(
          Buffer::Borrow(TargetType::kHost, data, operand.header.memory_size()));
    }
    RunContext context;
    context.pool = &pool_;
    context.scratch = device->Contents(scratch) + scratch_;
    LITE_RETURN_IF_ERROR(kernel_->Run(*copy_, context));
    for (const Operand& operand : operands) {
      if (!operand.output || !operand.is_image()) continue;
      LITE_RETURN_IF_ERROR(
          MoveTexels(operand, device->Contents(operand.handle), operand.stand_in, /*pack=*/true));
    }
    return OkStatus();
  }

  const KernelDef* const host_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Op> copy_;
  std::unique_ptr<StandIns> tensors_;
  std::unique_ptr<OwnPackedWeights> packed_;
  std::vector<Operand> operands_;
  ThreadPool pool_{1};
  size_t scratch_ = 0, scratch_bytes_ = 0;
};

RaceChecker* host_races = nullptr;

// A kernel of the host that tells the checker what it uses.
class CheckedKernel final : public Kernel {
 public:
  explicit CheckedKernel(const KernelDef* host) : kernel_(host->create()) {}

  Status Prepare(const Op& op, PrepareContext* context) override {
    return kernel_->Prepare(op, context);
  }
  Status Run(const Op& op, const RunContext& context) override {
    const BoundTensors bound = op.Bound();
    std::vector<MemoryAccess> accesses;
    const auto add = [&accesses](const Tensor& tensor, bool write) {
      const uintptr_t begin = reinterpret_cast<uintptr_t>(tensor.raw_data());
      if (begin != 0) accesses.push_back({0, begin, begin + tensor.memory_size(), write});
    };
    for (const auto& input : bound.inputs) add(*input.tensor, false);
    for (const auto& output : bound.outputs) add(*output.tensor, true);
    host_races->Operate(0, accesses, op.type());
    return kernel_->Run(op, context);
  }

 private:
  const std::unique_ptr<Kernel> kernel_;
};

// The kernels of the host. KernelDef::create has no argument, so that each of them gets functions
// of its own, which know its position.
constexpr size_t kMaxKernels = 1024;

const std::vector<const KernelDef*>& HostKernels() {
  static const std::vector<const KernelDef*> kernels = [] {
    std::vector<const KernelDef*> list;
    for (const KernelDef* def : KernelTable()) {
      const std::string type = def->op_type;
      if (def->target == TargetType::kHost && def->create != nullptr && type != "io_copy" &&
          type != "io_copy_once" && list.size() < kMaxKernels) {
        list.push_back(def);
      }
    }
    return list;
  }();
  return kernels;
}

std::unique_ptr<Kernel> CreateOnDevice(size_t i) {
  return std::make_unique<DeviceKernel>(HostKernels()[i]);
}

std::unique_ptr<Kernel> CreateChecked(size_t i) {
  return std::make_unique<CheckedKernel>(HostKernels()[i]);
}

Status Supports(size_t i, const Op& op) {
  if (RefusesAtRandom()) return Unsupported("refused at random");
  const BoundTensors bound = op.Bound();
  Op& visited = const_cast<Op&>(op);  // Fields only reads here
  bool has_block = false;
  for (const auto& field :
       model::DescribeFields([&visited](FieldVisitor& v) { visited.Fields(v); })) {
    has_block |= field.kind == model::FieldKind::kBlock;
  }
  if (bound.uses_arrays || bound.outputs.empty() || has_block || op.KernelAllocatesOutput() ||
      op.ShapeDependsOnData()) {
    return Unsupported("not on a device");
  }
  const KernelDef* host = HostKernels()[i];
  return host->supports == nullptr ? OkStatus() : host->supports(op);
}

struct FunctionRow {
  std::unique_ptr<Kernel> (*create_on_device)();
  std::unique_ptr<Kernel> (*create_checked)();
  Status (*supports)(const Op&);
};

// Only calls: there are three functions for each of kMaxKernels positions.
template <size_t I>
std::unique_ptr<Kernel> CreateOnDeviceAt() {
  return CreateOnDevice(I);
}
template <size_t I>
std::unique_ptr<Kernel> CreateCheckedAt() {
  return CreateChecked(I);
}
template <size_t I>
Status SupportsAt(const Op& op) {
  return Supports(I, op);
}

template <size_t... I>
std::vector<FunctionRow> MakeRows(std::index_sequence<I...>) {
  return {{&CreateOnDeviceAt<I>, &CreateCheckedAt<I>, &SupportsAt<I>}...};
}

const std::vector<FunctionRow>& Rows() {
  static const std::vector<FunctionRow> rows = MakeRows(std::make_index_sequence<kMaxKernels>());
  return rows;
}

void Retarget(TargetType target, SlotBinding* bindings, int count) {
  for (int i = 0; i < count; ++i) bindings[i].type.target = target;
}

KernelDef OnDevice(size_t i, TargetType target) {
  KernelDef def = *HostKernels()[i];
  def.target = target;
  Retarget(target, def.inputs, def.input_count);
  Retarget(target, def.outputs, def.output_count);
  def.create = Rows()[i].create_on_device;
  def.supports = Rows()[i].supports;
  return def;
}

std::vector<KernelDef> MakeKernels(TargetType target) {
  std::vector<KernelDef> defs;
  const LiteType host{TargetType::kHost, PrecisionType::kAny, DataLayoutType::kAny};
  const LiteType here{target, PrecisionType::kAny, DataLayoutType::kAny};
  for (const char* type : {"io_copy", "io_copy_once"}) {
    KernelDef def = kernel_internal::MakeDef<kernels::DeviceCopy>(
        type, "host_to_device", target, PrecisionType::kAny, DataLayoutType::kAny, __FILE__);
    defs.push_back(
        KernelDefBuilder(def).BindInput("Input", host).BindOutput("Out", here).Finalize());
    def.alias = "device_to_host";
    defs.push_back(
        KernelDefBuilder(def).BindInput("Input", here).BindOutput("Out", host).Finalize());
  }
  for (size_t i = 0; i < HostKernels().size(); ++i) {
    const KernelDef def = OnDevice(i, target);
    defs.push_back(def);
    const std::string type = def.op_type;
    for (const DataLayoutType layout :
         {DataLayoutType::kImageDefault, DataLayoutType::kImageFolder, DataLayoutType::kImageNW}) {
      KernelDef image = def;
      image.layout = layout;
      image.input_count = image.output_count = 0;
      image.supports = nullptr;  // it computes on plain stand-ins
      if (type == "relu" || type == "elementwise_add") {
        defs.push_back(image);
      } else if ((type == "layout" || type == "layout_once") &&
                 std::strcmp(def.alias, "nchw2nhwc") == 0) {
        const LiteType plain{target, PrecisionType::kAny, DataLayoutType::kNCHW};
        const LiteType texels{target, PrecisionType::kAny, layout};
        image.alias = "to_image";
        defs.push_back(
            KernelDefBuilder(image).BindInput("Input", plain).BindOutput("Out", texels).Finalize());
        image.alias = "from_image";
        defs.push_back(
            KernelDefBuilder(image).BindInput("Input", texels).BindOutput("Out", plain).Finalize());
      }
    }
  }
  return defs;
}

std::vector<const KernelDef*> PointersTo(const std::vector<KernelDef>& defs) {
  std::vector<const KernelDef*> pointers;
  for (const KernelDef& def : defs) pointers.push_back(&def);
  return pointers;
}

}  // namespace

std::vector<const KernelDef*> TestDeviceKernels(TargetType target) {
  static std::mutex mutex;
  static std::map<TargetType, std::vector<KernelDef>> kernels;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [it, is_new] = kernels.try_emplace(target);
  if (is_new) it->second = MakeKernels(target);
  return PointersTo(it->second);
}

std::vector<const KernelDef*> CheckedHostKernels(RaceChecker* races) {
  host_races = races;
  static const std::vector<KernelDef> kernels = [] {
    std::vector<KernelDef> defs;
    for (size_t i = 0; i < HostKernels().size(); ++i) {
      defs.push_back(*HostKernels()[i]);
      defs.back().create = Rows()[i].create_checked;
    }
    return defs;
  }();
  return PointersTo(kernels);
}

RandomRefusals::RandomRefusals(uint64_t seed, double share) {
  const std::lock_guard<std::mutex> lock(refusals_mutex);
  refusals_random.seed(seed);
  refusals_share = share;
}

RandomRefusals::~RandomRefusals() {
  const std::lock_guard<std::mutex> lock(refusals_mutex);
  refusals_share = 0;
}

}  // namespace paddle::lite::test
