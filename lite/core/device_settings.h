// Facts and settings of devices by name, for callers that do not know the back end.
#pragma once

#include <string>

#include "lite/base/span.h"
#include "lite/base/status.h"
#include "lite/core/device_recorder.h"
#include "lite/core/types.h"

namespace paddle::lite {

struct DeviceSettings {
  TargetType target = TargetType::kUnk;
  // "" if there is no fact or setting of that name. `index` is the device's. "missing" is what the
  // machine lacks, without which no kernel of the target runs.
  Result<std::string> (*property)(int index, const std::string& name) = nullptr;
  // For everything on the device from now on.
  Status (*configure)(int index, const std::string& name, const std::string& value) = nullptr;
  const DeviceRecorder* recorder = nullptr;  // of a target that records work
};

// Those in this build. Generated from the LITE_DEVICE_SETTINGS lines of
// lite/backends/<target>/*.cc.
Span<const DeviceSettings* const> DeviceSettingsTable();

// Declares a target's functions. Use at global namespace scope, in exactly this form:
//   LITE_DEVICE_SETTINGS(kOpenCL, paddle::lite::opencl::Property, paddle::lite::opencl::Configure);
// and the address of a recorder after them, if there is one.
#define LITE_DEVICE_SETTINGS(target_, ...)                                     \
  extern const ::paddle::lite::DeviceSettings lite_device_settings__##target_; \
  constexpr ::paddle::lite::DeviceSettings lite_device_settings__##target_ {   \
    TARGET(target_), __VA_ARGS__                                               \
  }

// Null if this build has no devices of the target.
const DeviceSettings* FindDeviceSettings(TargetType target);

}  // namespace paddle::lite
