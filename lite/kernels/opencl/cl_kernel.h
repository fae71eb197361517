// What OpenCL kernels share. See docs/extending.md, "An OpenCL kernel". This header, like the files
// of the kernels, compiles where there is no OpenCL.
#pragma once

#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/opencl/device.h"
#include "lite/core/image_layout.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::opencl {

using lite::opencl::ClContext;
using lite::opencl::ClDevice;
using lite::opencl::Function;

// A weight, packed and in the device's memory.
using Block = std::shared_ptr<Buffer>;

// A part of the scratch memory, from PrepareContext::BookScratch: a buffer of floats.
struct ScratchAt {
  size_t offset = 0;
};

inline ClDevice* DeviceOf(const PrepareContext& context) {
  return static_cast<ClContext*>(context.device)->device();
}

// A weight in the host's memory, in another form on the device, which clones share. `form` names
// what `fill` does, and `desc` comes from MemoryDesc::Of or DescribeMemory. `fill` writes all
// elements: of a buffer as they are, of an image texel by texel, row by row, four floats each; they
// are 0 before.
inline Result<Block> Upload(PrepareContext* context, const Tensor& weight, const std::string& form,
                            const MemoryDesc& desc, const std::function<void(float*)>& fill) {
  const std::shared_ptr<Device> device = DeviceOf(*context)->shared_from_this();
  const auto make = [&]() -> Result<Block> {
    LITE_ASSIGN_OR_RETURN(Block block, Buffer::Allocate(device, desc));
    std::vector<float> elements(desc.bytes / sizeof(float));
    fill(elements.data());
    LITE_RETURN_IF_ERROR(device->CopyFromHost(block->handle(), 0, elements.data(), desc.bytes));
    return block;
  };
  return context->packed->GetBlock(weight, StrCat(form, " ", device->id().ToString()), make);
}

// A float weight as it is, in a buffer.
inline Result<Block> UploadBuffer(PrepareContext* context, const Tensor& weight) {
  const MemoryDesc desc = MemoryDesc::Of(DeviceOf(*context)->id(), weight.memory_size());
  return Upload(context, weight, "buffer", desc,
                [&weight](float* to) { std::memcpy(to, weight.raw_data(), weight.memory_size()); });
}

// A float weight in an image of this layout, as if it had the dimensions `dims`: {1, C, 1, 1} for
// values per channel.
inline Result<Block> UploadImage(PrepareContext* context, const Tensor& weight,
                                 DataLayoutType layout, const DDim& dims) {
  LITE_ASSIGN_OR_RETURN(const ImagePacking packing, ImagePacking::Make(layout, dims));
  LITE_ASSIGN_OR_RETURN(const MemoryDesc desc, DescribeMemory(DeviceOf(*context)->id(), layout,
                                                              dims, PrecisionType::kFloat));
  const std::string form = StrCat(DataLayoutToStr(layout), dims.ToString());
  return Upload(context, weight, form, desc, [&](float* texels) {
    for (int64_t i = 0; i < dims.production(); ++i) {
      const ImagePacking::Texel at = packing.At(i);
      texels[(at.y * packing.width() + at.x) * 4 + at.lane] = weight.data<float>()[i];
    }
  });
}

// A tensor's dimensions as images see them: preceded by ones up to four axes.
struct ImageDims {
  int n = 1, c = 1, h = 1, w = 1;
  int blocks = 1;  // of four channels

  explicit ImageDims(const DDim& dims) {
    int* const axes[] = {&n, &c, &h, &w};
    const int rank = static_cast<int>(dims.rank());
    for (int i = 0; i < rank; ++i) *axes[4 - rank + i] = static_cast<int>(dims[i]);
    blocks = (c + 3) / 4;
  }
  // Of kImageDefault.
  int width() const { return w * blocks; }
  int height() const { return n * h; }
};

// Base class of OpenCL kernels. PrepareOp calls Build, RunOp calls Launch.
template <typename OpType>
class ClKernel : public KernelFor<OpType> {
 protected:
  // Compiles lite/backends/opencl/kernels/`file`.cl, once per process and options, and takes its
  // function `name`. A kernel that launches several functions keeps them in members of its own and
  // passes them to Launch.
  Status Build(PrepareContext* context, const std::string& file, const std::string& name,
               const std::string& options = "") {
    LITE_ASSIGN_OR_RETURN(function_, DeviceOf(*context)->GetFunction(file, name, options));
    return OkStatus();
  }

  // Queues the function for this many work items along one to three axes. Its arguments are, in the
  // order of its parameters: a Tensor, Block or ScratchAt (in a buffer two parameters, BUFFER_IN or
  // BUFFER_OUT, in an image one), an int or a float.
  template <typename... Args>
  Status Launch(const RunContext& context, std::initializer_list<int64_t> work_items,
                const Args&... args) {
    return Launch(context, function_.get(), work_items, args...);
  }
  template <typename... Args>
  static Status Launch(const RunContext& context, Function* function,
                       std::initializer_list<int64_t> work_items, const Args&... args) {
    int position = 0;
    (Set(context, function, &position, args), ...);
    return static_cast<ClContext*>(context.device)->Launch(function, work_items);
  }

 private:
  static void Set(const RunContext&, Function* function, int* position, const Tensor& tensor) {
    SetBlock(function, position, *tensor.buffer(), tensor.offset());
  }
  static void Set(const RunContext&, Function* function, int* position, const Block& block) {
    SetBlock(function, position, *block, 0);
  }
  static void Set(const RunContext& context, Function* function, int* position, ScratchAt scratch) {
    function->SetBlock((*position)++, context.device_scratch);
    SetInt(function, position, static_cast<int>(scratch.offset / sizeof(float)));
  }
  static void Set(const RunContext&, Function* function, int* position, int value) {
    SetInt(function, position, value);
  }
  static void Set(const RunContext&, Function* function, int* position, float value) {
    function->SetBytes((*position)++, &value, sizeof(value));
  }
  static void SetBlock(Function* function, int* position, const Buffer& block, size_t offset) {
    function->SetBlock((*position)++, block.handle());
    if (block.desc().kind == MemoryKind::kImage2D) return;
    SetInt(function, position, static_cast<int>(offset / sizeof(float)));
  }
  static void SetInt(Function* function, int* position, int value) {
    function->SetBytes((*position)++, &value, sizeof(value));
  }

  std::unique_ptr<Function> function_;
};

}  // namespace paddle::lite::kernels::opencl
