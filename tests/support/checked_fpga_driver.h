// The software model of the FPGA with calls that fail or are left out.
#pragma once

#include <atomic>
#include <string>

#include "lite/backends/fpga/soft_driver.h"

namespace paddle::lite::test {

class CheckedFpgaDriver final : public fpga::FpgaDriver {
 public:
  explicit CheckedFpgaDriver(fpga::SoftDriverOptions options = fpga::SoftDriverOptions())
      : soft_(options) {}

  // Call number `call` from now on (all but Free and Reset) fails, once; -1 = none.
  void FailAt(int call) { fail_at_ = call < 0 ? -1 : calls_ + call; }
  int calls() const { return calls_; }
  // A defect: call number `call` of Flush or Invalidate from now on does nothing, once; -1 = none.
  void LoseFlush(int call) { lost_flush_ = call < 0 ? -1 : flushes_ + call; }
  void LoseInvalidate(int call) { lost_invalidate_ = call < 0 ? -1 : invalidates_ + call; }
  int flushes() const { return flushes_; }
  int invalidates() const { return invalidates_; }
  int commands() const { return commands_; }
  size_t blocks() const { return soft_.blocks(); }

  std::string name() const override { return "checked model"; }
  Result<fpga::DriverInfo> Info() override {
    LITE_RETURN_IF_ERROR(Check("Info"));
    return soft_.Info();
  }
  void* Alloc(size_t bytes) override { return Check("Alloc").ok() ? soft_.Alloc(bytes) : nullptr; }
  void Free(void* address) override { soft_.Free(address); }
  Status Flush(const void* address, size_t bytes) override {
    LITE_RETURN_IF_ERROR(Check("Flush"));
    return flushes_++ == lost_flush_ ? OkStatus() : soft_.Flush(address, bytes);
  }
  Status Invalidate(void* address, size_t bytes) override {
    LITE_RETURN_IF_ERROR(Check("Invalidate"));
    return invalidates_++ == lost_invalidate_ ? OkStatus() : soft_.Invalidate(address, bytes);
  }
  Status Conv(const fpga::ConvArgs& args) override {
    return Command("Conv", [&] { return soft_.Conv(args); });
  }
  Status DepthwiseConv(const fpga::DepthwiseArgs& args) override {
    return Command("DepthwiseConv", [&] { return soft_.DepthwiseConv(args); });
  }
  Status Pool(const fpga::PoolArgs& args) override {
    return Command("Pool", [&] { return soft_.Pool(args); });
  }
  Status ElementwiseAdd(const fpga::ElementwiseAddArgs& args) override {
    return Command("ElementwiseAdd", [&] { return soft_.ElementwiseAdd(args); });
  }
  Status Bypass(const fpga::BypassArgs& args) override {
    return Command("Bypass", [&] { return soft_.Bypass(args); });
  }
  Status Scale(const fpga::ScaleArgs& args) override {
    return Command("Scale", [&] { return soft_.Scale(args); });
  }
  Status SetInplace(const fpga::InplaceArgs& args) override {
    LITE_RETURN_IF_ERROR(Check("SetInplace"));
    return soft_.SetInplace(args);
  }
  Status Reset() override { return soft_.Reset(); }

 private:
  Status Check(const char* what) {
    return calls_++ == fail_at_ ? Internal(what, " fails as the test demands") : OkStatus();
  }
  template <typename Call>
  Status Command(const char* what, Call call) {
    LITE_RETURN_IF_ERROR(Check(what));
    ++commands_;
    return call();
  }

  fpga::SoftFpgaDriver soft_;
  std::atomic<int> calls_{0}, fail_at_{-1}, flushes_{0}, invalidates_{0}, commands_{0};
  std::atomic<int> lost_flush_{-1}, lost_invalidate_{-1};
};

}  // namespace paddle::lite::test
