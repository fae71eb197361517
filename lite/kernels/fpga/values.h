// Values in the memory of the FPGA, for commands and for the processor. See docs/design/fpga.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/fpga/device.h"
#include "lite/backends/fpga/format.h"
#include "lite/base/half.h"
#include "lite/core/activation.h"
#include "lite/core/image_layout.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::fpga {

using lite::fpga::FpgaBlock;
using lite::fpga::FpgaDevice;
using lite::fpga::FpgaDriver;
using lite::fpga::ImageArgs;
using lite::fpga::InplaceArgs;
using lite::fpga::OutputArgs;
using lite::fpga::ScalePair;

// Memory that is not a tensor's.
using Block = std::shared_ptr<Buffer>;

inline const std::shared_ptr<FpgaDevice>& DeviceOf(DeviceContext* context) {
  return static_cast<lite::fpga::FpgaContext*>(context)->device();
}
inline FpgaBlock* BlockOf(const Tensor& tensor) { return static_cast<FpgaBlock*>(tensor.handle()); }
inline FpgaBlock* BlockOf(const Block& block) { return static_cast<FpgaBlock*>(block->handle()); }

// Base of the kernels: the device is theirs during Work.
template <typename OpType>
class FpgaKernel : public KernelFor<OpType> {
 public:
  Status RunOp(const OpType& op, const RunContext& context) final {
    const auto held = DeviceOf(context.device)->lock();
    return Work(op, DeviceOf(context.device).get());
  }

 protected:
  virtual Status Work(const OpType& op, FpgaDevice* device) = 0;
};

inline int64_t Padded(int64_t elements) { return PaddedRow(TARGET(kFPGA), elements); }

// A value as rows of pixels. Only halves in NHWC have more than one row.
struct Rows {
  int64_t height = 1, width = 1, channels = 1;

  int64_t row() const { return width * channels; }
  int64_t pitch() const { return Padded(row()); }
  ImageArgs Image(const FpgaBlock* block) const {
    ImageArgs image;
    image.address = block->address;
    image.scale = &block->scale;
    image.channels = static_cast<uint32_t>(channels);
    image.width = static_cast<uint32_t>(width);
    image.height = static_cast<uint32_t>(height);
    return image;
  }
};

inline bool HasRows(const Tensor& tensor) {
  return tensor.layout() == DataLayoutType::kNHWC && tensor.dims().rank() == 4 &&
         PrecisionTypeLength(tensor.precision()) == 2;
}

inline Rows RowsOf(const Tensor& tensor) {
  const DDim& dims = tensor.dims();
  if (HasRows(tensor)) return {dims[0] * dims[2], dims[3], dims[1]};
  return {1, 1, tensor.numel()};
}

inline OutputArgs OutputTo(FpgaBlock* block) { return {block->address, &block->scale}; }

// Elements from one index of each dimension of the program to the next.
inline DDim StepsOf(const Tensor& tensor) {
  const DDim& dims = tensor.dims();
  if (tensor.layout() == DataLayoutType::kNHWC && dims.rank() == 4) {
    const int64_t row = dims[3] * dims[1];
    const int64_t pitch = HasRows(tensor) ? Padded(row) : row;
    return {dims[2] * pitch, 1, pitch, dims[1]};
  }
  DDim steps = dims;
  int64_t step = 1;
  for (int i = dims.rank() - 1; i >= 0; --i) {
    steps[i] = step;
    step *= dims[i];
  }
  return steps;
}

// Calls f(a, b) with the positions of every element in two values, in the order of the program.
template <typename F>
void ForElements(const DDim& sizes, const DDim& steps_a, const DDim& steps_b, F f) {
  const int rank = sizes.rank();
  if (sizes.production() == 0) return;
  DDim index = sizes;
  for (int i = 0; i < rank; ++i) index[i] = 0;
  int64_t a = 0, b = 0;
  for (;;) {
    f(a, b);
    int i = rank - 1;
    for (; i >= 0; --i) {
      a += steps_a[i];
      b += steps_b[i];
      if (++index[i] < sizes[i]) break;
      a -= steps_a[i] * sizes[i];
      b -= steps_b[i] * sizes[i];
      index[i] = 0;
    }
    if (i < 0) return;
  }
}

