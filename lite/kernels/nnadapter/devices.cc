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
};

const KnownDevice kKnownDevices[] = {
    {"huawei_kirin_npu", ::nnadapter::kKirinOperations},
    {"rockchip_npu", ::nnadapter::kRockchipOperations},
};

}  // namespace

Status CheckOperations(const std::vector<std::string>& devices,
                       const std::vector<NNAdapterOperationType>& operations) {
  std::string reasons;
  for (const std::string& name : devices) {
    const auto known = std::find_if(std::begin(kKnownDevices), std::end(kKnownDevices),
                                    [&](const KnownDevice& device) { return name == device.name; });
    if (known == std::end(kKnownDevices)) return OkStatus();
    const auto& list = known->operations;
    const auto missing =
        std::find_if(operations.begin(), operations.end(), [&](NNAdapterOperationType type) {
          return std::find(list.begin(), list.end(), type) == list.end();
        });
    if (missing == operations.end()) return OkStatus();
    AppendTo(&reasons, reasons.empty() ? "" : ", ");
    AppendTo(&reasons, StrCat(name, " has no operation ", OperationName(*missing)));
  }
  return reasons.empty() ? OkStatus() : Unsupported(reasons);
}

}  // namespace paddle::lite::kernels::nnadapter
