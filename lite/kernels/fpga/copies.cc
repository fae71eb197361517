// Values between the host's memory and the device's, and between types and orders on the device.
#include "lite/kernels/fpga/values.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::fpga {

// Rows get or lose their padding.
class CopyKernel final : public FpgaKernel<operators::IoCopy> {
 protected:
  Status Work(const operators::IoCopy& op, FpgaDevice* device) override {
    if (op.input->numel() == 0) return OkStatus();
    const bool to_device = op.out->target() == TargetType::kFPGA;
    const Tensor& there = to_device ? *op.out : *op.input;
    FpgaBlock* const block = BlockOf(there);
    const Rows rows = RowsOf(there);
    const bool padded = HasRows(there);
    const size_t count = padded ? static_cast<size_t>(rows.height) : 1;
    const size_t bytes = there.memory_size() / count;
    const size_t pitch = padded ? static_cast<size_t>(rows.pitch()) * sizeof(uint16_t) : bytes;
    if (!to_device) {
      LITE_ASSIGN_OR_RETURN(const char* const memory, device->ForProcessor(block));
      auto* const to = static_cast<char*>(op.out->mutable_raw_data());
      for (size_t y = 0; y < count; ++y) std::memcpy(to + y * bytes, memory + y * pitch, bytes);
      return OkStatus();
    }
    const bool is_half = there.precision() == PrecisionType::kFP16;
    char* const memory =
        is_half ? reinterpret_cast<char*>(Cleared(device, there)) : device->Overwritten(block);
    const auto* const from = static_cast<const char*>(op.input->raw_data());
    for (size_t y = 0; y < count; ++y) std::memcpy(memory + y * pitch, from + y * bytes, bytes);
    if (is_half) {
      const auto* const halves = op.input->data<uint16_t>();
      float largest = 0;
      for (int64_t i = 0; i < there.numel(); ++i) {
        largest = std::max(largest, std::fabs(HalfBitsToFloat(halves[i])));
      }
      block->scale = ScalePair::Of(largest);
    }
    return OkStatus();
  }
};

namespace {

using lite::fpga::BypassArgs;
using lite::fpga::ElementType;
using lite::fpga::Order;

ElementType ElementTypeOf(const Tensor& tensor) {
  return tensor.precision() == PrecisionType::kFP16 ? ElementType::kHalf : ElementType::kFloat;
}

// Images in NCHW have no padding. Values of other ranks are one row of channels-last order.
Order OrderOf(const Tensor& tensor) {
  const bool first = tensor.dims().rank() == 4 && tensor.layout() != DataLayoutType::kNHWC;
  return first ? Order::kChannelsFirst : Order::kChannelsLast;
}

}  // namespace

class FpgaCalibKernel final : public FpgaKernel<operators::Calib> {
 protected:
  Status Work(const operators::Calib& op, FpgaDevice* device) override {
    if (op.input->numel() == 0) return OkStatus();
    FpgaBlock* const from = BlockOf(*op.input);
    FpgaBlock* const to = BlockOf(*op.out);
    LITE_RETURN_IF_ERROR(device->ForDevice(from));
    const bool padded = HasRows(*op.input) || HasRows(*op.out);
    const DDim& dims = op.input->dims();
    const Rows rows = padded ? Rows{dims[0] * dims[2], dims[3], dims[1]} : RowsOf(*op.input);
    BypassArgs args;
    args.input_type = ElementTypeOf(*op.input);
    args.output_type = ElementTypeOf(*op.out);
    args.input_order = args.output_order = OrderOf(*op.input);
    args.image = rows.Image(from);
    args.output = OutputTo(to);
    LITE_RETURN_IF_ERROR(
        device->Run(InplaceArgs(), [&](FpgaDriver* driver) { return driver->Bypass(args); }));
    device->WrittenByDevice(to);
    return OkStatus();
  }
};

