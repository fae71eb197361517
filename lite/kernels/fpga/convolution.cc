#include "lite/kernels/fpga/convolution.h"

// What declares the kernels of other targets has none of their code.
#ifndef LITE_DECLARE_KERNELS

namespace paddle::lite::kernels::fpga {
namespace {

// Divides each filter by a scale, so that all have about the same largest magnitude, and returns
// the scales: int8 of one step for the layer is then as fine as one step for each filter. The
// device has the scales as halves, so they are exact ones.
std::vector<float> Equalise(std::vector<float>* filters, int64_t count) {
  constexpr float kMinScale = 1.0f / 1024;  // far from where halves are coarse
  const auto elements = static_cast<int64_t>(filters->size()) / count;
  const float largest =
      lite::fpga::LargestMagnitude(filters->data(), static_cast<int64_t>(filters->size()));
  std::vector<float> scales(static_cast<size_t>(count), 1.0f);
  if (!(largest > 0) || std::isinf(largest)) return scales;
  for (int64_t f = 0; f < count; ++f) {
    float* const filter = filters->data() + f * elements;
    const float share = lite::fpga::LargestMagnitude(filter, elements) / largest;
    const float scale = HalfBitsToFloat(FloatToHalfBits(std::max(share, kMinScale)));
    for (int64_t e = 0; e < elements; ++e) filter[e] /= scale;
    scales[static_cast<size_t>(f)] = scale;
  }
  return scales;
}

}  // namespace

void Convolution::Divide(int64_t capacity) {
  parts_.clear();
  const int64_t per_group = job_.filters / job_.groups;
  if (job_.is_depthwise() || job_.filters <= capacity) {
    parts_.push_back({0, job_.groups, 0, job_.filters, {}, {}, {}, {}});
  } else if (per_group <= capacity) {  // as many groups as fit
    const int64_t step = capacity / per_group;
    for (int64_t g = 0; g < job_.groups; g += step) {
      const int64_t groups = std::min(step, job_.groups - g);
      parts_.push_back({g, groups, g * per_group, groups * per_group, {}, {}, {}, {}});
    }
  } else {
    for (int64_t g = 0; g < job_.groups; ++g) {
      for (int64_t f = 0; f < per_group; f += capacity) {
        const int64_t filters = std::min(capacity, per_group - f);
        parts_.push_back({g, 1, g * per_group + f, filters, {}, {}, {}, {}});
      }
    }
  }
}

Status Convolution::Prepare(PrepareContext* context, const ConvJob& job, const Tensor& filter,
                            const std::string& form, const Filters& filters, const Tensor* bias) {
  job_ = job;
  parts_.clear();
  padded_ = job.top != job.bottom || job.left != job.right;
  const lite::fpga::DriverInfo& info = DeviceOf(context->device)->info();
  const int64_t capacity = FilterCapacity(info, lite::fpga::FilterLength(job.in() * job.taps()));
  const bool narrow = info.is_zu3() && job.width == 1 && job.channels >= 2048;
  constexpr int64_t kMaxDepthwise = 0xffff;
  on_processor_ = job.is_depthwise() ? std::max(job.out_height, job.out_width) > kMaxDepthwise
                                     : capacity == 0 || narrow;
  if (on_processor_) {
    filters_ = filters();
    bias_.assign(static_cast<size_t>(job.filters), 0.0f);
    if (bias != nullptr) std::copy_n(bias->data<float>(), job.filters, bias_.begin());
    return OkStatus();
  }
  Divide(capacity);
  for (Part& part : parts_) {
    LITE_RETURN_IF_ERROR(PreparePart(context, filter, form, filters, bias, &part));
  }
  return OkStatus();
}

Status Convolution::PreparePart(PrepareContext* context, const Tensor& filter,
                                const std::string& form, const Filters& filters, const Tensor* bias,
                                Part* part) {
  const int64_t group = 4 * int64_t{DeviceOf(context->device)->info().column};
  const int64_t elements = job_.in() * job_.taps();
  const std::string name = StrCat(form, " filters ", part->first_filter, " + ", part->filters);
  const bool depthwise = job_.is_depthwise();
  const int64_t filter_bytes =
      lite::fpga::FormattedBytes(part->filters, lite::fpga::FilterLength(elements), group);
  LITE_ASSIGN_OR_RETURN(
      part->filter, Upload(context, filter, name, [&] {
        std::vector<float> all = filters();
        if (depthwise) {
          return Formatted(
              lite::fpga::FormatDepthwiseFilters(all.data(), nullptr, job_.channels, job_.taps()));
        }
        const std::vector<float> scales = Equalise(&all, job_.filters);
        const ScalePair scale = ScalePair::Of(
            lite::fpga::LargestMagnitude(all.data(), static_cast<int64_t>(all.size())));
        Formatted formatted(lite::fpga::FormatFilters(all.data() + part->first_filter * elements,
                                                      part->filters, job_.in(), job_.kernel_height,
                                                      job_.kernel_width, scale, group),
                            scale);
        // The scales are kept there: the elements of the filter may be gone at the next Prepare.
        const auto* const first = reinterpret_cast<const char*>(scales.data() + part->first_filter);
        formatted.bytes.insert(formatted.bytes.end(), first,
                               first + static_cast<size_t>(part->filters) * sizeof(float));
        return formatted;
      }));
  const float* const biases = bias == nullptr ? nullptr : bias->data<float>() + part->first_filter;
  std::vector<uint16_t> halves;
  if (depthwise) {
    halves = lite::fpga::FormatBias(biases, part->filters, 0);
  } else {
    std::vector<float> scales(static_cast<size_t>(part->filters));
    std::memcpy(scales.data(), BlockOf(part->filter)->address + filter_bytes,
                scales.size() * sizeof(float));
    halves = lite::fpga::FormatScaleBias(biases, scales.data(), part->filters);
  }
  const size_t bias_bytes = halves.size() * sizeof(uint16_t);
  LITE_ASSIGN_OR_RETURN(part->bias, AllocateBlock(*context, static_cast<int64_t>(bias_bytes)));
  LITE_RETURN_IF_ERROR(
      DeviceOf(context->device)->CopyFromHost(part->bias->handle(), 0, halves.data(), bias_bytes));
  part->input.reset();
  part->output.reset();
  if (padded_ || part->groups < job_.groups) {
    const int64_t height = job_.height + job_.top + job_.bottom;
    const int64_t width = job_.width + job_.left + job_.right;
    const int64_t pitch = Padded(width * part->groups * job_.in());
    LITE_ASSIGN_OR_RETURN(part->input, AllocateBlock(*context, height * pitch * 2));
  }
  if (parts_.size() > 1) {
    const int64_t pitch = Padded(job_.out_width * part->filters);
    LITE_ASSIGN_OR_RETURN(part->output, AllocateBlock(*context, job_.out_height * pitch * 2));
  }
  return OkStatus();
}

// The part's channels of an image, with the padding of sides that differ.
Status Convolution::GatherInput(FpgaDevice* device, const Part& part, FpgaBlock* input,
                                int64_t image) const {
  LITE_ASSIGN_OR_RETURN(const char* const memory, device->ForProcessor(input));
  const int64_t from_pitch = Padded(job_.width * job_.channels);
  const auto* const from =
      reinterpret_cast<const uint16_t*>(memory) + image * job_.height * from_pitch;
  const int64_t channels = part.groups * job_.in(), first = part.first_group * job_.in();
  const int64_t top = padded_ ? job_.top : 0, left = padded_ ? job_.left : 0;
  const int64_t height = job_.height + (padded_ ? job_.top + job_.bottom : 0);
  const int64_t width = job_.width + (padded_ ? job_.left + job_.right : 0);
  const int64_t to_pitch = Padded(width * channels);
  FpgaBlock* const staged = BlockOf(part.input);
  auto* const to = reinterpret_cast<uint16_t*>(device->Overwritten(staged));
  std::fill_n(to, height * to_pitch, uint16_t{0});
  for (int64_t y = 0; y < job_.height; ++y) {
    for (int64_t x = 0; x < job_.width; ++x) {
      std::copy_n(from + y * from_pitch + x * job_.channels + first, channels,
                  to + (y + top) * to_pitch + (x + left) * channels);
    }
  }
  staged->scale = input->scale;
  return OkStatus();
}

Status Convolution::ScatterOutput(FpgaDevice* device, const Part& part, FpgaBlock* output,
                                  int64_t image) const {
  LITE_ASSIGN_OR_RETURN(const char* const memory, device->ForProcessor(BlockOf(part.output)));
  const auto* const from = reinterpret_cast<const uint16_t*>(memory);
  const int64_t from_pitch = Padded(job_.out_width * part.filters);
  const int64_t to_pitch = Padded(job_.out_width * job_.filters);
  auto* const to =
      reinterpret_cast<uint16_t*>(device->Overwritten(output)) + image * job_.out_height * to_pitch;
  for (int64_t y = 0; y < job_.out_height; ++y) {
    for (int64_t x = 0; x < job_.out_width; ++x) {
      std::copy_n(from + y * from_pitch + x * part.filters, part.filters,
                  to + y * to_pitch + x * job_.filters + part.first_filter);
    }
    if (part.first_filter == 0) {
      std::fill_n(to + y * to_pitch + job_.out_width * job_.filters,
                  to_pitch - job_.out_width * job_.filters, uint16_t{0});
    }
  }
  return OkStatus();
}

Status Convolution::RunPart(FpgaDevice* device, const Part& part, FpgaBlock* input,
                            FpgaBlock* output, int64_t image) {
  const bool gathers = part.input != nullptr;
  FpgaBlock* const from = gathers ? BlockOf(part.input) : input;
  FpgaBlock* const to = part.output != nullptr ? BlockOf(part.output) : output;
  if (gathers) LITE_RETURN_IF_ERROR(GatherInput(device, part, input, image));
  LITE_RETURN_IF_ERROR(device->ForDevice(from));
  LITE_RETURN_IF_ERROR(device->ForDevice(BlockOf(part.bias)));
  Rows rows{job_.height, job_.width, part.groups * job_.in()};
  if (padded_) {
    rows.height += job_.top + job_.bottom;
    rows.width += job_.left + job_.right;
  }
  lite::fpga::ImageArgs args = rows.Image(from);
  if (!gathers) args.address = from->address + image * job_.height * rows.pitch() * 2;
  if (!padded_) {
    args.pad_height = static_cast<uint32_t>(job_.top);
    args.pad_width = static_cast<uint32_t>(job_.left);
  }
  ScalePair scale;
  lite::fpga::OutputArgs result{to->address, &scale};
  if (part.output == nullptr) {
    result.address =
        to->address + image * job_.out_height * Padded(job_.out_width * job_.filters) * 2;
  }
  const lite::fpga::WindowArgs window{
      static_cast<uint32_t>(job_.kernel_width), static_cast<uint32_t>(job_.kernel_height),
      static_cast<uint32_t>(job_.stride_w), static_cast<uint32_t>(job_.stride_h)};
  const InplaceArgs& activation = job_.activation;
  InplaceArgs switches = activation;
  switches.relu = false;  // a field of the commands
  if (job_.is_depthwise()) {
    lite::fpga::DepthwiseArgs command;
    command.relu = activation.relu;
    command.bias = BlockOf(part.bias)->address;
    command.filter = BlockOf(part.filter)->address;
    command.kernel = window;
    command.image = args;
    command.output = result;
    command.out_width = static_cast<uint16_t>(job_.out_width);
    command.out_height = static_cast<uint16_t>(job_.out_height);
    LITE_RETURN_IF_ERROR(
        device->Run(switches, [&](FpgaDriver* driver) { return driver->DepthwiseConv(command); }));
  } else {
    lite::fpga::ConvArgs command;
    command.relu = activation.relu;
    command.scale_bias = BlockOf(part.bias)->address;
    command.filter = BlockOf(part.filter)->address;
    command.filter_scale = &BlockOf(part.filter)->scale;
    command.filter_num = static_cast<uint32_t>(part.filters);
    command.group_num = static_cast<uint32_t>(part.groups);
    command.dilation = static_cast<uint32_t>(job_.dilation);
    command.kernel = window;
    command.image = args;
    command.output = result;
    LITE_RETURN_IF_ERROR(
        device->Run(switches, [&](FpgaDriver* driver) { return driver->Conv(command); }));
  }
  device->WrittenByDevice(to);
  if (scale.step > output->scale.step) output->scale = scale;
  return part.output == nullptr ? OkStatus() : ScatterOutput(device, part, output, image);
}

Status Convolution::Run(FpgaDevice* device, FpgaBlock* input, FpgaBlock* output) {
  output->scale = ScalePair();
  if (on_processor_) return RunOnProcessor(device, input, output);
  for (int64_t image = 0; image < job_.batch; ++image) {
    for (const Part& part : parts_) {
      LITE_RETURN_IF_ERROR(RunPart(device, part, input, output, image));
    }
  }
  return OkStatus();
}

Status Convolution::RunOnProcessor(FpgaDevice* device, FpgaBlock* input, FpgaBlock* output) const {
  LITE_ASSIGN_OR_RETURN(const char* const memory, device->ForProcessor(input));
  const auto* const from = reinterpret_cast<const uint16_t*>(memory);
  auto* to = reinterpret_cast<uint16_t*>(device->Overwritten(output));
  const int64_t from_pitch = Padded(job_.width * job_.channels);
  const int64_t to_pitch = Padded(job_.out_width * job_.filters);
  const int64_t in = job_.in(), per_group = job_.filters / job_.groups;
  float largest = 0;
  for (int64_t row = 0; row < job_.batch * job_.out_height; ++row, to += to_pitch) {
    const uint16_t* const image = from + row / job_.out_height * job_.height * from_pitch;
    const int64_t oy = row % job_.out_height;
    for (int64_t i = 0; i < job_.out_width * job_.filters; ++i) {
      const int64_t ox = i / job_.filters, f = i % job_.filters;
      float sum = bias_[static_cast<size_t>(f)];
      for (int64_t c = 0; c < in; ++c) {
        for (int64_t t = 0; t < job_.taps(); ++t) {
          const int64_t y = oy * job_.stride_h + t / job_.kernel_width * job_.dilation - job_.top;
          const int64_t x = ox * job_.stride_w + t % job_.kernel_width * job_.dilation - job_.left;
          if (y < 0 || y >= job_.height || x < 0 || x >= job_.width) continue;
          const int64_t at = y * from_pitch + x * job_.channels + f / per_group * in + c;
          sum += HalfBitsToFloat(image[at]) *
                 filters_[static_cast<size_t>((f * in + c) * job_.taps() + t)];
        }
      }
      sum = Activated(sum, job_.activation);
      to[i] = FloatToHalfBits(sum);
      largest = std::max(largest, std::fabs(sum));
    }
    std::fill(to + job_.out_width * job_.filters, to + to_pitch, uint16_t{0});
  }
  output->scale = ScalePair::Of(largest);
  return OkStatus();
}

}  // namespace paddle::lite::kernels::fpga

#endif  // LITE_DECLARE_KERNELS
