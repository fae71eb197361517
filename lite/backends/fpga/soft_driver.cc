#include "lite/backends/fpga/soft_driver.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "lite/backends/fpga/format.h"
#include "lite/base/checked_math.h"
#include "lite/base/half.h"

namespace paddle::lite::fpga {
namespace {

constexpr size_t kAddressAlignment = 64;
constexpr int64_t kRowBytes = kAlignment * 2;  // addresses of rows are multiples of it

int64_t PaddedCount(int64_t elements) {
  return (elements + kAlignment - 1) / kAlignment * kAlignment;
}

// Rows and heights beyond this are refused, so that sizes in bytes fit into 64 bits.
constexpr uint64_t kMaxExtent = uint64_t{1} << 30;

Status CheckRows(const char* what, const void* address) {
  const auto at = reinterpret_cast<uintptr_t>(address);
  if (at % kRowBytes == 0) return OkStatus();
  return InvalidArgument(what, ": rows begin at ", at, ", expected a multiple of ", kRowBytes);
}

Status CheckImage(const char* what, const ImageArgs& image) {
  const uint64_t row = uint64_t{image.width} * image.channels;
  if (row == 0 || row > kMaxExtent || image.height == 0 || image.height > kMaxExtent) {
    return InvalidArgument(what, ": an image of ", image.width, " x ", image.height, " with ",
                           image.channels, " channels");
  }
  return CheckRows(what, image.address);
}

Status CheckWindow(const char* what, const WindowArgs& window) {
  if (window.width == 0 || window.height == 0 || window.stride_w == 0 || window.stride_h == 0) {
    return InvalidArgument(what, ": a window or a stride of 0");
  }
  return OkStatus();
}

// 0 if the window does not fit.
int64_t OutputExtent(int64_t in, int64_t pad, int64_t kernel, int64_t stride, int64_t dilation) {
  const int64_t span = in + 2 * pad - (dilation * (kernel - 1) + 1);
  return span < 0 ? 0 : span / stride + 1;
}

struct Extent {
  int64_t height, width;
};

Extent ConvOutput(const ImageArgs& image, const WindowArgs& kernel, int64_t dilation) {
  return {
      OutputExtent(image.height, image.pad_height, kernel.height, kernel.stride_h, dilation),
      OutputExtent(image.width, image.pad_width, kernel.width, kernel.stride_w, dilation),
  };
}

// Calls tap(t, pixel) for the pixels of the image under the window of an output.
template <typename F>
void ForTaps(const ImageArgs& image, const WindowArgs& kernel, int64_t dilation, int64_t oy,
             int64_t ox, F tap) {
  const int64_t height = image.height, width = image.width;
  for (int64_t ky = 0; ky < kernel.height; ++ky) {
    const int64_t y = oy * kernel.stride_h + ky * dilation - image.pad_height;
    if (y < 0 || y >= height) continue;
    for (int64_t kx = 0; kx < kernel.width; ++kx) {
      const int64_t x = ox * kernel.stride_w + kx * dilation - image.pad_width;
      if (x < 0 || x >= width) continue;
      tap(ky * kernel.width + kx, y * width + x);
    }
  }
}

}  // namespace

void* SoftFpgaDriver::Alloc(size_t bytes) {
  if (bytes == 0) bytes = 1;
  if (bytes > options_.memory_bytes - used_) return nullptr;
  Block block;
  block.bytes = bytes;
  block.memory.reset(new (std::nothrow) char[bytes + kAddressAlignment]);
  if (block.memory == nullptr) return nullptr;
  const uintptr_t begin =
      RoundUp(reinterpret_cast<uintptr_t>(block.memory.get()), kAddressAlignment);
  // NaN as half and as float.
  std::memset(reinterpret_cast<void*>(begin), 0xff, bytes);
  block.shadow.assign(bytes, static_cast<char>(0xff));
  used_ += bytes;
  blocks_[begin] = std::move(block);
  return reinterpret_cast<void*>(begin);
}

void SoftFpgaDriver::Free(void* address) {
  const auto found = blocks_.find(reinterpret_cast<uintptr_t>(address));
  if (found == blocks_.end()) return;
  used_ -= found->second.bytes;
  blocks_.erase(found);
}

Result<char*> SoftFpgaDriver::Shadow(const char* what, const void* address, size_t bytes) {
  const auto at = reinterpret_cast<uintptr_t>(address);
  auto found = blocks_.upper_bound(at);
  if (found == blocks_.begin()) {
    return InvalidArgument(what, ": the address is not in the device's memory");
  }
  --found;
  const size_t offset = at - found->first;
  Block& block = found->second;
  if (offset >= block.bytes) {
    return InvalidArgument(what, ": the address is not in the device's memory");
  }
  if (bytes > block.bytes - offset) {
    return OutOfRange(what, ": ", bytes, " bytes at byte ", offset, " of a block of ", block.bytes);
  }
  return block.shadow.data() + offset;
}

Status SoftFpgaDriver::Flush(const void* address, size_t bytes) {
  LITE_ASSIGN_OR_RETURN(char* const shadow, Shadow("flush", address, bytes));
  std::memcpy(shadow, address, bytes);
  return OkStatus();
}

Status SoftFpgaDriver::Invalidate(void* address, size_t bytes) {
  LITE_ASSIGN_OR_RETURN(const char* const shadow, Shadow("invalidate", address, bytes));
  std::memcpy(address, shadow, bytes);
  return OkStatus();
}

Result<const uint16_t*> SoftFpgaDriver::Halves(const char* what, const void* address,
                                               int64_t count) {
  LITE_ASSIGN_OR_RETURN(const char* const at,
                        Shadow(what, address, static_cast<size_t>(count) * sizeof(uint16_t)));
  return reinterpret_cast<const uint16_t*>(at);
}

Result<std::vector<float>> SoftFpgaDriver::ReadImage(const char* what, const ImageArgs& image) {
  LITE_RETURN_IF_ERROR(CheckImage(what, image));
  const int64_t row = int64_t{image.width} * image.channels;
  const int64_t pitch = PaddedCount(row);
  LITE_ASSIGN_OR_RETURN(const uint16_t* from, Halves(what, image.address, pitch * image.height));
  std::vector<float> values(static_cast<size_t>(row * image.height));
  auto to = values.begin();
  for (int64_t y = 0; y < image.height; ++y, from += pitch) {
    to = std::transform(from, from + row, to, HalfBitsToFloat);
    if (std::any_of(from + row, from + pitch, [](uint16_t half) { return half != 0; })) {
      return InvalidArgument(what, ": row ", y, " of ", row, " elements is not padded with zeros");
    }
  }
  return values;
}

Status SoftFpgaDriver::WriteImage(std::vector<float>* values, int64_t height, int64_t row,
                                  bool relu, const OutputArgs& output) {
  InplaceArgs inplace = inplace_;
  inplace.relu |= relu;
  inplace_ = InplaceArgs();
  LITE_RETURN_IF_ERROR(CheckRows("output", output.address));
  const int64_t pitch = PaddedCount(row);
  LITE_ASSIGN_OR_RETURN(
      char* const memory,
      Shadow("output", output.address, static_cast<size_t>(pitch * height) * sizeof(uint16_t)));
  auto* to = reinterpret_cast<uint16_t*>(memory);
  float largest = 0;
  const float* from = values->data();
  for (int64_t y = 0; y < height; ++y, to += pitch) {
    for (int64_t i = 0; i < row; ++i) {
      float value = *from++;
      value = Activated(value, inplace);
      to[i] = FloatToHalfBits(value);
      largest = std::max(largest, std::fabs(value));
    }
    std::fill(to + row, to + pitch, uint16_t{0});
  }
  if (output.scale != nullptr) *output.scale = ScalePair::Of(largest);
  return OkStatus();
}

Status SoftFpgaDriver::Conv(const ConvArgs& args) {
  const ImageArgs& image = args.image;
  const WindowArgs& kernel = args.kernel;
  LITE_RETURN_IF_ERROR(CheckWindow("conv", kernel));
  LITE_ASSIGN_OR_RETURN(std::vector<float> pixels, ReadImage("conv", image));
  const int64_t channels = image.channels, filters = args.filter_num, groups = args.group_num;
  if (groups == 0 || channels % groups != 0 || filters == 0 || filters % groups != 0) {
    return InvalidArgument("conv: ", channels, " channels and ", filters, " filters in ", groups,
                           " groups");
  }
  if (options_.info.is_zu3() && image.width == 1 && channels >= 2048) {
    return Unsupported("conv: an image of width 1 with ", channels, " channels on ZU3");
  }
  const int64_t in = channels / groups, taps = int64_t{kernel.width} * kernel.height;
  const int64_t length = FilterLength(in * taps);
  if (filters > FilterCapacity(options_.info, length)) {
    return OutOfRange("conv: ", filters, " filters of ", length, " elements, the device holds ",
                      FilterCapacity(options_.info, length));
  }
  const Extent out = ConvOutput(image, kernel, args.dilation);
  if (args.dilation == 0 || out.height == 0 || out.width == 0) {
    return InvalidArgument("conv: the window does not fit into the image");
  }
  const int64_t group = 4 * int64_t{options_.info.column};
  const int64_t bytes = FormattedBytes(filters, length, group);
  LITE_ASSIGN_OR_RETURN(const char* const formatted,
                        Shadow("conv: filter", args.filter, static_cast<size_t>(bytes)));
  // Those of a group side by side, [groups, in * taps, filters of the group].
  const int64_t per_group = filters / groups;
  std::vector<float> weights(static_cast<size_t>(filters * in * taps));
  for (int64_t f = 0; f < bytes / length; ++f) {
    for (int64_t e = 0; e < length; ++e) {
      const auto q = static_cast<int8_t>(formatted[FormattedIndex(f, e, length, group)]);
      if (f < filters && e < in * taps) {
        const int64_t at = (f / per_group * in * taps + e) * per_group + f % per_group;
        weights[static_cast<size_t>(at)] = q;
      } else if (q != 0) {
        return InvalidArgument("conv: filter ", f, " is not padded with zeros at ", e);
      }
    }
  }
  const int64_t halves = RepeatsOf(filters) * filters;
  LITE_ASSIGN_OR_RETURN(const uint16_t* const bias,
                        Halves("conv: scale and bias", args.scale_bias, 2 * halves));
  const uint16_t* const scale = bias + halves;
  float step = args.filter_scale->step;
  if (options_.int8_images) {
    const ScalePair pair = image.scale == nullptr ? ScalePair() : *image.scale;
    for (float& pixel : pixels) {
      pixel = std::min(127.0f, std::max(-127.0f, std::round(pixel * pair.inverse)));
    }
    step *= pair.step;
  }
  std::vector<float> result(static_cast<size_t>(out.height * out.width * filters));
  float* to = result.data();
  for (int64_t y = 0; y < out.height; ++y) {
    for (int64_t x = 0; x < out.width; ++x) {
      for (int64_t g = 0; g < groups; ++g, to += per_group) {
        ForTaps(image, kernel, args.dilation, y, x, [&](int64_t tap, int64_t pixel) {
          const float* const from = &pixels[static_cast<size_t>(pixel * channels + g * in)];
          const float* row = &weights[static_cast<size_t>((g * taps + tap) * in * per_group)];
          for (int64_t c = 0; c < in; ++c, row += per_group) {
            const float a = from[c];
            if (a == 0) continue;  // half of all elements are, after relu
            for (int64_t f = 0; f < per_group; ++f) to[f] += a * row[f];
          }
        });
        for (int64_t f = 0; f < per_group; ++f) {
          const int64_t at = g * per_group + f;
          to[f] = to[f] * step * HalfBitsToFloat(scale[at]) + HalfBitsToFloat(bias[at]);
        }
      }
    }
  }
  return WriteImage(&result, out.height, out.width * filters, args.relu, args.output);
}

Status SoftFpgaDriver::DepthwiseConv(const DepthwiseArgs& args) {
  const ImageArgs& image = args.image;
  LITE_RETURN_IF_ERROR(CheckWindow("depthwise conv", args.kernel));
  LITE_ASSIGN_OR_RETURN(const std::vector<float> pixels, ReadImage("depthwise conv", image));
  const Extent out = ConvOutput(image, args.kernel, 1);
  if (out.height == 0 || out.height != args.out_height || out.width != args.out_width) {
    return InvalidArgument("depthwise conv: an output of ", args.out_height, " x ", args.out_width,
                           ", the image and the window have ", out.height, " x ", out.width);
  }
  const int64_t channels = image.channels, padded = PaddedCount(channels);
  const int64_t taps = int64_t{args.kernel.width} * args.kernel.height;
  LITE_ASSIGN_OR_RETURN(const uint16_t* const filter,
                        Halves("depthwise conv: filter", args.filter, taps * padded));
  LITE_ASSIGN_OR_RETURN(const uint16_t* const bias,
                        Halves("depthwise conv: bias", args.bias, RepeatsOf(channels) * channels));
  std::vector<float> result(static_cast<size_t>(out.height * out.width * channels));
  float* to = result.data();
  for (int64_t y = 0; y < out.height; ++y) {
    for (int64_t x = 0; x < out.width; ++x, to += channels) {
      std::transform(bias, bias + channels, to, HalfBitsToFloat);
      ForTaps(image, args.kernel, 1, y, x, [&](int64_t tap, int64_t pixel) {
        const float* const from = &pixels[static_cast<size_t>(pixel * channels)];
        const uint16_t* const weights = filter + tap * padded;
        for (int64_t c = 0; c < channels; ++c) to[c] += from[c] * HalfBitsToFloat(weights[c]);
      });
    }
  }
  return WriteImage(&result, out.height, out.width * channels, args.relu, args.output);
}

Status SoftFpgaDriver::Pool(const PoolArgs& args) {
  const ImageArgs& image = args.image;
  LITE_RETURN_IF_ERROR(CheckWindow("pool", args.kernel));
  LITE_ASSIGN_OR_RETURN(const std::vector<float> pixels, ReadImage("pool", image));
  if (args.out_width == 1 && args.out_height == 1 &&
      (args.kernel.width > 255 || args.kernel.height > 255)) {
    return OutOfRange("pool: a window of ", args.kernel.height, " x ", args.kernel.width,
                      " for one output, expected sides up to 255");
  }
  const int64_t channels = image.channels;
  const bool is_max = args.mode == PoolMode::kMax;
  const float reciprocal = HalfBitsToFloat(args.kernel_reciprocal);
  std::vector<float> result(static_cast<size_t>(args.out_height * args.out_width * channels));
  float* to = result.data();
  for (int64_t y = 0; y < args.out_height; ++y) {
    for (int64_t x = 0; x < args.out_width; ++x, to += channels) {
      bool first = true;
      ForTaps(image, args.kernel, 1, y, x, [&](int64_t, int64_t pixel) {
        const float* const from = &pixels[static_cast<size_t>(pixel * channels)];
        for (int64_t c = 0; c < channels; ++c) {
          to[c] = first ? from[c] : is_max ? std::max(to[c], from[c]) : to[c] + from[c];
        }
        first = false;
      });
      if (first) return InvalidArgument("pool: the window of output ", y, ", ", x, " is empty");
      if (is_max) continue;
      for (int64_t c = 0; c < channels; ++c) to[c] *= reciprocal;
    }
  }
  return WriteImage(&result, args.out_height, args.out_width * channels, false, args.output);
}

Status SoftFpgaDriver::ElementwiseAdd(const ElementwiseAddArgs& args) {
  const ImageArgs& a = args.image0;
  const ImageArgs& b = args.image1;
  if (a.channels != b.channels || a.width != b.width || a.height != b.height) {
    return InvalidArgument("elementwise add: images of different sizes");
  }
  LITE_ASSIGN_OR_RETURN(std::vector<float> sum, ReadImage("elementwise add", a));
  LITE_ASSIGN_OR_RETURN(const std::vector<float> other, ReadImage("elementwise add", b));
  const float factor0 = HalfBitsToFloat(args.const0), factor1 = HalfBitsToFloat(args.const1);
  for (size_t i = 0; i < sum.size(); ++i) sum[i] = sum[i] * factor0 + other[i] * factor1;
  return WriteImage(&sum, a.height, int64_t{a.width} * a.channels, args.relu, args.output);
}

Status SoftFpgaDriver::Bypass(const BypassArgs& args) {
  const ImageArgs& image = args.image;
  LITE_RETURN_IF_ERROR(CheckImage("bypass", image));
  const int64_t channels = image.channels, area = int64_t{image.width} * image.height;
  const auto padded = [](ElementType type, Order order) {
    return type == ElementType::kHalf && order == Order::kChannelsLast;
  };
  std::vector<float> values;
  if (padded(args.input_type, args.input_order)) {
    LITE_ASSIGN_OR_RETURN(values, ReadImage("bypass", image));
  } else {
    const size_t width = args.input_type == ElementType::kHalf ? 2 : 4;
    values.resize(static_cast<size_t>(channels * area));
    LITE_ASSIGN_OR_RETURN(const char* const from,
                          Shadow("bypass", image.address, values.size() * width));
    for (size_t i = 0; i < values.size(); ++i) {
      if (width == 2) {
        values[i] = HalfBitsToFloat(reinterpret_cast<const uint16_t*>(from)[i]);
      } else {
        std::memcpy(&values[i], from + i * width, width);
      }
    }
  }
  if (args.input_order != args.output_order) {
    const bool to_last = args.output_order == Order::kChannelsLast;
    std::vector<float> moved(values.size());
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t p = 0; p < area; ++p) {
        const auto last = static_cast<size_t>(p * channels + c);
        const auto first = static_cast<size_t>(c * area + p);
        moved[to_last ? last : first] = values[to_last ? first : last];
      }
    }
    values = std::move(moved);
  }
  if (padded(args.output_type, args.output_order)) {
    return WriteImage(&values, image.height, image.width * channels, false, args.output);
  }
  if (inplace_.any()) return Unsupported("bypass: an activation of floats");
  LITE_RETURN_IF_ERROR(CheckRows("bypass: output", args.output.address));
  const size_t width = args.output_type == ElementType::kHalf ? 2 : 4;
  LITE_ASSIGN_OR_RETURN(char* const to,
                        Shadow("bypass: output", args.output.address, values.size() * width));
  for (size_t i = 0; i < values.size(); ++i) {
    if (width == 2) {
      reinterpret_cast<uint16_t*>(to)[i] = FloatToHalfBits(values[i]);
    } else {
      std::memcpy(to + i * width, &values[i], width);
    }
  }
  if (args.output.scale != nullptr) {
    *args.output.scale =
        ScalePair::Of(LargestMagnitude(values.data(), static_cast<int64_t>(values.size())));
  }
  return OkStatus();
}

