// The device of a board, opened by the node /dev/fpgadrv0 of the kernel module FPGAdrv.ko. State:
// written. It was never run on a board, and the layouts of its structures were never compared with
// those of a driver.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "lite/backends/fpga/driver.h"

namespace paddle::lite::fpga {

class IoctlFpgaDriver final : public FpgaDriver {
 public:
  // Null, and the reason, if the node cannot be opened.
  static std::unique_ptr<FpgaDriver> Open(const std::string& node, std::string* why_not);
  ~IoctlFpgaDriver() override;

  std::string name() const override { return node_; }
  Result<DriverInfo> Info() override;
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

 private:
  IoctlFpgaDriver(std::string node, int descriptor)
      : node_(std::move(node)), descriptor_(descriptor) {}
  Status Command(const char* name, unsigned long number, void* args);

  const std::string node_;
  const int descriptor_;
  std::map<void*, size_t> blocks_;
};

}  // namespace paddle::lite::fpga
