#include "lite/kernels/nnadapter/devices.h"

#include <algorithm>

#include "lite/base/span.h"
#include "lite/kernels/nnadapter/builder.h"
#include "nnadapter/utility/operation_lists.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

struct KnownDevice {
  const char* name;
  Span<const NNAdapterOperationType> operations;
  // Computes in int8 with one scale for each tensor.
  bool int8_only;
};

const KnownDevice kKnownDevices[] = {
    {"huawei_kirin_npu", ::nnadapter::kKirinOperations, false},
    {"rockchip_npu", ::nnadapter::kRockchipOperations, true},
};

// Why the device does not compute the operation; empty if it does.
std::string WhyNot(const KnownDevice& device, const PlannedOperation& operation) {
  const auto lacks = [&](NNAdapterOperationType type) {
    const auto& list = device.operations;
    return std::find(list.begin(), list.end(), type) == list.end();
  };
  if (lacks(operation.type)) {
    return StrCat(device.name, " has no operation ", OperationName(operation.type));
  }
  // The inputs and outputs of a subgraph are real numbers.
  if (operation.int8 && (lacks(NNADAPTER_QUANTIZE) || lacks(NNADAPTER_DEQUANTIZE))) {
    return StrCat(device.name, " only computes with real numbers, and ",
                  OperationName(operation.type), " has int8");
  }
  if (device.int8_only && operation.real) {
    return StrCat(device.name, " only computes in int8, and ", OperationName(operation.type),
                  " has real numbers");
  }
  if (device.int8_only && operation.per_channel) {
    return StrCat(device.name, " has one scale for each tensor, and ",
                  OperationName(operation.type), " has one for each channel");
  }
  return "";
}

}  // namespace

Status CheckOperations(const std::vector<std::string>& devices,
                       const std::vector<PlannedOperation>& operations) {
  std::string reasons;
  for (const std::string& name : devices) {
    const auto known = std::find_if(std::begin(kKnownDevices), std::end(kKnownDevices),
                                    [&](const KnownDevice& device) { return name == device.name; });
    if (known == std::end(kKnownDevices)) return OkStatus();
    std::string reason;
    for (size_t i = 0; i < operations.size() && reason.empty(); ++i) {
      reason = WhyNot(*known, operations[i]);
    }
    if (reason.empty()) return OkStatus();
    AppendTo(&reasons, reasons.empty() ? "" : ", ");
    AppendTo(&reasons, reason);
  }
  return reasons.empty() ? OkStatus() : Unsupported(reasons);
}

}  // namespace paddle::lite::kernels::nnadapter
