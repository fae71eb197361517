#include "lite/backends/fpga/ioctl_driver.h"

#include <cerrno>
#include <cstring>
#include <utility>

#ifdef __linux__
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "lite/base/strings.h"

namespace paddle::lite::fpga {

#ifdef __linux__
namespace {

// What the driver reads. Addresses are those of the process.
struct RawInfo {
  uint32_t filter_capacity;
  uint32_t version;
  uint16_t device_type;
  uint32_t column;
  uint32_t reserved[6];
};
struct RawRange {
  const void* address;
  size_t size;
};
struct RawKernel {
  uint32_t width, height, stride_w, stride_h;
};
struct RawImage {
  const void* address;
  const void* scale;
  uint32_t channels, width, height, pad_width, pad_height;
};
struct RawOutput {
  void* address;
  void* scale;
};
struct RawConv {
  bool relu;
  const void* scale_bias;
  const void* filter;
  const void* filter_scale;
  uint32_t filter_num, group_num, dilation;
  RawKernel kernel;
  RawImage image;
  RawOutput output;
};
struct RawPool {
  uint16_t mode, kernel_reciprocal;
  RawKernel kernel;
  RawImage image;
  RawOutput output;
  uint16_t out_width, out_height;
};
struct RawElementwiseAdd {
  bool relu;
  uint32_t const0, const1;
  RawImage image0, image1;
  RawOutput output;
};
struct RawBypass {
  uint32_t input_type, output_type, input_order, output_order;
  RawImage image;
  RawOutput output;
};
struct RawScale {
  const void* scale;
  const void* bias;
  uint32_t row_alignment, channel_alignment;
  RawImage image;
  RawOutput output;
};
struct RawDepthwise {
  bool relu;
  const void* bias;
  const void* filter;
  RawKernel kernel;
  RawImage image;
  RawOutput output;
  uint16_t out_width, out_height, sub_conv_num;
};
struct RawInplace {
  bool leaky_relu, relu, sigmoid, relu6, power, normalize;
};
struct RawActivation {
  uint32_t type;
  uint16_t factor;
};

// The boards are 64-bit ARM.
static_assert(sizeof(void*) != 8 || sizeof(RawImage) == 40, "image");
static_assert(sizeof(void*) != 8 || sizeof(RawConv) == 120, "conv");
static_assert(sizeof(void*) != 8 || sizeof(RawPool) == 88, "pool");
static_assert(sizeof(void*) != 8 || sizeof(RawElementwiseAdd) == 112, "elementwise add");
static_assert(sizeof(void*) != 8 || sizeof(RawBypass) == 72, "bypass");
static_assert(sizeof(void*) != 8 || sizeof(RawScale) == 80, "scale");
static_assert(sizeof(void*) != 8 || sizeof(RawDepthwise) == 104, "depthwise conv");
static_assert(sizeof(RawInfo) == 40 && sizeof(RawInplace) == 6 && sizeof(RawActivation) == 8, "");

constexpr int kMagic = ('F' + 'P' + 'G' + 'A') / 4;
static_assert(kMagic == 71, "of the driver's commands");
constexpr uint32_t kLeakyRelu = 3;

RawKernel Raw(const WindowArgs& kernel) {
  return {kernel.width, kernel.height, kernel.stride_w, kernel.stride_h};
}
RawImage Raw(const ImageArgs& image) {
  return {image.address, image.scale,     image.channels,  image.width,
          image.height,  image.pad_width, image.pad_height};
}
RawOutput Raw(const OutputArgs& output) { return {output.address, output.scale}; }

}  // namespace

std::unique_ptr<FpgaDriver> IoctlFpgaDriver::Open(const std::string& node, std::string* why_not) {
  const int descriptor = open(node.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor >= 0) return std::unique_ptr<FpgaDriver>(new IoctlFpgaDriver(node, descriptor));
  *why_not = StrCat("cannot open ", node, ": ", std::strerror(errno));
  return nullptr;
}

IoctlFpgaDriver::~IoctlFpgaDriver() {
  for (const auto& [address, bytes] : blocks_) munmap(address, bytes);
  close(descriptor_);
}

Status IoctlFpgaDriver::Command(const char* name, unsigned long number, void* args) {
  if (ioctl(descriptor_, number, args) == 0) return OkStatus();
  return Internal(name, " of ", node_, " failed: ", std::strerror(errno));
}

Result<DriverInfo> IoctlFpgaDriver::Info() {
  RawInfo raw = {};
  LITE_RETURN_IF_ERROR(Command("device info", _IOW(kMagic, 100, RawInfo), &raw));
  DriverInfo info;
  info.version = raw.version;
  info.device_type = raw.device_type;
  // Older drivers leave these 0.
  if (raw.filter_capacity != 0) info.filter_capacity = raw.filter_capacity;
  if (raw.column != 0) info.column = raw.column;
  return info;
}

void* IoctlFpgaDriver::Alloc(size_t bytes) {
  if (bytes == 0) bytes = 1;
  void* const address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (address == MAP_FAILED) return nullptr;
  blocks_[address] = bytes;
  return address;
}

void IoctlFpgaDriver::Free(void* address) {
  const auto found = blocks_.find(address);
  if (found == blocks_.end()) return;
  munmap(address, found->second);
  blocks_.erase(found);
}

Status IoctlFpgaDriver::Flush(const void* address, size_t bytes) {
  RawRange raw{address, bytes};
  return Command("cache flush", _IOW(kMagic, 13, RawRange), &raw);
}

Status IoctlFpgaDriver::Invalidate(void* address, size_t bytes) {
  RawRange raw{address, bytes};
  return Command("cache invalidate", _IOW(kMagic, 12, RawRange), &raw);
}

Status IoctlFpgaDriver::Conv(const ConvArgs& args) {
  RawConv raw{args.relu,       args.scale_bias, args.filter,   args.filter_scale,
              args.filter_num, args.group_num,  args.dilation, Raw(args.kernel),
              Raw(args.image), Raw(args.output)};
  return Command("conv", _IOW(kMagic, 21, RawConv), &raw);
}

Status IoctlFpgaDriver::DepthwiseConv(const DepthwiseArgs& args) {
  RawDepthwise raw{args.relu,        args.bias,       args.filter,
                   Raw(args.kernel), Raw(args.image), Raw(args.output),
                   args.out_width,   args.out_height, 1};
  return Command("depthwise conv", _IOW(kMagic, 31, RawDepthwise), &raw);
}

Status IoctlFpgaDriver::Pool(const PoolArgs& args) {
  RawPool raw{static_cast<uint16_t>(args.mode),
              args.kernel_reciprocal,
              Raw(args.kernel),
              Raw(args.image),
              Raw(args.output),
              args.out_width,
              args.out_height};
  return Command("pool", _IOW(kMagic, 22, RawPool), &raw);
}

Status IoctlFpgaDriver::ElementwiseAdd(const ElementwiseAddArgs& args) {
  RawElementwiseAdd raw{args.relu,        args.const0,      args.const1,
                        Raw(args.image0), Raw(args.image1), Raw(args.output)};
  return Command("elementwise add", _IOW(kMagic, 23, RawElementwiseAdd), &raw);
}

Status IoctlFpgaDriver::Bypass(const BypassArgs& args) {
  RawBypass raw{static_cast<uint32_t>(args.input_type),
                static_cast<uint32_t>(args.output_type),
                static_cast<uint32_t>(args.input_order),
                static_cast<uint32_t>(args.output_order),
                Raw(args.image),
                Raw(args.output)};
  return Command("bypass", _IOW(kMagic, 24, RawBypass), &raw);
}

Status IoctlFpgaDriver::Scale(const ScaleArgs& args) {
  RawScale raw{args.scale, args.bias, kAlignment, kAlignment, Raw(args.image), Raw(args.output)};
  return Command("scale", _IOW(kMagic, 25, RawScale), &raw);
}

Status IoctlFpgaDriver::SetInplace(const InplaceArgs& args) {
  if (args.leaky_relu) {
    RawActivation activation{kLeakyRelu, args.leaky_slope};
    LITE_RETURN_IF_ERROR(
        Command("activation parameters", _IOW(kMagic, 43, RawActivation), &activation));
  }
  RawInplace raw{args.leaky_relu, args.relu, args.sigmoid, args.relu6, false, false};
  return Command("in-place switches", _IOW(kMagic, 40, RawInplace), &raw);
}

Status IoctlFpgaDriver::Reset() {
  uint32_t unused = 0;
  LITE_RETURN_IF_ERROR(Command("reset", _IOW(kMagic, 52, uint32_t), &unused));
  return SetInplace(InplaceArgs());
}
#else
std::unique_ptr<FpgaDriver> IoctlFpgaDriver::Open(const std::string&, std::string* why_not) {
  *why_not = "boards run Linux";
  return nullptr;
}
#endif

}  // namespace paddle::lite::fpga
