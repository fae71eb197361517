// The convolution that conv2d, fc and mul run on the device, in as many commands as it needs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lite/kernels/fpga/values.h"

namespace paddle::lite::kernels::fpga {

struct ConvJob {
  int64_t batch = 1, channels = 1, height = 1, width = 1;
  int64_t filters = 1, groups = 1, kernel_height = 1, kernel_width = 1;
  int64_t stride_h = 1, stride_w = 1, dilation = 1;
  int64_t top = 0, bottom = 0, left = 0, right = 0;
  int64_t out_height = 1, out_width = 1;
  InplaceArgs activation;

  int64_t in() const { return channels / groups; }
  int64_t taps() const { return kernel_height * kernel_width; }
  bool is_depthwise() const {
    return groups > 1 && groups == channels && groups == filters && dilation == 1;
  }
};

class Convolution {
 public:
  // The filters [filters, in, kernel_height, kernel_width], when they are needed. The tensor may
  // not have its elements anymore once it has a form on the device.
  using Filters = std::function<std::vector<float>()>;

  // `form` says how `filters` are made of `filter`. The bias may be null.
  Status Prepare(PrepareContext* context, const ConvJob& job, const Tensor& filter,
                 const std::string& form, const Filters& filters, const Tensor* bias);
  // Images are rows of pixels in both blocks.
  Status Run(FpgaDevice* device, FpgaBlock* input, FpgaBlock* output);

 private:
  // What one command computes, for one image.
  struct Part {
    int64_t first_group = 0, groups = 1;    // of the job's
    int64_t first_filter = 0, filters = 1;  // of the job's
    Block filter, bias;
    Block input, output;  // null: the kernel's own operand
  };

  void Divide(int64_t capacity);
  Status PreparePart(PrepareContext* context, const Tensor& filter, const std::string& form,
                     const Filters& filters, const Tensor* bias, Part* part);
  Status RunPart(FpgaDevice* device, const Part& part, FpgaBlock* input, FpgaBlock* output,
                 int64_t image);
  Status GatherInput(FpgaDevice* device, const Part& part, FpgaBlock* input, int64_t image) const;
  Status ScatterOutput(FpgaDevice* device, const Part& part, FpgaBlock* output,
                       int64_t image) const;
  Status RunOnProcessor(FpgaDevice* device, FpgaBlock* input, FpgaBlock* output) const;

  ConvJob job_;
  bool padded_ = false;  // the input is copied with its padding, because sides differ
  std::vector<Part> parts_;
  // If the device cannot run it.
  bool on_processor_ = false;
  std::vector<float> filters_, bias_;
};

}  // namespace paddle::lite::kernels::fpga
