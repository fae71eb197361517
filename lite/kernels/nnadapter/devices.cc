#include "lite/kernels/nnadapter/devices.h"

#include <algorithm>

#include "lite/base/span.h"
#include "lite/kernels/nnadapter/converter.h"
#include "lite/kernels/subgraph_kernel.h"
#include "nnadapter/utility/operation_lists.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

struct KnownDevice {
  const char* name;
  Span<const NNAdapterOperationType> operations;  // none: all of them
  // Computes in int8 with one scale for each tensor.
  bool int8_only;
  // The driver is part of every build that has the device: it refuses operations by itself.
  bool at_hand;

  bool Has(NNAdapterOperationType type) const {
    return operations.empty() ||
           std::find(operations.begin(), operations.end(), type) != operations.end();
  }
};

const KnownDevice kKnownDevices[] = {
    {"huawei_kirin_npu", ::nnadapter::kKirinOperations, false, false},
    {"rockchip_npu", ::nnadapter::kRockchipOperations, true, false},
    {"google_xnnpack", ::nnadapter::kXnnpackOperations, false, true},
    {"builtin_device", {}, false, true},
};

const KnownDevice* FindDevice(const std::string& name) {
  const auto* const found =
      std::find_if(std::begin(kKnownDevices), std::end(kKnownDevices),
                   [&](const KnownDevice& device) { return name == device.name; });
  return found == std::end(kKnownDevices) ? nullptr : found;
}

// Why the device does not compute the operation; empty if it does.
std::string WhyNot(const KnownDevice& device, const PlannedOperation& operation) {
  if (!device.Has(operation.type)) {
    return StrCat(device.name, " has no operation ", OperationName(operation.type));
  }
  // The inputs and outputs of a subgraph are real numbers.
  if (operation.int8 && !(device.Has(NNADAPTER_QUANTIZE) && device.Has(NNADAPTER_DEQUANTIZE))) {
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
    const KnownDevice* known = FindDevice(name);
    if (known == nullptr || known->at_hand) return OkStatus();
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

namespace paddle::lite::kernels {

DeviceAnswer NNAdapterDeviceRuns(const std::string& device, const std::string& op_type) {
  const nnadapter::KnownDevice* known = nnadapter::FindDevice(device);
  if (known == nullptr) return DeviceAnswer::kUnknown;
  for (const nnadapter::TestedForm& form : nnadapter::TestedForms()) {
    if (op_type != form.op_type) continue;
    const auto& needed = form.operations;
    if (std::all_of(needed.begin(), needed.end(),
                    [&](NNAdapterOperationType type) { return known->Has(type); })) {
      return DeviceAnswer::kYes;
    }
  }
  return DeviceAnswer::kNo;
}

}  // namespace paddle::lite::kernels
