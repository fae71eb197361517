// A software model of the device, for machines without one. It is a stand-in: it has the rules of
// docs/design/fpga.md, not the arithmetic of a board.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "lite/backends/fpga/driver.h"

namespace paddle::lite::fpga {

struct SoftDriverOptions {
  DriverInfo info;
  // Convolutions round the image to int8 in steps of its scale pair; otherwise they multiply
  // halves.
  bool int8_images = false;
  size_t memory_bytes = size_t{2} << 30;
};

// The device's view of a block is a copy of its own: it changes by Flush and by commands, and the
// processor's view by Invalidate, so a call that is missing results in wrong values. What was never
// written is NaN in both. Commands fail if an address is not in a block, a row is not aligned or
// padded with zeros, filters are not formatted, or a size is beyond the limits of the device.
class SoftFpgaDriver final : public FpgaDriver {
 public:
  explicit SoftFpgaDriver(SoftDriverOptions options = SoftDriverOptions()) : options_(options) {}

  std::string name() const override { return "software model"; }
  Result<DriverInfo> Info() override { return options_.info; }
  void* Alloc(size_t bytes) override;
  void Free(void* address) override;
  Status Flush(const void* address, size_t bytes) override;
  Status Invalidate(void* address, size_t bytes) override;
  Status Conv(const ConvArgs& args) override;
  Status DepthwiseConv(const DepthwiseArgs& args) override;
  Status Pool(const PoolArgs& args) override;
  Status ElementwiseAdd(const ElementwiseAddArgs& args) override;
  Status Bypass(const BypassArgs& args) override;
  Status Scale(const ScaleArgs& args) override;
  Status SetInplace(const InplaceArgs& args) override;
  Status Reset() override;

  size_t blocks() const { return blocks_.size(); }

 private:
  struct Block {
    std::unique_ptr<char[]> memory;  // the processor's view, aligned within
    size_t bytes = 0;
    std::vector<char> shadow;  // the device's view
  };

  Result<char*> Shadow(const char* what, const void* address, size_t bytes);
  Result<const uint16_t*> Halves(const char* what, const void* address, int64_t count);
  // The elements of an image, without padding.
  Result<std::vector<float>> ReadImage(const char* what, const ImageArgs& image);
  // Applies what SetInplace left, and writes rows of [width * channels] and the scale pair.
  Status WriteImage(std::vector<float>* values, int64_t height, int64_t row, bool relu,
                    const OutputArgs& output);

  const SoftDriverOptions options_;
  std::map<uintptr_t, Block> blocks_;  // by address
  size_t used_ = 0;
  InplaceArgs inplace_;
};

}  // namespace paddle::lite::fpga