// The elements of a value of halves in the order of the program, as floats.
inline Status Load(FpgaDevice* device, const Tensor& tensor, std::vector<float>* values) {
  LITE_ASSIGN_OR_RETURN(const char* const memory, device->ForProcessor(BlockOf(tensor)));
  const auto* const halves = reinterpret_cast<const uint16_t*>(memory);
  const DDim steps = StepsOf(tensor);
  float* to = values->data();
  ForElements(tensor.dims(), steps, steps,
              [&](int64_t a, int64_t) { *to++ = HalfBitsToFloat(halves[a]); });
  return OkStatus();
}

// A value of halves that the processor overwrites: all its elements are zero.
inline uint16_t* Cleared(FpgaDevice* device, const Tensor& tensor) {
  FpgaBlock* const block = BlockOf(tensor);
  const Rows rows = RowsOf(tensor);
  char* const memory = device->Overwritten(block);
  std::memset(memory, 0, static_cast<size_t>(rows.height * rows.pitch()) * sizeof(uint16_t));
  block->scale = ScalePair();
  return reinterpret_cast<uint16_t*>(memory);
}

inline void Store(FpgaDevice* device, const std::vector<float>& values, const Tensor& tensor) {
  uint16_t* const halves = Cleared(device, tensor);
  const DDim steps = StepsOf(tensor);
  const float* from = values.data();
  ForElements(tensor.dims(), steps, steps,
              [&](int64_t a, int64_t) { halves[a] = FloatToHalfBits(*from++); });
  BlockOf(tensor)->scale =
      ScalePair::Of(lite::fpga::LargestMagnitude(values.data(), tensor.numel()));
}

// A block that only this kernel uses.
inline Result<Block> AllocateBlock(const PrepareContext& context, int64_t bytes) {
  const std::shared_ptr<FpgaDevice>& device = DeviceOf(context.device);
  return Buffer::Allocate(device, MemoryDesc::Of(device->id(), static_cast<size_t>(bytes)));
}

// A formatted weight.
struct Formatted {
  std::vector<char> bytes;
  ScalePair scale;

  Formatted() = default;
  template <typename T>
  explicit Formatted(const std::vector<T>& elements, ScalePair pair = ScalePair())
      : bytes(reinterpret_cast<const char*>(elements.data()),
              reinterpret_cast<const char*>(elements.data() + elements.size())),
        scale(pair) {}
};

// The form of a weight in the device's memory, which clones share. `form` names what `make` does.
inline Result<Block> Upload(PrepareContext* context, const Tensor& weight, const std::string& form,
                            const std::function<Formatted()>& make) {
  const std::shared_ptr<FpgaDevice>& device = DeviceOf(context->device);
  const auto fill = [&]() -> Result<Block> {
    const Formatted formatted = make();
    const auto bytes = static_cast<int64_t>(formatted.bytes.size());
    LITE_ASSIGN_OR_RETURN(Block block, AllocateBlock(*context, bytes));
    LITE_RETURN_IF_ERROR(
        device->CopyFromHost(block->handle(), 0, formatted.bytes.data(), formatted.bytes.size()));
    BlockOf(block)->scale = formatted.scale;
    const auto held = device->lock();
    LITE_RETURN_IF_ERROR(device->ForDevice(BlockOf(block)));
    return block;
  };
  return context->packed->GetBlock(weight, StrCat("fpga ", form, " ", device->id().ToString()),
                                   fill);
}

// Switches for a fused activation.
inline Result<InplaceArgs> InplaceOf(const Activation& activation) {
  InplaceArgs inplace;
  switch (activation.type) {
    case ActivationType::kIndentity:
      return inplace;
    case ActivationType::kRelu:
      inplace.relu = true;
      return inplace;
    case ActivationType::kRelu6:
      if (activation.a != 6.0f) return Unsupported("relu6 with threshold ", activation.a);
      inplace.relu6 = true;
      return inplace;
    case ActivationType::kLeakyRelu:
      inplace.leaky_relu = true;
      inplace.leaky_slope = FloatToHalfBits(activation.a);
      return inplace;
    case ActivationType::kSigmoid:
      inplace.sigmoid = true;
      return inplace;
    default:
      return Unsupported("activation ", static_cast<int>(activation.type),
                         ", expected relu, relu6, leaky_relu or sigmoid");
  }
}

}  // namespace paddle::lite::kernels::fpga