// Images that begin at an address which the device does not take are moved by the processor.
class FpgaLayoutKernel final : public FpgaKernel<operators::Layout> {
 protected:
  Status Work(const operators::Layout& op, FpgaDevice* device) override {
    const DDim& dims = op.input->dims();
    if (op.input->numel() == 0) return OkStatus();
    const int64_t width = static_cast<int64_t>(PrecisionTypeLength(op.input->precision()));
    const int64_t dense = dims.Count(1, 4) * width;
    const int64_t padded = dims[2] * Padded(dims[3] * dims[1]) * width;
    const int64_t from_image = HasRows(*op.input) ? padded : dense;
    const int64_t to_image = HasRows(*op.out) ? padded : dense;
    const int64_t alignment = lite::fpga::kAlignment * 2;
    if (dims[0] > 1 && (from_image % alignment != 0 || to_image % alignment != 0)) {
      return width == 2 ? Move<uint16_t>(op, device) : Move<uint32_t>(op, device);
    }
    FpgaBlock* const from = BlockOf(*op.input);
    FpgaBlock* const to = BlockOf(*op.out);
    LITE_RETURN_IF_ERROR(device->ForDevice(from));
    BypassArgs args;
    args.input_type = args.output_type = ElementTypeOf(*op.input);
    args.input_order = OrderOf(*op.input);
    args.output_order = OrderOf(*op.out);
    args.image = Rows{dims[2], dims[3], dims[1]}.Image(from);
    for (int64_t n = 0; n < dims[0]; ++n) {
      ScalePair unused;
      args.image.address = from->address + n * from_image;
      args.output = {to->address + n * to_image, &unused};
      LITE_RETURN_IF_ERROR(
          device->Run(InplaceArgs(), [&](FpgaDriver* driver) { return driver->Bypass(args); }));
    }
    device->WrittenByDevice(to);
    to->scale = from->scale;
    return OkStatus();
  }

 private:
  template <typename T>
  static Status Move(const operators::Layout& op, FpgaDevice* device) {
    LITE_ASSIGN_OR_RETURN(const char* const memory, device->ForProcessor(BlockOf(*op.input)));
    const ScalePair scale = BlockOf(*op.input)->scale;
    char* const written = HasRows(*op.out) ? reinterpret_cast<char*>(Cleared(device, *op.out))
                                           : device->Overwritten(BlockOf(*op.out));
    const auto* const from = reinterpret_cast<const T*>(memory);
    auto* const to = reinterpret_cast<T*>(written);
    ForElements(op.out->dims(), StepsOf(*op.input), StepsOf(*op.out),
                [&](int64_t a, int64_t b) { to[b] = from[a]; });
    BlockOf(*op.out)->scale = scale;
    return OkStatus();
  }
};

LITE_KERNELS(kFPGA, kFP16, kAny, fp32_to_fp16_fpga, FpgaCalibKernel, calib, calib_once)
    .In({"Input"}, PRECISION(kFloat));
LITE_KERNELS(kFPGA, kFP16, kAny, fp16_to_fp32_fpga, FpgaCalibKernel, calib, calib_once)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kFPGA, kFP16, kNHWC, hwc_to_chw_fpga_fp16, FpgaLayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFP16), DATALAYOUT(kNCHW));
LITE_KERNELS(kFPGA, kFP16, kNCHW, chw_to_hwc_fpga_fp16, FpgaLayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFP16), DATALAYOUT(kNHWC));
LITE_KERNELS(kFPGA, kFloat, kNHWC, hwc_to_chw_fpga_float, FpgaLayoutKernel, layout, layout_once)
    .Out({"Out"}, PRECISION(kFloat), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::fpga

REGISTER_LITE_KERNEL(io_copy, kFPGA, kAny, kAny, paddle::lite::kernels::fpga::CopyKernel,
                     host_to_device)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(io_copy, kFPGA, kAny, kAny, paddle::lite::kernels::fpga::CopyKernel,
                     device_to_host)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(io_copy_once, kFPGA, kAny, kAny, paddle::lite::kernels::fpga::CopyKernel,
                     host_to_device)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(io_copy_once, kFPGA, kAny, kAny, paddle::lite::kernels::fpga::CopyKernel,
                     device_to_host)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
