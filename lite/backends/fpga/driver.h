// What kernels of the FPGA need of a device: memory, its two views, and commands. See
// docs/design/fpga.md. Kernels only see this interface, so that they run on the software model
// (soft_driver.h) like on a board (ioctl_driver.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "lite/base/status.h"

namespace paddle::lite::fpga {

// Elements of a row are padded to this many, and so are filters.
constexpr int64_t kAlignment = 16;

// The largest magnitude of a value m as {m / 127, 127 / m}: the real value of one step in int8, and
// the reverse.
struct ScalePair {
  float step = 0;
  float inverse = 0;

  // The pair for this largest magnitude; {0, 0} for 0.
  static ScalePair Of(float largest) {
    if (!(largest > 0)) return {};
    return {largest / 127.0f, 127.0f / largest};
  }
};

struct DriverInfo {
  uint32_t filter_capacity = 2048;  // chunks of 16 elements that one command holds per column
  uint32_t version = 0;
  uint32_t device_type = 900;  // hundreds: 3 for ZU3, 5 for ZU5, 9 for ZU9
  uint32_t column = 4;         // filters are computed in groups of 4 * column

  bool is_zu3() const { return device_type / 100 == 3; }
};

// One image in channels-last order: height rows of width * channels elements, each padded.
struct ImageArgs {
  void* address = nullptr;
  const ScalePair* scale = nullptr;
  uint32_t channels = 0, width = 0, height = 0;
  uint32_t pad_width = 0, pad_height = 0;  // on both sides
};

struct OutputArgs {
  void* address = nullptr;
  ScalePair* scale = nullptr;  // written by the command
};

struct WindowArgs {
  uint32_t width = 1, height = 1, stride_w = 1, stride_h = 1;
};

// Filters in the form of FormatFilters, bias and scale in that of FormatScaleBias (format.h).
struct ConvArgs {
  bool relu = false;
  const void* scale_bias = nullptr;
  const void* filter = nullptr;
  const ScalePair* filter_scale = nullptr;
  uint32_t filter_num = 0, group_num = 1, dilation = 1;
  WindowArgs kernel;
  ImageArgs image;
  OutputArgs output;
};

// Filters in the form of FormatDepthwiseFilters, bias in that of FormatBias.
struct DepthwiseArgs {
  bool relu = false;
  const void* bias = nullptr;
  const void* filter = nullptr;
  WindowArgs kernel;
  ImageArgs image;
  OutputArgs output;
  uint16_t out_width = 0, out_height = 0;
};

enum class PoolMode : uint16_t { kMax = 0, kAverage = 1 };

struct PoolArgs {
  PoolMode mode = PoolMode::kMax;
  uint16_t kernel_reciprocal = 0;  // half of 1 / (height * width); an average counts padding
  WindowArgs kernel;
  ImageArgs image;
  OutputArgs output;
  uint16_t out_width = 0, out_height = 0;
};

// const0 * image0 + const1 * image1
struct ElementwiseAddArgs {
  bool relu = false;
  uint16_t const0 = 0x3c00, const1 = 0x3c00;  // halves, 1.0
  ImageArgs image0, image1;
  OutputArgs output;
};

enum class ElementType : uint32_t { kHalf = 0, kFloat = 1 };
enum class Order : uint32_t { kChannelsLast = 0, kChannelsFirst = 1 };

// Converts type and order. Only halves in channels-last order have padded rows.
struct BypassArgs {
  ElementType input_type = ElementType::kHalf, output_type = ElementType::kHalf;
  Order input_order = Order::kChannelsLast, output_order = Order::kChannelsLast;
  ImageArgs image;
  OutputArgs output;
};

// Multiplies each channel and adds to it. Scales and biases are halves, repeated as those of
// FormatBias.
struct ScaleArgs {
  const void* scale = nullptr;
  const void* bias = nullptr;
  ImageArgs image;
  OutputArgs output;
};

// What is applied to the result of the next command.
struct InplaceArgs {
  bool leaky_relu = false, relu = false, sigmoid = false, relu6 = false;
  uint16_t leaky_slope = 0;  // half

  bool any() const { return leaky_relu || relu || sigmoid || relu6; }
};

// Memory has two views: that of the processor and that of the device. Flush makes what the
// processor wrote visible to the device, Invalidate what the device wrote to the processor.
// Commands return when they are done. Calls for one command (SetInplace, then the command) must not
// be interleaved with those of other threads.
class FpgaDriver {
 public:
  virtual ~FpgaDriver() = default;
  virtual std::string name() const = 0;
  virtual Result<DriverInfo> Info() = 0;

  // Null if there is no room.
  virtual void* Alloc(size_t bytes) = 0;
  virtual void Free(void* address) = 0;
  virtual Status Flush(const void* address, size_t bytes) = 0;
  virtual Status Invalidate(void* address, size_t bytes) = 0;

  virtual Status Conv(const ConvArgs& args) = 0;
  virtual Status DepthwiseConv(const DepthwiseArgs& args) = 0;
  virtual Status Pool(const PoolArgs& args) = 0;
  virtual Status ElementwiseAdd(const ElementwiseAddArgs& args) = 0;
  virtual Status Bypass(const BypassArgs& args) = 0;
  virtual Status Scale(const ScaleArgs& args) = 0;
  virtual Status SetInplace(const InplaceArgs& args) = 0;
  virtual Status Reset() = 0;
};

}  // namespace paddle::lite::fpga