Status SoftFpgaDriver::Scale(const ScaleArgs& args) {
  const ImageArgs& image = args.image;
  const int64_t row = int64_t{image.width} * image.channels;
  if (image.height > 2047 || image.width > 1023 || row > 65536) {
    return OutOfRange("scale: an image of ", image.width, " x ", image.height, " with ",
                      image.channels, " channels, expected height up to 2047, width up to 1023, ",
                      "width * channels up to 65536");
  }
  LITE_ASSIGN_OR_RETURN(std::vector<float> values, ReadImage("scale", image));
  const int64_t channels = image.channels;
  const int64_t count = RepeatsOf(channels) * channels;
  LITE_ASSIGN_OR_RETURN(const uint16_t* const scale, Halves("scale", args.scale, count));
  LITE_ASSIGN_OR_RETURN(const uint16_t* const bias, Halves("scale: bias", args.bias, count));
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t c = i % static_cast<size_t>(channels);
    values[i] = values[i] * HalfBitsToFloat(scale[c]) + HalfBitsToFloat(bias[c]);
  }
  return WriteImage(&values, image.height, row, false, args.output);
}

Status SoftFpgaDriver::SetInplace(const InplaceArgs& args) {
  inplace_ = args;
  return OkStatus();
}

Status SoftFpgaDriver::Reset() {
  inplace_ = InplaceArgs();
  return OkStatus();
}

}  // namespace paddle::lite::fpga
